//! Makes release packages, for people without a Rust toolchain.

mod binary;
mod package;
pub(crate) mod roots;
mod trials;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use binary::Platform;

use crate::cross::tools::AARCH64;
use crate::workspace;

/// What is made, and whether it is tried.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also installs each package in clean roots of several releases of Debian and plays there.
    #[arg(long = "try")]
    is_tried: bool,
    /// Only for this platform.
    #[arg(long)]
    platform: Option<Platform>,
    /// The bout for x86-64 that is packed, instead of one that is built for it.
    #[arg(long, value_name = "FILE")]
    bout: Option<PathBuf>,
    /// Only in this release, such as `trixie`.
    #[arg(long, value_name = "RELEASE")]
    release: Vec<String>,
}

/// Makes packages. Fails if one of them cannot be installed, or if its results differ from those on this
/// machine.
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
    let is_wanted = |platform| options.platform.is_none_or(|only| only == platform);
    let mut made = Vec::new();
    if is_wanted(Platform::X86_64) {
        made.push(of_x86_64(options, &folder)?);
    }
    if is_wanted(Platform::Aarch64) {
        made.push(of_aarch64(&folder)?);
    }
    let packages: Vec<PathBuf> = made.iter().flat_map(|made| made.packages.clone()).collect();
    package::write_checksums(&packages, &folder)?;
    for package in &packages {
        println!("{}", package.display());
    }
    if !options.is_tried {
        return Ok(true);
    }
    let mut is_all_well = true;
    for made in &made {
        is_all_well &= try_packages(options, made, &folder)?;
    }
    Ok(is_all_well)
}

/// The packages for a platform.
struct Made {
    platform: Platform,
    bout: PathBuf,
    /// The command that runs it in an emulator; empty if this machine can run it.
    emulator: Vec<OsString>,
    packages: Vec<PathBuf>,
}

fn of_x86_64(options: &Options, folder: &Path) -> io::Result<Made> {
    let platform = Platform::X86_64;
    let bout = match &options.bout {
        Some(bout) => bout.canonicalize()?,
        None => binary::old_glibc(platform, &roots::root(&folder.join("roots"), roots::OLDEST)?)?,
    };
    println!("the binary needs glibc {} or newer (objdump -T)", binary::needed_glibc(platform, &bout)?);
    let files = folder.join("files");
    package::stage(&bout, &[], &files)?;
    let packages = vec![package::tar(platform, &files, folder)?, package::deb(folder)?];
    Ok(Made { platform, bout, emulator: Vec::new(), packages })
}

fn of_aarch64(folder: &Path) -> io::Result<Made> {
    let platform = Platform::Aarch64;
    AARCH64.look_for()?;
    let libraries = roots::foreign_libraries(&folder.join("roots"), platform)?;
    let bout = binary::old_glibc(platform, &libraries)?;
    println!("the binary for ARM needs glibc {} or newer", binary::needed_glibc(platform, &bout)?);
    let emulator = vec!["qemu-aarch64".into(), "-L".into(), libraries.into_os_string()];
    let files = folder.join("files-aarch64");
    package::stage(&bout, &emulator, &files)?;
    let packages = vec![package::tar(platform, &files, folder)?];
    Ok(Made { platform, bout, emulator, packages })
}

fn try_packages(options: &Options, made: &Made, folder: &Path) -> io::Result<bool> {
    if made.platform == Platform::Aarch64 {
        let here = workspace::release_build()?;
        return trials::run_emulated(&here, &made.packages[0], &made.emulator, folder);
    }
    let releases: Vec<&str> = match options.release.as_slice() {
        [] => roots::RELEASES.to_vec(),
        some => some.iter().map(String::as_str).collect(),
    };
    trials::run(&releases, &made.bout, &made.packages, folder)
}
