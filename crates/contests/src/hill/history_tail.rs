//! The end of a history. It is checked before a change, and a change adds lines to it. The history may be of any length.

use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::history::{HISTORY_FILE, numbered_lines, parse};
use super::{Challenge, RESULTS};
use crate::Failure;
use crate::confined_folder::ConfinedFolder;

/// How many bytes at the end of the history are read. The lines of one change take up much less.
const MAX_TAIL_BYTES: u64 = 4 << 20;

/// The last complete lines of a history, and the bytes after them.
pub(super) struct HistoryTail {
    results: ConfinedFolder,
    /// The position in the file at which it begins.
    start: u64,
    bytes: Vec<u8>,
}

/// Checks the end of a history, so that no change is made that the history could not record. If a change `is_pending`, it may
/// have written only a part of the last line, so that line may lack its end.
pub(super) fn check(hill: &ConfinedFolder, is_pending: bool) -> Result<(), Failure> {
    let Some(tail) = HistoryTail::read(hill)? else { return Ok(()) };
    let text = if is_pending { tail.whole_lines() } else { &tail.bytes };
    numbered_lines(text).try_for_each(|(number, line)| tail.parse(number, line).map(drop))
}

/// Adds lines to a history, durably. Lines that an interrupted attempt already added are not added again.
pub(super) fn append(results: &ConfinedFolder, challenges: &[&Challenge]) -> Result<(), Failure> {
    let tail = HistoryTail::of(results)?;
    let known = tail.as_ref().map_or(&[][..], |tail| tail.bytes.as_slice());
    let mut end = tail.as_ref().map_or(0, |tail| tail.start) + known.len() as u64;
    let texts: Vec<Vec<u8>> = challenges
        .iter()
        .map(|challenge| serde_json::to_vec(challenge).expect("a challenge is plain data"))
        .collect();
    let begun = tail.as_ref().map_or(&[][..], HistoryTail::begun_line);
    let mut new = Vec::new();
    if texts.iter().any(|text| text.starts_with(begun) && text.len() > begun.len()) {
        end -= begun.len() as u64;
    } else if !begun.is_empty() {
        new.push(b'\n');
    }
    for text in &texts {
        if !numbered_lines(known).any(|(_, line)| line == text.as_slice()) {
            new.extend_from_slice(text);
            new.push(b'\n');
        }
    }
    let failed = |error: io::Error| Failure::file(&results.path_of(&HISTORY_FILE), "write", &error);
    let mut file = results.open_to_write(&HISTORY_FILE)?;
    let written = file
        .set_len(end)
        .and_then(|()| file.seek(SeekFrom::End(0)))
        .and_then(|_| file.write_all(&new))
        .and_then(|()| file.sync_all());
    written.map_err(failed)?;
    if tail.is_none() { results.sync().map_err(failed) } else { Ok(()) }
}

impl HistoryTail {
    /// Reads the end of the history of a hill, if it has one.
    pub(super) fn read(hill: &ConfinedFolder) -> Result<Option<Self>, Failure> {
        hill.folder(&RESULTS)?.map_or(Ok(None), |results| Self::of(&results))
    }

    fn of(results: &ConfinedFolder) -> Result<Option<Self>, Failure> {
        let failed = |error: io::Error| Failure::file(&results.path_of(&HISTORY_FILE), "read", &error);
        let Some(mut file) = results.open_to_read(&HISTORY_FILE)? else { return Ok(None) };
        let mut start = file.metadata().map_err(failed)?.len().saturating_sub(MAX_TAIL_BYTES);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        file.read_to_end(&mut bytes).map_err(failed)?;
        if start > 0 {
            let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
            bytes.drain(..end);
            start += end as u64;
        }
        Ok(Some(Self { results: results.clone(), start, bytes }))
    }

    /// Returns the last challenges, at most `most`, the oldest first.
    pub(super) fn challenges(&self, most: usize) -> Result<Vec<Challenge>, Failure> {
        let last = numbered_lines(&self.bytes).rev().take(most);
        let mut all: Vec<Challenge> =
            last.map(|(number, line)| self.parse(number, line)).collect::<Result<_, _>>()?;
        all.reverse();
        Ok(all)
    }

    /// Reads a challenge from one of its lines.
    fn parse(&self, number: usize, line: &[u8]) -> Result<Challenge, Failure> {
        let path = self.results.path_of(&HISTORY_FILE);
        // Lines are counted only for the message.
        parse(&path, number, line).or_else(|_| parse(&path, number + self.lines_before(&path)?, line))
    }

    fn lines_before(&self, path: &Path) -> Result<usize, Failure> {
        let Some(file) = self.results.open_to_read(&HISTORY_FILE)? else { return Ok(0) };
        let lines = BufReader::new(file.take(self.start)).split(b'\n');
        lines
            .map(|line| line.map(drop).map_err(|error| Failure::file(path, "read", &error)))
            .try_fold(0, |count, line| line.map(|()| count + 1))
    }

    /// Returns the bytes after the last complete line.
    fn begun_line(&self) -> &[u8] {
        &self.bytes[self.whole_lines().len()..]
    }

    fn whole_lines(&self) -> &[u8] {
        let end = self.bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        &self.bytes[..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(number: u64) -> Challenge {
        Challenge {
            number,
            change: "add".into(),
            program: format!("{number}.crash"),
            id: number.to_string(),
            rank: Some(1),
            pushed_off: Vec::new(),
            ratings: Vec::new(),
            replaces: None,
            submission: None,
            why: None,
            environment: None,
        }
    }

    fn line(number: u64) -> String {
        serde_json::to_string(&challenge(number)).unwrap() + "\n"
    }

    fn results(folder: &Path) -> ConfinedFolder {
        std::fs::create_dir_all(folder.join("results")).unwrap();
        ConfinedFolder::open(&folder.join("results")).unwrap()
    }

    #[test]
    fn a_line_that_was_cut_off_anywhere_is_written_whole_and_once() {
        let folder = tempfile::tempdir().unwrap();
        let results = results(folder.path());
        let file = folder.path().join("results/history.jsonl");
        let (before, new) = (line(1), line(2) + &line(3));
        for cut in 0..=new.len() {
            std::fs::write(&file, format!("{before}{}", &new[..cut])).unwrap();
            append(&results, &[&challenge(2), &challenge(3)]).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{before}{new}"), "cut at {cut}");
        }
    }

    #[test]
    fn a_last_line_need_not_be_ended() {
        let folder = tempfile::tempdir().unwrap();
        let results = results(folder.path());
        let file = folder.path().join("results/history.jsonl");
        std::fs::write(&file, line(1).trim_end()).unwrap();
        append(&results, &[&challenge(2)]).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), line(1) + &line(2));
    }

    #[test]
    fn only_a_pending_change_may_have_begun_a_line() {
        let folder = tempfile::tempdir().unwrap();
        results(folder.path());
        let hill = ConfinedFolder::open(folder.path()).unwrap();
        std::fs::write(folder.path().join("results/history.jsonl"), format!("{}{{\"chal", line(1))).unwrap();
        assert!(check(&hill, true).is_ok());
        let why = check(&hill, false).unwrap_err().to_string();
        assert!(why.contains("line 2"), "{why}");
    }
}
