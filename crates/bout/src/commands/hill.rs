//! `bout hill`: a king-of-the-hill contest, kept in a folder.

mod report;

use std::path::{Path, PathBuf};

use game::Digest;
use games::registry;
use store::Store;
use tournament::schedule::RoundRobin;
use tournament::{Row, Table};

use crate::cli::{HillArgs, HillCommand, HillOptions, Isolation, Pages};
use crate::contest::progress::Progress;
use crate::contest::{Contest, Known, PlayOptions, Results, Wanted, records::drawn_win, records::play_again};
use crate::failure::Failure;
use crate::file_name::FileName;
use crate::hill::{
    Batch, Challenge, Change, FALLEN, Folder, PROGRAMS, Place, RatingThen, State, Tie, history,
};
use crate::input::{self, Named, ProgramFile};
use crate::interrupt;
use crate::output::number;
use crate::programs::{Entrant, entrants};
use crate::recorder::Recorder;
use crate::web_page::{self, Beside};

use report::{Report, Shown, Verdict, WorstOpponent};

/// The number of worst opponents of a challenger that are listed.
const MAX_WORST: usize = 3;

pub(crate) fn run(args: &HillArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    match &args.command {
        HillCommand::Add { folder, programs, options } => {
            challenge_all(folder, programs, options, Mode::Enter)
        }
        HillCommand::Test { folder, programs, options } => {
            challenge_all(folder, programs, options, Mode::Try)
        }
        HillCommand::Remove { folder, name, options } => remove(folder, name, options),
        HillCommand::Show { folder, page, pages, options } => {
            show(folder, page.as_deref().map(|page| (page, pages.which)), options)
        }
    }
}

/// Whether a challenger enters the hill or is only tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Enter,
    Try,
}

fn challenge_all(
    path: &Path,
    programs: &[PathBuf],
    options: &HillOptions,
    mode: Mode,
) -> Result<(), Failure> {
    let mut folder = match mode {
        Mode::Enter => Folder::open(path)?,
        Mode::Try => Folder::open_or_look(path)?,
    };
    let files = challengers(&folder, programs)?;
    // An error in any of them is reported before the first one changes anything.
    let challengers = entrants(&files)?;
    let named =
        challengers.iter().map(|one| (one.source.file.clone(), one.program.id().to_string())).collect();
    let begun = Batch { challengers: named, done: 0, challenges: folder.state.challenges };
    let done = match mode {
        Mode::Enter => Batch::done_before(&folder, &begun.challengers)?,
        Mode::Try => 0,
    };
    let mut report = Report::new(options.output.form, path);
    let mut store = folder.store()?;
    for (at, challenger) in challengers.iter().enumerate() {
        let is_last = at + 1 == challengers.len();
        if at < done {
            tell_done(&folder, &mut store, challenger, options, is_last, &mut report)?;
        } else {
            let purpose = match mode {
                Mode::Enter => Purpose::Enter(begun.with(at + 1, &folder.state)),
                Mode::Try => Purpose::Try,
            };
            challenge(&mut folder, &mut store, challenger, options, purpose, is_last, &mut report)?;
        }
    }
    report.finish()?;
    // If this command is killed before its last step, repeating it finds all challenges done.
    drop(store);
    if mode == Mode::Enter { Batch::forget(&folder.inside) } else { Ok(()) }
}

/// Reports a challenger that the same command had finished before it was stopped.
fn tell_done(
    folder: &Folder,
    store: &mut Store,
    challenger: &Entrant,
    options: &HillOptions,
    shows_table: bool,
    report: &mut Report,
) -> Result<(), Failure> {
    let (contest, results) = play(folder, store, &folder.members()?, options)?;
    let verdict = Verdict::Done { program: challenger.source.file.clone() };
    report.add(&contest, &results, folder, &verdict, &[], shows_table)
}

/// The purpose of a challenge.
enum Purpose {
    /// To enter the hill; holds the progress of the command afterwards.
    Enter(Batch),
    /// To see the result without changing the hill.
    Try,
}

/// Reads the files of the challengers, and refuses those of other games.
fn challengers(folder: &Folder, programs: &[PathBuf]) -> Result<Vec<ProgramFile>, Failure> {
    let game = folder.config.game;
    for path in programs {
        let other = path.extension().and_then(|ending| registry::by_extension(ending.to_str()?));
        if let Some(other) = other.filter(|other| other.info().name != game.info().name) {
            let why =
                format!("a program of {}, but this is a hill of {}", other.info().name, game.info().name);
            return Err(Failure::Usage(format!("{}: {why}", path.display())));
        }
    }
    input::programs(programs, Some(game))?.iter().map(Named::read).collect()
}

