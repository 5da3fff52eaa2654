//! Where games are worth most.

use crate::EntrantIndex;
use crate::ratings::{PairResult, Ratings, Results};

/// What ratings expect counts as this many games of a pair, where the variance of its games is foreseen. It
/// influences where games are played, but nothing that is concluded from them.
const FORESEEN_GAMES: f64 = 4.0;

/// A pair, and how many games it should play.
pub(super) type PlannedGames = ([EntrantIndex; 2], u64);

/// A pair that may play.
struct Candidate {
    pair: [EntrantIndex; 2],
    /// The games it should have played in the end, as a share of all: the root of what its results weigh in all open
    /// comparisons together.
    share: f64,
    /// The games it has played.
    games: f64,
}

/// How to spend this many games, an even number, so that the variances of all open comparisons together become as small
/// as they can (J. Neyman 1934): then a pair has played as many games as the root of its variance says, and of how
/// many comparisons it bears upon. Pairs that have played more than that already play no more.
///
/// A result that a pair has not shown yet may still be possible: as if the variance of its games was greater by `unseen`
/// over their number ([`Lead::margin`](super::evidence::Lead::margin)). Where that is 0, it does not matter.
pub(super) fn wishes(
    results: &Results,
    open: &[[EntrantIndex; 2]],
    played: impl Fn(EntrantIndex, EntrantIndex) -> u64,
    games: u64,
    unseen: f64,
) -> Vec<PlannedGames> {
    let stakes = OpenComparisons::of(results.entrants(), open);
    let foreseen = ExpectedVariance::of(results);
    let mut candidates: Vec<Candidate> = Vec::new();
    for one in 0..results.entrants() {
        for other in one + 1..results.entrants() {
            let games = crate::ratings::to_f64(played(one, other));
            let variance = foreseen.variance(one, other) + unseen / games.max(1.0);
            let weight = stakes.of_pair(one, other) * variance;
            if weight > 0.0 {
                candidates.push(Candidate { pair: [one, other], share: weight.sqrt(), games });
            }
        }
    }
    let level = level(&mut candidates, crate::ratings::to_f64(games));
    let wanted: Vec<f64> = candidates.iter().map(|each| (each.share * level - each.games).max(0.0)).collect();
    let even = in_pairs(&wanted, games / 2);
    candidates
        .iter()
        .zip(even)
        .filter(|(_, games)| *games > 0)
        .map(|(each, games)| (each.pair, games))
        .collect()
}

/// The level to which `games` fill up all candidates, where each has a room of its share wide, and something is in it
/// already.
fn level(candidates: &mut [Candidate], games: f64) -> f64 {
    let height = |each: &Candidate| each.games / each.share;
    candidates.sort_by(|a, b| height(a).total_cmp(&height(b)).then(a.pair.cmp(&b.pair)));
    let (mut share, mut content) = (0.0, games);
    let mut level = 0.0;
    for each in candidates {
        if share > 0.0 && level <= height(each) {
            break;
        }
        share += each.share;
        content += each.games;
        level = content / share;
    }
    level
}

/// These numbers of games in games of two, this many in all: rounded down, then up where most was lost.
fn in_pairs(wanted: &[f64], in_all: u64) -> Vec<u64> {
    let mut twos: Vec<u64> = wanted.iter().map(|&games| whole(games / 2.0)).collect();
    let mut by_loss: Vec<usize> = (0..wanted.len()).collect();
    let lost = |at: usize| wanted[at] / 2.0 - (wanted[at] / 2.0).floor();
    by_loss.sort_by(|&a, &b| lost(b).total_cmp(&lost(a)).then(a.cmp(&b)));
    let mut missing = in_all.saturating_sub(twos.iter().sum());
    for at in by_loss.into_iter().cycle() {
        if missing == 0 {
            break;
        }
        twos[at] += 1;
        missing -= 1;
    }
    twos.into_iter().map(|twos| 2 * twos).collect()
}

/// A number of games, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is a part of a number of games, and not below 0"
)]
fn whole(games: f64) -> u64 {
    games as u64
}

/// How many open comparisons each pair affects.
struct OpenComparisons {
    entrants: usize,
    of_entrants: Vec<f64>,
    is_open: Vec<bool>,
}

impl OpenComparisons {
    fn of(entrants: usize, open: &[[EntrantIndex; 2]]) -> Self {
        let mut stakes =
            Self { entrants, of_entrants: vec![0.0; entrants], is_open: vec![false; entrants * entrants] };
        for &[one, other] in open {
            stakes.of_entrants[one] += 1.0;
            stakes.of_entrants[other] += 1.0;
            stakes.is_open[one * entrants + other] = true;
            stakes.is_open[other * entrants + one] = true;
        }
        stakes
    }

