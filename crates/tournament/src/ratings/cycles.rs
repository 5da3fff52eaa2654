//! Cycles of three: A beats B, B beats C, and C beats A. Ratings cannot show them.

use super::distributions::by_chance_of_equals;
use super::elo::Confidence;
use super::results::{PairResult, Results, to_f64};
use crate::EntrantIndex;

/// A cycle of three: each beats the next, and the last beats the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cycle {
    /// The results of the first against the second, the second against the third, and the third against the first.
    /// The first is the lowest of the three in the field.
    pub beats: [PairResult; 3],
}

impl Cycle {
    /// The three of them.
    #[must_use]
    pub fn entrants(&self) -> [EntrantIndex; 3] {
        self.beats.map(|pair| pair.one)
    }
}

impl Results {
    /// The clearest circles, at most `most` of them. With this confidence, all of them are true: each of the three
    /// direct results is more than chance, by the sign test (draws aside), which takes account of the number of pairs
    /// (Holm 1979). The clearest circle is the one whose weakest result is this many standard deviations from level.
    #[must_use]
    pub fn cycles(&self, confidence: Confidence, most: usize) -> Vec<Cycle> {
        let mut by_chance: Vec<(f64, PairResult)> =
            self.pairs().iter().map(|pair| (by_chance_of_equals(pair.wins, pair.losses), *pair)).collect();
        by_chance.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all = by_chance.len();
        let sure = by_chance
            .into_iter()
            .enumerate()
            .take_while(|(at, (chance, _))| chance * to_f64((all - at) as u64) <= 1.0 - confidence.share())
            .map(|(_, (_, pair))| pair);
        let deviations =
            |pair: &PairResult| (pair.wins - pair.losses).abs() / (pair.wins + pair.losses).sqrt();
        clearest(self, sure.collect(), deviations, most)
    }

    /// The clearest circles of exact scores, at most `most` of them: any lead counts, and the clearest circle is the
    /// one whose smallest lead per game is the greatest.
    #[must_use]
    pub fn exact_cycles(&self, most: usize) -> Vec<Cycle> {
        let decided = self.pairs().iter().filter(|pair| pair.wins.total_cmp(&pair.losses).is_ne());
        let lead = |pair: &PairResult| (pair.wins - pair.losses).abs() / pair.games();
        clearest(self, decided.copied().collect(), lead, most)
    }
}

/// Goes through the pairs, the clearest first. A pair is the weakest part of each circle that it closes, so circles
/// are found in order.
fn clearest(
    results: &Results,
    pairs: Vec<PairResult>,
    clearness: impl Fn(&PairResult) -> f64,
    most: usize,
) -> Vec<Cycle> {
    let winner_first = |pair: PairResult| if pair.wins > pair.losses { pair } else { pair.reversed() };
    let mut pairs: Vec<PairResult> = pairs.into_iter().map(winner_first).collect();
    pairs.sort_by(|a, b| clearness(b).total_cmp(&clearness(a)).then((a.one, a.other).cmp(&(b.one, b.other))));

    let mut known = BeatGraph::new(results);
    let mut cycles = Vec::new();
    for pair in pairs {
        known.add(pair);
        for third in known.who_closes(pair.one, pair.other) {
            if cycles.len() == most {
                return cycles;
            }
            cycles.push(known.cycle([pair.one, pair.other, third]));
        }
    }
    cycles
}

/// Who is known to beat whom.
struct BeatGraph<'a> {
    results: &'a Results,
    /// For each entrant, a bit for every entrant that it beats, 64 in a word.
    beats: Vec<Vec<u64>>,
    beaten_by: Vec<Vec<u64>>,
}

impl<'a> BeatGraph<'a> {
    fn new(results: &'a Results) -> Self {
        let entrants = results.entrants();
        let nobody = vec![vec![0; entrants.div_ceil(64)]; entrants];
        Self { results, beats: nobody.clone(), beaten_by: nobody }
    }

