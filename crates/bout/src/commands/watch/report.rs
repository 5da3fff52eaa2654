//! The output of `bout watch`: one block or line per stage, as soon as it is known.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use contests::Failure;
use contests::hill::number_of;
use contests::program_file::ProgramFile;
use game::Diagnostics;
use game::text::one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use tournament::HeadToHead;

use super::figures::{Change, Opponent, Place, StageResults};
use crate::diagnostics;
use crate::names::shell_word;
use crate::output::{Form, Output, note};
use crate::rankings::{self, ends, signed};

/// The largest number of opponents in a list for people, and of records.
pub(super) const MAX_NAMED: usize = 5;

/// The refresh rate of the terminal per second: high enough to show everything new.
const FRAMES: u8 = 255;

/// A stage of a version, with the stages that it is compared with.
pub(super) struct Stage<'a> {
    /// The watched file's name.
    pub(super) program: &'a str,
    pub(super) figures: &'a StageResults,
    /// The previous version after the same number of games.
    pub(super) previous: Option<&'a StageResults>,
    /// The first version, if it is not the previous one.
    pub(super) start: Option<&'a StageResults>,
    /// The opponents against which it does worse than the previous version, each with a record of a lost game.
    pub(super) lost: Vec<(Change<'a>, Option<PathBuf>)>,
    pub(super) gained: Vec<Change<'a>>,
    /// For a first version, its worst opponents.
    pub(super) worst: Vec<(&'a Opponent, Option<PathBuf>)>,
    /// The time from the save to this result, if requested.
    pub(super) elapsed: Option<Duration>,
}

/// The output so far.
pub(super) struct Report {
    form: Form,
    output: Output,
    /// On a terminal, the preliminary stage.
    live: Option<ProgressBar>,
    /// The single document of `--output json`.
    document: Option<Value>,
    has_header: bool,
}

impl Report {
    pub(super) fn new(form: Form) -> Self {
        let is_live = form == Form::Text && std::io::stdout().is_terminal();
        let live = is_live.then(|| {
            let style = ProgressStyle::with_template("{msg}").expect("the template is right");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout_with_hz(FRAMES)).with_style(style)
        });
        Self { form, output: Output::stdout(), live, document: None, has_header: false }
    }

    /// Prints a status message for the user.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.clear();
        match self.form {
            Form::Text => self.output.people(line).and_then(|()| self.output.flush()),
            Form::Json | Form::Jsonl | Form::Csv => {
                note(line);
                Ok(())
            }
        }
    }

    /// Prints the diagnostics of a file.
    pub(super) fn diagnose(&mut self, file: &ProgramFile, found: &Diagnostics) -> Result<(), Failure> {
        self.clear();
        let (path, has_errors) = (file.shown_path(), found.has_errors());
        match self.form {
            Form::Text => {
                let text = diagnostics::text(&path, &file.bytes, found, Output::has_colours());
                self.output.text(&text)?;
            }
            Form::Jsonl if has_errors => {
                self.output.json_line(&diagnostics::json(
                    &path,
                    file.game.info().name,
                    &file.bytes,
                    found,
                ))?;
            }
            Form::Json if has_errors => {
                self.document = Some(diagnostics::json(&path, file.game.info().name, &file.bytes, found));
            }
            // CSV has no column for diagnostics.
            Form::Csv if has_errors => diagnostics::show_errors(file, found.clone()),
            Form::Json | Form::Jsonl | Form::Csv => {}
        }
        self.output.flush()
    }

    /// Prints a stage. On a terminal, it replaces the previous one.
    pub(super) fn stage(&mut self, stage: &Stage) -> Result<(), Failure> {
        match (self.form, &self.live) {
            (Form::Text, Some(live)) if !stage.figures.is_final() => {
                live.set_message(format!("{}\n  … playing more games", stage.lines().join("\n")));
                return Ok(());
            }
            (Form::Text, _) => {
                self.clear();
                stage.lines().iter().try_for_each(|line| self.output.people(line))?;
            }
            (Form::Jsonl, _) => self.output.json_line(&stage.json())?,
            (Form::Json, _) => self.document = Some(stage.json()),
            (Form::Csv, _) => self.csv(stage)?,
        }
        self.output.flush()
    }

    fn csv(&mut self, stage: &Stage) -> Result<(), Failure> {
        let columns = stage.columns();
        if !std::mem::replace(&mut self.has_header, true) {
            self.output.csv(&columns.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>())?;
        }
        let cell = |(_, value): (&str, Value)| match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        self.output.csv(&columns.into_iter().map(cell).collect::<Vec<_>>())
    }

    /// Clears the preliminary stage from the terminal to make room for other output.
    pub(super) fn clear(&mut self) {
        if let Some(live) = &self.live {
            live.set_message("");
            live.finish_and_clear();
            live.reset();
        }
    }

    /// Prints the rest of the output.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.clear();
        if let Some(document) = self.document.take() {
            self.output.document(&document)?;
        }
        self.output.flush()
    }
}

