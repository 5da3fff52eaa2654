//! How many standard deviations a lead must exceed so that it is not chance.

use super::target::Target;
use crate::ratings::{normal_quantile, to_f64};

/// Halvings in the search for a bound: 2^-40 of it is less than anything depends on.
const HALVINGS: u32 = 40;

/// Strips of the integral in [`newly_above`], an even number: with as many, bounds of two to a hundred looks are right to
/// eight digits or more.
const STRIPS: u32 = 32;

/// Bounds for the comparisons of a tournament, all of which hold together with the confidence of its target.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bounds {
    /// One bound for everything: each comparison at each look has an equal share of the errors (Bonferroni). Tournaments
    /// of older versions were played with it.
    Fixed(f64),
    /// For this many comparisons that may still err, at all looks together.
    Joint {
        /// The chance of any error.
        error: f64,
        /// The number of looks.
        looks: u64,
        /// The correlation of successive looks.
        correlation: f64,
    },
}

impl Bounds {
    /// One bound for this many entrants and looks.
    pub(crate) fn fixed(entrants: usize, target: &Target, looks: u64) -> Self {
        let comparisons: u64 = (1..=target.top.min(entrants)).map(|rank| (entrants - rank) as u64).sum();
        let ways_to_err = to_f64(2 * comparisons.max(1)) * to_f64(looks.max(1));
        Self::Fixed(-normal_quantile((1.0 - target.confidence.share()) / ways_to_err))
    }

    /// Bounds for this many looks, while the games that a comparison depends on become at most `growth` times as
    /// many.
    pub(crate) fn joint(target: &Target, looks: u64, growth: f64) -> Self {
        let error = 1.0 - target.confidence.share();
        // Where two kinds of claims are made, each has half of the errors.
        let error = if target.gap > 0.0 { error / 2.0 } else { error };
        let steps = to_f64(looks.saturating_sub(1).max(1));
        Self::Joint { error, looks, correlation: libm::exp(-libm::log(growth.max(1.0)) / (2.0 * steps)) }
    }

    /// The bound where this many comparisons may err, each in two ways.
    pub(crate) fn of(&self, comparisons: u64) -> f64 {
        match *self {
            Self::Fixed(bound) => bound,
            Self::Joint { error, looks, correlation } => {
                joint(error / to_f64(2 * comparisons.max(1)), looks, correlation)
            }
        }
    }
}

/// The bound that a standard normal variable exceeds at any of this many looks with a chance of at most `error`.
///
/// The chance is at most that of the first look and, for each that follows, that of being above then and not
/// before (D. Hunter, "An upper bound for the probability of a union", 1976). The chance of the latter grows with the
/// information that comes between the two looks, ever more slowly in its logarithm: so it is greatest in
/// all where all steps are equal, whatever the steps really are.
fn joint(error: f64, looks: u64, correlation: f64) -> f64 {
    let chance =
        |bound: f64| above(bound) + to_f64(looks.saturating_sub(1)) * newly_above(bound, correlation);
    let (mut low, mut high) = (0.0, -normal_quantile(error.min(0.5) / to_f64(looks.max(1))));
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if chance(middle) > error { low = middle } else { high = middle }
    }
    high
}

/// The chance that a standard normal variable is above the bound.
fn above(bound: f64) -> f64 {
    libm::erfc(bound / std::f64::consts::SQRT_2) / 2.0
}

