//! Runs programs of every kind. Tests what they read and write and how they end, and that they leave nothing
//! behind.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
// The standard library cannot send signals or set limits.
#![allow(unsafe_code)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sandbox::{
    Executable, ExitStatus, FinishedRun, IsolationFeatures, Program, SandboxError, run, run_within,
};
use support::{
    CALLS, Place, again, again_as_ordinary_user, expect_success, is_root, processes_with, task, wait_until,
};

/// Many times more bytes than a pipe holds.
const LARGE: usize = 8 << 20;
/// A time limit that nothing here exceeds unless the machine hangs.
const PATIENCE: Duration = Duration::from_secs(20);

fn all(program: &Program, input: &[u8]) -> FinishedRun {
    run(program, input, IsolationFeatures::available()).expect("the sandbox works")
}

/// Returns all available isolation features, and all but the pid and mount namespaces, as on machines that
/// forbid namespaces.
fn both() -> [IsolationFeatures; 2] {
    let features = IsolationFeatures::available();
    if !features.pid_namespace {
        println!("skipped: no pid namespace on this machine, so only what holds without it");
    }
    [features, IsolationFeatures { pid_namespace: false, mount_namespace: false, ..features }]
}

#[test]
fn large_input_and_output_at_once() {
    let place = Place::new();
    let input: Vec<u8> = (0..LARGE).map(|at| u8::try_from(at % 251).expect("small")).collect();
    let mut program = place.program("copy", &[]);
    program.output_bytes = LARGE;
    let ran = all(&program, &input);
    assert_eq!(ran.ending, ExitStatus::Exit(0));
    assert!(ran.output == input && ran.errors == input, "both outputs are the input");
}

#[test]
fn programs_that_do_not_read_their_input() {
    let place = Place::new();
    let input = vec![b'x'; LARGE];
    // The programs exit at once, write more than a pipe holds, or keep running.
    assert_eq!(all(&place.program("exits", &["7"]), &input).ending, ExitStatus::Exit(7));
    let mut program = place.program("flood", &["1000000", "1000000", "9"]);
    program.output_bytes = 1_000_000;
    let ran = all(&program, &input);
    assert_eq!((ran.ending, ran.output.len(), ran.errors.len()), (ExitStatus::Exit(9), 1_000_000, 1_000_000));
    let mut program = place.program("deaf", &[]);
    program.timeout = Duration::from_millis(300);
    let start = Instant::now();
    assert_eq!(all(&program, &input).ending, ExitStatus::Timeout);
    assert!(start.elapsed() >= program.timeout && start.elapsed() < PATIENCE);
}

#[test]
fn programs_that_close_their_outputs_and_go_on() {
    let place = Place::new();
    for features in both() {
        let mut program = place.program("closed", &[]);
        program.timeout = Duration::from_millis(300);
        let start = Instant::now();
        assert_eq!(run_within(&program, b"input", features).expect("it runs").ending, ExitStatus::Timeout);
        assert!(start.elapsed() >= program.timeout && start.elapsed() < PATIENCE);
        // A program that waits for the end of its input must see it.
        let ran =
            run_within(&place.program("closed", &["3"]), &vec![b'x'; LARGE], features).expect("it runs");
        assert_eq!(ran.ending, ExitStatus::Exit(3));
    }
}

#[test]
fn exit_codes_and_signals() {
    let place = Place::new();
    for features in both() {
        let ending = |probe: &str, argument: &str| {
            run_within(&place.program(probe, &[argument]), b"", features).expect("it runs").ending
        };
        for code in [0, 1, 127, 255] {
            assert_eq!(ending("exits", &code.to_string()), ExitStatus::Exit(code));
        }
        assert_eq!(ending("dies", "segmentation"), ExitStatus::Signal(libc::SIGSEGV));
        assert_eq!(ending("dies", "illegal"), ExitStatus::Signal(libc::SIGILL));
        assert_eq!(ending("dies", "float"), ExitStatus::Signal(libc::SIGFPE));
        // The filter refuses `tgkill`, and the first process of a pid namespace would ignore SIGABRT from
        // itself. The C library then executes a privileged instruction.
        let aborted = ending("dies", "abort");
        assert!(
            matches!(aborted, ExitStatus::Signal(libc::SIGABRT | libc::SIGSEGV | libc::SIGILL)),
            "{aborted:?} with {features:?}"
        );
    }
}

