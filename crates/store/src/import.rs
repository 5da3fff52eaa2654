//! Imports an export into a database, completely or not at all.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};
use std::path::Path;

use database::sql::{Sql, SqlError};
use game::{Counts, Digest};
use record::{MAX_BODY_BYTES, unpack_answers};

use crate::error::InnerError;
use crate::lines::{
    BlockLine, CensusLine, CountsLine, EXPORT_VERSION, EndLine, FIRST_WITH_SUMS, FORMAT, Hex, Line,
    MatchLine, Opening, Preamble, VoidLine,
};
use crate::results::{self, OnDuplicateVoid, PairingFacts};
use crate::sums::{self, Whole};
use crate::{
    Block, Pairing, StoreError, StoredCensus, StoredMatch, StoredProgram, StoredVoid, pairings, programs,
};

/// The longest line that is read. It has room for the answers of a match, twice as long in hexadecimal digits, and the rest.
const MAX_LINE_BYTES: usize = 2 * MAX_BODY_BYTES + (16 << 20);

/// How many items an import added, and how many were there already.
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
    /// New censuses, including those that were only estimated before.
    pub censuses: u64,
    /// Items of any kind that were there before.
    pub already_there: u64,
    /// The version of the export.
    pub version: u32,
}

impl Imported {
    /// Whether the export had checksums. Exports of versions 1 and 2 had none, so damage in them may go unnoticed.
    #[must_use]
    pub fn had_checksums(&self) -> bool {
        self.version >= FIRST_WITH_SUMS
    }
}

/// The caller's checks of content that the store itself does not understand: whether identities match their content,
/// and whether results are valid. A check that fails gives the reason.
pub trait ImportChecks {
    /// Checks that a program matches its identity.
    ///
    /// # Errors
    /// If it does not. `had_checksums` says that the export guards against damage. Then a program that this build cannot
    /// judge need not be refused.
    fn program(&self, program: &StoredProgram, had_checksums: bool) -> Result<(), String>;

    /// Checks that a pairing matches its key.
    ///
    /// # Errors
    /// If it does not.
    fn pairing(&self, pairing: &Pairing) -> Result<(), String>;

    /// Checks that these are the places of games with this number of seats.
    ///
    /// # Errors
    /// If they are not.
    fn places(&self, places: &str, seats: usize) -> Result<(), String>;
}

/// Accepts everything without checks.
#[derive(Debug, Clone, Copy)]
pub struct NoChecks;

impl ImportChecks for NoChecks {
    fn program(&self, _: &StoredProgram, _: bool) -> Result<(), String> {
        Ok(())
    }

    fn pairing(&self, _: &Pairing) -> Result<(), String> {
        Ok(())
    }

    fn places(&self, _: &str, _: usize) -> Result<(), String> {
        Ok(())
    }
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
    /// Its last line, which marks the end, is missing.
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

/// An [`ImportError`] without the file and the line.
pub(crate) enum Stop {
    InnerError(InnerError),
    Line(String),
    Whole(ImportError),
}

impl From<InnerError> for Stop {
    fn from(error: InnerError) -> Self {
        match error {
            // These two are about what the line says, not about the database.
            InnerError::Contradiction(what) | InnerError::Invalid(what) => Self::Line(what),
            InnerError::Sql(_) | InnerError::Damaged(_) => Self::InnerError(error),
        }
    }
}

impl From<SqlError> for Stop {
    fn from(error: SqlError) -> Self {
        Self::InnerError(error.into())
    }
}

impl From<String> for Stop {
    fn from(what: String) -> Self {
        Self::Line(what)
    }
}

impl Stop {
    /// The error that callers see.
    pub(crate) fn at(self, path: &Path, line: u64) -> ImportError {
        match self {
            Self::InnerError(error) => ImportError::Store(error.at(path)),
            Self::Line(what) => ImportError::Line { line, what },
            Self::Whole(error) => error,
        }
    }
}

/// Adds all lines. `line` is the number of the current line.
pub(crate) fn import(
    database: &Sql<'_>,
    mut lines: impl BufRead,
    vouch: &dyn ImportChecks,
    line: &mut u64,
) -> Result<Imported, Stop> {
    let mut import = Import { database, vouch, pairings: HashMap::new(), imported: Imported::default() };
    let mut whole = Whole::default();
    let mut text = Vec::new();
    let mut ended = false;
    loop {
        *line += 1;
        if !next_line(&mut lines, &mut text, *line)? {
            break;
        }
        if ended {
            return Err(Stop::Line("there is data after the export's end".into()));
        }
        if *line == 1 {
            import.imported.version = read_preamble(&text)?;
        } else {
            match read_line(&text, import.imported.had_checksums())? {
                Line::Export(_) => return Err(Stop::Line("an export starts within another one".into())),
                Line::End(end) => {
                    check_end(&end, *line, &whole, import.imported.had_checksums())?;
                    ended = true;
                }
                content => import.add(content)?,
            }
        }
        text.push(b'\n');
        whole.add(&text);
    }
    if ended { Ok(import.imported) } else { Err(Stop::Whole(ImportError::CutOff { lines: *line - 1 })) }
}

/// Checks the number of lines and the checksum against the last line.
fn check_end(end: &EndLine, number: u64, whole: &Whole, has_sums: bool) -> Result<(), Stop> {
    let (there, said) = (number - 1, end.lines);
    if there != said {
        return Err(Stop::Line(format!(
            "the export has {there} lines before its last one, which says {said}"
        )));
    }
    if end.whole != has_sums.then(|| whole.sum()) {
        let what = "the export is damaged: its overall checksum does not match, so lines are missing, moved or repeated";
        return Err(Stop::Line(what.into()));
    }
    Ok(())
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
        // Half a number can also be a number, so a line counts only if it has an end.
        Ok(_) => Err(Stop::Whole(ImportError::CutOff { lines: line - 1 })),
    }
}

