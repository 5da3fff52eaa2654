//! A process forbids itself to start programs. It cannot undo that, so this file has only one test.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::process::Command;
use std::sync::mpsc;
use std::thread;

use sandbox::forbid_programs;

#[test]
fn no_thread_can_start_a_program_any_more() {
    let starts = || Command::new("/bin/true").status();
    assert!(starts().unwrap().success(), "before, it can");
    let (go, wait) = mpsc::channel::<()>();
    let earlier = thread::spawn(move || {
        wait.recv().unwrap();
        Command::new("/bin/true").status().map_err(|error| error.kind())
    });
    assert!(forbid_programs());
    go.send(()).unwrap();
    let refused = Err(std::io::ErrorKind::PermissionDenied);
    assert_eq!(earlier.join().unwrap(), refused, "a thread that ran already");
    assert_eq!(thread::spawn(move || starts().map_err(|error| error.kind())).join().unwrap(), refused);
    assert_eq!(starts().map_err(|error| error.kind()), refused);
    // Everything else still works.
    assert!(std::fs::read("/proc/self/status").is_ok());
    assert!(std::net::TcpListener::bind("127.0.0.1:0").is_ok());
}
