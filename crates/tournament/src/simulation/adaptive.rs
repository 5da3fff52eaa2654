//! What the adaptive schedule costs and claims in fields whose truth is known, beside a round robin.

use game::{SeededRng, match_seed};

use super::SimulatedField;
use crate::ratings::{OutcomeProbabilities, PairResult, RankInterval, Results, to_f64};
use crate::schedule::{Adaptive, AdaptiveState, Bounds, Evidence, Goal, Schedule, Target, Verdicts};
use crate::{Encounter, EncounterResult, EntrantIndex, Seating, Tally};

/// The question that a tournament is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trial {
    /// What it should find out.
    pub target: Target,
    /// The most games that each two may play in a round robin; as many in all are the budget of the adaptive schedule.
    pub games: u64,
}

/// The results of many tournaments of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdaptiveRow {
    /// The field.
    pub field: &'static str,
    /// The mean number of games of the adaptive schedule.
    pub adaptive_games: f64,
    /// The mean number of games of a round robin that ends as soon as everything is settled.
    pub round_robin_games: f64,
    /// The share of adaptive tournaments that at any look made a false claim: a settled rank that is none or another one,
    /// one of a set who does not belong there, two as good as equal who are farther apart than the gap.
    pub wrong: f64,
    /// The share of adaptive tournaments that settled everything.
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

/// The named fields, and one of equals: a row each, of this many tournaments of either kind, numbered from `seed` on.
///
/// The first five of fifty in their order, with confidence 0.95 and at most 1000 games per pair, in 24 runs from seed 1:
///
/// | field | games | of a round robin | share | settled | by round robin | wrong |
/// |---|---|---|---|---|---|---|
/// | even gaps | 25 288 | 169 050 | 0.15 | 1.00 | 1.00 | 0 |
/// | clusters | 1 225 000 | 1 225 000 | 1 | 0 | 0 | 0 |
/// | rock-paper-scissors blocks | 1 225 000 | 1 225 000 | 1 | 0 | 0 | 0 |
/// | one outlier | 296 032 | 806 254 | 0.37 | 1.00 | 0.92 | 0 |
/// | heavy draws | 124 801 | 340 346 | 0.37 | 1.00 | 1.00 | 0 |
/// | all equal | 1 225 000 | 1 225 000 | 1 | 0 | 0 | 0 |
///
/// The round robin ends at the first look at which it knows as much. In clusters and blocks the first ranks are shared, so that
/// nobody can settle them without a gap.
///
/// Wrong claims are rarer than they may be, as several leads must be false before a rank is. Two equals alone are the
/// hardest case: see [`claim_rows`](super::claim_rows).
#[must_use]
pub fn adaptive_rows(entrants: usize, trial: Trial, runs: u64, seed: u64) -> Vec<AdaptiveRow> {
    let mut fields = SimulatedField::all(entrants);
    fields.push(SimulatedField::plain("all equal", vec![0.0; entrants]));
    let row = |field: &SimulatedField| {
        adaptive_row(field.name, entrants, |one, other| field.chances(one, other), trial, runs, seed)
    };
    fields.iter().map(row).collect()
}

/// Plays `runs` tournaments of each kind, numbered from `seed` on, in a field of these chances.
#[must_use]
pub fn adaptive_row(
    field: &'static str,
    entrants: usize,
    chances: impl Fn(EntrantIndex, EntrantIndex) -> OutcomeProbabilities,
    trial: Trial,
    runs: u64,
    seed: u64,
) -> AdaptiveRow {
    let [adaptive_games, settled, wrong] = adaptive_courses(entrants, &chances, trial, runs, seed);
    let (mut round_robin_games, mut round_robin_settled) = (0, 0);
    for run in seed..seed + runs {
        let (games, is_settled) =
            play_round_robin(entrants, &chances, trial, &mut SeededRng::for_setup(match_seed(run, 1)));
        round_robin_games += games;
        round_robin_settled += u64::from(is_settled);
    }
    let mean = |count: u64| to_f64(count) / to_f64(runs);
    AdaptiveRow {
        field,
        adaptive_games,
        round_robin_games: mean(round_robin_games),
        wrong,
        settled,
        round_robin_settled: mean(round_robin_settled),
    }
}

