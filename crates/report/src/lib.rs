//! Results of tournaments as one HTML page: plain data in, text out.
//!
//! The page is self-contained: it needs no network, no other files and no fonts. Its content security policy
//! allows only its own script and style, so that text from strangers, such as names, can neither run nor
//! style anything; [`html`] escapes it nevertheless. The script takes its numbers from a block of JSON in each section.

mod cross;
mod data;
mod forest;
mod history;
mod line_chart;
mod link;
mod match_page;
mod page;
mod playground_page;
mod rating;
mod scale;
mod standings;
mod text;

pub use link::url_segment;
pub use match_page::{PLAYER_FILE, match_page, match_page_beside_player, player};
pub use playground_page::{PlaygroundHost, playground_page};

/// The styles of a report's text and its colours, which other pages share.
pub const STYLE: &str = include_str!("../templates/style.css");

/// The colours of cells in cross tables: classes from `h0`, all lost, to `h20`, all won.
pub const HEAT: &str = include_str!("../templates/heat.css");

/// What a page shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// What the page is about.
    pub title: String,
    /// The tournaments, in the order in which they are shown.
    pub sections: Vec<Section>,
    /// The program that made the page, for its foot: `("bout", "0.1.0")`.
    pub about: Vec<(String, String)>,
}

/// One tournament.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// What was played: `crash: round robin`.
    pub title: String,
    /// Facts about it: `("matches", "1,530")`.
    pub facts: Vec<(String, String)>,
    /// Additional columns of the table, after those that every table has.
    pub columns: Vec<Column>,
    /// The table, best row first.
    pub rows: Vec<Row>,
    /// The cross table: results of each row's program against each other, both in the order of `rows`; may be empty.
    pub cross: Vec<Vec<Cell>>,
    /// A note on pairs that have no game to view: why, and how to get one; may be empty.
    pub without_game: String,
    /// The meaning of the rows' ratings.
    pub ratings: Option<Ratings>,
    /// The history of a hill's ratings.
    pub history: Option<History>,
}

/// A column of the table that not every table has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Column {
    /// The key of its numbers in the page's data: `mean_place`.
    pub key: String,
    /// Its heading.
    pub title: String,
    /// Its meaning, in a sentence; may be empty.
    pub help: String,
    /// How many digits its numbers show after the point, 0 to 3. Digits that are not 0 are always shown.
    pub digits: usize,
}

/// A line of the table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// 1 for the best; programs that tie share a rank.
    pub rank: usize,
    /// The file of the program.
    pub program: String,
    /// What the program calls itself; the file stands in if this is empty.
    pub name: String,
    /// Who wrote it; may be empty.
    pub author: String,
    /// The points, in thousandths.
    pub points: u64,
    /// Games won, in thousandths: an exact score has shares of games.
    pub wins: u64,
    /// Games drawn, in thousandths.
    pub draws: u64,
    /// Games neither won nor drawn, in thousandths.
    pub losses: u64,
    /// Games played.
    pub games: u64,
    /// Games that stayed void.
    pub voids: u64,
    /// Games that ended by this program's fault.
    pub faults: u64,
    /// The numbers in the section's own columns, in thousandths; `None` if the row has no number there.
    pub extra: Vec<Option<u64>>,
    /// Its rating. The columns are left out if no row has one.
    pub rating: Option<Rating>,
}

/// What one program scored against another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// The share of the points, in thousandths; `None` if the two never met.
    pub score_thousandths: Option<u64>,
    /// Games won, in thousandths: an exact score has shares of games.
    pub wins: u64,
    /// Games drawn, in thousandths.
    pub draws: u64,
    /// Games lost, in thousandths.
    pub losses: u64,
    /// Whether every setup was counted, so that the score is exact.
    pub is_exact: bool,
    /// One of their games, to view.
    pub game: Option<GameLink>,
    /// The share of the points that the ratings expect of the row's program against the column's.
    pub expected_thousandths: Option<u64>,
    /// The probability, by the ratings, that the row's program is better than the column's; 1000 is certain.
    pub likelihood_better_thousandths: Option<u64>,
}

/// Where a game can be seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameLink {
    /// Which game it is: `first game that A won against B`.
    pub what: String,
    /// The page that shows it: a path in the same form as a record's path.
    pub page: Option<String>,
    /// Its record.
    pub record: Option<RecordLink>,
}

/// Where a record is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordLink {
    /// A path relative to the page, with `/` between folders and not percent-encoded, or a `data:` URI of
    /// `application/octet-stream` in base64. Anything else is shown without a link.
    pub href: String,
    /// The name under which the record is saved.
    pub file: String,
}

/// The rating of a program. Values that are not a number are left out; values beyond ±100,000 are shown as infinite.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rating {
    /// In points of Elo.
    pub elo: f64,
    /// The lower end of the interval; it is at most `elo`.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The best rank that the results allow, from 1; 0 if it is not known.
    pub best_rank: usize,
    /// The worst rank that the results allow.
    pub worst_rank: usize,
}

/// The meaning of a table's ratings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ratings {
    /// In sentences: `Elo points; the mean of this field is 0.`
    pub about: String,
    /// Sentences worth reading: cycles, where the model fits badly, repeated games.
    pub notes: Vec<String>,
    /// How often an interval contains the true value, in percent: 95.
    pub percent: f64,
}

/// The ratings of a hill's programs after every challenge.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// The challenges, the oldest first.
    pub moments: Vec<HistoryPoint>,
    /// The programs, those on the hill and those that fell.
    pub lines: Vec<HistoryLine>,
}

/// A challenge.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HistoryPoint {
    /// Its number.
    pub number: u64,
    /// What happened: `bomber.crash enters with rank 2`.
    pub what: String,
}

/// A program's history on a hill.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HistoryLine {
    /// Its name or file.
    pub program: String,
    /// Whether it is still on the hill.
    pub is_on_hill: bool,
    /// The rating after each challenge, `None` if the program was not on the hill. If values are missing at the end, they
    /// count as `None`.
    pub ratings: Vec<Option<Rating>>,
}

/// The page as HTML.
#[must_use]
pub fn html(page: &Page) -> String {
    page::render(page)
}