fn challenge(
    folder: &mut Folder,
    store: &mut Store,
    challenger: &Entrant,
    options: &HillOptions,
    purpose: Purpose,
    shows_table: bool,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut members = folder.members()?;
    let id = challenger.program.id();
    if let Some(known) = members.iter().find(|member| member.program.id() == id) {
        let verdict = Verdict::Known { program: known.source.file.clone() };
        let (contest, results) = play(folder, store, &members, options)?;
        return report.add(&contest, &results, folder, &verdict, &[], shows_table);
    }
    let newcomer = newcomer(folder, challenger)?;
    members.push(newcomer.clone());
    let (contest, all) = play(folder, store, &members, options)?;
    let pushed_off = pushed_off(folder, &contest, &all.table, id);
    let is_in = pushed_off.iter().all(|&entrant| contest.field.program(entrant) != id);
    let place = contest.entrant_named(members.len() - 1);
    let worst = worst(folder, store, &contest, &all, place)?;
    let gone: Vec<(Entrant, u64)> = pushed_off
        .iter()
        .filter(|&&entrant| entrant != place)
        .map(|&entrant| (contest.entrants[entrant].clone(), age(folder, &contest, entrant)))
        .collect();
    let goes =
        |file: &String| pushed_off.iter().any(|&entrant| contest.entrants[entrant].source.file == *file);
    let stay: Vec<Entrant> = members.iter().filter(|member| !goes(&member.source.file)).cloned().collect();
    // The table covers only the programs that stay: games against others no longer count.
    let (hill, results) = play(folder, store, &stay, options)?;
    let rank = if is_in { rank_of(&hill, &results.table, id) } else { all.table.row_of(place).rank };
    let verdict = Verdict::Challenged {
        program: newcomer.source.file.clone(),
        is_in,
        entered: matches!(purpose, Purpose::Enter(_)),
        rank,
        of: stay.len(),
        pushed_off: gone.iter().map(|(entrant, age)| (entrant.source.file.clone(), *age)).collect(),
    };
    if let Purpose::Enter(batch) = purpose {
        let change = entering(folder, &newcomer, (&hill, &results), (is_in, rank), &gone, &batch)?;
        change.make(&folder.inside)?;
        folder.state = change.state;
    }
    report.add(&hill, &results, folder, &verdict, &worst, shows_table)
}

/// Returns a challenger with the name that it would have on the hill.
fn newcomer(folder: &Folder, challenger: &Entrant) -> Result<Entrant, Failure> {
    let mut newcomer = challenger.clone();
    let wanted = if challenger.source.file == "-" { "challenger" } else { &challenger.source.file };
    newcomer.source.file = folder.free_name(&PROGRAMS, wanted)?.into();
    newcomer.path.clone_from(&newcomer.source.file);
    Ok(newcomer)
}

/// Plays all unknown games of a round robin.
fn play(
    folder: &Folder,
    store: &mut Store,
    members: &[Entrant],
    options: &HillOptions,
) -> Result<(Contest, Results), Failure> {
    let contest = folder.contest(members, Isolation::Reset)?;
    if !folder.is_held() {
        folder.copy_known(&contest, store);
    }
    let options = PlayOptions {
        threads: options.threads(),
        known: Known::Use,
        only: Vec::new(),
        recorder: None,
        progress: Progress::new("hill"),
    };
    let mut schedule = RoundRobin::new(contest.field.len(), folder.config.games);
    let results = contest.play(&mut schedule, store, &options)?;
    if results.left.is_some() {
        let again = interrupt::command();
        let why =
            format!("the hill is unchanged, and the results so far are stored; to continue, run: {again}");
        return Err(Failure::Interrupted(why));
    }
    if results.voids > 0 {
        let why = "so the hill is unchanged; no program is affected; run the same command to try them again";
        let (voids, cause) = (results.voids, results.void_cause_in_words());
        return Err(Failure::Machine(format!("{voids} matches stayed void{cause}, {why}")));
    }
    results.rate(Wanted::Entrants)?;
    Ok((contest, results))
}

fn age(folder: &Folder, contest: &Contest, entrant: usize) -> u64 {
    folder.state.age(&contest.field.program(entrant).to_string())
}

