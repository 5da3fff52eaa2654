//! `bout view` as users type it; what it shows has its tests in `crates/terminal`.

mod support;

use support::Sandbox;

#[test]
fn without_a_terminal_it_says_that_it_needs_one() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["view", "wait.crash", "crash.crash"]).fails(2).says(&["terminal"]);
    sandbox.bout(&["view"]).fails(2).says(&["RECORD"]);
}

/// Runs a command in a terminal of its own, with these keys waiting; nothing on machines without `script`.
fn in_a_terminal(sandbox: &Sandbox, keys: &str, arguments: &str) -> Option<(Option<i32>, String)> {
    if sandbox.shell("command -v script && script --version | grep -q util-linux").code != Some(0) {
        return None;
    }
    let command = format!("stty rows 24 cols 100; $BOUT view {arguments}");
    let run = sandbox.shell(format!("printf '{keys}' | TERM=xterm script -qefc '{command}' shown"));
    Some((run.code, String::from_utf8_lossy(&sandbox.read("shown")).into_owned()))
}

#[test]
fn a_record_and_a_match_of_programs_are_shown_and_the_terminal_is_given_back() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["play", "wait.crash", "bomber.crash", "--record", "r"]).ok();
    let record = format!("r/{}", sandbox.names("r")[0]);
    for arguments in [record.as_str(), "wait.crash bomber.crash --seed 1 --at 50%"] {
        let Some((code, shown)) = in_a_terminal(&sandbox, "q", arguments) else { return };
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains("wait.crash") && shown.contains("bomber.crash"), "{shown}");
        let (enters, leaves) = (shown.find("\u{1b}[?1049h"), shown.rfind("\u{1b}[?1049l"));
        assert!(enters.is_some() && leaves > enters, "the screen of before is back: {shown:?}");
    }
}

#[test]
fn what_cannot_be_shown_is_refused_before_the_screen_changes() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("broken.bout", "no record");
    let Some((code, shown)) = in_a_terminal(&sandbox, "q", "broken.bout") else { return };
    assert!(code == Some(1) && shown.contains("broken.bout: "), "{shown}");
    let (code, shown) = in_a_terminal(&sandbox, "q", "missing.bout").expect("it ran before");
    assert!(code == Some(3) && shown.contains("missing.bout"), "{shown}");
    let (code, shown) =
        in_a_terminal(&sandbox, "q", "wait.crash crash.crash --at soon").expect("it ran before");
    assert!(code == Some(2) && shown.contains("`soon` is no turn"), "{shown}");
}
