//! Blocks: the results of consecutive games.

use std::ops::Range;

use database::sql::{Optional as _, Row, Sql, SqlError, params};
use game::Digest;

use super::PairingFacts;
use crate::codec::{block_sum, check, number, ranges};
use crate::error::InnerError;
use crate::{Block, PairingId, pairings, programs};

/// About how many games of a pairing one block holds in the canonical form.
const CANONICAL_GAMES: u64 = 1 << 16;

/// Keeps the new games of a block, and returns whether there are any. Another process may have cut the same games into
/// blocks differently; games that both have must have the same results.
pub(crate) fn put_block(database: &Sql<'_>, facts: PairingFacts, block: &Block) -> Result<bool, InnerError> {
    let last = last_game(facts, block).map_err(InnerError::Invalid)?;
    let known = overlapping(database, facts, block.first_game, last)?;
    if known.is_empty() {
        insert(database, facts, block)?;
        return Ok(true);
    }
    let games = games_of(facts, block);
    let mut at = block.first_game;
    let mut is_new = false;
    for there in known {
        compare(database, facts, block, &there)?;
        // The turns of a part are not known.
        is_new |= insert_part(database, facts, &games, block.first_game, at..there.first_game)?;
        at = match last_game(facts, &there).map_err(InnerError::Damaged)? {
            end if end >= last => return Ok(is_new),
            end => end + 1,
        };
    }
    insert_rest(database, facts, &games, block.first_game, at)?;
    Ok(true)
}

/// Keeps the games of a range, and returns whether it has any.
fn insert_part(
    database: &Sql<'_>,
    facts: PairingFacts,
    games: &[String],
    first: u64,
    part: Range<u64>,
) -> Result<bool, InnerError> {
    if part.is_empty() {
        return Ok(false);
    }
    let results = games[index(first, part.start)..index(first, part.end)].concat();
    insert(database, facts, &Block { first_game: part.start, results, turns: 0 })?;
    Ok(true)
}

/// Keeps all games from one on.
fn insert_rest(
    database: &Sql<'_>,
    facts: PairingFacts,
    games: &[String],
    first: u64,
    from: u64,
) -> Result<(), InnerError> {
    let results = games[index(first, from)..].concat();
    insert(database, facts, &Block { first_game: from, results, turns: 0 })
}

fn index(first: u64, game: u64) -> usize {
    usize::try_from(game - first).expect("a block's games are in memory")
}

fn insert(database: &Sql<'_>, facts: PairingFacts, block: &Block) -> Result<(), InnerError> {
    let sql =
        "INSERT INTO blocks (pairing, first_game, results, turns, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
    let (first_game, turns) = (block.first_game.cast_signed(), block.turns.cast_signed());
    let row = params![facts.id.0, first_game, block.results, turns, block_sum(facts.key, block)];
    database.execute(sql, row)?;
    Ok(())
}

/// The places of each game of a block.
fn games_of(facts: PairingFacts, block: &Block) -> Vec<String> {
    let places: Vec<char> = block.results.chars().collect();
    places.chunks(facts.seats).map(|game| game.iter().collect()).collect()
}

/// Checks that the games in both blocks have the same results.
fn compare(database: &Sql<'_>, facts: PairingFacts, block: &Block, there: &Block) -> Result<(), InnerError> {
    let (new, kept) = (games_of(facts, block), games_of(facts, there));
    let from = block.first_game.max(there.first_game);
    let (new_games, kept_games) =
        (&new[index(block.first_game, from)..], &kept[index(there.first_game, from)..]);
    let different =
        (from..=u64::MAX).zip(new_games.iter().zip(kept_games)).find(|(_, (new, kept))| new != kept);
    if let Some((game, (new, kept))) = different {
        return Err(another_result(database, facts, game, kept, new));
    }
    let is_same_cut = block.first_game == there.first_game && new.len() == kept.len();
    let are_known = block.turns != 0 && there.turns != 0;
    if is_same_cut && are_known && block.turns != there.turns {
        let last = block.first_game + (new.len() as u64 - 1);
        return Err(InnerError::Contradiction(format!(
            "pairing {}: games {} to {last} of {} are kept with {} turns, and now have {}",
            facts.key,
            block.first_game,
            names(database, facts)?,
            there.turns,
            block.turns
        )));
    }
    Ok(())
}

/// The error for a game whose new result differs from the kept one. It names the game, the programs and both results.
pub(crate) fn another_result(
    database: &Sql<'_>,
    facts: PairingFacts,
    game: u64,
    kept: &str,
    new: &str,
) -> InnerError {
    let names = match names(database, facts) {
        Ok(names) => names,
        Err(error) => return error,
    };
    let key = facts.key;
    InnerError::Contradiction(format!(
        "pairing {key}: game {game} of {names} is kept as {kept}, and now is {new} (the places by seat)"
    ))
}

/// The names by which people know the programs of a pairing: their files, if these are kept.
fn names(database: &Sql<'_>, facts: PairingFacts) -> Result<String, InnerError> {
    let pairing = pairings::load(database, facts.id)?;
    let name = |id: &Digest| {
        let kept = programs::program(database, *id)?;
        Ok(kept.map_or_else(|| id.to_string(), |program| program.file))
    };
    Ok(pairing.programs.iter().map(name).collect::<Result<Vec<_>, InnerError>>()?.join(", "))
}