#[test]
fn output_is_limited_to_the_byte() {
    let place = Place::new();
    for (most, written, is_too_much) in
        [(0, 0, false), (0, 1, true), (1, 1, false), (70_000, 70_000, false), (70_000, 70_001, true)]
    {
        for (output, errors) in [(written, 0), (0, written), (written, written)] {
            let mut program =
                place.program("flood", &[&u32::to_string(&output), &u32::to_string(&errors), "5"]);
            program.output_bytes = most;
            let ran = all(&program, b"");
            let expected = if is_too_much { ExitStatus::TooMuchOutput } else { ExitStatus::Exit(5) };
            assert_eq!(ran.ending, expected, "{output} and {errors} of {most}");
            assert!(ran.output.len() <= most && ran.errors.len() <= most);
            if !is_too_much {
                assert_eq!([ran.output.len(), ran.errors.len()], [output, errors].map(|n| n as usize));
            }
        }
    }
}

#[test]
fn a_file_is_made_by_number_and_by_path() {
    let place = Place::new();
    for features in both() {
        let mut program = place.program("makes", &["first ", "second"]);
        program.readable.push("/proc".into());
        program.makes_file = true;
        let ran = run_within(&program, b"", features).expect("it runs");
        assert_eq!((ran.ending, &ran.made[..]), (ExitStatus::Exit(0), &b"first second"[..]), "{features:?}");
        program.makes_file = false;
        let ran = run_within(&program, b"", features).expect("it runs");
        assert_eq!((ran.ending, ran.made.len()), (ExitStatus::Exit(3), 0), "there is no file 3");
    }
}

#[test]
fn what_only_waits_is_ended_and_what_computes_is_not() {
    let place = Place::new();
    for features in both() {
        for (probe, input) in [("deaf", &b""[..]), ("closed", b"input")] {
            let mut program = place.program(probe, &[]);
            (program.timeout, program.idle_time) = (Duration::from_hours(1), Duration::from_millis(500));
            assert_eq!(
                run_within(&program, input, features).expect("it runs").ending,
                ExitStatus::Idle,
                "{features:?}"
            );
        }
        // A program that computes may run three times longer than it may be idle.
        let mut program = place.program("spin", &["1500"]);
        program.idle_time = Duration::from_millis(500);
        let ran = run_within(&program, b"", features).expect("it runs");
        assert!(matches!(ran.ending, ExitStatus::Exit(_)), "{ran:?}");
    }
}

/// A source can make a tool read its own output. Such a tool waits for ever, so it must be ended as idle.
#[test]
fn a_tool_that_reads_what_it_writes_is_ended() {
    let place = Place::new();
    let helper = if is_root() {
        again_as_ordinary_user(&place, "helper_own_output", "own output")
    } else {
        Some(again("helper_own_output", "own output"))
    };
    match helper {
        Some(helper) => expect_success(helper),
        None => println!("skipped: setpriv cannot make us an ordinary user"),
    }
}

/// An ordinary user's program may open its own output. It is a pipe that the program itself keeps open.
#[test]
#[ignore = "a helper of other tests"]
fn helper_own_output() {
    if task().as_deref() != Some("own output") {
        return;
    }
    let place = Place::new();
    let mut program = place.program("read_file", &["/proc/self/fd/1"]);
    program.readable.push("/proc".into());
    (program.makes_file, program.timeout) = (true, Duration::from_hours(1));
    program.idle_time = Duration::from_millis(500);
    assert_eq!(all(&program, b"").ending, ExitStatus::Idle);
}

#[test]
fn inputs_are_files_that_can_be_read() {
    let place = Place::new();
    for features in both() {
        for (number, is_there) in [(4, true), (5, true), (6, false)] {
            let mut program = place.program("read_file", &[&format!("/proc/self/fd/{number}")]);
            program.readable.push("/proc".into());
            program.inputs = vec![b"first".to_vec(), b"second".to_vec()];
            let ran = run_within(&program, b"", features).expect("it runs");
            assert_eq!(ran.ending == ExitStatus::Exit(0), is_there, "{number}: {ran:?} with {features:?}");
        }
    }
}

