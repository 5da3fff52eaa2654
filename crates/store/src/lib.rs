//! The results of tournaments, each kept once, in an `SQLite` database or on a server of `PostgreSQL`.
//!
//! A [`Store`] is one database file, or a schema on a server. In the second case, a small file in the place of the database
//! names the schema (`pointer.rs`). The store keeps results by pairing: which programs played each other, by which rules,
//! and with which seed. Once [`Store::keep`] has returned, its results are in the database, however the program ends after
//! that. If the program ends earlier, all of these results are in the database or none.
//!
//! This also holds if the machine loses power. A file is in `SQLite`'s write-ahead mode, so other programs can read while
//! a tournament writes.
//!
//! Each row carries a checksum over its content and the key of its pairing, so a bit that flipped on a disk is found
//! instead of being counted as a result. A row that is missing entirely is not noticed.

mod codec;
mod error;
mod export;
mod import;
mod lines;
mod location;
mod open;
mod overlay;
mod pairings;
mod pointer;
mod programs;
mod relay;
mod removed;
mod results;
mod schema;
#[cfg(feature = "postgres")]
mod server;
mod stop;
mod sums;
mod tables;
#[cfg(feature = "postgres")]
mod transfer;
mod types;
mod wire;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use database::sql::Sql;
use game::{AnswerLog, Digest};
use serde::de::DeserializeOwned;

use crate::error::InnerError;
pub use crate::error::StoreError;
pub use crate::export::ExportError;
pub use crate::import::{ImportChecks, ImportError, Imported, NoChecks};
use crate::location::Location;
pub use crate::location::{Server, Servers, set_server_connector};
pub use crate::open::PATIENCE;
pub use crate::relay::Ask;
#[cfg(feature = "postgres")]
pub use crate::relay::Relay;
use crate::relay::Request;
use crate::results::PairingFacts;
pub use crate::schema::VERSION;
pub use crate::stop::interrupt_when;
#[cfg(feature = "postgres")]
pub use crate::transfer::{
    MovedTable, copy_to_file, is_of_moving, is_on_server, move_to_file, move_to_server, tables_in_file,
    tables_on_server,
};
pub use crate::types::{
    Block, KeptGames, NewResult, Pairing, PairingId, StoredCensus, StoredMatch, StoredProgram, StoredVoid,
};

/// One database: a file, or a schema on a server.
///
/// Several stores may be open on one database, also in other processes. Only one writes at a time. The others wait for it,
/// at most for [`PATIENCE`] or the time that was set instead.
#[derive(Debug)]
pub struct Store {
    location: Location,
    /// For errors.
    path: PathBuf,
    /// The store below, which this one reads in addition to its own content.
    base: Option<Box<Store>>,
}

