//! Makes the packages: a tar file for any Linux, and a Debian package.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::binary::Platform;
use crate::workspace::{done, root, said_by};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The date of all files in packages, in seconds since 1970. It is fixed so that builds are reproducible.
const DATE: &str = "1735689600";

/// The changelog that Debian requires in a package. It refers to `CHANGELOG.md`.
const DEBIAN_CHANGELOG: &str = "\
bout (VERSION) unstable; urgency=medium

  * See /usr/share/doc/bout/CHANGELOG.md.

 -- The bout authors <bout@localhost>  Wed, 01 Jan 2025 00:00:00 +0000
";

/// Collects the files that every package contains: the binary, manual pages, completions, examples, the
/// manual, systemd units and licences. The binary itself prints the texts, in `emulator` if this machine
/// cannot run it.
pub(super) fn stage(bout: &Path, emulator: &[OsString], files: &Path) -> io::Result<()> {
    let run = |arguments: &[&str]| {
        let mut words = emulator.iter().map(OsString::as_os_str).chain([bout.as_os_str()]);
        let mut command = Command::new(words.next().expect("bout itself is a word"));
        command.args(words).args(arguments);
        command
    };
    if files.exists() {
        fs::remove_dir_all(files)?;
    }
    for folder in ["bin", "man", "completions"] {
        fs::create_dir_all(files.join(folder))?;
    }
    fs::copy(bout, files.join("bin/bout"))?;
    done(run(&["man", "--dir"]).arg(files.join("man")))?;
    for (shell, name) in [("bash", "bout.bash"), ("zsh", "_bout"), ("fish", "bout.fish")] {
        let script = said_by(&mut run(&["completions", shell]))?;
        fs::write(files.join("completions").join(name), script)?;
    }
    for folder in ["examples", "manual"] {
        copy_folder(&root().join("crates/bout").join(folder), &files.join(folder))?;
    }
    copy_folder(&root().join("packaging/systemd"), &files.join("systemd"))?;
    for game in games::REGISTRY {
        fs::write(files.join(format!("manual/{}.md", game.info().name)), game.manual())?;
    }
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(name), files.join(name))?;
    }
    fs::write(files.join("LICENSES.txt"), said_by(&mut run(&["licenses"]))?)?;
    fs::write(files.join("changelog.debian"), DEBIAN_CHANGELOG.replace("VERSION", VERSION))
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else {
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

/// Makes the tar file. To be reproducible, it has sorted names, one date and one owner.
pub(super) fn tar(platform: Platform, files: &Path, folder: &Path) -> io::Result<PathBuf> {
    let name = format!("bout-{VERSION}-{}-linux", platform.name());
    let package = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]);
    tar.args([
        &format!("--mtime=@{DATE}"),
        &format!("--transform=s,^\\.,{name},"),
        "--exclude=./changelog.debian",
    ]);
    tar.arg("--directory").arg(files).arg(".").stdout(Stdio::piped());
    let mut tar = tar.spawn()?;
    let archive = tar.stdout.take().expect("it is piped");
    // Without `-n`, gzip would store the current time in the file.
    done(Command::new("gzip").args(["-9n"]).stdin(archive).stdout(fs::File::create(&package)?))?;
    if tar.wait()?.success() { Ok(package) } else { Err(io::Error::other("tar fails")) }
}

/// Unpacks a tar file without its top folder.
pub(super) fn unpack(tar: &Path, into: &Path) -> io::Result<()> {
    fs::create_dir_all(into)?;
    let mut command = Command::new("tar");
    command.args(["--extract", "--strip-components=1", "--file"]).arg(tar);
    done(command.arg("--directory").arg(into))
}

/// Makes the Debian package from the metadata in bout's manifest.
pub(super) fn deb(folder: &Path) -> io::Result<PathBuf> {
    let package = folder.join(format!("bout_{VERSION}_amd64.deb"));
    let mut cargo = Command::new("cargo");
    cargo.args(["deb", "--quiet", "--locked", "--no-build", "--no-strip", "--package", "bout", "--output"]);
    done(cargo.arg(&package).env("SOURCE_DATE_EPOCH", DATE).current_dir(root()))?;
    Ok(package)
}

/// Writes the file with which users check downloads: `sha256sum --check SHA256SUMS`.
pub(super) fn write_checksums(packages: &[PathBuf], folder: &Path) -> io::Result<()> {
    let names = packages.iter().filter_map(|package| package.file_name());
    let sums = said_by(Command::new("sha256sum").args(names).current_dir(folder))?;
    fs::write(folder.join("SHA256SUMS"), sums)
}
