//! Backs up a running site into one file, and restores a site from it.
//!
//! A backup holds a state that killing the site could have left behind, so the next start recovers
//! from it:
//!
//! - While the files are read for the last time, hills make no changes
//!   (`contests::internal_folder::hold_changes`). Reading is repeated until no file has changed in
//!   between. Meanwhile, matches go on and programs can be submitted.
//! - The accounts are from that moment. So the submission of every program on a hill is known, and
//!   the hill has the result of every submission that the accounts call finished.
//! - The results of matches are copied afterwards. A hill may have more results than it needs,
//!   never fewer.

mod archive;
mod path;
mod restore;
mod rotation;
mod take;
mod tree;

#[cfg(test)]
mod tests;

use serde::Serialize;

pub use restore::restore;
pub use rotation::back_up_and_keep;
pub use take::back_up;

/// A summary of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// The file with the backup.
    pub file: std::path::PathBuf,
    /// The number of files in it, databases included.
    pub files: usize,
    /// The number of databases.
    pub databases: usize,
    /// The length of the files in it, in bytes.
    pub bytes: u64,
    /// What the folder of the site contains and the backup does not: links, sockets and the like.
    pub left_out: Vec<String>,
}
