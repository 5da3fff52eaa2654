//! `bout view` as users type it; what it shows has its tests in `crates/terminal`.

mod support;

use support::Sandbox;

#[test]
fn without_a_terminal_it_says_that_it_needs_one() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["view", "wait.crash", "crash.crash"]).fails(2).says(&["terminal"]);
    sandbox.bout(&["view"]).fails(2).says(&["RECORD"]);
}

/// Runs bout in a terminal of its own with these keys waiting; `None` on machines without `script`.
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
        assert!(shown.contains("0:wait") && shown.contains("1:bomber"), "{shown}");
        let (enters, leaves) = (shown.find("\u{1b}[?1049h"), shown.rfind("\u{1b}[?1049l"));
        assert!(enters.is_some() && leaves > enters, "the screen of before is back: {shown:?}");
    }
}

#[test]
fn a_match_of_programs_begins_from_the_setup_that_is_given() {
    let sandbox = Sandbox::with_programs();
    let arguments = "wait.crash bomber.crash --start 100,2000 --rules max_turns=50 --at end";
    let Some((code, shown)) = in_a_terminal(&sandbox, "q", arguments) else { return };
    assert!(code == Some(0) && shown.contains("turn 50 of 50"), "{shown}");
    assert!(shown.contains("▸ 100 store [i]-1 i"), "the waiter is where it was put: {shown}");
    let (code, shown) =
        in_a_terminal(&sandbox, "q", "wait.crash bomber.crash --start 100,99").expect("it ran before");
    assert!(code == Some(1) && shown.contains("the setup is not legal"), "{shown}");
}

#[test]
fn a_record_has_its_setup() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["play", "wait.crash", "bomber.crash", "--record", "r"]).ok();
    let record = format!("r/{}", sandbox.names("r")[0]);
    for option in [["--start", "1,2"], ["--rules", "max_turns=5"], ["--setup", "start=1,2"]] {
        let run = sandbox.bout(&["view", &record, option[0], option[1], "-o", "page.html"]);
        run.fails(2).says(&["a record contains its rules and its setup"]);
    }
}

#[test]
fn a_signal_ends_it_and_the_terminal_is_given_back() {
    let sandbox = Sandbox::with_programs();
    if sandbox.shell("command -v script && script --version | grep -q util-linux").code != Some(0) {
        return;
    }
    // It says which process it is, and nothing is ever typed.
    let command = "echo $$ > pid; stty rows 24 cols 100; exec $BOUT view wait.crash bomber.crash";
    let is_shown = "grep -q 1049h shown 2>/dev/null";
    let end = format!(
        "i=0; until {is_shown} || [ $i -ge 600 ]; do i=$((i+1)); sleep 0.1; done; kill -TERM $(cat pid)"
    );
    let show = format!("mkfifo keys; TERM=xterm script -qefc '{command}' shown <> keys");
    sandbox.shell(format!("({end}) & {show}; echo $? > code"));
    let shown = String::from_utf8_lossy(&sandbox.read("shown")).into_owned();
    let (enters, leaves) = (shown.find("\u{1b}[?1049h"), shown.rfind("\u{1b}[?1049l"));
    assert!(enters.is_some() && leaves > enters, "{shown:?}");
    assert_eq!(sandbox.read("code"), b"130\n");
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
    assert!(code == Some(2) && shown.contains("`soon` is not a valid turn"), "{shown}");
}
