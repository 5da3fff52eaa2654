//! Release packages: what people install who have no Rust toolchain.

mod binary;
mod package;
mod roots;
mod trials;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::workspace;

/// What is made, and whether it is tried.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also installs each package in clean roots of several releases of Debian and plays there.
    #[arg(long = "try")]
    is_tried: bool,
    /// The bout that is packed, instead of one that is built for it.
    #[arg(long, value_name = "FILE")]
    bout: Option<PathBuf>,
    /// Only in this release, such as `trixie`.
    #[arg(long, value_name = "RELEASE")]
    release: Vec<String>,
}

/// Makes packages; fails if one of them cannot be installed, or plays otherwise than here.
pub(crate) fn run(options: &Options) -> ExitCode {
    match make(options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn make(options: &Options) -> io::Result<bool> {
    workspace::require(&[
        ("debootstrap", "debootstrap"),
        ("dpkg-deb", "dpkg"),
        ("gcc", "gcc libc6-dev"),
        ("objdump", "binutils"),
        ("perl", "perl"),
        ("tar", "tar"),
        ("unshare", "util-linux"),
    ])?;
    if workspace::in_path("cargo-deb").is_none() {
        return Err(io::Error::other("this needs cargo-deb:\n    cargo install --locked cargo-deb"));
    }
    let folder = workspace::target()?.join("dist");
    fs::create_dir_all(folder.join("roots"))?;
    let bout = match &options.bout {
        Some(bout) => bout.canonicalize()?,
        None => binary::old_glibc(&roots::root(&folder.join("roots"), roots::OLDEST)?)?,
    };
    let glibc = binary::needed_glibc(&bout)?;
    println!("the binary needs glibc {glibc} or newer (objdump -T)");

    let files = folder.join("files");
    package::stage(&bout, &files)?;
    let packages = [package::tar(&files, &folder)?, package::deb(&folder)?];
    package::write_checksums(&packages, &folder)?;
    for package in &packages {
        println!("{}", package.display());
    }
    if options.is_tried { try_packages(options, &bout, &packages, &folder) } else { Ok(true) }
}

fn try_packages(options: &Options, bout: &Path, packages: &[PathBuf], folder: &Path) -> io::Result<bool> {
    let releases: Vec<&str> = match options.release.as_slice() {
        [] => roots::RELEASES.to_vec(),
        some => some.iter().map(String::as_str).collect(),
    };
    trials::run(&releases, bout, packages, folder)
}
