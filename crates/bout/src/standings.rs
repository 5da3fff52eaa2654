//! Prints tables and cross tables.

use std::ops::Range;

use comfy_table::Table as TextTable;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::contest::Contest;
use contests::contest::lock_file::LockedQuestion;
use contests::rows::{CrossRow, EnvironmentRow, Standings, TableRow};
use game::text::{grouped, one_line};
use serde::Serialize;
use serde_json::Value;
use tournament::Row as Entry;
use tournament::ratings::RankInterval;

use crate::cli::OutputOption;
use crate::fitted_table::{self, Column, Importance};
use crate::names::{align_numbers, trimmed};
use crate::output::{Output, Printer, Row, cells};
use crate::rankings::{self, Margins};
use crate::window;

/// The columns of text, which are aligned to the left.
const TEXTS: [&str; 4] = ["rank", "program", "name", "author"];

/// The columns that matter only if games can be void or lost by a fault.
const FAULTS: [&str; 2] = ["voids", "faults"];

/// The columns of ratings. The text output has other columns for them.
const RATINGS: [&str; 6] = ["elo", "elo_low", "elo_high", "best_rank", "worst_rank", "better_than_next"];

/// The columns of the cross table.
const CROSS_COLUMNS: [&str; 9] =
    ["program", "opponent", "games", "wins", "draws", "losses", "expected", "likelihood_better", "exact"];

/// Returns how important a column is in a narrow window.
fn importance(column: &str) -> Importance {
    match column {
        "rank" | "name" => Importance::Most,
        "points" => Importance::Much,
        "wins" | "draws" | "losses" => Importance::Some,
        "program" => Importance::Little,
        _ => Importance::Least,
    }
}

/// How many rows above and below a program belong to its neighbourhood.
const NEIGHBOURS: usize = 2;

/// The largest field whose cross table is printed for people by default.
const MAX_CROSS_FOR_PEOPLE: usize = 26;

/// Returns the programs' names in the order of the field, with numbers added to duplicates.
pub(crate) fn labels(contest: &Contest) -> Vec<String> {
    let names: Vec<&str> = contest.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let numbered = |(at, name): (usize, &&str)| {
        let before = names[..at].iter().filter(|other| *other == name).count();
        if before == 0 { (*name).to_owned() } else { format!("{name} ({})", before + 1) }
    };
    names.iter().enumerate().map(numbered).collect()
}

impl Row for TableRow {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        for (column, decimal) in self.decimals() {
            let at = columns.iter().position(|known| *known == column);
            if let (Some(at), Some(decimal)) = (at, decimal) {
                decimal.clone_into(&mut line[at]);
            }
        }
        vec![line]
    }
}

impl Row for CrossRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let [expected, likelihood_better] = self.by_ratings();
        let mut line = cells(self, columns);
        for (column, cell) in columns.iter().zip(&mut line) {
            match *column {
                "games" => *cell = self.games().to_string(),
                "expected" => *cell = format!("{expected:.4}"),
                "likelihood_better" => *cell = format!("{likelihood_better:.4}"),
                _ => {}
            }
        }
        vec![line]
    }
}

/// A contest with its results, as text.
pub(crate) struct StandingsText<'a> {
    standings: &'a Standings<'a>,
    /// On a hill, the rating history of each entrant as bars.
    trends: Option<&'a [String]>,
    /// The rows that are shown, if not all are.
    shown: Option<Range<usize>>,
}

impl<'a> StandingsText<'a> {
    pub(crate) fn new(standings: &'a Standings<'a>) -> Self {
        Self { standings, trends: None, shown: None }
    }

    /// Adds the rating history of each entrant as bars.
    pub(crate) fn with_trends(self, trends: &'a [String]) -> Self {
        Self { trends: Some(trends), ..self }
    }

