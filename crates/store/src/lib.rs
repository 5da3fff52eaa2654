//! The results of tournaments, each kept once, in an `SQLite` database or on a server of `PostgreSQL`.
//!
//! A [`Store`] is one database file, or a schema on a server, which a small file in the place of the database names
//! (`pointer.rs`). Results are kept by pairing: who played whom, by which rules, with which seed.
//! Once [`Store::keep`] has returned, its results are in the database, however the program ends after that. If the program
//! ends earlier, all of these results are in the database or none.
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
mod open;
mod overlay;
mod pairings;
mod pointer;
mod programs;
mod removed;
mod results;
mod schema;
#[cfg(feature = "postgres")]
mod server;
mod stop;
mod sums;
mod tables;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use database::sql::Sql;
use game::{AnswerLog, Counts, Digest};

use crate::error::InnerError;
pub use crate::error::StoreError;
pub use crate::export::ExportError;
pub use crate::import::{ImportChecks, ImportError, Imported, NoChecks};
pub use crate::open::PATIENCE;
use crate::results::PairingFacts;
pub use crate::schema::VERSION;
#[cfg(feature = "postgres")]
pub use crate::server::{Servers, reach_servers_by};
pub use crate::stop::interrupt_when;
use crate::tables::Tables;

/// A program that takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProgram {
    /// Its identity, which is that of its canonical code: programs that differ only in comments share it.
    pub id: Digest,
    /// The game that it plays.
    pub game: String,
    /// The file name it was given as.
    pub file: String,
    /// Its source.
    pub source: Vec<u8>,
}

/// Programs that play each other, and everything that their results depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// The identity of all other fields, as computed by the caller.
    pub key: Digest,
    /// The game's name.
    pub game: String,
    /// The game's rules version.
    pub rules_version: u32,
    /// All parameters by key, in an order of the caller's that is part of the pairing.
    pub parameters: Vec<(String, u64)>,
    /// The identities of the programs by seat: one at least. They need not be kept as programs.
    pub programs: Vec<Digest>,
    /// The seed that all setups are drawn from.
    pub seed: u64,
    /// Compilers and isolation; empty for games that run no foreign code.
    pub environment: String,
}

/// The number of a pairing in one database. It means nothing in another one, and an export does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairingId(i64);

/// The results of consecutive games that can be played again from their numbers alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of its first game in the pairing.
    pub first_game: u64,
    /// Places: for each game, one character per program of the pairing. The caller defines their meaning.
    pub results: String,
    /// The turns of all its games together; 0 if that is not known, as of parts of blocks and of what was imported.
    pub turns: u64,
}

/// One match of foreign code, without its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMatch {
    /// Its number in the pairing.
    pub game: u64,
    /// Places: one character per program. The caller defines their meaning.
    pub places: String,
    /// Why it ended.
    pub reason: String,
    /// Turns played.
    pub turns: u64,
    /// The failure that ended it: seat, kind, detail.
    pub fault: Option<(usize, String, String)>,
    /// The digest of the match.
    pub digest: Digest,
}

/// A match that stayed void: bout or the machine failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVoid {
    /// Its number in the pairing.
    pub game: u64,
    /// How often it was tried.
    pub attempts: u32,
    /// What failed.
    pub cause: String,
}

/// The results of every setup of a pairing of two. The first program has seat 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCensus {
    /// [`game::Census::estimated_ms`].
    pub estimated_ms: u64,
    /// The counts; `None` if only the time of the count was estimated.
    pub counts: Option<Counts>,
}

/// A result to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewResult {
    /// Games in a row. Those that are kept already must have come out the same; the others are kept.
    Block {
        /// Of which pairing.
        pairing: PairingId,
        /// The games.
        block: Block,
    },
    /// A match with its answers. It takes the place of a void of the same game.
    Match {
        /// Of which pairing.
        pairing: PairingId,
        /// The match.
        played: StoredMatch,
        /// What foreign code answered in it.
        answers: AnswerLog,
    },
    /// A void match. It takes the place of an earlier void of the same game, and changes nothing where that game
    /// has a match.
    Void {
        /// Of which pairing.
        pairing: PairingId,
        /// The void match.
        void: StoredVoid,
    },
    /// A census. It takes the place of one that was only estimated.
    Census {
        /// Of which pairing, which must be of two programs.
        pairing: PairingId,
        /// The census.
        census: StoredCensus,
    },
}

/// What is kept of the games of a pairing, answers aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptGames {
    /// The pairing's number.
    pub pairing: PairingId,
    /// All blocks, in the order of their games.
    pub blocks: Vec<Block>,
    /// All matches, in the order of their games.
    pub matches: Vec<StoredMatch>,
}

/// One database: a file, or a schema on a server.
///
/// Several may be open on one database, also in other processes: one writes at a time, the others wait for it, at most
/// [`PATIENCE`] or what was set instead.
#[derive(Debug)]
pub struct Store {
    tables: Tables,
    /// For errors.
    path: PathBuf,
    /// The store below, which this one reads in addition to its own content.
    base: Option<Box<Store>>,
}

