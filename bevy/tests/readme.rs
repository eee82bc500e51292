//! The program of the README is an example, so that it is compiled and run.

#[test]
fn the_program_of_the_readme_is_the_example_flying() {
    let readme = include_str!("../README.md");
    let example = include_str!("../examples/flying.rs");
    let program = readme.split("```").nth(1);
    let body = |text: &'static str| text.find("fn set_up").map(|at| text[at..].trim());
    let program = program.and_then(body);
    assert!(program.is_some_and(|body| body.len() > 500));
    assert_eq!(program, body(example));
}
