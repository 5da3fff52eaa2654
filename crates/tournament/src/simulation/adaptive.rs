//! What the adaptive schedule costs and claims in fields whose truth is known, beside a round robin.

use game::{Draw, match_seed};

use super::SimulatedField;
use crate::ratings::{Chances, Confidence, PairResult, RankInterval, Results, real};
use crate::schedule::{Adaptive, AdaptiveState, Evidence, Schedule, bound};
use crate::{Encounter, Entrant, Played, Tally};

/// What is asked of a tournament.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// How many ranks are to be settled.
    pub top: usize,
    /// How sure.
    pub confidence: Confidence,
    /// The most games that each two may play in a round robin; as many in all are the budget of the adaptive schedule.
    pub games: u64,
}

/// What many tournaments of a field came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdaptiveRow {
    /// The field.
    pub field: &'static str,
    /// The mean number of games of the adaptive schedule.
    pub adaptive_games: f64,
    /// The mean number of games of a round robin that ends as soon as all ranks are settled.
    pub round_robin_games: f64,
    /// The share of adaptive tournaments that at any look called a rank settled that is none or another one.
    pub wrong: f64,
    /// The share of adaptive tournaments that settled all ranks.
    pub settled: f64,
    /// The share of round robins that did.
    pub round_robin_settled: f64,
}

impl AdaptiveRow {
    /// The games of the adaptive schedule as a share of those of the round robin.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.adaptive_games / self.round_robin_games
    }
}

/// The named fields, and one of equals: a row each, of so many tournaments of either kind, numbered from `seed` on.
///
/// Of the first five of fifty with confidence 0.95 and at most 1000 games per pair, in 100 runs from seed 1:
///
/// | field | games | of a round robin | share | settled | by round robin | wrong |
/// |---|---|---|---|---|---|---|
/// | even gaps | 47 755 | 415 814 | 0.12 | 1.00 | 1.00 | 0 |
/// | clusters | 1 225 000 | 1 225 000 | 1 | 0 | 0 | 0 |
/// | rock-paper-scissors blocks | 1 225 000 | 1 225 000 | 1 | 0 | 0 | 0 |
/// | one outlier | 539 612 | 1 223 310 | 0.44 | 1.00 | 0.01 | 0 |
/// | heavy draws | 216 785 | 706 604 | 0.31 | 1.00 | 0.99 | 0 |
/// | all equal | 1 225 000 | 1 225 000 | 1 | 0 | 0 | 0 |
///
/// The round robin has the easier task, as it need not answer for its many looks. In clusters and blocks the first
/// ranks are shared, so that nobody can settle them. With as many games against every opponent, instead of more where
/// results are uncertain, even gaps took 114 288 games (400 a pair at most, 6 runs).
///
/// Wrong claims are rarer than they may be, as several leads must be false before a rank is. Two equals alone are the
/// hardest case: in 1000 runs with 100 games, 0.044 were told apart. A single pair of games for everybody can be
/// enough for a round robin that answers for one look: one outlier is found to be first in 2450 games, which
/// took the adaptive schedule 2572 (`top` 1, 10 runs).
#[must_use]
pub fn adaptive_rows(entrants: usize, question: Question, runs: u64, seed: u64) -> Vec<AdaptiveRow> {
    let mut fields = SimulatedField::all(entrants);
    fields.push(SimulatedField::plain("all equal", vec![0.0; entrants]));
    let row = |field: &SimulatedField| {
        adaptive_row(field.name, entrants, |one, other| field.chances(one, other), question, runs, seed)
    };
    fields.iter().map(row).collect()
}