/// Plays adaptive tournaments alone: the mean number of games, the share that settled everything, and the share that
/// made a false claim.
pub(super) fn adaptive_courses(
    entrants: usize,
    chances: impl Fn(EntrantIndex, EntrantIndex) -> OutcomeProbabilities,
    trial: Trial,
    runs: u64,
    seed: u64,
) -> [f64; 3] {
    let truth = Truth::of(entrants, trial.target, &chances);
    let mut counts = [0; 3];
    for run in seed..seed + runs {
        let course = play_adaptive(&truth, &chances, trial, &mut SeededRng::for_setup(match_seed(run, 0)));
        let new = [course.end.games, u64::from(course.end.is_settled()), u64::from(course.was_wrong)];
        counts.iter_mut().zip(new).for_each(|(count, new)| *count += new);
    }
    counts.map(|count| to_f64(count) / to_f64(runs))
}

/// The table of a round robin without end.
struct Truth {
    target: Target,
    /// Points per game.
    scores: Vec<f64>,
}

impl Truth {
    fn of(
        entrants: usize,
        target: Target,
        chances: impl Fn(EntrantIndex, EntrantIndex) -> OutcomeProbabilities,
    ) -> Self {
        let opponents = to_f64(entrants.saturating_sub(1).max(1) as u64);
        let score = |one: EntrantIndex| {
            let others = (0..entrants).filter(|&other| other != one);
            others.map(|other| chances(one, other).score()).sum::<f64>() / opponents
        };
        Self { target, scores: (0..entrants).map(score).collect() }
    }

    /// Whether anything that is claimed is false.
    fn contradicts(&self, state: &AdaptiveState) -> bool {
        let of_ranks = |&(one, ranks): &(EntrantIndex, RankInterval)| match self.target.goal {
            Goal::Ranks => self.contradicts_rank(one, ranks),
            Goal::Set => ranks.worst <= self.target.top && self.places(one).1 > self.target.top,
        };
        let is_apart = |&[one, other]: &[EntrantIndex; 2]| {
            (self.scores[one] - self.scores[other]).abs() > self.target.gap + 1e-9
        };
        state.ranks.iter().any(of_ranks) || state.equal.iter().any(is_apart) || self.contradicts_end(state)
    }

    /// Where ranks are all that is asked for, nothing is claimed of those that are not settled.
    fn contradicts_rank(&self, one: EntrantIndex, claimed: RankInterval) -> bool {
        let (best, worst) = self.places(one);
        if self.target.gap > 0.0 {
            return claimed.best > worst || claimed.worst < best;
        }
        claimed.is_settled() && (best, worst) != (claimed.best, claimed.worst)
    }

    /// Where all is settled, nobody below is better than one of the first, or not by more than the gap.
    fn contradicts_end(&self, state: &AdaptiveState) -> bool {
        let is_first = |one: EntrantIndex| state.ranks.iter().any(|(first, _)| *first == one);
        let lowest = state.ranks.iter().map(|(one, _)| self.scores[*one]).fold(f64::INFINITY, f64::min);
        let others = (0..self.scores.len()).filter(|&one| !is_first(one));
        state.is_settled() && others.into_iter().any(|one| self.scores[one] > lowest + self.target.gap + 1e-9)
    }

    /// The best and the worst of the places that somebody shares. Sums of equals come out a little apart.
    fn places(&self, one: EntrantIndex) -> (usize, usize) {
        let own = self.scores[one];
        let others = || self.scores.iter().enumerate().filter(move |(other, _)| *other != one);
        let better = others().filter(|(_, score)| **score > own + 1e-9).count();
        let as_good = others().filter(|(_, score)| **score >= own - 1e-9).count();
        (better + 1, as_good + 1)
    }
}

