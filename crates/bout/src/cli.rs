//! The command line and its help.

mod about;
#[cfg(feature = "serve")]
mod admin;
mod compare;
mod conform;
mod demo;
mod evolve;
mod exact;
mod hill;
mod lsp;
mod options;
mod pages;
mod play;
mod playground;
mod programs;
#[cfg(feature = "queue")]
mod queue;
mod rate;
mod records;
mod results;
#[cfg(feature = "serve")]
mod serve;
mod site;
mod tournament;
mod view;
mod war;
mod watch;
mod whole_number;

#[cfg(feature = "serve")]
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

#[cfg(not(feature = "queue"))]
pub(crate) use crate::players::OptionalQueue;
pub(crate) use about::{DoctorArgs, GamesArgs, LicensesArgs, ManArgs};
#[cfg(all(feature = "serve", feature = "postgres"))]
pub(crate) use admin::StoreName;
#[cfg(feature = "serve")]
pub(crate) use admin::{AdminArgs, AdminCommand, RoleName, SiteArgs};
pub(crate) use compare::{CompareArgs, CompareQuestion};
pub(crate) use conform::ConformArgs;
pub(crate) use demo::DemoArgs;
pub(crate) use evolve::EvolveArgs;
pub(crate) use exact::ExactArgs;
pub(crate) use hill::{HillArgs, HillCommand, HillOptions};
pub(crate) use lsp::LspArgs;
pub(crate) use options::{GameOption, IsolationArg, OutputOption, PlayingOptions, ThreadsOption};
pub(crate) use pages::{Pages, PagesOption};
pub(crate) use play::{PlayArgs, SetupOptions};
pub(crate) use playground::PlaygroundArgs;
pub(crate) use programs::{CheckArgs, FmtArgs, NewArgs};
#[cfg(feature = "queue")]
pub(crate) use queue::{OptionalQueue, QueueArgs, QueueCommand, WorkerArgs};
pub(crate) use rate::{Prior, RateArgs};
pub(crate) use records::{AskArgs, ExplainArgs, ReplayArgs};
pub(crate) use results::{ExportArgs, ImportArgs, RejudgeArgs};
#[cfg(feature = "serve")]
pub(crate) use serve::{LogFormat, ServeArgs};
pub(crate) use site::{LoginArgs, LogoutArgs, RemoteHillOptions, SubmitArgs};
pub(crate) use tournament::{ScheduleKind, TournamentArgs};
pub(crate) use view::ViewArgs;
pub(crate) use war::{NewWarOptions, RoundOptions, WarArgs, WarCommand};
pub(crate) use watch::WatchArgs;

use options::{game_parser, parsed_rules};

/// An arena for programming games: plays programs against each other and ranks them.
#[derive(Debug, Parser)]
#[command(name = "bout", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Programs are files. A folder stands for the programs in it, `-` for standard input. The game is recognised by \
the file name extension or set with --game. `--` ends the options.

