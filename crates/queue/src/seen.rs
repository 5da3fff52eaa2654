//! The content of the last reports, for noticing when two workers disagree.

use std::collections::{HashMap, VecDeque};

use dispatch::{BatchId, BatchResult, PartResult, RemoteGame, RemotePlaces};
use game::{Counts, Digest};

/// The numbers of games and of batches whose outcomes are remembered.
const MOST_GAMES: usize = 1_000_000;
const MOST_BATCHES: usize = 10_000;

/// A report's outcomes of games.
#[derive(Debug, Default)]
struct Outcomes {
    worker: String,
    places: Vec<RemotePlaces>,
    /// The digests of games that asked foreign code, by part and game.
    digests: HashMap<(usize, u64), Digest>,
    /// The outcomes of parts of a census, by part and number.
    counts: HashMap<(usize, u64), Counts>,
}

/// The last reports.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    by_batch: HashMap<BatchId, Outcomes>,
    in_order: VecDeque<BatchId>,
    games: usize,
}

/// Two workers that disagree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disagreement {
    /// The worker whose report came first.
    pub(crate) first: String,
    /// The first game on which they disagree.
    pub(crate) game: u64,
}

impl Seen {
    /// Compares a report with an earlier one of the same batch.
    pub(crate) fn compare(&self, id: BatchId, result: &BatchResult) -> Option<Disagreement> {
        let earlier = self.by_batch.get(&id)?;
        let game = result.parts.iter().find_map(|part| match part {
            PartResult::Places(now) => earlier.places.iter().find_map(|before| differing(before, now)),
            PartResult::Games { part, games, .. } => {
                games.iter().find(|game| earlier.contradicts(*part, game)).map(|game| game.game)
            }
            PartResult::Counts(now) => now.numbered().find_map(|(number, counts)| {
                let before = earlier.counts.get(&(now.part, number));
                before.is_some_and(|before| *before != counts).then_some(number)
            }),
        });
        game.map(|game| Disagreement { first: earlier.worker.clone(), game })
    }

    /// Remembers a report.
    pub(crate) fn add(&mut self, id: BatchId, worker: &str, result: &BatchResult) {
        let mut outcomes = Outcomes { worker: worker.to_owned(), ..Outcomes::default() };
        for part in &result.parts {
            match part {
                PartResult::Places(places) => outcomes.places.push(places.clone()),
                PartResult::Counts(now) => {
                    outcomes.counts.extend(now.numbered().map(|(number, one)| ((now.part, number), one)));
                }
                PartResult::Games { part, games, .. } => {
                    let digest = |game: &RemoteGame| {
                        let (_, digest) = game.result.as_ref().ok()?;
                        Some(((*part, game.game), *digest))
                    };
                    outcomes.digests.extend(games.iter().filter_map(digest));
                }
            }
        }
        self.games += outcomes.games();
        match self.by_batch.insert(id, outcomes) {
            Some(before) => self.games -= before.games(),
            None => self.in_order.push_back(id),
        }
        while self.games > MOST_GAMES || self.in_order.len() > MOST_BATCHES {
            let Some(oldest) = self.in_order.pop_front() else { break };
            self.games -= self.by_batch.remove(&oldest).map_or(0, |outcomes| outcomes.games());
        }
    }
}

impl Outcomes {
    fn games(&self) -> usize {
        self.digests.len()
            + self.counts.len()
            + self.places.iter().map(|places| places.places.games().len()).sum::<usize>()
    }

    fn contradicts(&self, part: usize, game: &RemoteGame) -> bool {
        let before = self.digests.get(&(part, game.game));
        matches!((before, &game.result), (Some(before), Ok((_, now))) if before != now)
    }
}

/// Returns the first game for which two results have different places.
fn differing(before: &RemotePlaces, now: &RemotePlaces) -> Option<u64> {
    let start = before.games.start.max(now.games.start);
    let end = before.games.end.min(now.games.end);
    if before.part != now.part || start >= end {
        return None;
    }
    let skipped = |of: &RemotePlaces| usize::try_from(start - of.games.start).unwrap_or(usize::MAX);
    let before_places = before.places.games().skip(skipped(before));
    let now_places = now.places.games().skip(skipped(now));
    let mut games = (start..end).zip(before_places.zip(now_places));
    games.find(|(_, (before, now))| before != now).map(|(game, _)| game)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use dispatch::RemotePlaces;
    use tournament::Places;

    use super::*;

    fn result(places: &str) -> BatchResult {
        let places = Places::parse(places, 2).unwrap();
        let games = 4..4 + places.games().len() as u64;
        let elapsed = Duration::ZERO;
        BatchResult {
            parts: vec![PartResult::Places(RemotePlaces { part: 0, games, places, turns: 1, elapsed })],
        }
    }

    #[test]
    fn many_batches_are_forgotten() {
        let mut seen = Seen::default();
        let id = |number: usize| BatchId(Digest::of(&number.to_le_bytes()));
        (0..MOST_BATCHES + 5).for_each(|number| seen.add(id(number), "anna", &result("1221")));
        assert_eq!((seen.by_batch.len(), seen.games), (MOST_BATCHES, 2 * MOST_BATCHES));
        assert_eq!(seen.compare(id(4), &result("1111")), None);
        assert!(seen.compare(id(5), &result("1111")).is_some());
    }

    #[test]
    fn workers_that_disagree_are_noticed() {
        let id = BatchId(Digest::of(b"batch"));
        let mut seen = Seen::default();
        assert_eq!(seen.compare(id, &result("1221")), None);
        seen.add(id, "anna", &result("1221"));
        assert_eq!(seen.compare(id, &result("1221")), None);
        assert_eq!(seen.compare(id, &result("12")), None, "a report that ends earlier");
        let disagreement = Disagreement { first: "anna".into(), game: 5 };
        assert_eq!(seen.compare(id, &result("1211")), Some(disagreement));
    }
}