/// An adaptive tournament.
struct AdaptiveRun {
    end: AdaptiveState,
    was_wrong: bool,
}

fn play_adaptive(
    truth: &Truth,
    chances: impl Fn(EntrantIndex, EntrantIndex) -> OutcomeProbabilities,
    trial: Trial,
    rng: &mut SeededRng,
) -> AdaptiveRun {
    let entrants = truth.scores.len();
    let pairs = (entrants * entrants.saturating_sub(1) / 2) as u64;
    let mut schedule = Adaptive::new(entrants, trial.target, pairs * trial.games);
    let mut played: Vec<EncounterResult> = Vec::new();
    let mut was_wrong = false;
    loop {
        let round = schedule.next_round(&played);
        if round.is_empty() {
            return AdaptiveRun { end: schedule.state(&played), was_wrong };
        }
        for encounter in round {
            let (one, other) = (encounter.members[0], encounter.members[1]);
            let tally = tally(chances(one, other), &encounter, rng);
            played.push(EncounterResult { encounter, tally });
        }
        was_wrong |= truth.contradicts(&schedule.state(&played));
    }
}

/// Each two play two games, then some more, until everything is settled or the games end; how many that took, and
/// whether all is settled. That it was looked at many times is held against the adaptive schedule alone.
fn play_round_robin(
    entrants: usize,
    chances: impl Fn(EntrantIndex, EntrantIndex) -> OutcomeProbabilities,
    trial: Trial,
    rng: &mut SeededRng,
) -> (u64, bool) {
    let bounds = Bounds::joint(&trial.target, 1, 1.0);
    let pairs: Vec<[EntrantIndex; 2]> =
        (0..entrants).flat_map(|one| (one + 1..entrants).map(move |other| [one, other])).collect();
    let mut counts = vec![[0; 3]; pairs.len()];
    let mut games = 0_u64;
    loop {
        let more = (games / 50).next_multiple_of(2).max(2).min(trial.games - games);
        games += more;
        for (counts, &[one, other]) in counts.iter_mut().zip(&pairs) {
            let new = play(chances(one, other), more, rng);
            counts.iter_mut().zip(new).for_each(|(all, new)| *all += new);
        }
        let result = |(&[one, other], &[wins, draws, losses]): (&[EntrantIndex; 2], &[u64; 3])| PairResult {
            one,
            other,
            wins: to_f64(wins),
            draws: to_f64(draws),
            losses: to_f64(losses),
        };
        let results = Results::new(entrants, pairs.iter().zip(&counts).map(result), []);
        let is_settled = Verdicts::of(&Evidence::of(&results), &trial.target, &bounds).is_settled();
        if is_settled || games >= trial.games {
            return (games * pairs.len() as u64, is_settled);
        }
    }
}

/// Wins, draws and losses of the first of two.
fn play(chances: OutcomeProbabilities, games: u64, rng: &mut SeededRng) -> [u64; 3] {
    let mut counts = [0; 3];
    for _ in 0..games {
        counts[outcome(chances, rng)] += 1;
    }
    counts
}

/// 0 if the first one wins, 1 if nobody does, and 2 if the second one wins.
fn outcome(chances: OutcomeProbabilities, rng: &mut SeededRng) -> usize {
    let number = crate::ratings::uniform(rng);
    usize::from(number >= chances.win) + usize::from(number >= chances.win + chances.draw)
}

