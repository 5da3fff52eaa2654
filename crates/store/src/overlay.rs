//! A store in memory over another one. It only reads the other one.

use std::path::Path;
use std::time::Duration;

use game::AnswerLog;

use crate::error::InnerError;
use crate::location::Location;
use crate::results::{self, OnDuplicateVoid, PairingFacts};
use crate::{PATIENCE, Pairing, PairingId, Store, StoreError, open};

impl Store {
    /// Opens a database that must be there, to read it. It may be in a read-only place, such as on a disc. If its place can
    /// be written to, this opens it as [`Store::open_existing`] does, and brings an older version up to date.
    ///
    /// # Errors
    /// As [`Store::open_existing`]. Writing fails in a read-only place.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        Self::open_to_read_with_patience(path, PATIENCE)
    }

    /// As [`Store::open_to_read`], but waits for other programs at most this long.
    ///
    /// # Errors
    /// As [`Store::open_to_read`].
    pub fn open_to_read_with_patience(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        match Self::open_existing_with_patience(path, patience) {
            Err(StoreError::ReadOnly { .. } | StoreError::CannotOpen { .. }) => {
                open::open_unwritable(path, patience)
                    .map(|opened| Self::of(Location::in_file(opened, path), path))
            }
            opened => opened,
        }
    }

    /// A store in memory that has the programs of `base`, and its results of every pairing that [`Store::pairing`] is called
    /// for. New content ends with this store: it only reads `base`.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn overlay(base: Self) -> Result<Self, StoreError> {
        Ok(Self { base: Some(Box::new(base)), ..Self::in_memory()? })
    }

    /// Copies the results that the store below has of a pairing that was just made. Answers stay there, since they are long.
    pub(crate) fn bring_up(&mut self, pairing: &Pairing, id: PairingId) -> Result<(), StoreError> {
        let Some(base) = &self.base else { return Ok(()) };
        let Some(there) = base.same(pairing)? else { return Ok(()) };
        let (blocks, matches, voids) = (base.blocks(there)?, base.matches(there)?, base.voids(there)?);
        let census = base.census(there)?;
        let Location::Here(tables) = &mut self.location else { return Ok(()) };
        let written = tables.write(|database| {
            let facts = PairingFacts::of(database, id)?;
            for block in &blocks {
                results::put_block(database, facts, block)?;
            }
            for played in &matches {
                results::put_without_answers(database, facts, played)?;
            }
            for void in &voids {
                results::put_void(database, facts, void, OnDuplicateVoid::Replaces)?;
            }
            census.iter().try_for_each(|census| results::put_census(database, facts, census).map(drop))
        });
        written.map_err(|error: InnerError| error.at(&self.path))
    }

    /// The answers in a match, if the store below has them.
    pub(crate) fn answers_below(&self, id: PairingId, game: u64) -> Result<Option<AnswerLog>, StoreError> {
        let Some(base) = &self.base else { return Ok(None) };
        let key = self.load(id)?.key;
        match base.find_pairing(key)? {
            Some(there) => base.answers(there, game),
            None => Ok(None),
        }
    }
}
