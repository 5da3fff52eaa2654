//! `bout doctor`: what this machine can run, what is missing, and what to do about it.

use std::borrow::Cow;

use contests::Failure;
use contests::Isolation;
use contests::confined_folder::ConfinedFolder;
use contests::foreign::{self, ForeignCode, cache_folder};
use dispatch::environment_name;
use games::{REGISTRY, RegisteredGame, registry};
use guests::{MethodCheck, Necessity, Requirement};
use serde::Serialize;
use serde_json::Value;

use crate::cli::DoctorArgs;
use crate::client::client_without_progress;
use crate::limits;
use crate::output::{Output, Printer, Row};

/// Something that this machine has or lacks.
#[derive(Serialize)]
struct Finding {
    name: Cow<'static, str>,
    about: String,
    /// True if foreign code is refused without it.
    required: bool,
    /// The game that it concerns; `None` if it concerns no single game.
    #[serde(skip)]
    game: Option<&'static str>,
    present: bool,
    /// What to do if it is missing. For a failed attempt, what was observed.
    remedy: String,
    #[serde(skip)]
    kind: Kind,
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Something that foreign code needs or benefits from.
    Requirement,
    /// A way of running foreign code that was tried.
    Method,
    /// Isolation of a site's workers that was tried.
    Workers,
}

impl Row for Finding {}

/// Whether a game can be played.
#[derive(Serialize)]
struct GameRow {
    game: &'static str,
    playable: bool,
    /// The only programs that can be played, if not all can.
    only: Option<&'static str>,
    /// The name of the environment of its foreign code.
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<String>,
}

/// The JSON document.
#[derive(Serialize)]
struct Document {
    findings: Vec<Value>,
    games: Vec<GameRow>,
}

