//! Messages between the site and its workers: one JSON value per line, over the worker's standard
//! input and output.

use std::path::{Path, PathBuf};

use accounts::{Mode, Outcome};
use contests::behaviour::Behaviour;
use serde::{Deserialize, Serialize};

use crate::log::WorkerLine;
use crate::practice::{LessonChecked, PracticeGames, PracticeLesson, PracticeResult};
use crate::standings::HillStandings;
use crate::worker_questions::Recipient;

/// An order with the id that identifies it in the log.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NumberedOrder<O> {
    /// The id.
    pub(crate) id: String,
    /// If other machines play the games of the order: how many games of each report are audited.
    #[serde(default)]
    pub(crate) audited_games: Option<u32>,
    /// True if the results of the site are on a database server. The worker queries it through the
    /// site.
    #[serde(default)]
    pub(crate) results_on_server: bool,
    /// The order itself.
    #[serde(flatten)]
    pub(crate) order: O,
}

/// A task for a worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub(crate) enum Order {
    /// Confirm that the worker is running.
    Greet,
    /// Say which games this machine can play.
    Games,
    /// Play the missing matches of a hill.
    Play {
        /// The folder of the hill.
        hill: PathBuf,
        /// The number of threads.
        threads: usize,
    },
    /// Continue the renewal of a hill for a while.
    Renew {
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
        /// Its file name on the hill. If the hill has such a file, the program is a new version of
        /// it.
        file: String,
        /// The source, in base64.
        source: String,
        /// Whether the program enters the hill or is only tested.
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
    /// Rename the file of a program on a hill, also in the history.
    Rename {
        /// The folder of the hill.
        hill: PathBuf,
        /// The file.
        file: String,
        /// Its new name.
        to: String,
    },
    /// Make the record of a game between two programs.
    Record {
        /// The folder of the hill.
        hill: PathBuf,
        /// The file of the first program. Without `game`, a game that it won is preferred.
        one: String,
        /// The file of its opponent.
        two: String,
        /// The number of the game, from 0. Without it, the first game that `one` won is recorded,
        /// or game 0 if there is none.
        game: Option<u64>,
    },
    /// Let a program play the fixed setups of its game.
    Behave {
        /// The name of the game.
        game: String,
        /// The source, in base64.
        source: String,
    },
    /// Check a program and play practice games with it.
    Practise(Box<PracticeGames>),
    /// Check a program against a lesson.
    CheckLesson(PracticeLesson),
    /// Fix the entrants of a dated contest.
    Close {
        /// The folder of the contest.
        contest: PathBuf,
        /// The folder of the hill whose programs are the entrants; `None` if authors entered their
        /// programs.
        hill: Option<PathBuf>,
    },
    /// Play the final of a dated contest.
    Final {
        /// The folder of the contest.
        contest: PathBuf,
        /// The number of threads.
        threads: usize,
    },
}

