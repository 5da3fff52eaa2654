//! Paths in a backup.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The longest path, in bytes.
const MAX_BYTES: usize = 4096;

/// The longest name in a path, in bytes.
const MAX_NAME_BYTES: usize = 255;

/// A path within the folder of a site, with `/` between names. It cannot lead out of the folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct InnerPath(String);

impl InnerPath {
    /// Checks a path, or returns what is wrong with it.
    pub(super) fn new(path: &str) -> Result<Self, String> {
        let wrong = |why: &str| Err(format!("`{}` is not a path in a site: {why}", path.escape_debug()));
        if path.len() > MAX_BYTES {
            return wrong("it is too long");
        }
        for name in path.split('/') {
            if name.is_empty() || name == "." || name == ".." {
                return wrong("it does not name a file in the folder");
            }
            if name.len() > MAX_NAME_BYTES {
                return wrong("a name in it is too long");
            }
            if name.chars().any(|one| one.is_control() || matches!(one, '\\' | ':')) {
                return wrong("it has a character that no name of a file has everywhere");
            }
        }
        Ok(Self(path.to_owned()))
    }

    /// Returns the path of an entry of a folder.
    pub(super) fn within(folder: Option<&Self>, name: &str) -> Result<Self, String> {
        Self::new(&folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}")))
    }

    /// Returns the path of the file for a site in this folder.
    pub(super) fn in_folder(&self, site: &Path) -> PathBuf {
        self.0.split('/').fold(site.to_owned(), |path, name| path.join(name))
    }
}

impl TryFrom<String> for InnerPath {
    type Error = String;

    fn try_from(path: String) -> Result<Self, String> {
        Self::new(&path)
    }
}

impl From<InnerPath> for String {
    fn from(path: InnerPath) -> Self {
        path.0
    }
}

impl fmt::Display for InnerPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_into_the_folder_only() {
        for path in ["bout.toml", ".bout/accounts.db", "small/programs/Zoë 2.crash"] {
            assert!(InnerPath::new(path).is_ok(), "{path}");
        }
        let long = "n".repeat(256);
        for path in
            ["", "/etc/passwd", "..", "a/../b", "a//b", "a/", "./a", "C:/a", "a\\b", "a\nb", "a\0", &long]
        {
            assert!(InnerPath::new(path).is_err(), "{path}");
        }
    }
}
