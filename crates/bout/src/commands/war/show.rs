//! `bout war show`: shows the state of a war, now or after an earlier round.

use std::fmt::Display;
use std::path::Path;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::rows::Parameters;
use contests::war::{FinishedWar, Folder, WarState};
use game::text::one_line;
use game::{Engine as _, Seat};
use games::perlwar::{Engine, Entry};
use serde::Serialize;

use super::standing::{EntryRow, OutcomeRow, WarStanding, names, record_in_words, standing};
use crate::client::client;
use crate::names::trimmed;
use crate::output::{Output, OutputFormat, Printer, Row};

/// The most characters of a snippet in the text output.
const MAX_SHOWN: usize = 72;

pub(super) fn run(path: &Path, round: Option<u64>, form: OutputFormat) -> Result<(), Failure> {
    let folder = Folder::open_or_look(path, &client())?;
    let mut history = Vec::new();
    let mut at = (round == Some(0)).then(|| folder.before_the_first_round());
    let state = folder.replay(|engine| {
        history.push(RoundState::of(engine));
        if round == Some(engine.turn()) {
            at = Some(engine.clone());
        }
    })?;
    let ending = folder.end(&state)?;
    let engine = match round {
        None => state.engine.clone(),
        Some(round) => at.ok_or_else(|| not_played(&state, round))?,
    };
    history.truncate(usize::try_from(engine.turn()).expect("all turns are in memory"));
    let view = View { folder: &folder, state: &state, ending, engine, history };
    view.print(form)
}

fn not_played(state: &WarState, round: u64) -> Failure {
    Failure::Usage(format!("--round {round}: only {} rounds were played so far", state.rounds()))
}

/// The state after a round.
struct RoundState {
    round: u64,
    snippets: Vec<u64>,
    entries: Vec<Entry>,
}

impl RoundState {
    fn of(engine: &Engine) -> Self {
        Self {
            round: engine.turn(),
            snippets: engine.snippets().to_vec(),
            entries: engine.last_entries().to_vec(),
        }
    }
}

/// Neighbouring cells with the same content.
struct Stretch<'e> {
    first: usize,
    last: usize,
    content: Option<(Seat, &'e str)>,
}

/// A war after some round.
struct View<'a> {
    folder: &'a Folder,
    state: &'a WarState,
    ending: Option<FinishedWar>,
    /// The state of the match after that round.
    engine: Engine,
    /// The states up to that round.
    history: Vec<RoundState>,
}

