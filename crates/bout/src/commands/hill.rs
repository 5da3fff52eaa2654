//! `bout hill`: a king-of-the-hill contest, kept in a folder.

mod remote;
mod report;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use contests::contest::RatingDetail;
use contests::hill::{
    Batch, Challenger, Folder, HillTable, Purpose, RatedHill, RenewalStep, Renewed, history,
};
use contests::program_file::ProgramFile;
use contests::programs::{Entrant, entrants};
use contests::{Client, Failure};
use store::Store;

use crate::anchor::Anchor;
use crate::cli::{HillArgs, HillCommand, HillOptions, Pages};
use crate::client::client;
use crate::failure::with_continuation;
use crate::input::{self, Named};
use crate::interrupt;
use crate::output::note;
use crate::players::Players;
use crate::web_page::{self, MatchPageOptions};

use remote::RemoteHill;
pub(super) use remote::name_of;
use report::{Outcome, Report, Shown, TablePart};

pub(crate) fn run(args: &HillArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    if let Some(hill) = RemoteHill::of(&args.command)? {
        return hill.run(&args.command);
    }
    let done = match &args.command {
        HillCommand::Add { folder, programs, options, .. } => {
            challenge_all(folder, programs, options, Mode::Enter)
        }
        HillCommand::Test { folder, programs, options, .. } => {
            challenge_all(folder, programs, options, Mode::Try)
        }
        HillCommand::Remove { folder, name, options } => remove(folder, name, options),
        HillCommand::Renew { folder, options } => renew(folder, options),
        HillCommand::Show { folder, page, anchor, pages, options, .. } => {
            show(folder, page.as_deref().map(|page| (page, pages.which)), anchor.as_ref(), options)
        }
    };
    done.map_err(|failure| with_continuation(failure, "continue", &interrupt::command()))
}

/// Whether a challenger enters the hill or is only tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Enter,
    Try,
}

fn challenge_all(
    path: &Path,
    programs: &[PathBuf],
    options: &HillOptions,
    mode: Mode,
) -> Result<(), Failure> {
    let client = client();
    let folder = match mode {
        Mode::Enter => Folder::open(path, &client)?,
        Mode::Try => Folder::open_or_look(path, &client)?,
    };
    let players = players(path, options)?;
    let mut folder = folder.with_dispatcher(players.shared_dispatcher());
    // Reads all challengers first, so that errors in any of them are found before the hill changes.
    let challengers = challengers(&folder, programs, &client)?;
    let named =
        challengers.iter().map(|one| (one.source.file.clone(), one.program.id().to_string())).collect();
    let begun = Batch { challengers: named, done: 0, challenges: folder.state.challenges };
    let done = match mode {
        Mode::Enter => Batch::done_before(&folder, &begun.challengers)?,
        Mode::Try => 0,
    };
    let mut report = Report::new(&options.output, path);
    let mut store = folder.store()?;
    for (at, challenger) in challengers.iter().enumerate() {
        let part = match challengers.as_slice() {
            [only] => TablePart::Around(&only.source.file),
            _ if at + 1 == challengers.len() => TablePart::All,
            _ => TablePart::Nothing,
        };
        if at < done {
            let (hill, _) = folder.play_residents(&mut store, options.threads())?;
            let outcome = Outcome::Done { program: challenger.source.file.clone() };
            report.add(&hill, &folder, &outcome, &[], part)?;
            continue;
        }
        let purpose = match mode {
            Mode::Enter => Purpose::Enter(begun.with(at + 1, &folder.state)),
            Mode::Try => Purpose::Try,
        };
        let challenged = folder.challenge(
            &mut store,
            &Challenger { entrant: challenger, replaces: None },
            options.threads(),
            &purpose,
        )?;
        let outcome = Outcome::Challenged(challenged.verdict, mode);
        report.add(&challenged.hill, &folder, &outcome, &challenged.worst, part)?;
    }
    report.finish()?;
    players.finish();
    // If this command is killed before it removes the batch file, repeating it finds all challenges
    // done.
    drop(store);
    if mode == Mode::Enter { Batch::forget(&folder.inside) } else { Ok(()) }
}

/// Reads the challengers, and refuses those of other games.
fn challengers(folder: &Folder, programs: &[PathBuf], client: &Client) -> Result<Vec<Entrant>, Failure> {
    programs.iter().try_for_each(|path| folder.refuse_other_game(path))?;
    let game = folder.config.game;
    let files: Vec<ProgramFile> =
        input::programs(programs, Some(game))?.iter().map(Named::read).collect::<Result<_, _>>()?;
    entrants(&files, client)
}

