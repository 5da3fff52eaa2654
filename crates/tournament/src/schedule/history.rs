//! The encounters so far: who met whom, and how often.

use std::collections::BTreeMap;

use crate::{Encounter, EncounterResult, EntrantIndex};

/// For everybody who has met: how often, and the number of their next game.
#[derive(Debug, Default)]
pub(super) struct History(BTreeMap<Vec<EntrantIndex>, Meetings>);

#[derive(Debug, Clone, Copy, Default)]
struct Meetings {
    encounters: u64,
    next_game: u64,
}

impl History {
    /// What these encounters tell.
    pub(super) fn of(played: &[EncounterResult]) -> Self {
        let mut history = Self::default();
        for EncounterResult { encounter, .. } in played {
            history.note(encounter);
        }
        history
    }

    /// The next encounter of these: its games go on where those of the last one ended.
    pub(super) fn meet(&mut self, members: Vec<EntrantIndex>, games: u64) -> Encounter {
        let mut encounter = Encounter::new(members, 0, games);
        let first = self.0.get(&encounter.members).map_or(0, |known| known.next_game);
        encounter.games = first..first.saturating_add(games);
        self.note(&encounter);
        encounter
    }

    /// How many games of these there have been.
    pub(super) fn games(&self, members: &[EntrantIndex]) -> u64 {
        self.0.get(members).map_or(0, |known| known.next_game)
    }

    /// All who have met, in rising order, and how often.
    pub(super) fn all(&self) -> impl Iterator<Item = (&[EntrantIndex], u64)> {
        self.0.iter().map(|(members, known)| (members.as_slice(), known.encounters))
    }

    fn note(&mut self, encounter: &Encounter) {
        let known = self.0.entry(encounter.members.clone()).or_default();
        known.encounters += 1;
        known.next_game = known.next_game.max(encounter.games.end);
    }
}
