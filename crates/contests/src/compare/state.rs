//! The state of a comparison after each round.

use std::ops::AddAssign;

use game::Digest;
use tournament::sequential::{
    Conclusion, DifferenceInterval, Exact, Hypotheses, PairDifference, Progress, Sequential,
};

/// The results of a version's two games against an opponent, in half points: 2 for a win, 1 for a draw.
pub type Pair = [u8; 2];

/// The results of both versions against an opponent in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpponentResult {
    /// The results of the new version.
    pub new: Pair,
    /// The results of the old version.
    pub old: Pair,
}

/// The result of a round.
#[derive(Debug)]
pub enum RoundResult {
    /// All its games were played.
    Played {
        /// One meeting per opponent.
        meetings: Vec<OpponentResult>,
        /// Covers all answers and outcomes; `None` if matches cannot be shown to be deterministic.
        fingerprint: Option<Digest>,
    },
    /// bout failed in one of its games, for this reason. Then none of its games counts, because slow or large programs
    /// may cause such failures more often than others.
    Void(String),
}

/// The answer to the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The answer is yes.
    Yes,
    /// The answer is no.
    No,
    /// The games so far do not decide it.
    Open,
}

/// Wins, draws and losses of a version against an opponent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VersionTotals {
    /// The games won.
    pub wins: u64,
    /// The games drawn.
    pub draws: u64,
    /// The games lost.
    pub losses: u64,
}

/// The results of both versions against an opponent in all rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpponentTotals {
    /// The totals of the new version.
    pub new: VersionTotals,
    /// The totals of the old version.
    pub old: VersionTotals,
    /// How many rounds had a difference of -4, -3, …, 4 half points.
    pub differences: [u64; 9],
}

/// The state of a comparison.
#[derive(Debug)]
pub struct ComparisonState {
    hypotheses: Hypotheses,
    test: Sequential,
    standings: Vec<OpponentTotals>,
    skipped: u64,
    first_fingerprint: Option<Digest>,
    exact: Option<Exact>,
}

impl ComparisonState {
    /// Creates the state before the first round. The hypotheses must be testable.
    #[must_use]
    pub fn new(hypotheses: &Hypotheses, opponents: usize) -> Self {
        Self {
            hypotheses: *hypotheses,
            test: Sequential::new(hypotheses, opponents).expect("the command line is checked"),
            standings: vec![OpponentTotals::default(); opponents],
            skipped: 0,
            first_fingerprint: None,
            exact: None,
        }
    }

    /// Marks both versions as the same program. Then no games are needed.
    pub fn settle_as_same(&mut self) {
        self.exact = Some(Exact::new(&[]));
    }

    /// Adds the next round.
    pub fn take(&mut self, round: &RoundResult) {
        let RoundResult::Played { meetings, fingerprint } = round else {
            self.skipped += 1;
            return;
        };
        let differences: Vec<PairDifference> =
            meetings.iter().copied().map(OpponentResult::difference).collect();
        self.test.add_round(&differences);
        for (standing, meeting) in self.standings.iter_mut().zip(meetings) {
            standing.add(*meeting);
        }
        match self.rounds() {
            1 => self.first_fingerprint = *fingerprint,
            // Two identical rounds, answer for answer, with different random numbers: no program uses `rand`.
            2 if fingerprint.is_some() && *fingerprint == self.first_fingerprint => {
                self.exact = Some(Exact::new(&differences));
            }
            _ => {}
        }
    }

    /// Returns the answer, as far as it is known.
    #[must_use]
    pub fn answer(&self) -> Decision {
        if let Some(exact) = &self.exact {
            let is_above = exact.difference > self.hypotheses.not_better;
            return if is_above { Decision::Yes } else { Decision::No };
        }
        // A second round may show that all games are deterministic.
        if self.first_fingerprint.is_some() && self.rounds() < 2 {
            return Decision::Open;
        }
        match self.test.verdict() {
            Conclusion::Better => Decision::Yes,
            Conclusion::NotBetter => Decision::No,
            Conclusion::Undecided => Decision::Open,
        }
    }

    /// Returns the number of rounds that count.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.test.progress().rounds as u64
    }

    /// Returns the number of rounds that do not count because of void matches.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Returns the progress of the test.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.test.progress()
    }

    /// Returns the exact comparison, if the games are deterministic.
    #[must_use]
    pub fn exact(&self) -> Option<&Exact> {
        self.exact.as_ref()
    }

    /// Returns the confidence interval of the mean difference.
    #[must_use]
    pub fn interval(&self) -> DifferenceInterval {
        match &self.exact {
            Some(exact) => DifferenceInterval { lower: exact.difference, upper: exact.difference },
            None => self.test.interval(),
        }
    }

    /// Returns one entry per opponent.
    #[must_use]
    pub fn standings(&self) -> &[OpponentTotals] {
        &self.standings
    }

    /// Estimates the number of rounds still needed, to two digits, if evidence keeps growing at the same rate. `None`
    /// if there is too little evidence.
    #[must_use]
    pub fn rounds_left(&self) -> Option<u64> {
        const LEAST: f64 = 0.05;
        let progress = self.progress();
        let evidence = progress.better.max(progress.not_better);
        if self.answer() != Decision::Open || evidence < LEAST {
            return None;
        }
        let left = f64::from(u32::try_from(self.rounds()).ok()?) * (1.0 / evidence - 1.0);
        let unit = 10_f64.powf((left.max(1.0).log10().floor() - 1.0).max(0.0));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "below 20 times 2^32, above 0"
        )]
        Some(((left / unit).ceil() * unit) as u64)
    }
}

