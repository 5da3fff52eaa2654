//! Makes root folders with clean systems of several Debian releases, which have different versions of gcc,
//! glibc and perl.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::binary::Platform;
use crate::workspace::{done, said_by};

/// The release whose glibc the binary is linked against.
pub(super) const OLDEST: &str = "bullseye";

/// The releases in which packages are tested.
pub(super) const RELEASES: [&str; 3] = [OLDEST, "bookworm", "trixie"];

const MIRROR: &str = "http://deb.debian.org/debian";

/// The packages that a package of bout recommends.
const PACKAGES: &str = "gcc,libc6-dev,perl";

/// Returns the root of a release. Makes it if it does not exist.
pub(crate) fn root(folder: &Path, release: &str) -> io::Result<PathBuf> {
    root_with(folder, release, release, PACKAGES)
}

/// Returns the root with this name, which has a release with these packages. Makes it if it does not exist.
pub(crate) fn root_with(folder: &Path, name: &str, release: &str, packages: &str) -> io::Result<PathBuf> {
    let root = folder.join(name);
    // As its last step, debootstrap removes its folder. If that is still there, the root is incomplete.
    if root.join("etc/debian_version").exists() && !root.join("debootstrap").exists() {
        return Ok(root);
    }
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    eprintln!("making a root of {release}");
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.args(["--variant=minbase", &format!("--include={packages}"), release]);
    done(debootstrap.arg(&root).arg(MIRROR).stdout(std::io::stderr()))?;
    for libraries in ["usr/lib64", "usr/lib/x86_64-linux-gnu"] {
        make_links_relative(&root, libraries)?;
    }
    Ok(root)
}

/// Returns a root with the oldest release's libraries for another processor, to link and run programs with.
/// The packages are only unpacked: installing them would run their programs, which this machine cannot.
pub(super) fn foreign_libraries(folder: &Path, platform: Platform) -> io::Result<PathBuf> {
    let root = folder.join(format!("{OLDEST}-{}", platform.debian()));
    let is_whole = root.join("unpacked");
    if is_whole.exists() {
        return Ok(root);
    }
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    eprintln!("unpacking the libraries of {OLDEST} for {}", platform.debian());
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.args(["--foreign", "--variant=minbase", "--include=libc6-dev"]);
    debootstrap.args([&format!("--arch={}", platform.debian()), OLDEST]);
    done(debootstrap.arg(&root).arg(MIRROR).stdout(std::io::stderr()))?;
    for entry in fs::read_dir(root.join("var/cache/apt/archives"))? {
        let package = entry?.path();
        if package.extension().is_some_and(|extension| extension == "deb") {
            done(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&root))?;
        }
    }
    make_links_relative(&root, &format!("usr/lib/{}", platform.triplet()))?;
    fs::write(is_whole, "")?;
    Ok(root)
}

/// Makes absolute links relative, since they would lead a linker out of the root.
fn make_links_relative(root: &Path, folder: &str) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let path = entry?.path();
        let Ok(target) = fs::read_link(&path) else { continue };
        if let Ok(below) = target.strip_prefix("/") {
            let up: PathBuf = Path::new(folder).components().map(|_| "..").collect();
            fs::remove_file(&path)?;
            symlink(up.join(below), &path)?;
        }
    }
    Ok(())
}

/// The versions of gcc, glibc and perl in a root.
pub(crate) fn versions(root: &Path) -> io::Result<[String; 3]> {
    let version = |package: &str| {
        let mut query = Command::new("dpkg-query");
        query.arg(format!("--admindir={}", root.join("var/lib/dpkg").display()));
        query.args(["--show", "--showformat=${Version}", package]);
        said_by(&mut query)
    };
    Ok([version("gcc")?, version("libc6")?, version("perl")?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_within_the_root() {
        let root = tempfile::tempdir().unwrap();
        let (libraries, others) = (root.path().join("usr/lib/x"), root.path().join("lib"));
        fs::create_dir_all(&libraries).unwrap();
        fs::create_dir_all(&others).unwrap();
        fs::write(others.join("real.so"), "library").unwrap();
        symlink("/lib/real.so", libraries.join("absolute.so")).unwrap();
        symlink("absolute.so", libraries.join("relative.so")).unwrap();
        make_links_relative(root.path(), "usr/lib/x").unwrap();
        for name in ["absolute.so", "relative.so"] {
            assert_eq!(fs::read_to_string(libraries.join(name)).unwrap(), "library", "{name}");
        }
    }
}
