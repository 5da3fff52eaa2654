//! The folders that workers can access.

use std::path::{Path, PathBuf};

use contests::Failure;
use contests::foreign::cache_folder;

use crate::site::hill_folders;
use crate::wars::war_folders;

/// Programs and libraries of the system that workers may read and run. None of these paths holds secrets.
const SYSTEM: [&str; 15] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/perl",
    "/dev/urandom",
    "/dev/zero",
    "/sys/devices/system/cpu",
    "/etc/nsswitch.conf",
];

/// The folders of one site, as absolute paths.
pub(super) struct Folders {
    site: PathBuf,
    /// The folder in `.bout` for the workers' own files.
    pub(super) own: PathBuf,
}

impl Folders {
    pub(super) fn of(site: &Path) -> Self {
        Self { site: site.to_owned(), own: site.join(".bout").join("workers") }
    }

    /// Returns true if the site's folder is itself a hill or a war. A worker that may write to this folder
    /// can then also access the account database, which lies in it.
    pub(super) fn is_one_hill(&self) -> bool {
        ["hill.toml", "war.toml"].iter().any(|file| self.site.join(file).is_file())
    }

    /// Returns the folder for temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.own.join("temp")
    }

    /// Returns the folder of compiled bots.
    pub(super) fn cache(&self) -> PathBuf {
        // An administrator who sets BOUT_CACHE_DIR wants to share that folder.
        let named = std::env::var_os("BOUT_CACHE_DIR").filter(|folder| !folder.is_empty());
        named.and_then(|_| cache_folder()).unwrap_or_else(|| self.own.join("cache"))
    }

    /// Returns the folders of hills, wars and contests.
    pub(super) fn of_contests(&self) -> Result<Vec<PathBuf>, Failure> {
        let (hills, wars) = (hill_folders(&self.site)?, war_folders(&self.site)?);
        let named = hills.into_iter().chain(wars).map(|(_, folder)| folder);
        Ok(named.chain([self.site.join(".bout").join("contests")]).collect())
    }

    /// Returns every path that a worker may write to. Creates those that are missing and belong to the
    /// workers.
    pub(super) fn writable(&self) -> Result<Vec<PathBuf>, Failure> {
        let own = [self.temporary(), self.cache(), self.site.join(".bout").join("contests")];
        for folder in &own {
            std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make", &error))?;
        }
        let mut all = self.of_contests()?;
        all.extend(own);
        all.push("/dev/null".into());
        all.sort();
        all.dedup();
        Ok(all)
    }

    /// Returns every other path that a worker may read, including the worker's own executable `program`.
    pub(super) fn readable(program: &Path) -> Vec<PathBuf> {
        SYSTEM.iter().map(PathBuf::from).chain([program.to_owned()]).collect()
    }
}