impl View<'_> {
    fn print(&self, form: OutputFormat) -> Result<(), Failure> {
        let mut printer = Printer::new(form, Output::stdout());
        printer.text(|output| self.text(output))?;
        printer.single(&self.row())?;
        printer.columns(&["first", "last", "player", "code"])?;
        self.array_rows().iter().try_for_each(|row| printer.csv_row(row))?;
        printer.flush()
    }

    /// Returns true if this is the current state.
    fn is_now(&self) -> bool {
        self.engine.turn() == self.state.rounds()
    }

    /// Returns the Array, with equal neighbours combined.
    fn array(&self) -> Vec<Stretch<'_>> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for cell in 0..self.folder.config.parameters.size {
            let content = self.engine.cell(cell);
            match stretches.last_mut() {
                Some(last) if last.content == content => last.last = cell,
                _ => stretches.push(Stretch { first: cell, last: cell, content }),
            }
        }
        stretches
    }

    /// Returns the rounds in which submitted snippets of a player will enter.
    fn waiting(&self, place: &WarStanding) -> Vec<u64> {
        let player = self.folder.players.iter().find(|player| player.name == place.player);
        let is_to_come = place.out.is_none() && self.engine.outcome().is_none();
        let waiting =
            player.into_iter().filter(|_| is_to_come).flat_map(|player| player.waiting(self.engine.turn()));
        waiting.map(|(round, _)| round).collect()
    }

    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let (round, rounds) = (self.engine.turn(), self.folder.config.parameters.rounds);
        let left = match self.engine.outcome() {
            Some(_) => "the war is over".into(),
            None => format!("{} left", rounds - round),
        };
        output.people(format_args!(
            "{}: round {round} of {rounds}, {left}",
            self.folder.inside.path().display()
        ))?;
        if let (Some(how), Some(ending), true) =
            (self.folder.ended_in_words(self.state), &self.ending, self.is_now())
        {
            output.people(format_args!("{how}: {}", record_in_words(ending)))?;
        }
        if self.folder.players.is_empty() {
            return output.line("no player has submitted anything yet");
        }
        output.line(self.standing_table())?;
        if !self.history.is_empty() {
            output.line(format_args!("\n{}", self.history_table()))?;
        }
        output.line(format_args!("\n{}", self.array_table()))
    }

    fn standing_table(&self) -> String {
        let mut table = Table::new();
        table.load_style(NOTHING).set_header(["player", "stands", "waiting to enter"]);
        for place in standing(self.folder, &self.engine) {
            let waiting: Vec<String> =
                self.waiting(&place).iter().map(|round| format!("round {round}")).collect();
            table.add_row([place.player.to_owned(), place.words(), waiting.join(", ")]);
        }
        trimmed(&table)
    }

    /// Returns the snippets by player, with unchanged rounds combined.
    fn history_table(&self) -> String {
        let names = names(self.folder);
        let mut table = Table::new();
        table.load_style(NOTHING);
        table.set_header(["rounds"].into_iter().chain(names.iter().copied()).chain(["entered"]));
        let is_same =
            |one: &RoundState, next: &RoundState| next.entries.is_empty() && one.snippets == next.snippets;
        for stretch in self.history.chunk_by(is_same) {
            let (first, last) = (&stretch[0], &stretch[stretch.len() - 1]);
            let entered: Vec<String> =
                first.entries.iter().map(|entry| entered_in_words(entry, &names)).collect();
            let rounds = from_to(first.round, last.round);
            let numbers = first.snippets.iter().map(u64::to_string);
            table.add_row([rounds].into_iter().chain(numbers).chain([entered.join(", ")]));
        }
        trimmed(&table)
    }

    fn array_table(&self) -> String {
        let names = names(self.folder);
        let mut table = Table::new();
        table.load_style(NOTHING).set_header(["cells", "player", "code"]);
        for Stretch { first, last, content } in self.array() {
            let (player, code) =
                content.map_or(("", String::new()), |(owner, code)| (names[owner], in_a_line(code)));
            table.add_row([from_to(first, last), player.to_owned(), code]);
        }
        trimmed(&table)
    }

    fn row(&self) -> WarRow<'_> {
        let names = names(self.folder);
        let standing = standing(self.folder, &self.engine).into_iter().map(|place| {
            let waiting = self.waiting(&place);
            PlaceRow { place, waiting }
        });
        let moment = |moment: &'_ RoundState| MomentRow {
            round: moment.round,
            snippets: moment.snippets.clone(),
            entered: moment.entries.iter().map(|entry| EntryRow::new(entry, &names)).collect(),
        };
        let ending = self.ending.as_ref().filter(|_| self.is_now());
        WarRow {
            round: self.engine.turn(),
            seed: self.folder.config.seed,
            rules: Parameters(self.folder.config.values()),
            standing: standing.collect(),
            history: self.history.iter().map(moment).collect(),
            array: self.array_rows(),
            outcome: OutcomeRow::new(self.folder, self.state, ending),
        }
    }

    fn array_rows(&self) -> Vec<StretchRow<'_>> {
        let names = names(self.folder);
        let row = |Stretch { first, last, content }| {
            let (player, code) = content.map(|(owner, code): (Seat, _)| (names[owner], code)).unzip();
            StretchRow { first, last, player, code }
        };
        self.array().into_iter().map(row).collect()
    }
}

/// A war.
#[derive(Serialize)]
struct WarRow<'a> {
    round: u64,
    seed: u64,
    rules: Parameters,
    standing: Vec<PlaceRow<'a>>,
    history: Vec<MomentRow<'a>>,
    array: Vec<StretchRow<'a>>,
    outcome: Option<OutcomeRow<'a>>,
}

/// The standing of a player, and the rounds in which snippets will enter.
#[derive(Serialize)]
struct PlaceRow<'a> {
    #[serde(flatten)]
    place: WarStanding<'a>,
    waiting: Vec<u64>,
}

/// A round.
#[derive(Serialize)]
struct MomentRow<'a> {
    round: u64,
    snippets: Vec<u64>,
    entered: Vec<EntryRow<'a>>,
}

/// Neighbouring cells with the same content.
#[derive(Serialize)]
struct StretchRow<'a> {
    first: usize,
    last: usize,
    player: Option<&'a str>,
    code: Option<&'a str>,
}

impl Row for StretchRow<'_> {}

/// Formats a range of whole numbers, or a single number.
fn from_to<N: Copy + PartialEq + Display>(first: N, last: N) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

fn entered_in_words(entry: &Entry, names: &[&str]) -> String {
    match entry.cell {
        Some(cell) => format!("{} in {cell}", names[entry.seat]),
        None => format!("{} (lost)", names[entry.seat]),
    }
}

/// Formats a snippet for one line of a terminal.
fn in_a_line(code: &str) -> String {
    let line = code.replace('\n', "\\n").replace('\t', "\\t");
    let mut start: String = line.chars().take(MAX_SHOWN).collect();
    if line.chars().count() > MAX_SHOWN {
        start.push('…');
    }
    one_line(&start)
}