impl Order {
    /// Returns the name of the kind of order in the log and the metrics.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Greet => "greet",
            Self::Games => "games",
            Self::Behave { .. } => "behave",
            Self::Play { .. } => "play",
            Self::Renew { .. } => "renew",
            Self::Challenge { .. } => "challenge",
            Self::Round { .. } => "round",
            Self::Rename { .. } => "rename",
            Self::Record { .. } => "record",
            Self::Close { .. } => "close",
            Self::Final { .. } => "final",
            Self::Practise(_) => "practise",
            Self::CheckLesson(_) => "check-lesson",
        }
    }

    /// Returns true if the order only asks the worker something.
    pub(crate) const fn is_question(&self) -> bool {
        matches!(self, Self::Greet | Self::Games)
    }

    /// Returns the submission that is played; empty for other work.
    pub(crate) fn submission(&self) -> &str {
        match self {
            Self::Challenge { submission, .. } => submission,
            _ => "",
        }
    }

    /// Returns the folders that the order uses.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        let (one, other) = match self {
            Self::Greet | Self::Games | Self::Behave { .. } | Self::Practise(_) | Self::CheckLesson(_) => {
                (None, None)
            }
            Self::Play { hill, .. }
            | Self::Renew { hill, .. }
            | Self::Challenge { hill, .. }
            | Self::Rename { hill, .. }
            | Self::Record { hill, .. } => (Some(hill), None),
            Self::Round { war, .. } => (Some(war), None),
            Self::Close { contest, hill } => (Some(contest), hill.as_ref()),
            Self::Final { contest, .. } => (Some(contest), None),
        };
        one.into_iter().chain(other).map(PathBuf::as_path)
    }

    /// Makes all paths absolute, so that they do not depend on the working directory of a process.
    #[must_use]
    pub(crate) fn with_whole_paths(mut self) -> Self {
        let whole = |path: &mut PathBuf| {
            if let Ok(known) = std::path::absolute(&*path) {
                *path = known;
            }
        };
        match &mut self {
            Self::Greet | Self::Games | Self::Behave { .. } | Self::Practise(_) | Self::CheckLesson(_) => {}
            Self::Play { hill, .. }
            | Self::Renew { hill, .. }
            | Self::Challenge { hill, .. }
            | Self::Rename { hill, .. }
            | Self::Record { hill, .. } => whole(hill),
            Self::Round { war, .. } => whole(war),
            Self::Close { contest, hill } => {
                whole(contest);
                hill.iter_mut().for_each(whole);
            }
            Self::Final { contest, .. } => whole(contest),
        }
        self
    }

    /// Describes the order for hosts, without any text from authors.
    pub(crate) fn in_words(&self) -> String {
        let place = self.folders().next().and_then(Path::file_name);
        let place = place.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match self {
            Self::Greet => "answers a greeting".into(),
            Self::Games => "finds out which games can be played".into(),
            Self::Behave { game, .. } => format!("lets a program of {game} play fixed setups"),
            Self::Play { .. } => format!("plays what is unknown on {place}"),
            Self::Renew { .. } => format!("renews {place}"),
            Self::Challenge { submission, .. } => format!("plays submission {submission} on {place}"),
            Self::Round { round, .. } => format!("plays round {round} of {place}"),
            Self::Rename { .. } => format!("renames a program on {place}"),
            Self::Record { .. } => format!("makes the record of a fight on {place}"),
            Self::Close { .. } => format!("closes {place}"),
            Self::Final { .. } => format!("plays the final of {place}"),
            Self::Practise(games) => format!("plays {} for somebody who practises", games.game),
            Self::CheckLesson(lesson) => format!("checks a program by the lesson {}", lesson.lesson),
        }
    }
}

/// A message from a worker. `Done` and `Failed` end an order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub(crate) enum Message {
    /// The games that this machine can play.
    Games { games: Vec<String> },
    /// A sign of life while the work goes on. A worker that hangs sends none.
    Alive,
    /// The processor time of the order so far: of the worker, of all processes that it started, and
    /// of other machines that play its games.
    Spent { processor_ms: u64 },
    /// The progress of the order's matches.
    Progress { done: u64, total: u64 },
    /// A hill with all its results.
    Rated { standings: Box<HillStandings> },
    /// A program cannot play, for these reasons.
    Refused { why: String },
    /// An identical program is on the hill already, in this file.
    Known { program: String },
    /// The outcome of a challenge.
    Challenged { outcome: Box<Outcome> },
    /// The record of a game, in base64.
    Record { what: String, record: String },
    /// The behaviour of a program in the fixed setups of its game.
    Behaved { behaviour: Box<Behaviour> },
    /// The results of practice games.
    PracticeResult { practised: Box<PracticeResult> },
    /// The result of a check against a lesson.
    LessonChecked { checked: Box<LessonChecked> },
    /// The number of games that the order played.
    Played { games: u64 },
    /// A question that the server passes on, in base64, and its number.
    Ask { number: u64, recipient: Recipient, request: String },
    /// A line for the log of the site.
    Log { line: WorkerLine },
    /// The order failed. If `may_pass`, the program is not at fault and another attempt may
    /// succeed: for example, another command uses the folder, or the disk is full.
    Failed {
        why: String,
        #[serde(default)]
        may_pass: bool,
    },
    /// The order is complete.
    Done,
}
