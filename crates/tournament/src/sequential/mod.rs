//! Is a new version better than the old one? A test that ends as soon as the answer is known.
//!
//! Two programs, A and B, play the same pairs of games against the same opponents. In a round each opponent
//! gives one [`PairDifference`]; what is asked about is the mean of these over all opponents, each counting the
//! same, and over all setups. The answer is one of two, or open: A is better ([`Conclusion::Better`]: the mean is
//! above [`Hypotheses::not_better`]) or not by much ([`Conclusion::NotBetter`]: it is below
//! [`Hypotheses::better`]). In between both are true, and the test gives the one that it can prove first.
//!
//! # The method
//!
//! Two bettors (`wager.rs`, which has the proof): one bets that the mean is above the lower hypothesis, one that it
//! is below the upper one. A bettor that has made `1 / error` of 1 has proven its case. This is testing by betting:
//! I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the Royal
//! Statistical Society B 86 (2024). The same bets give an interval for the mean, so that verdict and interval cannot
//! contradict each other: A is better when the interval's lower end passes the lower hypothesis.
//!
//! Chess engines are tested by the generalised sequential probability ratio test on pentanomial counts (M. Van
//! den Bergh, "The generalized sequential probability ratio test", "Normalized Elo"). Its likelihood ratio is
//! that of the best bets in hindsight; our bettors, who must bet before they see, come to the same to second
//! order. Bets were chosen all the same:
//!
//! - Their errors are at most what is asked for, after any number of rounds, for any distribution. Those of the
//!   likelihood ratio are right in the limit only; its usual approximation by a variance is wrong most of the
//!   time where decisive games are rare, since that variance starts out as next to nothing.
//! - They take out what differs between opponents. If A beats some opponents that B loses to, and the other way
//!   round, counts that do not tell opponents apart need twice as many games and more.
//! - They are valid at any time: one may stop early and continue later. Stopping at a number of games with the answer
//!   open does not count as an error.
//!
//! With errors of 5% and 0.05 between the hypotheses, against ten opponents alike, simulated: where the truth
//! is one of the hypotheses, bets take some 590 differences in the mean, likelihoods 520; where A is better or
//! worse by 0.2, bets take 60 and 42, likelihoods 89 and 72; halfway between the hypotheses, bets take 1170,
//! likelihoods 870. Against rivals that differ, bets take 440, likelihoods 950. The [`simulation`] is part of
//! the library, and the tests hold the method to it.
//!
//! # What must hold
//!
//! Rounds are independent of each other, and so are opponents within a round: each has its own seeds, which A and B
//! share. The verdict is about these opponents, not about others like them. Where a game has no setups, so that
//! playing again gives the same result, one round says everything, and [`Exact`] is the answer.

mod difference;
mod exact;
mod outlook;
pub mod simulation;
mod wager;

use std::fmt;

pub use difference::{PairDifference, elo_apart};
pub use exact::Exact;

use wager::Wager;

/// What is to be told apart, and how rarely it may go wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hypotheses {
    /// A is not better if its score per game is above that of B by this or less: 0, or below if "no worse" is what is
    /// asked.
    pub not_better: f64,
    /// A is better if its score per game is above that of B by this or more. The closer to the other, the more games
    /// are needed: the number grows as the inverse square of what lies between.
    pub better: f64,
    /// The chance, at most, of finding an A that is not better to be better.
    pub alpha: f64,
    /// The chance, at most, of finding an A that is better to be not better.
    pub beta: f64,
}

/// Hypotheses that cannot be tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HypothesesError {
    /// They are not in order, or not scores: -1 < `not_better` < `better` < 1.
    Scores,
    /// The chances of error are not above 0 and at most 1/2.
    Errors,
}

impl fmt::Display for HypothesesError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Scores => {
                "the difference that counts as better must be above the one that does not, both between -1 and 1"
            }
            Self::Errors => "the chance of an error must be above 0 and at most 0.5",
        })
    }
}

