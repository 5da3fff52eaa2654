//! `bout demo`: an example tournament of every game, without any file.

use std::time::Instant;

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use game::{Nobody, Rules, match_seed};
use games::{REGISTRY, RegisteredGame};
use indicatif::{ProgressBar, ProgressStyle};
use referee::{Finished, Lineup, MatchError, Table as MatchTable};
use serde_json::{Value, json};

use crate::batch;
use crate::cli::DemoArgs;
use crate::examples::examples;
use crate::failure::Failure;
use crate::input::ProgramFile;
use crate::interrupt;
use crate::names::{align_numbers, grouped, trimmed};
use crate::output::{Form, Output, shown};
use crate::programs::{Entrant, entrants};
use crate::recorder::Recorder;

pub(crate) fn run(args: &DemoArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let rules = args.playing.rules()?;
    let recorder = args.playing.record.as_deref().map(Recorder::new).transpose()?;
    let mut report = Report::new(args);
    report.start()?;
    for game in REGISTRY.iter().filter(|game| args.game.get().is_none_or(|only| only.name() == game.name())) {
        let files: Vec<ProgramFile> = examples(game.name())
            .into_iter()
            .map(|(name, bytes)| ProgramFile { path: name.into(), bytes: bytes.to_vec(), game: *game })
            .collect();
        let start = Instant::now();
        let round_robin = RoundRobin::new(args, *game, entrants(&files)?, &rules)?;
        let (standings, played) = round_robin.play(recorder.as_ref())?;
        report.add(&round_robin, &standings, played, start)?;
        if played < round_robin.matches() {
            report.finish()?;
            let (name, matches) = (game.name(), round_robin.matches());
            let again = interrupt::command();
            let why = format!("{played} of {matches} matches of {name} were played; this plays all: {again}");
            return Err(Failure::Interrupted(why));
        }
    }
    report.finish()
}

/// A round robin of one game's examples.
struct RoundRobin<'a> {
    args: &'a DemoArgs,
    game: &'static dyn RegisteredGame,
    entrants: Vec<Entrant>,
    /// Every order of every pair: `lineups[2k]` and `lineups[2k + 1]` are the two orders of a pair.
    lineups: Vec<(usize, usize, Lineup<'static>)>,
    /// Matches a pair: even, half in each order.
    games: u64,
}

/// What one program has reached.
#[derive(Debug, Clone, Default)]
struct Standing {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Standing {
    /// A win is one point and a draw half of one: this is twice the points.
    fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    fn points(&self) -> String {
        format!(
            "{}{}",
            self.half_points() / 2,
            if self.half_points().is_multiple_of(2) { ".0" } else { ".5" }
        )
    }
}

impl<'a> RoundRobin<'a> {
    fn new(
        args: &'a DemoArgs,
        game: &'static dyn RegisteredGame,
        entrants: Vec<Entrant>,
        rules: &Rules,
    ) -> Result<Self, Failure> {
        let mut lineups = Vec::new();
        for second in 0..entrants.len() {
            for first in 0..second {
                for (one, two) in [(first, second), (second, first)] {
                    let programs = vec![entrants[one].program.clone(), entrants[two].program.clone()];
                    let lineup = Lineup::new(game, programs, rules);
                    let wrong =
                        |error| Failure::Usage(format!("{}: {error}; --game picks one game", game.name()));
                    lineups.push((one, two, lineup.map_err(wrong)?));
                }
            }
        }
        Ok(Self { args, game, entrants, lineups, games: args.games.next_multiple_of(2) })
    }

    /// Plays all matches, or those before an interruption: who reached what, in how many. The two games
    /// of a pair share one seed with the order exchanged, so that a lucky place helps both.
    fn play(&self, recorder: Option<&Recorder>) -> Result<(Vec<Standing>, u64), Failure> {
        let mut standings = vec![Standing::default(); self.entrants.len()];
        let matches = self.matches();
        let bar = progress_bar(self.game.name(), matches);
        let take = |index: u64, finished: Result<Finished, MatchError>| -> Result<(), Failure> {
            let void = |error| Failure::Machine(format!("match {index} of {}: {error}", self.game.name()));
            let finished = finished.map_err(void)?;
            let (one, two, lineup) = &self.lineups[self.lineup_of(index)];
            if let Some(recorder) = recorder {
                let sources = [*one, *two].map(|entrant| self.entrants[entrant].source.clone());
                recorder.write(&lineup.record(&finished, &sources, Some(self.seed_of(index)), index))?;
            }
            match finished.outcome.winner() {
                None => [*one, *two].iter().for_each(|&drawn| standings[drawn].draws += 1),
                Some(seat) => {
                    let (winner, loser) = if seat == 0 { (*one, *two) } else { (*two, *one) };
                    standings[winner].wins += 1;
                    standings[loser].losses += 1;
                }
            }
            bar.inc(1);
            Ok(())
        };
        let end = batch::run(
            0..matches,
            self.threads(),
            || None,
            |at, index| self.play_one(at, index, recorder),
            take,
        );
        bar.finish_and_clear();
        end.map(|played| (standings, played))
    }

    fn threads(&self) -> usize {
        let wanted = self.args.playing.threads();
        self.lineups.iter().map(|(_, _, lineup)| lineup.threads(wanted)).min().unwrap_or(1)
    }

    fn matches(&self) -> u64 {
        self.lineups.len() as u64 / 2 * self.games
    }

    fn lineup_of(&self, index: u64) -> usize {
        let pair = index / self.games;
        usize::try_from(2 * pair + index % 2).expect("there is such a lineup")
    }