impl GameRow {
    fn new((game, how): &(&'static str, Playable)) -> Self {
        let only = if let Playable::With(only) = how { Some(*only) } else { None };
        Self { game, playable: !matches!(how, Playable::Not), only, environment: environment(game) }
    }
}

/// Returns the name of the environment of a game's foreign code on this machine, if there is any.
fn environment(game: &str) -> Option<String> {
    let game = registry::by_name(game).filter(|game| game.runs_foreign_code())?;
    let foreign = ForeignCode::of(game, Isolation::Reset, &client_without_progress()).ok()?;
    Some(environment_name(&foreign.environment))
}

/// Whether a game can be played.
enum Playable {
    Fully,
    /// Only these programs can be played.
    With(&'static str),
    Not,
}

mod prove;

pub(crate) fn run(args: &DoctorArgs) -> Result<(), Failure> {
    limits::check_for_trying()?;
    if args.prove { prove::run(args) } else { examine(args) }
}

fn examine(args: &DoctorArgs) -> Result<(), Failure> {
    let asking = || REGISTRY.iter().filter(|game| game.runs_foreign_code());
    let ways: Vec<(&'static str, Vec<MethodCheck>)> =
        asking().map(|game| (game.info().name, foreign::proofs(*game))).collect();
    let tried = ways.iter().flat_map(|(game, proofs)| proofs.iter().map(|proof| way(game, proof)));
    let findings: Vec<Finding> = features_and_tools().into_iter().chain(tried).chain(workers()).collect();
    let of = |game: &str| {
        ways.iter().find(|(known, _)| *known == game).map(|(_, proofs)| proofs.as_slice()).unwrap_or_default()
    };
    let playable: Vec<(&'static str, Playable)> =
        REGISTRY.iter().map(|game| (game.info().name, playable(*game, of(game.info().name)))).collect();
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.text(|output| text(output, &findings, &playable))?;
    printer.columns(&["name", "required", "present", "about", "remedy"])?;
    findings.iter().try_for_each(|finding| printer.row(finding))?;
    let games = playable.iter().map(GameRow::new).collect();
    printer.document(|findings| Document { findings, games })?;
    printer.flush()?;
    let cannot: Vec<&str> =
        playable.iter().filter(|(_, how)| matches!(how, Playable::Not)).map(|(name, _)| *name).collect();
    let lacking: Vec<&str> =
        findings.iter().filter(|one| one.required && !one.present).map(|one| one.name.as_ref()).collect();
    if cannot.is_empty() && (lacking.is_empty() || !sandbox::IS_SUPPORTED) {
        return Ok(());
    }
    let what = if cannot.is_empty() {
        "not all programs can be played here".to_owned()
    } else {
        format!("{} cannot be played here", cannot.join(" and "))
    };
    Err(Failure::Machine(format!("{what}; broken or missing: {}", lacking.join(", "))))
}

/// Determines whether a game can be played, from the ways of running it that were tried.
fn playable(game: &dyn RegisteredGame, proofs: &[MethodCheck]) -> Playable {
    if !game.runs_foreign_code() || guests::can_run(proofs) {
        return Playable::Fully;
    }
    let others = guests::programs_without_isolation(game.info().name)
        .filter(|_| proofs.iter().any(|proof| proof.part == Necessity::Extra && proof.seen.is_ok()));
    others.map_or(Playable::Not, Playable::With)
}

/// Creates the finding for a way of running foreign code that was just tried.
fn way(game: &'static str, proof: &MethodCheck) -> Finding {
    let (about, remedy) = match &proof.seen {
        Ok(seen) => (seen.clone(), "nothing to do".to_owned()),
        Err(why) => ("tried, but it does not work".to_owned(), why.clone()),
    };
    Finding {
        name: proof.way.into(),
        about,
        required: proof.part == Necessity::Needed,
        game: Some(game),
        present: proof.seen.is_ok(),
        remedy,
        kind: Kind::Method,
    }
}

/// Tries the isolation of a site's workers.
#[cfg(feature = "serve")]
fn workers() -> Vec<Finding> {
    let finding = |name, about: String, seen: Result<String, String>| Finding {
        name,
        about: seen.as_ref().map_or(about, Clone::clone),
        required: false,
        game: None,
        present: seen.is_ok(),
        remedy: seen.err().unwrap_or_else(|| "nothing to do".into()),
        kind: Kind::Workers,
    };
    match super::serve::try_isolation() {
        Ok(trials) => trials
            .into_iter()
            .map(|trial| {
                finding(format!("workers: {}", trial.feature.name).into(), trial.feature.about, trial.seen)
            })
            .collect(),
        Err(failure) => {
            vec![finding(
                "workers".into(),
                "isolated from the rest of this machine".into(),
                Err(failure.to_string()),
            )]
        }
    }
}

/// Builds without `bout serve` have no workers.
#[cfg(not(feature = "serve"))]
fn workers() -> Vec<Finding> {
    Vec::new()
}

fn features_and_tools() -> Vec<Finding> {
    let features = sandbox::report().into_iter().map(|feature| Finding {
        name: feature.name.into(),
        about: feature.about.into(),
        required: feature.required,
        game: None,
        present: feature.present,
        remedy: feature.remedy.into(),
        kind: Kind::Requirement,
    });
    let of_games = REGISTRY.iter().flat_map(|game| {
        let name = game.info().name;
        guests::requirements(name).into_iter().map(move |one| requirement(name, one))
    });
    features.chain(of_games).chain(cache()).collect()
}

/// Creates the finding for a requirement of one game's foreign code.
fn requirement(game: &'static str, Requirement { name, about, present, remedy }: Requirement) -> Finding {
    Finding {
        name: name.into(),
        about,
        required: true,
        game: Some(game),
        present,
        remedy,
        kind: Kind::Requirement,
    }
}

/// Checks the folder of the build cache. Without it, every command compiles programs again.
fn cache() -> Option<Finding> {
    let folder = cache_folder()?;
    let made = ConfinedFolder::make(&folder).and_then(|made| made.try_writing());
    Some(Finding {
        name: "a folder for compiled programs".into(),
        about: format!("{}, which keeps them between commands", folder.display()),
        required: false,
        game: None,
        present: made.is_ok(),
        remedy: match made {
            Ok(()) => "nothing to do".into(),
            Err(why) => format!("{why}; set BOUT_CACHE_DIR to a folder that you can write to"),
        },
        kind: Kind::Requirement,
    })
}

fn text(
    output: &mut Output,
    findings: &[Finding],
    playable: &[(&'static str, Playable)],
) -> Result<(), Failure> {
    output.line("For games that run foreign code:")?;
    let of_kind = |kind| findings.iter().filter(move |finding| finding.kind == kind);
    for finding in of_kind(Kind::Requirement) {
        let state = match (finding.present, finding.required) {
            (true, _) => "yes     ",
            (false, true) => "MISSING ",
            (false, false) => "no      ",
        };
        let need = match (finding.required, finding.game) {
            (false, _) => String::new(),
            (true, None) => ", required".into(),
            (true, Some(game)) => match guests::programs_without_isolation(game) {
                Some(others) => format!(", required for {game} (not for {others})"),
                None => format!(", required for {game}"),
            },
        };
        output.people(format_args!("  {state} {}: {}{need}", finding.name, finding.about))?;
        if !finding.present {
            output.people(format_args!("           remedy: {}", finding.remedy))?;
        }
    }
    output.line("Ways of running it, each tried just now:")?;
    for finding in of_kind(Kind::Method) {
        let (state, seen) =
            if finding.present { ("works   ", &finding.about) } else { ("FAILS   ", &finding.remedy) };
        let game = finding.game.unwrap_or_default();
        output.people(format_args!("  {state} {game}: {}: {seen}", finding.name))?;
    }
    if of_kind(Kind::Workers).next().is_some() {
        output.line("Isolation of the workers of a site (`bout serve`), tried just now:")?;
    }
    for finding in of_kind(Kind::Workers) {
        let (state, seen) =
            if finding.present { ("works   ", &finding.about) } else { ("no      ", &finding.remedy) };
        output.people(format_args!("  {state} {}: {seen}", finding.name))?;
    }
    for (game, how) in playable {
        match how {
            Playable::Fully => output.line(format_args!("{game}: can be played here"))?,
            Playable::With(only) => {
                output.line(format_args!("{game}: can be played here with {only} only"))?;
            }
            Playable::Not => output.line(format_args!("{game}: cannot be played here"))?,
        }
        if let Some(environment) = environment(game) {
            output.line(format_args!("  its environment here is {environment}"))?;
        }
    }
    Ok(())
}
