//! The interval of a share of games.

use super::elo::Confidence;
use super::results::to_f64;

/// Where the share of games may be, over all games like these, of which `games` were drawn independently of each other
/// and `counted` had what is counted: E. B. Wilson's score interval (1927), which also says something where all or none
/// had it. Everything from 0 to 1 without games.
#[must_use]
pub fn share_interval(counted: u64, games: u64, confidence: Confidence) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (games, share) = (to_f64(games), to_f64(counted) / to_f64(games));
    let deviations = confidence.deviations();
    let weight = deviations * deviations / games;
    let middle = (share + weight / 2.0) / (1.0 + weight);
    let spread = (weight * share * (1.0 - share) + weight * weight / 4.0).sqrt() / (1.0 + weight);
    ((middle - spread).max(0.0), (middle + spread).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    #[test]
    fn intervals_are_wilsons() {
        for (counted, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (found_low, found_high) = share_interval(counted, games, Confidence::P95);
            assert!(
                (found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5,
                "{counted} of {games}"
            );
        }
        assert_eq!(share_interval(0, 0, Confidence::P95), (0.0, 1.0));
    }
}
