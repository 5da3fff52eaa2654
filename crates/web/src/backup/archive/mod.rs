//! The file of a backup: an archive of tar, packed with zstd.
//!
//! `backup.json` comes first and says which bout made it. Files follow, below `site/`; a later one of the same path counts.
//! `manifest.json` comes last: it lists the files that count, each with its length and its BLAKE3 hash.

mod reader;
mod writer;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::path::InnerPath;

pub(super) use reader::{read_files, verify};
pub(super) use writer::Writer;

/// The version of the form of the file.
const FORMAT: u32 = 1;

const ABOUT: &str = "backup.json";
const MANIFEST: &str = "manifest.json";
const SITE: &str = "site/";

/// Who made a backup, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    /// The version of the form.
    format: u32,
    /// The version of bout.
    bout: String,
    /// When it was begun, in seconds since 1970.
    made_s: u64,
    /// The versions of the databases that this bout knows.
    accounts_version: usize,
    results_version: i64,
}

/// The files of a backup, by path.
pub(super) type Manifest = BTreeMap<InnerPath, Listed>;

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Listed {
    /// Its length.
    pub(super) bytes: u64,
    /// The BLAKE3 hash of its content.
    pub(super) blake3: String,
    /// When its content was changed, in seconds since 1970.
    pub(super) modified_s: u64,
    /// True if only its owner may read it.
    pub(super) private: bool,
}
