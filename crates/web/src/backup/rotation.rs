//! Keeps the newest backups of a site in a folder.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use contests::Failure;

use super::{Kept, back_up};
use crate::times;

/// How the names of backups begin and end. The time is in between.
const PREFIX: &str = "bout-";
const ENDING: &str = ".tar.zst";

/// Makes a backup in a folder, with a name made from the time. Then removes all backups with such
/// names except for the newest `keep`.
pub fn back_up_and_keep(site: &Path, folder: &Path, keep: NonZeroUsize) -> Result<Kept, Failure> {
    contests::confined_folder::create_durably(folder)?;
    let mut known = backups(folder)?;
    let name = name_at(times::now());
    // If the clock was set back, the new backup would look older than the others and be removed.
    if known.last().is_some_and(|newest| file_name(newest) >= name) {
        let why = "a backup in this folder is from the future; take it away, or set the clock";
        return Err(Failure::File(format!("{}: {why}", known[known.len() - 1].display())));
    }
    let kept = back_up(site, &folder.join(name))?;
    known.push(kept.file.clone());
    let too_many = known.len().saturating_sub(keep.get());
    for old in &known[..too_many] {
        fs::remove_file(old).map_err(|error| Failure::file(old, "remove", &error))?;
    }
    Ok(kept)
}

/// Returns the backups in a folder, the oldest first.
fn backups(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error: std::io::Error| Failure::file(folder, "read the folder", &error);
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if is_backup(&file_name(&path)) {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns a name such as `bout-20260131T120000Z.tar.zst`.
fn name_at(now_s: u64) -> String {
    format!("{PREFIX}{}{ENDING}", times::in_words(now_s).replace(['-', ':'], ""))
}

fn is_backup(name: &str) -> bool {
    let time = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(ENDING));
    time.is_some_and(|time| {
        time.len() == "20260131T120000Z".len()
            && time.char_indices().all(|(at, one)| match at {
                8 => one == 'T',
                15 => one == 'Z',
                _ => one.is_ascii_digit(),
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_time_and_others_are_left_alone() {
        let (one, other) = (name_at(951_868_800), name_at(951_868_801));
        assert_eq!(one, "bout-20000301T000000Z.tar.zst");
        assert!(one < other && is_backup(&one));
        for name in [
            "bout-mine.tar.zst",
            "bout-20000301T000000Z.tar.zst.old",
            "20000301T000000Z",
            "bout-2000030xT000000Z.tar.zst",
        ] {
            assert!(!is_backup(name), "{name}");
        }
    }
}
