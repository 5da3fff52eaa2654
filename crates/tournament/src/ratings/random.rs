//! Random numbers that are not whole: from a seed, the same on every machine.

use game::SeededRng;

use super::distributions::normal_quantile;
use super::results::to_f64;

/// A number strictly between 0 and 1, all equally likely: the middle of one of 2^52 steps.
pub(crate) fn uniform(rng: &mut SeededRng) -> f64 {
    (to_f64(rng.next_u64() >> 12) + 0.5) * f64::EPSILON
}

/// A number from the standard normal distribution.
pub(crate) fn normal(rng: &mut SeededRng) -> f64 {
    normal_quantile(uniform(rng))
}

/// A number from the exponential distribution with mean 1.
pub(crate) fn exponential(rng: &mut SeededRng) -> f64 {
    -libm::log(uniform(rng))
}

/// Up to this many games are drawn one by one.
const FEW: f64 = 16.0;

/// How many of this many games are won, a whole number of them, if each is with this chance. Many games are drawn at
/// once: numbers of wins take their shares of what was drawn, from the likeliest one outwards, so that it takes about
/// as many steps as the standard deviation.
pub(crate) fn binomial(games: f64, chance: f64, rng: &mut SeededRng) -> f64 {
    if games <= FEW {
        let mut won = 0.0;
        let mut left = games;
        while left > 0.5 {
            left -= 1.0;
            won += if uniform(rng) < chance { 1.0 } else { 0.0 };
        }
        return won;
    }
    if chance <= 0.0 || chance >= 1.0 {
        return games * chance.clamp(0.0, 1.0);
    }
    let likeliest = ((games + 1.0) * chance).floor().min(games);
    let odds = chance / (1.0 - chance);
    let share = libm::exp(
        libm::lgamma(games + 1.0) - libm::lgamma(likeliest + 1.0) - libm::lgamma(games - likeliest + 1.0)
            + likeliest * libm::log(chance)
            + (games - likeliest) * libm::log1p(-chance),
    );
    let mut left = uniform(rng) - share;
    let (mut low, mut low_share) = (likeliest, share);
    let (mut high, mut high_share) = (likeliest, share);
    // What rounding leaves over at the end is nobody's, and goes to the likeliest number.
    while left >= 0.0 && low_share + high_share > f64::EPSILON * share {
        low_share *= low / ((games - low + 1.0) * odds);
        low -= 1.0;
        left -= low_share;
        if left < 0.0 {
            return low;
        }
        high_share *= (games - high) * odds / (high + 1.0);
        high += 1.0;
        left -= high_share;
        if left < 0.0 {
            return high;
        }
    }
    likeliest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_distributions() {
        let mut rng = SeededRng::for_setup(3);
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
        near(mean_and_square(&mut || uniform(&mut rng)), [0.5, 1.0 / 3.0]);
        near(mean_and_square(&mut || normal(&mut rng)), [0.0, 1.0]);
        near(mean_and_square(&mut || exponential(&mut rng)), [1.0, 2.0]);
    }

    /// Against the distribution itself, by the greatest distance of shares (Kolmogorov): 2.2 / 141 is exceeded once in
    /// ten thousand times.
    #[test]
    fn binomial_numbers_have_their_distribution() {
        use statrs::distribution::{Binomial, DiscreteCDF};
        let mut rng = SeededRng::for_setup(4);
        for (games, chance) in [(3_u32, 0.3), (16, 0.5), (17, 0.5), (40, 0.02), (90, 0.97), (5000, 0.4)] {
            let mut numbers: Vec<f64> =
                (0..20_000).map(|_| binomial(f64::from(games), chance, &mut rng)).collect();
            numbers.sort_unstable_by(f64::total_cmp);
            let wanted = Binomial::new(chance, games.into()).unwrap();
            for number in 0..=games {
                let below = numbers.partition_point(|&drawn| drawn <= f64::from(number));
                let distance = to_f64(below as u64) / 20_000.0 - wanted.cdf(number.into());
                assert!(distance.abs() < 2.2 / 141.0, "{games} {chance} {number}: {distance}");
            }
        }
        assert_eq!(
            [0.0, 1.0].map(|chance| binomial(100.0, chance, &mut rng).to_bits()),
            [0.0, 100.0].map(f64::to_bits)
        );
    }
}
