//! A bettor that grows rich if, and hardly ever unless, a mean is above a bound.

use super::outlook::{Forecast, RoundSums};

/// The largest share of its wealth that a bet may lose. All of it would be legal; what is left after the
/// worst round lets it go on.
const BOLDEST: f64 = 0.9;

/// Which share of the wealth is bet in each of the two ways ([`Stakes`]).
const SHARES: [f64; 2] = [0.75, 0.25];

/// This many factors are multiplied before a logarithm is taken: each is from 0.1 to far below a million, so that the
/// product is a number that can be held.
const FACTORS: usize = 32;

/// Halvings in the search for the bound that is just refuted: 2^-30 is less than any bound's meaning.
const HALVINGS: u32 = 30;

/// Bets, round after round, that the mean difference over all opponents is above a bound.
///
/// If it is not, the wealth is a supermartingale from 1, so the chance that it ever reaches `1 / error` is at most
/// `error` (J. Ville, "Étude critique de la notion de collectif", 1939), whenever one looks. Proof that it is one: a
/// round multiplies a bettor's wealth by the product of `1 + λ (x - c - m)` over the opponents, with `x` the
/// difference, `c` the opponent's leaning, `m` the bound, and `λ` and all `c` fixed before the round. Given the past
/// the opponents' games are independent, so the expectation is the product of `1 + λ (μ - c - m)`, with `μ` the
/// opponents' true means. None of these factors is negative; by the inequality of the means their product is at most
/// the power of their mean, which is at most 1 since the `c` sum to 0 and the mean of the `μ` is at most `m`. The `c`
/// take the opponents' differing strengths out of the noise, whatever they are, at no risk to the guarantee.
#[derive(Debug, Clone)]
pub(super) struct Wager {
    bound: f64,
    gap: f64,
    goal: f64,
    past: RoundSums,
    rounds: Vec<Stakes>,
    /// Difference less leaning: of each opponent, round after round.
    surprises: Vec<f64>,
    wealth: Wealth,
}

/// What is bet in a round.
#[derive(Debug, Clone)]
struct Stakes {
    /// The first suits a mean that is just at the other hypothesis, as J. L. Kelly's rule has it ("A new
    /// interpretation of information rate", 1956): its wealth is to second order the likelihood ratio of A.
    /// Wald's test. The second suits the number of rounds so far: it is bold while only a large difference
    /// could be settled, and gives the interval its ends (the predictable plug-in of I. Waudby-Smith and A.
    /// Ramdas, "Estimating means of bounded random variables by betting", 2024).
    wanted: [f64; 2],
    /// The largest of the leanings: with it the worst that can happen is known.
    worst: f64,
}

/// The logarithms of what each of the two ways has made of 1.
#[derive(Debug, Clone, Copy, Default)]
struct Wealth([f64; 2]);

impl Wealth {
    fn settle(&mut self, stakes: &Stakes, surprises: &[f64], bound: f64) {
        // No difference is below -1. Where the bound is -1 too, and nothing leans, any stake is safe: infinity.
        let most = BOLDEST / (1.0 + stakes.worst + bound);
        for (logarithm, wanted) in self.0.iter_mut().zip(stakes.wanted) {
            let stake = wanted.min(most);
            for some in surprises.chunks(FACTORS) {
                let factor: f64 = some.iter().map(|surprise| 1.0 + stake * (surprise - bound)).product();
                *logarithm += libm::log(factor);
            }
        }
    }

    /// The logarithm of both together.
    fn logarithm(self) -> f64 {
        let largest = self.0[0].max(self.0[1]);
        let parts: f64 = self.0.iter().zip(SHARES).map(|(one, share)| share * libm::exp(one - largest)).sum();
        largest + libm::log(parts)
    }
}

impl Wager {
    /// That the mean is above `bound`, wrongly won with a chance of at most `error`; quickest to be won if the
    /// mean is above it by `gap` or more.
    pub(super) fn new(opponents: usize, bound: f64, gap: f64, error: f64) -> Self {
        Self {
            bound,
            gap,
            goal: -libm::log(error),
            past: RoundSums::new(opponents),
            rounds: Vec::new(),
            surprises: Vec::new(),
            wealth: Wealth::default(),
        }
    }