/// Plays `runs` tournaments of each kind, numbered from `seed` on, in a field of these chances.
#[must_use]
pub fn adaptive_row(
    field: &'static str,
    entrants: usize,
    chances: impl Fn(Entrant, Entrant) -> Chances,
    question: Question,
    runs: u64,
    seed: u64,
) -> AdaptiveRow {
    let truth = Truth::of(entrants, &chances);
    let (mut adaptive_games, mut round_robin_games) = (0, 0);
    let (mut wrong, mut settled, mut round_robin_settled) = (0, 0, 0);
    for run in seed..seed + runs {
        let adaptive = play_adaptive(&truth, &chances, question, &mut Draw::for_setup(match_seed(run, 0)));
        adaptive_games += adaptive.end.games;
        wrong += u64::from(adaptive.was_wrong);
        settled += u64::from(adaptive.end.is_settled());
        let (games, is_settled) =
            play_round_robin(entrants, &chances, question, &mut Draw::for_setup(match_seed(run, 1)));
        round_robin_games += games;
        round_robin_settled += u64::from(is_settled);
    }
    let mean = |count: u64| real(count) / real(runs);
    AdaptiveRow {
        field,
        adaptive_games: mean(adaptive_games),
        round_robin_games: mean(round_robin_games),
        wrong: mean(wrong),
        settled: mean(settled),
        round_robin_settled: mean(round_robin_settled),
    }
}

/// The ranks of a round robin without end.
struct Truth {
    scores: Vec<f64>,
}

impl Truth {
    fn of(entrants: usize, chances: impl Fn(Entrant, Entrant) -> Chances) -> Self {
        let score = |one: Entrant| {
            let others = (0..entrants).filter(|&other| other != one);
            others.map(|other| chances(one, other).score()).sum()
        };
        Self { scores: (0..entrants).map(score).collect() }
    }

    /// Whether a rank is called settled that somebody has not, or shares. Sums of equals come out a little apart.
    fn contradicts(&self, ranks: &[(Entrant, RankInterval)]) -> bool {
        ranks.iter().filter(|(_, interval)| interval.is_settled()).any(|&(one, interval)| {
            let own = self.scores[one];
            let others = || self.scores.iter().enumerate().filter(move |(other, _)| *other != one);
            let better = others().filter(|(_, score)| **score > own + 1e-9).count();
            let as_good = others().filter(|(_, score)| **score >= own - 1e-9).count();
            better + 1 != interval.best || as_good != better
        })
    }
}

/// An adaptive tournament.
struct Course {
    end: AdaptiveState,
    was_wrong: bool,
}

fn play_adaptive(
    truth: &Truth,
    chances: impl Fn(Entrant, Entrant) -> Chances,
    question: Question,
    draw: &mut Draw,
) -> Course {
    let entrants = truth.scores.len();
    let pairs = (entrants * entrants.saturating_sub(1) / 2) as u64;
    let mut schedule = Adaptive::new(entrants, question.top, pairs * question.games, question.confidence);
    let mut played: Vec<Played> = Vec::new();
    let mut was_wrong = false;
    loop {
        let round = schedule.next_round(&played);
        if round.is_empty() {
            return Course { end: schedule.state(&played), was_wrong };
        }
        for encounter in round {
            let (one, other) = (encounter.members[0], encounter.members[1]);
            let tally = tally(chances(one, other), &encounter, draw);
            played.push(Played { encounter, tally });
        }
        was_wrong |= truth.contradicts(&schedule.state(&played).ranks);
    }
}

/// Each two play two games, then some more, until everything is settled or the games end; how many that took, and
/// whether all is settled. That it was looked at many times is held against the adaptive schedule alone.
fn play_round_robin(
    entrants: usize,
    chances: impl Fn(Entrant, Entrant) -> Chances,
    question: Question,
    draw: &mut Draw,
) -> (u64, bool) {
    let bound = bound(entrants, question.top, question.confidence, 1);
    let pairs: Vec<[Entrant; 2]> =
        (0..entrants).flat_map(|one| (one + 1..entrants).map(move |other| [one, other])).collect();
    let mut counts = vec![[0; 3]; pairs.len()];
    let mut games = 0_u64;
    loop {
        let more = (games / 50).next_multiple_of(2).max(2).min(question.games - games);
        games += more;
        for (counts, &[one, other]) in counts.iter_mut().zip(&pairs) {
            let new = play(chances(one, other), more, draw);
            counts.iter_mut().zip(new).for_each(|(all, new)| *all += new);
        }
        let result = |(&[one, other], &[wins, draws, losses]): (&[Entrant; 2], &[u64; 3])| PairResult {
            one,
            other,
            wins: real(wins),
            draws: real(draws),
            losses: real(losses),
        };
        let results = Results::new(entrants, pairs.iter().zip(&counts).map(result), []);
        let ranks = Evidence::of(&results).ranks(question.top, bound);
        let is_settled = ranks.iter().all(|(_, interval)| interval.is_settled());
        if is_settled || games >= question.games {
            return (games * pairs.len() as u64, is_settled);
        }
    }
}

