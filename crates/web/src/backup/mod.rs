//! Backups of a site: one file, made while the site runs, and a site made of it.
//!
//! What is in a backup is a state that a kill of the site could have left, so that the next start completes it:
//!
//! - While the files are read, no hill makes a change (`contests::own_folder::hold_changes`), and they are read until none
//!   of them has changed in the meantime. Matches are played meanwhile, and programs are handed in.
//! - The accounts are those of the same moment. So of every program that is on a hill, the submission is known, and of
//!   every submission that the accounts call finished, the hill has the result.
//! - Results of matches are copied afterwards. A hill may have more of them than it needs, never fewer.

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

/// What a backup has.
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
    /// What stands in the folder of the site and is not in the backup: links, sockets and the like.
    pub left_out: Vec<String>,
}
