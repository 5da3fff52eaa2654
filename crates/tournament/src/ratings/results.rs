//! The results that ratings are computed from.

use std::collections::BTreeMap;

use super::model::OutcomeProbabilities;
use crate::{EncounterResult, EntrantIndex};

/// The results of the games of two entrants. Counts may be fractions: the shares of an exact score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairResult {
    /// The entrant from whose point of view wins and losses are counted.
    pub one: EntrantIndex,
    /// Its opponent.
    pub other: EntrantIndex,
    /// Games that `one` won.
    pub wins: f64,
    /// Games that were drawn.
    pub draws: f64,
    /// Games that `one` lost.
    pub losses: f64,
}

impl PairResult {
    /// All games of the two.
    #[must_use]
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    /// The points of `one`: a draw is half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.wins + self.draws / 2.0
    }

    /// The variance of a game about the mean of these, in squared half-points.
    pub(super) fn of_a_game(&self) -> f64 {
        let [win, loss] = [self.wins, self.losses].map(|count| count / self.games());
        win + loss - (win - loss) * (win - loss)
    }

    /// This result with all counts multiplied by `factor`.
    pub(super) fn times(self, factor: f64) -> Self {
        let [wins, draws, losses] = [self.wins, self.draws, self.losses].map(|count| count * factor);
        Self { wins, draws, losses, ..self }
    }

    /// This result from the other entrant's point of view.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { one: self.other, other: self.one, wins: self.losses, losses: self.wins, ..self }
    }

    /// Adds a game with these chances, by a number that is drawn from 0 to 1.
    pub(crate) fn add_game(&mut self, chances: OutcomeProbabilities, drawn: f64) {
        if drawn < chances.win {
            self.wins += 1.0;
        } else if drawn < chances.win + chances.draw {
            self.draws += 1.0;
        } else {
            self.losses += 1.0;
        }
    }

    fn with_lower_first(self) -> Self {
        if self.one < self.other { self } else { self.reversed() }
    }
}

/// The order in which entrants came in, in some games of three or more.
#[derive(Debug, Clone, PartialEq)]
pub struct Placing {
    /// Who shared each place, the best place first.
    pub groups: Vec<Vec<EntrantIndex>>,
    /// How many games ended so.
    pub games: f64,
}

/// Results of a field in a canonical order: the order in which they were added has no influence.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    entrants: usize,
    pairs: Vec<PairResult>,
    placings: Vec<Placing>,
}

impl Results {
    /// The results of `entrants` entrants. Results of the same pair and equal placings are added up; those of no
    /// games are left out, and a placing of two becomes a result of the pair.
    ///
    /// # Panics
    /// If a count is negative or not finite, an entrant is not one of the field, or an entrant meets itself.
    #[must_use]
    pub fn new(
        entrants: usize,
        pairs: impl IntoIterator<Item = PairResult>,
        placings: impl IntoIterator<Item = Placing>,
    ) -> Self {
        let mut pairs: Vec<PairResult> = pairs.into_iter().collect();
        let mut of_many = Vec::new();
        for placing in placings {
            match placing.groups.iter().map(Vec::len).sum() {
                0 | 1 => {}
                2 => pairs.push(pair_of(&placing)),
                _ => of_many.push(placing),
            }
        }
        for pair in &pairs {
            check_pair(pair, entrants);
        }
        for placing in &of_many {
            check_placing(placing, entrants);
        }
        Self { entrants, pairs: sum_of_pairs(pairs), placings: sum_of_placings(of_many) }
    }

    /// The results of all games of these encounters; repeated games count once, and exact scores count as the games
    /// that they stand for.
    #[must_use]
    pub fn of(entrants: usize, played: &[EncounterResult]) -> Self {
        let (mut pairs, mut placings) = (Vec::new(), Vec::new());
        for EncounterResult { encounter, tally } in played {
            if let (&[one, other], Some(counts)) = (&encounter.members[..], tally.distinct_of_two()) {
                // An exact score is worth as many games as it counts for, however many setups it is of.
                let worth = tally.census.map_or(1.0, |all| to_f64(tally.games) / to_f64(all));
                let [wins, draws, losses] = counts.map(|games| to_f64(games) * worth);
                pairs.push(PairResult { one, other, wins, draws, losses });
            } else {
                let placing = |(places, games): (Vec<u32>, u64)| Placing {
                    groups: groups(&encounter.members, &places),
                    games: to_f64(games),
                };
                placings.extend(tally.distinct().into_iter().map(placing));
            }
        }
        Self::new(entrants, pairs, placings)
    }

    /// How many entrants there are.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// A result for each pair that met, in rising order, from the point of view of the lower entrant.
    #[must_use]
    pub fn pairs(&self) -> &[PairResult] {
        &self.pairs
    }

