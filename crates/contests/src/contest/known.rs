//! The known results of an encounter, and the games that are still missing.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::ops::Range;

use game::{AnswerLog, Digest};
use store::{Block, KeptGames, PairingId, Store, StoredMatch};
use tournament::{Encounter, Places, PlacesError, Seating, Tally};

use crate::Failure;

/// How to treat known results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownResults {
    /// Use them.
    Use,
    /// Play the games again, and compare.
    PlayAgain,
    /// Discard them, and play.
    Forget,
}

/// An encounter of a round: its known results and its missing games.
pub(super) struct State {
    /// The pairing in the store; `None` until it is made, which happens when the first results arrive.
    pub(super) pairing: Option<PairingId>,
    pub(super) tally: Tally,
    /// The encounter of the same round with the same programs. Its games count for both.
    pub(super) twin: Option<usize>,
    /// True if another encounter of the round has the same programs but other games. That one is played first, because
    /// it may include games of this one.
    pub(super) waits: bool,
    /// The missing games, in order and without overlap.
    pub(super) missing: Vec<Range<u64>>,
    /// Games that are played again. A large field has half a million states, and few of them have any such games.
    pub(super) again: Option<Box<PlayedAgain>>,
    /// The results so far, both stored and new.
    pub(super) seen: Option<DistinctGames>,
}

/// Games with results in the store that are played again.
#[derive(Default)]
pub(super) struct PlayedAgain {
    /// The stored places.
    stored: Vec<(Range<u64>, Places)>,
    /// The games without a stored result.
    pub(super) lacking: Vec<Range<u64>>,
    /// The number of games stored as void.
    pub(super) void_then: u64,
}

/// The different games between some programs: the order of seats, and the answers. Kept only where the answers say
/// everything about a game ([`GameInfo::answers_tell_all`](game::GameInfo::answers_tell_all)).
pub(super) type DistinctGames = BTreeSet<(usize, Digest)>;

/// A result to add, or several results of games that ask no questions.
pub(super) struct ResultToAdd<'a> {
    pub(super) games: Range<u64>,
    pub(super) places: &'a Places,
    pub(super) faulty_seat: Option<usize>,
    /// The answers, if [`DistinctGames`] is kept.
    pub(super) answers: Option<Digest>,
}

impl State {
    /// Reads the stored results of an encounter between programs whose earlier games are in `seen`. This command has already
    /// played the `new` games, so they are not played again.
    pub(super) fn load(
        store: &Store,
        games: KeptGames,
        encounter: &Encounter,
        known: KnownResults,
        seen: Option<DistinctGames>,
        new: &[Range<u64>],
        seating: Seating,
    ) -> Result<Self, Failure> {
        let seats = encounter.members.len();
        let pairing = games.pairing;
        let mut state = Self { pairing: Some(pairing), ..Self::of_new(encounter, seen, seating) };
        for StoredGames { games, places, faulty_seat } in stored_games(games, seats)? {
            let wanted = games.start.max(encounter.games.start)..games.end.min(encounter.games.end);
            if wanted.is_empty() {
                continue;
            }
            let [from, to] = [wanted.start, wanted.end]
                .map(|game| usize::try_from(game - games.start).unwrap_or(usize::MAX));
            let places = places.part(from..to).ok_or_else(|| not_valid(PlacesError))?;
            let is_new = new.iter().any(|new| new.start <= wanted.start && wanted.end <= new.end);
            if known == KnownResults::PlayAgain && !is_new {
                state.missing = without(&state.missing, &wanted);
                state.again.get_or_insert_default().stored.push((wanted, places));
            } else {
                let answers = state.answers(|| store.answers(pairing, wanted.start))?;
                state.take(&ResultToAdd { games: wanted, places: &places, faulty_seat, answers });
            }
        }
        if known == KnownResults::PlayAgain {
            state.note_what_is_lacking(store, pairing)?;
        }
        // Games to play again are planned separately, so that a piece of work is either entirely known or entirely
        // unknown.
        if let Some(again) = &state.again {
            state.missing.extend(again.stored.iter().map(|(games, _)| games.clone()));
            state.missing.sort_by_key(|games| games.start);
        }
        Ok(state)
    }

    /// Creates an encounter whose pairing is not in the store, so that all of its games are missing.
    pub(super) fn of_new(encounter: &Encounter, seen: Option<DistinctGames>, seating: Seating) -> Self {
        let missing = vec![encounter.games.clone()];
        Self { missing, seen, ..Self::unread(encounter.members.len(), seating) }
    }

    /// Separates games without a stored result from games stored as void.
    fn note_what_is_lacking(&mut self, store: &Store, pairing: PairingId) -> Result<(), Failure> {
        let again = self.again.get_or_insert_default();
        again.lacking.clone_from(&self.missing);
        for void in store.voids(pairing)? {
            let lacking = without(&again.lacking, &(void.game..void.game + 1));
            again.void_then += u64::from(lacking != again.lacking);
            again.lacking = lacking;
        }
        Ok(())
    }

    /// Creates an encounter that needs no games of its own, because the one at `twin` is the same.
    pub(super) fn of_twin(twin: usize, seats: usize, seating: Seating) -> Self {
        Self { twin: Some(twin), ..Self::unread(seats, seating) }
    }

    /// Creates an encounter that is read only after another one of the same programs was played.
    pub(super) fn of_waiting(seats: usize, seating: Seating) -> Self {
        Self { waits: true, ..Self::unread(seats, seating) }
    }

