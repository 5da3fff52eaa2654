//! The slowest pair of every niche.

use std::collections::BTreeMap;

use game::SeededRng;

use super::super::Played;

/// A pair that is the slowest of its niche.
pub(super) struct Kept {
    pub(super) programs: [String; 2],
    /// The larger, the slower.
    pub(super) score: f64,
}

/// A map of elites: every niche, a pair of what its two programs do, has one place (Mouret and Clune, 2015).
pub(super) struct Population {
    game: Played,
    kept: BTreeMap<[String; 2], Kept>,
}

impl Population {
    pub(super) fn new(game: Played) -> Self {
        Self { game, kept: BTreeMap::new() }
    }

    /// Keeps a pair if it is slower than the one in its niche.
    pub(super) fn add(&mut self, programs: [String; 2], score: f64) {
        let breeding = self.game.breeding();
        let niche = programs.each_ref().map(|program| breeding.niche(program));
        if self.kept.get(&niche).is_none_or(|kept| kept.score < score) {
            self.kept.insert(niche, Kept { programs, score });
        }
    }

    pub(super) fn niches(&self) -> usize {
        self.kept.len()
    }

    /// The slowest, slowest first, at most so many.
    pub(super) fn slowest(&self, most: usize) -> Vec<&Kept> {
        let mut all: Vec<&Kept> = self.kept.values().collect();
        all.sort_by(|one, two| two.score.total_cmp(&one.score));
        all.truncate(most);
        all
    }

    /// A parent: every other time one of the slowest, otherwise any. `None` if there is none.
    pub(super) fn parent(&self, rng: &mut SeededRng) -> Option<&Kept> {
        const SLOWEST: usize = 16;
        let all = self.slowest(if rng.below(2) == 0 { SLOWEST } else { usize::MAX });
        (!all.is_empty()).then(|| all[rng.index_below(all.len())])
    }
}