impl std::error::Error for HypothesesError {}

/// What is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// A is better than B: by more than [`Hypotheses::not_better`].
    Better,
    /// A is not better than B by [`Hypotheses::better`] or more: it may be worse, equal or a little better.
    NotBetter,
    /// Neither is known.
    Undecided,
}

/// How far the test has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The rounds seen.
    pub rounds: usize,
    /// The mean difference, as a score per game; 0 before the first round.
    pub difference: f64,
    /// The evidence that A is better, as a logarithm of what was made of 1, over the logarithm that is needed:
    /// 1 proves it, below 0 speaks against it.
    pub better: f64,
    /// The evidence that A is not better, likewise.
    pub not_better: f64,
}

/// Where the mean difference is, as scores a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DifferenceInterval {
    /// With a chance of at most [`Hypotheses::alpha`] the truth is ever below this.
    pub lower: f64,
    /// With a chance of at most [`Hypotheses::beta`] the truth is ever above this.
    pub upper: f64,
}

/// The test. Nothing in it draws or reads the time: the same differences give the same verdict.
#[derive(Debug, Clone)]
pub struct Sequential {
    opponents: usize,
    better: Wager,
    not_better: Wager,
    verdict: Conclusion,
}

impl Sequential {
    /// A test against this many opponents.
    ///
    /// # Errors
    /// If the hypotheses cannot be tested.
    ///
    /// # Panics
    /// Without opponents.
    pub fn new(hypotheses: &Hypotheses, opponents: usize) -> Result<Self, HypothesesError> {
        assert!(opponents > 0, "somebody to play against");
        let Hypotheses { not_better, better, alpha, beta } = *hypotheses;
        if !(-1.0 < not_better && not_better < better && better < 1.0) {
            return Err(HypothesesError::Scores);
        }
        if ![alpha, beta].iter().all(|&error| 0.0 < error && error <= 0.5) {
            return Err(HypothesesError::Errors);
        }
        let gap = better - not_better;
        Ok(Self {
            opponents,
            better: Wager::new(opponents, not_better, gap, alpha),
            not_better: Wager::new(opponents, -better, gap, beta),
            verdict: Conclusion::Undecided,
        })
    }

    /// Adds a round: one difference per opponent, the opponents always in the same order. The verdict may change
    /// after whole rounds only, since half a round says nothing about the other opponents.
    ///
    /// # Panics
    /// If there are not as many differences as opponents.
    pub fn add_round(&mut self, differences: &[PairDifference]) {
        assert_eq!(differences.len(), self.opponents, "a difference an opponent");
        let scores = differences.iter().map(|difference| difference.score());
        self.better.settle(scores.clone());
        self.not_better.settle(scores.map(|score| -score));
        if self.verdict == Conclusion::Undecided {
            self.verdict = if self.better.is_won() {
                Conclusion::Better
            } else if self.not_better.is_won() {
                Conclusion::NotBetter
            } else {
                Conclusion::Undecided
            };
        }
    }

    /// What is known. Once it is known it stays so, whatever comes after.
    #[must_use]
    pub fn verdict(&self) -> Conclusion {
        self.verdict
    }

    /// How far the test has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            rounds: self.better.rounds(),
            difference: self.better.mean(),
            better: self.better.evidence(),
            not_better: self.not_better.evidence(),
        }
    }

    /// Where the mean difference is. The interval holds at all times at once, at least with the chance that
    /// both errors leave. It is as sharp as the verdict needs: for it to become narrower than what lies
    /// between the hypotheses is not its aim. It takes time in proportion to all differences so far.
    #[must_use]
    pub fn interval(&self) -> DifferenceInterval {
        let (lower, upper) = (self.better.proven(), -self.not_better.proven());
        // Differences that keep changing their mean could refute every value; then they are no sample of
        // anything, and what lies between is as good an answer as there is.
        DifferenceInterval { lower: lower.min(upper), upper: upper.max(lower) }
    }
}
