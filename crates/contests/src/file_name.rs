//! Safe file names in folders that may come from somebody else.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;

use game::is_unsafe_to_print;
use serde::{Deserialize, Serialize};

/// The longest name of a file on most machines, in bytes.
const MAX_BYTES: usize = 255;

/// Names that Windows treats as devices, with any extension.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A portable name of one file or folder: not a path, not a command option, not hidden, and without control characters.
/// It is valid on any machine. Names of bout's own files, such as `.bout`, are not checked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileName(Cow<'static, str>);

impl FileName {
    /// Creates the name of one of bout's own files.
    #[must_use]
    pub const fn own(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// Checks a name, or returns what is wrong with it.
    pub fn new(name: &str) -> Result<Self, String> {
        match fault(name) {
            None => Ok(Self(Cow::Owned(name.to_owned()))),
            Some(why) => Err(format!("`{}` is not a valid file name here: {why}", printable(name))),
        }
    }

    /// Checks a name that comes from the system.
    pub fn of_system(name: &OsStr) -> Result<Self, String> {
        match name.to_str() {
            Some(name) => Self::new(name),
            None => Err(format!("`{}` is not a valid file name here: it is not UTF-8", name.display())),
        }
    }

    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FileName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::new(&name)
    }
}

impl From<FileName> for String {
    fn from(name: FileName) -> Self {
        name.0.into_owned()
    }
}

impl AsRef<std::path::Path> for FileName {
    fn as_ref(&self) -> &std::path::Path {
        self.as_str().as_ref()
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Returns what is wrong with a name.
fn fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("it is empty".into());
    }
    if name.len() > MAX_BYTES {
        return Some(format!("it has {} bytes, more than the limit of {MAX_BYTES}", name.len()));
    }
    let is_bad = |c: char| c.is_control() || game::is_unseen(c) || r#"/\:*?"<>|"#.contains(c);
    if let Some(bad) = name.chars().find(|&c| is_bad(c)) {
        return Some(format!("it contains `{}`", printable(bad.encode_utf8(&mut [0; 4]))));
    }
    if name.starts_with(['.', '-', ' ']) {
        return Some("it starts with a dot, a hyphen or a blank".into());
    }
    if name.ends_with(['.', ' ']) {
        return Some("it ends in a dot or a blank".into());
    }
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    DEVICES.contains(&stem.as_str()).then(|| "Windows treats it as a device".into())
}

/// Returns a name for a message. Only characters that could not be read are escaped: quotes and backslashes stay as the
/// user typed them.
pub(crate) fn printable(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        if is_unsafe_to_print(c) { text.extend(c.escape_debug()) } else { text.push(c) }
    }
    text
}

/// Returns two of these names that differ only in case, which some file systems cannot distinguish.
pub fn alike<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<(String, String)> {
    let mut seen = std::collections::BTreeMap::new();
    names.into_iter().find_map(|name| {
        let before = seen.insert(name.to_lowercase(), name)?;
        Some((before.to_owned(), name.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_pass() {
        for name in [
            "a",
            "mine-2.crash",
            "Captain Nemo.pl",
            "Zoë.esowar",
            "x(1)+[2]'.c",
            "console.c",
            "a..b",
            "日本.wasm",
        ] {
            assert!(FileName::new(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn what_leaves_the_folder_hides_or_steers_does_not() {
        let long = "n".repeat(256);
        for name in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "/etc/passwd",
            "a\\b",
            "C:x",
            ".bashrc",
            "-rf",
            " a",
            "a ",
            "a.",
            "a\nb",
            "a\u{1b}[2J",
            "a\u{202e}lp.x",
            "a\u{200b}.c",
            "a\0",
            "a\u{9b}",
            "nul",
            "COM1.crash",
            "a*",
            "a?",
            "a|b",
            "a<b",
            &long,
        ] {
            let why = FileName::new(name).unwrap_err();
            assert!(!why.chars().any(|c| c.is_control() || game::is_unseen(c)), "{why:?}");
        }
    }

    #[test]
    fn a_bad_name_cannot_be_read_from_json() {
        assert!(serde_json::from_str::<FileName>("\"../x\"").is_err());
        assert_eq!(serde_json::from_str::<FileName>("\"x\"").unwrap().as_str(), "x");
    }

    #[test]
    fn names_alike_are_found() {
        assert_eq!(alike(["a", "b", "Zoë", "ZOË"]), Some(("Zoë".into(), "ZOË".into())));
        assert_eq!(alike(["a", "b"]), None);
    }
}
