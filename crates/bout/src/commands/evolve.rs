//! `bout evolve`: searches for strong programs.

mod progress;
mod report;

use std::time::{Duration, Instant};

use contests::Failure;
use contests::programs::{Entrant, entrants};
use contests::search::{Folder, MatchEvaluator, RemoteEvaluator, SavedSearch, SearchBasis, SearchStatus};
use evolve::{Confirmed, Evaluator, Member, Search, Settings};
use game::{Breeding, Participant, Rules};
use games::RegisteredGame;

use crate::cli::EvolveArgs;
use crate::client::client;
use crate::players::Players;
use crate::{input, interrupt};

use progress::Progress;
use report::Report;

/// How often the state of the search is saved.
const KEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The number of generations between checks against the target. A check takes many games with the
/// full rules.
const TARGET_INTERVAL: u64 = 10;

pub(crate) fn run(args: &EvolveArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let client = client();
    let game = args.game();
    let breeding = game.breeding().expect("the command line takes only games whose programs can be bred");
    let opponents = entrants_of(&args.against, game)?;
    let programs: Vec<Participant> = opponents.iter().map(|opponent| opponent.program.clone()).collect();
    let rules = args.rules()?;
    let quick = quick_rules(breeding, &args.quick()?, &rules)?;
    refuse_what_does_not_fit(game, &opponents, [("--rules", &rules), ("--quick", &quick)])?;
    let begun = SavedSearch::new(basis(game, &rules, &quick, &programs), settings(args, game)?);
    // A command that continues the search has the same settings, so it gets the same identity.
    let identity = format!("{begun:?}");
    let folder = Folder::open(&args.out, game, &client)?;
    let mut kept = taken_up(args, breeding, &folder, begun)?;
    folder.keep(&kept)?;
    let players = Players::of(&args.queue, &args.out, &identity)?;
    let status = SearchStatus::default();
    let evaluator = |rules| -> Box<dyn Evaluator> {
        let here =
            MatchEvaluator { game, opponents: &programs, rules, threads: args.threads(), client: &client };
        let dispatcher = players.dispatcher();
        if dispatcher.is_elsewhere() {
            Box::new(RemoteEvaluator { here, dispatcher, status: &status })
        } else {
            Box::new(here)
        }
    };
    let evaluators = [evaluator(&quick), evaluator(&rules)];
    let evaluators = [evaluators[0].as_ref(), evaluators[1].as_ref()];
    let (best, confirmed) = found(args, breeding, &folder, &mut kept, evaluators, &status)?;
    players.finish();
    let report = Report {
        game: game.info().name,
        search: &kept.search,
        best: &best,
        confirmed: &confirmed,
        opponents: &opponents,
        file: folder.best_file().display().to_string(),
    };
    folder.write_best(&best, &report.how())?;
    report.print(args.output.form)
}

/// Reads the legal programs of one game in these files and folders.
fn entrants_of(
    paths: &[std::path::PathBuf],
    game: &'static dyn RegisteredGame,
) -> Result<Vec<Entrant>, Failure> {
    let named = input::programs(paths, Some(game))?;
    let files: Vec<_> = named.iter().map(input::Named::read).collect::<Result<_, _>>()?;
    entrants(&files, &client())
}

/// Returns the parameters of the search's own games. Each comes from --quick, otherwise from
/// --rules, otherwise from the values that the game proposes for quick games.
fn quick_rules(breeding: &dyn Breeding, given: &Rules, rules: &Rules) -> Result<Rules, Failure> {
    let mut quick = given.clone();
    let proposed = breeding.quick_rules().iter().copied();
    for (key, value) in rules.iter().chain(proposed) {
        if quick.get(key).is_none() {
            quick.add(key, value).map_err(|error| Failure::Usage(error.to_string()))?;
        }
    }
    Ok(quick)
}

/// Checks that every opponent can play with these parameters, by pairing it with itself.
fn refuse_what_does_not_fit(
    game: &dyn RegisteredGame,
    opponents: &[Entrant],
    rules: [(&str, &Rules); 2],
) -> Result<(), Failure> {
    for (option, rules) in rules {
        for opponent in opponents {
            let both = [opponent.program.clone(), opponent.program.clone()];
            game.lineup(&both, rules)
                .map_err(|error| Failure::Usage(format!("{}: {option}: {error}", opponent.path)))?;
        }
    }
    Ok(())
}

