//! Keys for machines that enter a queue.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use nkeys::KeyPair;

use crate::QueueError;

/// Makes an `NKey` of a user, writes its seed into a new file that only its owner may read, and returns the public key.
///
/// # Errors
/// If the file exists, or cannot be written.
pub fn new_key(path: &Path) -> Result<String, QueueError> {
    let of_file = |error| QueueError::NewFile { path: path.display().to_string(), error };
    let pair = KeyPair::new_user();
    let seed = pair.seed().map_err(|error| QueueError::Machine(format!("no key can be made: {error}")))?;
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(of_file)?;
    writeln!(file, "{seed}").and_then(|()| file.sync_all()).map_err(of_file)?;
    Ok(pair.public_key())
}
