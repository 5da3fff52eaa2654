//! Programs that are foreign code: checked before they play, and run in the sandbox.

use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{LazyLock, Once, OnceLock};
use std::time::{Duration, Instant};

use game::{AnyPlayers, Diagnostics, Metadata, NoPlayers, Outcome, Rules, Void};
use games::{REGISTRY, RegisteredGame};
use guests::{CheckedProgram, GuestError, Kind, MethodCheck, WarnOnce};
use referee::{Conditions, Detail, Finished, Lineup, MatchError, PlayerFactory};

use crate::program_file::ProgramFile;
use crate::{Client, Failure, Isolation};

/// The value that stands for compilers and interpreters if a machine cannot play a game.
const NOTHING: &str = "nothing";

/// A factory that makes no players, because this machine cannot run the programs of a game.
struct NotHere {
    why: String,
}

impl PlayerFactory for NotHere {
    fn players(&self, _: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        Err(Void { cause: self.why.clone() })
    }
}

/// Runs the programs of a contest, and knows the environment that their answers depend on.
pub struct ForeignCode {
    /// Makes the players of a match.
    pub factory: Box<dyn PlayerFactory>,
    /// The compilers and interpreters by name. Besides programs, answers depend on them.
    pub environment: Vec<(String, String)>,
}

impl ForeignCode {
    /// Finds what this game needs for its matches.
    pub fn of(game: &dyn RegisteredGame, isolation: Isolation, client: &Client) -> Result<Self, Failure> {
        Ok(match kind(game)? {
            None => Self { factory: Box::new(NoPlayers), environment: Vec::new() },
            Some(kind) => {
                let client = client.clone();
                let notices = WarnOnce::new(move |notice| client.note(&format!("note: {notice}")));
                let factory = kind.factory(isolation, &notices);
                let environment = kind.environment();
                Self {
                    factory,
                    environment: environment
                        .into_iter()
                        .map(|(name, value)| (name.to_owned(), value))
                        .collect(),
                }
            }
        })
    }

    /// Finds what this game needs for its matches, if this machine has it. Otherwise machines elsewhere must play.
    pub fn if_here(game: &dyn RegisteredGame, isolation: Isolation, client: &Client) -> Self {
        Self::of(game, isolation, client).unwrap_or_else(|failure| Self {
            factory: Box::new(NotHere { why: failure.to_string() }),
            environment: vec![(NOTHING.into(), format!("for {}", game.info().name))],
        })
    }

    /// Returns how its matches are played, without a budget per match.
    pub fn conditions<'a>(&'a self, detail: Detail, stop: &'a (dyn Fn() -> bool + Sync)) -> Conditions<'a> {
        Conditions { factory: self.factory.as_ref(), match_budget: None, detail, stop }
    }
}

/// The result of checking a program.
pub enum Checked {
    /// It is not foreign code.
    NotForeign,
    /// It may play.
    Accepted(CheckedProgram),
    /// It is refused for these reasons.
    Refused(Diagnostics),
}

/// Where programs are checked before they play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckedWhere {
    /// On this machine.
    Here,
    /// On this machine if it can; otherwise on the machines that play.
    HereOrElsewhere,
}

/// Checks a program that is about to play.
pub fn accept(file: &ProgramFile, client: &Client) -> Result<Checked, Failure> {
    checked_by(file, client, |kind, source| kind.accept(source))
}

/// Describes what a valid program does, in lines for its author: alone, or in a game against itself.
pub fn try_out(file: &ProgramFile, client: &Client) -> Result<Vec<String>, Failure> {
    let by_itself = match kind(file.game)? {
        Some(kind) => kind.try_out(&file.bytes),
        None => Ok(None),
    };
    match by_itself {
        Ok(Some(lines)) => Ok(lines),
        Ok(None) => Ok(vec![warm_up(file, client)?]),
        Err(error) => Err(Failure::Machine(format!("{}: {error}", file.path.display()))),
    }
}

/// Checks a program, and returns all its diagnostics.
pub fn examine(file: &ProgramFile, client: &Client) -> Result<Checked, Failure> {
    checked_by(file, client, |kind, source| kind.examine(source))
}

/// Returns the metadata of a program. If its file gives no name, the name in its code is used.
#[must_use]
pub fn named(mut metadata: Metadata, accepted: &CheckedProgram) -> Metadata {
    if let (None, Some(name)) = (&metadata.name, &accepted.name) {
        // Treated like a comment: control characters are removed here, too.
        metadata.take_comment(&[b"name ", name.as_slice()].concat());
    }
    metadata
}

fn checked_by(
    file: &ProgramFile,
    client: &Client,
    look: impl Fn(&dyn Kind, &[u8]) -> Result<CheckedProgram, GuestError>,
) -> Result<Checked, Failure> {
    let Some(kind) = kind(file.game)? else { return Ok(Checked::NotForeign) };
    if let Some(caution) = kind.caution(&file.bytes) {
        static SAID: Once = Once::new();
        SAID.call_once(|| client.note(&format!("note: {caution}")));
    }
    match look(kind, &file.bytes) {
        Ok(accepted) => Ok(Checked::Accepted(accepted)),
        Err(GuestError::Refused(diagnostics)) => Ok(Checked::Refused(diagnostics)),
        Err(GuestError::Machine(why)) => Err(Failure::Machine(format!("{}: {why}", file.path.display()))),
    }
}

