//! Builds a binary that runs on old systems, too: it is linked against an old glibc, with which newer
//! versions are compatible.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cross::tools::AARCH64;
use crate::workspace::{done, root, said_by, target};

/// The newest version of glibc that the binary may need: that of Debian 11 and Ubuntu 20.04.
const NEWEST_GLIBC: (u32, u32) = (2, 31);

/// A platform that packages are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Platform {
    /// What most computers are.
    #[value(name = "x86_64")]
    X86_64,
    /// 64-bit ARM: built with Debian's cross compiler, and tried in an emulator.
    Aarch64,
}

impl Platform {
    /// The platform's name in the names of packages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }

    /// Debian's name of the platform.
    pub(super) fn debian(self) -> &'static str {
        match self {
            Self::X86_64 => "amd64",
            Self::Aarch64 => "arm64",
        }
    }

    /// gcc's name of the platform, which Debian also uses for the folders of its libraries.
    pub(super) fn triplet(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-linux-gnu",
            Self::Aarch64 => "aarch64-linux-gnu",
        }
    }

    fn objdump(self) -> &'static str {
        match self {
            Self::X86_64 => "objdump",
            Self::Aarch64 => "aarch64-linux-gnu-objdump",
        }
    }

    /// The cargo command that builds for the platform, and the path of the result.
    fn cargo(self) -> io::Result<(Command, PathBuf)> {
        Ok(match self {
            Self::X86_64 => {
                let mut cargo = Command::new("cargo");
                cargo.args(["rustc", "--locked"]).current_dir(root());
                (cargo, target()?)
            }
            Self::Aarch64 => (AARCH64.cargo("rustc"), AARCH64.built()),
        })
    }
}

/// Makes a release build, linked against the libraries in this root.
pub(super) fn old_glibc(platform: Platform, root_of_old: &Path) -> io::Result<PathBuf> {
    let (mut cargo, built) = platform.cargo()?;
    cargo.args(["--release", "--package", "bout", "--bin", "bout", "--", "-C", "strip=symbols"]);
    // By default, gcc first searches its own folders, which contain this machine's libraries.
    let (old, libraries) = (root_of_old.display(), root_of_old.join("usr/lib").join(platform.triplet()));
    let libraries = libraries.display();
    for argument in [format!("--sysroot={old}"), format!("-L{libraries}"), format!("-B{libraries}")] {
        cargo.args(["-C", &format!("link-arg={argument}")]);
    }
    done(&mut cargo)?;
    let bout = built.join("release/bout");
    let needed = needed_glibc(platform, &bout)?;
    if version(&needed).is_none_or(|version| version > NEWEST_GLIBC) {
        let (major, minor) = NEWEST_GLIBC;
        return Err(io::Error::other(format!(
            "the binary needs glibc {needed}, and {major}.{minor} is the most it may"
        )));
    }
    Ok(bout)
}

/// The version of glibc that a binary needs.
pub(super) fn needed_glibc(platform: Platform, binary: &Path) -> io::Result<String> {
    let symbols = said_by(Command::new(platform.objdump()).arg("-T").arg(binary))?;
    newest(&symbols).ok_or_else(|| io::Error::other("the binary names no version of glibc"))
}

fn newest(symbols: &str) -> Option<String> {
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| rest.split([')', ' ', '\n']).next());
    versions.filter(|text| version(text).is_some()).max_by_key(|text| version(text)).map(String::from)
}

/// The major and minor version. Only versions before 2.3 have a third number that matters.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_found_by_number() {
        let symbols = "\
            0000000000000000      DF *UND*\t0000000000000000 (GLIBC_2.2.5) free\n\
            0000000000000000      DF *UND*\t0000000000000000 (GLIBC_2.28) fcntl64\n\
            0000000000000000  w   DF *UND*\t0000000000000000 (GLIBC_2.9) pipe2\n\
            0000000000000000      DO *UND*\t0000000000000000 (GLIBC_PRIVATE) secret\n\
            0000000000000000      DF *UND*\t0000000000000000 (GCC_3.0) _Unwind_Resume\n";
        assert_eq!(newest(symbols).as_deref(), Some("2.28"));
        assert_eq!(newest("(GCC_3.0) _Unwind_Resume"), None);
        assert!(version("2.34") > Some(NEWEST_GLIBC) && version("2.2.5") < Some(NEWEST_GLIBC));
    }
}
