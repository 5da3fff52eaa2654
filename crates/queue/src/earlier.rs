//! Reports on batches that an earlier coordinator of the same contest published.

use std::collections::HashMap;
use std::ops::Range;

use dispatch::{Batch, BatchResult, Order, PartResult};
use game::{Digest, Participant};

/// The games that are still to be played, by keys that have the same meaning for all coordinators.
pub(crate) struct StillMissing {
    /// The encounter and its missing games, by programs and seed.
    by_programs: HashMap<Key, (usize, Vec<Range<u64>>)>,
}

/// The part of the order, the programs of an encounter, and its seed.
type Key = (usize, Vec<Digest>, u64);

impl StillMissing {
    pub(crate) fn of<E>(order: &Order<'_, E>) -> Self {
        let programs: Vec<Digest> = order.context.programs.iter().map(Participant::id).collect();
        let mut by_programs = HashMap::<_, (usize, Vec<Range<u64>>)>::new();
        for number in 0..order.plan.pieces() {
            let piece = order.plan.piece(number);
            let members = &order.round[piece.encounter].members;
            let ids = members.iter().map(|&member| programs[member]).collect();
            let seed = (order.context.seed_of)(members);
            let part = (order.part_of)(piece.encounter);
            let entry = by_programs.entry((part, ids, seed)).or_insert((piece.encounter, Vec::new()));
            match entry.1.last_mut().filter(|last| last.end == piece.games.start) {
                Some(last) => last.end = piece.games.end,
                None => entry.1.push(piece.games),
            }
        }
        Self { by_programs }
    }

    /// Returns those results of a report on a part of the order that are still missing, with the encounter of each part of the
    /// batch. After that, they no longer count as missing.
    pub(crate) fn take(
        &mut self,
        of_order: usize,
        batch: &Batch,
        result: BatchResult,
    ) -> (Vec<usize>, BatchResult) {
        let mut encounters = vec![0; batch.parts.len()];
        let is_missing = |part: &PartResult| {
            let of = &batch.parts[part.part()];
            let key = (of_order, of.programs.clone(), of.seed);
            let Some((encounter, missing)) = self.by_programs.get_mut(&key) else { return false };
            encounters[part.part()] = *encounter;
            take_games(missing, part)
        };
        let parts = result.parts.into_iter().filter(is_missing).collect();
        (encounters, BatchResult { parts })
    }
}

/// Removes the games of a result from the missing games. If one of them is not missing, returns false and removes
/// none.
pub(crate) fn take_games(missing: &mut Vec<Range<u64>>, part: &PartResult) -> bool {
    let taken: Vec<Range<u64>> = match part {
        PartResult::Places(places) => std::iter::once(places.games.clone()).collect(),
        PartResult::Counts(counts) => std::iter::once(counts.parts.clone()).collect(),
        PartResult::Games { games, .. } => games.iter().map(|game| game.game..game.game + 1).collect(),
    };
    let mut left = missing.clone();
    for games in taken {
        let around = |range: &Range<u64>| range.start <= games.start && games.end <= range.end;
        let Some(at) = left.iter().position(around) else { return false };
        let range = left.remove(at);
        let rest = [range.start..games.start, games.end..range.end];
        left.splice(at..at, rest.into_iter().filter(|range| !range.is_empty()));
    }
    *missing = left;
    true
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "lists of one range are meant")]
mod tests {
    use std::time::Duration;

    use dispatch::RemotePlaces;
    use tournament::Places;

    use super::*;

    #[test]
    fn games_that_are_known_already_are_not_taken_again() {
        let part = |games: Range<u64>| {
            let places = Places::parse(&"12".repeat(usize::try_from(games.end - games.start).unwrap()), 2);
            let places = places.unwrap();
            PartResult::Places(RemotePlaces { part: 0, games, places, turns: 1, elapsed: Duration::ZERO })
        };
        let mut missing = vec![0..4, 6..10];
        assert!(!take_games(&mut missing, &part(2..6)));
        assert_eq!(missing, [0..4, 6..10]);
        assert!(take_games(&mut missing, &part(6..8)));
        assert_eq!(missing, [0..4, 8..10]);
        assert!(!take_games(&mut missing, &part(6..8)));
        assert!(take_games(&mut missing, &part(0..4)));
        assert_eq!(missing, [8..10]);
    }
}