impl Store {
    /// Opens a database, and makes it if there is none. An empty file is made one, too.
    ///
    /// # Errors
    /// If it cannot be opened or made, is no database of ours (it is then left untouched), is damaged, is of a
    /// newer version, or is held by another program.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with_patience(path, PATIENCE)
    }

    /// As [`Store::open`], but waits for other programs at most this long.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_with_patience(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        Tables::open(path, patience).map(|tables| Self::of(tables, path))
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
        Tables::open_existing(path, patience).map(|tables| Self::of(tables, path))
    }

    /// A database that lives in memory and ends with this value.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = PathBuf::from(":memory:");
        open::in_memory(&path).map(|opened| Self::of(Tables::in_file(opened, &path), &path))
    }

    fn of(tables: Tables, path: &Path) -> Self {
        Self { tables, path: path.to_owned(), base: None }
    }

    /// How long to wait for other programs from now on.
    ///
    /// # Errors
    /// Never, as far as is known.
    pub fn set_patience(&mut self, patience: Duration) -> Result<(), StoreError> {
        self.tables.set_patience(patience, &self.path)
    }

    /// Keeps a program. Of programs with the same identity the first one is kept: they differ in the file's name or
    /// in comments, never in what they do.
    ///
    /// # Errors
    /// If a program of another game has this identity, or the database fails.
    pub fn keep_program(&mut self, program: &StoredProgram) -> Result<(), StoreError> {
        self.write(|database| programs::put_program(database, program)).map(drop)
    }

    /// The program with this identity.
    ///
    /// # Errors
    /// If its row is damaged or the database fails.
    pub fn program(&self, id: Digest) -> Result<Option<StoredProgram>, StoreError> {
        match (self.read(|database| programs::program(database, id))?, &self.base) {
            (None, Some(base)) => base.program(id),
            (program, _) => Ok(program),
        }
    }

    /// Keeps programs, as [`Store::keep_program`] keeps one: all or none of them, in one transaction.
    ///
    /// # Errors
    /// As [`Store::keep_program`].
    pub fn keep_programs(&mut self, programs: &[StoredProgram]) -> Result<(), StoreError> {
        self.write(|database| {
            programs.iter().try_for_each(|program| programs::put_program(database, program).map(drop))
        })
    }

    /// Keeps the text of a contest's lock file. The same text is kept once.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep_contest(&mut self, lock: &str) -> Result<(), StoreError> {
        self.write(|database| programs::put_contest(database, lock)).map(drop)
    }

    /// Gives programs other file names, and keeps this lock file instead of all others. Results do not change: they know
    /// programs by their identities.
    ///
    /// # Errors
    /// If a row is damaged or the database fails.
    pub fn rename_programs(&mut self, names: &BTreeMap<&str, &str>, lock: &str) -> Result<(), StoreError> {
        self.write(|database| programs::rename(database, names, lock))
    }

    /// The texts of all lock files, in the order of their digests.
    ///
    /// # Errors
    /// If a row is damaged or the database fails.
    pub fn contests(&self) -> Result<Vec<String>, StoreError> {
        self.read(programs::contests)
    }

    /// The number of a pairing in this database, which is made if it is new.
    ///
    /// # Errors
    /// If another pairing has its key, it has no programs, or the database fails.
    pub fn pairing(&mut self, pairing: &Pairing) -> Result<PairingId, StoreError> {
        // Mostly it is there already, and reading waits for nobody.
        if let Some(id) = self.read(|database| pairings::same(database, pairing))? {
            return Ok(id);
        }
        let (id, _) = self.write(|database| pairings::put(database, pairing))?;
        self.bring_up(pairing, id)?;
        Ok(id)
    }

    /// What is kept of the games of these pairings, which are made if they are new: one transaction for all of them, where
    /// asking for one by one would take several for each.
    ///
    /// # Errors
    /// As [`Store::pairing`] and [`Store::blocks`].
    pub fn games_of(&mut self, pairings: &[Pairing]) -> Result<Vec<KeptGames>, StoreError> {
        let read = self.read(|database| {
            let one = |pairing: &Pairing| match pairings::same(database, pairing)? {
                Some(id) => results::games(database, PairingFacts::of_pairing(id, pairing)).map(Some),
                None => Ok(None),
            };
            pairings.iter().map(one).collect::<Result<Vec<_>, InnerError>>()
        })?;
        if self.base.is_none() && read.iter().any(Option::is_none) {
            let new = pairings.iter().zip(&read).filter(|(_, games)| games.is_none());
            self.write(|database| {
                new.map(|(pairing, _)| pairings::put(database, pairing)).collect::<Result<Vec<_>, _>>()
            })?;
        }
        let games = pairings.iter().zip(read).map(|(pairing, games)| {
            if let Some(games) = games {
                return Ok(games);
            }
            let id = self.pairing(pairing)?;
            self.read(|database| results::games(database, PairingFacts::of_pairing(id, pairing)))
        });
        games.collect()
    }

    /// What is kept of the games of a pairing.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn kept_games(&self, id: PairingId) -> Result<KeptGames, StoreError> {
        self.read(|database| results::games(database, PairingFacts::of(database, id)?))
    }

    /// The number of the pairing with this key, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub fn find_pairing(&self, key: Digest) -> Result<Option<PairingId>, StoreError> {
        self.read(|database| pairings::find(database, key))
    }

    /// All pairings, in the order of their keys.
    ///
    /// # Errors
    /// If a row is damaged or the database fails.
    pub fn pairings(&self) -> Result<Vec<(PairingId, Pairing)>, StoreError> {
        self.read(pairings::all)
    }

    /// Whether [`Store::open`] would bring the tables of this database up to date. It is not changed now.
    ///
    /// # Errors
    /// If it cannot be read, is no database of ours, or is of a newer version.
    pub fn must_be_updated(path: &Path) -> Result<bool, StoreError> {
        Tables::must_be_updated(path)
    }

    /// The rules versions and the environments under which pairings of a game are kept, those of the newest pairing first.
    ///
    /// # Errors
    /// If the database fails.
    pub fn environments(&self, game: &str) -> Result<Vec<(u32, String)>, StoreError> {
        self.read(|database| pairings::environments(database, game))
    }

    /// Keeps results, all or none of them, in one transaction. Results that are already there are accepted if they are equal.
    ///
    /// # Errors
    /// If one of them contradicts what is there or makes no sense, or the database fails. Then none is kept. If the database
    /// was removed, all of it is written to a new file, with these results, and [`StoreError::Removed`] is returned.
    pub fn keep(&mut self, kept: &[NewResult]) -> Result<(), StoreError> {
        self.write(|database| results::put_all(database, kept))?;
        self.see_that_it_is_there()
    }

    /// All blocks of a pairing, in the order of their games.
    ///
    /// # Errors
    /// If a row is damaged, the pairing is not of this database, or the database fails.
    pub fn blocks(&self, id: PairingId) -> Result<Vec<Block>, StoreError> {
        self.read(|database| results::blocks(database, id))
    }

    /// All matches of a pairing without their answers, in the order of their games.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn matches(&self, id: PairingId) -> Result<Vec<StoredMatch>, StoreError> {
        self.read(|database| results::matches(database, id))
    }

    /// The answers of foreign code in a match; `None` if there is no such match.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn answers(&self, id: PairingId, game: u64) -> Result<Option<AnswerLog>, StoreError> {
        match self.answers_below(id, game)? {
            Some(answers) => Ok(Some(answers)),
            None => self.read(|database| results::answers(database, id, game)),
        }
    }

    /// All void matches of a pairing, in the order of their games.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn voids(&self, id: PairingId) -> Result<Vec<StoredVoid>, StoreError> {
        self.read(|database| results::voids(database, id))
    }

    /// The census of a pairing, if there is one.
    ///
    /// # Errors
    /// As [`Store::blocks`].
    pub fn census(&self, id: PairingId) -> Result<Option<StoredCensus>, StoreError> {
        self.read(|database| results::census(database, id))
    }

    /// Forgets all results of a pairing, since they are about to be played again. The pairing stays.
    ///
    /// This also removes damaged results, as long as `SQLite` can still read the tables.
    ///
    /// # Errors
    /// If the database fails.
    pub fn forget(&mut self, id: PairingId) -> Result<(), StoreError> {
        self.write(|database| results::forget(database, id))
    }

    /// Writes everything as lines of JSON, in an order that depends on the content alone: two databases with the
    /// same content give the same bytes, however its games were cut into blocks. The export is a consistent snapshot, even
    /// if another process writes at the same time.
    ///
    /// # Errors
    /// If a row is damaged, the database fails, or `out` does. The export is then incomplete, and [`Store::import`]
    /// refuses it.
    pub fn export(&self, out: &mut dyn Write) -> Result<(), ExportError> {
        self.tables.read(|database| export::export(database, out)).map_err(|stop| stop.at(&self.path))
    }

    /// Adds everything that [`Store::export`] wrote, or nothing. Games that are already there are accepted if their results
    /// are equal, however they are cut into blocks. So is a void match of a game that has a match here.
    ///
    /// # Errors
    /// If a line is damaged, is not a line of an export, is refused by `vouch` or contradicts the database, if the export is
    /// cut off, or if reading or the database fails. Then the database is unchanged.
    pub fn import(&mut self, lines: impl BufRead, vouch: &dyn ImportChecks) -> Result<Imported, ImportError> {
        let mut line = 0;
        self.tables
            .write(|database| import::import(database, lines, vouch, &mut line))
            .map_err(|stop| stop.at(&self.path, line))
    }

    fn read<T>(&self, work: impl FnOnce(&Sql<'_>) -> Result<T, InnerError>) -> Result<T, StoreError> {
        self.tables.read(work).map_err(|error| error.at(&self.path))
    }

    fn write<T>(&mut self, work: impl FnOnce(&Sql<'_>) -> Result<T, InnerError>) -> Result<T, StoreError> {
        self.tables.write(work).map_err(|error| error.at(&self.path))
    }
}
