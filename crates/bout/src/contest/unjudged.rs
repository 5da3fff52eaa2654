//! What was to be played again and compared with what is kept, but could not be.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use store::PairingId;
use tournament::Encounter;

use super::known::{State, without};

/// Results that nobody can vouch for.
#[derive(Debug, Default)]
pub(crate) struct Unjudged {
    /// Games of which nothing was kept, in the order in which they came up.
    pub(crate) lacking: Vec<LackingGames>,
    /// Orders of pairs, by seat, whose exact score was not kept.
    pub(crate) lacking_setups: Vec<[usize; 2]>,
    /// Games that were kept as void: there is nothing to compare.
    pub(crate) void_then: u64,
    /// Games whose result was kept, and that our own machinery failed to play again.
    pub(crate) void_now: u64,
    /// The games of which nothing was kept when this command began.
    games: BTreeMap<PairingId, Vec<Range<u64>>>,
    /// The pairings whose census was not kept when this command began.
    censuses: BTreeSet<PairingId>,
}

/// Games between some programs of which nothing was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LackingGames {
    /// The entrants.
    pub(crate) members: Vec<usize>,
    /// How many games.
    pub(crate) games: u64,
}

impl Unjudged {
    /// The games of a pairing of which nothing was kept at first: what is known of them now, this command has played.
    pub(super) fn games_of(&self, pairing: PairingId) -> &[Range<u64>] {
        self.games.get(&pairing).map_or(&[], Vec::as_slice)
    }

    /// Notes what the store lacks of an encounter that was just read.
    pub(super) fn note(&mut self, encounter: &Encounter, state: &State) {
        self.void_then += state.void_then;
        if state.lacking.is_empty() {
            return;
        }
        let known = self.games.entry(state.pairing).or_default();
        let new = known.iter().fold(state.lacking.clone(), |new, games| without(&new, games));
        let games: u64 = new.iter().map(|games| games.end - games.start).sum();
        known.extend(new);
        if games > 0 {
            self.lacking.push(LackingGames { members: encounter.members.clone(), games });
        }
    }

    /// Notes that the census of an order was not kept.
    pub(super) fn note_census(&mut self, pairing: PairingId, members: [usize; 2]) {
        if self.censuses.insert(pairing) {
            self.lacking_setups.push(members);
        }
    }

    /// Whether the censuses of all of these were kept.
    pub(super) fn has_all(&self, pairings: [PairingId; 2]) -> bool {
        !pairings.iter().any(|pairing| self.censuses.contains(pairing))
    }

    /// Games of which nothing was kept, of all pairings.
    pub(crate) fn lacking_games(&self) -> u64 {
        self.lacking.iter().map(|lacking| lacking.games).sum()
    }
}