fn remove(path: &Path, name: &str, options: &HillOptions) -> Result<(), Failure> {
    let players = players(path, options)?;
    let mut folder = Folder::open(path, &client())?.with_dispatcher(players.shared_dispatcher());
    let mut store = folder.store()?;
    let (program, hill) = folder.remove(&mut store, name, options.threads())?;
    let mut report = Report::new(&options.output, path);
    report.add(&hill, &folder, &Outcome::Removed { program }, &[], TablePart::All)?;
    report.finish()
}

/// Chooses where the games of a hill are played: here, or by the workers of a queue.
fn players(hill: &Path, options: &HillOptions) -> Result<Players, Failure> {
    Players::of(&options.queue, hill, "hill")
}

/// How long a renewal plays before it lets other commands change the hill.
const RENEWAL_STEP: Duration = Duration::from_secs(10);

/// How long a renewal leaves the hill unlocked. Waiting commands retry the lock more often.
const RENEWAL_PAUSE: Duration = Duration::from_millis(100);

fn renew(path: &Path, options: &HillOptions) -> Result<(), Failure> {
    let mut report = Report::new(&options.output, path);
    let client = client();
    let players = players(path, options)?;
    loop {
        let mut folder = Folder::open(path, &client)?.with_dispatcher(players.shared_dispatcher());
        let mut store = folder.store()?;
        match folder.renew(&mut store, options.threads(), RENEWAL_STEP)? {
            RenewalStep::UpToDate => {
                let (hill, _) = folder.play_residents(&mut store, options.threads())?;
                report.add(&hill, &folder, &Outcome::UpToDate, &[], TablePart::All)?;
                return report.finish();
            }
            RenewalStep::Renewed(renewed) => {
                let Renewed { hill, old_table, retired, .. } = *renewed;
                let outcome = Outcome::Renewed { old_table, retired };
                report.add(&hill, &folder, &outcome, &[], TablePart::All)?;
                return report.finish();
            }
            RenewalStep::Left { .. } => {}
        }
        drop((folder, store));
        thread::sleep(RENEWAL_PAUSE);
    }
}

fn show(
    path: &Path,
    page: Option<(&Path, Pages)>,
    anchor: Option<&Anchor>,
    options: &HillOptions,
) -> Result<(), Failure> {
    let players = players(path, options)?;
    let folder = Folder::open_or_look(path, &client())?;
    let mut folder = folder.with_dispatcher(players.shared_dispatcher());
    let mut store = folder.store()?;
    let HillTable { mut hill, unable, refused } = folder.play_table(&mut store, options.threads())?;
    if let Some(anchor) = anchor {
        hill.results = anchor.applied_to(&hill.contest, hill.results)?;
    }
    if let Some((page, pages)) = page {
        write_page(page, pages, &folder, &hill, &store)?;
    }
    let mut report = Report::new(&options.output, path);
    // A renewal does not go on while a file has errors.
    let renewal = if refused.is_empty() { folder.renewal(&mut store)? } else { None };
    report.upgrade(&folder, &unable, renewal.as_ref());
    report.add(&hill, &folder, &Outcome::Shown, &[], TablePart::All)?;
    report.finish()?;
    if !refused.is_empty() {
        note(&format!(
            "note: the table is without {}, because of the errors above; correct or remove what has errors before the hill \
             changes again",
            refused.join(", ")
        ));
    }
    Ok(())
}

fn write_page(
    page: &Path,
    pages: Pages,
    folder: &Folder,
    hill: &RatedHill,
    store: &Store,
) -> Result<(), Failure> {
    hill.results.rate(RatingDetail::Pairs)?;
    let beside = MatchPageOptions { page, pages, records: None };
    let challenges = history::read(&folder.inside)?;
    let shown = Shown::of(&hill.contest, folder, &challenges);
    let standings = shown.standings(&hill.contest, &hill.results);
    // Without the lock, `store` is a copy in memory. It lacks the answers that match pages need.
    let theirs = if folder.is_held() { None } else { folder.existing_store()? };
    let section =
        web_page::section_of_hill(&standings, &challenges, theirs.as_ref().unwrap_or(store), beside)?;
    web_page::write(page, &format!("{}: a hill", hill.contest.game.info().name), vec![section])
}
