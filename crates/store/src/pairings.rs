//! Keeps and reads pairings.

use game::Digest;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::codec::{check, digest, number, pairing_sum};
use crate::error::InnerError;
use crate::{Pairing, PairingId};

/// The pairing's number, which is made if there is none, and whether it was made.
pub(crate) fn put(connection: &Connection, pairing: &Pairing) -> Result<(PairingId, bool), InnerError> {
    if let Some(id) = same(connection, pairing)? {
        return Ok((id, false));
    }
    let Pairing { key, game, rules_version, parameters, programs, seed, environment } = pairing;
    if programs.is_empty() {
        return Err(InnerError::Invalid(format!("the pairing {key} has no programs")));
    }
    let parameters = serde_json::to_string(parameters)
        .map_err(|error| InnerError::Invalid(format!("the parameters of the pairing {key}: {error}")))?;
    let sql = "INSERT INTO pairings (key, game, rules_version, parameters, seed, environment, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let seed = seed.cast_signed();
    let checksum = pairing_sum(pairing);
    let row = params![key.as_bytes(), game, rules_version, parameters, seed, environment, checksum];
    let id = PairingId(connection.prepare_cached(sql)?.insert(row)?);
    let mut seats =
        connection.prepare_cached("INSERT INTO seats (pairing, seat, program) VALUES (?1, ?2, ?3)")?;
    for (seat, program) in programs.iter().enumerate() {
        seats.execute(params![id.0, i64::try_from(seat).unwrap_or(i64::MAX), program.as_bytes()])?;
    }
    Ok((id, true))
}

/// The number of the pairing if it is there.
pub(crate) fn same(connection: &Connection, pairing: &Pairing) -> Result<Option<PairingId>, InnerError> {
    let sql = "SELECT key, game, rules_version, parameters, seed, environment, checksum, id \
               FROM pairings WHERE key = ?1";
    let row = connection
        .prepare_cached(sql)?
        .query_row([pairing.key.as_bytes()], |row| Ok((read(row)?, PairingId(row.get(7)?))))
        .optional()?;
    let Some((row, id)) = row else { return Ok(None) };
    if whole(connection, id, row)? == *pairing {
        return Ok(Some(id));
    }
    let what = format!("another pairing is kept under the key {}", pairing.key);
    Err(InnerError::Contradiction(what))
}

pub(crate) fn find(connection: &Connection, key: Digest) -> Result<Option<PairingId>, InnerError> {
    let mut statement = connection.prepare_cached("SELECT id FROM pairings WHERE key = ?1")?;
    Ok(statement.query_row([key.as_bytes()], |row| row.get(0).map(PairingId)).optional()?)
}

pub(crate) fn all(connection: &Connection) -> Result<Vec<(PairingId, Pairing)>, InnerError> {
    let mut statement = connection.prepare_cached("SELECT id FROM pairings ORDER BY key")?;
    let ids = statement.query_map([], |row| row.get(0).map(PairingId))?.collect::<Result<Vec<_>, _>>()?;
    ids.into_iter().map(|id| Ok((id, load(connection, id)?))).collect()
}

/// The rules versions and the environments of the pairings of a game, those of the newest pairing first.
pub(crate) fn environments(connection: &Connection, game: &str) -> Result<Vec<(u32, String)>, InnerError> {
    let sql = "SELECT rules_version, environment FROM pairings WHERE game = ?1 \
               GROUP BY rules_version, environment ORDER BY MAX(id) DESC";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// What is kept of the pairing with this number, which must be one of this database.
pub(crate) fn load(connection: &Connection, id: PairingId) -> Result<Pairing, InnerError> {
    let sql = "SELECT key, game, rules_version, parameters, seed, environment, checksum \
               FROM pairings WHERE id = ?1";
    let row = connection.prepare_cached(sql)?.query_row([id.0], read).optional()?;
    let Some(row) = row else {
        return Err(InnerError::Invalid(format!("there is no pairing number {} in this database", id.0)));
    };
    whole(connection, id, row)
}

/// A pairing with its programs and its parameters, whose row was read.
fn whole(
    connection: &Connection,
    id: PairingId,
    (mut pairing, parameters, checksum): (Pairing, String, i64),
) -> Result<Pairing, InnerError> {
    pairing.parameters = serde_json::from_str(&parameters)
        .map_err(|_| InnerError::Damaged(format!("the pairing {} has unreadable parameters", pairing.key)))?;
    let mut statement =
        connection.prepare_cached("SELECT program FROM seats WHERE pairing = ?1 ORDER BY seat")?;
    pairing.programs = statement.query_map([id.0], |row| digest(row, 0))?.collect::<Result<Vec<_>, _>>()?;
    check(checksum, pairing_sum(&pairing), || format!("the pairing {}", pairing.key))?;
    Ok(pairing)
}

/// A pairing without its programs and its parameters, the text of these, and the checksum.
fn read(row: &Row<'_>) -> rusqlite::Result<(Pairing, String, i64)> {
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
