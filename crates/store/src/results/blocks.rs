//! Games in a row.

use rusqlite::{Connection, OptionalExtension, Row, Rows, params};

use super::Facts;
use crate::codec::{block_sum, check, number, ranges};
use crate::error::Trouble;
use crate::{Block, PairingId};

/// Keeps a block, and says whether it is new.
pub(crate) fn put_block(connection: &Connection, facts: Facts, block: &Block) -> Result<bool, Trouble> {
    let last = last_game(facts, block).map_err(Trouble::Invalid)?;
    if let Some(before) = last_up_to(connection, facts, block.first_game)? {
        if before == *block {
            return Ok(false);
        }
        if last_game(facts, &before).map_err(Trouble::Damaged)? >= block.first_game {
            return Err(overlap(facts, block, &before));
        }
    }
    if let Some(after) = first_within(connection, facts, block.first_game, last)? {
        return Err(overlap(facts, block, &after));
    }
    let sql =
        "INSERT INTO blocks (pairing, first_game, results, turns, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
    let (first_game, turns) = (block.first_game.cast_signed(), block.turns.cast_signed());
    let row = params![facts.id.0, first_game, block.results, turns, block_sum(facts.key, block)];
    connection.prepare_cached(sql)?.execute(row)?;
    Ok(true)
}

/// The number of a block's last game, or why it is no block of the pairing.
fn last_game(facts: Facts, block: &Block) -> Result<u64, String> {
    let here = || format!("the block of {} that starts at game {}", facts.key, block.first_game);
    let characters = block.results.chars().count();
    let Some(games) = characters.checked_div(facts.seats).filter(|games| *games > 0) else {
        return Err(format!("{} has no game", here()));
    };
    if games * facts.seats != characters {
        let seats = facts.seats;
        return Err(format!(
            "{} has {characters} places, which is no whole number of games of {seats}",
            here()
        ));
    }
    let last = block.first_game.checked_add(games as u64 - 1);
    last.ok_or_else(|| format!("{} goes beyond the last number there is", here()))
}

fn overlap(facts: Facts, block: &Block, other: &Block) -> Trouble {
    let (first, seats) = (block.first_game, facts.seats);
    let what = if first == other.first_game && block.results.len() == other.results.len() {
        format!("the block that starts at game {first} has other results than were kept")
    } else {
        let (games, other_games) =
            (block.results.chars().count() / seats, other.results.chars().count() / seats);
        format!(
            "a block of {games} games from game {first} overlaps one of {other_games} games from game {}",
            other.first_game
        )
    };
    Trouble::Contradiction(format!("pairing {}: {what}", facts.key))
}

/// The last block that starts at this game or before it.
fn last_up_to(connection: &Connection, facts: Facts, game: u64) -> Result<Option<Block>, Trouble> {
    let sql = "SELECT first_game, results, turns, checksum FROM blocks \
               WHERE pairing = ?1 AND first_game BETWEEN ?2 AND ?3 ORDER BY first_game DESC LIMIT 1";
    one(connection, facts, sql, ranges(0, game).rev())
}

/// The first block that starts within these games.
fn first_within(
    connection: &Connection,
    facts: Facts,
    first: u64,
    last: u64,
) -> Result<Option<Block>, Trouble> {
    let sql = "SELECT first_game, results, turns, checksum FROM blocks \
               WHERE pairing = ?1 AND first_game BETWEEN ?2 AND ?3 ORDER BY first_game LIMIT 1";
    one(connection, facts, sql, ranges(first, last))
}

fn one(
    connection: &Connection,
    facts: Facts,
    sql: &str,
    ranges: impl Iterator<Item = (i64, i64)>,
) -> Result<Option<Block>, Trouble> {
    let mut statement = connection.prepare_cached(sql)?;
    for (low, high) in ranges {
        if let Some(row) = statement.query_row([facts.id.0, low, high], read).optional()? {
            return checked(facts, row).map(Some);
        }
    }
    Ok(None)
}

pub(crate) fn blocks(connection: &Connection, id: PairingId) -> Result<Vec<Block>, Trouble> {
    let facts = Facts::of(connection, id)?;
    // The upper half of all numbers is negative when bit-cast.
    let sql = "SELECT first_game, results, turns, checksum FROM blocks \
               WHERE pairing = ?1 ORDER BY first_game < 0, first_game";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows: Rows<'_> = statement.query([id.0])?;
    let mut blocks = Vec::new();
    while let Some(row) = rows.next()? {
        blocks.push(checked(facts, read(row)?)?);
    }
    Ok(blocks)
}

fn read(row: &Row<'_>) -> rusqlite::Result<(Block, i64)> {
    let block = Block { first_game: number(row, 0)?, results: row.get(1)?, turns: number(row, 2)? };
    Ok((block, row.get(3)?))
}

fn checked(facts: Facts, (block, checksum): (Block, i64)) -> Result<Block, Trouble> {
    let what = || format!("the block of pairing {} that starts at game {}", facts.key, block.first_game);
    check(checksum, block_sum(facts.key, &block), what)?;
    Ok(block)
}