/// Returns the programs that leave: those that are too old, and the last ones that exceed the hill's size.
pub(super) fn pushed_off(
    folder: &Folder,
    contest: &Contest,
    table: &Table,
    challenger: Digest,
) -> Vec<usize> {
    let config = &folder.config;
    // The challenge ages every program except the challenger, which is the youngest.
    let age_of = |entrant: usize| {
        (contest.field.program(entrant) != challenger).then(|| age(folder, contest, entrant) + 1)
    };
    let is_too_old =
        |row: &&Row| config.max_age.is_some_and(|max| age_of(row.entrant).is_some_and(|age| age > max));
    let mut gone: Vec<usize> = table.rows.iter().filter(is_too_old).map(|row| row.entrant).collect();
    let mut rest: Vec<&Row> = table.rows.iter().filter(|row| !gone.contains(&row.entrant)).collect();
    // The worst first; ties are broken by age.
    rest.sort_by(|one, two| {
        let by_age = age_of(one.entrant).cmp(&age_of(two.entrant));
        let by_age = if config.tie == Tie::Oldest { by_age.reverse() } else { by_age };
        two.rank.cmp(&one.rank).then(by_age)
    });
    let too_many = rest.len().saturating_sub(config.size);
    gone.extend(rest[..too_many].iter().map(|row| row.entrant));
    gone
}

fn rank_of(contest: &Contest, table: &Table, id: Digest) -> usize {
    let row = table.rows.iter().find(|row| contest.field.program(row.entrant) == id);
    row.map_or(table.rows.len() + 1, |row| row.rank)
}

/// Returns the worst opponents of a challenger, each with a record of a lost game.
fn worst(
    folder: &Folder,
    database: &Store,
    contest: &Contest,
    results: &Results,
    challenger: usize,
) -> Result<Vec<WorstOpponent>, Failure> {
    let mut opponents: Vec<usize> = (0..contest.field.len()).filter(|&other| other != challenger).collect();
    let score = |other: usize| results.cross.of(challenger, other).score_thousandths();
    opponents.retain(|&other| score(other).is_some_and(|score| score < 1000));
    opponents.sort_by_key(|&other| (score(other), contest.entrants[other].source.file.clone()));
    opponents.truncate(MAX_WORST);
    // Without the lock, no records are written.
    let recorder = folder.is_held().then(|| folder.records().map(Recorder::within)).transpose()?;
    let record = |other: usize| -> Result<Option<PathBuf>, Failure> {
        let Some(recorder) = &recorder else { return Ok(None) };
        let is_theirs = |members: &[usize]| members.contains(&challenger) && members.contains(&other);
        let played = results.played.iter().find(|played| is_theirs(&played.encounter.members));
        let Some(played) = played else { return Ok(None) };
        let members = &played.encounter.members;
        let at = members.iter().position(|&member| member == other).expect("it takes part");
        let record = match (played.tally.member(at).first_win, played.tally.census) {
            (Some(game), _) => Some(play_again(contest, database, members, game, game)?),
            (None, Some(_)) => drawn_win(contest, database, members, at)?,
            (None, None) => None,
        };
        record.map(|record| recorder.write(&record)).transpose()
    };
    opponents
        .into_iter()
        .map(|other| {
            let program = contest.entrants[other].source.file.clone();
            Ok(WorstOpponent { program, score: results.cross.of(challenger, other), record: record(other)? })
        })
        .collect()
}

/// Returns the change of a challenge: the new program, those that left, and all ages.
fn entering(
    folder: &Folder,
    newcomer: &Entrant,
    (hill, results): (&Contest, &Results),
    (is_in, rank): (bool, usize),
    gone: &[(Entrant, u64)],
    batch: &Batch,
) -> Result<Change, Failure> {
    let name = newcomer.source.file.clone();
    let id = newcomer.program.id().to_string();
    let challenges = folder.state.challenges + 1;
    let mut state = State { challenges, programs: places(folder, hill, results, 1) };
    for place in state.programs.iter_mut().filter(|place| place.id == id) {
        place.age = 0;
    }
    let bytes = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &newcomer.source.bytes);
    let file = name_on_hill(&name)?;
    Ok(Change {
        batch: Some(batch.with(batch.done, &state)),
        add: is_in.then_some((file, bytes)),
        remove: gone
            .iter()
            .map(|(entrant, _)| leaves(folder, &entrant.source.file))
            .collect::<Result<_, _>>()?,
        state,
        challenge: Challenge {
            number: challenges,
            change: "add".into(),
            program: name,
            id,
            rank: Some(rank),
            pushed_off: gone.iter().map(|(entrant, _)| entrant.source.file.clone()).collect(),
            ratings: ratings(hill, results),
        },
    })
}