    /// A comparison of two hangs on each one's games against a third, and on those between the two, which count for one
    /// and against the other: twice as much, and so four times in the variance.
    fn of_pair(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let between = if self.is_open[one * self.entrants + other] { 2.0 } else { 0.0 };
        self.of_entrants[one] + self.of_entrants[other] + between
    }
}

/// The expected variance of the points of a game.
struct ExpectedVariance {
    ratings: Ratings,
    results: Vec<Option<PairResult>>,
}

impl ExpectedVariance {
    fn of(results: &Results) -> Self {
        let entrants = results.entrants();
        let mut of_pairs = vec![None; entrants * entrants];
        for pair in results.pairs() {
            of_pairs[pair.one * entrants + pair.other] = Some(*pair);
        }
        Self { ratings: Ratings::new(results.clone()), results: of_pairs }
    }

    /// Of two, the lower in the field first: what they have shown, and some games more as they are rated.
    fn variance(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let expected = self.ratings.expected(one, other);
        let shown = self.results[one * self.ratings.results().entrants() + other];
        let (wins, draws, games) =
            shown.map_or((0.0, 0.0, 0.0), |pair| (pair.wins, pair.draws, pair.games()));
        let all = games + FORESEEN_GAMES;
        let win = (wins + FORESEEN_GAMES * expected.win) / all;
        let draw = (draws + FORESEEN_GAMES * expected.draw) / all;
        let mean = win + draw / 2.0;
        (win + draw / 4.0 - mean * mean).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(shares_and_games: &[(f64, f64)], games: f64) -> f64 {
        let rooms = shares_and_games.iter().enumerate();
        let mut candidates: Vec<Candidate> =
            rooms.map(|(at, &(share, games))| Candidate { pair: [at, at + 1], share, games }).collect();
        level(&mut candidates, games)
    }

    #[test]
    fn games_fill_up_where_there_are_too_few() {
        // Twice as wide, so ten more games go there; the third one has enough.
        assert!((filled(&[(1.0, 5.0), (2.0, 0.0), (1.0, 100.0)], 10.0) - 5.0).abs() < 1e-12);
        assert!((filled(&[(1.0, 5.0), (2.0, 0.0), (1.0, 8.0)], 23.0) - 9.0).abs() < 1e-12);
    }

    #[test]
    fn every_game_is_spent_and_all_numbers_are_even() {
        assert_eq!(in_pairs(&[3.9, 0.0, 4.0, 2.1], 5), [4, 0, 4, 2]);
        assert_eq!(in_pairs(&[1.0, 1.0, 0.0], 1), [2, 0, 0]);
        assert_eq!(in_pairs(&[0.5], 3), [6]);
    }

    /// Three equals who won all their games against a fourth. Certain results are not worth a game; of the rest,
    /// games between the two in question weigh twice as much, and so the 800 there will be are 400, 200 and 200.
    #[test]
    fn games_go_where_the_result_is_not_known() {
        let pair = |one, other, wins, losses| PairResult { one, other, wins, draws: 0.0, losses };
        let results = Results::new(
            4,
            [
                pair(0, 1, 50.0, 50.0),
                pair(0, 2, 50.0, 50.0),
                pair(1, 2, 50.0, 50.0),
                pair(0, 3, 10_000.0, 0.0),
                pair(1, 3, 10_000.0, 0.0),
                pair(2, 3, 10_000.0, 0.0),
            ],
            [],
        );
        let wishes = wishes(&results, &[[0, 1]], |_, _| 100, 500, 0.0);
        let of = |pair| wishes.iter().find(|wish| wish.0 == pair).map_or(0, |wish| wish.1);
        assert_eq!([of([0, 1]), of([0, 2]), of([1, 2])], [300, 100, 100]);
        assert_eq!([of([0, 3]), of([1, 3]), of([2, 3])], [0, 0, 0]);
        // Unless it matters that somebody might win one of a hundred games.
        let wishes = super::wishes(&results, &[[0, 1]], |_, _| 100, 500, 25.0);
        let of = |pair| wishes.iter().find(|wish| wish.0 == pair).map_or(0, |wish| wish.1);
        assert!(of([0, 3]) > 0 && of([0, 3]) == of([1, 3]) && of([2, 3]) == 0, "{wishes:?}");
    }
}
