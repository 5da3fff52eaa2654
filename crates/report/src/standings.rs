//! The table of a tournament, ready for its template.

use crate::forest::{ForestView, NotesView, RanksView, RatingView};
use game::text::grouped;

use crate::text::{clean, decimal, thousandths};
use crate::{Column, Row, Section};

/// The table of a section.
pub(crate) struct StandingsView {
    /// The section's own columns.
    pub(crate) columns: Vec<ColumnView>,
    /// Notes on the ratings.
    pub(crate) notes: Option<NotesView>,
    /// The columns of ratings; left out if there are none.
    pub(crate) forest: Option<ForestView>,
    /// Whether any row has possible ranks.
    pub(crate) ranks: bool,
    pub(crate) rows: Vec<RowView>,
    /// Whether any game stayed void; otherwise the column is left out.
    pub(crate) voids: bool,
    /// Whether any game ended by a fault; otherwise the column is left out.
    pub(crate) faults: bool,
}

/// A column that only this section has.
pub(crate) struct ColumnView {
    pub(crate) key: String,
    pub(crate) title: String,
    pub(crate) help: String,
}

/// A line of the table.
pub(crate) struct RowView {
    pub(crate) rank: usize,
    /// The class of the medal, for the first three programs.
    pub(crate) medal: &'static str,
    pub(crate) name: String,
    pub(crate) author: String,
    /// The file name, unless it is already shown as the name.
    pub(crate) file: String,
    pub(crate) points: String,
    pub(crate) wins: String,
    pub(crate) draws: String,
    pub(crate) losses: String,
    pub(crate) games: String,
    pub(crate) voids: String,
    pub(crate) faults: String,
    pub(crate) extra: Vec<String>,
    /// Wins and draws in percent, for the drawing; `None` without games.
    pub(crate) shares: Option<Shares>,
    pub(crate) rating: Option<RatingView>,
    pub(crate) ranks: Option<RanksView>,
}

/// The results of games, in percent.
#[derive(Debug, PartialEq)]
pub(crate) struct Shares {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
}

impl Shares {
    pub(crate) fn lost(&self) -> u64 {
        100 - self.won - self.drawn
    }

    /// Where the losses begin.
    pub(crate) fn unlost(&self) -> u64 {
        self.won + self.drawn
    }

    fn new(row: &Row) -> Option<Self> {
        let whole = u128::from(row.wins) + u128::from(row.draws) + u128::from(row.losses);
        let hundredths = |count: u128| (count * 200 + whole).checked_div(whole * 2);
        let won = hundredths(row.wins.into())?;
        let unlost = hundredths(u128::from(row.wins) + u128::from(row.draws))?;
        let small = |number: u128| u64::try_from(number).expect("at most a hundred");
        Some(Self { won: small(won), drawn: small(unlost - won) })
    }
}

impl StandingsView {
    pub(crate) fn new(section: &Section) -> Self {
        let forest = ForestView::new(section);
        let row = |row| RowView::new(row, &section.columns, forest.as_ref());
        let rows: Vec<RowView> = section.rows.iter().map(row).collect();
        Self {
            columns: section.columns.iter().map(ColumnView::new).collect(),
            notes: section.ratings.as_ref().and_then(NotesView::new),
            ranks: rows.iter().any(|row| row.ranks.is_some()),
            rows,
            forest,
            voids: section.rows.iter().any(|row| row.voids > 0),
            faults: section.rows.iter().any(|row| row.faults > 0),
        }
    }

    /// Whether any column has an explanation to list.
    pub(crate) fn has_help(&self) -> bool {
        self.columns.iter().any(|column| !column.help.is_empty())
    }
}

impl ColumnView {
    fn new(column: &Column) -> Self {
        Self { key: clean(&column.key), title: clean(&column.title), help: clean(&column.help) }
    }
}

/// The displayed name of a program: the file name stands in for a missing name.
pub(crate) fn shown_name(row: &Row) -> String {
    [clean(&row.name), clean(&row.program)]
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "(no name)".to_owned())
}

impl RowView {
    fn new(row: &Row, columns: &[Column], forest: Option<&ForestView>) -> Self {
        let name = shown_name(row);
        let file = Some(clean(&row.program)).filter(|file| *file != name).unwrap_or_default();
        let extra = columns.iter().enumerate().map(|(at, column)| {
            let number = row.extra.get(at).copied().flatten();
            number.map(|number| decimal(number, column.digits)).unwrap_or_default()
        });
        Self {
            rank: row.rank,
            medal: ["", " gold", " silver", " bronze"].get(row.rank).copied().unwrap_or_default(),
            author: clean(&row.author),
            points: decimal(row.points, 1),
            wins: thousandths(row.wins),
            draws: thousandths(row.draws),
            losses: thousandths(row.losses),
            games: grouped(row.games),
            voids: grouped(row.voids),
            faults: grouped(row.faults),
            extra: extra.collect(),
            shares: Shares::new(row),
            rating: forest.zip(row.rating.as_ref()).and_then(|(forest, rating)| forest.rating(rating)),
            ranks: row.rating.as_ref().and_then(RanksView::new),
            file,
            name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_a_hundred_together() {
        let shares = |wins, draws, losses| Shares::new(&Row { wins, draws, losses, ..Row::default() });
        assert_eq!(shares(0, 0, 0), None);
        assert_eq!(shares(1, 1, 1), Some(Shares { won: 33, drawn: 34 }));
        assert_eq!(shares(u64::MAX, u64::MAX, 0), Some(Shares { won: 50, drawn: 50 }));
        assert_eq!(shares(0, 0, 7).map(|shares| shares.lost()), Some(100));
    }

    #[test]
    fn a_file_stands_in_for_a_name_and_is_not_said_twice() {
        let row = |name: &str| {
            let row = Row { program: "a.red".into(), name: name.into(), ..Row::default() };
            RowView::new(&row, &[Column::default()], None)
        };
        assert_eq!((row("").name.as_str(), row("").file.as_str()), ("a.red", ""));
        assert_eq!((row("\u{202e}").name.as_str(), row("a.red").file.as_str()), ("a.red", ""));
        assert_eq!((row("A").name.as_str(), row("A").file.as_str()), ("A", "a.red"));
        assert_eq!(row("A").extra, [""]);
    }
}
