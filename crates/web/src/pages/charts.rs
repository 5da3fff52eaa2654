//! Numbers that pages draw.

use contests::hill::Challenge;

use crate::standings::{Pair, Place, number};

/// The most lines of a history.
const MAX_LINES: usize = 12;

/// The size of the drawing of a history.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;

/// An interval on the scale of a table, in percent of its width.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Interval {
    pub(super) from: String,
    pub(super) width: String,
    pub(super) at: String,
    pub(super) zero: String,
}

/// Returns the intervals of a table's ratings, all on one scale; `None` where a rating has no finite end.
pub(super) fn intervals(table: &[Place]) -> Vec<Option<Interval>> {
    let ends = |place: &Place| [&place.elo_low, &place.elo, &place.elo_high].map(number);
    let all = || table.iter().flat_map(ends).filter(|elo| elo.is_finite());
    let (low, high) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
    let percent = |elo: f64| 3.0 + 94.0 * (elo.clamp(low, high) - low) / (high - low).max(1.0);
    let interval = |place: &Place| {
        let [from, at, to] = ends(place);
        let at = if at.is_nan() { return None } else { percent(at) };
        let from = if from.is_nan() { at } else { percent(from) };
        let to = if to.is_nan() { at } else { percent(to) };
        let text = |number: f64| format!("{number:.1}%");
        Some(Interval {
            from: text(from),
            width: text((to - from).max(0.3)),
            at: text(at),
            zero: text(percent(0.0)),
        })
    };
    table.iter().map(interval).collect()
}

/// Returns the class of a cell in a cross table: from `h0`, all lost, to `h20`, all won.
pub(super) fn heat(pair: Option<&Pair>) -> Option<(String, String)> {
    let share = pair?.share()?;
    // It is from 0 to 1.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 20")]
    let step = (share * 20.0).round() as u8;
    Some((format!("h{step}"), format!("{:.0}", share * 100.0)))
}

/// A line of a history.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) program: String,
    pub(super) points: String,
    pub(super) end_x: String,
    pub(super) end_y: String,
    pub(super) rank: usize,
}

/// Returns the ratings of the best programs after every challenge.
pub(super) fn lines(challenges: &[Challenge]) -> Vec<Line> {
    let rated: Vec<&Challenge> =
        challenges.iter().filter(|challenge| !challenge.ratings.is_empty()).collect();
    let Some(last) = rated.last().filter(|_| rated.len() > 1) else { return Vec::new() };
    let best = &last.ratings[..last.ratings.len().min(MAX_LINES)];
    let of = |id: &str| {
        let rating = |(at, challenge): (usize, &&Challenge)| {
            Some((at, challenge.ratings.iter().find(|rating| rating.id == *id)?.elo))
        };
        rated.iter().enumerate().filter_map(rating).collect::<Vec<_>>()
    };
    let all =
        || best.iter().flat_map(|rating| of(&rating.id)).map(|(_, elo)| elo).filter(|elo| elo.is_finite());
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    #[expect(clippy::cast_precision_loss, reason = "a place in a drawing")]
    let x = |at: usize| WIDTH * at as f64 / (rated.len() - 1) as f64;
    let y = |elo: f64| HEIGHT - HEIGHT * (elo - low) / (high - low).max(1.0);
    let line = |(at, rating): (usize, &contests::hill::PastRating)| {
        let points = of(&rating.id);
        let &(end_x, end_y) = points.last()?;
        Some(Line {
            program: rating.file.clone(),
            points: points
                .iter()
                .map(|&(at, elo)| format!("{:.1},{:.1}", x(at), y(elo)))
                .collect::<Vec<_>>()
                .join(" "),
            end_x: format!("{:.1}", x(end_x)),
            end_y: format!("{:.1}", y(end_y)),
            rank: at + 1,
        })
    };
    best.iter().enumerate().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pair(wins: u64, draws: u64, losses: u64) -> Pair {
        Pair {
            program: "a".into(),
            opponent: "b".into(),
            wins: json!(wins),
            draws: json!(draws),
            losses: json!(losses),
            expected: 0.5,
            likelihood_better: 0.5,
            exact: false,
        }
    }

    #[test]
    fn a_cell_is_as_warm_as_its_score() {
        let cell = |wins, draws, losses| heat(Some(&pair(wins, draws, losses)));
        assert_eq!(cell(4, 0, 0), Some(("h20".into(), "100".into())));
        assert_eq!(cell(0, 4, 0), Some(("h10".into(), "50".into())));
        assert_eq!(cell(0, 0, 4), Some(("h0".into(), "0".into())));
        assert_eq!((cell(0, 0, 0), heat(None)), (None, None));
    }
}
