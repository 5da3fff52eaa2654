//! What is known of an encounter already, and what is still to be played.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::ops::Range;

use game::{AnswerLog, Digest};
use store::{Block, KeptGames, PairingId, Store};
use tournament::{Encounter, Tally, read_places};

use crate::failure::Failure;

/// What to do with results that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// Use them.
    Use,
    /// Play the games again, and compare.
    PlayAgain,
    /// Forget them, and play.
    Forget,
}

/// An encounter of a round: what is known, and what is missing.
pub(super) struct State {
    pub(super) pairing: PairingId,
    pub(super) tally: Tally,
    /// The encounter of the round whose programs are the same, and which is played for both.
    pub(super) twin: Option<usize>,
    /// Whether another encounter of the round has the same programs, and other games. It is to be played first: some of
    /// its games can be those of this one.
    pub(super) waits: bool,
    /// The games that are still to be played, in order and without overlap.
    pub(super) missing: Vec<Range<u64>>,
    /// Stored games that are played again: `seats` characters a game.
    stored: Vec<(Range<u64>, String)>,
    /// Of games that are played again, those of which the store has nothing.
    pub(super) lacking: Vec<Range<u64>>,
    /// Of games that are played again, those that the store has as void.
    pub(super) void_then: u64,
    /// What came up before, and now.
    pub(super) seen: Option<Seen>,
}

/// The games that came up between some programs: by how many seats they had moved on, and what was answered. It is
/// kept where that tells all ([`GameInfo::answers_tell_all`](game::GameInfo::answers_tell_all)).
pub(super) type Seen = BTreeSet<(usize, Digest)>;

/// A result that is taken up, or several of games that ask nobody.
pub(super) struct Taken<'a> {
    pub(super) games: Range<u64>,
    /// A character a seat and game.
    pub(super) places: &'a str,
    pub(super) faulty_seat: Option<usize>,
    /// What was answered, where [`Seen`] is kept.
    pub(super) answers: Option<Digest>,
}

impl State {
    /// Takes up what the store has of an encounter, between programs of whom these games were `seen` before. Games that are
    /// `new` are known only since this command has played them, and are not played again.
    pub(super) fn load(
        store: &Store,
        games: KeptGames,
        encounter: &Encounter,
        known: Known,
        seen: Option<Seen>,
        new: &[Range<u64>],
    ) -> Result<Self, Failure> {
        let seats = encounter.members.len();
        let pairing = games.pairing;
        let missing = vec![encounter.games.clone()];
        let mut state = Self { missing, seen, ..Self::unread(pairing, seats) };
        for StoredGames { games, places, faulty_seat } in stored_games(games, seats)? {
            let wanted = games.start.max(encounter.games.start)..games.end.min(encounter.games.end);
            if wanted.is_empty() {
                continue;
            }
            let from = usize::try_from(wanted.start - games.start).unwrap_or(usize::MAX) * seats;
            let to = usize::try_from(wanted.end - games.start).unwrap_or(usize::MAX) * seats;
            let places = places[from..to].to_owned();
            let is_new = new.iter().any(|new| new.start <= wanted.start && wanted.end <= new.end);
            if known == Known::PlayAgain && !is_new {
                state.missing = without(&state.missing, &wanted);
                state.stored.push((wanted, places));
            } else {
                let answers = state.answers(|| store.answers(pairing, wanted.start))?;
                state.take(&Taken { games: wanted, places: &places, faulty_seat, answers })?;
            }
        }
        if known == Known::PlayAgain {
            state.note_what_is_lacking(store)?;
        }
        // What is played again is planned by itself, so that a piece is either known or not.
        state.missing.extend(state.stored.iter().map(|(games, _)| games.clone()));
        state.missing.sort_by_key(|games| games.start);
        Ok(state)
    }

    /// Tells games of which the store has nothing from those that it has as void.
    fn note_what_is_lacking(&mut self, store: &Store) -> Result<(), Failure> {
        self.lacking.clone_from(&self.missing);
        for void in store.voids(self.pairing)? {
            let lacking = without(&self.lacking, &(void.game..void.game + 1));
            self.void_then += u64::from(lacking != self.lacking);
            self.lacking = lacking;
        }
        Ok(())
    }

    /// An encounter that need not be played, since the one at `twin` is the same.
    pub(super) fn of_twin(pairing: PairingId, twin: usize, seats: usize) -> Self {
        Self { twin: Some(twin), ..Self::unread(pairing, seats) }
    }

