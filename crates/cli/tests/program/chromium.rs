//! A headless Chromium to look at the pages with that the program writes.
//!
//! It is driven over the pipe of the `DevTools` protocol: messages in JSON, a zero byte after each, in
//! on file descriptor 3 and out on 4. A shell gives it these two, so no socket and no port is
//! needed. Everything that a page complains about is kept, and whatever it asks of the network.
//!
//! Where there is no Chromium a test says that it was skipped. With `VOXNAV_REQUIRE_CHROMIUM=1` it
//! fails instead. `VOXNAV_CHROMIUM` names the program to run, if it is none of the usual ones.

mod tests;

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::mem;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};

use crate::picture::Picture;

/// How long a page or the browser may take for anything: software rendering on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// Makes pictures of a quarter of the pixels, without smooth edges: tests of the program take a sixth less.
const ROUGH: &str = "const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
        return getContext.call(this, kind, { ...options, antialias: false });
    };
    Object.defineProperty(window, 'devicePixelRatio', { value: 0.5 });";

/// The browsers that run at most. Each draws with all processors, but draws less than half of the time.
const BROWSERS: usize = 2;

/// The browsers of all tests, which use them in turns.
static POOL: Mutex<Pool> = Mutex::new(Pool {
    idle: Vec::new(),
    running: 0,
});

/// Wakes a test that waits for a browser.
static RETURNED: Condvar = Condvar::new();

/// Browsers that no test uses, and how many there are in all.
struct Pool {
    idle: Vec<Chromium>,
    running: usize,
}

/// A browser while a test uses it, with an empty page.
pub(crate) struct Turn(Option<Chromium>);

/// A running browser with one page.
pub(crate) struct Chromium {
    process: Child,
    requests: ChildStdin,
    messages: Receiver<Value>,
    last_id: u64,
    page: Value,
    session: String,
    rough: Value,
    complaints: Vec<String>,
}

impl Deref for Turn {
    type Target = Chromium;

    fn deref(&self) -> &Chromium {
        self.0.as_ref().unwrap()
    }
}

impl Drop for Turn {
    /// Leaves the browser to the next test. Where a test failed with it, the next one gets another.
    fn drop(&mut self) {
        let browser = self.0.take().filter(|_| !thread::panicking());
        // Nothing panics while it holds the pool.
        if let Ok(mut pool) = POOL.lock() {
            pool.running -= usize::from(browser.is_none());
            pool.idle.extend(browser);
        }
        RETURNED.notify_one();
    }
}

impl DerefMut for Turn {
    fn deref_mut(&mut self) -> &mut Chromium {
        self.0.as_mut().unwrap()
    }
}

/// What a page wants for its colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

impl Chromium {
    /// Returns the browser with an empty page, or `None` where there is none and none is required.
    pub(crate) fn launch(test: &str) -> Option<Turn> {
        let Some(program) = installed() else {
            let required = env::var_os("VOXNAV_REQUIRE_CHROMIUM").is_some_and(|value| value == "1");
            assert!(!required, "{test}: Chromium is required and there is none");
            // Past the capture of test output, so that it is seen.
            let _ = writeln!(io::stderr(), "skipped: {test}: there is no Chromium");
            return None;
        };
        let pool = POOL.lock().unwrap();
        let is_busy = |pool: &mut Pool| pool.idle.is_empty() && pool.running == BROWSERS;
        let mut pool = RETURNED.wait_while(pool, is_busy).unwrap();
        let idle = pool.idle.pop();
        pool.running += usize::from(idle.is_none());
        drop(pool);
        // From here on the turn ends if anything fails.
        let mut turn = Turn(idle);
        turn.0.get_or_insert_with(|| Self::start(&program)).renew();
        Some(turn)
    }

    fn start(program: &Path) -> Self {
        static CLEARED: Once = Once::new();
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let profiles = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chromium");
        // Those of earlier runs; a browser that is about to end may still hold files there.
        CLEARED.call_once(|| drop(fs::remove_dir_all(&profiles)));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let profile = profiles.join(format!("{}-{number}", std::process::id()));
        let mut process = start(program, &profile);
        Self {
            requests: process.stdin.take().unwrap(),
            messages: listen(process.stdout.take().unwrap()),
            process,
            last_id: 0,
            page: Value::Null,
            session: String::new(),
            rough: Value::Null,
            complaints: Vec::new(),
        }
    }

    /// Puts an empty page in the place of the last one. Pages store nothing, and a profile for each of them takes a second.
    fn renew(&mut self) {
        self.session.clear();
        let made = self.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let last = mem::replace(&mut self.page, made["targetId"].clone());
        if !last.is_null() {
            self.call("Target.closeTarget", &json!({ "targetId": last }));
        }
        let whole = json!({ "targetId": self.page, "flatten": true });
        let attached = self.call("Target.attachToTarget", &whole);
        self.session = attached["sessionId"].as_str().unwrap().into();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
        let rough = json!({ "source": ROUGH });
        let mut added = self.call("Page.addScriptToEvaluateOnNewDocument", &rough);
        self.rough = added["identifier"].take();
        self.complaints.clear();
        self.resize(1280, 800, Scheme::Light);
    }