/// Returns the kind of foreign code of a game. There is one per game and run, created when first needed.
fn kind(game: &dyn RegisteredGame) -> Result<Option<&'static dyn Kind>, Failure> {
    type Kinds = Result<Option<Box<dyn Kind>>, String>;
    static KINDS: LazyLock<Vec<(&str, OnceLock<Kinds>)>> =
        LazyLock::new(|| REGISTRY.iter().map(|game| (game.info().name, OnceLock::new())).collect());
    if !game.runs_foreign_code() {
        return Ok(None);
    }
    let (_, found) =
        KINDS.iter().find(|(name, _)| *name == game.info().name).expect("it came from the registry");
    let find = || guests::kind(game.info().name, cache_folder()).map_err(|error| error.to_string());
    match found.get_or_init(find) {
        Ok(kind) => Ok(kind.as_deref()),
        Err(why) => Err(Failure::Machine(format!(
            "{} cannot be played here: {why}; see `bout doctor`",
            game.info().name
        ))),
    }
}

/// Returns the results of trying every way of running a game's foreign code.
pub fn proofs(game: &dyn RegisteredGame) -> Vec<MethodCheck> {
    match kind(game) {
        Ok(Some(kind)) => kind.prove(),
        // The list of missing features explains why there are no results.
        Ok(None) | Err(_) => Vec::new(),
    }
}

/// Returns the folder that contains the build caches.
#[must_use]
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("BOUT_CACHE_DIR").filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    Some(directories::ProjectDirs::from("", "", "bout")?.cache_dir().to_owned())
}

/// What the first move of a program shows.
#[derive(Debug, Default)]
pub struct FirstMove {
    /// The fault by which it loses, in words.
    pub fault: Option<String>,
    /// Whether it gave an answer that the game counts as invalid.
    pub is_invalid: bool,
}

/// Asks a program for its first move, in a match against itself.
pub fn first_move(file: &ProgramFile, client: &Client) -> Result<FirstMove, Failure> {
    let Some(program) = file.game.read(&file.bytes).program else { return Ok(FirstMove::default()) };
    let failed = |error: &dyn Display| Failure::Machine(format!("{}: {error}", file.path.display()));
    let seats = *file.game.info().seats.start();
    let lineup =
        Lineup::new(file.game, vec![program; seats], &Rules::new()).map_err(|error| failed(&error))?;
    let factory = ForeignCode::of(file.game, Isolation::Reset, client)?.factory;
    let mut players = factory.players(&lineup, WARM_UP_SEED).map_err(|error| failed(&error))?;
    let setup = lineup.draw_setup(WARM_UP_SEED);
    let mut runner = lineup.runner();
    runner.begin(&setup).map_err(|error| failed(&error))?;
    runner.advance(1, players.as_mut()).map_err(|error| failed(&error))?;
    let fault = runner.ended().and_then(|outcome| outcome.fault.as_ref());
    let fault = fault.map(|fault| format!("{}: {}", fault.kind.word(), fault.detail));
    let is_invalid = runner.frame().register("invalid").iter().any(|answers| *answers > 0);
    Ok(FirstMove { fault, is_invalid })
}

/// Plays a game of a program against itself as a test, and returns the result in one line.
fn warm_up(file: &ProgramFile, client: &Client) -> Result<String, Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else { return Ok(String::new()) };
    let failed = |error: &dyn Display| Failure::Machine(format!("{}: {error}", file.path.display()));
    let seats = *file.game.info().seats.start();
    let lineup =
        Lineup::new(file.game, vec![program; seats], &Rules::new()).map_err(|error| failed(&error))?;
    let factory = ForeignCode::of(file.game, Isolation::Reset, client)?.factory;
    let mut players = factory.players(&lineup, WARM_UP_SEED).map_err(|error| failed(&error))?;
    let start = Instant::now();
    let mut table = lineup.runner();
    let is_long = || start.elapsed() > WARM_UP_TIME;
    let (turns, how) = match table.play(&lineup.draw_setup(WARM_UP_SEED), players.as_mut(), &is_long) {
        Ok(Finished { outcome, .. }) => match &outcome.fault {
            Some(fault) => {
                let (turn, kind, detail) = (outcome.turns, fault.kind.word(), &fault.detail);
                return Ok(format!(
                    "warm-up against itself: it fails on turn {turn} ({kind}: {detail}) and so loses the match"
                ));
            }
            None => (outcome.turns, tallies(&outcome)),
        },
        Err(MatchError::Stopped) => {
            (table.frame().turn, format!("stopped after {} s", WARM_UP_TIME.as_secs()))
        }
        Err(error) => return Err(failed(&error)),
    };
    let used = players.processor_time(0).max(players.processor_time(1)).as_secs_f64();
    let per_turn = used * 1e6 / turns.max(1).to_string().parse::<f64>().unwrap_or(1.0);
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    Ok(format!(
        "warm-up against itself: {turns} turns, {how}, {per_turn:.1} µs of processor time per turn ({elapsed:.0} ms in total)"
    ))
}

fn tallies(outcome: &Outcome) -> String {
    let one = |(name, numbers): &(&'static str, Vec<u64>)| {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        format!("{name} {}", numbers.join(":"))
    };
    outcome.tallies.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The seed of the warm-up game.
const WARM_UP_SEED: u64 = 1;

/// The time limit of the warm-up game, so that the author of a slow bot need not wait long.
const WARM_UP_TIME: Duration = Duration::from_secs(3);