fn basis(game: &dyn RegisteredGame, rules: &Rules, quick: &Rules, opponents: &[Participant]) -> SearchBasis {
    let pairs = |rules: &Rules| rules.iter().map(|(key, value)| (key.to_owned(), value)).collect();
    SearchBasis {
        game: game.info().name.into(),
        rules_version: game.info().rules_version,
        rules: pairs(rules),
        quick: pairs(quick),
        against: opponents.iter().map(|opponent| opponent.id().to_string()).collect(),
    }
}

fn settings(args: &EvolveArgs, game: &'static dyn RegisteredGame) -> Result<Settings, Failure> {
    let starts = if args.from.is_empty() { Vec::new() } else { entrants_of(&args.from, game)? };
    Ok(Settings {
        seed: args.seed,
        islands: args.islands.into(),
        population: args.population.into(),
        starts: starts.iter().map(|start| start.program.canonical.to_string()).collect(),
    })
}

/// Returns the search that is stored in the folder. With --fresh or without a stored search,
/// returns `begun`.
fn taken_up(
    args: &EvolveArgs,
    breeding: &dyn Breeding,
    folder: &Folder,
    begun: SavedSearch,
) -> Result<SavedSearch, Failure> {
    if args.fresh {
        folder.clear()?;
        return Ok(begun);
    }
    if folder.holds_a_search()? {
        return folder.read(&begun, breeding);
    }
    if args.resume {
        let out = args.out.display();
        return Err(Failure::Refused(format!("{out}: there is no search to continue; run without --resume")));
    }
    Ok(begun)
}

/// Searches for programs and confirms the best one. If a remote worker gave false results, repeats
/// everything that this command has done.
fn found(
    args: &EvolveArgs,
    breeding: &dyn Breeding,
    folder: &Folder,
    kept: &mut SavedSearch,
    [quick, whole]: [&dyn Evaluator; 2],
    status: &SearchStatus,
) -> Result<(Member, Confirmed), Failure> {
    let before = kept.clone();
    loop {
        search(args, breeding, folder, kept, [quick, whole])?;
        let found = if status.is_false() { None } else { Some(confirmed(args, &kept.search, whole)) };
        if let Some(failure) = status.take_failure() {
            return Err(failure);
        }
        if let Some(found) = found.filter(|_| !status.is_false()) {
            return found;
        }
        status.begin_again();
        kept.clone_from(&before);
    }
}

/// Runs generations until a limit or the target is reached, and saves the state.
fn search(
    args: &EvolveArgs,
    breeding: &dyn Breeding,
    folder: &Folder,
    kept: &mut SavedSearch,
    [quick, whole]: [&dyn Evaluator; 2],
) -> Result<(), Failure> {
    let longest = args.seconds.map(Duration::from_secs);
    let progress = Progress::new(&kept.search, args.generations, longest);
    let mut last_kept = Instant::now();
    while !is_over(args, &kept.search, &progress) && !target_is_reached(args, &kept.search, whole) {
        if !kept.search.next_generation(breeding, quick) {
            break;
        }
        progress.advance(&kept.search);
        if last_kept.elapsed() >= KEEP_INTERVAL {
            folder.keep(kept)?;
            last_kept = Instant::now();
        }
    }
    progress.finish();
    folder.keep(kept)?;
    folder.write_archive(&kept.search)
}

fn is_over(args: &EvolveArgs, search: &Search, progress: &Progress) -> bool {
    interrupt::was_requested()
        || search.generation() >= args.generations
        || args.seconds.is_some_and(|seconds| progress.elapsed() >= Duration::from_secs(seconds))
}

/// Returns true if the best program reaches the target. Checked only at intervals.
fn target_is_reached(args: &EvolveArgs, search: &Search, whole: &dyn Evaluator) -> bool {
    let Some(target) = args.target.filter(|_| search.generation().is_multiple_of(TARGET_INTERVAL)) else {
        return false;
    };
    search.has_reached(target, args.games, whole)
}

/// Chooses and confirms the best program with the full rules.
fn confirmed(
    args: &EvolveArgs,
    search: &Search,
    whole: &dyn Evaluator,
) -> Result<(Member, Confirmed), Failure> {
    if search.best().is_empty() && !interrupt::was_requested() {
        let why = "no program has scored yet; more --generations or a larger --population may help";
        return Err(Failure::Refused(why.into()));
    }
    let chosen = search.choose(whole);
    let found = chosen.and_then(|chosen| {
        let confirmed = search.confirm(chosen, args.games, whole)?;
        Some((chosen.clone(), confirmed))
    });
    found.ok_or_else(|| {
        let again = interrupt::command_with_flag("--resume");
        let generations = search.generation();
        Failure::Interrupted(format!("{generations} generations are stored; to continue, run: {again}"))
    })
}
