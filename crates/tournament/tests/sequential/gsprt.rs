//! The test that chess engines are tested by, for comparison: the generalised sequential probability ratio test, with the
//! counts of nine outcomes in place of five (M. Van den Bergh, "The generalized sequential probability ratio test"; empty
//! counts are raised as in fishtest).

use tournament::sequential::{Conclusion, Hypotheses, PairDifference};

const OUTCOMES: usize = 9;

pub(crate) struct Gsprt {
    hypotheses: Hypotheses,
    counts: [f64; OUTCOMES],
}

impl Gsprt {
    pub(crate) fn new(hypotheses: Hypotheses) -> Self {
        Self { hypotheses, counts: [0.001; OUTCOMES] }
    }

    pub(crate) fn add(&mut self, difference: PairDifference) {
        self.counts[usize::try_from(difference.half_points() + 4).unwrap()] += 1.0;
    }

    /// The verdict by likelihoods.
    pub(crate) fn verdict(&self) -> Conclusion {
        self.decide(self.likelihood(self.hypotheses.better) - self.likelihood(self.hypotheses.not_better))
    }

    /// The verdict by the usual approximation to likelihoods, which needs only the mean and the variance.
    pub(crate) fn verdict_by_variance(&self) -> Conclusion {
        let Hypotheses { not_better, better, .. } = self.hypotheses;
        let moment = |of: &dyn Fn(f64) -> f64| -> f64 {
            self.outcomes(0.0).map(|(x, count)| count * of(x)).sum::<f64>() / self.counts.iter().sum::<f64>()
        };
        let mean = moment(&|x| x);
        let variance = moment(&|x| (x - mean) * (x - mean));
        let count: f64 = self.counts.iter().sum();
        self.decide(count * (better - not_better) * (mean - f64::midpoint(better, not_better)) / variance)
    }

    fn decide(&self, ratio: f64) -> Conclusion {
        let Hypotheses { alpha, beta, .. } = self.hypotheses;
        if ratio >= ((1.0 - beta) / alpha).ln() {
            Conclusion::Better
        } else if ratio <= (beta / (1.0 - alpha)).ln() {
            Conclusion::NotBetter
        } else {
            Conclusion::Undecided
        }
    }

    /// The outcomes minus a mean, and how often each occurred.
    fn outcomes(&self, mean: f64) -> impl Iterator<Item = (f64, f64)> {
        (-4..=4).map(move |at| f64::from(at) / 4.0 - mean).zip(self.counts)
    }

    /// The logarithm of the largest likelihood with this mean, over the largest with any mean. The likeliest chances are the
    /// observed ones over `1 + t (x - mean)`, for the one `t` that gives them this mean.
    fn likelihood(&self, mean: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / (1.0 + mean));
        for _ in 0..50 {
            let t = f64::midpoint(low, high);
            let slope: f64 = self.outcomes(mean).map(|(x, count)| count * x / (1.0 + t * x)).sum();
            *(if slope > 0.0 { &mut low } else { &mut high }) = t;
        }
        -self.outcomes(mean).map(|(x, count)| count * (low * x).ln_1p()).sum::<f64>()
    }
}