/// Returns the name of a file in `programs/`, which was valid when it was read.
fn name_on_hill(file: &str) -> Result<FileName, Failure> {
    FileName::new(file).map_err(Failure::Refused)
}

/// Returns a file to move to `fallen/`: its name on the hill, and its new name.
fn leaves(folder: &Folder, file: &str) -> Result<(FileName, FileName), Failure> {
    Ok((name_on_hill(file)?, folder.free_name(&FALLEN, file)?))
}

/// Returns the places of all programs, with ages increased by `older` challenges.
fn places(folder: &Folder, hill: &Contest, results: &Results, older: u64) -> Vec<Place> {
    let place = |row: &Row| {
        let id = hill.field.program(row.entrant).to_string();
        Place {
            rank: row.rank,
            file: hill.entrants[row.entrant].source.file.clone(),
            age: folder.state.age(&id) + older,
            id,
            points: row.standing.points.to_string(),
            wins: number(row.standing.wins),
            draws: number(row.standing.draws),
            losses: number(row.standing.losses),
        }
    };
    results.table.rows.iter().map(place).collect()
}

/// Returns all ratings, best first.
fn ratings(hill: &Contest, results: &Results) -> Vec<RatingThen> {
    let rating = |row: &Row| {
        let file = &hill.entrants[row.entrant].source.file;
        let id = hill.field.program(row.entrant).to_string();
        RatingThen::new(file, id, &results.rankings().entrants[row.entrant])
    };
    let mut ratings: Vec<RatingThen> = results.table.rows.iter().map(rating).collect();
    ratings.sort_by(|one, two| two.elo.total_cmp(&one.elo));
    ratings
}

fn remove(folder: &Path, name: &str, options: &HillOptions) -> Result<(), Failure> {
    let mut folder = Folder::open(folder)?;
    let members = folder.members()?;
    let is_it = |member: &&Entrant| {
        let stem = member.source.file.rsplit_once('.').map_or(member.source.file.as_str(), |(stem, _)| stem);
        member.source.file == name || stem == name || member.name == name
    };
    let found: Vec<&Entrant> = members.iter().filter(is_it).collect();
    let [gone] = found[..] else {
        let files: Vec<&str> = members.iter().map(|member| member.source.file.as_str()).collect();
        let number = if found.is_empty() { "no program" } else { "more than one program" };
        return Err(Failure::Usage(format!(
            "{name}: {number} on the hill has this name; the programs are: {}",
            files.join(", ")
        )));
    };
    let file = gone.source.file.clone();
    let stay: Vec<Entrant> = members.iter().filter(|member| member.source.file != file).cloned().collect();
    let (hill, results) = play(&folder, &mut folder.store()?, &stay, options)?;
    let change = Change {
        add: None,
        remove: vec![leaves(&folder, &file)?],
        state: State { challenges: folder.state.challenges, programs: places(&folder, &hill, &results, 0) },
        challenge: Challenge {
            number: folder.state.challenges,
            change: "remove".into(),
            program: file.clone(),
            id: gone.program.id().to_string(),
            rank: None,
            pushed_off: vec![file.clone()],
            ratings: ratings(&hill, &results),
        },
        batch: None,
    };
    change.make(&folder.inside)?;
    folder.state = change.state;
    let mut report = Report::new(options.output.form, folder.inside.path());
    report.add(&hill, &results, &folder, &Verdict::Removed { program: file }, &[], true)?;
    report.finish()
}

fn show(folder: &Path, page: Option<(&Path, Pages)>, options: &HillOptions) -> Result<(), Failure> {
    let folder = Folder::open_or_look(folder)?;
    let members = folder.members()?;
    let mut store = folder.store()?;
    let (hill, results) = play(&folder, &mut store, &members, options)?;
    if let Some((path, pages)) = page {
        results.rate(Wanted::Pairs)?;
        let beside = Beside { page: path, pages, records: None };
        let challenges = history::read(&folder.inside)?;
        let shown = Shown::of(&hill, &folder, &challenges);
        let event = shown.event(&hill, &results);
        // Match pages need answers, which are not copied.
        let theirs = if folder.is_held() { None } else { folder.existing_store()? };
        let database = theirs.as_ref().unwrap_or(&store);
        let section = web_page::section_of_hill(&event, &challenges, database, beside)?;
        web_page::write(path, &format!("{}: a hill", hill.game.info().name), vec![section])?;
    }
    let mut report = Report::new(options.output.form, folder.inside.path());
    report.add(&hill, &results, &folder, &Verdict::Shown, &[], true)?;
    report.finish()
}
