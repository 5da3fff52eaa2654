//! The ratings of a table, written and drawn on one scale.

use crate::rating::{FiniteRating, is_bounded, percent, plain, signed};
use crate::scale::Scale;
use crate::text::clean;
use crate::{Rating, Ratings, Section};

/// If there are more sentences than this, the rest are folded away.
const MAX_OPEN_NOTES: usize = 3;

/// Notes on ratings.
pub(crate) struct NotesView {
    pub(crate) about: String,
    pub(crate) open: Vec<String>,
    pub(crate) folded: Vec<String>,
}

/// The parts that all ratings of a table share.
pub(crate) struct ForestView {
    /// The name of an interval: `95 % interval`.
    pub(crate) interval: String,
    pub(crate) ticks: Vec<TickView>,
    /// The length of the longest interval text, to align the intervals.
    longest: usize,
    scale: Scale,
}

/// A labelled line across the rows.
pub(crate) struct TickView {
    pub(crate) at: String,
    pub(crate) label: String,
    pub(crate) is_zero: bool,
}

/// The rating of a row.
pub(crate) struct RatingView {
    pub(crate) elo: String,
    /// The interval, after blanks as wide as digits that align it.
    pub(crate) interval: String,
    pub(crate) point: String,
    /// Where the interval begins, and how wide it is.
    pub(crate) bar: Option<(String, String)>,
    /// Whether it extends beyond the left and beyond the right of the drawing.
    pub(crate) beyond: (bool, bool),
}

/// The ranks that the games leave possible, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RanksView {
    pub(crate) best: usize,
    pub(crate) worst: usize,
}

impl NotesView {
    /// `None` if there are no notes.
    pub(crate) fn new(ratings: &Ratings) -> Option<Self> {
        let about = clean_sentences(&ratings.about);
        let mut open: Vec<String> = ratings.notes.iter().map(|note| clean_sentences(note)).collect();
        open.retain(|note| !note.is_empty());
        // It is pointless to hide a single line behind a fold.
        let folded =
            if open.len() > MAX_OPEN_NOTES + 1 { open.split_off(MAX_OPEN_NOTES) } else { Vec::new() };
        (!about.is_empty() || !open.is_empty()).then_some(Self { about, open, folded })
    }
}

/// Cleans each sentence separately, since sentences may be longer than names.
fn clean_sentences(text: &str) -> String {
    let sentences: Vec<String> = text.split_inclusive(". ").map(clean).collect();
    sentences.join(" ").trim().to_owned()
}

impl ForestView {
    /// `None` if no row has a rating.
    pub(crate) fn new(section: &Section) -> Option<Self> {
        let tame: Vec<FiniteRating> =
            section.rows.iter().filter_map(|row| FiniteRating::new(row.rating.as_ref()?)).collect();
        if tame.is_empty() {
            return None;
        }
        let scale = scale(&tame);
        let tick = |tick: crate::scale::Tick| TickView {
            at: place(tick.at),
            label: signed(tick.value),
            is_zero: plain(tick.value) == "0",
        };
        let share = section.ratings.as_ref().map(|ratings| percent(ratings.percent)).unwrap_or_default();
        Some(Self {
            interval: format!("{share} interval").trim().to_owned(),
            ticks: scale.ticks().into_iter().map(tick).collect(),
            longest: tame.iter().map(|it| it.interval_text().chars().count()).max().unwrap_or_default(),
            scale,
        })
    }

    /// `None` if the rating is not a number.
    pub(crate) fn rating(&self, rating: &Rating) -> Option<RatingView> {
        let tame = FiniteRating::new(rating)?;
        let interval = tame.interval_text();
        let blanks = "\u{2007}".repeat(self.longest - interval.chars().count().min(self.longest));
        let bar = tame.interval.map(|(low, high)| {
            let (left, right) = (self.scale.place(low), self.scale.place(high));
            (place(left), place(right - left))
        });
        let (low, high) = tame.interval.unwrap_or((tame.elo, tame.elo));
        Some(RatingView {
            elo: signed(tame.elo),
            interval: if self.longest == 0 { String::new() } else { format!("{blanks}{interval}") },
            point: place(self.scale.place(tame.elo)),
            bar,
            beyond: (self.scale.place(low) <= 0.0, self.scale.place(high) >= 100.0),
        })
    }
}

impl RanksView {
    /// `None` if the ranks are not known.
    pub(crate) fn new(rating: &Rating) -> Option<Self> {
        let best = rating.best_rank.min(rating.worst_rank);
        let worst = rating.best_rank.max(rating.worst_rank);
        (best > 0).then_some(Self { best, worst })
    }

    /// `1–3`, or `2`.
    pub(crate) fn text(self) -> String {
        let Self { best, worst } = self;
        if best == worst { best.to_string() } else { format!("{best}–{worst}") }
    }
}