#[test]
fn without_a_wall_for_files_nothing_is_run_that_may_open_some() {
    let place = Place::new();
    let all = IsolationFeatures::available();
    let none = IsolationFeatures { landlock: false, mount_namespace: false, ..all };
    let unusable = IsolationFeatures { landlock: false, pid_namespace: false, ..all };
    for features in [none, unusable] {
        let refused = run(&place.program("exits", &["0"]), b"", features);
        let Err(SandboxError::MissingFeature { feature, remedy }) = refused else { panic!("{refused:?}") };
        assert!(feature.contains("Landlock") && feature.contains("mount namespace"), "{feature}");
        assert!(remedy.contains("5.13") && remedy.contains("unprivileged_userns_clone"), "{remedy}");
    }
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let place = Place::new();
    let text = place.path().join("text");
    fs::write(&text, "no program").expect("a file can be written");
    let folder = place.path().to_owned();
    for features in both().into_iter().chain([IsolationFeatures::none()]) {
        for path in [PathBuf::from("/nothing/here"), "".into(), "probes".into(), text.clone(), folder.clone()]
        {
            let mut program = place.program("exits", &["0"]);
            program.readable.push(path.clone());
            program.executable = Executable::Path(path.clone());
            let ran = run_within(&program, b"", features);
            assert!(matches!(ran, Err(SandboxError::Confining { .. })), "{path:?}: {ran:?}");
        }
        for content in [&b""[..], b"no program", b"\x7fELF"] {
            let mut program = place.program("exits", &["0"]);
            program.executable = Executable::Content(content.to_vec());
            let ran = run_within(&program, b"", features);
            assert!(matches!(ran, Err(SandboxError::Confining { .. })), "{ran:?}");
        }
    }
}

#[test]
fn a_program_can_be_a_content() {
    let place = Place::new();
    for features in both() {
        let mut program = place.program("exits", &["11"]);
        program.executable = Executable::Content(fs::read(place.probes()).expect("the probes"));
        program.readable = Vec::new();
        // The filter is active before the program starts, and content is started with this call.
        program.calls = [CALLS, &[libc::SYS_execveat]].concat().leak();
        assert_eq!(run_within(&program, b"", features).expect("it runs").ending, ExitStatus::Exit(11));
    }
}

#[test]
fn nobody_is_the_superuser() {
    let place = Place::new();
    let ran = all(&place.program("numbers", &[]), b"");
    let said = String::from_utf8_lossy(&ran.output).into_owned();
    assert_eq!(ran.ending, ExitStatus::Exit(0));
    assert!(!said.starts_with("0 "), "{said}");
    if is_root() {
        assert!(said.trim_end().ends_with(" -1") || said.trim_end().ends_with(" 0"), "other groups: {said}");
    }
}

#[test]
fn two_threads_at_once() {
    let place = Place::new();
    std::thread::scope(|scope| {
        for name in 0..2_u8 {
            let place = &place;
            scope.spawn(move || {
                let input = vec![name; 100_000];
                let mut program = place.program("copy", &[]);
                program.output_bytes = input.len();
                for _ in 0..20 {
                    let ran = all(&program, &input);
                    assert_eq!(ran.ending, ExitStatus::Exit(0));
                    assert!(ran.output == input && ran.errors == input, "nobody else's bytes");
                }
            });
        }
    });
}

#[test]
fn nothing_is_left_of_many_runs() {
    expect_success(again("helper_many_runs", "many"));
}

#[test]
fn a_parent_that_ignores_sigchld_does_no_harm() {
    let mut helper = Command::new("sh");
    let name = std::env::current_exe().expect("we are a file");
    helper.args(["-c", "trap '' CHLD; exec \"$0\" \"$@\""]).arg(name);
    let plain = again("helper_many_runs", "many");
    helper.args(plain.get_args());
    for (key, value) in plain.get_envs() {
        helper.env(key, value.expect("it is set"));
    }
    expect_success(helper);
}

#[test]
fn nothing_is_left_of_many_runs_of_an_ordinary_user() {
    let place = Place::new();
    if !is_root() {
        println!("skipped: we are one ourselves");
        return;
    }
    match again_as_ordinary_user(&place, "helper_many_runs", "many") {
        Some(helper) => expect_success(helper),
        None => println!("skipped: setpriv cannot make us an ordinary user"),
    }
}

