//! The slowest pair of every niche.

use std::collections::BTreeMap;

use game::SeededRng;

use super::super::Played;

/// A pair that is the slowest of its niche.
pub(super) struct Kept {
    pub(super) programs: [String; 2],
    /// How slow the pair is: higher is slower.
    pub(super) score: f64,
}

/// A MAP-Elites archive (Mouret and Clune, 2015), which keeps one pair per niche. The niche of a pair is the
/// combination of its two programs' niches.
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

    /// Up to `most` pairs, slowest first.
    pub(super) fn slowest(&self, most: usize) -> Vec<&Kept> {
        let mut all: Vec<&Kept> = self.kept.values().collect();
        all.sort_by(|one, two| two.score.total_cmp(&one.score));
        all.truncate(most);
        all
    }

    /// A random parent: half of the time one of the slowest pairs, otherwise any. `None` if the population is
    /// empty.
    pub(super) fn parent(&self, rng: &mut SeededRng) -> Option<&Kept> {
        const SLOWEST: usize = 16;
        let all = self.slowest(if rng.below(2) == 0 { SLOWEST } else { usize::MAX });
        (!all.is_empty()).then(|| all[rng.index_below(all.len())])
    }
}
