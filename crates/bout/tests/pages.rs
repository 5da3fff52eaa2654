//! Follows the README and the tutorials as a newcomer would: saves every file, runs every command
//! in order in one folder, and compares the output with what the page shows.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::Sandbox;
use support::transcript::{Step, is_as_shown, steps};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(path: &str) -> Vec<Step> {
    steps(&fs::read_to_string(repository().join(path)).unwrap())
}

fn tutorial(game: &str) -> Vec<Step> {
    page(&format!("crates/bout/manual/tutorial-{game}.md"))
}

/// A command that draws in a terminal shows nothing in a test, so its match is only played, and its
/// record only replayed.
fn without_a_terminal(command: &str) -> String {
    let command = command.replace(" --view", "");
    if command.contains(" -o ") { command } else { command.replacen("bout view ", "bout replay ", 1) }
}

/// How the shown output begins if a command ends with exit code 1.
const NO: [&str; 2] = ["error", "No: "];

/// Takes all steps in one folder. A command must fail exactly if the page shows an error or
/// the answer no.
fn follow(steps: &[Step]) -> Sandbox {
    let sandbox = Sandbox::new();
    for step in steps {
        match step {
            Step::Save { name, text } => drop(sandbox.file(name, text)),
            Step::Run { command, printed } => {
                let command = without_a_terminal(command);
                let run = sandbox.shell(format!("bout() {{ \"$BOUT\" \"$@\"; }}; {command}"));
                let is_no = printed.iter().any(|line| NO.iter().any(|start| line.starts_with(start)));
                assert_eq!(run.code, Some(i32::from(is_no)), "{command}: {run:#?}");
                let lines: Vec<&str> = run.out.trim_end().lines().collect();
                assert!(
                    printed.is_empty() || is_as_shown(printed, &lines),
                    "{command}\n\nthe page shows\n{}\n\nit prints\n{}",
                    printed.join("\n"),
                    run.out
                );
            }
        }
    }
    sandbox
}

/// Counts the commands of a page, and those whose output is shown.
fn commands(steps: &[Step]) -> (usize, usize) {
    let shown = steps.iter().filter_map(|step| match step {
        Step::Run { printed, .. } => Some(usize::from(!printed.is_empty())),
        Step::Save { .. } => None,
    });
    (shown.clone().count(), shown.sum())
}

/// Follows a game's tutorial, and checks that it has enough commands to be a useful test.
fn follow_tutorial(game: &str) {
    let steps = tutorial(game);
    let (all, shown) = commands(&steps);
    assert!(all >= 8 && shown >= 6, "{all} commands, {shown} of them with their output");
    follow(&steps);
}

#[test]
fn the_readme_does_what_it_says() {
    let steps = page("README.md");
    let (all, shown) = commands(&steps);
    assert!(all > 15 && shown > 3, "{all} commands, {shown} of them with their output");
    follow(&steps);
}

#[test]
fn the_tutorial_of_esowar_does_what_it_says() {
    follow_tutorial("esowar");
}

#[test]
fn the_tutorial_of_crash_does_what_it_says() {
    follow_tutorial("crash");
}

#[test]
fn the_tutorial_of_snakes_does_what_it_says() {
    follow_tutorial("snakes");
}

#[test]
fn the_tutorial_of_perlwar_does_what_it_says() {
    follow_tutorial("perlwar");
}

/// A hill refuses a program that is already there, so no program from a tutorial may
/// equal an example.
#[test]
fn the_programs_of_newcomers_are_not_among_the_examples() {
    for game in ["esowar", "crash", "snakes", "perlwar"] {
        let sandbox = Sandbox::new();
        let mut names = Vec::new();
        for step in tutorial(game).iter().chain(&page("README.md")) {
            match step {
                Step::Save { name, text } => {
                    names.push((name.clone(), code(game, text)));
                }
                Step::Run { command, .. } if command.starts_with("echo ") => {
                    sandbox.shell(command);
                    let name = command.rsplit(' ').next().unwrap();
                    names
                        .push((name.to_owned(), code(game, &String::from_utf8(sandbox.read(name)).unwrap())));
                }
                Step::Run { .. } => {}
            }
        }
        assert!(names.len() >= 3, "{game}: {names:?}");
        let examples = repository().join("crates/bout/examples").join(game);
        for example in fs::read_dir(examples).unwrap() {
            let example = example.unwrap().path();
            let text = fs::read_to_string(&example).unwrap();
            for (name, own) in &names {
                assert_ne!(code(game, &text), *own, "{name} is {}", example.display());
            }
        }
    }
}

/// Returns a program's code without white space, and without comments in games where they are
/// easy to find.
fn code(game: &str, text: &str) -> String {
    let has_comments = matches!(game, "esowar" | "crash");
    let code = |line: &'_ str| {
        let end = if has_comments { line.find(';') } else { None };
        line[..end.unwrap_or(line.len())].to_owned()
    };
    text.lines()
        .flat_map(|line| code(line).chars().collect::<Vec<_>>())
        .filter(|c| !c.is_whitespace())
        .collect()
}

mod transcripts {
    use super::*;

    fn run(command: &str, printed: &[&str]) -> Step {
        Step::Run { command: command.into(), printed: printed.iter().map(|&line| line.into()).collect() }
    }

    #[test]
    fn a_page_has_files_and_commands() {
        let page = "Look at `b.c`. Save this as `a.c`:\n\n    int a;\n\n    int b;\n\nNow `bout`:\n\n    $ bout check a.c\n    \
                    ok\n\n    $ ls\n\nOr\n\n    bout play a.c   # twice\n    what it prints\n";
        assert_eq!(
            steps(page),
            [
                Step::Save { name: "a.c".into(), text: "int a;\n\nint b;\n".into() },
                run("bout check a.c", &["ok"]),
                run("ls", &[]),
                run("bout play a.c   # twice", &[]),
            ]
        );
    }

    fn shows(shown: &str, printed: &str) -> bool {
        let shown: Vec<String> = shown.lines().map(String::from).collect();
        is_as_shown(&shown, &printed.lines().collect::<Vec<_>>())
    }

    #[test]
    fn an_ellipsis_stands_for_anything() {
        assert!(shows("a\nb", "a\nb  \n"));
        assert!(!shows("a\nb", "a\nb\nc") && !shows("a\nb", "a") && !shows("a", "ab"));
        assert!(shows("a\n…\nz", "a\nz") && shows("a\n…\nz", "a\nb\nc\nz") && !shows("a\n…\nz", "a\nb"));
        assert!(shows("in … s, of … all", "in 3.5 s, of them all") && !shows("in … s", "in 3.5 ms, or more"));
        assert!(shows("…", "") && shows("a…", "a") && !shows("a…a", "a"));
    }
}