/// Runs in its own process, because open files and children of other tests would count otherwise.
#[test]
#[ignore = "a helper of other tests"]
fn helper_many_runs() {
    if task().as_deref() != Some("many") {
        return;
    }
    let place = Place::new();
    let round = |at: u32| {
        let mut program = match at % 5 {
            0 => place.program("exits", &["0"]),
            1 => place.program("dies", &["segmentation"]),
            2 => place.program("flood", &["100", "100000", "0"]),
            3 => place.program("daemonise", &[]),
            _ => place.program("closed", &[]),
        };
        program.timeout = Duration::from_millis(if at % 5 == 4 { 20 } else { 20_000 });
        program.makes_file = true;
        if at % 7 == 6 {
            program.executable = Executable::Path("/nothing".into());
        }
        // The result does not matter: even an error must leave nothing behind.
        drop(run_within(&program, b"input", both()[at as usize % 2]));
    };
    round(0);
    let before = open_files();
    for at in 0..100 {
        round(at);
    }
    assert_eq!(open_files(), before, "open files");
    let children = children();
    assert!(children.is_empty(), "children: {children:?}");
    let groups = groups(Path::new("/sys/fs/cgroup"), 4);
    assert!(groups.is_empty(), "control groups: {groups:?}");
}

fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").expect("there is /proc").count()
}

/// Returns the children of all our threads, including dead ones.
fn children() -> Vec<String> {
    let threads = fs::read_dir("/proc/self/task").expect("there is /proc").flatten();
    let of = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).unwrap_or_default();
    threads.flat_map(|thread| of(thread).split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Returns the control groups of this process below a folder.
fn groups(folder: &Path, depth: u32) -> Vec<PathBuf> {
    let ours = format!("bout-{}-", std::process::id());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if entry.file_name().to_string_lossy().starts_with(&ours) {
            found.push(entry.path());
        } else if depth > 0 {
            found.extend(groups(&entry.path(), depth - 1));
        }
    }
    found
}

#[test]
fn daemons_are_dead_when_it_returns() {
    let place = Place::new();
    for (number, features) in both().into_iter().enumerate() {
        let token = format!("bout-daemon-{}-{number}", std::process::id());
        let mut program = place.program("daemonise", &[&token]);
        let ran = run_within(&program, b"", features).expect("it runs");
        let left = processes_with(&token);
        assert!(left.is_empty(), "{left:?} with {features:?}");
        // Without the filter, the daemon gets its own session, and only the namespace can end it.
        if features.pid_namespace {
            program.calls = &[];
            let ran =
                run_within(&program, b"", IsolationFeatures { seccomp: false, ..features }).expect("it runs");
            assert_eq!(ran.ending, ExitStatus::Exit(5), "it has its session");
            let left = processes_with(&token);
            assert!(left.is_empty(), "{left:?} with {features:?}");
        } else {
            assert_eq!(ran.ending, ExitStatus::Exit(6), "it must not get a session");
        }
    }
}

#[test]
fn a_child_that_keeps_the_outputs_does_not_keep_us_in_a_namespace() {
    if !IsolationFeatures::available().pid_namespace {
        println!("skipped: no pid namespace on this machine");
        return;
    }
    let place = Place::new();
    let token = format!("bout-orphan-{}", std::process::id());
    let ran = all(&place.program("orphan", &[&token]), b"");
    assert_eq!(ran.ending, ExitStatus::Exit(4));
    assert!(processes_with(&token).is_empty());
}

/// A program's processes end with it even without a pid namespace.
#[test]
fn a_child_that_keeps_the_outputs_does_not_keep_us() {
    let place = Place::new();
    let mut program = place.program("orphan", &[]);
    program.timeout = Duration::from_secs(3);
    let [_, features] = both();
    assert_eq!(run_within(&program, b"", features).expect("it runs").ending, ExitStatus::Exit(4));
}

#[test]
fn signals_are_as_in_a_fresh_program() {
    let place = Place::new();
    // SAFETY: plain numbers; no test depends on this signal.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    assert_eq!(all(&place.program("inherits", &[]), b"").ending, ExitStatus::Exit(1), "nothing is inherited");
}

