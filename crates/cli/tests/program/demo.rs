//! `voxnav` without a command.

use crate::program::{Scratch, fits_in_80_columns};

/// Nobody asked for the page, so it takes the place of nothing but itself.
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
    assert!(page.len() < 3 << 20 && page.contains("agents at once"));
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
    let Some(mut browser) = scratch.opened("demo") else {
        return;
    };
    assert_eq!(browser.evaluate("document.body.dataset.state"), "ready");
    let picture = browser.screenshot("demo");
    assert!(picture.colors((300, 100), (1260, 700)) > 100, "no picture");
    let said = browser.evaluate("document.querySelector('#play-verdicts').innerText.toLowerCase()");
    assert!(said.as_str().unwrap().contains("on its way"), "{said}");
    // It plays by itself, and in the end all are there.
    browser.wait_for("document.querySelector('#step').valueAsNumber > 0");
    let last = "{ const step = document.querySelector('#step'); step.value = step.max; \
        step.dispatchEvent(new Event('input')); }";
    browser.evaluate(last);
    let numbers = "[...document.querySelectorAll('#play-verdicts dt')].map((it) => \
        `${it.textContent} ${it.nextElementSibling.textContent}`).sort().join()";
    assert_eq!(
        browser.evaluate(numbers),
        "arrived 399,on its way 0,waiting 0"
    );
    browser.is_content();
}
