//! Computes the bars, colours and lines that pages draw.

use contests::hill::{Challenge, PastRating};

use crate::standings::{Pair, Place, number};

/// The most lines in a history chart.
const MAX_LINES: usize = 12;

/// The size of a history chart.
pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 240.0;

/// The number of labelled lines, the height of a label, and the most characters in one.
pub(super) const LABELS: usize = 3;
const LABEL_HEIGHT: f64 = 26.0;
const MAX_LABEL: usize = 14;

/// The interval of a rating as a bar. All positions are percentages of the bar's full scale.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct IntervalBar {
    pub(super) from: String,
    pub(super) width: String,
    pub(super) at: String,
    pub(super) zero: String,
}

/// Returns the intervals of a table's ratings, all on one scale; `None` for a rating that is not a number.
/// Infinite ends are cut off at the end of the scale.
pub(super) fn intervals(table: &[Place]) -> Vec<Option<IntervalBar>> {
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
        Some(IntervalBar {
            from: text(from),
            width: text((to - from).max(0.3)),
            at: text(at),
            zero: text(percent(0.0)),
        })
    };
    table.iter().map(interval).collect()
}

/// Returns the class of a cell in a cross table, from `h0` (all lost) to `h20` (all won), and the score in
/// percent; `None` if no games were played.
pub(super) fn heat(pair: Option<&Pair>) -> Option<(String, String)> {
    let share = pair?.share()?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 20")]
    let step = (share * 20.0).round() as u8;
    Some((format!("h{step}"), format!("{:.0}", share * 100.0)))
}

/// A line in a history chart.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) program: String,
    pub(super) points: String,
    pub(super) end_x: String,
    pub(super) end_y: String,
    /// The vertical position of its label, chosen so that labels do not overlap.
    pub(super) label_y: String,
    pub(super) label: String,
    /// The rating at its end.
    pub(super) elo: String,
    pub(super) rank: usize,
}

/// Returns lines with the ratings of the best programs after every challenge.
pub(super) fn lines(challenges: &[&Challenge]) -> Vec<Line> {
    let last = challenges.iter().rev().find(|challenge| !challenge.ratings.is_empty());
    let best = last.map_or(&[][..], |last| &last.ratings[..last.ratings.len().min(MAX_LINES)]);
    lines_of(challenges, best)
}

/// Returns lines with the ratings of some programs after every challenge. `best` is in order of rank.
pub(super) fn lines_of(challenges: &[&Challenge], best: &[PastRating]) -> Vec<Line> {
    let rated: Vec<&Challenge> =
        challenges.iter().copied().filter(|challenge| !challenge.ratings.is_empty()).collect();
    if rated.len() < 2 {
        return Vec::new();
    }
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
    let line = |(at, rating): (usize, &PastRating)| {
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
            label_y: String::new(),
            label: label(&rating.file),
            elo: format!("{:+.0}", rating.elo),
            rank: at + 1,
        })
    };
    let mut lines: Vec<Line> = best.iter().enumerate().filter_map(line).collect();
    let ends: Vec<f64> = lines.iter().map(|line| line.end_y.parse().unwrap_or(0.0)).collect();
    for (line, label) in lines.iter_mut().zip(label_places(&ends[..ends.len().min(LABELS)])) {
        line.label_y = format!("{label:.1}");
    }
    lines
}

/// Returns the name of a program's file without its extension, cut to the length of a label.
pub(super) fn label(file: &str) -> String {
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    if name.chars().count() <= MAX_LABEL {
        return name.to_owned();
    }
    name.chars().take(MAX_LABEL - 1).chain(['…']).collect()
}

/// Moves labels apart so that they do not overlap. They stay near their wanted places and keep their order.
pub(super) fn label_places(wanted: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&one, &two| wanted[one].total_cmp(&wanted[two]));
    let mut places = wanted.to_vec();
    let mut lowest = f64::NEG_INFINITY;
    for &at in &order {
        places[at] = places[at].max(lowest);
        lowest = places[at] + LABEL_HEIGHT;
    }
    // Labels below the bottom edge move up again, and push those above them.
    let mut highest = HEIGHT;
    for &at in order.iter().rev() {
        places[at] = places[at].min(highest);
        highest = places[at] - LABEL_HEIGHT;
    }
    places
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
    fn labels_do_not_overlap() {
        assert_eq!(label_places(&[50.0, 120.0, 90.0]), [50.0, 120.0, 90.0]);
        assert_eq!(label_places(&[50.0, 52.0, 51.0]), [50.0, 102.0, 76.0]);
        assert_eq!(label_places(&[240.0, 239.0, 0.0]), [240.0, 214.0, 0.0]);
        assert_eq!(label("a-very-long-name.crash"), "a-very-long-n…");
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
