//! Reading an export into a database, all of it or nothing.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::path::Path;

use game::{Counts, Digest};
use record::{MAX_BODY_BYTES, unpack_answers};
use rusqlite::Connection;

use crate::error::Trouble;
use crate::lines::{
    BlockLine, CensusLine, CountsLine, EXPORT_VERSION, FORMAT, Hex, Line, MatchLine, Preamble, VoidLine,
};
use crate::results::{self, Again, Facts};
use crate::{
    Block, Pairing, StoreError, StoredCensus, StoredMatch, StoredVoid, in_transaction, pairings, programs,
};

/// The longest line that is read: the answers of a match, twice as long in hexadecimal digits, and the rest.
const MAX_LINE_BYTES: usize = 2 * MAX_BODY_BYTES + (16 << 20);

/// What an import brought in, and what was there already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    /// New programs.
    pub programs: u64,
    /// New contests.
    pub contests: u64,
    /// New pairings.
    pub pairings: u64,
    /// New blocks.
    pub blocks: u64,
    /// New matches.
    pub matches: u64,
    /// New void matches.
    pub voids: u64,
    /// New censuses, and such as were only estimated before.
    pub censuses: u64,
    /// What was there before, of any kind.
    pub already_there: u64,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A line is wrong, or contradicts what is in the database.
    #[error("line {line} of the export: {what}; nothing was imported")]
    Line {
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A newer bout wrote it.
    #[error(
        "the export is of version {found}, but this bout reads up to version {EXPORT_VERSION}: use a newer bout; \
         nothing was imported"
    )]
    TooNew {
        /// Its version.
        found: u32,
    },
    /// It has no last line that says so.
    #[error("the export is cut off after line {lines}; nothing was imported")]
    CutOff {
        /// How many lines it has.
        lines: u64,
    },
    /// Reading it failed.
    #[error("cannot read line {line} of the export: {error}; nothing was imported")]
    Read {
        /// Which line, from 1.
        line: u64,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// As [`ImportError`], before it is known of which file or line.
enum Stop {
    Trouble(Trouble),
    Line(String),
    Whole(ImportError),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            // These two are about what the line says, not about the database.
            Trouble::Contradiction(what) | Trouble::Invalid(what) => Self::Line(what),
            Trouble::Sql(_) | Trouble::Damaged(_) => Self::Trouble(trouble),
        }
    }
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Trouble(error.into())
    }
}

impl From<String> for Stop {
    fn from(what: String) -> Self {
        Self::Line(what)
    }
}

pub(crate) fn import(
    connection: &mut Connection,
    path: &Path,
    lines: impl BufRead,
) -> Result<Imported, ImportError> {
    let mut line = 0;
    in_transaction(connection, |connection| everything(connection, lines, &mut line)).map_err(|stop| {
        match stop {
            Stop::Trouble(trouble) => ImportError::Store(trouble.at(path)),
            Stop::Line(what) => ImportError::Line { line, what },
            Stop::Whole(error) => error,
        }
    })
}

/// Adds all lines. `line` is the number of the one that is being worked on.
fn everything(connection: &Connection, mut lines: impl BufRead, line: &mut u64) -> Result<Imported, Stop> {
    let mut import = Import { connection, pairings: HashMap::new(), imported: Imported::default() };
    let mut text = Vec::new();
    let mut ended = false;
    loop {
        *line += 1;
        if !next_line(&mut lines, &mut text, *line)? {
            break;
        }
        if ended {
            return Err(Stop::Line("there is something after the export's end".into()));
        }
        match (*line, read_line(&text)?) {
            (1, Line::Export(preamble)) => check_preamble(&preamble)?,
            (1, _) => return Err(Stop::Line("this is no export: it does not start as one does".into())),
            (_, Line::Export(_)) => return Err(Stop::Line("an export starts within another one".into())),
            (number, Line::End(end)) if end.lines == number - 1 => ended = true,
            (number, Line::End(end)) => {
                let (there, said) = (number - 1, end.lines);
                return Err(Stop::Line(format!(
                    "the export has {there} lines before its last one, which says {said}"
                )));
            }
            (_, content) => import.add(content)?,
        }
    }
    if ended { Ok(import.imported) } else { Err(Stop::Whole(ImportError::CutOff { lines: *line - 1 })) }
}

