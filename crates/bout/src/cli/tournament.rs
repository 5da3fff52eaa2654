//! The arguments of `bout tournament`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use contests::ScoreKind;
use tournament::ratings::Confidence;

use super::exact::ScoreArg;
use super::whole_number::whole_number;
use super::{GameOption, PagesOption, PlayingOptions};
use crate::anchor::{self, Anchor};

/// Which programs meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScheduleKind {
    /// Every program meets every other
    RoundRobin,
    /// The first program meets all others
    Gauntlet,
    /// In each round, programs with about the same number of points meet
    Swiss,
    /// A program that loses is out
    SingleElimination,
    /// A program that loses twice is out
    DoubleElimination,
    /// Plays the games that help most to decide the top ranks, until these are settled
    Adaptive,
}

impl ScheduleKind {
    /// Returns the name used on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::SingleElimination => "single-elimination",
            Self::DoubleElimination => "double-elimination",
            Self::Adaptive => "adaptive",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    /// The programs: files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    /// The schedule, which decides which programs meet
    #[arg(long, value_enum, default_value_t = ScheduleKind::RoundRobin)]
    pub(crate) schedule: ScheduleKind,

    /// Games per pairing, rounded up so that every program plays every setup from every seat (with two seats, half in
    /// each order)
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole_number::<u64>(1..=1_000_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    /// How the score of a pair is determined [default: auto, or sampled with --record or --pgn]
    #[arg(long, value_enum, value_name = "HOW")]
    score: Option<ScoreArg>,

    /// Number of rounds (Swiss; with --seats, how often every program plays in a group of each kind)
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=100_000), allow_hyphen_values = true)]
    pub(crate) rounds: Option<u64>,

    /// Programs per match; more than two play a free-for-all [default: 2]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) seats: Option<usize>,

    /// The confidence of intervals, and of the ranks that an adaptive schedule settles: from 0.5 to 0.9999
    #[arg(long, value_name = "SHARE", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    pub(crate) confidence: Confidence,

    /// Fix the rating of one program, by its file or its name; intervals are then those of distances from it
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor::parse)]
    pub(crate) anchor: Option<Anchor>,

    /// Number of top ranks that an adaptive schedule settles [default: 5]
    #[arg(long, value_name = "K", value_parser = ranks, allow_hyphen_values = true)]
    pub(crate) top: Option<usize>,

    /// Settle the first K (--top) as a set, in whatever order
    #[arg(long)]
    pub(crate) top_set: bool,

    /// Let an adaptive schedule count programs as equal whose scores against the whole field differ by no more than
    /// this, in points per game, such as 0.02
    #[arg(long, value_name = "POINTS", value_parser = gap, allow_hyphen_values = true)]
    pub(crate) gap: Option<f64>,

    /// Number of games after which an adaptive schedule ends in any case [default: as many as a round robin with
    /// --games]
    #[arg(long, value_name = "GAMES", value_parser = whole_number::<u64>(2..=1_000_000_000_000), allow_hyphen_values = true)]
    pub(crate) budget: Option<u64>,

    #[command(flatten)]
    pub(crate) kept: KeptOptions,

    /// Processor time that a program of foreign code may use per match, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = whole_number::<u64>(1..=1_000_000), allow_hyphen_values = true)]
    pub(crate) match_budget: Option<u64>,

    /// Also print a cross table of every program against every other (with csv, instead of the table)
    #[arg(long)]
    pub(crate) cross: bool,

    /// Also write all results as PGN, for rating tools made for chess
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Also write a report: one HTML page, and next to it a folder of matches to watch
    #[arg(short = 'o', value_name = "FILE.html")]
    pub(crate) page: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) pages: PagesOption,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) queue: super::OptionalQueue,

    /// Accept games of foreign code that were played in this environment (may be repeated): a name that `bout queue
    /// status` lists, or `here` [default: here]
    #[arg(long, value_name = "NAME")]
    pub(crate) accept_environment: Vec<String>,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}

impl TournamentArgs {
    pub(crate) fn score(&self) -> Option<ScoreKind> {
        self.score.map(ScoreKind::from)
    }
}

/// Parses a confidence level. Below one half, an interval would be wrong more often than right.
pub(crate) fn confidence(text: &str) -> Result<Confidence, String> {
    let wrong = || "must be a share from 0.5 to 0.9999, such as 0.95".to_owned();
    let share = text.parse().ok().filter(|share| (0.5..=0.9999).contains(share)).ok_or_else(wrong)?;
    Confidence::new(share).ok_or_else(wrong)
}

/// Parses the number of ranks to settle.
fn ranks(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&ranks| ranks > 0).ok_or_else(|| "must be a number of ranks, at least 1".into())
}

/// Parses an indifference gap. Above one half, a program that wins all games would equal one that wins none.
fn gap(text: &str) -> Result<f64, String> {
    let wrong = || "must be a number of points per game above 0 and up to 0.5, such as 0.02".to_owned();
    text.parse().ok().filter(|&gap: &f64| gap > 0.0 && gap <= 0.5).ok_or_else(wrong)
}

/// Options for the results that a tournament keeps.
#[derive(Debug, Args)]
pub(crate) struct KeptOptions {
    /// Continue a tournament that was stopped, without playing known matches again
    #[arg(long, conflicts_with = "fresh")]
    pub(crate) resume: bool,

    /// Discard known results of these games and play them all
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Refuse to play unless everything matches contest.lock
    #[arg(long)]
    pub(crate) locked: bool,

    /// The folder for contest.lock and for contest.db, which stores every result
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) results: PathBuf,
}
