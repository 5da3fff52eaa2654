//! Finds folders of the workspace, and runs the programs that xtask needs.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::MetadataCommand;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The folder that cargo builds into.
pub(crate) fn target() -> io::Result<PathBuf> {
    let metadata = MetadataCommand::new().no_deps().current_dir(root()).exec().map_err(io::Error::other)?;
    Ok(metadata.target_directory.into_std_path_buf())
}

/// Makes a release build of bout for this machine, and returns its path.
pub(crate) fn release_build() -> io::Result<PathBuf> {
    done(
        Command::new("cargo")
            .args(["build", "--release", "--locked", "--package", "bout"])
            .current_dir(root()),
    )?;
    Ok(target()?.join("release/bout"))
}

/// Runs a command. Returns an error if it fails.
pub(crate) fn done(command: &mut Command) -> io::Result<()> {
    let status = command.status().map_err(|error| cannot_run(command, &error))?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("{command:?} fails: {status}"))) }
}

/// Runs a command that must succeed, and returns what it prints.
pub(crate) fn said_by(command: &mut Command) -> io::Result<String> {
    let output = command.output().map_err(|error| cannot_run(command, &error))?;
    if !output.status.success() {
        let (status, said) = (output.status, String::from_utf8_lossy(&output.stderr).into_owned());
        return Err(io::Error::other(format!("{command:?} fails: {status}\n{said}")));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

fn cannot_run(command: &Command, error: &io::Error) -> io::Error {
    io::Error::other(format!("{command:?} cannot be run: {error}"))
}

/// Returns an error that names the packages to install if programs are missing. Each program is given with
/// the Debian package that contains it.
pub(crate) fn require(programs: &[(&str, &str)]) -> io::Result<()> {
    let missing = programs.iter().filter(|(program, _)| in_path(program).is_none());
    let mut packages: Vec<&str> = missing.map(|(_, package)| *package).collect();
    packages.sort_unstable();
    packages.dedup();
    if packages.is_empty() {
        return Ok(());
    }
    let line = format!("apt-get install --no-install-recommends {}", packages.join(" "));
    Err(io::Error::other(format!("this needs programs that are not installed:\n    {line}")))
}

/// Finds a program in the search path, or in the folders that only the superuser's search path has.
pub(crate) fn in_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin", "/sbin"].map(PathBuf::from));
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}
