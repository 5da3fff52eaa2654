//! The report at the end of a search: the results of the best program against each opponent.

use comfy_table::{Table, presets};
use contests::Failure;
use contests::programs::Entrant;
use evolve::{Against, Confirmed, Member, Search};
use game::text::grouped;
use serde::Serialize;

use crate::names::{align_numbers, trimmed};
use crate::output::{Output, OutputFormat, Printer, Row, cells};

/// The best program of a search and its confirmed results.
pub(crate) struct Report<'a> {
    pub(crate) game: &'static str,
    pub(crate) search: &'a Search,
    pub(crate) best: &'a Member,
    pub(crate) confirmed: &'a Confirmed,
    pub(crate) opponents: &'a [Entrant],
    /// The path of the best program's file.
    pub(crate) file: String,
}

impl Report<'_> {
    /// Describes how the best program was found, for the comments of its file.
    pub(crate) fn how(&self) -> Vec<String> {
        let settings = self.search.settings();
        let mut lines = vec![
            format!(
                "found by `bout evolve {}`: seed {}, {} generations on {} islands of {}, {} programs bred, {} games",
                self.game,
                settings.seed,
                grouped(self.search.generation()),
                settings.islands,
                settings.population,
                grouped(self.search.bred()),
                grouped(self.search.games()),
            ),
            format!("confirmed: {}", self.score()),
        ];
        lines.extend(self.against().map(|(opponent, &Against { tally, is_exact })| {
            format!(
                "against {}: {} % ({} won, {} drawn, {} lost), {}",
                opponent.name,
                percent(tally.score()),
                grouped(tally.wins),
                grouped(tally.draws),
                grouped(tally.losses),
                if is_exact { EXACT } else { SAMPLED },
            )
        }));
        lines
    }

    fn against(&self) -> impl Iterator<Item = (&Entrant, &Against)> {
        self.opponents.iter().zip(&self.confirmed.against)
    }

    /// Formats the confirmed score in one line.
    fn score(&self) -> String {
        let interval = self.confirmed.interval();
        let sampled = self.confirmed.against.iter().find(|against| !against.is_exact);
        let certainty = match sampled {
            None => EXACT.to_owned(),
            Some(sampled) => {
                let (low, high) = (percent(interval.low), percent(interval.high));
                let games = grouped(sampled.tally.games());
                format!(
                    "95 %: {low} % to {high} %; {games} games against each opponent without an exact score, {SAMPLED}"
                )
            }
        };
        format!(
            "{} % of all points ({certainty}); {} of {} beaten",
            percent(interval.mean),
            self.confirmed.beaten(),
            self.opponents.len(),
        )
    }

    /// Prints the report in the requested format.
    pub(crate) fn print(&self, form: OutputFormat) -> Result<(), Failure> {
        let mut printer = Printer::new(form, Output::of_a_change());
        printer.text(|output| self.print_text(output))?;
        printer.single(&self.row())?;
        printer.columns(&["file", "name", "wins", "draws", "losses", "score", "exact"])?;
        self.against_rows().iter().try_for_each(|row| printer.csv_row(row))?;
        printer.flush()
    }

    fn print_text(&self, output: &mut Output) -> Result<(), Failure> {
        let search = self.search;
        output.people(format_args!(
            "{}: {} generations, {} programs bred, {} games, {} ideas kept",
            self.game,
            grouped(search.generation()),
            grouped(search.bred()),
            grouped(search.games()),
            search.elites().len()
        ))?;
        output.people(format_args!("best: {} ({})", self.file, self.best.niche))?;
        output.people(format_args!("confirmed: {}", self.score()))?;
        output.line("")?;
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["against", "wins", "draws", "losses", "%", "score"]);
        for (opponent, &Against { tally, is_exact }) in self.against() {
            table.add_row([
                opponent.name.clone(),
                grouped(tally.wins),
                grouped(tally.draws),
                grouped(tally.losses),
                percent(tally.score()),
                if is_exact { "exact" } else { "sampled" }.into(),
            ]);
        }
        align_numbers(&mut table, 1);
        for line in trimmed(&table).lines() {
            output.people(line)?;
        }
        Ok(())
    }

    fn row(&self) -> SearchRow<'_> {
        let search = self.search;
        let interval = self.confirmed.interval();
        SearchRow {
            game: self.game,
            seed: search.settings().seed,
            generations: search.generation(),
            bred: search.bred(),
            games: search.games(),
            ideas: search.elites().len(),
            best: BestRow {
                file: &self.file,
                program: &self.best.program,
                niche: &self.best.niche,
                score: interval.mean,
                low: interval.low,
                high: interval.high,
                beaten: self.confirmed.beaten(),
                against: self.against_rows(),
            },
        }
    }

    fn against_rows(&self) -> Vec<AgainstRow<'_>> {
        let row = |(opponent, against)| AgainstRow::new(opponent, against);
        self.against().map(row).collect()
    }
}

/// A search.
#[derive(Serialize)]
struct SearchRow<'a> {
    game: &'static str,
    seed: u64,
    generations: u64,
    bred: u64,
    games: u64,
    ideas: usize,
    best: BestRow<'a>,
}

/// The best program of a search.
#[derive(Serialize)]
struct BestRow<'a> {
    file: &'a str,
    program: &'a str,
    niche: &'a str,
    score: f64,
    low: f64,
    high: f64,
    beaten: usize,
    against: Vec<AgainstRow<'a>>,
}

/// The results of the best program against an opponent.
#[derive(Serialize)]
struct AgainstRow<'a> {
    file: &'a str,
    name: &'a str,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    exact: bool,
}

impl<'a> AgainstRow<'a> {
    fn new(opponent: &'a Entrant, &Against { tally, is_exact }: &Against) -> Self {
        Self {
            file: &opponent.path,
            name: &opponent.name,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            exact: is_exact,
        }
    }
}

impl Row for AgainstRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let mut line = cells(self, columns);
        if let Some(at) = columns.iter().position(|column| *column == "score") {
            // Prints a whole score as 1, not as 1.0.
            line[at] = self.score.to_string();
        }
        vec![line]
    }
}

/// Describes scores that come from all possible games.
const EXACT: &str = "exact, over every placement";
/// Describes scores that come from sampled games.
const SAMPLED: &str = "from setups not used in the search";

/// Formats a share in percent.
fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}
