//! What the site and its workers say to each other: a JSON value a line, through the worker's standard input and output.

use std::path::PathBuf;

use accounts::{Mode, Outcome};
use serde::{Deserialize, Serialize};

use crate::standings::HillStandings;

/// What a worker is to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub(crate) enum Order {
    /// Say which games this machine can play.
    Games,
    /// Play what is unknown on a hill.
    Play {
        /// The folder of the hill.
        hill: PathBuf,
        /// The number of threads.
        threads: usize,
    },
    /// Let a program challenge a hill.
    Challenge {
        /// The folder of the hill.
        hill: PathBuf,
        /// The submission.
        submission: String,
        /// Its file name on the hill. If there is such a file, the program is a new version of that one.
        file: String,
        /// The source, in base64.
        source: String,
        /// What it is for.
        mode: Mode,
        /// The number of threads.
        threads: usize,
    },
    /// Play a round of a war, unless it was played already.
    Round {
        /// The folder of the war.
        war: PathBuf,
        /// The number of the round.
        round: u64,
    },
    /// Give a program on a hill another file name, also in the history.
    Rename {
        /// The folder of the hill.
        hill: PathBuf,
        /// The file.
        file: String,
        /// Its new name.
        to: String,
    },
    /// Make the record of a game of two programs.
    Record {
        /// The folder of the hill.
        hill: PathBuf,
        /// The file of the program that is to win, if it ever won.
        one: String,
        /// The file of its opponent.
        two: String,
        /// The number of the game, from 0; without it, the first that `one` won, or else the first of all.
        game: Option<u64>,
    },
    /// Fix the entrants of a contest with a date.
    Close {
        /// The folder of the contest.
        contest: PathBuf,
        /// The folder of the hill whose programs are the entrants; without it, authors have entered.
        hill: Option<PathBuf>,
    },
    /// Play the final of a contest with a date.
    Final {
        /// The folder of the contest.
        contest: PathBuf,
        /// The number of threads.
        threads: usize,
    },
}

/// What a worker answers. `Done` and `Failed` end an order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub(crate) enum Message {
    /// The games that this machine can play.
    Games { games: Vec<String> },
    /// The work goes on. A worker that hangs does not say it.
    Alive,
    /// How far the matches of the order are.
    Progress { done: u64, total: u64 },
    /// A hill with all its results.
    Rated { standings: Box<HillStandings> },
    /// A program cannot play, for these reasons.
    Refused { why: String },
    /// An identical program is on the hill already, in this file.
    Known { program: String },
    /// What a challenge came to.
    Challenged { outcome: Box<Outcome> },
    /// The record of a game, in base64.
    Record { what: String, record: String },
    /// The order could not be carried out. If `may_pass`, the program is not at fault: a file cannot be read or
    /// written at present, because another command uses the folder or the disk is full, say.
    Failed {
        why: String,
        #[serde(default)]
        may_pass: bool,
    },
    /// The order is carried out.
    Done,
}
