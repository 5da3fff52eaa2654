//! `bout tournament` as users type it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tournament::ratings::Confidence;

use super::{GameOption, PagesOption, PlayingOptions, ScoreKind};

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScheduleKind {
    /// Every pair
    RoundRobin,
    /// The first program against all others
    Gauntlet,
    /// A number of rounds, each against somebody with about as many points
    Swiss,
    /// Who loses is out
    SingleElimination,
    /// Who loses twice is out
    DoubleElimination,
    /// Games go where they decide the first ranks, until these are settled
    Adaptive,
}

impl ScheduleKind {
    /// The name as on the command line.
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

    /// Who meets whom
    #[arg(long, value_enum, default_value_t = ScheduleKind::RoundRobin)]
    pub(crate) schedule: ScheduleKind,

    /// Games a pairing, rounded up so that every program plays every setup from every seat: for two, half in each
    /// order
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    /// How the score of a pair is found [default: auto, and sampled with --record or --pgn]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) score: Option<ScoreKind>,

    /// Rounds (Swiss; with --seats, how often everybody is in a group of each kind)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000), allow_hyphen_values = true)]
    pub(crate) rounds: Option<u64>,

    /// Programs in a match: more than two play a free-for-all [default: 2]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seats: Option<usize>,

    /// How sure intervals are, and the ranks that an adaptive schedule settles: a share between 0.5 and 1
    #[arg(long, value_name = "SHARE", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    pub(crate) confidence: Confidence,

    /// The first ranks, which an adaptive schedule settles [default: 5]
    #[arg(long, value_name = "K", value_parser = ranks, allow_hyphen_values = true)]
    pub(crate) top: Option<usize>,

    /// Games after which an adaptive schedule ends, whatever is settled [default: those of a round robin with --games]
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000_000), allow_hyphen_values = true)]
    pub(crate) budget: Option<u64>,

    #[command(flatten)]
    pub(crate) kept: KeptOptions,

    /// Processor time that a program of foreign code may use in a whole match
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=1_000_000), allow_hyphen_values = true)]
    pub(crate) match_budget: Option<u64>,

    /// Print how every program did against every other in place of the table (csv), or beside it
    #[arg(long)]
    pub(crate) cross: bool,

    /// Also write all results as PGN, for programs that rate chess players
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Also write a report: one HTML page, and a folder beside it with matches to watch
    #[arg(short = 'o', value_name = "FILE.html")]
    pub(crate) page: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) pages: PagesOption,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}

/// Reads a confidence. Below one half, an interval would be wrong more often than right.
pub(crate) fn confidence(text: &str) -> Result<Confidence, String> {
    let wrong = || "must be a share from 0.5 to 0.9999, such as 0.95".to_owned();
    let share = text.parse().ok().filter(|share| (0.5..=0.9999).contains(share)).ok_or_else(wrong)?;
    Confidence::new(share).ok_or_else(wrong)
}

/// Reads how many ranks there are to settle.
fn ranks(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&ranks| ranks > 0).ok_or_else(|| "must be a number of ranks from 1 on".into())
}

/// What is kept of a tournament, and how it is used.
#[derive(Debug, Args)]
pub(crate) struct KeptOptions {
    /// Go on with a tournament that was stopped: what is known is not played again
    #[arg(long, conflicts_with = "fresh")]
    pub(crate) resume: bool,

    /// Forget what is known of these games and play them all
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Refuse to play unless everything is as in contest.lock
    #[arg(long)]
    pub(crate) locked: bool,

    /// The folder of contest.lock and of contest.db, which keeps every result
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) results: PathBuf,
}