/// Reads the next line without its end into `text`, and says whether there was one.
fn next_line(lines: &mut impl BufRead, text: &mut Vec<u8>, line: u64) -> Result<bool, Stop> {
    text.clear();
    let read = lines.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', text);
    match read {
        Err(error) => Err(Stop::Whole(ImportError::Read { line, error })),
        Ok(0) => Ok(false),
        Ok(_) if text.pop_if(|byte| *byte == b'\n').is_some() => Ok(true),
        Ok(length) if length > MAX_LINE_BYTES => {
            Err(Stop::Line(format!("it is longer than {MAX_LINE_BYTES} bytes")))
        }
        // Half a number can be a number, too: a line counts only if it has an end.
        Ok(_) => Err(Stop::Whole(ImportError::CutOff { lines: line - 1 })),
    }
}

fn read_line(text: &[u8]) -> Result<Line, Stop> {
    serde_json::from_slice(text).map_err(|error| {
        // The error has a line of its own, which is always the first one.
        let what = error.to_string().replace("at line 1 column", "at column");
        Stop::Line(format!("it is no line of an export: {what}"))
    })
}

fn check_preamble(preamble: &Preamble) -> Result<(), Stop> {
    let Preamble { format, version } = preamble;
    if format != FORMAT {
        return Err(Stop::Line(format!("this is no export: its `format` is `{format}`, not `{FORMAT}`")));
    }
    match *version {
        0 => Err(Stop::Line("its `version` is 0; the first one was 1".into())),
        found if found > EXPORT_VERSION => Err(Stop::Whole(ImportError::TooNew { found })),
        _ => Ok(()),
    }
}

struct Import<'a> {
    connection: &'a Connection,
    /// What came before in this export.
    pairings: HashMap<Digest, Facts>,
    imported: Imported,
}

impl Import<'_> {
    fn add(&mut self, line: Line) -> Result<(), Stop> {
        let (new, count) = match line {
            Line::Program(program) => {
                let new = programs::put_program(self.connection, &program.program()?)?;
                (new, &mut self.imported.programs)
            }
            Line::Contest(lock) => {
                (programs::put_contest(self.connection, &lock)?, &mut self.imported.contests)
            }
            Line::Pairing(pairing) => (self.pairing(&pairing.pairing()?)?, &mut self.imported.pairings),
            Line::Block(block) => (self.block(block)?, &mut self.imported.blocks),
            Line::Match(played) => (self.played(played)?, &mut self.imported.matches),
            Line::Void(void) => (self.void(void)?, &mut self.imported.voids),
            Line::Census(census) => (self.census(&census)?, &mut self.imported.censuses),
            Line::Export(_) | Line::End(_) => return Err(Stop::Line("it is out of place".into())),
        };
        *(if new { count } else { &mut self.imported.already_there }) += 1;
        Ok(())
    }

    fn pairing(&mut self, pairing: &Pairing) -> Result<bool, Stop> {
        let (id, new) = pairings::put(self.connection, pairing)?;
        let facts = Facts { id, key: pairing.key, seats: pairing.programs.len() };
        self.pairings.insert(pairing.key, facts);
        Ok(new)
    }

    fn facts(&self, pairing: &Hex) -> Result<Facts, Stop> {
        let key = pairing.digest("pairing")?;
        let facts = self.pairings.get(&key).copied();
        facts.ok_or_else(|| Stop::Line(format!("it is of the pairing {key}, which does not come before it")))
    }

    fn block(&self, BlockLine { pairing, first_game, results, turns }: BlockLine) -> Result<bool, Stop> {
        let block = Block { first_game, results, turns };
        Ok(results::put_block(self.connection, self.facts(&pairing)?, &block)?)
    }

    fn played(&self, line: MatchLine) -> Result<bool, Stop> {
        let MatchLine { pairing, game, places, reason, turns, fault, digest, answers: packed } = line;
        let fault = fault.map(|fault| (fault.seat, fault.kind, fault.detail));
        let played = StoredMatch { game, places, reason, turns, fault, digest: digest.digest("digest")? };
        let answers = unpack_answers(&packed.0).map_err(|error| error.to_string())?;
        Ok(results::put_match(self.connection, self.facts(&pairing)?, &played, &packed.0, &answers)?)
    }

    fn void(&self, VoidLine { pairing, game, attempts, cause }: VoidLine) -> Result<bool, Stop> {
        let void = StoredVoid { game, attempts, cause };
        Ok(results::put_void(self.connection, self.facts(&pairing)?, &void, Again::Contradicts)?)
    }

    fn census(&self, line: &CensusLine) -> Result<bool, Stop> {
        let counts = line.counts.as_ref().map(|&CountsLine { wins, draws }| Counts { wins, draws });
        let census = StoredCensus { estimated_ms: line.estimated_ms, counts };
        Ok(results::put_census(self.connection, self.facts(&line.pairing)?, &census)?)
    }
}
