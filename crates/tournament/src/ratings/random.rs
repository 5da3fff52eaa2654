//! Random numbers that are not whole: from a seed, the same on every machine.

use game::Draw;

use super::distributions::normal_quantile;
use super::results::real;

/// A number strictly between 0 and 1, all equally likely: the middle of one of 2^52 steps.
pub(crate) fn uniform(draw: &mut Draw) -> f64 {
    (real(draw.next_u64() >> 12) + 0.5) * f64::EPSILON
}

/// A number from the standard normal distribution.
pub(crate) fn normal(draw: &mut Draw) -> f64 {
    normal_quantile(uniform(draw))
}

/// A number from the exponential distribution with mean 1.
pub(crate) fn exponential(draw: &mut Draw) -> f64 {
    -libm::log(uniform(draw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_distributions() {
        let mut draw = Draw::for_setup(3);
        let mean_and_square = |number: &mut dyn FnMut() -> f64| {
            let numbers: Vec<f64> = (0..20_000).map(|_| number()).collect();
            [1, 2].map(|power| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / 20_000.0)
        };
        let near = |found: [f64; 2], wanted: [f64; 2]| {
            assert!(
                found.iter().zip(wanted).all(|(x, y)| (x - y).abs() < 0.05),
                "{found:?} is not {wanted:?}"
            );
        };
        near(mean_and_square(&mut || uniform(&mut draw)), [0.5, 1.0 / 3.0]);
        near(mean_and_square(&mut || normal(&mut draw)), [0.0, 1.0]);
        near(mean_and_square(&mut || exponential(&mut draw)), [1.0, 2.0]);
    }
}
