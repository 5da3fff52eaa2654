//! Match pages that a report links to, in a folder next to it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use contests::Failure;
use contests::recorder::{record_name, write_whole};
use record::Record;

use crate::cli::Pages;
use crate::web_page::match_title;

/// The total size of records, in bytes, after which no more match pages are written, unless the
/// user asks for all.
const MAX_BYTES: usize = 16 << 20;

/// The folder of a report's match pages, created with the first page.
pub(super) struct MatchPages<'a> {
    report: &'a Path,
    pages: Pages,
    written_bytes: usize,
    /// The files that were written, in order.
    files: Vec<String>,
}

impl<'a> MatchPages<'a> {
    /// Creates the pages of the report at this path: those of `t.html` are in `t-matches`.
    pub(super) fn beside(report: &'a Path, pages: Pages) -> Self {
        Self { report, pages, written_bytes: 0, files: Vec::new() }
    }

    /// Returns how many programs at the top of a table get match pages within the limit. Each pair has two pages, one
    /// for each order.
    pub(super) fn programs(&self, all: usize) -> usize {
        match self.pages {
            Pages::All => all,
            Pages::None => 0,
            Pages::First(most) => {
                (0..=all).take_while(|&first| first * first.saturating_sub(1) <= most).count() - 1
            }
        }
    }

    /// Returns true if the limit is reached.
    pub(super) fn are_full(&self) -> bool {
        self.pages != Pages::All && self.written_bytes > MAX_BYTES
    }

    /// Writes the page of a record given as bytes. Returns its path relative to the report, or `None` if the limit is
    /// reached.
    pub(super) fn write(&mut self, record: &Record, bytes: &[u8]) -> Result<Option<String>, Failure> {
        if self.are_full() {
            return Ok(None);
        }
        let name = self.folder_name();
        let folder = self.report.with_file_name(&name);
        if self.written_bytes == 0 {
            make_with_player(&folder)?;
        }
        self.written_bytes += bytes.len();
        let file = PathBuf::from(record_name(record, bytes)).with_extension("html");
        let page = report::match_page_beside_player(bytes, &match_title(record));
        write_whole(&folder.join(&file), page.as_bytes())?;
        self.files.push(file.display().to_string());
        Ok(Some(format!("{}/{}", name.to_string_lossy(), file.display())))
    }

    /// Writes the player again with the list of all matches, so that each match leads to the next.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        if self.files.is_empty() {
            return Ok(());
        }
        write_player(&self.report.with_file_name(self.folder_name()), &self.files)
    }

    fn folder_name(&self) -> OsString {
        let mut name = self.report.file_stem().unwrap_or_default().to_owned();
        name.push("-matches");
        name
    }
}

fn make_with_player(folder: &Path) -> Result<(), Failure> {
    // Does not create the folder of the report itself, because its name may be a typing error.
    let about = fs::symlink_metadata(folder);
    if about.as_ref().is_ok_and(|about| about.file_type().is_symlink()) {
        let why = "this is a link that was not given on the command line, so nothing is written to its target; remove it";
        return Err(Failure::File(format!("{}: {why}", folder.display())));
    }
    if !about.is_ok_and(|about| about.is_dir()) {
        fs::create_dir(folder).map_err(|error| Failure::file(folder, "create the folder", &error))?;
    }
    write_player(folder, &[])
}

fn write_player(folder: &Path, pages: &[String]) -> Result<(), Failure> {
    write_whole(&folder.join(report::PLAYER_FILE), report::player(pages).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_of_the_first_have_pages_as_make_no_more_than_are_wanted() {
        let programs = |pages, all| MatchPages::beside(Path::new("t.html"), pages).programs(all);
        let first = |most| programs(Pages::First(most), 300);
        assert_eq!([0, 1, 2, 5, 6, 380, 400, 419, 420].map(first), [1, 1, 2, 2, 3, 20, 20, 20, 21]);
        assert_eq!(programs(Pages::First(400), 18), 18);
        assert_eq!(
            [programs(Pages::All, 300), programs(Pages::None, 300), programs(Pages::All, 0)],
            [300, 0, 0]
        );
    }
}