    /// Creates an encounter with an exact score.
    pub(super) fn exact(tally: Tally) -> Self {
        let seats = tally.seats();
        Self { tally, ..Self::unread(seats, Seating::default()) }
    }

    /// Creates an encounter without known results and without missing games.
    pub(super) fn unread(seats: usize, seating: Seating) -> Self {
        Self {
            pairing: None,
            tally: Tally::seated(seats, seating),
            twin: None,
            waits: false,
            missing: Vec::new(),
            again: None,
            seen: None,
        }
    }

    /// Returns a digest that distinguishes the answers of a game from others, if this is needed.
    pub(super) fn answers<L: Borrow<AnswerLog>, E>(
        &self,
        log: impl FnOnce() -> Result<Option<L>, E>,
    ) -> Result<Option<Digest>, E> {
        if self.seen.is_none() { Ok(None) } else { Ok(log()?.map(|log| log.borrow().digest())) }
    }

    /// Returns the number of missing games.
    pub(super) fn missing_games(&self) -> u64 {
        self.missing.iter().map(|games| games.end - games.start).sum()
    }

    /// Adds the results of games, which are then no longer missing.
    pub(super) fn take(&mut self, taken: &ResultToAdd) {
        let seats = self.tally.seats();
        for (game, places) in taken.games.clone().zip(taken.places.games()) {
            let same = taken.answers.map(|answers| (self.tally.seating().order(seats, game), answers));
            let is_new = match (&mut self.seen, same) {
                (Some(seen), Some(same)) => seen.insert(same),
                _ => true,
            };
            if is_new {
                self.tally.add(game, places, taken.faulty_seat);
            } else {
                self.tally.add_repeat(game, places, taken.faulty_seat);
            }
        }
        self.missing = without(&self.missing, &taken.games);
    }

    /// Adds a game that stayed void.
    pub(super) fn take_void(&mut self, game: u64) {
        self.tally.add_void();
        self.missing = without(&self.missing, &(game..game + 1));
    }

    /// Splits games so that each part lies either within one stored block or outside all blocks. Machines elsewhere
    /// play games of several blocks at once.
    pub(super) fn split(&self, games: &Range<u64>) -> Vec<Range<u64>> {
        let stored = self.again.iter().flat_map(|again| &again.stored);
        let mut bounds: Vec<u64> = stored.flat_map(|(known, _)| [known.start, known.end]).collect();
        bounds.retain(|bound| games.start < *bound && *bound < games.end);
        bounds.extend([games.start, games.end]);
        bounds.sort_unstable();
        bounds.dedup();
        bounds.windows(2).map(|bounds| bounds[0]..bounds[1]).collect()
    }

    /// Returns the stored results of games that were played again, or `None` if there are none.
    pub(super) fn stored(&self, games: &Range<u64>) -> Option<Places> {
        let stored = &self.again.as_ref()?.stored;
        let (known, places) =
            stored.iter().find(|(known, _)| known.start <= games.start && games.end <= known.end)?;
        let from = usize::try_from(games.start - known.start).ok()?;
        let to = usize::try_from(games.end - known.start).ok()?;
        places.part(from..to)
    }
}

/// Stored games.
struct StoredGames {
    games: Range<u64>,
    places: Places,
    /// The seat whose fault ended the game.
    faulty_seat: Option<usize>,
}

/// Returns all stored games of a pairing, each as a part of a block.
fn stored_games(kept: KeptGames, seats: usize) -> Result<Vec<StoredGames>, Failure> {
    let whole = |block: Block| {
        let places = Places::parse(&block.results, seats).map_err(not_valid)?;
        let games = block.first_game..block.first_game + places.games().len() as u64;
        // The games of a setup are played together, so part of a setup can be neither used nor completed.
        if [games.start, games.end].iter().any(|at| !at.is_multiple_of(seats as u64)) {
            let why = "the database has a block of games that starts or ends within a setup; use --fresh";
            return Err(Failure::Refused(why.into()));
        }
        Ok(StoredGames { games, places, faulty_seat: None })
    };
    let one = |one: StoredMatch| {
        let places = Places::parse(&one.places, seats).map_err(not_valid)?;
        let games = one.game..one.game + 1;
        Ok(StoredGames { games, places, faulty_seat: one.fault.map(|(seat, _, _)| seat) })
    };
    kept.blocks.into_iter().map(whole).chain(kept.matches.into_iter().map(one)).collect()
}

fn not_valid(error: PlacesError) -> Failure {
    Failure::Refused(format!("a result in the database is not valid: {error}"))
}

/// Returns `ranges` without the numbers in `taken`.
pub(crate) fn without(ranges: &[Range<u64>], taken: &Range<u64>) -> Vec<Range<u64>> {
    let parts = ranges
        .iter()
        .flat_map(|range| [range.start..range.end.min(taken.start), range.start.max(taken.end)..range.end]);
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    #[expect(clippy::single_range_in_vec_init, reason = "a list of one range is meant")]
    fn what_is_taken_is_no_longer_missing() {
        assert_eq!(without(&[0..10], &(3..5)), [0..3, 5..10]);
        assert_eq!(without(&[0..3, 5..10], &(0..3)), [5..10]);
        assert_eq!(without(&[0..3, 5..10], &(2..6)), [0..2, 6..10]);
        assert_eq!(without(&[0..3], &(0..3)), []);
        assert_eq!(without(&[5..10], &(0..3)), [5..10]);
    }
}
