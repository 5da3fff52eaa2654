//! Files without names, for programs that want paths.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::fd::OwnedFd;
use std::process::Output;

use crate::{SandboxError, system};

/// The most that is made in this way, in bytes.
const MAX_MADE_BYTES: u64 = 64 << 20;

/// Calls `run` with a path for each of these contents and a path to write to, and gives back what was written. No file
/// is left, whatever happens.
///
/// # Errors
/// If there is no memory, or the program could not be run or said no.
pub fn with_files(
    contents: &[Vec<u8>],
    run: impl FnOnce(&[OsString], &OsStr) -> io::Result<Output>,
) -> Result<Vec<u8>, SandboxError> {
    let files: Vec<OwnedFd> = contents
        .iter()
        .map(|content| system::memory_file_of(c"bout-file", content, false))
        .collect::<Result<_, _>>()?;
    let made = system::memory_file(c"bout-made", false)?;
    let path =
        |file: &OwnedFd| OsString::from(format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()));
    let paths: Vec<OsString> = files.iter().map(path).collect();
    let failed = |cause| SandboxError::System { doing: "run a tool", cause };
    let output = run(&paths, &path(&made)).map_err(failed)?;
    if !output.status.success() {
        return Err(failed(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned())));
    }
    system::content(made, MAX_MADE_BYTES)
}