    /// Draws the pages that are opened from now on in full, with smooth edges, as users see them.
    pub(crate) fn smooth(&mut self) {
        let rough = json!({ "identifier": self.rough });
        self.call("Page.removeScriptToEvaluateOnNewDocument", &rough);
    }

    /// Opens a file and waits until the page says that it is ready, or failed: by the attribute
    /// `data-state` of its body, which is `loading` at first.
    pub(crate) fn open(&mut self, file: &Path) {
        let url = format!("file://{}", file.canonicalize().unwrap().display());
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("['ready', 'failed'].includes(document.body?.dataset.state)");
        self.evaluate(include_str!("checks.js"));
    }

    /// Calls one of the checks of `checks.js`.
    pub(crate) fn check(&mut self, call: &str) -> Value {
        self.evaluate(&format!("checks.{call}"))
    }

    /// Fails if the page complained.
    pub(crate) fn is_content(&mut self) {
        assert_eq!(self.complaints(), &[] as &[String]);
    }

    /// The text of a file where scripts are not allowed.
    pub(crate) fn text_without_scripts(&mut self, file: &Path) -> String {
        let allow = "Emulation.setScriptExecutionDisabled";
        self.call(allow, &json!({ "value": true }));
        let url = format!("file://{}", file.canonicalize().unwrap().display());
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'");
        let text = self.evaluate("document.body.innerText");
        self.call(allow, &json!({ "value": false }));
        text.as_str().unwrap().to_owned()
    }