    /// Shows only the neighbourhood of a program, given by its file, if the table is long. Without such a program, shows
    /// the end of the table.
    pub(crate) fn around(self, file: &str) -> Self {
        let rows = self.standings.rows();
        if rows.len() <= 2 * NEIGHBOURS + 2 {
            return self;
        }
        let is_it = |row: &&Entry| self.standings.contest.entrants[row.entrant].source.file == file;
        let at = rows.iter().position(is_it).unwrap_or(rows.len());
        let shown = at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(rows.len());
        Self { shown: Some(shown), ..self }
    }

    /// Returns the number of rows that are not shown.
    pub(crate) fn hidden(&self) -> usize {
        self.shown.as_ref().map_or(0, |shown| self.standings.rows().len() - shown.len())
    }

    /// Describes the contest in one line.
    pub(crate) fn summary(&self) -> String {
        let Standings { contest, schedule, results, .. } = self.standings;
        let programs = contest.entrants.len();
        let timing = self
            .standings
            .elapsed_us()
            .map_or(String::new(), |elapsed| format!(" in {} µs", grouped(elapsed)));
        let left = if results.left.is_some() { ", not complete" } else { "" };
        let what = if schedule.seats > 2 {
            format!("a free-for-all of {programs} programs, {} per match", schedule.seats)
        } else {
            let (kind, games) = (&schedule.kind, grouped(schedule.games));
            match &schedule.end {
                Some(end) => {
                    let budget = grouped(end.budget);
                    format!("an {kind} tournament of {programs} programs, at most {budget} games")
                }
                None => format!("a {kind} of {programs} programs, {games} games per pairing"),
            }
        };
        format!("{} matches{timing}{left}: {what}, seed {}", grouped(results.matches), contest.seed)
    }

    /// Returns the table for people. With a width, it has only the columns that fit.
    pub(crate) fn table(&self, width: Option<usize>) -> String {
        let full = fitted_table::formatted(self.columns(Margins::Intervals), &TEXTS, None);
        if window::is_too_wide(&full, width) {
            fitted_table::formatted(self.columns(Margins::PlusMinus), &TEXTS, width)
        } else {
            full
        }
    }