/// The result of an encounter of two, game by game.
fn tally(chances: OutcomeProbabilities, encounter: &Encounter, rng: &mut SeededRng) -> Tally {
    let mut tally = Tally::new(2);
    for game in encounter.games.clone() {
        let by_member = [[1, 2], [1, 1], [2, 1]][outcome(chances, rng)];
        let places: Vec<u32> =
            Seating::default().members(2, game).into_iter().map(|member| by_member[member]).collect();
        tally.add(game, &places, None);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Confidence;

    /// The first five of fifty, in all named fields: what `cargo xtask simulate` shows of many runs, in one of each.
    #[test]
    fn a_third_of_the_games_are_enough_and_more_than_all_are_never_needed() {
        let trial = Trial { target: Target::ranks(5, Confidence::P95), games: 200 };
        for row in adaptive_rows(50, trial, 1, 3) {
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
        let level = |_, _| OutcomeProbabilities { win: 0.4, draw: 0.2, loss: 0.4 };
        let confidence = Confidence::new(0.8).expect("it is a share");
        let trial = Trial { target: Target::ranks(2, confidence), games: 2000 };
        let row = adaptive_row("two equals", 2, level, trial, 400, 11);
        let spread = (0.2_f64 * 0.8 / 400.0).sqrt();
        assert!(row.wrong < 0.2 + 3.0 * spread, "{row:?}");
        assert!(row.round_robin_settled > 0.2 + 3.0 * spread, "{row:?}");
    }

    /// Each beats the half of the field that follows: all score the same, and no rating says so of games of a few.
    #[test]
    fn a_great_circle_has_no_ranks() {
        let around = |one: EntrantIndex, other: EntrantIndex| {
            let win = if (9 + other - one) % 9 <= 4 { 0.9 } else { 0.1 };
            OutcomeProbabilities { win, draw: 0.0, loss: 1.0 - win }
        };
        let trial = Trial { target: Target::ranks(4, Confidence::P95), games: 300 };
        let row = adaptive_row("a great circle", 9, around, trial, 40, 5);
        assert!(row.wrong <= 0.05 && row.settled < 0.1, "{row:?}");
    }

    #[test]
    fn shared_ranks_and_wrong_ones_contradict_the_truth() {
        let target = Target::ranks(2, Confidence::P95);
        let truth = Truth { target, scores: vec![0.7, 0.5, 0.5, 0.3] };
        let says = |one, best, worst| truth.contradicts_rank(one, RankInterval { best, worst });
        assert!(!says(0, 1, 1) && !says(3, 4, 4));
        assert!(!says(1, 2, 3) && !says(3, 1, 2), "only settled ranks are looked at");
        assert!(says(0, 2, 2) && says(1, 2, 2) && says(2, 3, 3));
        let truth = Truth { target: Target { gap: 0.1, ..target }, ..truth };
        let says = |one, best, worst| truth.contradicts_rank(one, RankInterval { best, worst });
        assert!(says(3, 1, 2) && says(1, 4, 4) && !says(1, 3, 4), "with a gap, all of them are");
    }

    #[test]
    fn wrong_members_and_false_equals_contradict_the_truth() {
        let target = Target { goal: Goal::Set, gap: 0.1, ..Target::ranks(2, Confidence::P95) };
        let truth = Truth { target, scores: vec![0.7, 0.5, 0.5, 0.3] };
        let state =
            |ranks: [(EntrantIndex, usize); 2], equal: &[[EntrantIndex; 2]], is_settled| AdaptiveState {
                ranks: ranks.map(|(one, worst)| (one, RankInterval { best: 1, worst })).into(),
                equal: equal.to_vec(),
                open: if is_settled { Vec::new() } else { vec![[1, 2]] },
                games: 10,
                budget: 20,
            };
        assert!(!truth.contradicts(&state([(0, 2), (1, 4)], &[[1, 2]], true)));
        assert!(truth.contradicts(&state([(0, 2), (1, 2)], &[], false)), "1 shares its place with 2");
        assert!(truth.contradicts(&state([(0, 2), (1, 4)], &[[1, 3]], false)));
        assert!(
            truth.contradicts(&state([(0, 2), (3, 4)], &[], true))
                && !truth.contradicts(&state([(0, 2), (3, 4)], &[], false))
        );
    }
}
