//! `bout queue`: looks at a queue of games.

use contests::Failure;
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
            // Looking changes nothing, so Ctrl-C may end it at any moment.
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
        for ContestStatus { contest, batches, able_workers } in contests {
            let batches = grouped(*batches);
            let able = if *able_workers == 1 { "1 worker".into() } else { format!("{able_workers} workers") };
            output.line(format_args!(
                "contest {}: {batches} batches, {able} can play them",
                one_line(contest)
            ))?;
        }
        output.line(if workers.is_empty() { "no workers".into() } else { table(workers, is_wide) })
    })?;
    printer.columns(&["worker", "version", "threads", "playing", "batches", "matches", "seconds"])?;
    workers.iter().map(WorkerRow::of).try_for_each(|row| printer.row(&row))?;
    let contests: Vec<ContestRow> = contests.iter().map(ContestRow::of).collect();
    printer.summary(&Summary { contests: &contests })?;
    printer.document(|workers| Document { contests: &contests, workers })?;
    printer.flush()
}

#[derive(Serialize)]
struct WorkerRow<'a> {
    worker: &'a str,
    version: &'a str,
    games: &'a [String],
    threads: usize,
    playing: usize,
    batches: u64,
    matches: u64,
    seconds: u64,
}

#[derive(Serialize)]
struct ContestRow<'a> {
    contest: &'a str,
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
        Self {
            worker,
            version,
            games,
            threads: *threads,
            playing: *playing,
            batches: *batches,
            matches: *matches,
            seconds: *seconds,
        }
    }
}

impl<'a> ContestRow<'a> {
    fn of(status: &'a ContestStatus) -> Self {
        let ContestStatus { contest, batches, able_workers } = status;
        Self { contest, batches: *batches, able_workers: *able_workers }
    }
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
