//! Reads secrets from files. The settings name only the files, so the settings themselves can be
//! shown.

use std::path::Path;

use contests::Failure;

/// The maximum length of a secret, in bytes.
const MAX_SECRET_BYTES: usize = 4096;

/// Returns the first line of a file, which must be a secret.
pub(crate) fn read_secret(file: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::file(file, "read", &error))?;
    match text.lines().next() {
        Some(line) if !line.is_empty() && line.len() <= MAX_SECRET_BYTES => Ok(line.to_owned()),
        _ => Err(Failure::Refused(format!(
            "{}: the first line must be the secret, of at most {MAX_SECRET_BYTES} bytes",
            file.display()
        ))),
    }
}
