//! The disk usage of a site, and the free disk space.

use std::path::Path;

use serde::Serialize;

use crate::site::Site;

/// The most files that are measured. A larger site is reported as smaller than it is.
const MAX_FILES: usize = 200_000;

/// The disk usage of a site, in bytes.
#[expect(clippy::struct_field_names, reason = "the interface has these names, with their unit")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Disk {
    /// The size of the database of accounts and submissions.
    pub(crate) accounts_bytes: u64,
    /// The size of the folders of hills, wars and contests, with their results.
    pub(crate) contests_bytes: u64,
    /// The size of the records of fights and rounds in memory.
    pub(crate) records_bytes: u64,
    /// The free space on the disk of the site; `None` if it cannot be determined.
    pub(crate) free_bytes: Option<u64>,
}

impl Disk {
    /// Measures the disk usage of a site.
    pub(crate) fn of(site: &Site) -> Self {
        let own = site.folder.join(".bout");
        let (hills, wars) = (site.all_hills(), site.wars.all());
        let folders = hills.iter().map(|hill| &hill.folder).chain(wars.iter().map(|war| &war.folder));
        let mut files_left = MAX_FILES;
        let mut contests_bytes = below(&own.join("contests"), &mut files_left);
        for folder in folders {
            contests_bytes += below(folder, &mut files_left);
        }
        Self {
            accounts_bytes: accounts_bytes(site),
            contests_bytes,
            records_bytes: site.records.bytes() + site.wars.records.bytes(),
            free_bytes: free(&site.folder),
        }
    }
}

/// Returns the size of the account database in bytes, or 0 if it cannot be determined.
pub(crate) fn accounts_bytes(site: &Site) -> u64 {
    #[cfg(feature = "postgres")]
    if site.accounts.pool().is_some() {
        return site.accounts.bytes_on_server().ok().flatten().unwrap_or(0);
    }
    let own = site.folder.join(".bout");
    ["accounts.db", "accounts.db-wal"].iter().map(|file| size_of(&own.join(file))).sum()
}

fn size_of(file: &Path) -> u64 {
    std::fs::symlink_metadata(file).map_or(0, |about| about.len())
}

/// Returns the total size of all files below a folder. Follows no links.
fn below(folder: &Path, files_left: &mut usize) -> u64 {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(left) = files_left.checked_sub(1) else { break };
        *files_left = left;
        // `metadata` does not follow links here.
        let Ok(about) = entry.metadata() else { continue };
        bytes += if about.is_dir() { below(&entry.path(), files_left) } else { about.len() };
    }
    bytes
}

#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let about = rustix::fs::statvfs(folder).ok()?;
    Some(about.f_bavail.saturating_mul(about.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_added_up_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        std::fs::write(folder.path().join("in/a"), [0; 1000]).unwrap();
        std::fs::write(folder.path().join("b"), [0; 10]).unwrap();
        assert_eq!(below(folder.path(), &mut 100), 1010);
        assert!(below(folder.path(), &mut 1) < 1010);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("in", folder.path().join("again")).unwrap();
            assert!(below(folder.path(), &mut 100) < 1100);
        }
    }
}
