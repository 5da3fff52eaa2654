//! Void matches.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{PairingFacts, matches};
use crate::codec::{check, number, void_sum};
use crate::error::InnerError;
use crate::{PairingId, StoredVoid};

/// What to do if the same game is already void.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnDuplicateVoid {
    /// The game was tried again, and this is the latest.
    Replaces,
    /// It comes from another database. Failures are not results, and two may differ: the one with more attempts stays.
    /// Between equal attempts the choice does not depend on which came first.
    Joins,
}

/// Keeps a void, and says whether it is new. A game that has a match is not void, whichever came first.
pub(crate) fn put_void(
    connection: &Connection,
    facts: PairingFacts,
    void: &StoredVoid,
    again: OnDuplicateVoid,
) -> Result<bool, InnerError> {
    let StoredVoid { game, attempts, cause } = void;
    if matches::one(connection, facts, *game)?.is_some() {
        return Ok(false);
    }
    match one(connection, facts, *game)? {
        Some(there) if there == *void => return Ok(false),
        Some(there)
            if again == OnDuplicateVoid::Joins && (there.attempts, &there.cause) > (*attempts, cause) =>
        {
            return Ok(false);
        }
        _ => (),
    }
    let sql =
        "INSERT OR REPLACE INTO voids (pairing, game, attempts, cause, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
    let row = params![facts.id.0, game.cast_signed(), attempts, cause, void_sum(facts.key, void)];
    connection.prepare_cached(sql)?.execute(row)?;
    Ok(true)
}

fn one(connection: &Connection, facts: PairingFacts, game: u64) -> Result<Option<StoredVoid>, InnerError> {
    let sql = "SELECT game, attempts, cause, checksum FROM voids WHERE pairing = ?1 AND game = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let row = statement.query_row([facts.id.0, game.cast_signed()], read).optional()?;
    row.map(|row| checked(facts, row)).transpose()
}

pub(crate) fn voids(connection: &Connection, id: PairingId) -> Result<Vec<StoredVoid>, InnerError> {
    let facts = PairingFacts::of(connection, id)?;
    let sql = "SELECT game, attempts, cause, checksum FROM voids WHERE pairing = ?1 ORDER BY game < 0, game";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([id.0])?;
    let mut voids = Vec::new();
    while let Some(row) = rows.next()? {
        voids.push(checked(facts, read(row)?)?);
    }
    Ok(voids)
}

fn read(row: &Row<'_>) -> rusqlite::Result<(StoredVoid, i64)> {
    let void = StoredVoid { game: number(row, 0)?, attempts: row.get(1)?, cause: row.get(2)? };
    Ok((void, row.get(3)?))
}

fn checked(facts: PairingFacts, (void, checksum): (StoredVoid, i64)) -> Result<StoredVoid, InnerError> {
    check(checksum, void_sum(facts.key, &void), || {
        format!("the void game {} of pairing {}", void.game, facts.key)
    })?;
    Ok(void)
}
