//! The rating history of a hill, ready for its template.

use crate::History;
use crate::data::HistoryData;
use crate::line_chart::{ChartView, Lines};
use crate::rating::{FiniteRating, signed};
use crate::text::clean;

/// A history as a drawing and as a table.
pub(crate) struct HistoryView {
    /// Whether some lines are grey.
    pub(crate) has_grey: bool,
    /// The programs in the legend that are on the hill, the highest first; after them, those that fell but have a colour.
    pub(crate) legend: Vec<usize>,
    /// All other programs of the legend.
    pub(crate) fallen: Vec<usize>,
    pub(crate) chart: ChartView,
    /// The programs, in the order of the history.
    pub(crate) keys: Vec<KeyView>,
    pub(crate) moments: Vec<MomentView>,
    pub(crate) data: HistoryData,
}

/// A program, in the legend and above its column.
pub(crate) struct KeyView {
    pub(crate) program: String,
    /// The class of its colour; empty if it is grey.
    pub(crate) colour: String,
    pub(crate) is_on_hill: bool,
    /// The last rating it had.
    pub(crate) last: String,
}

/// A line of the table: one moment of the history.
pub(crate) struct MomentView {
    pub(crate) number: u64,
    pub(crate) what: String,
    /// Rating and interval of every program; empty if it has none.
    pub(crate) ratings: Vec<String>,
}

impl HistoryView {
    /// `None` if no program was ever rated.
    pub(crate) fn new(history: &History) -> Option<Self> {
        let lines = Lines::new(history);
        let chart = ChartView::new(&lines)?;
        let keys = history.lines.iter().enumerate().map(|(at, line)| KeyView {
            program: lines.names[at].clone(),
            colour: lines.colours[at].map(|number| format!("c{number}")).unwrap_or_default(),
            is_on_hill: line.is_on_hill,
            last: lines.ratings[at]
                .iter()
                .rev()
                .flatten()
                .next()
                .map(|it| signed(it.elo))
                .unwrap_or_default(),
        });
        let moments = history.moments.iter().enumerate().map(|(at, moment)| MomentView {
            number: moment.number,
            what: clean(&moment.what),
            ratings: lines.ratings.iter().map(|line| line[at].map(written).unwrap_or_default()).collect(),
        });
        let is_listed = |&line: &usize| history.lines[line].is_on_hill || lines.colours[line].is_some();
        let (mut legend, fallen): (Vec<usize>, Vec<usize>) = (0..lines.names.len()).partition(is_listed);
        let last = |line: usize| lines.ratings[line].last().copied().flatten();
        // Programs that fell have no last rating, and keep the order of the history.
        legend.sort_by(|&one, &two| {
            let elo = |line| last(line).map_or(f64::NEG_INFINITY, |rating| rating.elo);
            elo(two).total_cmp(&elo(one))
        });
        Some(Self {
            data: HistoryData::new(history, &lines, chart.scale),
            has_grey: lines.colours.iter().any(Option::is_none),
            legend,
            fallen,
            keys: keys.collect(),
            moments: moments.collect(),
            chart,
        })
    }
}

fn written(rating: FiniteRating) -> String {
    format!("{} {}", signed(rating.elo), rating.interval_text()).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HistoryLine, HistoryPoint, Rating};

    fn rating(elo: f64) -> Rating {
        Rating { elo, low: elo - 10.0, high: elo + 10.0, ..Rating::default() }
    }

    #[test]
    fn ratings_stand_in_the_line_of_their_challenge() {
        let line =
            |program: &str, is_on_hill, ratings| HistoryLine { program: program.into(), is_on_hill, ratings };
        let history = History {
            moments: (1..=3).map(|number| HistoryPoint { number, what: format!("what {number}") }).collect(),
            lines: vec![
                line("a", false, vec![Some(rating(0.0)), Some(rating(-7.0))]),
                line("b", true, vec![None, Some(rating(f64::NAN)), Some(rating(5.0)), Some(rating(6.0))]),
            ],
        };
        let view = HistoryView::new(&history).unwrap();
        let table: Vec<Vec<&str>> =
            view.moments.iter().map(|moment| moment.ratings.iter().map(String::as_str).collect()).collect();
        assert_eq!(table, [["0 [−10, 10]", ""], ["−7 [−17, 3]", ""], ["", "+5 [−5, 15]"]]);
        assert_eq!(view.keys.iter().map(|key| key.last.as_str()).collect::<Vec<_>>(), ["−7", "+5"]);
    }

    #[test]
    fn nothing_rated_is_no_history() {
        assert!(HistoryView::new(&History::default()).is_none());
        let nobody = HistoryLine { ratings: vec![None, Some(rating(f64::NAN))], ..HistoryLine::default() };
        let moments = vec![HistoryPoint::default(); 2];
        assert!(HistoryView::new(&History { moments, lines: vec![nobody] }).is_none());
    }
}