impl OpponentResult {
    fn difference(self) -> PairDifference {
        let sum = |pair: Pair| pair[0] + pair[1];
        PairDifference::new(sum(self.new), sum(self.old)).expect("two games have four half points")
    }

    /// Returns the advantage of the new version in half points.
    #[must_use]
    pub fn half_points(self) -> i8 {
        self.difference().half_points()
    }
}

impl OpponentTotals {
    fn add(&mut self, meeting: OpponentResult) {
        self.new.add(meeting.new);
        self.old.add(meeting.old);
        let at = usize::try_from(meeting.half_points() + 4).expect("it is from -4 to 4");
        self.differences[at] += 1;
    }

    /// Returns the advantage of the new version as a score per game.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.new.score() - self.old.score()
    }
}

impl AddAssign for VersionTotals {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl VersionTotals {
    fn add(&mut self, pair: Pair) {
        for half_points in pair {
            match half_points {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
    }

    /// Returns the points per game; 0 without games.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays so many games")]
    #[must_use]
    pub fn score(self) -> f64 {
        let games = (self.wins + self.draws + self.losses).max(1);
        (2 * self.wins + self.draws) as f64 / (2 * games) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BETTER: Hypotheses = Hypotheses { not_better: 0.0, better: 0.05, alpha: 0.025, beta: 0.025 };

    fn state(hypotheses: &Hypotheses, rounds: &[(Pair, Pair, Option<&str>)]) -> ComparisonState {
        let mut state = ComparisonState::new(hypotheses, 1);
        for &(new, old, fingerprint) in rounds {
            let fingerprint = fingerprint.map(|text| Digest::of(text.as_bytes()));
            state.take(&RoundResult::Played { meetings: vec![OpponentResult { new, old }], fingerprint });
        }
        state
    }

    #[test]
    fn two_equal_rounds_are_exact() {
        let one = ([2, 1], [1, 1], Some("a"));
        assert_eq!(state(&BETTER, &[one]).answer(), Decision::Open);
        let same = state(&BETTER, &[one, one]);
        assert_eq!((same.answer(), same.interval().lower), (Decision::Yes, 0.25));
        assert_eq!(state(&BETTER, &[([2, 2], [2, 2], Some("a")); 2]).answer(), Decision::No);
        assert!(state(&BETTER, &[one, ([2, 1], [1, 1], Some("b")), one]).exact().is_none());
        assert!(state(&BETTER, &[([2, 1], [1, 1], None); 2]).exact().is_none());
    }

    #[test]
    fn no_worse_is_a_little_worse_at_most() {
        let hypotheses = Hypotheses { not_better: -0.5, better: 0.0, ..BETTER };
        for (old, answer) in
            [([2, 2], Decision::No), ([2, 1], Decision::No), ([1, 1], Decision::No), ([1, 0], Decision::Yes)]
        {
            let rounds = [([0, 0], old, Some("a")); 2];
            assert_eq!(state(&hypotheses, &rounds).answer(), answer, "{old:?}");
        }
    }

    #[test]
    fn skipped_rounds_count_nothing() {
        let mut state = state(&BETTER, &[]);
        state.take(&RoundResult::Void("why".into()));
        assert_eq!((state.rounds(), state.skipped()), (0, 1));
        assert_eq!(state.standings(), [OpponentTotals::default()]);
    }

    #[test]
    fn what_is_left_is_told_in_two_digits() {
        assert_eq!(state(&BETTER, &[]).rounds_left(), None);
        let level = ([2, 0], [2, 0], None);
        let some = state(&BETTER, &[level; 20]);
        let left = some.rounds_left().unwrap();
        let needed =
            (20..5_000).find(|&rounds| state(&BETTER, &vec![level; rounds]).answer() == Decision::No);
        let needed = needed.unwrap() as u64 - 20;
        assert!(left > 0 && (left < 100 || left.is_multiple_of(10)), "{left}");
        assert!(left < 4 * needed, "{left} were said, {needed} were needed");
        assert_eq!(state(&BETTER, &vec![level; 1000]).rounds_left(), None);
    }
}
