//! The output of `bout hill`.

use std::path::Path;

use contests::Failure;
use contests::contest::lock::LockedSchedule;
use contests::contest::{Contest, Results};
use contests::hill::{Challenge, Folder, Played, Verdict, WorstOpponent, history, number_of};
use serde_json::{Value, json};
use tournament::HeadToHead;

use super::Mode;
use crate::cli::OutputOption;
use crate::names::shell_word;
use crate::output::{Form, Output};
use crate::standings::Event;
use crate::window;

/// What a command has come to.
pub(super) enum Outcome {
    /// A program challenged the hill, or was tested.
    Challenged(Verdict, Mode),
    /// The program challenged the hill before the same command was stopped.
    Done { program: String },
    /// A program was removed.
    Removed { program: String },
    /// The hill was only shown.
    Shown,
}

/// The data of a hill that is shown besides its results.
pub(super) struct Shown {
    schedule: LockedSchedule,
    ages: Vec<u64>,
    trends: Vec<String>,
}

impl Shown {
    /// Returns the data to show for this hill after these challenges.
    pub(super) fn of(contest: &Contest, folder: &Folder, challenges: &[Challenge]) -> Self {
        let games = folder.config.games;
        let ids: Vec<String> =
            (0..contest.field.len()).map(|entrant| contest.field.program(entrant).to_string()).collect();
        Self {
            schedule: LockedSchedule {
                seating: None,
                kind: "round-robin".into(),
                seats: 2,
                games,
                rounds: None,
                score: contest.locked_score(),
                end: None,
            },
            ages: ids.iter().map(|id| folder.state.age(id)).collect(),
            trends: ids.iter().map(|id| history::bars(challenges, id)).collect(),
        }
    }

    /// The hill with its results.
    pub(super) fn event<'a>(&'a self, contest: &'a Contest, results: &'a Results) -> Event<'a> {
        Event {
            contest,
            schedule: &self.schedule,
            results,
            elapsed: None,
            ages: Some(self.ages.clone()),
            trends: Some(self.trends.clone()),
        }
    }
}

/// The output so far.
pub(super) struct Report<'a> {
    form: Form,
    /// The width that tables must fit into, if any.
    width: Option<usize>,
    hill: &'a Path,
    output: Output,
    documents: Vec<Value>,
    has_header: bool,
}

impl Outcome {
    fn in_words(&self) -> Option<String> {
        Some(match self {
            Self::Shown => return None,
            Self::Done { program } => {
                format!("{program} already challenged the hill before this command was stopped.")
            }
            Self::Removed { program } => {
                format!("{program} was removed from the hill; its file is in fallen/.")
            }
            Self::Challenged(verdict, mode) => verdict_in_words(verdict, *mode),
        })
    }

    fn json(&self) -> Value {
        match self {
            Self::Shown => json!({"change": "show"}),
            Self::Done { program } => json!({"change": "done", "program": program}),
            Self::Removed { program } => json!({"change": "remove", "program": program}),
            Self::Challenged(Verdict::Known { program }, _) => json!({"change": "known", "program": program}),
            Self::Challenged(Verdict::Judged { program, is_in, rank, of, pushed_off }, mode) => {
                let gone: Vec<Value> =
                    pushed_off.iter().map(|(file, age)| json!({"program": file, "age": age})).collect();
                let change = if *mode == Mode::Enter { "add" } else { "test" };
                json!({"change": change, "program": program, "on_hill": is_in, "rank": rank, "of": of, "pushed_off": gone})
            }
        }
    }
}

fn verdict_in_words(verdict: &Verdict, mode: Mode) -> String {
    let (program, is_in, rank, of, pushed_off) = match verdict {
        Verdict::Known { program } => return format!("This program is already on the hill, as {program}."),
        Verdict::Judged { program, is_in, rank, of, pushed_off } => (program, is_in, rank, of, pushed_off),
    };
    let result = match (is_in, mode) {
        (true, Mode::Enter) => format!("{program} enters the hill with rank {rank} of {of}."),
        (true, Mode::Try) => format!("{program} would enter the hill with rank {rank} of {of}."),
        (false, _) => {
            format!("{program} is not good enough for the hill: rank {rank}, and it has room for {of}.")
        }
    };
    let gone: Vec<String> = pushed_off.iter().map(|(file, age)| format!("{file} (age {age})")).collect();
    let goes = if mode == Mode::Enter { "Pushed off" } else { "It would push off" };
    if gone.is_empty() { result } else { format!("{result} {goes}: {}.", gone.join(", ")) }
}

