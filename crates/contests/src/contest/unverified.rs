//! Results that should be verified again but cannot be compared with the store.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use store::PairingId;
use tournament::Encounter;

use super::known::{State, without};

/// Results that cannot be verified.
#[derive(Debug, Default)]
pub struct Unverified {
    /// Games without a stored result, in the order of play.
    pub lacking: Vec<LackingGames>,
    /// Orders of pairs, by seat, without a stored exact score.
    pub lacking_setups: Vec<[usize; 2]>,
    /// Games stored as void: there is nothing to compare.
    pub void_then: u64,
    /// Games with a stored result that bout failed to play again.
    pub void_now: u64,
    /// The games without a stored result when this command started.
    games: BTreeMap<PairingId, Vec<Range<u64>>>,
    /// The pairings without a stored census when this command started.
    censuses: BTreeSet<PairingId>,
}

/// Games between some programs without stored results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LackingGames {
    /// The entrants.
    pub members: Vec<usize>,
    /// The number of games.
    pub games: u64,
}

impl Unverified {
    /// Returns the games of a pairing that had no stored result at first. If they have one now, this command played
    /// them.
    pub(super) fn games_of(&self, pairing: PairingId) -> &[Range<u64>] {
        self.games.get(&pairing).map_or(&[], Vec::as_slice)
    }

    /// Records what the store lacks for an encounter that was just read.
    pub(super) fn note(&mut self, encounter: &Encounter, state: &State) {
        let (Some(again), Some(pairing)) = (&state.again, state.pairing) else { return };
        self.void_then += again.void_then;
        if again.lacking.is_empty() {
            return;
        }
        let known = self.games.entry(pairing).or_default();
        let new = known.iter().fold(again.lacking.clone(), |new, games| without(&new, games));
        let games: u64 = new.iter().map(|games| games.end - games.start).sum();
        known.extend(new);
        if games > 0 {
            self.lacking.push(LackingGames { members: encounter.members.clone(), games });
        }
    }

    /// Records that the census of an order was not stored.
    pub(super) fn note_census(&mut self, pairing: PairingId, members: [usize; 2]) {
        if self.censuses.insert(pairing) {
            self.lacking_setups.push(members);
        }
    }

    /// Returns true if the censuses of all of these were stored.
    pub(super) fn has_all(&self, pairings: [PairingId; 2]) -> bool {
        !pairings.iter().any(|pairing| self.censuses.contains(pairing))
    }

    /// Returns the number of games without a stored result, over all pairings.
    #[must_use]
    pub fn lacking_games(&self) -> u64 {
        self.lacking.iter().map(|lacking| lacking.games).sum()
    }
}
