//! Shows long text in the user's pager.

use std::io::Write;
use std::process::{Command, Stdio};

/// The default pager. With these options, it quits at once if the text fits on the screen, shows
/// styles, and leaves the text on the screen.
const DEFAULT_PAGER: &str = "less -FRX";

/// Shows text in a pager. Returns false if there is no pager; nothing was shown then.
pub(super) fn shows(text: &[u8]) -> bool {
    let named = ["BOUT_PAGER", "PAGER"].iter().find_map(|name| std::env::var(name).ok());
    let words = shlex::split(&named.unwrap_or_else(|| DEFAULT_PAGER.into())).unwrap_or_default();
    let Some((program, arguments)) = words.split_first() else { return false };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let Ok(mut pager) = command.spawn() else { return false };
    if let Some(mut pipe) = pager.stdin.take() {
        // A user who quits the pager early closes the pipe.
        let _ = pipe.write_all(text);
    }
    let _ = pager.wait();
    true
}