impl<'a> Report<'a> {
    pub(super) fn new(options: &OutputOption, hill: &'a Path) -> Self {
        let width = window::table_width(options.wide);
        Self {
            form: options.form,
            width,
            hill,
            output: Output::of_a_change(),
            documents: Vec::new(),
            has_header: false,
        }
    }

    pub(super) fn add(
        &mut self,
        hill: &Played,
        folder: &Folder,
        outcome: &Outcome,
        worst: &[WorstOpponent],
        shows_table: bool,
    ) -> Result<(), Failure> {
        let Played { contest, results } = hill;
        let challenges = history::read(&folder.inside)?;
        let shown = Shown::of(contest, folder, &challenges);
        let event = shown.event(contest, results);
        match self.form {
            Form::Text => self.text(&event, folder, outcome, worst, shows_table),
            Form::Csv if shows_table => self.csv(&event),
            Form::Csv => Ok(()),
            Form::Json | Form::Jsonl => {
                let mut document = outcome.json();
                document["hill"] = self.hill.display().to_string().into();
                document["worst"] = worst.iter().map(json_of_worst).collect();
                document["table"] = event.rows().into_iter().map(|row| event.json_row(row)).collect();
                document["ratings"] = event.json_ratings();
                if matches!(outcome, Outcome::Shown) {
                    document["history"] = challenges.iter().map(|challenge| json!(challenge)).collect();
                }
                if self.form == Form::Jsonl {
                    return self.output.json_line(&document);
                }
                self.documents.push(document);
                Ok(())
            }
        }
    }

    fn text(
        &mut self,
        event: &Event,
        folder: &Folder,
        outcome: &Outcome,
        worst: &[WorstOpponent],
        shows_table: bool,
    ) -> Result<(), Failure> {
        if let Some(words) = outcome.in_words() {
            self.output.people(words)?;
        }
        for WorstOpponent { program, score, record } in worst {
            let HeadToHead { ahead, level, behind, .. } = score;
            let look = record.as_ref().map_or(String::new(), |record| {
                format!("; a game it lost: bout view {}", shell_word(record.as_os_str()))
            });
            self.output.people(format_args!(
                "  against {program}: {ahead} won, {level} drawn, {behind} lost{look}"
            ))?;
        }
        if shows_table {
            let (on_it, size) = (event.contest.entrants.len(), folder.config.size);
            let challenges = folder.state.challenges;
            self.output.people(format_args!(
                "{}: a hill of {}, {on_it} of {size} places taken, {challenges} challenges, {} games per pairing",
                self.hill.display(),
                folder.config.game.info().name,
                folder.config.games
            ))?;
            if on_it > 0 {
                self.output.line(format_args!(
                    "\n{}\n\n{}",
                    event.text_table(self.width),
                    event.text_ratings()
                ))?;
            }
        }
        Ok(())
    }

    fn csv(&mut self, event: &Event) -> Result<(), Failure> {
        if !std::mem::replace(&mut self.has_header, true) {
            self.output.csv(&event.header().into_iter().map(String::from).collect::<Vec<_>>())?;
        }
        event.rows().into_iter().try_for_each(|row| self.output.csv(&event.cells(row)))
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        if self.form == Form::Json {
            let document = match self.documents.as_slice() {
                [only] => only.clone(),
                all => json!({"challenges": all}),
            };
            self.output.document(&document)?;
        }
        self.output.flush()
    }
}

fn json_of_worst(opponent: &WorstOpponent) -> Value {
    let HeadToHead { ahead, level, behind, .. } = opponent.score;
    let [ahead, level, behind] = [ahead, level, behind].map(number_of);
    let record = opponent.record.as_ref().map(|record| record.display().to_string());
    json!({"program": opponent.program, "wins": ahead, "draws": level, "losses": behind, "record": record})
}
