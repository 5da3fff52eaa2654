//! Keeps and reads pairings.

use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::Digest;

use crate::codec::{check, digest, number, pairing_sum};
use crate::error::InnerError;
use crate::{Pairing, PairingId};

/// The pairing's number, which is made if there is none, and whether it was made.
pub(crate) fn put(database: &Sql<'_>, pairing: &Pairing) -> Result<(PairingId, bool), InnerError> {
    if let Some(id) = same(database, pairing)? {
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
    let id = PairingId(database.insert(sql, row)?);
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

/// What is kept of the pairing with this number, which must be one of this database.
pub(crate) fn load(database: &Sql<'_>, id: PairingId) -> Result<Pairing, InnerError> {
    let sql = "SELECT key, game, rules_version, parameters, seed, environment, checksum \
               FROM pairings WHERE id = ?1";
    let row = database.query_row(sql, [id.0], read).optional()?;
    let Some(row) = row else {
        return Err(InnerError::Invalid(format!("there is no pairing number {} in this database", id.0)));
    };
    whole(database, id, row)
}

/// A pairing with its programs and its parameters, whose row was read.
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

/// A pairing without its programs and its parameters, the text of these, and the checksum.
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