    /// Returns the columns for people.
    fn columns(&self, margins: Margins) -> Vec<Column> {
        let standings = self.standings;
        let extra: Vec<&str> = standings.extra_columns().into_iter().map(|(column, _)| column).collect();
        let rankings = standings.results.rankings();
        let mut entrants: Vec<usize> = standings.rows().iter().map(|row| row.entrant).collect();
        let mut table = standings.table();
        if let Some(shown) = &self.shown {
            entrants = entrants[shown.clone()].to_vec();
            table = table.drain(shown.clone()).collect();
        }
        let column = |name: &'static str| {
            let cells = table.iter().flat_map(|row| row.lines(&[name])).flatten().collect();
            let importance = if extra.contains(&name) { Importance::Some } else { importance(name) };
            Column::new(name.replace('_', " "), importance, cells)
        };
        let columns = standings.columns();
        let own = columns.into_iter().filter(|name| self.is_shown(name));
        let mut columns: Vec<Column> = own.map(column).collect();
        columns.extend(rankings::columns(rankings, &entrants, margins));
        if let Some(trends) = self.trends {
            let cells = entrants.iter().map(|&entrant| trends[entrant].clone()).collect();
            columns.push(Column::new("trend", Importance::Little, cells));
        }
        columns
    }

    /// Returns false for columns that the text output omits: those of ratings, which have other
    /// columns, and those of void matches and faults if none can occur.
    fn is_shown(&self, column: &str) -> bool {
        let Standings { contest, results, .. } = self.standings;
        let has_faults = contest.game.runs_foreign_code() || results.voids > 0;
        !RATINGS.contains(&column) && (has_faults || !FAULTS.contains(&column))
    }

    /// Returns the explanation of the ratings and further notes.
    pub(crate) fn ratings(&self) -> String {
        let rankings = self.standings.results.rankings();
        let names = labels(self.standings.contest);
        let notes = rankings::notes(rankings, &names);
        let lines = self.settled().into_iter().chain([rankings::about(rankings, &names)]).chain(notes);
        let lines = lines.map(|line| one_line(&line));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Describes what an adaptive schedule has settled.
    fn settled(&self) -> Option<String> {
        let standings = self.standings;
        let (end, state) = (standings.schedule.end.as_ref()?, standings.results.adaptive.as_ref()?);
        let percent = rankings::percent(standings.results.rankings());
        let names = labels(standings.contest);
        if !state.is_settled() {
            let budget = grouped(end.budget);
            let open: Vec<String> = state
                .ranks
                .iter()
                .filter(|(one, _)| state.open.iter().any(|pair| pair.contains(one)))
                .map(|(one, RankInterval { best, worst })| format!("{} ({best}-{worst})", names[*one]))
                .collect();
            let open = open.join(", ");
            return Some(format!(
                "Not settled at {percent} when play ended (after at most {budget} games): {open}."
            ));
        }
        let within = if end.gap > 0.0 {
            format!(", where programs at most {} points per game apart count as equal", end.gap)
        } else {
            String::new()
        };
        let equal: Vec<String> =
            state.equal.iter().map(|&[one, other]| format!("{} and {}", names[one], names[other])).collect();
        let equal = if equal.is_empty() {
            String::new()
        } else {
            format!(" As good as equal: {}.", equal.join(", "))
        };
        let first = state.ranks.len();
        let settled = match (end.question, first) {
            (LockedQuestion::Set, _) => {
                format!(
                    "The first {first} are settled as a set{within}: it is right with {percent} probability."
                )
            }
            (LockedQuestion::Ranks, 1) => {
                format!("The first rank is settled{within}: it is right with {percent} probability.")
            }
            (LockedQuestion::Ranks, _) => {
                format!(
                    "The first {first} ranks are settled{within}: all of them are right with {percent} probability."
                )
            }
        };
        Some(settled + &equal)
    }

    /// Returns the percentages that programs scored against each other: one row per program, one column per rank of the
    /// table.
    fn cross(&self) -> String {
        let Standings { contest, results, .. } = self.standings;
        let (rows, labels) = (self.standings.rows(), labels(contest));
        let is_mixed = rankings::is_mixed(results.rankings());
        let mut table = TextTable::new();
        let numbers = (1..=rows.len()).map(|number| number.to_string());
        let title = if is_mixed { "% against (~ sampled)" } else { "% against" };
        table.load_style(NOTHING).set_header(["", title].map(String::from).into_iter().chain(numbers));
        for (at, row) in rows.iter().enumerate() {
            let cell = |other: &&Entry| {
                let cell = results.cross.of(row.entrant, other.entrant);
                let about = if is_mixed && !cell.is_exact { "~" } else { "" };
                match cell.score_thousandths() {
                    _ if other.entrant == row.entrant => "-".to_owned(),
                    Some(score) => format!("{about}{}", percent(score)),
                    None => String::new(),
                }
            };
            let start = [(at + 1).to_string(), labels[row.entrant].clone()];
            table.add_row(start.into_iter().chain(rows.iter().map(cell)));
        }
        align_numbers(&mut table, 2);
        trimmed(&table)
    }
}

/// Rounds to the nearest percent, except that only zero gives 0 and only the full score gives 100.
fn percent(thousandths: u64) -> u64 {
    match thousandths {
        0 => 0,
        1..1000 => ((thousandths + 5) / 10).clamp(1, 99),
        _ => 100,
    }
}

/// Prints one or several contests.
pub(crate) struct Report {
    /// True if the user asked for the cross table.
    cross: bool,
    /// True if several contests follow each other, so that a column shows the game.
    many: bool,
    /// The width that tables must fit into, if any.
    width: Option<usize>,
    printer: Printer,
}

/// A CSV row with the game, to distinguish several contests.
#[derive(Serialize)]
struct RowOfContest<'a> {
    game: &'static str,
    row: &'a TableRow,
    elapsed_us: Option<u64>,
}

/// Several contests in JSON.
#[derive(Serialize)]
struct Contests {
    games: Vec<Value>,
}

