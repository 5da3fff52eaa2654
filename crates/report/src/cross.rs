//! The cross table, ready for its template.

use crate::link::{safe_href, safe_path};
use crate::text::{clean, thousandths};
use crate::{Cell, GameLink, RecordLink, Section};

/// The cross table of a section.
pub(crate) struct CrossView {
    /// The cell size that suits this many programs: a class of the style.
    pub(crate) size: &'static str,
    /// All lines, in the order of the table.
    pub(crate) lines: Vec<LineView>,
    /// A note on pairs without a game; empty if there is nothing to say.
    pub(crate) without_game: String,
}

/// A line of the cross table.
pub(crate) struct LineView {
    pub(crate) cells: Vec<CellView>,
}

/// A cell of the cross table.
pub(crate) enum CellView {
    /// A program paired with itself.
    Diagonal,
    /// Two programs that never met.
    Blank,
    /// Two programs that met.
    Met(MetView),
}

/// The result of a pair.
pub(crate) struct MetView {
    /// From 0 for all games lost to 20 for all won; a class of the style.
    pub(crate) level: u64,
    pub(crate) percent: u64,
    /// Games won, drawn and lost: `7-2-1`, or `6.25-1.667-2.083, exact`.
    pub(crate) counts: String,
    /// The result that the ratings predict, in words.
    pub(crate) by_ratings: String,
    pub(crate) game: Option<GameView>,
}

/// A game that can be viewed, saved, or both.
pub(crate) struct GameView {
    pub(crate) what: String,
    pub(crate) page: Option<String>,
    pub(crate) record: Option<RecordView>,
}

/// A link to a record.
pub(crate) struct RecordView {
    pub(crate) href: String,
    /// The file name under which it is saved; empty if `href` already shows it.
    pub(crate) file: String,
}

impl CrossView {
    /// `None` if the section has no cross table. Missing cells are blank.
    pub(crate) fn new(section: &Section) -> Option<Self> {
        let count = section.rows.len();
        if section.cross.is_empty() || count == 0 {
            return None;
        }
        let size = match count {
            0..=24 => "large",
            25..=60 => "middling",
            _ => "small",
        };
        let line =
            |row: usize| LineView { cells: (0..count).map(|column| cell(section, row, column)).collect() };
        let lines = (0..count).map(line).collect();
        Some(Self { size, lines, without_game: clean(&section.without_game) })
    }
}

fn cell(section: &Section, row: usize, column: usize) -> CellView {
    if row == column {
        return CellView::Diagonal;
    }
    match section.cross.get(row).and_then(|line| line.get(column)) {
        Some(cell) => cell.score_thousandths.map_or(CellView::Blank, |score| CellView::Met(met(cell, score))),
        None => CellView::Blank,
    }
}

fn met(cell: &Cell, score: u64) -> MetView {
    let expected = cell.expected_thousandths.map(|number| number.min(1000));
    let better = cell.likelihood_better_thousandths.map(|number| number.min(1000));
    let mut said: Vec<String> = Vec::new();
    said.extend(expected.map(|number| format!("expected {}", tenths(number))));
    said.extend(better.map(|number| format!("better with {}", tenths(number))));
    MetView {
        level: level(score),
        percent: percent(score),
        counts: counts(cell),
        by_ratings: said.join(", "),
        game: cell.game.as_ref().and_then(GameView::new),
    }
}

fn counts(cell: &Cell) -> String {
    let [wins, draws, losses] = [cell.wins, cell.draws, cell.losses].map(thousandths);
    format!("{wins}-{draws}-{losses}{}", if cell.is_exact { ", exact" } else { "" })
}

/// `51.2 %`
fn tenths(thousandths: u64) -> String {
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

impl GameView {
    /// `None` if none of the links is allowed on a page.
    pub(crate) fn new(game: &GameLink) -> Option<Self> {
        let page = game.page.as_deref().and_then(safe_path);
        let record = game.record.as_ref().and_then(RecordView::new);
        (page.is_some() || record.is_some()).then(|| Self { what: clean(&game.what), page, record })
    }
}

impl RecordView {
    fn new(record: &RecordLink) -> Option<Self> {
        let mut file = clean(&record.file.replace(['/', '\\'], "_"));
        if record.href.rsplit('/').next() == Some(&file) {
            file.clear();
        }
        Some(Self { href: safe_href(&record.href)?, file })
    }
}

fn level(thousandths: u64) -> u64 {
    (thousandths.min(1000) + 25) / 50
}

/// Rounds to the nearest percent, but 0 and 100 are reserved for exact values.
fn percent(thousandths: u64) -> u64 {
    match thousandths {
        0 => 0,
        1..1000 => ((thousandths + 5) / 10).clamp(1, 99),
        _ => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_everything_is_a_hundred_percent() {
        assert_eq!(
            [0, 1, 4, 494, 495, 500, 999, 1000, 2000].map(percent),
            [0, 1, 1, 49, 50, 50, 99, 100, 100]
        );
        assert_eq!([0, 24, 25, 500, 975, 1000, 9000].map(level), [0, 0, 1, 10, 20, 20, 20]);
    }

    #[test]
    fn ratings_are_said() {
        let said = |expected_thousandths, likelihood_better_thousandths| {
            met(&Cell { expected_thousandths, likelihood_better_thousandths, ..Cell::default() }, 700)
                .by_ratings
        };
        assert_eq!(said(None, None), "");
        assert_eq!(said(Some(512), Some(5)), "expected 51.2 %, better with 0.5 %");
        assert_eq!(said(None, Some(u64::MAX)), "better with 100.0 %");
    }

    #[test]
    fn counts_may_be_fractions() {
        let cell = |wins, draws, losses, is_exact| Cell { wins, draws, losses, is_exact, ..Cell::default() };
        assert_eq!(counts(&cell(7000, 2000, 1000, false)), "7-2-1");
        assert_eq!(counts(&cell(6250, 1667, 2083, true)), "6.25-1.667-2.083, exact");
    }

    #[test]
    fn what_is_missing_is_blank() {
        let met = Cell { score_thousandths: Some(1), ..Cell::default() };
        let rows = vec![crate::Row::default(); 3];
        let section = Section { rows, cross: vec![vec![met.clone(); 2], vec![met; 9]], ..Section::default() };
        let cross = CrossView::new(&section).unwrap();
        let shape = |line: &LineView| -> String {
            let letter = |cell: &CellView| match cell {
                CellView::Diagonal => 'd',
                CellView::Blank => ' ',
                CellView::Met(_) => 'm',
            };
            line.cells.iter().map(letter).collect()
        };
        assert_eq!(cross.lines.iter().map(shape).collect::<Vec<_>>(), ["dm ", "mdm", "  d"]);
    }
}
