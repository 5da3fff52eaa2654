//! Keeps and reads results.

mod blocks;
mod censuses;
mod matches;
mod voids;

use std::collections::HashMap;

use database::sql::Sql;
use game::{AnswerLog, Digest};
use record::{pack_answers, unpack_answers};

use crate::error::InnerError;
use crate::{KeptGames, NewResult, Pairing, PairingId, pairings};

pub(crate) use blocks::{blocks, canonical_blocks, put_block};
pub(crate) use censuses::{census, put_census};
pub(crate) use matches::{answers, matches, packed_answers, put_match, put_without_answers};
pub(crate) use voids::{OnDuplicateVoid, put_void, voids};

/// The facts about a pairing that its results need.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PairingFacts {
    pub(crate) id: PairingId,
    pub(crate) key: Digest,
    /// How many programs it has.
    pub(crate) seats: usize,
}

/// All games of a pairing.
pub(crate) fn games(database: &Sql<'_>, facts: PairingFacts) -> Result<KeptGames, InnerError> {
    let blocks = blocks::blocks_of(database, facts)?;
    let matches = matches::matches_of(database, facts)?;
    Ok(KeptGames { pairing: facts.id, blocks, matches })
}

impl PairingFacts {
    /// The facts about a pairing with this number.
    pub(crate) fn of_pairing(id: PairingId, pairing: &Pairing) -> Self {
        Self { id, key: pairing.key, seats: pairing.programs.len() }
    }

    pub(crate) fn of(database: &Sql<'_>, id: PairingId) -> Result<Self, InnerError> {
        Ok(Self::of_pairing(id, &pairings::load(database, id)?))
    }
}

/// Keeps all of them, or fails. The caller's transaction then undoes the changes.
pub(crate) fn put_all(database: &Sql<'_>, kept: &[NewResult]) -> Result<(), InnerError> {
    let mut known: HashMap<PairingId, PairingFacts> = HashMap::new();
    for one in kept {
        let (NewResult::Block { pairing, .. }
        | NewResult::Match { pairing, .. }
        | NewResult::Void { pairing, .. }
        | NewResult::Census { pairing, .. }) = one;
        let facts = match known.get(pairing) {
            Some(facts) => *facts,
            None => *known.entry(*pairing).or_insert(PairingFacts::of(database, *pairing)?),
        };
        match one {
            NewResult::Block { block, .. } => put_block(database, facts, block)?,
            NewResult::Match { played, answers, .. } => {
                let packed = pack(answers).map_err(|why| {
                    InnerError::Invalid(format!(
                        "the answers of game {} of {}: {why}",
                        played.game, facts.key
                    ))
                })?;
                put_match(database, facts, played, &packed, answers)?
            }
            NewResult::Void { void, .. } => put_void(database, facts, void, OnDuplicateVoid::Replaces)?,
            NewResult::Census { census, .. } => put_census(database, facts, census)?,
        };
    }
    Ok(())
}

/// Checks that all answers can be read again when they are packed.
pub(crate) fn check_answers(kept: &[NewResult]) -> Result<(), InnerError> {
    kept.iter().try_for_each(|one| match one {
        NewResult::Match { played, answers, .. } => pack(answers)
            .map(drop)
            .map_err(|why| InnerError::Invalid(format!("the answers of game {}: {why}", played.game))),
        _ => Ok(()),
    })
}

/// Packs answers, and checks that they can be read again, since their length is limited.
fn pack(answers: &AnswerLog) -> Result<Vec<u8>, String> {
    let packed = pack_answers(answers);
    match unpack_answers(&packed) {
        Ok(again) if again == *answers => Ok(packed),
        Ok(_) => Err("they are others when read again".into()),
        Err(error) => Err(format!("they cannot be read again: {error}")),
    }
}

/// Forgets all results of a pairing.
pub(crate) fn forget(database: &Sql<'_>, id: PairingId) -> Result<(), InnerError> {
    for table in ["answers", "matches", "blocks", "voids", "censuses"] {
        database.execute(&format!("DELETE FROM {table} WHERE pairing = ?1"), [id.0])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::location::Location;
    use crate::tables::Tables;
    use crate::{Block, Store, StoreError};

    fn export(store: &Store) -> Vec<u8> {
        let mut out = Vec::new();
        store.export(&mut out).unwrap();
        out
    }

    fn connection(store: &Store) -> &rusqlite::Connection {
        let Location::Here(Tables::File { connection, .. }) = &store.location else { panic!("it is a file") };
        connection
    }

    /// `SQLite`'s own limit on a file's length fails exactly as a full disk does. But it applies to one database only, so
    /// this test must be inside the crate.
    fn fill_up(path: &Path) {
        let mut store = Store::open(path).unwrap();
        let pairing = Pairing {
            key: Digest::of(b"key"),
            game: "nim".into(),
            rules_version: 1,
            parameters: Vec::new(),
            programs: vec![Digest::of(b"a"), Digest::of(b"b")],
            seed: 1,
            environment: String::new(),
        };
        let id = store.pairing(&pairing).unwrap();
        let block = |first_game, games| {
            let block = Block { first_game, results: "12".repeat(games), turns: 1 };
            NewResult::Block { pairing: id, block }
        };
        store.keep(&[block(0, 1)]).unwrap();
        let before = export(&store);
        connection(&store).pragma_update(None, "max_page_count", 1).unwrap();
        let kept = store.keep(&[block(1, 1), block(10, 50_000)]);
        assert!(matches!(kept, Err(StoreError::Full { .. })), "{kept:?}");
        assert_eq!(export(&store), before);
        connection(&store).pragma_update(None, "max_page_count", 1_000_000).unwrap();
        store.keep(&[block(1, 1), block(10, 50_000)]).unwrap();
    }

    #[test]
    fn a_full_disk_costs_nothing_that_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.sqlite");
        fill_up(&path);
        assert_eq!(Store::open(&path).unwrap().pairings().unwrap().len(), 1);
    }
}
