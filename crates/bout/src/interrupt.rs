//! Ctrl-C: the first one ends the command cleanly, the second one immediately.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};

use contests::Failure;

use crate::names::shell_word;

/// The exit code of an interrupted command.
pub(crate) const INTERRUPTED: i32 = 130;

static STOP: AtomicBool = AtomicBool::new(false);
static AT_ONCE: AtomicBool = AtomicBool::new(false);

/// Installs a handler, so that the first Ctrl-C only sets a flag. The flag also stops long database
/// operations.
pub(crate) fn watch() -> Result<(), Failure> {
    let on_signal = || {
        if STOP.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    store::interrupt_when(was_requested);
    ctrlc::set_handler(on_signal)
        .map_err(|error| Failure::Machine(format!("cannot watch for Ctrl-C: {error}")))
}

/// Returns true if the user pressed Ctrl-C.
pub(crate) fn was_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Runs a blocking operation, such as reading standard input. Meanwhile, Ctrl-C ends the process
/// immediately.
pub(crate) fn at_once_while<T>(work: impl FnOnce() -> T) -> T {
    AT_ONCE.store(true, Ordering::Relaxed);
    if was_requested() {
        std::process::exit(INTERRUPTED);
    }
    let done = work();
    AT_ONCE.store(false, Ordering::Relaxed);
    done
}

/// Returns the command line with `option value` set, ready to be pasted into a shell.
pub(crate) fn command_with(option: &str, value: u64) -> String {
    let words = with_option(std::env::args_os().collect(), option, value);
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the command line with the option `flag`, ready to be pasted into a shell.
pub(crate) fn command_with_flag(flag: &str) -> String {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let options_end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    if !words[..options_end].iter().any(|word| word == flag) {
        words.insert(options_end, flag.into());
    }
    // The interrupted command has already discarded the results, and `--fresh` would discard the
    // new ones.
    if let Some(at) = words[..options_end].iter().position(|word| word == "--fresh") {
        words.remove(at);
    }
    words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the command line, ready to be pasted into a shell.
pub(crate) fn command() -> String {
    std::env::args_os().map(|word| shell_word(&word)).collect::<Vec<_>>().join(" ")
}

/// Sets an option, before any `--`, because every word after that is a file.
fn with_option(mut words: Vec<OsString>, option: &str, value: u64) -> Vec<OsString> {
    let options_end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let files = words.split_off(options_end);
    if let Some(at) = words.iter().position(|word| word == option) {
        words.drain(at..(at + 2).min(words.len()));
    }
    let with_value = format!("{option}=");
    words.retain(|word| !word.as_encoded_bytes().starts_with(with_value.as_bytes()));
    words.extend([option.into(), value.to_string().into()]);
    words.extend(files);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_from(words: &str) -> String {
        let words = with_option(words.split(' ').map(OsString::from).collect(), "--from", 7);
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_option_is_set_wherever_it_stood() {
        assert_eq!(with_from("bout play a b"), "bout play a b --from 7");
        assert_eq!(with_from("bout play --from 3 a b"), "bout play a b --from 7");
        assert_eq!(with_from("bout play --from=3 a b"), "bout play a b --from 7");
        assert_eq!(with_from("bout play -- --from=3 --from b"), "bout play --from 7 -- --from=3 --from b");
    }
}
