//! The browser itself: what it sees and hears of a page.

use super::*;
use crate::program::Scratch;

/// A page that does everything that must be noticed, at a click.
const PAGE: &str = "<!doctype html><body data-state=ready style='background:#123456'>
    <button style='position:fixed;inset:0;opacity:0'></button>
    <script>document.querySelector('button').onclick = () => {
        console.error('first'); console.log('fine');
        setTimeout(() => { throw new Error('second'); });
        new Image().src = 'http://localhost:9/third';
    }; document.onkeydown = (event) => { document.title = event.key; };</script>";

#[test]
fn the_browser_sees_pixels_and_hears_complaints() {
    let Some(mut browser) = Chromium::launch("chromium-self") else {
        return;
    };
    let scratch = Scratch::new("chromium-self");
    scratch.write("page.html", PAGE);
    browser.resize(200, 100, Scheme::Dark);
    browser.open(&scratch.path_of("page.html"));
    assert_eq!(browser.complaints(), &[] as &[String]);
    let picture = browser.screenshot("chromium-self");
    assert_eq!((picture.width, picture.height), (200, 100));
    assert_eq!(picture.pixels[0], [0x12, 0x34, 0x56]);
    assert_eq!(picture.colors((0, 0), (200, 100)), 1);
    assert_eq!(picture.difference(&browser.screenshot("chromium-self")), 0);
    browser.press("k");
    assert_eq!(browser.evaluate("document.title"), json!("k"));
    browser.click("button");
    browser.evaluate("new Promise((done) => setTimeout(done, 100))");
    let complaints = browser.complaints().join("\n");
    for expected in ["first", "second", "third"] {
        assert!(complaints.contains(expected), "{complaints}");
    }
    assert!(!complaints.contains("fine"), "{complaints}");
}
