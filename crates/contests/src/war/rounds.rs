//! `rounds.jsonl`: one line per round played.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use game::{AnswerLog, Digest};
use serde::{Deserialize, Serialize};

use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::program_file::MAX_FILE_BYTES;
use crate::{Client, Failure};

/// The name of the file.
const ROUNDS_FILE: FileName = FileName::own("rounds.jsonl");

/// The text between a line's content and its checksum.
const CHECKSUM: &str = ",\"checksum\":\"";

/// A stored round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeptRound {
    /// Its number, from 1.
    pub(super) round: u64,
    /// The digest of `war.toml`.
    pub(super) setup: String,
    /// All players, each with the digest of the player's snippet of this round, if there was one.
    pub(super) players: BTreeMap<String, Option<String>>,
    /// The version of perl. Besides the snippets, the answers depend on it.
    pub(super) environment: BTreeMap<String, String>,
    /// The answers of perl in this round, compressed, in base64.
    answers: String,
    /// The state hash after the round.
    pub(super) state: String,
}

impl KeptRound {
    /// Creates a round with these answers and this state hash at its end.
    pub(super) fn new(
        round: u64,
        setup: Digest,
        players: BTreeMap<String, Option<String>>,
        environment: BTreeMap<String, String>,
        answers: &AnswerLog,
        state: Digest,
    ) -> Self {
        let answers = BASE64_STANDARD.encode(record::pack_answers(answers));
        Self { round, setup: setup.to_string(), players, environment, answers, state: state.to_string() }
    }

    /// Returns the answers of perl, or why they cannot be read.
    pub(super) fn answers(&self) -> Result<AnswerLog, String> {
        let packed = BASE64_STANDARD.decode(&self.answers).map_err(|error| error.to_string())?;
        record::unpack_answers(&packed).map_err(|error| error.to_string())
    }

    /// Returns its line, including the line break.
    fn line(&self) -> String {
        let content = serde_json::to_string(self).expect("a round is plain data");
        let open = content.strip_suffix('}').expect("it is an object");
        format!("{open}{CHECKSUM}{}\"}}\n", Digest::of(content.as_bytes()))
    }

    /// Parses a line without its line break, or returns what is wrong with it.
    fn parse(line: &[u8]) -> Result<Self, String> {
        let halves = std::str::from_utf8(line).ok().and_then(|line| line.rsplit_once(CHECKSUM));
        let (open, end) = halves.ok_or("it has no checksum")?;
        let content = format!("{open}}}");
        if end.strip_suffix("\"}") != Some(&Digest::of(content.as_bytes()).to_string()) {
            return Err("its checksum does not match its content".into());
        }
        serde_json::from_str(&content).map_err(|error| error.to_string())
    }
}

/// The rounds of a war.
#[derive(Debug)]
pub(super) struct RoundsFile {
    war: ConfinedFolder,
    pub(super) kept: Vec<KeptRound>,
    /// The length of the file up to the end of the last complete line, in bytes.
    bytes: u64,
}

impl RoundsFile {
    /// Reads the rounds of a war. A last line without a line break was left by a command that was killed or ran out of
    /// disk space, or is damaged by a power cut. It does not count, and the next round replaces it.
    pub(super) fn read(war: &ConfinedFolder, client: &Client) -> Result<Self, Failure> {
        let (rounds, is_whole) = Self::whole_lines(war)?;
        if !is_whole {
            let path = war.path_of(&ROUNDS_FILE);
            let path = path.display();
            let round = rounds.kept.len() + 1;
            client.note(&format!("{path}: round {round} was written only partly, so it does not count"));
        }
        Ok(rounds)
    }

    /// Reads the rounds while another command may be writing a line, which does not count yet.
    pub(super) fn read_complete_lines(war: &ConfinedFolder) -> Result<Self, Failure> {
        Ok(Self::whole_lines(war)?.0)
    }

    /// Returns the first rounds only.
    pub(super) fn first(&self, rounds: usize) -> Self {
        Self { war: self.war.clone(), kept: self.kept[..rounds].to_vec(), bytes: self.bytes }
    }

