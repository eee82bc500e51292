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
        "\npage       demo.html, ",
    ] {
        assert!(first.contains(said), "{said}: {first}");
    }
    let page = scratch.read("demo.html");
    assert!(page.contains("voxnav view generated:caves:128,128,128:7 --from "));
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
    let said = browser.evaluate("document.querySelector('#outcome').innerText.toLowerCase()");
    assert!(said.as_str().unwrap().contains("found"), "{said}");
    browser.is_content();
}