    /// The result of a pair from the point of view of `one`; `None` if the two never met.
    #[must_use]
    pub fn between(&self, one: EntrantIndex, other: EntrantIndex) -> Option<PairResult> {
        let pair = (one.min(other), one.max(other));
        let at = self.pairs.binary_search_by_key(&pair, |pair| (pair.one, pair.other)).ok()?;
        let result = self.pairs[at];
        Some(if result.one == one { result } else { result.reversed() })
    }

    /// The placings of games of three or more, each once.
    #[must_use]
    pub fn placings(&self) -> &[Placing] {
        &self.placings
    }

    /// These results with all counts multiplied by `factor`, above 0: the number of games that they are worth. Where the
    /// games of a setup depend on each other, [`Dispersion::applied_to`](super::Dispersion::applied_to) finds a
    /// factor for each pair.
    ///
    /// # Panics
    /// If the factor is not above 0, or not finite.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        assert!(factor.is_finite() && factor > 0.0, "{factor} is not a valid factor");
        self.weighted(|_| factor)
    }

    /// These results with the counts of all placings multiplied by `factor`.
    pub(super) fn with_placings_scaled(&self, factor: f64) -> Self {
        let scaled =
            |placing: &Placing| Placing { groups: placing.groups.clone(), games: placing.games * factor };
        let placings = self.placings.iter().map(scaled).collect();
        Self { entrants: self.entrants, pairs: self.pairs.clone(), placings }
    }

    /// These games with other results of pairs.
    pub(super) fn with_pairs(&self, result: impl FnMut(&PairResult) -> PairResult) -> Self {
        let pairs = self.pairs.iter().map(result).collect();
        Self { entrants: self.entrants, pairs, placings: self.placings.clone() }
    }

    /// These results with weighted counts: the count of each pair and each placing is multiplied by the `weight` of its
    /// participants.
    pub(super) fn weighted(&self, weight: impl Fn(&mut dyn Iterator<Item = EntrantIndex>) -> f64) -> Self {
        let pairs = self.pairs.iter().map(|pair| {
            let by = weight(&mut [pair.one, pair.other].into_iter());
            pair.times(by)
        });
        let placings = self.placings.iter().map(|placing| {
            let by = weight(&mut placing.groups.iter().flatten().copied());
            Placing { groups: placing.groups.clone(), games: placing.games * by }
        });
        Self { entrants: self.entrants, pairs: pairs.collect(), placings: placings.collect() }
    }

    /// The sizes of all ties in games of three and more, rising: how many shared a place.
    pub(super) fn tie_sizes(&self) -> Vec<usize> {
        let groups = self.placings.iter().flat_map(|placing| &placing.groups);
        let mut sizes: Vec<usize> = groups.map(Vec::len).filter(|&size| size > 1).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

/// Who shared each place, the best place first.
fn groups(members: &[EntrantIndex], places: &[u32]) -> Vec<Vec<EntrantIndex>> {
    let mut groups: BTreeMap<u32, Vec<EntrantIndex>> = BTreeMap::new();
    for (&member, &place) in members.iter().zip(places) {
        groups.entry(place).or_default().push(member);
    }
    groups.into_values().collect()
}

/// A count as a real number.
#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
pub(crate) fn to_f64(count: u64) -> f64 {
    count as f64
}

fn pair_of(placing: &Placing) -> PairResult {
    let members: Vec<EntrantIndex> = placing.groups.iter().flatten().copied().collect();
    let is_draw = placing.groups.iter().any(|group| group.len() == 2);
    let (wins, draws) = if is_draw { (0.0, placing.games) } else { (placing.games, 0.0) };
    PairResult { one: members[0], other: members[1], wins, draws, losses: 0.0 }
}

fn check_pair(pair: &PairResult, entrants: usize) {
    assert!(pair.one < entrants && pair.other < entrants, "{pair:?} is not of a field of {entrants}");
    assert!(pair.one != pair.other, "{pair:?}: nobody meets himself");
    for count in [pair.wins, pair.draws, pair.losses] {
        assert!(count.is_finite() && count >= 0.0, "{pair:?}: a count is a number of games");
    }
}

fn check_placing(placing: &Placing, entrants: usize) {
    let mut members: Vec<EntrantIndex> = placing.groups.iter().flatten().copied().collect();
    members.sort_unstable();
    assert!(members.iter().all(|&one| one < entrants), "{placing:?} is not of a field of {entrants}");
    assert!(members.is_sorted_by(|one, next| one < next), "{placing:?}: everybody has one place");
    assert!(placing.games.is_finite() && placing.games >= 0.0, "{placing:?}: a count is a number of games");
}

/// One result per pair. Fractions are added up in the order of their sizes, since sums of them depend on the order.
fn sum_of_pairs(pairs: Vec<PairResult>) -> Vec<PairResult> {
    let mut sorted: Vec<PairResult> = pairs.into_iter().map(PairResult::with_lower_first).collect();
    sorted.sort_unstable_by_key(|pair| {
        (pair.one, pair.other, [pair.wins, pair.draws, pair.losses].map(f64::to_bits))
    });
    let mut summed: Vec<PairResult> = Vec::new();
    for pair in sorted.into_iter().filter(|pair| pair.games() > 0.0) {
        match summed.last_mut() {
            Some(last) if (last.one, last.other) == (pair.one, pair.other) => {
                last.wins += pair.wins;
                last.draws += pair.draws;
                last.losses += pair.losses;
            }
            _ => summed.push(pair),
        }
    }
    summed
}

/// Each placing once, its groups in rising order.
fn sum_of_placings(mut placings: Vec<Placing>) -> Vec<Placing> {
    for placing in &mut placings {
        placing.groups.retain(|group| !group.is_empty());
        placing.groups.iter_mut().for_each(|group| group.sort_unstable());
    }
    placings.sort_by(|a, b| a.groups.cmp(&b.groups).then(a.games.total_cmp(&b.games)));
    let mut summed: Vec<Placing> = Vec::new();
    for placing in placings.into_iter().filter(|placing| placing.games > 0.0) {
        match summed.last_mut() {
            Some(last) if last.groups == placing.groups => last.games += placing.games,
            _ => summed.push(placing),
        }
    }
    summed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encounter, Tally};

    fn pair(one: EntrantIndex, other: EntrantIndex, counts: [f64; 3]) -> PairResult {
        let [wins, draws, losses] = counts;
        PairResult { one, other, wins, draws, losses }
    }

    #[test]
    fn results_of_a_pair_are_one_result() {
        let given = [pair(2, 1, [1.0, 0.0, 3.0]), pair(1, 2, [0.5, 0.25, 0.25]), pair(0, 1, [0.0; 3])];
        let draw = Placing { groups: vec![vec![2, 1]], games: 2.0 };
        let results = Results::new(3, given, [draw]);
        assert_eq!(results.pairs(), [pair(1, 2, [3.5, 2.25, 1.25])]);
        assert_eq!(results.between(2, 1), Some(pair(2, 1, [1.25, 2.25, 3.5])));
        assert_eq!((results.between(1, 2).map(|pair| pair.one), results.between(0, 1)), (Some(1), None));
    }

    #[test]
    fn the_order_of_fractions_is_not_seen() {
        let mut given: Vec<PairResult> =
            (1..40).map(|n| pair(0, 1, [1.0 / f64::from(n), 0.1, 0.0])).collect();
        let forwards = Results::new(2, given.clone(), []);
        given.reverse();
        for pair in &mut given {
            *pair = pair.reversed();
        }
        let backwards = Results::new(2, given, []);
        assert_eq!(forwards.pairs[0].wins.to_bits(), backwards.pairs[0].wins.to_bits());
        assert_eq!(forwards, backwards);
    }

    #[test]
    fn equal_placings_are_one() {
        let placing =
            |groups: &[&[usize]]| Placing { groups: groups.iter().map(|g| g.to_vec()).collect(), games: 1.0 };
        let given = [placing(&[&[2], &[1, 0]]), placing(&[&[2], &[], &[0, 1]]), placing(&[&[0]])];
        let results = Results::new(3, [], given);
        assert_eq!(results.placings(), [Placing { games: 2.0, ..placing(&[&[2], &[0, 1]]) }]);
        assert_eq!(results.tie_sizes(), [2]);
    }

    #[test]
    fn tallies_of_two_are_results() {
        let mut tally = Tally::new(2);
        tally.add(0, &[1, 2], None);
        tally.add(1, &[1, 2], None);
        tally.add(2, &[1, 1], None);
        tally.add(4, &[1, 2], None);
        tally.add_repeat(6, &[1, 2], None);
        let mut of_three = Tally::new(3);
        of_three.add(0, &[2, 1, 2], None);
        let played = [
            EncounterResult { encounter: Encounter::new(vec![3, 1], 0, 8), tally },
            EncounterResult { encounter: Encounter::new(vec![0, 1, 3], 0, 1), tally: of_three },
        ];
        let results = Results::of(4, &played);
        assert_eq!(results.pairs(), [pair(1, 3, [2.0, 1.0, 1.0])]);
        assert_eq!(results.placings(), [Placing { groups: vec![vec![1], vec![0, 3]], games: 1.0 }]);
    }
}
