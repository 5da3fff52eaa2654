//! Prints tables and cross tables.

use std::time::Duration;

use comfy_table::Table as TextTable;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::contest::lock::{LockedQuestion, LockedSchedule};
use contests::contest::{Contest, Results};
use contests::hill::number_of;
use game::text::{grouped, one_line};
use serde_json::{Map, Value, json};
use tournament::ratings::RankInterval;
use tournament::{Games, HeadToHead, Rated, Row};

use crate::cli::OutputOption;
use crate::fitted_table::{self, Column, Importance};
use crate::names::{align_numbers, trimmed};
use crate::output::{Form, Output};
use crate::rankings::{self, Margins};
use crate::window;

/// The first columns of every table.
const COLUMNS: [&str; 11] =
    ["rank", "program", "name", "author", "points", "wins", "draws", "losses", "games", "voids", "faults"];

/// The columns of text, which are aligned to the left.
const TEXTS: [&str; 4] = ["rank", "program", "name", "author"];

/// How important a column is to people whose window is narrow.
fn importance(column: &str) -> Importance {
    match column {
        "rank" | "name" => Importance::Most,
        "points" => Importance::Much,
        "wins" | "draws" | "losses" => Importance::Some,
        "program" => Importance::Little,
        _ => Importance::Least,
    }
}

/// The largest field whose cross table is printed for people by default.
const MAX_CROSS_FOR_PEOPLE: usize = 26;

/// A contest with its results, ready for output.
pub(crate) struct Event<'a> {
    pub(crate) contest: &'a Contest,
    pub(crate) schedule: &'a LockedSchedule,
    pub(crate) results: &'a Results,
    /// The elapsed time, if it is to be shown.
    pub(crate) elapsed: Option<Duration>,
    /// On a hill, the number of challenges that each entrant has survived.
    pub(crate) ages: Option<Vec<u64>>,
    /// On a hill, the rating history of each entrant as bars.
    pub(crate) trends: Option<Vec<String>>,
}

/// Returns the programs' names in the order of the field, with numbers added to duplicates.
pub(crate) fn labels(contest: &Contest) -> Vec<String> {
    let names: Vec<&str> = contest.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let numbered = |(at, name): (usize, &&str)| {
        let before = names[..at].iter().filter(|other| *other == name).count();
        if before == 0 { (*name).to_owned() } else { format!("{name} ({})", before + 1) }
    };
    names.iter().enumerate().map(numbered).collect()
}