/// Wins, draws and losses of the first of two.
fn play(chances: Chances, games: u64, draw: &mut Draw) -> [u64; 3] {
    let mut counts = [0; 3];
    for _ in 0..games {
        counts[outcome(chances, draw)] += 1;
    }
    counts
}

/// 0 if the first one wins, 1 if nobody does, and 2 if the second one wins.
fn outcome(chances: Chances, draw: &mut Draw) -> usize {
    let number = crate::ratings::uniform(draw);
    usize::from(number >= chances.win) + usize::from(number >= chances.win + chances.draw)
}

/// What an encounter of two comes to, game by game.
fn tally(chances: Chances, encounter: &Encounter, draw: &mut Draw) -> Tally {
    let mut tally = Tally::new(2);
    for game in encounter.games.clone() {
        let mut places = [[1, 2], [1, 1], [2, 1]][outcome(chances, draw)];
        places.rotate_left(Encounter::rotation(2, game));
        tally.add(game, &places, None);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first five of fifty, in all named fields: what `cargo xtask simulate` shows of many runs, in one of each.
    #[test]
    fn a_third_of_the_games_are_enough_and_more_than_all_are_never_needed() {
        let question = Question { top: 5, confidence: Confidence::P95, games: 200 };
        for row in adaptive_rows(50, question, 1, 3) {
            assert!(row.share() <= 1.0, "{row:?}");
            assert!(row.wrong < 0.5, "{row:?}");
            if row.field == "even gaps" {
                assert!(row.share() <= 1.0 / 3.0 && row.settled > 0.5, "{row:?}");
            }
        }
    }

    /// Two equals, of whom nothing can be settled without being wrong, are the hardest case. A round robin that is
    /// looked at again and again as if it was the first time settles them far too often, so that this would be seen.
    #[test]
    fn equals_are_told_apart_no_more_often_than_confidence_allows() {
        let level = |_, _| Chances { win: 0.4, draw: 0.2, loss: 0.4 };
        let confidence = Confidence::new(0.8).expect("it is a share");
        let question = Question { top: 2, confidence, games: 2000 };
        let row = adaptive_row("two equals", 2, level, question, 400, 11);
        let spread = (0.2_f64 * 0.8 / 400.0).sqrt();
        assert!(row.wrong < 0.2 + 3.0 * spread, "{row:?}");
        assert!(row.round_robin_settled > 0.2 + 3.0 * spread, "{row:?}");
    }

    /// Each beats the half of the field that follows: all score the same, and no rating says so of games of a few.
    #[test]
    fn a_great_circle_has_no_ranks() {
        let around = |one: Entrant, other: Entrant| {
            let win = if (9 + other - one) % 9 <= 4 { 0.9 } else { 0.1 };
            Chances { win, draw: 0.0, loss: 1.0 - win }
        };
        let question = Question { top: 4, confidence: Confidence::P95, games: 300 };
        let row = adaptive_row("a great circle", 9, around, question, 40, 5);
        assert!(row.wrong <= 0.05 && row.settled < 0.1, "{row:?}");
    }

    #[test]
    fn shared_ranks_and_wrong_ones_contradict_the_truth() {
        let truth = Truth { scores: vec![3.0, 2.0, 2.0, 1.0] };
        let says = |one, best, worst| truth.contradicts(&[(one, RankInterval { best, worst })]);
        assert!(!says(0, 1, 1) && !says(3, 4, 4));
        assert!(!says(1, 2, 3) && !says(3, 1, 2), "only settled ranks are looked at");
        assert!(says(0, 2, 2) && says(1, 2, 2) && says(2, 3, 3));
    }
}
