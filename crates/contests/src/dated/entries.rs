//! Authors who enter a dated contest. Each has one file, with the author's last program.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::folder::read_json;
use super::{Folder, Phase, Times};
use crate::confined_folder::ConfinedFolder;
use crate::file_name::{FileName, alike};
use crate::{Client, Failure};

pub(super) const ENTRIES: FileName = FileName::own("entries");

/// An author in a contest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The author.
    pub author: String,
    /// The number of programs that the author submitted.
    pub submissions: u64,
    /// The last of them; `None` for an author who only registered.
    pub program: Option<Submission>,
}

/// A submitted program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The name of its file.
    pub file: FileName,
    /// The file, in base64.
    source: String,
}

impl Submission {
    /// Creates a submission of these bytes.
    #[must_use]
    pub fn new(file: FileName, bytes: &[u8]) -> Self {
        Self { file, source: BASE64_STANDARD.encode(bytes) }
    }

    /// Returns the file, or `None` if it is damaged.
    #[must_use]
    pub fn bytes(&self) -> Option<Vec<u8>> {
        BASE64_STANDARD.decode(&self.source).ok()
    }
}

/// Why an author cannot enter.
#[derive(Debug, thiserror::Error)]
pub enum EntryRefused {
    /// It is too early.
    #[error("the contest does not take this yet; its page says when it opens")]
    TooEarly,
    /// It is too late.
    #[error("the contest is closed: its entrants are fixed")]
    TooLate,
    /// The author has reached the limit on submissions.
    #[error(
        "{author} has submitted {limit} programs, which is the limit of this contest; the last one stays"
    )]
    LimitReached {
        /// The author.
        author: String,
        /// The limit.
        limit: u64,
    },
    /// A name cannot be used.
    #[error("{0}")]
    Name(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl Folder {
    /// Registers an author, who may submit programs later. A registered author stays registered.
    pub fn register(
        &self,
        times: &Times,
        now: u64,
        author: &str,
        client: &Client,
    ) -> Result<Entry, EntryRefused> {
        let _lock = self.lock(client)?;
        self.accepts(times, now, Phase::Registration)?;
        let (entries, name) = self.place_of(author)?;
        if let Some(entry) = read_json::<Entry>(&entries, &name)? {
            return Ok(entry);
        }
        let entry = Entry { author: author.to_owned(), submissions: 0, program: None };
        keep(&entries, &name, &entry)?;
        Ok(entry)
    }

    /// Enters a program, which replaces the author's earlier one. This also registers an unregistered author. The entry is on
    /// the disk when this returns. The caller has checked that the program is legal.
    pub fn enter(
        &self,
        (times, limit): (&Times, Option<u64>),
        now: u64,
        author: &str,
        program: Submission,
        client: &Client,
    ) -> Result<Entry, EntryRefused> {
        let _lock = self.lock(client)?;
        self.accepts(times, now, Phase::Open)?;
        let (entries, name) = self.place_of(author)?;
        let before = read_json::<Entry>(&entries, &name)?.map_or(0, |entry| entry.submissions);
        if let Some(limit) = limit.filter(|limit| before >= *limit) {
            return Err(EntryRefused::LimitReached { author: author.to_owned(), limit });
        }
        let entry = Entry { author: author.to_owned(), submissions: before + 1, program: Some(program) };
        keep(&entries, &name, &entry)?;
        Ok(entry)
    }

    /// Returns all authors who are registered, sorted by name.
    pub fn entries(&self) -> Result<Vec<Entry>, Failure> {
        let Some(folder) = self.inside.folder(&ENTRIES)? else { return Ok(Vec::new()) };
        let names = folder.files(|ending| ending == "json")?;
        let entries = names.iter().map(|name| read_json(&folder, name));
        Ok(entries.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn accepts(&self, times: &Times, now: u64, from: Phase) -> Result<(), EntryRefused> {
        match times.phase(self.progress()?, now) {
            Phase::Closed | Phase::Finished => Err(EntryRefused::TooLate),
            phase if phase < from => Err(EntryRefused::TooEarly),
            _ => Ok(()),
        }
    }

    /// Returns the folder and the name of an author's file.
    fn place_of(&self, author: &str) -> Result<(ConfinedFolder, FileName), EntryRefused> {
        let name = FileName::new(&format!("{author}.json")).map_err(EntryRefused::Name)?;
        let entries = self.inside.make_folder(&ENTRIES)?;
        let known = entries.files(|ending| ending == "json")?;
        let others = known.iter().filter(|other| **other != name).chain([&name]);
        if let Some((one, other)) = alike(others.map(FileName::as_str)) {
            return Err(EntryRefused::Name(format!("{one} and {other} differ only in upper and lower case")));
        }
        Ok((entries, name))
    }
}

fn keep(entries: &ConfinedFolder, name: &FileName, entry: &Entry) -> Result<(), Failure> {
    entries.write_durably(name, &serde_json::to_vec(entry).expect("it is plain data"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{ContestEvent, Subscriber};

    /// A client that hears nothing.
    pub(in super::super) fn silent() -> Client {
        struct Nobody;
        impl Subscriber for Nobody {
            fn on_event(&self, _: ContestEvent<'_>) {}
            fn save_record(&self, _: &record::Record) -> Result<(), Failure> {
                Ok(())
            }
        }
        Client::new(std::sync::Arc::new(Nobody), || false)
    }

    const TIMES: Times = Times { registration_opens: 10, opens: 20, closes: 30 };

    fn enter(folder: &Folder, now: u64, author: &str, bytes: &[u8]) -> Result<Entry, EntryRefused> {
        let program = Submission::new(FileName::own("mine.crash"), bytes);
        folder.enter((&TIMES, Some(2)), now, author, program, &silent())
    }

    #[test]
    fn an_author_has_one_entry_and_so_many_submissions() {
        let site = tempfile::tempdir().unwrap();
        let folder = Folder::make(site.path()).unwrap();
        assert!(matches!(folder.register(&TIMES, 9, "ann", &silent()), Err(EntryRefused::TooEarly)));
        folder.register(&TIMES, 10, "ann", &silent()).unwrap();
        assert!(matches!(enter(&folder, 19, "ann", b"1"), Err(EntryRefused::TooEarly)));
        enter(&folder, 20, "ann", b"1").unwrap();
        enter(&folder, 20, "bob", b"b").unwrap();
        let entry = enter(&folder, 29, "ann", b"2").unwrap();
        assert_eq!((entry.submissions, entry.program.unwrap().bytes().unwrap()), (2, b"2".to_vec()));
        assert_eq!(folder.register(&TIMES, 29, "ann", &silent()).unwrap().submissions, 2);
        let refused = enter(&folder, 29, "ann", b"3").unwrap_err();
        assert!(matches!(refused, EntryRefused::LimitReached { limit: 2, .. }), "{refused}");
        assert!(matches!(enter(&folder, 30, "bob", b"c"), Err(EntryRefused::TooLate)));
        let authors: Vec<String> = folder.entries().unwrap().into_iter().map(|entry| entry.author).collect();
        assert_eq!(authors, ["ann", "bob"]);
    }

    #[test]
    fn names_that_are_no_file_names_or_alike_are_refused() {
        let site = tempfile::tempdir().unwrap();
        let folder = Folder::make(site.path()).unwrap();
        enter(&folder, 20, "Ann", b"1").unwrap();
        for author in ["ann", "../ann", "a/b", ""] {
            let refused = enter(&folder, 20, author, b"1").unwrap_err();
            assert!(matches!(refused, EntryRefused::Name(_)), "{author:?}: {refused}");
        }
    }
}