/// The number of a block's last game, or why the block does not fit the pairing.
fn last_game(facts: PairingFacts, block: &Block) -> Result<u64, String> {
    let here = || format!("the block of {} that starts at game {}", facts.key, block.first_game);
    let characters = block.results.chars().count();
    let Some(games) = characters.checked_div(facts.seats).filter(|games| *games > 0) else {
        return Err(format!("{} has no game", here()));
    };
    if games * facts.seats != characters {
        let seats = facts.seats;
        return Err(format!(
            "{} has {characters} places, which is not a whole number of games of {seats}",
            here()
        ));
    }
    let last = block.first_game.checked_add(games as u64 - 1);
    last.ok_or_else(|| format!("{} exceeds the largest game number", here()))
}

/// The blocks that have any of these games, in order.
fn overlapping(
    database: &Sql<'_>,
    facts: PairingFacts,
    first: u64,
    last: u64,
) -> Result<Vec<Block>, InnerError> {
    let mut known = Vec::new();
    if let Some(before) = last_up_to(database, facts, first)?
        && last_game(facts, &before).map_err(InnerError::Damaged)? >= first
    {
        known.push(before);
    }
    if first < last {
        known.extend(starting_within(database, facts, first + 1, last)?);
    }
    Ok(known)
}

/// The last block that starts at this game or before it.
fn last_up_to(database: &Sql<'_>, facts: PairingFacts, game: u64) -> Result<Option<Block>, InnerError> {
    let sql = "SELECT first_game, results, turns, checksum FROM blocks \
               WHERE pairing = ?1 AND first_game BETWEEN ?2 AND ?3 ORDER BY first_game DESC LIMIT 1";
    for (low, high) in ranges(0, game).rev() {
        if let Some(row) = database.query_row(sql, [facts.id.0, low, high], read).optional()? {
            return checked(facts, row).map(Some);
        }
    }
    Ok(None)
}

/// The blocks that start within these games, in order.
fn starting_within(
    database: &Sql<'_>,
    facts: PairingFacts,
    first: u64,
    last: u64,
) -> Result<Vec<Block>, InnerError> {
    let sql = "SELECT first_game, results, turns, checksum FROM blocks \
               WHERE pairing = ?1 AND first_game BETWEEN ?2 AND ?3 ORDER BY first_game";
    let mut blocks = Vec::new();
    for (low, high) in ranges(first, last) {
        database.each(sql, [facts.id.0, low, high], |row| {
            blocks.push(checked(facts, read(row)?)?);
            Ok::<(), InnerError>(())
        })?;
    }
    Ok(blocks)
}

pub(crate) fn blocks(database: &Sql<'_>, id: PairingId) -> Result<Vec<Block>, InnerError> {
    blocks_of(database, PairingFacts::of(database, id)?)
}

pub(super) fn blocks_of(database: &Sql<'_>, facts: PairingFacts) -> Result<Vec<Block>, InnerError> {
    // The upper half of all numbers is negative when bit-cast.
    let sql = "SELECT first_game, results, turns, checksum FROM blocks \
               WHERE pairing = ?1 ORDER BY first_game < 0, first_game";
    let mut blocks = Vec::new();
    database.each(sql, [facts.id.0], |row| {
        blocks.push(checked(facts, read(row)?)?);
        Ok::<(), InnerError>(())
    })?;
    Ok(blocks)
}

/// All games of a pairing, cut into blocks in a way that depends only on which games they are. Consecutive games are in one
/// block, except for a cut after about every [`CANONICAL_GAMES`]. No block has its number of turns, since that is not known
/// for parts.
pub(crate) fn canonical_blocks(database: &Sql<'_>, facts: PairingFacts) -> Result<Vec<Block>, InnerError> {
    let seats = facts.seats as u64;
    let most = (CANONICAL_GAMES / seats).max(1) * seats;
    let mut canonical: Vec<Block> = Vec::new();
    // The last canonical block continues with this game, unless there is a cut.
    let mut next = None;
    for block in blocks(database, facts.id)? {
        let last = last_game(facts, &block).map_err(InnerError::Damaged)?;
        let games = games_of(facts, &block);
        for (game, places) in (block.first_game..=last).zip(games) {
            match canonical.last_mut() {
                Some(open) if next == Some(game) && !game.is_multiple_of(most) => {
                    open.results.push_str(&places);
                }
                _ => canonical.push(Block { first_game: game, results: places, turns: 0 }),
            }
            next = game.checked_add(1);
        }
    }
    Ok(canonical)
}

fn read(row: &Row<'_>) -> Result<(Block, i64), SqlError> {
    let block = Block { first_game: number(row, 0)?, results: row.get(1)?, turns: number(row, 2)? };
    Ok((block, row.get(3)?))
}

fn checked(facts: PairingFacts, (block, checksum): (Block, i64)) -> Result<Block, InnerError> {
    let what = || format!("the block of pairing {} that starts at game {}", facts.key, block.first_game);
    check(checksum, block_sum(facts.key, &block), what)?;
    Ok(block)
}
