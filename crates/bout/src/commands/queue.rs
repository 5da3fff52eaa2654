//! `bout queue`: shows the state of a queue of games, and creates keys for it.

use std::collections::{BTreeMap, BTreeSet};

use contests::Failure;
use contests::contest::environment_in_words;
use dispatch::{Tools, environment_name};
use game::text::{grouped, one_line};
use queue::{ContestStatus, Presence, QueueStatus, new_key, status};
use serde::Serialize;
use serde_json::Value;

use crate::cli::{OutputOption, QueueArgs, QueueCommand};
use crate::fitted_table::{Column, Importance, formatted};
use crate::interrupt;
use crate::output::{Output, Printer, Row};

pub(crate) fn run(args: &QueueArgs) -> Result<(), Failure> {
    match &args.command {
        QueueCommand::Status { queue, output } => {
            // Reading the status changes nothing, so Ctrl-C may end the process at any moment.
            let found = interrupt::at_once_while(|| status(&queue.address()))?;
            print(&found, output)
        }
        QueueCommand::NewKey { file } => {
            let public_key = new_key(file)?;
            let mut output = Output::of_a_change();
            output.line(public_key)?;
            output.flush()
        }
    }
}

fn print(found: &QueueStatus, output: &OutputOption) -> Result<(), Failure> {
    let QueueStatus { contests, workers } = found;
    let is_wide = output.wide;
    let mut printer = Printer::new(output.form, Output::stdout());
    printer.text(|output| {
        if contests.is_empty() {
            output.line("no batches")?;
        }
        for contest in contests {
            output.line(one_line(&in_words(contest, workers)))?;
        }
        for (tools, games, number) in environments(workers) {
            let (games, number) = (games.into_iter().collect::<Vec<_>>().join(", "), of_workers(number));
            output.line(one_line(&format!(
                "environment {} of {number}, for {games}",
                environment_in_words(tools)
            )))?;
        }
        output.line(if workers.is_empty() { "no workers".into() } else { table(workers, is_wide) })
    })?;
    printer.columns(&["worker", "version", "threads", "playing", "batches", "matches", "seconds"])?;
    workers.iter().map(WorkerRow::of).try_for_each(|row| printer.row(&row))?;
    let contests: Vec<ContestRow> = contests.iter().map(|one| ContestRow::of(one, workers)).collect();
    printer.summary(&Summary { contests: &contests })?;
    printer.document(|workers| Document { contests: &contests, workers })?;
    printer.flush()
}

#[derive(Serialize)]
struct WorkerRow<'a> {
    worker: &'a str,
    version: &'a str,
    games: &'a [String],
    /// The environments by game, with their names.
    environments: BTreeMap<&'a str, EnvironmentRow<'a>>,
    threads: usize,
    playing: usize,
    batches: u64,
    matches: u64,
    seconds: u64,
}

#[derive(Serialize)]
struct EnvironmentRow<'a> {
    name: String,
    tools: BTreeMap<&'a str, &'a str>,
}

#[derive(Serialize)]
struct ContestRow<'a> {
    contest: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    /// The name of the environment, if the game runs foreign code.
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<String>,
    /// The workers that play the game only in other environments.
    refused: Vec<&'a str>,
    batches: u64,
    able_workers: usize,
}

#[derive(Serialize)]
struct Summary<'a> {
    contests: &'a [ContestRow<'a>],
}

#[derive(Serialize)]
struct Document<'a> {
    contests: &'a [ContestRow<'a>],
    workers: Vec<Value>,
}

impl Row for WorkerRow<'_> {}

impl<'a> WorkerRow<'a> {
    fn of(presence: &'a Presence) -> Self {
        let Presence { worker, version, threads, playing, games, batches, matches, seconds, .. } = presence;
        let row = |tools: &'a Tools| EnvironmentRow {
            name: environment_name(tools),
            tools: tools.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
        };
        let environments =
            presence.environments.iter().map(|(game, tools)| (game.as_str(), row(tools))).collect();
        Self {
            worker,
            version,
            games,
            environments,
            threads: *threads,
            playing: *playing,
            batches: *batches,
            matches: *matches,
            seconds: *seconds,
        }
    }
}

impl<'a> ContestRow<'a> {
    fn of(status: &'a ContestStatus, workers: &'a [Presence]) -> Self {
        let ContestStatus { contest, game, environment, batches, able_workers } = status;
        let refused = status.refused(workers).into_iter().map(|worker| worker.worker.as_str()).collect();
        let environment = (!environment.is_empty()).then(|| environment_name(environment));
        let (game, batches, able_workers) = (game.as_deref(), *batches, *able_workers);
        Self { contest, game, environment, refused, batches, able_workers }
    }
}

/// Describes the batches of a contest in one line.
fn in_words(status: &ContestStatus, workers: &[Presence]) -> String {
    let ContestStatus { contest, game, environment, batches, able_workers } = status;
    let game = game.as_ref().map_or(String::new(), |game| format!(" of {game}"));
    let under = match environment.as_slice() {
        [] => String::new(),
        tools => format!(" under {}", environment_name(tools)),
    };
    let (batches, able) = (grouped(*batches), of_workers(*able_workers));
    let refused: Vec<&str> =
        status.refused(workers).into_iter().map(|worker| worker.worker.as_str()).collect();
    let refused = if refused.is_empty() {
        String::new()
    } else {
        format!("; not {}, in another environment", refused.join(", "))
    };
    format!("contest {contest}{game}: {batches} batches{under}, {able} can play them{refused}")
}

fn of_workers(number: usize) -> String {
    if number == 1 { "1 worker".into() } else { format!("{number} workers") }
}

/// Returns the environments of workers, with their games and how many workers have them.
fn environments(workers: &[Presence]) -> Vec<(&Tools, BTreeSet<&str>, usize)> {
    let mut all = BTreeMap::<&Tools, (BTreeSet<&str>, usize)>::new();
    for worker in workers {
        for (game, tools) in &worker.environments {
            let (games, number) = all.entry(tools).or_default();
            games.insert(game);
            *number += 1;
        }
    }
    all.into_iter().map(|(tools, (games, number))| (tools, games, number)).collect()
}

fn table(workers: &[Presence], is_wide: bool) -> String {
    let column = |title: &str, importance, cell: &dyn Fn(&Presence) -> String| {
        Column::new(title, importance, workers.iter().map(cell).collect())
    };
    let columns = vec![
        column("worker", Importance::Most, &|one| one.worker.clone()),
        column("bout", Importance::Some, &|one| one.version.clone()),
        column("games", Importance::Little, &|one| one.games.join(", ")),
        column("threads", Importance::Most, &|one| one.threads.to_string()),
        column("playing", Importance::Much, &|one| one.playing.to_string()),
        column("batches", Importance::Some, &|one| grouped(one.batches)),
        column("matches", Importance::Most, &|one| grouped(one.matches)),
        column("per second", Importance::Much, &|one| grouped(one.matches / one.seconds.max(1))),
    ];
    formatted(columns, &["worker", "bout", "games"], crate::window::table_width(is_wide))
}
