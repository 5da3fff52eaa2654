//! The error for a file that does not exist, with the file that was probably meant.

use std::fs;
use std::path::{Path, PathBuf};

use contests::Failure;
use contests::program_file::with_slashes;

/// The most file names to compare.
const MAX_LOOKED_AT: usize = 10_000;

/// The least similarity, from 0 to 1, at which one name may be a misspelling of the other.
const SIMILAR: f64 = 0.75;

/// The weight of the name without its extension in the similarity.
const STEM_SHARE: f64 = 0.7;

/// Returns the error for a file that does not exist. It suggests a file with a similar name in the
/// same folder or in a subfolder.
pub(super) fn missing(path: &Path) -> Failure {
    let hint = nearest(path).map(|meant| format!("; did you mean {}?", with_slashes(&meant)));
    Failure::File(format!("{}: there is no such file{}", path.display(), hint.unwrap_or_default()))
}

/// Returns the path of the file with the most similar name, if any is similar enough.
fn nearest(path: &Path) -> Option<PathBuf> {
    let wanted = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && folder.is_dir());
    let mut looked_at = 0;
    let mut found: Option<(f64, PathBuf)> = None;
    for (folder, prefix) in folders(folder) {
        for name in names(&folder) {
            looked_at += 1;
            if looked_at > MAX_LOOKED_AT {
                break;
            }
            let likeness = likeness(wanted, &name);
            if likeness >= SIMILAR && found.as_ref().is_none_or(|(best, _)| likeness > *best) {
                found = Some((likeness, prefix.join(name)));
            }
        }
    }
    found.map(|(_, path)| path)
}

/// Returns a folder and its subfolders, each with its path as the user would write it.
fn folders(folder: Option<&Path>) -> Vec<(PathBuf, PathBuf)> {
    let here = folder.unwrap_or(Path::new("."));
    let prefix = folder.map(Path::to_path_buf).unwrap_or_default();
    let mut folders = vec![(here.to_path_buf(), prefix.clone())];
    let inside = names(here).into_iter().filter(|name| here.join(name).is_dir());
    folders.extend(inside.map(|name| (here.join(&name), prefix.join(&name))));
    folders
}

/// Returns the visible names in a folder, sorted; none if it cannot be read.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let texts = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = texts.filter(|name| !name.starts_with('.')).take(MAX_LOOKED_AT).collect();
    names.sort();
    names
}

/// Returns how similar two file names are, from 0 to 1. Names that differ only in the extension
/// count as nearly identical.
fn likeness(wanted: &str, name: &str) -> f64 {
    let (wanted, name) = (wanted.to_lowercase(), name.to_lowercase());
    let stem = |name: &str| name.rsplit_once('.').map_or(name.to_owned(), |(stem, _)| stem.to_owned());
    if stem(&wanted) == stem(&name) {
        return 0.99;
    }
    let ending = |name: &str| name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_owned());
    STEM_SHARE * strsim::normalized_damerau_levenshtein(&stem(&wanted), &stem(&name))
        + (1.0 - STEM_SHARE) * strsim::normalized_damerau_levenshtein(&ending(&wanted), &ending(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_similar_and_another_one_is_not() {
        for (wanted, name) in
            [("hawk.esowr", "hawk.esowar"), ("hawk", "hawk.esowar"), ("hakw.esowar", "hawk.esowar")]
        {
            assert!(likeness(wanted, name) >= SIMILAR, "{wanted} {name}");
        }
        for (wanted, name) in [("hawk.esowar", "hydra.esowar"), ("a.crash", "b.crash"), ("x", "README.md")] {
            assert!(likeness(wanted, name) < SIMILAR, "{wanted} {name}");
        }
    }
}
