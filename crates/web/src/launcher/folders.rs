//! The folders that workers reach.

use std::path::{Path, PathBuf};

use contests::Failure;
use contests::foreign::cache_folder;

use crate::site::hill_folders;
use crate::wars::war_folders;

/// What workers read and run besides: programs and libraries of the system. No file with secrets is below.
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
    /// The folder in `.bout` for what workers need for themselves.
    pub(super) own: PathBuf,
}

impl Folders {
    pub(super) fn of(site: &Path) -> Self {
        Self { site: site.to_owned(), own: site.join(".bout").join("workers") }
    }

    /// True if the site's folder is itself a hill or a war. Then a worker that may write to the hill reaches the database of
    /// accounts, which is in the same folder.
    pub(super) fn is_one_hill(&self) -> bool {
        ["hill.toml", "war.toml"].iter().any(|file| self.site.join(file).is_file())
    }

    /// The folder for temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.own.join("temp")
    }

    /// The folder of compiled bots.
    pub(super) fn cache(&self) -> PathBuf {
        // Somebody who names a folder wants to share it.
        let named = std::env::var_os("BOUT_CACHE_DIR").filter(|folder| !folder.is_empty());
        named.and_then(|_| cache_folder()).unwrap_or_else(|| self.own.join("cache"))
    }

    /// The folders of hills, wars and contests.
    pub(super) fn of_contests(&self) -> Result<Vec<PathBuf>, Failure> {
        let (hills, wars) = (hill_folders(&self.site)?, war_folders(&self.site)?);
        let named = hills.into_iter().chain(wars).map(|(_, folder)| folder);
        Ok(named.chain([self.site.join(".bout").join("contests")]).collect())
    }

    /// Everything that a worker may change. What is missing is made, as far as it is the workers' own.
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

    /// Everything that a worker may read besides; `program` is its own.
    pub(super) fn readable(program: &Path) -> Vec<PathBuf> {
        SYSTEM.iter().map(PathBuf::from).chain([program.to_owned()]).collect()
    }
}