    /// Sets the size of the window in pixels, and the colors that the page is asked for.
    pub(crate) fn resize(&mut self, width: u32, height: u32, scheme: Scheme) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false
        });
        self.call("Emulation.setDeviceMetricsOverride", &metrics);
        let value = match scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let feature = json!({ "name": "prefers-color-scheme", "value": value });
        self.call(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [feature] }),
        );
    }

    /// The value of an expression in the page; for a promise, the value that it resolves to.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Value {
        self.try_to_evaluate(expression)
            .unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// Evaluates as [`evaluate`](Self::evaluate) does; the error of the browser if the page is left meanwhile.
    fn try_to_evaluate(&mut self, expression: &str) -> Result<Value, Value> {
        let parameters = json!({
            "expression": expression, "awaitPromise": true, "returnByValue": true
        });
        let mut answer = self.try_to_call("Runtime.evaluate", &parameters)?;
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        Ok(answer["result"]["value"].take())
    }

    /// Loads the page again, and waits until it says that it is ready.
    pub(crate) fn reload(&mut self) {
        // The page that is left is ready, too, and still there for a moment.
        self.evaluate("window.isLeft = true");
        self.call("Page.reload", &json!({}));
        self.wait_for("!window.isLeft && document.body?.dataset.state === 'ready'");
    }

    /// Waits until an expression in the page is true. While one page makes way for the next it is not.
    pub(crate) fn wait_for(&mut self, condition: &str) {
        let started = Instant::now();
        while self.try_to_evaluate(condition) != Ok(json!(true)) {
            let waited = started.elapsed();
            assert!(
                waited < PATIENCE,
                "{condition} is not so: {:?}",
                self.complaints
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses and releases a key, by the name that pages see.
    pub(crate) fn press(&mut self, key: &str) {
        let text = (key.chars().count() == 1).then_some(key);
        let (code, number) = key_codes(key);
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "code": code });
            if let (Some(text), "keyDown") = (text, kind) {
                event["text"] = json!(text);
            }
            event["windowsVirtualKeyCode"] = json!(number);
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Clicks the middle of the element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        let (x, y) = self.place_of(selector, 0.5);
        self.drag((x, y), (x, y));
    }

    /// The point of an element at this part of its width, at half its height.
    fn place_of(&mut self, selector: &str, part: f64) -> (f64, f64) {
        let place = self.evaluate(&format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect();
               return [box.x + box.width * {part}, box.y + box.height / 2]; }})()"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// Moves the mouse from one point of the window to another with its left button held.
    pub(crate) fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        for (kind, (x, y), buttons) in [
            ("mouseMoved", from, 0),
            ("mousePressed", from, 1),
            ("mouseMoved", to, 1),
            ("mouseReleased", to, 0),
        ] {
            let event = json!({
                "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Drags the handle of a slider from one part of its width to another.
    pub(crate) fn slide(&mut self, selector: &str, from: f64, to: f64) {
        let (from, to) = (self.place_of(selector, from), self.place_of(selector, to));
        self.drag(from, to);
    }

    /// Taps a point of the window with a finger.
    pub(crate) fn tap(&mut self, (x, y): (f64, f64)) {
        let touching = json!({ "enabled": true, "maxTouchPoints": 1 });
        self.call("Emulation.setTouchEmulationEnabled", &touching);
        for (kind, points) in [
            ("touchStart", json!([{ "x": x, "y": y }])),
            ("touchEnd", json!([])),
        ] {
            let event = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", &event);
        }
    }

    /// What the page looks like. The picture stays in `target/tmp/pictures/NAME.png`, to be looked
    /// at.
    pub(crate) fn screenshot(&mut self, name: &str) -> Picture {
        let parameters = json!({ "format": "png", "optimizeForSpeed": true });
        let answer = self.call("Page.captureScreenshot", &parameters);
        let text = answer["data"].as_str().unwrap();
        let png = base64::prelude::BASE64_STANDARD.decode(text).unwrap();
        let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
        fs::create_dir_all(&pictures).unwrap();
        fs::write(pictures.join(format!("{name}.png")), &png).unwrap();
        Picture::decode(&png)
    }

    /// Everything that was wrong with the pages so far: exceptions, warnings and errors on the
    /// console, and requests for anything that is not the file itself.
    pub(crate) fn complaints(&mut self) -> &[String] {
        // What came before the answer to this is known after it.
        self.evaluate("0");
        &self.complaints
    }

    /// Asks something of the browser, or of the page once there is one.
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.try_to_call(method, parameters)
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Calls as [`call`](Self::call) does; the error with which the browser answers, if it does.
    fn try_to_call(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.last_id += 1;
        let mut request = json!({ "id": self.last_id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        let mut bytes = request.to_string().into_bytes();
        bytes.push(0);
        self.requests.write_all(&bytes).unwrap();
        loop {
            let mut message = self.messages.recv_timeout(PATIENCE).unwrap_or_else(|_| {
                panic!("no answer to {method}; the page said {:?}", self.complaints)
            });
            if message["id"] == json!(self.last_id) {
                return match message["error"].take() {
                    Value::Null => Ok(message["result"].take()),
                    error => Err(error),
                };
            }
            // The last page may say something yet.
            if message["sessionId"] == json!(self.session) {
                self.complaints.extend(complaint(&message));
            }
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Without the end of its pipe in hand it would end by itself; this is quicker.
        let _ = self
            .requests
            .write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let started = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) {
            if started.elapsed() > Duration::from_secs(5) {
                let _ = self.process.kill();
                let _ = self.process.wait();
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The browser that is there, if any.
fn installed() -> Option<PathBuf> {
    if let Some(named) = env::var_os("VOXNAV_CHROMIUM") {
        return Some(named.into());
    }
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let path = env::var_os("PATH")?;
    let directories = env::split_paths(&path).collect::<Vec<_>>();
    let places = names
        .iter()
        .flat_map(|name| directories.iter().map(move |place| place.join(name)));
    places.into_iter().find(|place| place.is_file())
}

fn start(program: &Path, profile: &Path) -> Child {
    // The shell makes the descriptors that the protocol wants out of the usual ones.
    let script = "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
    Command::new("sh")
        .args(["-c", script])
        .arg(program)
        .args([
            "--headless=new",
            "--remote-debugging-pipe",
            // The sandbox refuses to run for root, as in most containers; only our pages are shown.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            // WebGL without a graphics card.
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            // Half of the work: pages are put together on the processor, and WebGL alone is drawn by SwiftShader.
            "--disable-gpu-compositing",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Reads messages on a thread of its own, so that waiting for one can end.
fn listen(output: ChildStdout) -> Receiver<Value> {
    let (sender, messages) = mpsc::channel();
    thread::spawn(move || {
        for message in BufReader::new(output).split(0).map_while(Result::ok) {
            let message = serde_json::from_slice(&message).unwrap();
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    messages
}

/// What is wrong, if an event tells of that.
fn complaint(event: &Value) -> Option<String> {
    let parameters = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(parameters["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled" => {
            let kind = parameters["type"].as_str()?;
            ["error", "warning", "assert"]
                .contains(&kind)
                .then(|| format!("console.{kind}: {}", parameters["args"]))
        }
        "Log.entryAdded" => {
            let entry = &parameters["entry"];
            let level = entry["level"].as_str()?;
            // Chromium says so of itself: without a graphics card it reads the pictures of WebGL to show them.
            let is_own = entry["source"] == "rendering"
                && entry["text"]
                    .as_str()?
                    .contains("GPU stall due to ReadPixels");
            let is_wrong = ["error", "warning"].contains(&level) && !is_own;
            is_wrong.then(|| entry.to_string())
        }
        "Network.requestWillBeSent" => {
            let url = parameters["request"]["url"].as_str()?;
            let is_local = ["file:", "data:", "blob:", "about:"]
                .iter()
                .any(|scheme| url.starts_with(scheme));
            (!is_local).then(|| format!("a request for {url}"))
        }
        _ => None,
    }
}

/// The code of the physical key, and the number of the key, as far as tests need them.
fn key_codes(key: &str) -> (String, u32) {
    let number = match key {
        "Home" => 36,
        "End" => 35,
        "ArrowRight" => 39,
        "Escape" => 27,
        other => other.as_bytes()[0].to_ascii_uppercase().into(),
    };
    let code = match key {
        " " => "Space".into(),
        letter if letter.len() == 1 && letter.as_bytes()[0].is_ascii_alphabetic() => {
            format!("Key{}", letter.to_ascii_uppercase())
        }
        other => other.into(),
    };
    (code, number)
}