#[test]
fn our_own_limits_may_be_lower() {
    let place = Place::new();
    let helper = if is_root() {
        again_as_ordinary_user(&place, "helper_low_limits", "low")
    } else {
        Some(again("helper_low_limits", "low"))
    };
    match helper {
        Some(helper) => expect_success(helper),
        None => println!("skipped: setpriv cannot make us an ordinary user"),
    }
}

/// Runs in its own process, because a hard limit cannot be raised again.
#[test]
#[ignore = "a helper of other tests"]
fn helper_low_limits() {
    if task().as_deref() != Some("low") {
        return;
    }
    let place = Place::new();
    let low = libc::rlimit { rlim_cur: 50, rlim_max: 50 };
    // SAFETY: the kernel reads two numbers.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const low) }, 0, "limits can be lowered");
    assert_eq!(all(&place.program("exits", &["3"]), b"").ending, ExitStatus::Exit(3));
}

#[test]
fn when_we_are_killed_the_program_is() {
    let place = Place::new();
    for (number, features) in both().into_iter().enumerate() {
        let token = format!("bout-family-{}-{number}", std::process::id());
        let task = format!("family {token} {number}");
        let mut host = host(&place, &task);
        let has_begun = wait_until(PATIENCE, || processes_with(&token).len() == 3);
        let family = processes_with(&token);
        host.kill().expect("it is ours");
        host.wait().expect("it is ours");
        assert!(has_begun, "a program and two children: {family:?}");
        let parents: Vec<u32> = family.iter().map(|(_, parent)| *parent).collect();
        let first = family.iter().find(|(pid, _)| parents.contains(pid)).expect("the first of them").0;
        let is_gone = wait_until(Duration::from_secs(5), || {
            let left = processes_with(&token);
            if features.pid_namespace { left.is_empty() } else { left.iter().all(|(pid, _)| *pid != first) }
        });
        let left = processes_with(&token);
        for (pid, _) in &left {
            // SAFETY: plain numbers; it has our token in its arguments.
            unsafe { libc::kill(i32::try_from(*pid).expect("small"), libc::SIGKILL) };
        }
        assert!(is_gone, "{left:?} of {family:?} with {features:?}");
        if !left.is_empty() {
            println!("without a pid namespace {} children were left, until their time was up", left.len());
        }
    }
}

/// The program revokes the request that the kernel kill it with its parent.
#[test]
fn a_program_cannot_outlive_us() {
    let place = Place::new();
    let token = format!("bout-unbound-{}", std::process::id());
    for number in 0..2 {
        let mut host = host(&place, &format!("unbound {token} {number}"));
        let has_begun = wait_until(PATIENCE, || !processes_with(&token).is_empty());
        std::thread::sleep(Duration::from_millis(300));
        host.kill().expect("it is ours");
        host.wait().expect("it is ours");
        let is_gone = wait_until(Duration::from_secs(5), || processes_with(&token).is_empty());
        let left = processes_with(&token);
        for (pid, _) in &left {
            // SAFETY: plain numbers; it has our token in its arguments.
            unsafe { libc::kill(i32::try_from(*pid).expect("small"), libc::SIGKILL) };
        }
        assert!(has_begun && is_gone, "{left:?} outlived us, with features {number}");
    }
}

/// Starts a host process that is going to be killed. Its temporary files lie in `place` and are removed with
/// it.
fn host(place: &Place, task: &str) -> Child {
    let mut host = again("helper_host", task);
    host.env("TMPDIR", place.path()).stdout(Stdio::null()).stderr(Stdio::null());
    host.spawn().expect("a helper runs")
}

/// A host process that runs a program until a test kills it.
#[test]
#[ignore = "a helper of other tests"]
fn helper_host() {
    let Some(task) = task() else { return };
    let [probe, token, number] = task.split(' ').collect::<Vec<_>>()[..] else { return };
    let place = Place::new();
    let mut program = place.program(probe, if probe == "family" { &["2"] } else { &[] });
    program.arguments.push(token.to_owned());
    program.timeout = Duration::from_mins(1);
    drop(run_within(&program, b"", both()[usize::from(number == "1")]));
}
