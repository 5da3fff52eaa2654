//! The interval of a share of games.

use super::elo::Confidence;
use super::results::to_f64;

/// Where the share of games may be, over all games like these, of which `games` were drawn independently of each other
/// and `counted` had what is counted: E. B. Wilson's score interval (1927), which also says something where all or none
/// had it. Without games, it is everything from 0 to 1.
#[must_use]
pub fn share_interval(counted: u64, games: u64, confidence: Confidence) -> (f64, f64) {
    if games == 0 { (0.0, 1.0) } else { interval(to_f64(counted) / to_f64(games), games, confidence) }
}

/// Like [`share_interval`], for points per game, where a draw is half a point: `half_points` counts two for a win and one
/// for a draw. Draws make scores vary less than wins and losses do, so with draws the interval is wider than it need be.
#[must_use]
pub fn score_interval(half_points: u64, games: u64, confidence: Confidence) -> (f64, f64) {
    if games == 0 { (0.0, 1.0) } else { interval(to_f64(half_points) / to_f64(2 * games), games, confidence) }
}

fn interval(share: f64, games: u64, confidence: Confidence) -> (f64, f64) {
    let games = to_f64(games);
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

    #[test]
    fn a_draw_is_half_a_win() {
        assert_eq!(score_interval(0, 0, Confidence::P95), (0.0, 1.0));
        assert_eq!(score_interval(2 * 81, 263, Confidence::P95), share_interval(81, 263, Confidence::P95));
        // Ten draws and no win are as five wins of ten.
        assert_eq!(score_interval(10, 10, Confidence::P95), share_interval(5, 10, Confidence::P95));
    }
}