fn read_line(text: &[u8], has_sum: bool) -> Result<Line, Stop> {
    if has_sum { parsed(&sums::opened(text)?) } else { parsed(text) }
}

fn parsed(text: &[u8]) -> Result<Line, Stop> {
    serde_json::from_slice(text).map_err(|error| {
        // The error has a line of its own, which is always the first one.
        let what = error.to_string().replace("at line 1 column", "at column");
        Stop::Line(format!("it is not a line of an export: {what}"))
    })
}

/// Returns the version that the first line names. In a newer version, everything else may look different.
fn read_preamble(text: &[u8]) -> Result<u32, Stop> {
    let Opening { export: Preamble { format, version } } = serde_json::from_slice(text).map_err(|error| {
        Stop::Line(format!("this is not an export: it does not start like one ({error})"))
    })?;
    if format != FORMAT {
        return Err(Stop::Line(format!("this is not an export: its `format` is `{format}`, not `{FORMAT}`")));
    }
    match version {
        0 => Err(Stop::Line("its `version` is 0; the first one was 1".into())),
        found if found > EXPORT_VERSION => Err(Stop::Whole(ImportError::TooNew { found })),
        // This reads the line again, as strictly as all others.
        version => read_line(text, version >= FIRST_WITH_SUMS).map(|_| version),
    }
}

struct Import<'a> {
    database: &'a Sql<'a>,
    vouch: &'a dyn ImportChecks,
    /// The pairings that came before in this export.
    pairings: HashMap<Digest, PairingFacts>,
    imported: Imported,
}

impl Import<'_> {
    fn add(&mut self, line: Line) -> Result<(), Stop> {
        let (new, count) = match line {
            Line::Program(program) => {
                let program = program.program()?;
                self.vouch.program(&program, self.imported.had_checksums())?;
                let new = programs::put_program(self.database, &program)?;
                (new, &mut self.imported.programs)
            }
            Line::Contest(lock) => {
                (programs::put_contest(self.database, &lock)?, &mut self.imported.contests)
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
        self.vouch.pairing(pairing)?;
        let (id, new) = pairings::put(self.database, pairing)?;
        let facts = PairingFacts { id, key: pairing.key, seats: pairing.programs.len() };
        self.pairings.insert(pairing.key, facts);
        Ok(new)
    }

    fn facts(&self, pairing: &Hex) -> Result<PairingFacts, Stop> {
        let key = pairing.digest("pairing")?;
        let facts = self.pairings.get(&key).copied();
        facts.ok_or_else(|| Stop::Line(format!("it is of the pairing {key}, which does not come before it")))
    }

    fn block(&self, BlockLine { pairing, first_game, results, turns }: BlockLine) -> Result<bool, Stop> {
        let facts = self.facts(&pairing)?;
        self.vouch.places(&results, facts.seats)?;
        let block = Block { first_game, results, turns: turns.unwrap_or(0) };
        Ok(results::put_block(self.database, facts, &block)?)
    }

    fn played(&self, line: MatchLine) -> Result<bool, Stop> {
        let MatchLine { pairing, game, places, reason, turns, fault, digest, answers: packed } = line;
        let fault = fault.map(|fault| (fault.seat, fault.kind, fault.detail));
        let played = StoredMatch { game, places, reason, turns, fault, digest: digest.digest("digest")? };
        let facts = self.facts(&pairing)?;
        self.vouch.places(&played.places, facts.seats)?;
        let answers = unpack_answers(&packed.0).map_err(|error| error.to_string())?;
        Ok(results::put_match(self.database, facts, &played, &packed.0, &answers)?)
    }

    fn void(&self, VoidLine { pairing, game, attempts, cause }: VoidLine) -> Result<bool, Stop> {
        let void = StoredVoid { game, attempts, cause };
        Ok(results::put_void(self.database, self.facts(&pairing)?, &void, OnDuplicateVoid::Joins)?)
    }

    fn census(&self, line: &CensusLine) -> Result<bool, Stop> {
        let counts = line.counts.as_ref().map(|&CountsLine { wins, draws }| Counts { wins, draws });
        let census = StoredCensus { estimated_ms: line.estimated_ms, counts };
        Ok(results::put_census(self.database, self.facts(&line.pairing)?, &census)?)
    }
}