    /// The two orders of a pair share a seed.
    fn seed_of(&self, index: u64) -> u64 {
        match_seed(self.args.playing.seed, index / 2)
    }

    /// Plays match `index`, with its state hash if it is for a record; nothing if it was stopped.
    fn play_one<'t>(
        &'t self,
        at: &mut Option<(usize, MatchTable<'t>)>,
        index: u64,
        recorder: Option<&Recorder>,
    ) -> Option<Result<Finished, MatchError>> {
        let lineup_index = self.lineup_of(index);
        let lineup = &self.lineups[lineup_index].2;
        if at.as_ref().is_none_or(|(known, _)| *known != lineup_index) {
            *at = Some((lineup_index, lineup.table()));
        }
        let (_, table) = at.as_mut()?;
        let setup = lineup.draw_setup(self.seed_of(index));
        match table.play(&setup, &mut Nobody, &interrupt::wanted) {
            Ok(mut finished) => {
                finished.state_hash = recorder.and_then(|_| table.state_hash());
                Some(Ok(finished))
            }
            Err(MatchError::Stopped) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

fn progress_bar(game: &str, matches: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:32} {human_pos} of {human_len} matches, {eta} left");
    let bar = ProgressBar::new(matches).with_style(style.expect("the template is right"));
    bar.with_message(game.to_owned())
}

/// What `bout demo` prints.
struct Report {
    form: Form,
    timings: bool,
    output: Output,
    documents: Vec<Value>,
}

const COLUMNS: [&str; 8] = ["rank", "program", "name", "author", "points", "wins", "draws", "losses"];

impl Report {
    fn new(args: &DemoArgs) -> Self {
        Self {
            form: args.playing.output.form,
            timings: args.playing.timings,
            output: Output::stdout(),
            documents: Vec::new(),
        }
    }

    fn start(&mut self) -> Result<(), Failure> {
        if self.form != Form::Csv {
            return Ok(());
        }
        let timing = self.timings.then_some("elapsed_us");
        let header = std::iter::once("game").chain(COLUMNS).chain(timing);
        self.output.csv(&header.map(String::from).collect::<Vec<_>>())
    }

    fn add(
        &mut self,
        round_robin: &RoundRobin,
        standings: &[Standing],
        matches: u64,
        start: Instant,
    ) -> Result<(), Failure> {
        let rows = rows(round_robin, standings);
        let elapsed_us = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        match self.form {
            Form::Text => {
                let (game, programs) = (round_robin.game, round_robin.entrants.len());
                self.output.line(format_args!("{}: {}", game.name(), game.summary()))?;
                let timing =
                    if self.timings { format!(" in {} µs", grouped(elapsed_us)) } else { String::new() };
                let (matches, each) = (grouped(matches), round_robin.games);
                self.output
                    .line(format_args!("{matches} matches{timing}: {programs} programs, {each} a pair\n"))?;
                let mut table = Table::new();
                table.load_style(NOTHING).set_header(COLUMNS).add_rows(&rows);
                align_numbers(&mut table, 4);
                self.output.line(format_args!("{}\n", trimmed(&table)))
            }
            Form::Json | Form::Jsonl => {
                let row = |row: &[String; 8]| -> Value {
                    COLUMNS.into_iter().zip(row).map(|(k, v)| (k, cell(v))).collect()
                };
                let mut document = json!({"game": round_robin.game.name(), "matches": matches, "table": rows.iter().map(row).collect::<Vec<_>>()});
                if self.timings {
                    document["elapsed_us"] = elapsed_us.into();
                }
                if self.form == Form::Jsonl {
                    return self.output.line(document);
                }
                self.documents.push(document);
                Ok(())
            }
            Form::Csv => {
                let timing = self.timings.then(|| elapsed_us.to_string());
                rows.iter().try_for_each(|row| {
                    let game = std::iter::once(round_robin.game.name().to_owned());
                    self.output
                        .csv(&game.chain(row.iter().cloned()).chain(timing.clone()).collect::<Vec<_>>())
                })
            }
        }
    }

    fn finish(mut self) -> Result<(), Failure> {
        match self.form {
            Form::Json => self.output.document(&json!({"games": self.documents}))?,
            Form::Text => {
                self.output.line(
                    "These programs: `bout new GAME DIR`. A fight of two of them: `bout play DIR/A DIR/B`.",
                )?;
            }
            Form::Jsonl | Form::Csv => {}
        }
        self.output.flush()
    }
}

/// The table's rows, best first; programs with the same points share a rank and stand by name.
fn rows(round_robin: &RoundRobin, standings: &[Standing]) -> Vec<[String; 8]> {
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(standings[at].half_points()), &round_robin.entrants[at].path));
    let better = |at: usize| {
        standings.iter().filter(|other| other.half_points() > standings[at].half_points()).count()
    };
    let row = |&at: &usize| {
        let (entrant, standing) = (&round_robin.entrants[at], &standings[at]);
        let author = entrant.program.metadata.author.as_deref().map(shown).unwrap_or_default();
        let (wins, draws, losses) = (standing.wins, standing.draws, standing.losses);
        let [rank, wins, draws, losses] =
            [better(at) as u64 + 1, wins, draws, losses].map(|number| number.to_string());
        [rank, entrant.path.clone(), entrant.name.clone(), author, standing.points(), wins, draws, losses]
    };
    order.iter().map(row).collect()
}

/// A cell as JSON: a number where it is one.
fn cell(text: &str) -> Value {
    serde_json::from_str(text).ok().filter(Value::is_number).unwrap_or_else(|| text.into())
}
