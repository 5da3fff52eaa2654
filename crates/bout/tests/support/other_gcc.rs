//! A machine with a gcc other than the usual one.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Run, Sandbox};

/// A machine with another gcc, in a folder at the start of the search path.
pub(crate) struct OtherGcc(Sandbox);

impl OtherGcc {
    pub(crate) fn find() -> Self {
        let version = |gcc: &Path| {
            let output = Command::new(gcc).arg("-dumpfullversion").output().ok()?;
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let usual = version(Path::new("gcc"));
        let others = (9..40).map(|number| PathBuf::from(format!("/usr/bin/gcc-{number}")));
        let other = others.into_iter().find(|gcc| gcc.exists() && version(gcc) != usual);
        let other = other
            .expect("this needs a second gcc: apt-get install gcc-11, or another version than that of gcc");
        let folder = Sandbox::new();
        symlink(other, folder.path("gcc")).unwrap();
        Self(folder)
    }

    /// Returns the path of the other gcc.
    pub(crate) fn gcc(&self) -> PathBuf {
        self.0.path("gcc")
    }

    fn path(&self) -> String {
        format!("{}:{}", self.0.path(".").display(), std::env::var("PATH").unwrap())
    }

    pub(crate) fn command(&self, dir: &Sandbox, args: &[&str]) -> Command {
        let mut command = dir.command(args);
        command.env("PATH", self.path());
        command
    }

    pub(crate) fn bout(&self, dir: &Sandbox, args: &[&str]) -> Run {
        Run::of(self.command(dir, args).output().unwrap())
    }
}

/// Returns the major version of a gcc.
pub(crate) fn major_of(gcc: &Path) -> String {
    let version = Command::new(gcc).arg("-dumpversion").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    version.trim().split('.').next().unwrap().to_owned()
}