impl Stage<'_> {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.headline()];
        for (change, record) in self.lost.iter().take(MAX_NAMED) {
            lines.push(format!("  new losses {}{}", said(change), look_at(record.as_deref())));
        }
        lines.extend(more(self.lost.len(), "new losses against"));
        lines.extend(self.gained.iter().take(MAX_NAMED).map(|change| format!("  new wins {}", said(change))));
        lines.extend(more(self.gained.len(), "new wins against"));
        for (opponent, record) in &self.worst {
            let HeadToHead { ahead, level, behind, .. } = opponent.score;
            let program = &opponent.program;
            let record = look_at(record.as_deref());
            lines.push(format!("  against {program}: {ahead} won, {level} drawn, {behind} lost{record}"));
        }
        // The summary must stay a single line, even if it is long.
        lines.iter().map(|line| one_line(line)).collect()
    }

    fn headline(&self) -> String {
        let StageResults { games, all_games, standing, .. } = self.figures;
        let place = self.place();
        let score = self.figures.score_thousandths().map_or("-".into(), percent);
        let voids = match self.figures.voids {
            0 => String::new(),
            voids => format!("; {voids} matches stayed void"),
        };
        let elapsed = self.elapsed.map_or(String::new(), |elapsed| format!("; {} ms", elapsed.as_millis()));
        format!(
            "{}, {games} of {all_games} games per pairing: {place}; {} points, {score} %: {} won, {} drawn, {} lost{voids}{elapsed}",
            self.program, standing.points, standing.wins, standing.draws, standing.losses
        )
    }

    /// Formats the rank and the earlier ranks.
    fn place(&self) -> String {
        let Some(Place { rank, of, would_enter, elo, interval, pushed_off }) = &self.figures.place else {
            return "no rank yet, the hill's own games are being played".into();
        };
        let before = self.previous.and_then(StageResults::rank).map(|rank| format!("{rank} before"));
        let start = self.start.and_then(StageResults::rank).map(|rank| format!("{rank} at the start"));
        let compared: Vec<String> = before.into_iter().chain(start).collect();
        let compared =
            if compared.is_empty() { String::new() } else { format!(" ({})", compared.join(", ")) };
        let elo = format!("Elo {} ({})", signed(*elo), ends(*interval));
        if !would_enter {
            return format!("rank {rank}{compared}, not good enough: the hill has room for {of}; {elo}");
        }
        let gone = if pushed_off.is_empty() {
            String::new()
        } else {
            format!(", would push off {}", pushed_off.join(", "))
        };
        format!("rank {rank} of {of}{compared}{gone}; {elo}")
    }

    /// Returns the fields of a stage in a fixed order.
    fn columns(&self) -> Vec<(&'static str, Value)> {
        let figures = self.figures;
        let (standing, place) = (&figures.standing, figures.place.as_ref());
        let points = number(&standing.points.to_string());
        let mut columns = vec![
            ("program", self.program.into()),
            ("games", figures.games.into()),
            ("final", figures.is_final().into()),
            ("rank", figures.rank().into()),
            ("of", place.map(|place| place.of).into()),
            ("previous_rank", self.previous.and_then(StageResults::rank).into()),
            ("start_rank", self.start.or(self.previous).and_then(StageResults::rank).into()),
            ("would_enter", place.map(|place| place.would_enter).into()),
            ("elo", place.map(|place| tenths(place.elo)).into()),
            ("elo_low", place.map(|place| tenths(place.interval.low)).into()),
            ("elo_high", place.map(|place| tenths(place.interval.high)).into()),
            ("points", points),
            ("score", figures.score_thousandths().map(share).into()),
            ("wins", number_of(standing.wins).into()),
            ("draws", number_of(standing.draws).into()),
            ("losses", number_of(standing.losses).into()),
            ("voids", figures.voids.into()),
        ];
        columns.extend(
            self.elapsed.map(|elapsed| ("ms", u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).into())),
        );
        columns
    }

    fn json(&self) -> Value {
        let columns = self.columns().into_iter().map(|(name, value)| (name.to_owned(), value));
        let mut document = Value::Object(columns.collect());
        document["pushed_off"] = self.figures.place.as_ref().map(|place| place.pushed_off.clone()).into();
        document["lost"] = self.lost.iter().map(|(change, record)| change.json(record.as_deref())).collect();
        document["gained"] = self.gained.iter().map(|change| change.json(None)).collect();
        document["worst"] = self.worst.iter().map(|(one, record)| one.json(record.as_deref())).collect();
        document
    }
}

impl Change<'_> {
    fn json(&self, record: Option<&Path>) -> Value {
        let mut document = self.opponent.json(record);
        document["previous_score"] = share(self.before);
        document
    }
}

impl Opponent {
    fn json(&self, record: Option<&Path>) -> Value {
        let HeadToHead { ahead, level, behind, .. } = self.score;
        let [ahead, level, behind] = [ahead, level, behind].map(number_of);
        let score = self.score.score_thousandths().map(share);
        let record = record.map(|record| record.display().to_string());
        json!({"program": self.program, "score": score, "wins": ahead, "draws": level, "losses": behind, "record": record})
    }
}

fn said(change: &Change) -> String {
    let (before, now) = (percent(change.before), percent(change.now));
    format!("against {}: {before} % before, {now} % now", change.opponent.program)
}

fn look_at(record: Option<&Path>) -> String {
    let command = |record: &Path| format!("; a game it lost: bout view {}", shell_word(record.as_os_str()));
    record.map_or(String::new(), command)
}

/// Returns a line for the rest of a list that is too long.
fn more(all: usize, what: &str) -> Option<String> {
    (all > MAX_NAMED).then(|| format!("  {what} {} more", all - MAX_NAMED))
}

fn percent(thousandths: u64) -> String {
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

/// Converts thousandths to a number from 0 to 1.
fn share(thousandths: u64) -> Value {
    number(&format!("{}.{:03}", thousandths / 1000, thousandths % 1000))
}

/// Rounds Elo points as in tables.
fn tenths(elo: f64) -> Value {
    number(&rankings::points(elo))
}

fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}