/// The chance that, of two standard normal variables with this correlation, the second is above the bound and the first
/// is not: the difference of two normal orthants, as an integral over the correlation (R. L. Plackett, "A reduction
/// formula for normal multivariate integrals", 1954), by Simpson's rule.
fn newly_above(bound: f64, correlation: f64) -> f64 {
    let width = libm::acos(correlation) / f64::from(STRIPS);
    let height = |strip: u32| {
        let cosine = libm::cos(width * f64::from(strip) / 2.0);
        libm::exp(-bound * bound / (2.0 * cosine * cosine))
    };
    let weight = |strip: u32| match strip {
        0 | STRIPS => 1.0,
        odd if odd % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=STRIPS).map(|strip| weight(strip) * height(strip)).sum();
    sum * width / 3.0 / (2.0 * std::f64::consts::PI)
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::*;
    use crate::ratings::{Confidence, uniform};

    fn assert_near(found: f64, wanted: f64, within: f64) {
        assert!((found - wanted).abs() < within, "{found} is not {wanted}");
    }

    #[test]
    fn one_look_at_one_comparison_is_an_ordinary_test() {
        let target = Target::ranks(2, Confidence::P95);
        assert_near(Bounds::joint(&target, 1, 1.0).of(1), 1.959_964, 1e-6);
        assert_near(Bounds::fixed(2, &target, 1).of(7), 1.959_964, 1e-6);
        let gap = Target { gap: 0.1, ..target };
        assert_near(Bounds::joint(&gap, 1, 1.0).of(1), 2.241_403, 1e-6);
        // 9 + 8 + 7 comparisons, both ways, ten times.
        let tail = above(Bounds::fixed(10, &Target::ranks(3, Confidence::P95), 10).of(1));
        assert_near(tail * 480.0, 0.05, 1e-9);
        for entrants in 0..2 {
            assert!(Bounds::fixed(entrants, &target, 0).of(0).is_finite(), "nobody to compare");
            assert!(Bounds::joint(&target, 0, 0.0).of(0).is_finite(), "nothing to look at");
        }
    }

    #[test]
    fn two_looks_without_correlation_are_two_tests_and_with_all_of_it_one() {
        // Above at the second and not at the first: 0.05 · 0.95.
        let bound = -normal_quantile(0.05);
        assert_near(newly_above(bound, 0.0), 0.0475, 1e-8);
        assert_near(newly_above(bound, 1.0), 0.0, 1e-12);
        // An orthant of correlation 1/2 has a third of the plane: 1/2 - 1/3.
        assert_near(newly_above(0.0, 0.5), 1.0 / 6.0, 1e-12);
        assert_near(joint(0.05, 2, 1.0), -normal_quantile(0.05), 1e-9);
    }

    /// Sums of normal numbers whose variance grows by a fourth from look to look, and in unequal steps up to the same.
    #[test]
    fn sums_are_above_at_any_look_hardly_more_rarely_than_they_may() {
        let (error, looks) = (0.05, 20_u32);
        let growth = libm::pow(1.25, f64::from(looks - 1));
        let Bounds::Joint { correlation, .. } =
            Bounds::joint(&Target::ranks(2, Confidence::P95), looks.into(), growth)
        else {
            panic!("the joint bound")
        };
        let bound = joint(error, looks.into(), correlation);
        let mut rng = SeededRng::for_setup(5);
        let mut normal = || normal_quantile(uniform(&mut rng).clamp(1e-12, 1.0 - 1e-12));
        let mut share_above = |variance: &dyn Fn(u32) -> f64| {
            let mut above = 0_u32;
            for _ in 0..20_000 {
                let (mut sum, mut before, mut is_above) = (0.0, 0.0, false);
                for look in 0..looks {
                    sum += (variance(look) - before).sqrt() * normal();
                    before = variance(look);
                    is_above |= sum > bound * before.sqrt();
                }
                above += u32::from(is_above);
            }
            f64::from(above) / 20_000.0
        };
        let equal = share_above(&|look| libm::pow(1.25, f64::from(look)));
        assert!((0.03..0.05).contains(&equal), "{equal}");
        // Four large steps first, then smaller ones.
        let unequal = share_above(&|look| {
            let share = if look < 5 { f64::from(look) / 8.0 } else { 0.5 + f64::from(look - 4) / 30.0 };
            libm::pow(growth, share)
        });
        assert!(unequal < 0.05, "{unequal}");
    }

    #[test]
    fn fewer_comparisons_and_nearer_looks_have_lower_bounds() {
        let target = Target::ranks(5, Confidence::P95);
        let near = Bounds::joint(&target, 29, 500.0);
        let bounds: Vec<f64> = [1225, 235, 10, 2, 1].map(|comparisons| near.of(comparisons)).into();
        assert!(bounds.is_sorted_by(|more, fewer| more > fewer), "{bounds:?}");
        assert!(Bounds::joint(&target, 29, 1e6).of(1) > near.of(1));
        let Bounds::Fixed(alone) = Bounds::fixed(2, &Target::ranks(2, Confidence::P95), 29) else {
            panic!("the fixed bound")
        };
        assert!(near.of(1) < alone);
    }
}