/// A scale that holds all ratings, and as much of their intervals as does not dwarf everything else: a program that won all
/// its games may have an interval without an end.
fn scale(ratings: &[FiniteRating]) -> Scale {
    let mut elos: Vec<f64> = ratings.iter().map(|it| it.elo).filter(|&elo| is_bounded(elo)).collect();
    elos.sort_by(f64::total_cmp);
    let (&first, &last) = elos.first().zip(elos.last()).unwrap_or((&0.0, &0.0));
    let mut widths: Vec<f64> =
        ratings.iter().filter_map(|it| it.interval).map(|(low, high)| high - low).collect();
    widths.sort_by(f64::total_cmp);
    let narrow = widths.get(widths.len() / 4).copied().filter(|&width| is_bounded(width)).unwrap_or(0.0);
    let room = (narrow * 2.0).max((last - first) / 4.0).max(25.0);
    let ends = ratings.iter().filter_map(|it| it.interval);
    let (from, to) = ends.fold((first, last), |(from, to), (low, high)| (from.min(low), to.max(high)));
    Scale::around(from.max(first - room), to.min(last + room))
}

fn place(percent: f64) -> String {
    format!("{percent:.1}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn section(ratings: &[(f64, f64, f64)]) -> Section {
        let row = |&(elo, low, high): &(f64, f64, f64)| Row {
            rating: Some(Rating { elo, low, high, ..Rating::default() }),
            ..Row::default()
        };
        Section { rows: ratings.iter().map(row).collect(), ..Section::default() }
    }

    fn drawn(ratings: &[(f64, f64, f64)]) -> Vec<Option<RatingView>> {
        let section = section(ratings);
        let forest = ForestView::new(&section).unwrap();
        section.rows.iter().map(|row| forest.rating(row.rating.as_ref().unwrap())).collect()
    }

    #[test]
    fn ratings_stand_under_each_other() {
        let ratings = drawn(&[(123.0, 80.0, 166.0), (-9.0, -20.0, 2.0), (0.0, f64::NAN, 0.0)]);
        let texts = ratings.iter().flatten().map(|it| format!("{} {}", it.elo, it.interval));
        let wanted = ["+123 [80, 166]", "−9 \u{2007}[−20, 2]", &format!("0 {}", "\u{2007}".repeat(9))];
        assert_eq!(texts.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn an_interval_without_end_does_not_dwarf_the_others() {
        let ratings = drawn(&[(100.0, 50.0, f64::INFINITY), (0.0, -50.0, 50.0), (-80.0, -90_000.0, -20.0)]);
        let ratings: Vec<RatingView> = ratings.into_iter().map(Option::unwrap).collect();
        assert_eq!(
            ratings.iter().map(|rating| rating.beyond).collect::<Vec<_>>(),
            [(false, true), (false, false), (true, false)]
        );
        let width = |rating: &RatingView| rating.bar.as_ref().unwrap().1.trim_end_matches('%').parse::<f64>();
        assert!(width(&ratings[1]).unwrap() > 15.0);
    }

    #[test]
    fn whatever_numbers_there_are_places_are_on_the_drawing() {
        let numbers =
            [0.0, -0.0, 1.0, -7e4, 1e308, -1e308, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324];
        for elo in numbers {
            for low in numbers {
                for high in numbers {
                    let section = section(&[(elo, low, high), (0.0, low, high)]);
                    let forest = ForestView::new(&section).unwrap();
                    assert!(!forest.ticks.is_empty());
                    for rating in section.rows.iter().filter_map(|row| forest.rating(row.rating.as_ref()?)) {
                        let (left, width) = rating.bar.unwrap_or((rating.point.clone(), "0.0%".to_owned()));
                        for text in [left, width, rating.point] {
                            let place: f64 = text.trim_end_matches('%').parse().unwrap();
                            assert!((0.0..=100.0).contains(&place), "{elo} {low} {high}: {text}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn ranks_are_a_range() {
        let ranks = |best_rank, worst_rank| {
            RanksView::new(&Rating { best_rank, worst_rank, ..Rating::default() }).map(RanksView::text)
        };
        let texts = [ranks(1, 3), ranks(2, 2), ranks(5, 4), ranks(0, 3)];
        assert_eq!(texts.map(Option::unwrap_or_default), ["1–3", "2", "4–5", ""]);
    }

    #[test]
    fn many_notes_are_folded() {
        let notes = |count| Ratings { notes: vec!["n.".to_owned(); count], ..Ratings::default() };
        let lengths = |count| NotesView::new(&notes(count)).map(|it| (it.open.len(), it.folded.len()));
        assert_eq!([0, 1, 4, 5].map(lengths), [None, Some((1, 0)), Some((4, 0)), Some((3, 2))]);
    }
}
