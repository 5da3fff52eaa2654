//! The command line as users type it.

mod compare;
mod evolve;
mod exact;
mod hill;
mod pages;
mod tournament;
mod view;
mod war;
mod watch;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use game::{NamedLists, Rules};
use games::{RegisteredGame, registry};

use crate::failure::Failure;
use crate::limits;
use crate::output::Form;

pub(crate) use compare::{CompareArgs, Question};
pub(crate) use evolve::EvolveArgs;
pub(crate) use exact::{ExactArgs, ScoreKind};
pub(crate) use hill::{HillArgs, HillCommand, HillOptions};
pub(crate) use pages::{Pages, PagesOption};
pub(crate) use tournament::{ScheduleKind, TournamentArgs};
pub(crate) use view::ViewArgs;
pub(crate) use war::{NewWarOptions, RoundOptions, WarArgs, WarCommand};
pub(crate) use watch::WatchArgs;

/// An arena for programming games: plays programs against each other and says who is best.
#[derive(Debug, Parser)]
#[command(name = "bout", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Programs are files; a folder means the programs in it, and `-` is standard input. A file's ending tells the \
game, or --game does. `--` ends the options.

Exit codes: 0 done; 1 the answer is no (errors in a program, a failed case, a record that is damaged or not \
true, an illegal setup); 2 usage; 3 a file cannot be read or written; 4 this machine lacks something; \
130 interrupted.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play an example tournament of every game, print the tables and write a report
    Demo(DemoArgs),
    /// List the games, their parameters and their file names
    Games(GamesArgs),
    /// Write a starting folder: example programs and the rules
    New(NewArgs),
    /// Read programs and print every error and warning, with source line and caret
    Check(CheckArgs),
    /// Write programs in canonical form, comments kept
    Fmt(FmtArgs),
    /// Play matches and print who won
    Play(PlayArgs),
    /// Count who wins from every setup there is (Crash): the score without luck
    Exact(ExactArgs),
    /// Play a tournament: round robin, gauntlet, Swiss, elimination, adaptive or free-for-all
    Tournament(Box<TournamentArgs>),
    /// Say whether a new version of a program is better than the old one, as soon as it is known
    Compare(Box<CompareArgs>),
    /// Search for strong programs by breeding: mutation, crossover, islands, an archive of different ideas
    Evolve(Box<EvolveArgs>),
    /// A king of the hill, kept in a folder
    Hill(HillArgs),
    /// Rate a program against a hill on every save: its rank, what it lost and won anew
    Watch(WatchArgs),
    /// A lasting war of snippets of Perl, kept in a folder: new ones can be handed in between rounds
    War(WarArgs),
    /// Play a contest again from its lock file and say which results changed
    Rejudge(RejudgeArgs),
    /// Write everything in a database of results as JSON lines
    Export(ExportArgs),
    /// Read such JSON lines into a database of results
    Import(ImportArgs),
    /// Ask a bot what it does on the board of a record, with the whole C library at hand
    Ask(AskArgs),
    /// Say what this machine can run, what is missing, and the remedy
    Doctor(DoctorArgs),
    /// Play records again and say whether they are true
    Replay(ReplayArgs),
    /// Look at a match in the terminal, turn by turn: play, seek, break, fork
    View(ViewArgs),
    /// Run conformance cases of any game
    Conform(ConformArgs),
    /// Print a script that completes bout's command line in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the licences of everything that is linked into bout
    Licenses(LicensesArgs),
    /// Print the manual page of bout or of one of its commands, or a page of the manual, such as a game's
    Man(ManArgs),
}

/// A game by its name.
#[derive(Debug, Args)]
pub(crate) struct GameOption {
    /// The game, where file names do not tell it
    #[arg(long = "game", value_name = "NAME", value_parser = game_parser())]
    name: Option<String>,
}

fn game_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(registry::names())
}

impl GameOption {
    pub(crate) fn get(&self) -> Option<&'static dyn RegisteredGame> {
        registry::by_name(self.name.as_deref()?)
    }
}

/// The form of results.
#[derive(Debug, Args)]
pub(crate) struct OutputOption {
    /// The form of results on standard output
    #[arg(long = "output", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    pub(crate) form: Form,
}

/// Options of everything that plays.
#[derive(Debug, Args)]
pub(crate) struct PlayingOptions {
    /// The seed that setups are drawn from: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(crate) seed: u64,

    #[command(flatten)]
    threads: ThreadsOption,

    /// A parameter of the game, such as `max_turns=5000`; see `bout games`
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    /// Write one record a match into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    /// How programs that are foreign code are kept apart; Esowar and Crash run none
    #[arg(long, value_enum, default_value_t = Isolation::Reset)]
    pub(crate) isolation: Isolation,

