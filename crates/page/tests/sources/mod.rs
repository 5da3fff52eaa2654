//! What the packed pages were made from. The packer and the test that the page is new use the same list.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folders and files whose contents are in the packed pages, from the root of the repository.
const SOURCES: &[&str] = &[
    "crates/game/src",
    "crates/games/src",
    "crates/guests/src",
    "crates/record/src",
    "crates/referee/src",
    "crates/viewer/src",
    "crates/bout/examples",
    "crates/lessons/lessons",
    "crates/lessons/src",
    "crates/page/src",
    "crates/page/web",
    "crates/playground/src",
    "crates/playground/web",
    "pack/package-lock.json",
    "pack/src",
];

/// A hash of all of them, in hexadecimal digits.
///
/// # Errors
/// If one cannot be read.
pub(crate) fn hash(root: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        let path = Path::new(source);
        if root.join(path).is_dir() { collect(root, path, &mut files)? } else { files.push(path.to_owned()) }
    }
    files.sort();
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let content = fs::read(root.join(&file))?;
        let name = file.to_string_lossy().replace('\\', "/");
        hasher.update(format!("{name} {}\n", content.len()).as_bytes());
        hasher.update(&content);
    }
    Ok(hasher.finalize().to_hex().to_string())
}

/// The files in a folder and below, as paths from the root.
fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            collect(root, &path, files)?;
        } else if path.extension().is_none_or(|ending| ending != "md") {
            // Manual pages lie in the folders of the games, but not in the page.
            files.push(path);
        }
    }
    Ok(())
}
