//! Clean systems, each in a folder, of several releases of Debian: other versions of gcc, glibc and perl.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace::{done, said_by};

/// The release whose glibc the binary is linked against.
pub(super) const OLDEST: &str = "bullseye";

/// The releases in which packages are tried.
pub(super) const RELEASES: [&str; 3] = [OLDEST, "bookworm", "trixie"];

const MIRROR: &str = "http://deb.debian.org/debian";

/// What a package of bout recommends.
const PACKAGES: &str = "gcc,libc6-dev,perl";

/// The root of a release, made if it is not there.
pub(super) fn root(folder: &Path, release: &str) -> io::Result<PathBuf> {
    let root = folder.join(release);
    // The last step of debootstrap removes its own folder.
    if root.join("etc/debian_version").exists() && !root.join("debootstrap").exists() {
        return Ok(root);
    }
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    eprintln!("making a root of {release}");
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.args(["--variant=minbase", &format!("--include={PACKAGES}"), release]);
    done(debootstrap.arg(&root).arg(MIRROR).stdout(std::io::stderr()))?;
    Ok(root)
}

/// What differs between releases: the versions of gcc, glibc and perl.
pub(super) fn versions(root: &Path) -> io::Result<[String; 3]> {
    let version = |package: &str| {
        let mut query = Command::new("dpkg-query");
        query.arg(format!("--admindir={}", root.join("var/lib/dpkg").display()));
        query.args(["--show", "--showformat=${Version}", package]);
        said_by(&mut query)
    };
    Ok([version("gcc")?, version("libc6")?, version("perl")?])
}
