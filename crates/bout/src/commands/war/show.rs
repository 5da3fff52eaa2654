//! `bout war show`: shows the state of a war, now or after an earlier round.

use std::fmt::Display;
use std::path::Path;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use contests::Failure;
use contests::war::{Ending, Folder, WarState};
use game::text::one_line;
use game::{Engine as _, Seat};
use games::perlwar::{Engine, Entry};
use serde_json::{Map, Value, json};

use super::standing::{Place, ended_in_json, ended_in_words, names, record_in_words, standing};
use crate::client::client;
use crate::names::trimmed;
use crate::output::{Form, Output};

/// The longest part of a snippet that is shown to people, in characters.
const MAX_SHOWN: usize = 72;

pub(super) fn run(path: &Path, round: Option<u64>, form: Form) -> Result<(), Failure> {
    let folder = Folder::open_or_look(path, &client())?;
    let mut history = Vec::new();
    let mut at = (round == Some(0)).then(|| folder.before_the_first_round());
    let state = folder.replay(|engine| {
        history.push(Moment::of(engine));
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
struct Moment {
    round: u64,
    snippets: Vec<u64>,
    entries: Vec<Entry>,
}

impl Moment {
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
    ending: Option<Ending>,
    /// The match after that round.
    engine: Engine,
    /// The rounds up to that one.
    history: Vec<Moment>,
}

impl View<'_> {
    fn print(&self, form: Form) -> Result<(), Failure> {
        let mut output = Output::stdout();
        match form {
            Form::Text => self.text(&mut output)?,
            Form::Json => output.document(&self.json())?,
            Form::Jsonl => output.json_line(&self.json())?,
            Form::Csv => self.csv(&mut output)?,
        }
        output.flush()
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
    fn waiting(&self, place: &Place) -> Vec<u64> {
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
            (ended_in_words(self.folder, self.state), &self.ending, self.is_now())
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
        let is_same = |one: &Moment, next: &Moment| next.entries.is_empty() && one.snippets == next.snippets;
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

    fn json(&self) -> Value {
        let names = names(self.folder);
        let rules: Map<String, Value> =
            self.folder.config.values().into_iter().map(|(key, value)| (key.into(), value.into())).collect();
        let standing = standing(self.folder, &self.engine);
        let place = |place: &Place| {
            let mut object = place.json();
            object["waiting"] = self.waiting(place).into();
            object
        };
        let entry = |entry: &Entry| json!({"player": names[entry.seat], "cell": entry.cell});
        let moment = |Moment { round, snippets, entries }: &Moment| {
            let entered: Vec<Value> = entries.iter().map(entry).collect();
            json!({"round": round, "snippets": snippets, "entered": entered})
        };
        let stretch = |Stretch { first, last, content }: &Stretch| {
            let (player, code) = content.map(|(owner, code)| (names[owner], code)).unzip();
            json!({"first": first, "last": last, "player": player, "code": code})
        };
        let ending = self.ending.as_ref().filter(|_| self.is_now());
        json!({
            "round": self.engine.turn(),
            "seed": self.folder.config.seed,
            "rules": rules,
            "standing": standing.iter().map(place).collect::<Vec<_>>(),
            "history": self.history.iter().map(moment).collect::<Vec<_>>(),
            "array": self.array().iter().map(stretch).collect::<Vec<_>>(),
            "outcome": ended_in_json(self.folder, self.state, ending),
        })
    }

    /// Returns a table of the Array.
    fn csv(&self, output: &mut Output) -> Result<(), Failure> {
        let names = names(self.folder);
        output.csv(&["first", "last", "player", "code"].map(String::from))?;
        for Stretch { first, last, content } in self.array() {
            let (player, code) = content.map_or(("", ""), |(owner, code)| (names[owner], code));
            output.csv(&[first.to_string(), last.to_string(), player.to_owned(), code.to_owned()])?;
        }
        Ok(())
    }
}

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
