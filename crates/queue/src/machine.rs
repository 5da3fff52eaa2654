//! The names of this machine, and of contests on it.

use std::io;
use std::path::Path;

use game::{Canonical, Digest};

/// Returns the name of this machine in its network.
#[must_use]
pub fn machine_name() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    if name.is_empty() { "machine".into() } else { name }
}

/// Returns the identity of a contest and its database in a queue. It is equal for every command that continues the contest
/// here. `contest` distinguishes contests with their results in the same folder.
///
/// # Errors
/// If the folder is not found.
pub fn contest_in(folder: &Path, contest: &str) -> io::Result<Digest> {
    let folder = folder.canonicalize()?;
    let mut canonical = Canonical::new("contest on a queue");
    canonical.text("machine", &machine_name());
    canonical.bytes("folder", folder.as_os_str().as_encoded_bytes());
    canonical.text("lock", contest);
    Ok(canonical.finish())
}