impl Store {
    /// Opens a database, and makes it if there is none. It also turns an empty file into a database.
    ///
    /// # Errors
    /// If it cannot be opened or made, is not a database of ours (it is then left untouched), is damaged, is of a newer
    /// version, or is held by another program.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with_patience(path, PATIENCE)
    }

    /// As [`Store::open`], but waits for other programs at most this long.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with_patience(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        Location::open(path, patience).map(|location| Self::of(location, path))
    }

    /// Opens a database that must be there.
    ///
    /// # Errors
    /// [`StoreError::Absent`] if there is no such file, which is then not made; otherwise as [`Store::open`].
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        Self::open_existing_with_patience(path, PATIENCE)
    }

    /// As [`Store::open_existing`], but waits for other programs at most this long.
    ///
    /// # Errors
    /// As [`Store::open_existing`].
    pub fn open_existing_with_patience(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        Location::open_existing(path, patience).map(|location| Self::of(location, path))
    }

    /// A database that lives in memory and ends with this value.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = PathBuf::from(":memory:");
        open::in_memory(&path).map(|opened| Self::of(Location::in_file(opened, &path), &path))
    }

    fn of(location: Location, path: &Path) -> Self {
        Self { location, path: path.to_owned(), base: None }
    }

    /// How long to wait for other programs from now on.
    ///
    /// # Errors
    /// Never, as far as is known.
    pub fn set_patience(&mut self, patience: Duration) -> Result<(), StoreError> {
        self.location.set_patience(patience, &self.path)
    }

    /// Keeps a program. If several programs have the same identity, it keeps the first: they may differ in the file's name
    /// or in comments, but they always do the same.
    ///
    /// # Errors
    /// If a program of another game has this identity, or the database fails.
    pub fn keep_program(&mut self, program: &StoredProgram) -> Result<(), StoreError> {
        self.keep_programs(std::slice::from_ref(program))
    }

    /// The program with this identity.
    ///
    /// # Errors
    /// If its row is damaged or the database fails.
    pub fn program(&self, id: Digest) -> Result<Option<StoredProgram>, StoreError> {
        let own = self.read(Request::Program(id), |database| programs::program(database, id))?;
        match (own, &self.base) {
            (None, Some(base)) => base.program(id),
            (program, _) => Ok(program),
        }
    }

    /// Keeps programs, as [`Store::keep_program`] keeps one: all or none of them, in one transaction.
    ///
    /// # Errors
    /// As [`Store::keep_program`].
    pub fn keep_programs(&mut self, programs: &[StoredProgram]) -> Result<(), StoreError> {
        self.write(Request::KeepPrograms(programs.into()), |database| {
            programs.iter().try_for_each(|program| programs::put_program(database, program).map(drop))
        })
    }

    /// Keeps the text of a contest's lock file. It keeps equal texts only once.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_contest(&mut self, lock: &str) -> Result<(), StoreError> {
        self.write(Request::KeepContest(lock.into()), |database| {
            programs::put_contest(database, lock).map(drop)
        })
    }

    /// Gives programs other file names, and keeps this lock file instead of all others. Results do not change: they know
    /// programs by their identities.
    ///
    /// # Errors
    /// If a row is damaged or the database fails.
    pub fn rename_programs(&mut self, names: &BTreeMap<&str, &str>, lock: &str) -> Result<(), StoreError> {
        let to_send = names.iter().map(|(from, to)| ((*from).into(), (*to).into())).collect();
        self.write(Request::Rename(to_send, lock.into()), |database| programs::rename(database, names, lock))
    }

    /// The texts of all lock files, in the order of their digests.
    ///
    /// # Errors
    /// If a row is damaged or the database fails.
    pub fn contests(&self) -> Result<Vec<String>, StoreError> {
        self.read(Request::Contests, programs::contests)
    }

    /// The pairing with this number.
    fn load(&self, id: PairingId) -> Result<Pairing, StoreError> {
        self.read(Request::Load(id), |database| pairings::load(database, id))
    }

    /// The kept games of a pairing.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn kept_games(&self, id: PairingId) -> Result<KeptGames, StoreError> {
        self.read(Request::KeptGames(id), |database| {
            results::games(database, PairingFacts::of(database, id)?)
        })
    }

    /// The number of the pairing with this key, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub fn find_pairing(&self, key: Digest) -> Result<Option<PairingId>, StoreError> {
        self.read(Request::Find(key), |database| pairings::find(database, key))
    }

    /// All pairings, in the order of their keys.
    ///
    /// # Errors
    /// If a row is damaged or the database fails.
    pub fn pairings(&self) -> Result<Vec<(PairingId, Pairing)>, StoreError> {
        self.read(Request::Pairings, pairings::all)
    }

    /// Whether [`Store::open`] would bring the tables of this database up to date. This call does not change them.
    ///
    /// # Errors
    /// If it cannot be read, is not a database of ours, or is of a newer version.
    pub fn must_be_updated(path: &Path) -> Result<bool, StoreError> {
        Location::must_be_updated(path)
    }

    /// The rules versions and the environments under which pairings of a game are kept, those of the newest pairing first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn environments(&self, game: &str) -> Result<Vec<(u32, String)>, StoreError> {
        self.read(Request::Environments(game.into()), |database| pairings::environments(database, game))
    }

    /// Keeps results, all or none of them, in one transaction. It accepts results that are already there if they are equal.
    ///
    /// # Errors
    /// If a result contradicts the database or makes no sense, or the database fails. Then none is kept. If the database was
    /// removed, this writes all of it to a new file, with these results, and returns [`StoreError::Removed`].
    pub fn keep(&mut self, kept: &[NewResult]) -> Result<(), StoreError> {
        self.put_all(kept)?;
        self.check_still_exists()
    }

    fn put_all(&mut self, kept: &[NewResult]) -> Result<(), StoreError> {
        if let Location::Elsewhere(_) = &self.location {
            // The other process reads the answers when they arrive, so this checks that it can.
            results::check_answers(kept).map_err(|error| error.at(&self.path))?;
        }
        self.write(Request::Keep(kept.into()), |database| results::put_all(database, kept))
    }

    /// All blocks of a pairing, in the order of their games.
    ///
    /// # Errors
    /// If a row is damaged, the pairing is not of this database, or the database fails.
    pub fn blocks(&self, id: PairingId) -> Result<Vec<Block>, StoreError> {
        self.read(Request::Blocks(id), |database| results::blocks(database, id))
    }

    /// All matches of a pairing without their answers, in the order of their games.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn matches(&self, id: PairingId) -> Result<Vec<StoredMatch>, StoreError> {
        self.read(Request::Matches(id), |database| results::matches(database, id))
    }

    /// The answers of foreign code in a match; `None` if there is no such match.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn answers(&self, id: PairingId, game: u64) -> Result<Option<AnswerLog>, StoreError> {
        if let Some(answers) = self.answers_below(id, game)? {
            return Ok(Some(answers));
        }
        let found = self.read(Request::Answers(id, game), |database| {
            results::answers(database, id, game).map(|answers| answers.map(wire::Answers))
        })?;
        Ok(found.map(|wire::Answers(answers)| answers))
    }

    /// All void matches of a pairing, in the order of their games.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn voids(&self, id: PairingId) -> Result<Vec<StoredVoid>, StoreError> {
        self.read(Request::Voids(id), |database| results::voids(database, id))
    }

    /// The census of a pairing, if there is one.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn census(&self, id: PairingId) -> Result<Option<StoredCensus>, StoreError> {
        self.read(Request::Census(id), |database| results::census(database, id))
    }

    /// Forgets all results of a pairing, since they are about to be played again. The pairing stays.
    ///
    /// This also removes damaged results, as long as `SQLite` can still read the tables.
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget(&mut self, id: PairingId) -> Result<(), StoreError> {
        self.write(Request::Forget(id), |database| results::forget(database, id))
    }

    /// Writes everything as lines of JSON, in an order that depends only on the content. Two databases with the same content
    /// give the same bytes, however their games were cut into blocks. The export is a consistent snapshot, even if another
    /// process writes at the same time.
    ///
    /// # Errors
    /// If a row is damaged, the database fails, or `out` does. The export is then incomplete, and [`Store::import`]
    /// refuses it.
    pub fn export(&self, out: &mut dyn Write) -> Result<(), ExportError> {
        match &self.location {
            Location::Here(tables) => {
                tables.read(|database| export::export(database, out)).map_err(|stop| stop.at(&self.path))
            }
            Location::Elsewhere(remote) => export::from_elsewhere(remote, out),
        }
    }

    /// Adds everything that [`Store::export`] wrote, or nothing. Games that are already there are accepted if their results
    /// are equal, however they are cut into blocks. So is a void match of a game that has a match here.
    ///
    /// # Errors
    /// If a line is damaged, is not a line of an export, is refused by `vouch` or contradicts the database, if the export is
    /// cut off, or if reading or the database fails. Then the database is unchanged.
    pub fn import(&mut self, lines: impl BufRead, vouch: &dyn ImportChecks) -> Result<Imported, ImportError> {
        let Location::Here(tables) = &mut self.location else {
            let what = "an import needs a connection to PostgreSQL of its own".into();
            return Err(StoreError::Invalid { path: self.path.clone(), what }.into());
        };
        let mut line = 0;
        tables
            .write(|database| import::import(database, lines, vouch, &mut line))
            .map_err(|stop| stop.at(&self.path, line))
    }

    /// Reads here, or asks the process that can read.
    fn read<T: DeserializeOwned>(
        &self,
        request: Request<'_>,
        work: impl FnOnce(&Sql<'_>) -> Result<T, InnerError>,
    ) -> Result<T, StoreError> {
        match &self.location {
            Location::Here(tables) => tables.read(work).map_err(|error| error.at(&self.path)),
            Location::Elsewhere(remote) => remote.ask(request),
        }
    }

    /// Writes here, or asks the process that can write.
    fn write<T: DeserializeOwned>(
        &mut self,
        request: Request<'_>,
        work: impl FnOnce(&Sql<'_>) -> Result<T, InnerError>,
    ) -> Result<T, StoreError> {
        match &mut self.location {
            Location::Here(tables) => tables.write(work).map_err(|error| error.at(&self.path)),
            Location::Elsewhere(remote) => remote.ask(request),
        }
    }
}
