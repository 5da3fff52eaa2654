//! Results of tournaments as one HTML page: plain data in, text out.
//!
//! The page needs nothing but itself: no network, no other files, no fonts. Its script and its style are
//! the only ones that its content security policy lets in, so what strangers write into names can
//! neither run nor paint; [`html`] escapes it all the same.

mod cross;
mod link;
mod page;
mod standings;
mod text;

/// What a page shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// What the page is about.
    pub title: String,
    /// The tournaments, in the order in which they are shown.
    pub sections: Vec<Section>,
    /// What made the page, for its foot: `("bout", "0.1.0")`.
    pub about: Vec<(String, String)>,
}

/// One tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// What was played: `crash: round robin`.
    pub title: String,
    /// What to know about it: `("matches", "1,530")`.
    pub facts: Vec<(String, String)>,
    /// Columns of the table after those that every table has.
    pub columns: Vec<Column>,
    /// The table, the best first.
    pub rows: Vec<Row>,
    /// Who scored what against whom, in the order of `rows` both ways; empty if there is no such thing.
    pub cross: Vec<Vec<Cell>>,
}

/// A column of the table that not every table has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub title: String,
    /// What it means, in a sentence; may be empty.
    pub help: String,
}

/// A line of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// 1 for the best; those who tie share one.
    pub rank: usize,
    /// The file of the program.
    pub program: String,
    /// What the program calls itself; the file stands in if this is empty.
    pub name: String,
    /// Who wrote it; may be empty.
    pub author: String,
    /// The points, as they are to be shown.
    pub points: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games neither won nor drawn.
    pub losses: u64,
    /// Games played.
    pub games: u64,
    /// Games that stayed void.
    pub voids: u64,
    /// Games that ended by this program's fault.
    pub faults: u64,
    /// What stands in the section's own columns.
    pub extra: Vec<String>,
}

/// What one program scored against another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// The share of the points, 1000 for all of them; nothing if the two never met.
    pub score_thousandths: Option<u64>,
    /// Games won, drawn and lost: `7-2-1`.
    pub text: String,
    /// The record of one of their games.
    pub record: Option<RecordLink>,
}

/// Where a record is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordLink {
    /// A path relative to the page, with `/` between folders and not percent-encoded, or a `data:` URI of
    /// `application/octet-stream` in base64. Whatever else it is, there will be no link.
    pub href: String,
    /// The name under which the record is saved.
    pub file: String,
    /// Which game it is: `first game that A won against B`.
    pub what: String,
}

/// The page as HTML.
#[must_use]
pub fn html(page: &Page) -> String {
    page::render(page)
}
