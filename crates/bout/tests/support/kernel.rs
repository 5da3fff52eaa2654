//! Simulates kernels that lack a system call: a filter refuses it.

use std::process::Command;

use super::Sandbox;

/// A refused call: its number, the error, and an argument's index and value. An index of -1
/// refuses every call.
pub(crate) type Refusal = Vec<String>;

/// Refuses a call, whatever its arguments.
pub(crate) fn refusal(call: i64, error: i32) -> Refusal {
    vec![call.to_string(), error.to_string(), "-1".into(), "0".into()]
}

/// Refuses to create processes with these flags.
pub(crate) fn refusal_of_clones(flags: i32) -> Refusal {
    vec![libc::SYS_clone.to_string(), libc::EPERM.to_string(), "0".into(), flags.to_string()]
}

/// Compiles the program that installs the filter, into a sandbox.
pub(crate) fn prepare(sandbox: &Sandbox) {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/machines/refuse.c");
    let made = Command::new("gcc")
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(sandbox.path("refuse"))
        .arg(source)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Returns bout with these arguments, on a kernel that refuses several calls. Call [`prepare`] on
/// the sandbox first.
pub(crate) fn without(sandbox: &Sandbox, all: &[Refusal], args: &[&str]) -> Command {
    let bout = sandbox.command(args);
    let refuse = sandbox.path("refuse");
    let mut command = Command::new(&refuse);
    for (nth, refused) in all.iter().enumerate() {
        if nth > 0 {
            command.arg(&refuse);
        }
        command.args(refused);
    }
    command.arg(bout.get_program()).args(bout.get_args());
    command.current_dir(sandbox.path(""));
    for (name, value) in bout.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}