    /// Bets on a round, and sees it.
    pub(super) fn settle(&mut self, differences: impl Iterator<Item = f64> + Clone) {
        let outlook = self.past.outlook();
        let stakes = self.stakes(&outlook);
        let first = self.surprises.len();
        self.surprises
            .extend(differences.clone().zip(&outlook.leanings).map(|(seen, leaning)| seen - leaning));
        self.wealth.settle(&stakes, &self.surprises[first..], self.bound);
        self.rounds.push(stakes);
        self.past.add(differences);
    }

    fn stakes(&self, outlook: &Forecast) -> Stakes {
        let steady = self.gap / (outlook.variance + self.gap * self.gap);
        let time = outlook.observations * libm::log1p(outlook.observations);
        let early = (2.0 * self.goal / (outlook.variance * time)).sqrt();
        let worst = outlook.leanings.iter().copied().fold(0.0, f64::max);
        Stakes { wanted: [steady, early.max(steady)], worst }
    }

    /// How many rounds were seen.
    pub(super) fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// The mean of all that was seen; 0 if nothing was.
    pub(super) fn mean(&self) -> f64 {
        self.past.mean()
    }

    /// The logarithm of the wealth, over the logarithm at which the wager is won.
    pub(super) fn evidence(&self) -> f64 {
        self.wealth.logarithm() / self.goal
    }

    /// Whether the bettor has proven its case.
    pub(super) fn is_won(&self) -> bool {
        self.wealth.logarithm() >= self.goal
    }

    /// The largest bound, from -1 to 1, above which the mean is by the same bets, wrongly with a chance of at
    /// most the same error. All rounds are gone through some thirty times.
    pub(super) fn proven(&self) -> f64 {
        if !self.would_win_at(-1.0) {
            return -1.0;
        }
        // The wealth falls as the bound rises: every factor does, where the stake is held down too.
        let (mut proven, mut open) = (-1.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(proven, open);
            *(if self.would_win_at(middle) { &mut proven } else { &mut open }) = middle;
        }
        proven
    }

    fn would_win_at(&self, bound: f64) -> bool {
        let opponents = self.surprises.len() / self.rounds.len().max(1);
        let mut wealth = Wealth::default();
        for (round, stakes) in self.rounds.iter().enumerate() {
            wealth.settle(stakes, &self.surprises[round * opponents..][..opponents], bound);
        }
        wealth.logarithm() >= self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_by_hand() {
        let mut wager = Wager::new(1, 0.0, 0.05, 0.05);
        wager.settle([1.0].into_iter());
        // Stakes 0.05 / (0.125 + 0.0025) = 20/51, and sqrt(2 ln 20 / (0.125 ln 2)) held down to 0.9.
        assert!((wager.wealth.logarithm().exp() - (0.75 * (71.0 / 51.0) + 0.25 * 1.9)).abs() < 1e-12);
        wager.settle([-0.5].into_iter());
        // The variance is now 0.125 / 2, for two observations.
        let steady = (71.0 / 51.0) * (1.0 - 0.5 * 0.05 / 0.065);
        assert!((wager.wealth.logarithm().exp() - (0.75 * steady + 0.25 * 1.9 * 0.55)).abs() < 1e-12);
    }

    #[test]
    fn a_small_steady_bet_is_walds_likelihood_ratio() {
        // Of normal numbers with this variance, 0.004 against 0: 0.004/v · (sum - n · 0.002).
        let mut wager = Wager::new(4, 0.0, 0.004, 0.05);
        for round in 0..2000 {
            let seen = [0.5, -0.5, 0.5, if round % 50 == 0 { -0.25 } else { -0.5 }];
            wager.settle(seen.into_iter().cycle().skip(round % 4).take(4));
        }
        let (sum, count): (f64, f64) = (40.0 * 0.25, 8000.0);
        let variance = (7960.0 * 0.25 + 40.0 * 0.0625) / count;
        let ratio = 0.004 / variance * (sum - count * 0.002);
        assert!((wager.wealth.0[0] - ratio).abs() < 0.05, "{:?}, {ratio}", wager.wealth);
    }

    #[test]
    fn what_is_proven_is_where_the_wager_is_just_won() {
        let mut wager = Wager::new(3, 0.0, 0.05, 0.05);
        for _ in 0..40 {
            wager.settle([0.25, 0.0, 0.5].into_iter());
        }
        let proven = wager.proven();
        assert!(wager.would_win_at(proven) && !wager.would_win_at(proven + 1e-8), "{proven}");
        assert!(proven > 0.0 && proven < 0.25, "{proven}");
        assert!(wager.is_won());
    }
}
