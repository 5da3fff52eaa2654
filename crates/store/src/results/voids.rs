//! Void matches.

use database::sql::{Optional as _, Row, Sql, SqlError, params};

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
    database: &Sql<'_>,
    facts: PairingFacts,
    void: &StoredVoid,
    again: OnDuplicateVoid,
) -> Result<bool, InnerError> {
    let StoredVoid { game, attempts, cause } = void;
    if matches::one(database, facts, *game)?.is_some() {
        return Ok(false);
    }
    match one(database, facts, *game)? {
        Some(there) if there == *void => return Ok(false),
        Some(there)
            if again == OnDuplicateVoid::Joins && (there.attempts, &there.cause) > (*attempts, cause) =>
        {
            return Ok(false);
        }
        _ => (),
    }
    let sql = "INSERT INTO voids (pairing, game, attempts, cause, checksum) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (pairing, game) DO UPDATE SET \
               attempts = excluded.attempts, cause = excluded.cause, checksum = excluded.checksum";
    let row = params![facts.id.0, game.cast_signed(), attempts, cause, void_sum(facts.key, void)];
    database.execute(sql, row)?;
    Ok(true)
}

fn one(database: &Sql<'_>, facts: PairingFacts, game: u64) -> Result<Option<StoredVoid>, InnerError> {
    let sql = "SELECT game, attempts, cause, checksum FROM voids WHERE pairing = ?1 AND game = ?2";
    let row = database.query_row(sql, [facts.id.0, game.cast_signed()], read).optional()?;
    row.map(|row| checked(facts, row)).transpose()
}

pub(crate) fn voids(database: &Sql<'_>, id: PairingId) -> Result<Vec<StoredVoid>, InnerError> {
    let facts = PairingFacts::of(database, id)?;
    let sql = "SELECT game, attempts, cause, checksum FROM voids WHERE pairing = ?1 ORDER BY game < 0, game";
    let mut voids = Vec::new();
    database.each(sql, [id.0], |row| {
        voids.push(checked(facts, read(row)?)?);
        Ok::<(), InnerError>(())
    })?;
    Ok(voids)
}

fn read(row: &Row<'_>) -> Result<(StoredVoid, i64), SqlError> {
    let void = StoredVoid { game: number(row, 0)?, attempts: row.get(1)?, cause: row.get(2)? };
    Ok((void, row.get(3)?))
}

fn checked(facts: PairingFacts, (void, checksum): (StoredVoid, i64)) -> Result<StoredVoid, InnerError> {
    check(checksum, void_sum(facts.key, &void), || {
        format!("the void game {} of pairing {}", void.game, facts.key)
    })?;
    Ok(void)
}
