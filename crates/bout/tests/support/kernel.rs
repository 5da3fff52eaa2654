//! Kernels that lack a system call: a filter refuses it.

use std::process::Command;

use super::Sandbox;

/// What refuses a call: the number of the call, the error, and an argument with its value, or -1 for all calls.
pub(crate) type Refusal = Vec<String>;

/// Refuses a call, whatever its arguments are.
pub(crate) fn refusal(call: i64, error: i32) -> Refusal {
    vec![call.to_string(), error.to_string(), "-1".into(), "0".into()]
}

/// Refuses to make processes with these flags.
pub(crate) fn refusal_of_clones(flags: i32) -> Refusal {
    vec![libc::SYS_clone.to_string(), libc::EPERM.to_string(), "0".into(), flags.to_string()]
}

/// Compiles the program that refuses, into a sandbox.
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

/// Returns bout with these arguments, on a kernel that refuses several calls. The sandbox is [prepared](prepare).
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
