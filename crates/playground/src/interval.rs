//! How far a score may be from the truth after so many games.

/// The quantile of the normal distribution that 95% of all draws are within.
const Z: f64 = 1.959_963_984_540_054;

/// The interval that has the true score with a probability of about 95%, after `games` games that gave a mean of `score`
/// points per game, from 0 to 1: that of E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference" (1927). It is for wins and losses; draws make scores vary less, so with draws it is wider than necessary.
///
/// ```
/// let (low, high) = playground::score_interval(0.5, 100);
/// assert!((low - 0.4038).abs() < 0.0001 && (high - 0.5962).abs() < 0.0001);
/// assert_eq!(playground::score_interval(0.5, 0), (0.0, 1.0));
/// ```
#[must_use]
pub fn score_interval(score: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games in a page")]
    let games = games as f64;
    let share = Z * Z / games;
    let middle = score + share / 2.0;
    let reach = (score * (1.0 - score) * share + share * share / 4.0).sqrt();
    let bound = |value: f64| (value / (1.0 + share)).clamp(0.0, 1.0);
    // At 0 and 1, rounding must not leave the score outside.
    (bound(middle - reach).min(score), bound(middle + reach).max(score))
}

#[cfg(test)]
mod tests {
    use super::score_interval;

    /// No interval leaves the range, and more games make it narrower. After `n` games without a loss, the lower bound is
    /// `n / (n + Z²)`.
    #[test]
    fn it_holds_the_score_and_becomes_narrower() {
        for score in [0.0, 0.01, 0.37, 0.5, 0.99, 1.0] {
            let mut before = 1.1;
            for games in [1, 2, 10, 1000, 1_000_000] {
                let (low, high) = score_interval(score, games);
                assert!(0.0 <= low && low <= score && score <= high && high <= 1.0, "{score} {games}");
                assert!(high - low < before, "{score} {games}");
                before = high - low;
            }
        }
        let (low, high) = score_interval(1.0, 10);
        assert!((low - 10.0 / (10.0 + 3.8415)).abs() < 0.0001 && high > 0.9999, "{low} {high}");
    }
}
