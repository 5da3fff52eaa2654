//! The file of a backup: a tar archive, compressed with zstd.
//!
//! `backup.json` comes first and says which bout made the backup. The files of the site follow,
//! below `site/`; if a path occurs more than once, the last one counts. `manifest.json` comes last.
//! It lists the files that count, each with its length and its BLAKE3 hash.

mod reader;
mod writer;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::path::InnerPath;

pub(super) use reader::{read_files, verify, verify_file};
pub(super) use writer::Writer;

/// The version of the file format.
const FORMAT: u32 = 1;

const ABOUT: &str = "backup.json";
const MANIFEST: &str = "manifest.json";
const SITE: &str = "site/";

/// Which bout made a backup, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    /// The version of the file format.
    format: u32,
    /// The version of bout.
    bout: String,
    /// When the backup was started, in seconds since 1970.
    made_s: u64,
    /// The database versions that this bout uses.
    accounts_version: usize,
    results_version: i64,
}

/// The files of a backup, by path.
pub(super) type Manifest = BTreeMap<InnerPath, Listed>;

/// A file in the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Listed {
    /// Its length.
    pub(super) bytes: u64,
    /// The BLAKE3 hash of its content.
    pub(super) blake3: String,
    /// When its content was last changed, in seconds since 1970.
    pub(super) modified_s: u64,
    /// True if only its owner may read it.
    pub(super) private: bool,
}