    /// An encounter of which nothing is read before another one of the same programs is played.
    pub(super) fn of_waiting(pairing: PairingId, seats: usize) -> Self {
        Self { waits: true, ..Self::unread(pairing, seats) }
    }

    /// An encounter whose score is exact.
    pub(super) fn exact(pairing: PairingId, tally: Tally) -> Self {
        let seats = tally.seats();
        Self { tally, ..Self::unread(pairing, seats) }
    }

    /// An encounter of which nothing is known, and nothing missing.
    pub(super) fn unread(pairing: PairingId, seats: usize) -> Self {
        Self {
            pairing,
            tally: Tally::new(seats),
            twin: None,
            waits: false,
            missing: Vec::new(),
            stored: Vec::new(),
            lacking: Vec::new(),
            void_then: 0,
            seen: None,
        }
    }

    /// What tells a game's answers from others, if that is to be known.
    pub(super) fn answers<L: Borrow<AnswerLog>, E>(
        &self,
        log: impl FnOnce() -> Result<Option<L>, E>,
    ) -> Result<Option<Digest>, E> {
        if self.seen.is_none() { Ok(None) } else { Ok(log()?.map(|log| log.borrow().digest())) }
    }

    /// How many games are still to be played.
    pub(super) fn missing_games(&self) -> u64 {
        self.missing.iter().map(|games| games.end - games.start).sum()
    }

    /// Takes up the results of games, which then are no longer missing.
    pub(super) fn take(&mut self, taken: &Taken) -> Result<(), Failure> {
        let seats = self.tally.seats();
        let matches = read_places(taken.places, seats)
            .map_err(|error| Failure::Refused(format!("a result in the database is no result: {error}")))?;
        for (game, places) in taken.games.clone().zip(matches) {
            let same = taken.answers.map(|answers| (Encounter::rotation(seats, game), answers));
            let is_new = match (&mut self.seen, same) {
                (Some(seen), Some(same)) => seen.insert(same),
                _ => true,
            };
            if is_new {
                self.tally.add(game, &places, taken.faulty_seat);
            } else {
                self.tally.add_repeat(game, &places, taken.faulty_seat);
            }
        }
        self.missing = without(&self.missing, &taken.games);
        Ok(())
    }

    /// Takes up a game that stayed void.
    pub(super) fn take_void(&mut self, game: u64) {
        self.tally.add_void();
        self.missing = without(&self.missing, &(game..game + 1));
    }

    /// What the store says of games that were played again; nothing if it does not know them.
    pub(super) fn stored(&self, games: &Range<u64>) -> Option<&str> {
        let seats = self.tally.seats();
        let (known, places) =
            self.stored.iter().find(|(known, _)| known.start <= games.start && games.end <= known.end)?;
        let from = usize::try_from(games.start - known.start).ok()? * seats;
        let to = usize::try_from(games.end - known.start).ok()? * seats;
        Some(&places[from..to])
    }
}

/// Games that the store has.
struct StoredGames {
    games: Range<u64>,
    /// A character a seat and game.
    places: String,
    /// The seat whose fault ended the game.
    faulty_seat: Option<usize>,
}

/// All games that the store has of a pairing, a part of a block each.
fn stored_games(kept: KeptGames, seats: usize) -> Result<Vec<StoredGames>, Failure> {
    let whole = |block: Block| {
        let games = block.first_game..block.first_game + (block.results.len() / seats) as u64;
        // The games of a setup are played together, so a part of one can be neither used nor completed.
        if [games.start, games.end].iter().any(|at| !at.is_multiple_of(seats as u64)) {
            let why =
                "the database has a block of games that begins or ends inside a setup; play with --fresh";
            return Err(Failure::Refused(why.into()));
        }
        Ok(StoredGames { games, places: block.results, faulty_seat: None })
    };
    let blocks: Vec<StoredGames> = kept.blocks.into_iter().map(whole).collect::<Result<_, _>>()?;
    let matches = kept.matches.into_iter().map(|one| StoredGames {
        games: one.game..one.game + 1,
        places: one.places,
        faulty_seat: one.fault.map(|(seat, _, _)| seat),
    });
    Ok(blocks.into_iter().chain(matches).collect())
}

/// `ranges` without the numbers in `taken`.
pub(super) fn without(ranges: &[Range<u64>], taken: &Range<u64>) -> Vec<Range<u64>> {
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