impl Event<'_> {
    /// Returns the rows for people: entrants with equal ranks are sorted by file.
    pub(crate) fn rows(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.results.table.rows.iter().collect();
        let path = |row: &Row| &self.contest.entrants[row.entrant].path;
        rows.sort_by(|one, two| (one.rank, path(one)).cmp(&(two.rank, path(two))));
        rows
    }

    /// Returns the columns after the fixed ones, with their meanings.
    pub(crate) fn extra_columns(&self) -> Vec<(&'static str, &'static str)> {
        let rows = &self.results.table.rows;
        let mut columns = Vec::new();
        if self.ages.is_some() {
            columns.push(("age", "challenges survived"));
        }
        if self.schedule.seats > 2 {
            columns.push(("mean_place", "the mean of the places in all games, 1 for the best"));
        }
        if rows.iter().any(|row| row.tie_break.is_some()) {
            columns.push(("buchholz", "the sum of all opponents' points, which breaks ties"));
        }
        if rows.iter().any(|row| row.standing.bye_games > 0) {
            columns.push(("bye_games", "games of rounds without an opponent, which count as wins"));
        }
        columns
    }

    /// Returns the cells of the columns after the fixed ones.
    pub(crate) fn extra(&self, row: &Row) -> Vec<String> {
        let cell = |column: &str| match column {
            "age" => self.ages.as_ref().map_or(String::new(), |ages| ages[row.entrant].to_string()),
            "mean_place" => row
                .standing
                .mean_place_thousandths()
                .map_or(String::new(), |place| format!("{}.{:03}", place / 1000, place % 1000)),
            "buchholz" => row.tie_break.map_or(String::new(), |points| points.to_string()),
            _ => row.standing.bye_games.to_string(),
        };
        self.extra_columns().iter().map(|(column, _)| cell(column)).collect()
    }

    /// Returns a row of the table for machines.
    pub(crate) fn cells(&self, row: &Row) -> Vec<String> {
        let mut cells = self.fixed_cells(row);
        cells.extend(self.extra(row));
        cells.extend(rankings::cells(self.rated(row)));
        cells
    }

    fn rated(&self, row: &Row) -> &Rated {
        &self.results.rankings().entrants[row.entrant]
    }

    fn fixed_cells(&self, row: &Row) -> Vec<String> {
        let entrant = &self.contest.entrants[row.entrant];
        let author = entrant.program.metadata.author.as_deref().map(one_line).unwrap_or_default();
        let standing = &row.standing;
        let mut cells = vec![row.rank.to_string(), entrant.path.clone(), entrant.name.clone(), author];
        cells.push(standing.points.to_string());
        let counts = [standing.games, standing.voids, standing.faults];
        let shared = [standing.wins, standing.draws, standing.losses];
        cells.extend(shared.iter().map(ToString::to_string));
        cells.extend(counts.iter().map(ToString::to_string));
        cells
    }

    /// Returns the header of [`Event::cells`].
    pub(crate) fn header(&self) -> Vec<&'static str> {
        let extra = self.extra_columns().into_iter().map(|(column, _)| column);
        COLUMNS.into_iter().chain(extra).chain(rankings::COLUMNS).collect()
    }

    pub(crate) fn json_row(&self, row: &Row) -> Value {
        let texts = ["program", "name", "author"];
        let cell = |(column, text): (&'static str, String)| {
            let number = || serde_json::from_str(&text).ok().filter(Value::is_number);
            let value = if texts.contains(&column) { None } else { number() };
            (column.to_owned(), value.unwrap_or_else(|| text.clone().into()))
        };
        Value::Object(self.header().into_iter().zip(self.cells(row)).map(cell).collect())
    }

    /// Returns the results of every program against every opponent, in the order of the table.
    fn pairs(&self) -> impl Iterator<Item = (&Row, &Row, HeadToHead)> {
        let rows = self.rows();
        let all =
            rows.clone().into_iter().flat_map(move |one| rows.clone().into_iter().map(move |two| (one, two)));
        all.filter(|(one, two)| one.entrant != two.entrant)
            .map(|(one, two)| (one, two, self.results.cross.of(one.entrant, two.entrant)))
            .filter(|(_, _, cell)| cell.games() > Games::default())
    }

    fn path(&self, row: &Row) -> &str {
        &self.contest.entrants[row.entrant].path
    }

    /// Returns the ratings as JSON.
    pub(crate) fn json_ratings(&self) -> Value {
        let paths: Vec<&str> = self.contest.entrants.iter().map(|entrant| entrant.path.as_str()).collect();
        rankings::json(self.results.rankings(), &paths)
    }

    fn document(&self) -> Result<Value, Failure> {
        let parameters = self.contest.parameters(self.schedule.seats)?;
        let parameters: Map<String, Value> =
            parameters.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
        let paths: Vec<&str> = self.contest.entrants.iter().map(|entrant| entrant.path.as_str()).collect();
        let ratings = self.results.rankings();
        let cross = self.pairs().map(|(one, two, cell)| {
            let HeadToHead { ahead, level, behind, .. } = cell;
            let [ahead, level, behind] = [ahead, level, behind].map(number_of);
            let (one, two) = (one.entrant, two.entrant);
            json!({
                "program": paths[one], "opponent": paths[two], "wins": ahead, "draws": level, "losses": behind,
                "expected": ratings.expected(one, two).score(), "likelihood_better": ratings.likelihood_better(one, two),
                "exact": cell.is_exact,
            })
        });
        let mut document = json!({
            "game": self.contest.game.info().name,
            "schedule": self.schedule.kind,
            "seats": self.schedule.seats,
            "games": self.schedule.games,
            "seed": self.contest.seed,
            "rules": parameters,
            "matches": self.results.matches,
            "voids": self.results.voids,
            "void_attempts": self.results.void_attempts,
            "complete": self.results.left.is_none(),
            "table": self.rows().into_iter().map(|row| self.json_row(row)).collect::<Vec<_>>(),
            "ratings": self.json_ratings(),
            "cross": cross.collect::<Vec<_>>(),
        });
        if let Some(end) = &self.schedule.end {
            document["top"] = end.top.into();
            document["top_set"] = (end.question == LockedQuestion::Set).into();
            document["gap"] = end.gap.into();
            document["budget"] = end.budget.into();
        }
        if let Some(state) = &self.results.adaptive {
            document["settled"] = state.is_settled().into();
            let equal = state.equal.iter().map(|pair| pair.map(|one| paths[one]));
            document["equal"] = equal.collect::<Vec<_>>().into();
        }
        if let Some(score) = self.schedule.score {
            document["score"] = score.name().into();
        }
        if let Some(rounds) = self.schedule.rounds {
            document["rounds"] = rounds.into();
        }
        if let Some(elapsed) = self.elapsed_us() {
            document["elapsed_us"] = elapsed.into();
        }
        Ok(document)
    }

    fn elapsed_us(&self) -> Option<u64> {
        Some(u64::try_from(self.elapsed?.as_micros()).unwrap_or(u64::MAX))
    }

    /// Describes the contest in one line.
    pub(crate) fn summary(&self) -> String {
        let (results, schedule) = (self.results, self.schedule);
        let programs = self.contest.entrants.len();
        let timing =
            self.elapsed_us().map_or(String::new(), |elapsed| format!(" in {} µs", grouped(elapsed)));
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
        format!("{} matches{timing}{left}: {what}, seed {}", grouped(results.matches), self.contest.seed)
    }

    /// Returns the table for people. With a width, it has only the columns that fit.
    pub(crate) fn text_table(&self, width: Option<usize>) -> String {
        let full = fitted_table::formatted(self.columns(Margins::Intervals), &TEXTS, None);
        let is_too_wide = |width| full.lines().any(|line| textwrap::core::display_width(line) > width);
        match width {
            Some(width) if is_too_wide(width) => {
                fitted_table::formatted(self.columns(Margins::PlusMinus), &TEXTS, Some(width))
            }
            _ => full,
        }
    }

    /// Returns the columns for people.
    fn columns(&self, margins: Margins) -> Vec<Column> {
        let rows = self.rows();
        let fixed: Vec<Vec<String>> = rows.iter().map(|row| self.fixed_cells(row)).collect();
        let extra: Vec<Vec<String>> = rows.iter().map(|row| self.extra(row)).collect();
        let column = |at: usize, cells: &[Vec<String>]| cells.iter().map(|row| row[at].clone()).collect();
        let mut columns: Vec<Column> = COLUMNS
            .iter()
            .enumerate()
            .filter(|(at, _)| self.is_shown(*at))
            .map(|(at, title)| Column::new(*title, importance(title), column(at, &fixed)))
            .collect();
        columns.extend(self.extra_columns().into_iter().enumerate().map(|(at, (title, _))| {
            Column::new(title.replace('_', " "), Importance::Some, column(at, &extra))
        }));
        let entrants: Vec<usize> = rows.iter().map(|row| row.entrant).collect();
        columns.extend(rankings::columns(self.results.rankings(), &entrants, margins));
        if let Some(trends) = &self.trends {
            let cells = entrants.iter().map(|&entrant| trends[entrant].clone()).collect();
            columns.push(Column::new("trend", Importance::Little, cells));
        }
        columns
    }

    /// Without foreign code, there are no void matches or faults, so these columns are omitted for people.
    fn is_shown(&self, fixed_column: usize) -> bool {
        let has_faults = self.contest.game.runs_foreign_code() || self.results.voids > 0;
        has_faults || !(9..=10).contains(&fixed_column)
    }

    /// Returns the explanation of the ratings and further notes.
    pub(crate) fn text_ratings(&self) -> String {
        let rankings = self.results.rankings();
        let notes = rankings::notes(rankings, &labels(self.contest));
        let lines = self.settled().into_iter().chain([rankings::about(rankings)]).chain(notes);
        let lines = lines.map(|line| one_line(&line));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Describes what an adaptive schedule has settled.
    fn settled(&self) -> Option<String> {
        let (end, state) = (self.schedule.end.as_ref()?, self.results.adaptive.as_ref()?);
        let percent = rankings::percent(self.results.rankings());
        let names = labels(self.contest);
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
    fn text_cross(&self) -> String {
        let (rows, labels) = (self.rows(), labels(self.contest));
        let is_mixed = rankings::is_mixed(self.results.rankings());
        let mut table = TextTable::new();
        let numbers = (1..=rows.len()).map(|number| number.to_string());
        let title = if is_mixed { "% against (~ sampled)" } else { "% against" };
        table.load_style(NOTHING).set_header(["", title].map(String::from).into_iter().chain(numbers));
        for (at, row) in rows.iter().enumerate() {
            let cell = |other: &&Row| {
                let cell = self.results.cross.of(row.entrant, other.entrant);
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
    form: Form,
    /// True if the user asked for the cross table.
    cross: bool,
    /// True if several contests follow each other, so that a column shows the game.
    many: bool,
    /// The width that tables must fit into, if any.
    width: Option<usize>,
    output: Output,
    documents: Vec<Value>,
    has_header: bool,
}

impl Report {
    /// Creates a report of one contest.
    pub(crate) fn new(options: &OutputOption, cross: bool) -> Self {
        Self {
            form: options.form,
            cross,
            many: false,
            width: window::table_width(options.wide),
            output: Output::of_a_change(),
            documents: Vec::new(),
            has_header: false,
        }
    }

    /// Creates a report of contests of several games.
    pub(crate) fn of_many(options: &OutputOption) -> Self {
        Self { many: true, ..Self::new(options, false) }
    }

    /// Prints a contest.
    pub(crate) fn add(&mut self, event: &Event) -> Result<(), Failure> {
        match self.form {
            Form::Text => self.text(event),
            Form::Csv if self.cross => self.csv_cross(event),
            Form::Csv => self.csv(event),
            Form::Jsonl => self.jsonl(event),
            Form::Json => {
                self.documents.push(event.document()?);
                Ok(())
            }
        }
    }

    fn text(&mut self, event: &Event) -> Result<(), Failure> {
        let game = event.contest.game;
        self.output.line(format_args!("{}: {}", game.info().name, game.info().summary))?;
        self.output.line(format_args!("{}\n", event.summary()))?;
        self.output.line(event.text_table(self.width))?;
        self.output.line(format_args!("\n{}", event.text_ratings()))?;
        let is_small = event.schedule.seats == 2
            && event.schedule.kind == "round-robin"
            && (3..=MAX_CROSS_FOR_PEOPLE).contains(&event.contest.entrants.len());
        if self.cross || is_small && !self.many {
            self.output.line(format_args!("\n{}", event.text_cross()))?;
        }
        if self.many { self.output.line("") } else { Ok(()) }
    }

    fn csv(&mut self, event: &Event) -> Result<(), Failure> {
        let game = self.many.then(|| "game".to_owned());
        let timing = event.elapsed_us();
        if !std::mem::replace(&mut self.has_header, true) {
            let header = event.header().into_iter().map(String::from);
            let header = game.into_iter().chain(header).chain(timing.map(|_| "elapsed_us".to_owned()));
            self.output.csv(&header.collect::<Vec<_>>())?;
        }
        for row in event.rows() {
            let game = self.many.then(|| event.contest.game.info().name.to_owned());
            let fields = game.into_iter().chain(event.cells(row)).chain(timing.map(|us| us.to_string()));
            self.output.csv(&fields.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    fn csv_cross(&mut self, event: &Event) -> Result<(), Failure> {
        self.output.csv(
            &[
                "program",
                "opponent",
                "games",
                "wins",
                "draws",
                "losses",
                "expected",
                "likelihood_better",
                "exact",
            ]
            .map(String::from),
        )?;
        for (one, two, cell) in event.pairs() {
            let programs = [one, two].map(|row| event.path(row).to_owned());
            let counts = [cell.games(), cell.ahead, cell.level, cell.behind].map(|count| count.to_string());
            let rankings = event.results.rankings();
            let (one, two) = (one.entrant, two.entrant);
            let shares = [rankings.expected(one, two).score(), rankings.likelihood_better(one, two)];
            let shares = shares.map(|share| format!("{share:.4}"));
            let fields = programs.into_iter().chain(counts).chain(shares).chain([cell.is_exact.to_string()]);
            self.output.csv(&fields.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// Prints JSON lines: for one contest, one line per program and a summary; for several, one line per contest.
    fn jsonl(&mut self, event: &Event) -> Result<(), Failure> {
        let mut document = event.document()?;
        if self.many {
            return self.output.json_line(&document);
        }
        let rows = document.as_object_mut().and_then(|document| document.shift_remove("table"));
        for row in rows.iter().filter_map(Value::as_array).flatten() {
            self.output.json_line(row)?;
        }
        self.output.json_line(&json!({"summary": document}))
    }

    /// Prints a line for people.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Failure> {
        if self.form == Form::Text { self.output.people(line) } else { Ok(()) }
    }

    /// Prints the rest of the output.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if self.form == Form::Json {
            let document = match self.documents.as_slice() {
                [only] if !self.many => only.clone(),
                all => json!({"games": all}),
            };
            self.output.document(&document)?;
        }
        self.output.flush()
    }
}
