//! The comparison of deterministic programs, for which one round is complete.

use super::{Conclusion, PairDifference};

/// How A and B compare where there is nothing random: no setups, and programs that do the same again. Then
/// there are as many different pairs of games as there are opponents, and about these opponents nothing is
/// uncertain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exact {
    /// Opponents against whom A did better than B.
    pub better: usize,
    /// Opponents against whom both did the same.
    pub level: usize,
    /// Opponents against whom A did worse than B.
    pub worse: usize,
    /// The mean difference as a score per game, from -1 to 1; 0 without opponents.
    pub difference: f64,
    /// What remains uncertain is whether the same would come out against others like these. If the difference between
    /// A and B were equally likely to favour either of them against every opponent, a sum at least as good for A
    /// would have this chance (the test of R. A. Fisher, "The Design of Experiments", 1935, section 21). From 0 to 1;
    /// small speaks for A.
    pub chance: f64,
}

impl Exact {
    /// From one difference per opponent.
    #[must_use]
    pub fn new(differences: &[PairDifference]) -> Self {
        let none = PairDifference::default();
        let better = differences.iter().filter(|&&one| one > none).count();
        let worse = differences.iter().filter(|&&one| one < none).count();
        let opponents: f64 = differences.iter().map(|_| 1.0).sum();
        let scores: f64 = differences.iter().map(|one| one.score()).sum();
        Self {
            better,
            level: differences.len() - better - worse,
            worse,
            difference: scores / opponents.max(1.0),
            chance: chance(differences),
        }
    }

    /// Whether A is better than B against these opponents; never open.
    #[must_use]
    pub fn verdict(&self) -> Conclusion {
        if self.difference > 0.0 { Conclusion::Better } else { Conclusion::NotBetter }
    }
}

/// The chance that the sizes of these differences, each with a sign by the toss of a coin, add up to at least
/// what they do.
///
/// Adding sizes with even chances of either sign, less the sum of all, is adding twice those sizes whose
/// sign is positive. So the sizes of those that are negative must come to at most what they do.
fn chance(differences: &[PairDifference]) -> f64 {
    let size = |one: &PairDifference| usize::from(one.half_points().unsigned_abs());
    let most: usize = differences.iter().filter(|one| one.half_points() < 0).map(size).sum();
    // At each sum up to the most: the chance that the sizes with a negative sign come to it.
    let mut chances = vec![0.0; most + 1];
    chances[0] = 1.0;
    for size in differences.iter().map(size).filter(|&size| size > 0) {
        for sum in (0..=most).rev() {
            let without = if sum >= size { chances[sum - size] } else { 0.0 };
            chances[sum] = f64::midpoint(chances[sum], without);
        }
    }
    chances.iter().sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(half_points: &[(u8, u8)]) -> Exact {
        let differences: Vec<PairDifference> =
            half_points.iter().map(|&(a, b)| PairDifference::new(a, b).unwrap()).collect();
        Exact::new(&differences)
    }

    #[test]
    fn opponents_are_counted() {
        let exact = exact(&[(4, 2), (2, 2), (0, 1), (3, 0)]);
        // Sizes 2, 1, 3: at least 4 come of +2+1+3 and +2-1+3 among eight.
        assert_eq!(exact, Exact { better: 2, level: 1, worse: 1, difference: 0.25, chance: 0.25 });
        assert_eq!(exact.verdict(), Conclusion::Better);
    }

    #[test]
    fn the_same_programs_are_level() {
        let same = exact(&[(2, 2), (4, 4), (0, 0)]);
        assert_eq!(same, Exact { better: 0, level: 3, worse: 0, difference: 0.0, chance: 1.0 });
        assert_eq!(same.verdict(), Conclusion::NotBetter);
        assert_eq!(exact(&[]).verdict(), Conclusion::NotBetter);
    }

    #[test]
    fn all_opponents_for_one_are_as_many_coins() {
        let worse = exact(&[(0, 4), (0, 4)]);
        assert_eq!(worse, Exact { better: 0, level: 0, worse: 2, difference: -1.0, chance: 1.0 });
        let better = Exact { better: 20, level: 0, worse: 0, difference: 1.0, chance: 0.5_f64.powi(20) };
        assert_eq!(exact(&[(4, 0); 20]), better);
        assert!(exact(&[(1, 0); 2000]).chance >= 0.0);
    }
}
