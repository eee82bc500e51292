//! `voxnav` without a command.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use crate::chromium::Chromium;
use crate::program::{Scratch, fits_in_80_columns};

/// Nobody asked for the page, so it takes the place of nothing but itself.
#[test]
fn the_demonstration_needs_nothing_and_repeats_itself() {
    let scratch = Scratch::new("demo");
    let first = scratch.succeeds("");
    fits_in_80_columns(&first);
    assert!(first.contains("\nroutes     399 found"), "{first}");
    for search in ["optimal", "within 5 %", "textbook"] {
        let line = format!("\n{search:<11}median ");
        assert!(first.contains(&line), "{first}");
    }
    assert!(
        first.contains("% at most; proved by each search: "),
        "{first}"
    );
    assert!(first.contains("\npage       demo.html, "), "{first}");
    let page = scratch.read("demo.html");
    assert!(page.contains("voxnav view generated:caves:128,128,128:7 --from "));
    look_at_page(&scratch);

    scratch.write("demo.html", "<title>of somebody else</title>");
    let second = scratch.succeeds("");
    assert!(
        second.contains("\npage       not written: demo.html exists"),
        "{second}"
    );
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
    browser.open(&scratch.path_of("demo.html"));
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    let picture = browser.screenshot("demo");
    assert!(picture.colors((300, 100), (1260, 700)) > 100, "no picture");
    let said = browser.evaluate("document.querySelector('#outcome').innerText.toLowerCase()");
    assert!(said.as_str().unwrap().contains("found"), "{said}");
    assert_eq!(browser.complaints(), &[] as &[String]);
}
