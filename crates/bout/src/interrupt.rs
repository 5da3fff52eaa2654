//! Ctrl-C: the first one ends the command cleanly, the second one at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// The exit code of a command that was interrupted.
const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C only sets a flag.
pub(crate) fn watch() -> Result<(), Failure> {
    let on_signal = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(on_signal)
        .map_err(|error| Failure::Machine(format!("cannot watch for Ctrl-C: {error}")))
}

/// Whether somebody pressed Ctrl-C.
pub(crate) fn wanted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// The command line that was typed, with `option value` set, ready to be pasted into a shell.
pub(crate) fn command_with(option: &str, value: u64) -> String {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(at) = words.iter().position(|word| word == option) {
        words.drain(at..(at + 2).min(words.len()));
    }
    words.retain(|word| !word.starts_with(&format!("{option}=")));
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, [option.to_owned(), value.to_string()]);
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