    /// Returns the rounds of all complete lines, and whether all lines are complete.
    fn whole_lines(war: &ConfinedFolder) -> Result<(Self, bool), Failure> {
        let file = war.read(&ROUNDS_FILE)?.unwrap_or_default();
        let whole = whole_lines(&file).len();
        let mut rounds = Self { war: war.clone(), kept: Vec::new(), bytes: whole as u64 };
        for line in file[..whole].split_inclusive(|&byte| byte == b'\n') {
            let number = rounds.kept.len() as u64 + 1;
            let kept =
                KeptRound::parse(&line[..line.len() - 1]).map_err(|why| rounds.damaged(number, &why))?;
            if kept.round != number {
                return Err(rounds.damaged(number, &format!("it is of round {}", kept.round)));
            }
            rounds.kept.push(kept);
        }
        Ok((rounds, whole == file.len()))
    }

    /// The error for a damaged round.
    pub(super) fn damaged(&self, round: u64, why: &str) -> Failure {
        Failure::Refused(format!(
            "{}: line {round} is damaged: {why}; restore the original file, or remove this line and those after it \
             to play from round {round} again",
            self.war.path_of(&ROUNDS_FILE).display()
        ))
    }

    /// Adds a round, which is on disk when this returns.
    pub(super) fn add(&mut self, round: KeptRound) -> Result<(), Failure> {
        let line = round.line();
        let bytes = self.bytes + line.len() as u64;
        if bytes > MAX_FILE_BYTES {
            let why = "with this round, the file would exceed the limit of 16 MiB; a war that is to last \
                       as long as this needs a smaller Array";
            return Err(Failure::File(format!("{}: {why}", self.war.path_of(&ROUNDS_FILE).display())));
        }
        let mut file = self.war.open_to_write(&ROUNDS_FILE)?;
        let written = self.write(&mut file, &line).and_then(|()| self.war.sync());
        written.map_err(|error| Failure::file(&self.war.path_of(&ROUNDS_FILE), "write", &error))?;
        self.bytes = bytes;
        self.kept.push(round);
        Ok(())
    }

    fn write(&self, file: &mut File, line: &str) -> io::Result<()> {
        // Anything after the last complete line never counted.
        file.set_len(self.bytes)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(line.as_bytes())?;
        file.sync_all()
    }
}

/// Returns the complete lines. Each line is on disk before the next one is written, so only the last one may have zeros
/// in place of parts that never reached the disk.
fn whole_lines(file: &[u8]) -> &[u8] {
    let up_to_a_line = |bytes: &[u8]| bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let ended = &file[..up_to_a_line(file)];
    let last = up_to_a_line(&ended[..ended.len().saturating_sub(1)]);
    if ended[last..].contains(&0) { &ended[..last] } else { ended }
}

#[cfg(test)]
mod tests {
    use game::{FaultKind, Reply};

    use super::*;

    fn some() -> KeptRound {
        let replies = vec![Reply::Answer(vec![b'D']), Reply::Fault(FaultKind::Time, "100 ms".into())];
        let players = BTreeMap::from([("a\"b,\\".to_owned(), None), ("c".to_owned(), Some("1".to_owned()))]);
        let environment = BTreeMap::from([("perl".to_owned(), ",\"checksum\":\"".to_owned())]);
        KeptRound::new(1, Digest::of(b"x"), players, environment, &AnswerLog { replies }, Digest::of(b"y"))
    }

    #[test]
    fn a_line_is_read_back() {
        let round = some();
        let line = round.line();
        assert_eq!(KeptRound::parse(line.trim_end().as_bytes()), Ok(round.clone()));
        assert_eq!(round.answers().unwrap().replies.len(), 2);
    }

    #[test]
    fn a_last_line_with_zeros_in_it_was_not_written_to_its_end() {
        for (file, whole) in [
            ("", ""),
            ("{1}", ""),
            ("{1}\n", "{1}\n"),
            ("{1}\n{2", "{1}\n"),
            ("\0\0}\n", ""),
            ("{1}\n\0\0}\n", "{1}\n"),
            ("{1}\n{2\0\n", "{1}\n"),
            ("{\0}\n{2}\n", "{\0}\n{2}\n"),
            ("{1}\n{2}\n\0\0", "{1}\n{2}\n"),
        ] {
            assert_eq!(whole_lines(file.as_bytes()), whole.as_bytes(), "{file:?}");
        }
    }

    #[test]
    fn every_changed_byte_is_seen() {
        let line = some().line();
        let line = line.trim_end().as_bytes();
        for at in 0..line.len() {
            for other in [b'x', b'"', b'0', 0xff] {
                let mut changed = line.to_vec();
                changed[at] = other;
                assert!(changed == line || KeptRound::parse(&changed).is_err(), "byte {at}");
            }
            assert!(KeptRound::parse(&line[..at]).is_err());
        }
    }
}
