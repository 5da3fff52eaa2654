//! The table of a tournament, ready for its template.

use crate::forest::{ForestView, NotesView, RanksView, RatingView};
use game::text::grouped;

use crate::text::{clean, thousandths};
use crate::{Row, Section};

/// The table of a section.
pub(crate) struct StandingsView {
    /// Titles and meanings of the section's own columns.
    pub(crate) columns: Vec<(String, String)>,
    /// Notes on the ratings.
    pub(crate) notes: Option<NotesView>,
    /// The columns of ratings; left out if there are none.
    pub(crate) forest: Option<ForestView>,
    /// Whether any row says which ranks are possible.
    pub(crate) ranks: bool,
    pub(crate) rows: Vec<RowView>,
    /// Whether any game stayed void; the column is left out if not.
    pub(crate) voids: bool,
    /// Whether any game ended by a fault; the column is left out if not.
    pub(crate) faults: bool,
}

/// A line of it.
pub(crate) struct RowView {
    pub(crate) rank: usize,
    /// The class of the medal, for the first three.
    pub(crate) medal: &'static str,
    pub(crate) name: String,
    pub(crate) author: String,
    /// The file, unless it is the name already.
    pub(crate) file: String,
    pub(crate) points: String,
    pub(crate) wins: String,
    pub(crate) draws: String,
    pub(crate) losses: String,
    pub(crate) games: String,
    pub(crate) voids: String,
    pub(crate) faults: String,
    pub(crate) extra: Vec<String>,
    /// Wins and draws of a hundred, to be drawn; nothing without games.
    pub(crate) shares: Option<Shares>,
    pub(crate) rating: Option<RatingView>,
    pub(crate) ranks: Option<RanksView>,
}

/// How games went, in hundredths.
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
        let row = |row| RowView::new(row, section.columns.len(), forest.as_ref());
        let rows: Vec<RowView> = section.rows.iter().map(row).collect();
        Self {
            columns: section
                .columns
                .iter()
                .map(|column| (clean(&column.title), clean(&column.help)))
                .collect(),
            notes: section.ratings.as_ref().and_then(NotesView::new),
            ranks: rows.iter().any(|row| row.ranks.is_some()),
            rows,
            forest,
            voids: section.rows.iter().any(|row| row.voids > 0),
            faults: section.rows.iter().any(|row| row.faults > 0),
        }
    }

    /// Whether the list of meanings has anything to say.
    pub(crate) fn has_help(&self) -> bool {
        self.columns.iter().any(|(_, help)| !help.is_empty())
    }
}

impl RowView {
    fn new(row: &Row, columns: usize, forest: Option<&ForestView>) -> Self {
        let file = clean(&row.program);
        let called = clean(&row.name);
        let unnamed = called.is_empty() || called == file;
        let mut extra: Vec<String> = row.extra.iter().map(|text| clean(text)).take(columns).collect();
        extra.resize(columns, String::new());
        Self {
            rank: row.rank,
            medal: ["", " gold", " silver", " bronze"].get(row.rank).copied().unwrap_or_default(),
            author: clean(&row.author),
            points: clean(&row.points),
            wins: thousandths(row.wins),
            draws: thousandths(row.draws),
            losses: thousandths(row.losses),
            games: grouped(row.games),
            voids: grouped(row.voids),
            faults: grouped(row.faults),
            extra,
            shares: Shares::new(row),
            rating: forest.zip(row.rating.as_ref()).and_then(|(forest, rating)| forest.rating(rating)),
            ranks: row.rating.as_ref().and_then(RanksView::new),
            file: if unnamed { String::new() } else { file.clone() },
            name: match (called.is_empty(), file.is_empty()) {
                (false, _) => called,
                (true, false) => file,
                (true, true) => "(no name)".to_owned(),
            },
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
            RowView::new(&Row { program: "a.red".into(), name: name.into(), ..Row::default() }, 1, None)
        };
        assert_eq!((row("").name.as_str(), row("").file.as_str()), ("a.red", ""));
        assert_eq!((row("\u{202e}").name.as_str(), row("a.red").file.as_str()), ("a.red", ""));
        assert_eq!((row("A").name.as_str(), row("A").file.as_str()), ("A", "a.red"));
        assert_eq!(row("A").extra, [""]);
    }
}
