//! Matches of foreign code, and the answers that were given in them.

use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::AnswerLog;
use record::unpack_answers;

use super::PairingFacts;
use super::blocks::another_result;
use crate::codec::{answers_sum, check, digest, match_sum, number};
use crate::error::InnerError;
use crate::{PairingId, StoredMatch};

/// Keeps a match, which replaces its void if there is one, and returns whether it is new. `packed` has the answers in the
/// form that the database stores.
pub(crate) fn put_match(
    database: &Sql<'_>,
    facts: PairingFacts,
    played: &StoredMatch,
    packed: &[u8],
    answers: &AnswerLog,
) -> Result<bool, InnerError> {
    let game = played.game;
    if let Some(there) = one(database, facts, game)? {
        // Two builds may pack the same answers differently.
        if there == *played && unpacked_answers(database, facts, game)? == *answers {
            return Ok(false);
        }
        if there.places != played.places {
            return Err(another_result(database, facts, game, &there.places, &played.places));
        }
        let what = format!(
            "game {game} of pairing {} is kept with the same places and another course: other answers, turns or faults",
            facts.key
        );
        return Err(InnerError::Contradiction(what));
    }
    put_without_answers(database, facts, played)?;
    let sql = "INSERT INTO answers (pairing, game, packed, checksum) VALUES (?1, ?2, ?3, ?4)";
    let checksum = answers_sum(facts.key, game, packed);
    database.execute(sql, params![facts.id.0, game.cast_signed(), packed, checksum])?;
    let sql = "DELETE FROM voids WHERE pairing = ?1 AND game = ?2";
    database.execute(sql, [facts.id.0, game.cast_signed()])?;
    Ok(true)
}

/// Keeps a match that is not there yet. Its answers must follow, or are kept elsewhere.
pub(crate) fn put_without_answers(
    database: &Sql<'_>,
    facts: PairingFacts,
    played: &StoredMatch,
) -> Result<(), InnerError> {
    let StoredMatch { game, places, reason, turns, fault, digest } = played;
    let (seat, kind, detail) = match fault {
        None => (None, None, None),
        Some((seat, kind, detail)) => {
            let seat = i64::try_from(*seat).map_err(|_| {
                InnerError::Invalid(format!("game {game} of {}: there is no seat {seat}", facts.key))
            })?;
            (Some(seat), Some(kind), Some(detail))
        }
    };
    let sql = "INSERT INTO matches (pairing, game, places, reason, turns, fault_seat, fault_kind, fault_detail, \
               digest, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let (game, turns) = (game.cast_signed(), turns.cast_signed());
    let checksum = match_sum(facts.key, played);
    let digest = digest.as_bytes();
    let row = params![facts.id.0, game, places, reason, turns, seat, kind, detail, digest, checksum];
    database.execute(sql, row)?;
    Ok(())
}

pub(crate) fn matches(database: &Sql<'_>, id: PairingId) -> Result<Vec<StoredMatch>, InnerError> {
    matches_of(database, PairingFacts::of(database, id)?)
}

pub(super) fn matches_of(database: &Sql<'_>, facts: PairingFacts) -> Result<Vec<StoredMatch>, InnerError> {
    let sql = "SELECT game, places, reason, turns, fault_seat, fault_kind, fault_detail, digest, checksum \
               FROM matches WHERE pairing = ?1 ORDER BY game < 0, game";
    let mut matches = Vec::new();
    database.each(sql, [facts.id.0], |row| {
        matches.push(checked(facts, read(row)?)?);
        Ok::<(), InnerError>(())
    })?;
    Ok(matches)
}

pub(crate) fn one(
    database: &Sql<'_>,
    facts: PairingFacts,
    game: u64,
) -> Result<Option<StoredMatch>, InnerError> {
    let sql = "SELECT game, places, reason, turns, fault_seat, fault_kind, fault_detail, digest, checksum \
               FROM matches WHERE pairing = ?1 AND game = ?2";
    let row = database.query_row(sql, [facts.id.0, game.cast_signed()], read).optional()?;
    row.map(|row| checked(facts, row)).transpose()
}

pub(crate) fn answers(database: &Sql<'_>, id: PairingId, game: u64) -> Result<Option<AnswerLog>, InnerError> {
    let facts = PairingFacts::of(database, id)?;
    if one(database, facts, game)?.is_none() {
        return Ok(None);
    }
    unpacked_answers(database, facts, game).map(Some)
}

fn unpacked_answers(database: &Sql<'_>, facts: PairingFacts, game: u64) -> Result<AnswerLog, InnerError> {
    unpack_answers(&packed_answers(database, facts, game)?)
        .map_err(|error| InnerError::Damaged(format!("{}: {error}", answers_in_words(facts, game))))
}

/// The answers of a match that is there, in the form that the database stores.
pub(crate) fn packed_answers(
    database: &Sql<'_>,
    facts: PairingFacts,
    game: u64,
) -> Result<Vec<u8>, InnerError> {
    let sql = "SELECT packed, checksum FROM answers WHERE pairing = ?1 AND game = ?2";
    let row = database
        .query_row(sql, [facts.id.0, game.cast_signed()], |row| Ok((row.get::<Vec<u8>>(0)?, row.get(1)?)));
    let Some((packed, checksum)) = row.optional()? else {
        return Err(InnerError::Damaged(format!("{} is missing", answers_in_words(facts, game))));
    };
    check(checksum, answers_sum(facts.key, game, &packed), || answers_in_words(facts, game))?;
    Ok(packed)
}

fn answers_in_words(facts: PairingFacts, game: u64) -> String {
    format!("the record of what was answered in game {game} of pairing {}", facts.key)
}

/// Reads a match, whether its fault is incomplete, and the checksum.
fn read(row: &Row<'_>) -> Result<(StoredMatch, bool, i64), SqlError> {
    let fault: (Option<i64>, Option<String>, Option<String>) = (row.get(4)?, row.get(5)?, row.get(6)?);
    let (fault, torn) = match fault {
        (None, None, None) => (None, false),
        (Some(seat), Some(kind), Some(detail)) => {
            let seat = usize::try_from(seat);
            (seat.ok().map(|seat| (seat, kind, detail)), seat.is_err())
        }
        _ => (None, true),
    };
    let played = StoredMatch {
        game: number(row, 0)?,
        places: row.get(1)?,
        reason: row.get(2)?,
        turns: number(row, 3)?,
        fault,
        digest: digest(row, 7)?,
    };
    Ok((played, torn, row.get(8)?))
}

fn checked(
    facts: PairingFacts,
    (played, torn, checksum): (StoredMatch, bool, i64),
) -> Result<StoredMatch, InnerError> {
    let what = || format!("game {} of pairing {}", played.game, facts.key);
    if torn {
        return Err(InnerError::Damaged(format!("{} has a fault that makes no sense", what())));
    }
    check(checksum, match_sum(facts.key, &played), what)?;
    Ok(played)
}
