//! Keeps files that are not reports, such as programs, from being overwritten by reports.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use contests::Failure;

/// What a user can have written to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReportFile {
    /// A web page.
    Page,
    /// Games in PGN.
    Pgn,
}

impl ReportFile {
    /// How the files begin, in small letters.
    fn beginning(self) -> &'static str {
        match self {
            Self::Page => "<!doctype html",
            Self::Pgn => "[event ",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Page => "a web page",
            Self::Pgn => "games in PGN",
        }
    }

    /// Refuses to replace a file that has other content. A file may be replaced if it is empty or was written for the
    /// same purpose. Links, devices and pipes are not files in this sense.
    pub(crate) fn refuse_other_file(self, path: &Path) -> Result<(), Failure> {
        let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
        if !is_file || self.is_beginning_of(path) {
            return Ok(());
        }
        let (path, name) = (path.display(), self.name());
        Err(Failure::Usage(format!(
            "{path}: this file exists and is not {name}, so it is not overwritten; choose another name, or remove it"
        )))
    }

    /// Whether a file is empty or begins as such a file does. Nothing is known about a file that cannot be read.
    fn is_beginning_of(self, path: &Path) -> bool {
        let mut found = Vec::new();
        let most = self.beginning().len() as u64;
        let read = File::open(path).and_then(|file| file.take(most).read_to_end(&mut found));
        read.is_ok() && (found.is_empty() || found.eq_ignore_ascii_case(self.beginning().as_bytes()))
    }
}