Exit codes: 0 success; 1 the answer is no (errors in a program, a failed case, a record that is damaged or \
wrong, an illegal setup); 2 usage error; 3 a file cannot be read or written; 4 this machine lacks something, or a \
site cannot be reached; \
130 interrupted.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play an example tournament of every game, print the tables and write a report
    Demo(DemoArgs),
    /// List the games, their parameters and their file names
    Games(GamesArgs),
    /// Create a folder to start from, with example programs and the rules
    #[command(after_help = "Examples:\n  bout new esowar arena")]
    New(NewArgs),
    /// Check programs and print every error and warning with its source line
    #[command(after_help = "Examples:\n  bout check mine.crash\n  bout check programs --output jsonl")]
    Check(CheckArgs),
    /// Format programs in canonical form, keeping comments
    #[command(after_help = "Examples:\n  bout fmt mine.esowar\n  bout fmt --check programs")]
    Fmt(FmtArgs),
    /// Play matches and print the results
    #[command(
        after_help = "Examples:\n  bout play mine.crash arena/bomber.crash --view\n  bout play mine.crash arena/bomber.crash --games 1000\n  bout play a.esowar b.esowar c.esowar --record fights"
    )]
    Play(PlayArgs),
    /// Compute the exact score of two programs by playing every possible setup (Crash)
    #[command(after_help = "Examples:\n  bout exact mine.crash arena/bomber.crash")]
    Exact(ExactArgs),
    /// Play a tournament: round robin, gauntlet, Swiss, elimination, adaptive or free-for-all
    #[command(
        after_help = "Examples:\n  bout tournament arena -o report.html --results results\n  bout tournament arena --schedule swiss --games 20\n  bout tournament arena --schedule adaptive --top 3"
    )]
    Tournament(Box<TournamentArgs>),
    /// Play for contests on other machines: pull batches of games from a queue
    #[cfg(feature = "queue")]
    #[command(after_help = "Examples:\n  bout worker --queue nats://coordinator:4222")]
    Worker(WorkerArgs),
    /// Look at a queue of games
    #[cfg(feature = "queue")]
    #[command(after_help = "Examples:\n  bout queue status --queue nats://coordinator:4222")]
    Queue(QueueArgs),
    /// Rate the results of any games, from a CSV file or JSON lines
    #[command(
        after_help = "Examples:\n  bout rate games.csv\n  bout tournament arena --cross --output csv | bout rate -"
    )]
    Rate(RateArgs),
    /// Test whether a new version of a program is better than the old one, and stop as soon as this is known
    #[command(after_help = "Examples:\n  bout compare new.crash old.crash --against arena")]
    Compare(Box<CompareArgs>),
    /// Search for strong programs with an evolutionary algorithm
    #[command(after_help = "Examples:\n  bout evolve crash --against arena --out search")]
    Evolve(Box<EvolveArgs>),
    /// Run a king-of-the-hill contest, kept in a folder
    #[command(
        after_help = "Examples:\n  bout hill add arena arena\n  bout hill test arena mine.crash\n  bout hill show arena -o hill.html"
    )]
    Hill(HillArgs),
    /// Serve hills as a web site, with live standings and fights to watch
    #[cfg(feature = "serve")]
    #[command(after_help = "Examples:\n  bout serve site\n  bout serve site --bind 0.0.0.0:8080")]
    Serve(ServeArgs),
    /// Look after the accounts of a site, on the machine that serves it
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Examples:\n  bout admin host-link --site site\n  bout admin password-link anna --site site"
    )]
    Admin(AdminArgs),
    /// Play for a site: a process that `bout serve` starts
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    ServeWorker,
    /// Start workers for a site: a process that `bout serve` starts
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    ServeLauncher {
        /// The folder of the site
        folder: PathBuf,
    },
    /// Attempt what no worker of a site may do: a process that `bout doctor` starts
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    ServeTrial,
    /// Store a token of a site, with which bout acts there for your account
    #[command(after_help = "Examples:\n  bout login https://bout.example")]
    Login(LoginArgs),
    /// Forget the token of a site
    #[command(after_help = "Examples:\n  bout logout https://bout.example")]
    Logout(LogoutArgs),
    /// Submit programs to a hill of a site, and follow what becomes of them
    #[command(
        after_help = "Examples:\n  bout submit mine.crash --to https://bout.example --hill crash\n  bout submit mine.crash --to https://bout.example --hill crash --test"
    )]
    Submit(SubmitArgs),
    /// Rate a program against a hill on every save: its rank, new losses and new wins
    #[command(after_help = "Examples:\n  bout watch mine.crash --hill arena")]
    Watch(WatchArgs),
    /// Run a lasting PerlWar match, kept in a folder: players can submit snippets between rounds
    #[command(
        after_help = "Examples:\n  bout war new war\n  bout war submit war alice.pl\n  bout war round war"
    )]
    War(WarArgs),
    /// Play a contest again from its lock file and report which results changed
    #[command(
        after_help = "Examples:\n  bout rejudge results/contest.lock\n  bout rejudge spring-cup --commitment 1a2b…"
    )]
    Rejudge(RejudgeArgs),
    /// Write the whole contents of a results database as JSON lines
    Export(ExportArgs),
    /// Import JSON lines written by `bout export` into a results database
    Import(ImportArgs),
    /// Ask a bot for its move on the board of a record, with the whole C library available for debugging
    #[command(after_help = "Examples:\n  bout ask mine.c games/match.bout --turn 10")]
    Ask(AskArgs),
    /// Report what this machine can run, what is missing, and how to fix it
    #[command(after_help = "Examples:\n  bout doctor\n  bout doctor --prove")]
    Doctor(DoctorArgs),
    /// Play records again and verify them
    #[command(after_help = "Examples:\n  bout replay fights\n  bout replay match.bout --deep")]
    Replay(ReplayArgs),
    /// Tell why a match ended as it did: from the end back to the write that decided it
    #[command(
        after_help = "Examples:\n  bout explain match.bout\n  bout explain match.bout --seat 1 --output json"
    )]
    Explain(ExplainArgs),
    /// View a match in the terminal turn by turn: play, seek, set breakpoints, fork
    #[command(
        after_help = "Examples:\n  bout view match.bout\n  bout view a.crash b.crash --seed 7\n  bout view match.bout -o fight.html --open"
    )]
    View(ViewArgs),
    /// Write a web page in which one writes programs and sees at once how they do: editor, opponents, board and lessons
    #[command(after_help = "Examples:\n  bout playground --open\n  bout playground crash -o crash.html")]
    Playground(PlaygroundArgs),
    /// Serve an editor over standard input and output: diagnostics, explanations, completion, fights
    #[command(after_help = "The editor starts it; `bout man editors` says how for each editor.")]
    Lsp(LspArgs),
    /// Run conformance cases of any game
    Conform(ConformArgs),
    /// Print a shell completion script
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Print the licences of everything that is linked into bout
    Licenses(LicensesArgs),
    /// Show the manual page of bout, of one of its commands, or of a topic such as a game
    #[command(after_help = "Examples:\n  bout man esowar\n  bout man tournaments")]
    Man(ManArgs),
}