impl Row for RowOfContest<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let cell = |column: &&str| match *column {
            "game" => self.game.to_owned(),
            "elapsed_us" => self.elapsed_us.map_or_else(String::new, |elapsed| elapsed.to_string()),
            column => self.row.lines(&[column]).concat().concat(),
        };
        vec![columns.iter().map(cell).collect()]
    }
}

impl Report {
    /// Creates a report of one contest.
    pub(crate) fn new(options: &OutputOption, cross: bool) -> Self {
        let printer = Printer::new(options.form, Output::of_a_change());
        Self { cross, many: false, width: window::table_width(options.wide), printer }
    }

    /// Creates a report of contests of several games.
    pub(crate) fn of_many(options: &OutputOption) -> Self {
        Self { many: true, ..Self::new(options, false) }
    }

    /// Prints a contest.
    pub(crate) fn add(&mut self, standings: &Standings) -> Result<(), Failure> {
        self.text(standings)?;
        if self.cross { self.csv_cross(standings) } else { self.csv(standings) }?;
        self.json(standings)
    }

    fn text(&mut self, standings: &Standings) -> Result<(), Failure> {
        let game = standings.contest.game.info();
        let text = StandingsText::new(standings);
        let is_small = standings.schedule.seats == 2
            && standings.schedule.kind == "round-robin"
            && (3..=MAX_CROSS_FOR_PEOPLE).contains(&standings.contest.entrants.len());
        let has_cross = self.cross || is_small && !self.many;
        self.printer.text(|output| {
            let line = |text: &str| window::wrapped(text, self.width);
            output.line(line(&format!("{}: {}", game.name, game.summary)))?;
            output.line(format_args!("{}\n", line(&text.summary())))?;
            output.line(text.table(self.width))?;
            output.line(format_args!("\n{}", line(&text.ratings())))?;
            let environments = EnvironmentRow::sentences(&standings.environments());
            if !environments.is_empty() {
                output.line(format_args!("\n{}", line(&environments.join(" "))))?;
            }
            if has_cross {
                let cross = text.cross();
                let is_left_out = !self.cross && window::is_too_wide(&cross, self.width);
                let note =
                    "The table of who scored what against whom is wider than this window: --cross prints it.";
                output.line(format_args!("\n{}", if is_left_out { line(note) } else { cross }))?;
            }
            if self.many { output.line("") } else { Ok(()) }
        })
    }

    fn csv(&mut self, standings: &Standings) -> Result<(), Failure> {
        if !self.printer.is_csv() {
            return Ok(());
        }
        let (game, elapsed_us) = (standings.contest.game.info().name, standings.elapsed_us());
        let own = standings.columns();
        let columns =
            self.many.then_some("game").into_iter().chain(own).chain(elapsed_us.map(|_| "elapsed_us"));
        self.printer.columns(&columns.collect::<Vec<_>>())?;
        let table = standings.table();
        table.iter().try_for_each(|row| self.printer.csv_row(&RowOfContest { game, row, elapsed_us }))
    }

    fn csv_cross(&mut self, standings: &Standings) -> Result<(), Failure> {
        if !self.printer.is_csv() {
            return Ok(());
        }
        self.printer.columns(&CROSS_COLUMNS)?;
        standings.cross().iter().try_for_each(|row| self.printer.csv_row(row))
    }

    /// Prints JSON or JSON lines. JSON lines have one line per program and a summary for one
    /// contest, or one line per contest for several.
    fn json(&mut self, standings: &Standings) -> Result<(), Failure> {
        if !self.printer.is_json() {
            return Ok(());
        }
        let table = standings.table();
        if self.many {
            return self.printer.json_row(&standings.tournament(Some(table))?);
        }
        table.iter().try_for_each(|row| self.printer.json_row(row))?;
        self.printer.summary(&standings.tournament(None)?)?;
        let tournament = standings.tournament(Some(table))?;
        self.printer.document(|_| tournament)
    }

    /// Prints a line for people.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.printer.text(|output| output.people(line))
    }

    /// Prints the rest of the output.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if self.many {
            self.printer.document(|games| Contests { games })?;
        }
        self.printer.flush()
    }
}
