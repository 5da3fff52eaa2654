//! Keeps and reads pairings.

use std::borrow::Cow;

use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::Digest;

use crate::codec::{check, digest, number, pairing_sum};
use crate::error::InnerError;
use crate::location::Location;
use crate::relay::Request;
use crate::results::{self, PairingFacts};
use crate::{KeptGames, Pairing, PairingId, Store, StoreError};

/// How many pairings one request to the process that reaches the server may have.
const MAX_PAIRINGS_ASKED: usize = 64;

/// The message if a pairing that was just made is not found.
const LOST: &str = "a new pairing is missing";

impl Store {
    /// Returns the number of a pairing in this database, and makes the pairing if it is new.
    ///
    /// # Errors
    /// If another pairing has its key, it has no programs, or the database fails.
    pub fn pairing(&mut self, pairing: &Pairing) -> Result<PairingId, StoreError> {
        // Usually it is there already, and reading waits for nobody.
        if let Some(id) = self.same(pairing)? {
            return Ok(id);
        }
        let made = self.put(std::slice::from_ref(pairing))?;
        let id = made.first().ok_or_else(|| InnerError::Damaged(LOST.into()).at(&self.path))?.pairing;
        self.bring_up(pairing, id)?;
        Ok(id)
    }

    /// The number of this pairing, if it is there.
    pub(crate) fn same(&self, pairing: &Pairing) -> Result<Option<PairingId>, StoreError> {
        self.read(Request::Same(Cow::Borrowed(pairing)), |database| same(database, pairing))
    }

    /// Returns the kept games of each of these pairings, and makes the pairings that are new.
    pub(crate) fn put(&mut self, pairings: &[Pairing]) -> Result<Vec<KeptGames>, StoreError> {
        if self.are_too_many(pairings) {
            return in_parts(pairings, |part| self.put(part));
        }
        self.write(Request::Put(pairings.into()), |database| {
            let one = |pairing: &Pairing| match put(database, pairing)? {
                (id, true) => Ok(KeptGames::none_of(id)),
                (id, false) => results::games(database, PairingFacts::of_pairing(id, pairing)),
            };
            pairings.iter().map(one).collect()
        })
    }

    /// Returns the kept games of each of these pairings; `None` for a pairing that is not there.
    pub(crate) fn known_games(&self, pairings: &[Pairing]) -> Result<Vec<Option<KeptGames>>, StoreError> {
        if self.are_too_many(pairings) {
            return in_parts(pairings, |part| self.known_games(part));
        }
        self.read(Request::KnownGames(pairings.into()), |database| {
            let one = |pairing: &Pairing| match same(database, pairing)? {
                Some(id) => results::games(database, PairingFacts::of_pairing(id, pairing)).map(Some),
                None => Ok(None),
            };
            pairings.iter().map(one).collect()
        })
    }

    /// Whether these are too many pairings for one answer of another process, since the length of an answer is limited.
    fn are_too_many(&self, pairings: &[Pairing]) -> bool {
        matches!(self.location, Location::Elsewhere(_)) && pairings.len() > MAX_PAIRINGS_ASKED
    }

    /// Returns the kept games of each of these pairings; `None` for a pairing that is not there. Over a store below, new
    /// pairings are made, since the store below may have games of them.
    ///
    /// # Errors
    /// As [`Store::pairing`] and [`Store::blocks`].
    pub fn games_if_known(&mut self, pairings: &[Pairing]) -> Result<Vec<Option<KeptGames>>, StoreError> {
        if self.base.is_some() {
            return Ok(self.games_of(pairings)?.into_iter().map(Some).collect());
        }
        self.known_games(pairings)
    }

    /// Returns the kept games of these pairings, and makes the pairings that are new. It reads all of them at once and then
    /// writes all new ones at once. Asking one by one would take several transactions for each. Over a store below, new
    /// pairings are made one by one.
    ///
    /// # Errors
    /// As [`Store::pairing`] and [`Store::blocks`].
    pub fn games_of(&mut self, pairings: &[Pairing]) -> Result<Vec<KeptGames>, StoreError> {
        let known = self.known_games(pairings)?;
        let there = known.iter().map(Option::is_some);
        let new = pairings.iter().zip(there).filter(|(_, is_there)| !is_there).map(|(new, _)| new.clone());
        let new: Vec<Pairing> = new.collect();
        let mut made = match new.as_slice() {
            [] => Vec::new(),
            _ if self.base.is_none() => self.put(&new)?,
            _ => new.iter().map(|new| self.made_over_base(new)).collect::<Result<_, _>>()?,
        }
        .into_iter();
        let missing = || InnerError::Damaged(LOST.into()).at(&self.path);
        known.into_iter().map(|games| games.or_else(|| made.next()).ok_or_else(missing)).collect()
    }

    /// Makes a pairing, and returns its kept games, including those of the store below.
    fn made_over_base(&mut self, pairing: &Pairing) -> Result<KeptGames, StoreError> {
        let id = self.pairing(pairing)?;
        self.kept_games(id)
    }
}

/// Asks about pairings in parts, each small enough for one answer, and joins the answers.
fn in_parts<T>(
    pairings: &[Pairing],
    ask: impl FnMut(&[Pairing]) -> Result<Vec<T>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let parts: Vec<Vec<T>> = pairings.chunks(MAX_PAIRINGS_ASKED).map(ask).collect::<Result<_, _>>()?;
    Ok(parts.into_iter().flatten().collect())
}

