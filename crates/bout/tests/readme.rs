//! The README's commands, run as a newcomer would, one after the other in one folder.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::fs;
use std::path::Path;

use support::Sandbox;

/// The README's commands of bout and of the shell, in their order. Those of cargo are for the source code.
fn commands() -> Vec<String> {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let indented = readme.lines().filter_map(|line| line.strip_prefix("    "));
    let is_to_run = |line: &&str| ["bout ", "echo ", "cp "].iter().any(|start| line.starts_with(start));
    indented.filter(is_to_run).map(String::from).collect()
}

/// A command that draws in a terminal shows nothing here, so its match is only played, and its record only replayed.
fn without_a_terminal(command: &str) -> String {
    command.replace(" --view", "").replacen("bout view ", "bout replay ", 1)
}

#[test]
fn every_command_runs() {
    let sandbox = Sandbox::new();
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands {
        let command = without_a_terminal(&command);
        let run = sandbox.shell(format!("bout() {{ \"$BOUT\" \"$@\"; }}; {command}"));
        assert_eq!(run.code, Some(0), "{command}: {run:#?}");
    }
}

/// A hill refuses a program that is there already, and a newcomer's first program must not be one of them.
#[test]
fn the_first_program_is_not_among_the_examples() {
    let sandbox = Sandbox::new();
    for command in commands().iter().filter(|command| command.starts_with("echo ")) {
        sandbox.shell(command);
    }
    sandbox.bout(&["new", "esowar", "arena"]).ok();
    let own = canonical(&sandbox, "strider.esowar");
    for example in sandbox.names("arena").iter().filter(|name| name.ends_with(".esowar")) {
        assert_ne!(canonical(&sandbox, &format!("arena/{example}")), own, "{example}");
    }
}

/// A program's code without comments and blanks.
fn canonical(sandbox: &Sandbox, file: &str) -> String {
    let text = String::from_utf8(sandbox.read(file)).unwrap();
    let code = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    code.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}
