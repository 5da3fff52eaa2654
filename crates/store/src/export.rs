//! Exports a database as lines of JSON.

use std::io::{self, Write};
use std::path::Path;

use database::sql::{Sql, SqlError};
use game::Digest;

use crate::StoreError;
use crate::error::InnerError;
use crate::lines::{
    BlockLine, CensusLine, EXPORT_VERSION, EndLine, FORMAT, Line, MatchLine, Preamble, VoidLine,
};
use crate::relay::{Remote, Request};
use crate::results::{self, PairingFacts};
use crate::sums::{self, Whole};
use crate::{PairingId, pairings, programs};

/// Why an export could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Writing the export failed.
    #[error("cannot write the export: {0}; the export is incomplete")]
    Write(#[source] io::Error),
}

#[cfg(feature = "postgres")]
impl ExportError {
    /// The error of an export into memory.
    pub(crate) fn in_memory(self, path: &Path) -> StoreError {
        match self {
            Self::Store(error) => error,
            Self::Write(error) => StoreError::Other { path: path.to_owned(), what: error.to_string() },
        }
    }
}

/// An [`ExportError`] without the path of the file.
pub(crate) enum Stop {
    Failed(InnerError),
    Write(io::Error),
}

impl From<InnerError> for Stop {
    fn from(error: InnerError) -> Self {
        Self::Failed(error)
    }
}

impl From<SqlError> for Stop {
    fn from(error: SqlError) -> Self {
        Self::Failed(error.into())
    }
}

impl Stop {
    /// The error that callers see.
    pub(crate) fn at(self, path: &Path) -> ExportError {
        match self {
            Self::Failed(error) => ExportError::Store(error.at(path)),
            Self::Write(error) => ExportError::Write(error),
        }
    }
}

/// Writes the whole content of the database.
pub(crate) fn export(database: &Sql<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let mut out = Lines { out, written: 0, whole: Whole::default() };
    out.line(&Line::Export(Preamble { format: FORMAT.into(), version: EXPORT_VERSION }))?;
    programs::each_program(database, |program| out.line(&Line::Program(program.into())))?;
    for contest in programs::contests(database)? {
        out.line(&Line::Contest(contest))?;
    }
    for (id, pairing) in pairings::all(database)? {
        let key = pairing.key;
        out.line(&Line::Pairing(pairing.into()))?;
        results_of(database, id, key, &mut out)?;
    }
    let end = EndLine { lines: out.written, whole: Some(out.whole.sum()) };
    out.line(&Line::End(end))?;
    out.out.flush().map_err(Stop::Write)
}

fn results_of(database: &Sql<'_>, id: PairingId, key: Digest, out: &mut Lines<'_>) -> Result<(), Stop> {
    let facts = PairingFacts::of(database, id)?;
    for block in results::canonical_blocks(database, facts)? {
        out.line(&Line::Block(BlockLine::of(key, block)))?;
    }
    for played in results::matches(database, id)? {
        let packed = results::packed_answers(database, facts, played.game)?;
        out.line(&Line::Match(MatchLine::of(key, played, packed)))?;
    }
    for void in results::voids(database, id)? {
        out.line(&Line::Void(VoidLine::of(key, void)))?;
    }
    if let Some(census) = results::census(database, id)? {
        out.line(&Line::Census(CensusLine::of(key, &census)))?;
    }
    Ok(())
}

/// Writes the export of a store that another process reaches.
pub(crate) fn from_elsewhere(remote: &Remote, out: &mut dyn Write) -> Result<(), ExportError> {
    let length: u64 = remote.ask(Request::Export)?;
    let mut written = 0;
    while written < length {
        let part: Vec<u8> = remote.ask(Request::Exported(written))?;
        if part.is_empty() {
            let what = "the export was cut off".into();
            return Err(StoreError::Unreachable { path: remote.path.clone(), what }.into());
        }
        out.write_all(&part).map_err(ExportError::Write)?;
        written += part.len() as u64;
    }
    out.flush().map_err(ExportError::Write)
}

struct Lines<'a> {
    out: &'a mut dyn Write,
    written: u64,
    whole: Whole,
}

impl Lines<'_> {
    fn line(&mut self, line: &Line) -> Result<(), Stop> {
        let line = sums::sealed(serde_json::to_vec(line).map_err(|error| Stop::Write(error.into()))?);
        self.out.write_all(&line).map_err(Stop::Write)?;
        self.whole.add(&line);
        self.written += 1;
        Ok(())
    }
}
