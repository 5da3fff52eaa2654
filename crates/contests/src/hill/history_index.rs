//! An index of a history: the places of its lines, and the answers to frequent questions. A site keeps this in memory, and
//! reads only the lines added since. The history itself may be of any length.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use game::Digest;

use super::history::{HISTORY_FILE, parse};
use super::{Challenge, RESULTS};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;

/// The newest challenges, which are kept with their ratings.
pub const RECENT: usize = 200;

/// The places of the lines in a history.
#[derive(Debug, Clone, Default)]
pub struct HistoryIndex {
    /// The position at which each line begins.
    starts: Vec<u64>,
    /// The numbers of bytes and lines read so far, including empty lines.
    bytes: u64,
    lines: usize,
    /// The file that was read, and its last line.
    file: FileIdentity,
    last_line: Option<Digest>,
    /// The newest challenges, the oldest of them first.
    recent: VecDeque<Challenge>,
    /// The lines in which a program challenged, left or was pushed off, by its file.
    lines_of: BTreeMap<String, Vec<usize>>,
    /// The submissions of the programs on the hill, by the programs' identities.
    present: BTreeMap<String, String>,
    /// Why programs were retired, by their submissions.
    retired: BTreeMap<String, String>,
}

/// Distinguishes a file from another one of the same name. When programs get other names, the history is written as a new file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct FileIdentity(u64, u64);

impl FileIdentity {
    #[cfg(unix)]
    fn of(about: &std::fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(about.dev(), about.ino())
    }

    #[cfg(not(unix))]
    fn of(_: &std::fs::Metadata) -> Self {
        Self::default()
    }
}

impl HistoryIndex {
    /// Reads the history of a hill. If an index is `known`, it reads only the lines added since.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a challenge.
    pub fn read(hill: &ConfinedFolder, known: Option<&Arc<Self>>) -> Result<Arc<Self>, Failure> {
        let Some(results) = hill.folder(&RESULTS)? else { return Ok(Arc::default()) };
        let Some(file) = results.open_to_read(&HISTORY_FILE)? else { return Ok(Arc::default()) };
        let path = results.path_of(&HISTORY_FILE);
        let failed = |error: io::Error| Failure::file(&path, "read", &error);
        let about = file.metadata().map_err(failed)?;
        let is_begun = |known: &&Arc<Self>| known.is_begin_of(&file, &about).unwrap_or(false);
        let known = known.filter(is_begun);
        if let Some(known) = known.filter(|known| known.bytes == about.len()) {
            return Ok(Arc::clone(known));
        }
        let mut index = known.map_or_else(Self::default, |known| (**known).clone());
        index.file = FileIdentity::of(&about);
        let mut reader = BufReader::new(file);
        reader.seek(SeekFrom::Start(index.bytes)).map_err(failed)?;
        let mut line = Vec::new();
        loop {
            line.clear();
            if reader.read_until(b'\n', &mut line).map_err(failed)? == 0 {
                return Ok(Arc::new(index));
            }
            let text = line.trim_ascii();
            if !text.is_empty() {
                match parse(&path, index.lines + 1, text) {
                    Ok(challenge) => index.add(challenge, Digest::of(&line)),
                    // Somebody is still writing this line.
                    Err(_) if !line.ends_with(b"\n") => return Ok(Arc::new(index)),
                    Err(failure) => return Err(failure),
                }
            }
            index.bytes += line.len() as u64;
            index.lines += 1;
        }
    }

    /// Returns true if this is the beginning of a file.
    fn is_begin_of(&self, mut file: &File, about: &std::fs::Metadata) -> io::Result<bool> {
        if self.file != FileIdentity::of(about) || about.len() < self.bytes {
            return Ok(false);
        }
        let Some(&start) = self.starts.last() else { return Ok(true) };
        let mut line = Vec::new();
        file.seek(SeekFrom::Start(start))?;
        file.take(self.bytes - start).read_to_end(&mut line)?;
        // Empty lines may follow it.
        let end = line.iter().position(|byte| *byte == b'\n').map_or(line.len(), |at| at + 1);
        file.rewind()?;
        Ok(self.last_line == Some(Digest::of(&line[..end])))
    }

    fn add(&mut self, challenge: Challenge, line: Digest) {
        let number = self.starts.len();
        self.starts.push(self.bytes);
        self.last_line = Some(line);
        if challenge.is_retirement()
            && let Some(submission) = self.present.get(&challenge.id)
        {
            self.retired.insert(submission.clone(), challenge.why.clone().unwrap_or_default());
        }
        if let (true, Some(submission)) = (challenge.has_entered(), &challenge.submission) {
            self.present.insert(challenge.id.clone(), submission.clone());
        }
        if !challenge.ratings.is_empty() {
            self.present.retain(|id, _| challenge.ratings.iter().any(|rating| rating.id == *id));
        }
        for file in std::iter::once(&challenge.program).chain(&challenge.pushed_off) {
            let lines = self.lines_of.entry(file.clone()).or_default();
            if lines.last() != Some(&number) {
                lines.push(number);
            }
        }
        self.recent.push_back(challenge);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// Returns the number of changes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns true if nothing has happened.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the newest challenges, at most [`RECENT`], the oldest of them first.
    #[must_use]
    pub fn recent(&self) -> impl DoubleEndedIterator<Item = &Challenge> + ExactSizeIterator + Clone {
        self.recent.iter()
    }

    /// Returns the numbers, from 0, of the lines in which the program in a file challenged, left or was pushed off.
    #[must_use]
    pub fn lines_of(&self, file: &str) -> &[usize] {
        self.lines_of.get(file).map_or(&[], Vec::as_slice)
    }

    /// Returns the files of all programs in the history.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.lines_of.keys().map(String::as_str)
    }

    /// Returns why the program of a submission was retired; `None` if it was not.
    #[must_use]
    pub fn retirement(&self, submission: &str) -> Option<&str> {
        self.retired.get(submission).map(String::as_str)
    }

    /// Reads some challenges, counted from 0, the oldest first. Leaves out those beyond the end.
    ///
    /// # Errors
    /// If the file cannot be read any more, or has changed.
    pub fn challenges(&self, hill: &ConfinedFolder, lines: Range<usize>) -> Result<Vec<Challenge>, Failure> {
        let lines = lines.start.min(self.len())..lines.end.min(self.len());
        let first_kept = self.len() - self.recent.len();
        if lines.start >= first_kept {
            return Ok(self
                .recent
                .range(lines.start - first_kept..lines.end - first_kept)
                .cloned()
                .collect());
        }
        let gone = || Failure::File("the history of the hill was moved while it was read".into());
        let results = hill.folder(&RESULTS)?.ok_or_else(gone)?;
        let mut file = results.open_to_read(&HISTORY_FILE)?.ok_or_else(gone)?;
        let path = results.path_of(&HISTORY_FILE);
        let failed = |error: io::Error| Failure::file(&path, "read", &error);
        let end = self.starts.get(lines.end).copied().unwrap_or(self.bytes);
        file.seek(SeekFrom::Start(self.starts[lines.start])).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(end - self.starts[lines.start]).read_to_end(&mut bytes).map_err(failed)?;
        let texts =
            bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|text| !text.is_empty());
        let all: Vec<Challenge> = texts
            .zip(lines.clone())
            .map(|(text, line)| parse(&path, line, text))
            .collect::<Result<_, _>>()?;
        if all.len() == lines.len() { Ok(all) } else { Err(gone()) }
    }
}