    fn add(&mut self, pair: PairResult) {
        self.beats[pair.one][pair.other / 64] |= 1 << (pair.other % 64);
        self.beaten_by[pair.other][pair.one / 64] |= 1 << (pair.one % 64);
    }

    /// Whom `second` beats and who beats `first`.
    fn who_closes(&self, first: EntrantIndex, second: EntrantIndex) -> Vec<EntrantIndex> {
        let words = self.beats[second].iter().zip(&self.beaten_by[first]).enumerate();
        let bits = words.flat_map(|(at, (beats, beaten_by))| {
            let both = beats & beaten_by;
            (0..64).filter(move |bit| both >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        });
        bits.collect()
    }

    fn cycle(&self, mut entrants: [EntrantIndex; 3]) -> Cycle {
        let lowest = (0..3).min_by_key(|&at| entrants[at]).unwrap_or(0);
        entrants.rotate_left(lowest);
        let [first, second, third] = entrants;
        let result = |one: EntrantIndex, other: EntrantIndex| {
            self.results.between(one, other).expect("each beats the next")
        };
        Cycle { beats: [result(first, second), result(second, third), result(third, first)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(one: EntrantIndex, other: EntrantIndex, wins: f64, losses: f64) -> PairResult {
        PairResult { one, other, wins, draws: 3.0, losses }
    }

    fn entrants(cycles: &[Cycle]) -> Vec<[EntrantIndex; 3]> {
        cycles.iter().map(Cycle::entrants).collect()
    }

    #[test]
    fn circles_are_named_the_clearest_first() {
        let pairs = [
            pair(0, 1, 60.0, 10.0),
            pair(1, 2, 60.0, 10.0),
            pair(0, 2, 15.0, 55.0),
            pair(2, 3, 70.0, 5.0),
            pair(0, 3, 14.0, 56.0),
            pair(1, 3, 36.0, 34.0),
        ];
        let results = Results::new(4, pairs, []);
        let cycles = results.cycles(Confidence::P95, 10);
        assert_eq!(entrants(&cycles), [[0, 1, 2]], "2 and 3 both beat 0, and 1 does not surely beat 3");
        assert_eq!(cycles[0].beats[2], pair(2, 0, 55.0, 15.0));
        assert_eq!(entrants(&results.exact_cycles(10)), [[0, 1, 2], [0, 1, 3]]);
        assert_eq!(entrants(&results.exact_cycles(1)), [[0, 1, 2]]);
    }

    /// 8 of 9 is as far from level as 20 of 512 cases, and 3 pairs need 0.05 / 3 for the first.
    #[test]
    fn chance_is_counted_for_all_pairs() {
        let circle =
            |wins: f64| Results::new(3, [(0, 1), (1, 2), (2, 0)].map(|(a, b)| pair(a, b, wins, 1.0)), []);
        assert!(circle(8.0).cycles(Confidence::P95, 1).is_empty());
        assert_eq!(circle(10.0).cycles(Confidence::P95, 1).len(), 1, "24 of 2048, and three of them");
    }

    #[test]
    fn everybody_in_a_great_circle_of_circles_is_found() {
        let entrants = 70;
        let beats_next_half = |one: usize| (1..=34).map(move |by| (one, (one + by) % entrants));
        let pairs = (0..entrants).flat_map(beats_next_half).map(|(one, other)| pair(one, other, 1.0, 0.0));
        let results = Results::new(entrants, pairs.collect::<Vec<_>>(), []);
        let cycles = results.exact_cycles(usize::MAX);
        let by_trying =
            (0..entrants).flat_map(|a| (1..=34).flat_map(move |x| (1..=34).map(move |y| (a, x, y))));
        // From any of the three, two steps forward must leave one step of at most 34 to come back.
        let found = by_trying.filter(|(_, x, y)| (1..=34).contains(&(entrants - x - y))).count() / 3;
        assert_eq!(cycles.len(), found);
    }
}
