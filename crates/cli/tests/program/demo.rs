//! `voxnav` without a command.

use serde_json::{Value, json};

use crate::chromium::{Chromium, Scheme, Turn};
use crate::program::{Scratch, fits_in_80_columns};

/// The page was not requested, so it replaces no file but itself.
#[test]
fn the_demonstration_needs_nothing_and_repeats_itself() {
    let scratch = Scratch::new("demo");
    let first = scratch.succeeds("");
    fits_in_80_columns(&first);
    for said in [
        "\nroutes     399 found",
        "\noptimal    median ",
        "\nwithin 5 % median ",
        "\nat once    median ",
        "\nbetter     median ",
        "\ntextbook   median ",
        "% at most; proved by each search: ",
        "\ncrowd      ",
        " overlaps, ",
        "\npage       demo.html, ",
    ] {
        assert!(first.contains(said), "{said}: {first}");
    }
    // All arrive, and nobody overlaps.
    let crowd = first.lines().find(|line| line.starts_with("crowd"));
    let numbers: Vec<&str> = crowd.unwrap_or_default().split(' ').collect();
    let number = |word: &str| {
        let place = numbers
            .iter()
            .position(|it| it.trim_end_matches(',') == word);
        place.map(|place| numbers[place - 1])
    };
    assert_eq!(number("agents"), number("arrived"), "{first}");
    assert_eq!(number("overlaps"), Some("0"), "{first}");
    let page = scratch.read("demo.html");
    assert!(page.len() < 1_000_000 && page.contains("agents at once"));
    std::fs::rename(scratch.path_of("demo.html"), scratch.path_of("p.html")).unwrap();
    look_at_page(&scratch);

    scratch.write("demo.html", "<title>of somebody else</title>");
    let second = scratch.succeeds("");
    let kept = "\npage       not written: demo.html exists";
    assert!(second.contains(kept), "{second}");
    assert_eq!(scratch.read("demo.html"), "<title>of somebody else</title>");
    let repeated = |text: &str| {
        let differs = |line: &str| {
            line.contains(" ms") || line.contains(" times the time") || line.starts_with("page ")
        };
        let lines = text.lines().filter(|line| !differs(line));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(repeated(&first), repeated(&second));
}

fn look_at_page(scratch: &Scratch) {
    let Some(mut browser) = Chromium::launch("demo") else {
        return;
    };
    browser.open(&scratch.path_of("p.html"));
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    // It plays by itself, and the camera moves until it is touched. Each picture takes half a second of two processors.
    browser.wait_for("document.querySelector('#step').valueAsNumber > 0");
    browser.wait_for("voxnav.viewer.camera.distance > 50.01");
    choose_theme(&mut browser);
    browser.evaluate("voxnav.viewer.play(false)");
    let picture = browser.screenshot("demo");
    assert!(picture.colors((300, 100), (1260, 700)) > 100, "no picture");
    let said = browser.evaluate("document.querySelector('#play-verdicts').textContent");
    assert!(said.as_str().unwrap().contains("on its way"), "{said}");
    read_story(&mut browser);
    point_at_agents(&mut browser);
    // In the end all are there.
    let last = "{ const step = document.querySelector('#step'); step.value = step.max; \
        step.dispatchEvent(new Event('input')); }";
    browser.evaluate(last);
    let numbers = "[...document.querySelectorAll('#play-verdicts dt')].map((it) => \
        `${it.textContent} ${it.nextElementSibling.textContent}`).sort().join()";
    assert_eq!(
        browser.evaluate(numbers),
        "arrived 399,on its way 0,waiting 0"
    );
    assert_eq!(browser.check("counted()"), json!([0, 0, 399]));
    browser.is_content();
}

/// Chooses the other theme by a click, which is a touch.
fn choose_theme(browser: &mut Turn) {
    assert_eq!(
        browser.evaluate("document.documentElement.dataset.theme"),
        "light"
    );
    browser.click("#story-theme");
    assert_eq!(
        browser.evaluate("document.documentElement.dataset.theme"),
        "dark"
    );
}

fn read_story(browser: &mut Turn) {
    let said = browser.evaluate("document.querySelector('#story').innerText");
    let said = said.as_str().unwrap();
    for part in ["399 agents, 0 overlaps", "A first path takes", "on its way"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let counted = browser.check("counted()");
    let counted = counted.as_array().unwrap().iter();
    assert_eq!(counted.filter_map(Value::as_u64).sum::<u64>(), 399);
    for (width, height, scheme) in [(400, 800, Scheme::Dark), (1280, 800, Scheme::Light)] {
        browser.resize(width, height, scheme);
        for part in ["#story", "#story-paths", "#fold", "#timeline"] {
            assert_eq!(
                browser.check(&format!("isInside('{part}')")),
                true,
                "{part}"
            );
        }
    }
}

/// Points at an agent, which shows its path and no other, follows it, and shows all paths.
fn point_at_agents(browser: &mut Turn) {
    let paths = "voxnav.viewer.scene.named.routes.count";
    browser
        .evaluate("voxnav.viewer.play(false); voxnav.viewer.showStep(144); voxnav.viewer.draw()");
    assert_eq!(browser.evaluate(paths), 0, "nothing is pointed at");
    // The click on the button was a touch: the camera rests.
    let place = "voxnav.viewer.camera.yaw";
    let before = browser.evaluate(place);
    let point = browser.check("pointOfAgent()");
    let [x, y] = [0, 1].map(|part| point[part].as_f64().unwrap());
    let agent = point[2].as_u64().unwrap();
    browser.drag((x, y), (x, y));
    assert_eq!(
        browser.evaluate("voxnav.viewer.playBack.followed"),
        json!(agent)
    );
    let hint = browser.evaluate("document.querySelector('#story-hint').textContent");
    let named = format!("Agent {}: ", agent + 1);
    assert!(hint.as_str().unwrap().starts_with(&named), "{hint}");
    let own = browser.evaluate(paths).as_u64().unwrap();
    assert!((1..100).contains(&own), "{own}");
    browser.click("#story-paths");
    let all = browser.evaluate(paths).as_u64().unwrap();
    assert!(all > 3 * own, "{all}");
    browser.click("#story-paths");
    assert_eq!(browser.evaluate(place), before);
}

#[test]
#[ignore = "makes pictures of the README; docs/pictures.sh runs it"]
fn pictures_of_the_demonstration() {
    let scratch = Scratch::new("demo-pictures");
    scratch.succeeds("");
    let mut browser = Chromium::launch("demo-pictures").unwrap();
    browser.smooth();
    for (name, width, scheme) in [
        ("readme-demo", 1280, Scheme::Dark),
        ("readme-demo-narrow", 400, Scheme::Light),
    ] {
        browser.resize(width, 800, scheme);
        browser.open(&scratch.path_of("demo.html"));
        browser.evaluate(
            "(() => { const { viewer } = voxnav; viewer.play(false); viewer.teller.advance(10); \
             viewer.teller.isTouched = true; viewer.showStep(240); viewer.coarseness = 1; viewer.draw(); })()",
        );
        browser.screenshot(name);
    }
}