    /// Add how long things took to the output
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl PlayingOptions {
    /// The parameters that were given.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

fn parsed_rules(rules: &[String]) -> Result<Rules, Failure> {
    Rules::parse(rules).map_err(|error| Failure::Usage(format!("--rules: {error}")))
}

/// On how many threads to play.
#[derive(Debug, Args)]
pub(crate) struct ThreadsOption {
    /// Threads to play on; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), allow_hyphen_values = true)]
    threads: Option<u16>,
}

impl ThreadsOption {
    /// The threads that were asked for, or all cores, as far as there is address space for them.
    fn count(&self) -> usize {
        let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        limits::threads(self.threads.map_or_else(all_cores, usize::from))
    }
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The programs in the order of their seats: files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    /// How many matches; match 0 has --seed itself, the others seeds derived from it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    /// The first match to play, to go on where an earlier command stopped
    #[arg(long, value_name = "K", default_value_t = 0, allow_hyphen_values = true)]
    pub(crate) from: u64,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,

    #[command(flatten)]
    pub(crate) setup: SetupOptions,

    /// Print the text log of the match (Snakes)
    #[arg(long)]
    pub(crate) log: bool,
}

/// What is given of a setup.
#[derive(Debug, Args)]
pub(crate) struct SetupOptions {
    /// Where each program starts, instead of drawing it from the seed
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', allow_hyphen_values = true)]
    start: Vec<u64>,

    /// Where each robot starts (Esowar), instead of drawing it from the seed
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', allow_hyphen_values = true)]
    robots: Vec<u64>,

    /// Any other list of the game's setup, instead of drawing it from the seed; see `bout games`
    #[arg(long = "setup", value_name = "NAME=A,B,…", value_parser = named_list, allow_hyphen_values = true)]
    others: Vec<(String, Vec<u64>)>,
}

impl SetupOptions {
    /// The lists of the setup that are given, not drawn.
    pub(crate) fn wished(&self) -> NamedLists {
        let mut wished = NamedLists::default();
        for (name, numbers) in [("start", &self.start), ("robots", &self.robots)] {
            if !numbers.is_empty() {
                wished.set(name, numbers.clone());
            }
        }
        for (name, numbers) in &self.others {
            wished.set(name.clone(), numbers.clone());
        }
        wished
    }
}

/// Reads `name=1,2,3`.
fn named_list(text: &str) -> Result<(String, Vec<u64>), String> {
    let (name, numbers) = text.split_once('=').ok_or("expected NAME=A,B,…, such as start=100,5000")?;
    let number =
        |number: &str| number.parse().map_err(|_| format!("`{number}` is no number from 0 to {}", u64::MAX));
    Ok((name.to_owned(), numbers.split(',').map(number).collect::<Result<_, _>>()?))
}

/// How foreign code is kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Isolation {
    /// One process a match, whose memory and registers are reset before every question
    Reset,
    /// A fresh process for every question
    Fork,
    /// One process a match, for practice at home: what a question leaves behind stays, and counts for no ranking
    Fast,
}

impl Isolation {
    pub(crate) fn of_sandbox(self) -> sandbox::Isolation {
        match self {
            Self::Reset => sandbox::Isolation::Reset,
            Self::Fork => sandbox::Isolation::Fork,
            Self::Fast => sandbox::Isolation::Fast,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct RejudgeArgs {
    /// The contest.lock of a tournament; its contest.db lies beside it
    #[arg(value_name = "LOCK")]
    pub(crate) lock: PathBuf,

    /// Only the games of this program, by file; given twice, only those between the two
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) of: Vec<String>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl RejudgeArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The database: the contest.db of a tournament, or of a hill
    #[arg(value_name = "DB")]
    pub(crate) database: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// JSON lines that `bout export` wrote, or `-`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The database to read them into; made if it is not there
    #[arg(long = "into", value_name = "DB", default_value = "contest.db")]
    pub(crate) database: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Matches a pair, rounded up to even: half in each order [default: 4, and 2 where foreign code runs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: Option<u64>,

    /// The report: one HTML page, and a folder beside it with matches to watch
    #[arg(short = 'o', value_name = "FILE.html", default_value = "bout-demo.html")]
    pub(crate) page: PathBuf,

    #[command(flatten)]
    pub(crate) pages: PagesOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct LicensesArgs {
    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: String,

    /// The folder to write; it may exist, but no file in it is ever replaced
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

impl NewArgs {
    pub(crate) fn game(&self) -> &'static dyn RegisteredGame {
        registry::by_name(&self.game).expect("clap knows the names")
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Program files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Silence a warning; `bout games` lists their codes
    #[arg(long, value_name = "CODE", value_parser = PossibleValuesParser::new(warning_codes()))]
    pub(crate) allow: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

fn warning_codes() -> Vec<&'static str> {
    registry::REGISTRY.iter().flat_map(|game| game.warnings()).map(|warning| warning.code).collect()
}

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Program files and folders, changed in place; `-` goes from standard input to standard output
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Change nothing; name the files that are not in canonical form and exit with 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// The bot's source
    #[arg(value_name = "BOT.c")]
    pub(crate) program: PathBuf,

    /// The record of a match (.bout)
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// The turn; the first is 1
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) turn: u64,

    /// The seat to ask for: 0 is the first program of the record [default: the one whose program this is, or else 0]
    #[arg(long, value_name = "SEAT", allow_hyphen_values = true)]
    pub(crate) seat: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Try what each wall holds: things that foreign code would like to do, without walls, behind each alone, behind all
    #[arg(long)]
    pub(crate) prove: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Record files (.bout), and folders of them
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,

    /// Compare the state at the end, too, unwatched and watched
    #[arg(long)]
    pub(crate) deep: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ConformArgs {
    /// Files of conformance cases
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// How runs of foreign code are kept apart, in cases that have some
    #[arg(long, value_enum, default_value_t = Isolation::Reset)]
    pub(crate) isolation: Isolation,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// A command, a game, or another page of the manual; without it, bout itself
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,

    /// Write the pages of bout and of all its commands into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "topic")]
    pub(crate) dir: Option<PathBuf>,
}