/// Makes the pairing if it is new. Returns its number, and whether it was made.
pub(crate) fn put(database: &Sql<'_>, pairing: &Pairing) -> Result<(PairingId, bool), InnerError> {
    let Pairing { key, game, rules_version, parameters, programs, seed, environment } = pairing;
    if programs.is_empty() {
        return Err(InnerError::Invalid(format!("the pairing {key} has no programs")));
    }
    let parameters = serde_json::to_string(parameters)
        .map_err(|error| InnerError::Invalid(format!("the parameters of the pairing {key}: {error}")))?;
    let sql = "INSERT INTO pairings (key, game, rules_version, parameters, seed, environment, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (key) DO NOTHING";
    let seed = seed.cast_signed();
    let checksum = pairing_sum(pairing);
    let row = params![key.as_bytes(), game, rules_version, parameters, seed, environment, checksum];
    let Some(id) = database.insert_if_new(sql, row)?.map(PairingId) else {
        let there = same(database, pairing)?;
        return there.map(|id| (id, false)).ok_or_else(|| InnerError::Damaged(LOST.into()));
    };
    let sql = "INSERT INTO seats (pairing, seat, program) VALUES (?1, ?2, ?3)";
    for (seat, program) in programs.iter().enumerate() {
        database.execute(sql, params![id.0, seat, program.as_bytes()])?;
    }
    Ok((id, true))
}

/// The number of the pairing if it is there.
pub(crate) fn same(database: &Sql<'_>, pairing: &Pairing) -> Result<Option<PairingId>, InnerError> {
    let sql = "SELECT key, game, rules_version, parameters, seed, environment, checksum, id \
               FROM pairings WHERE key = ?1";
    let row = database
        .query_row(sql, [pairing.key.as_bytes()], |row| Ok((read(row)?, PairingId(row.get(7)?))))
        .optional()?;
    let Some((row, id)) = row else { return Ok(None) };
    if whole(database, id, row)? == *pairing {
        return Ok(Some(id));
    }
    let what = format!("another pairing is kept under the key {}", pairing.key);
    Err(InnerError::Contradiction(what))
}

pub(crate) fn find(database: &Sql<'_>, key: Digest) -> Result<Option<PairingId>, InnerError> {
    let sql = "SELECT id FROM pairings WHERE key = ?1";
    Ok(database.query_row(sql, [key.as_bytes()], |row| row.get(0).map(PairingId)).optional()?)
}

pub(crate) fn all(database: &Sql<'_>) -> Result<Vec<(PairingId, Pairing)>, InnerError> {
    let sql = "SELECT id FROM pairings ORDER BY key";
    let ids: Vec<PairingId> = database.query_all(sql, (), |row| row.get(0).map(PairingId))?;
    ids.into_iter().map(|id| Ok((id, load(database, id)?))).collect()
}

/// The rules versions and the environments of the pairings of a game, those of the newest pairing first.
pub(crate) fn environments(database: &Sql<'_>, game: &str) -> Result<Vec<(u32, String)>, InnerError> {
    let sql = "SELECT rules_version, environment FROM pairings WHERE game = ?1 \
               GROUP BY rules_version, environment ORDER BY MAX(id) DESC";
    Ok(database.query_all(sql, [game], |row| Ok((row.get(0)?, row.get(1)?)))?)
}

/// The pairing with this number, which must be in this database.
pub(crate) fn load(database: &Sql<'_>, id: PairingId) -> Result<Pairing, InnerError> {
    let sql = "SELECT key, game, rules_version, parameters, seed, environment, checksum \
               FROM pairings WHERE id = ?1";
    let row = database.query_row(sql, [id.0], read).optional()?;
    let Some(row) = row else {
        return Err(InnerError::Invalid(format!("there is no pairing number {} in this database", id.0)));
    };
    whole(database, id, row)
}

/// Adds programs and parameters to a pairing whose row was read.
fn whole(
    database: &Sql<'_>,
    id: PairingId,
    (mut pairing, parameters, checksum): (Pairing, String, i64),
) -> Result<Pairing, InnerError> {
    pairing.parameters = serde_json::from_str(&parameters)
        .map_err(|_| InnerError::Damaged(format!("the pairing {} has unreadable parameters", pairing.key)))?;
    let sql = "SELECT program FROM seats WHERE pairing = ?1 ORDER BY seat";
    pairing.programs = database.query_all(sql, [id.0], |row| digest(row, 0))?;
    check(checksum, pairing_sum(&pairing), || format!("the pairing {}", pairing.key))?;
    Ok(pairing)
}

/// Reads a pairing without its programs and parameters, the text of the parameters, and the checksum.
fn read(row: &Row<'_>) -> Result<(Pairing, String, i64), SqlError> {
    let pairing = Pairing {
        key: digest(row, 0)?,
        game: row.get(1)?,
        rules_version: row.get(2)?,
        parameters: Vec::new(),
        programs: Vec::new(),
        seed: number(row, 4)?,
        environment: row.get(5)?,
    };
    Ok((pairing, row.get(3)?, row.get(6)?))
}
