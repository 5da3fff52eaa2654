//! `bout view` on the command line; the tests of what it shows are in `crates/terminal`.

mod support;

use support::Sandbox;

#[test]
fn without_a_terminal_it_says_that_it_needs_one() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["view", "wait.crash", "crash.crash"]).fails(2).says(&["terminal"]);
    sandbox.bout(&["view"]).fails(2).says(&["RECORD"]);
}

/// Runs bout in a terminal with these keys waiting. Returns `None` on machines without `script`.
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
    // Bout's process id goes into a file, and no key is ever pressed.
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

#[test]
fn films_and_pictures_are_what_their_endings_say() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["play", "wait.crash", "bomber.crash", "--record", "r"]).ok();
    let record = format!("r/{}", sandbox.names("r")[0]);
    for (file, start) in [
        ("f.gif", &b"GIF89a"[..]),
        ("f.SVG", b"<svg "),
        ("f.png", b"\x89PNG"),
        ("f.html", b"<!doctype html>"),
    ] {
        sandbox.bout(&["view", &record, "-o", file]).ok();
        assert!(sandbox.read(file).to_ascii_lowercase().starts_with(&start.to_ascii_lowercase()), "{file}");
    }
    let film = sandbox.read("f.gif");
    sandbox.bout(&["view", "wait.crash", "bomber.crash", "-o", "g.gif"]).ok();
    assert_eq!(sandbox.read("g.gif"), film, "a match that is played is the same film");
    sandbox
        .bout(&["view", &record, "-o", "f.gif", "--theme", "light", "--size", "320x240", "--seconds", "8"])
        .ok();
    let small = sandbox.read("f.gif");
    assert_eq!(small[6..10], [64, 1, 240, 0], "320 by 240");
    for (arguments, why) in [
        (["-o", "f.bmp", "--seconds", "20"], ".gif, .svg, .webm, .mp4"),
        (["-o", "film", "--seconds", "20"], ".png"),
        (["-o", "f.gif", "--size", "321x240"], "even"),
        (["-o", "f.gif", "--seconds", "500"], "from 8 to 60"),
    ] {
        let arguments = [&["view", record.as_str()], &arguments[..]].concat();
        sandbox.bout(&arguments).fails(2).says(&[why]);
    }
    assert_eq!(sandbox.read("f.gif"), small, "what fails leaves the file as it was");
}

#[test]
fn a_record_that_is_not_true_is_not_filmed() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["play", "wait.crash", "bomber.crash", "--record", "r"]).ok();
    let name = format!("r/{}", sandbox.names("r")[0]);
    let mut forged = record::read(&sandbox.read(&name)).expect("a record");
    forged.outcome.winner = forged.outcome.winner.map(|seat| 1 - seat);
    std::fs::write(sandbox.path("forged.bout"), record::write(&forged)).expect("it can be written");
    sandbox.bout(&["view", "forged.bout", "-o", "f.gif"]).fails(1).says(&["not true", "winner"]);
    assert!(!sandbox.path("f.gif").exists());
}

#[test]
fn a_video_without_ffmpeg_says_what_to_do() {
    let sandbox = Sandbox::with_programs();
    let run = sandbox.shell("PATH=/nowhere $BOUT view wait.crash bomber.crash -o film.mp4");
    run.fails(4).says(&["ffmpeg", ".gif"]);
}

#[test]
fn a_video_has_the_size_and_the_length_that_are_asked_for() {
    let sandbox = Sandbox::with_programs();
    if sandbox.shell("command -v ffmpeg && command -v ffprobe").code != Some(0) {
        return;
    }
    sandbox
        .bout(&[
            "view",
            "wait.crash",
            "bomber.crash",
            "--size",
            "320x240",
            "--seconds",
            "8",
            "-o",
            "film.mp4",
        ])
        .ok();
    let probe = "ffprobe -v error -show_entries stream=width,height,duration -of csv=p=0 film.mp4";
    let said = sandbox.shell(probe).out;
    let parts: Vec<&str> = said.trim().split(',').collect();
    assert_eq!(parts[..2], ["320", "240"], "{said}");
    assert!(parts[2].parse::<f64>().is_ok_and(|seconds| (4.0..=8.0).contains(&seconds)), "{said}");
}

#[test]
fn it_is_suspended_and_continued() {
    let sandbox = Sandbox::with_programs();
    if sandbox.shell("command -v script && script --version | grep -q util-linux").code != Some(0) {
        return;
    }
    let script = "set -m\nstty rows 24 cols 100\n$BOUT view wait.crash bomber.crash\necho \"suspended: $?\"\nfg\necho \"ended: $?\"\n";
    sandbox.file("job.sh", script);
    // Presses Ctrl-Z once the match is shown, and the key that quits once it is shown again.
    let wait = |times, text| {
        format!(
            "i=0; until [ $(grep -ao '{text}' shown 2>/dev/null | wc -l) -ge {times} ] || [ $i -ge 600 ]; do i=$((i+1)); sleep 0.1; done"
        )
    };
    let keys = format!("{}; printf '\\032' > keys; {}; printf q > keys", wait(1, "1049h"), wait(2, "1049h"));
    let show = "mkfifo keys; TERM=xterm script -qefc 'bash job.sh' shown <> keys";
    sandbox.shell(format!("({keys}) & {show}"));
    let shown = String::from_utf8_lossy(&sandbox.read("shown")).into_owned();
    let place = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{text:?} is not in {shown:?}"));
    let (left, suspended) = (place("\u{1b}[?1049l"), place("suspended: 148"));
    let again = shown.rfind("\u{1b}[?1049h").expect("the screen is taken again");
    assert!(left < suspended && suspended < again && again < place("ended: 0"), "{shown:?}");
}

#[test]
fn pasted_text_is_no_keys_and_a_vt100_gets_no_colours() {
    let sandbox = Sandbox::with_programs();
    // A pasted `q` does nothing; the typed one quits.
    let keys = "\\033[200~q\\033[201~q";
    let Some((code, shown)) = in_a_terminal(&sandbox, keys, "wait.crash bomber.crash") else { return };
    assert_eq!(code, Some(0));
    assert!(shown.contains("\u{1b}[?2004h"), "{shown:?}");
    assert!(shown.contains("\u{1b}[?2004l"), "it is given back");
    let command = "stty rows 24 cols 100; $BOUT view wait.crash bomber.crash";
    sandbox.shell(format!("printf q | TERM=vt100 script -qefc '{command}' shown"));
    let shown = String::from_utf8_lossy(&sandbox.read("shown")).into_owned();
    assert!(!shown.contains("38;5;") && !shown.contains("48;5;"), "{shown:?}");
}
