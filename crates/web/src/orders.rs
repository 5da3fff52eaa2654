//! What the site and its workers say to each other: a JSON value a line, through the worker's standard input and output.

use std::path::{Path, PathBuf};

use accounts::{Mode, Outcome};
use contests::behaviour::Behaviour;
use serde::{Deserialize, Serialize};

use crate::asking::Whom;
use crate::log::WorkerLine;
use crate::practice::{LessonChecked, PracticeGames, PracticeLesson, Practised};
use crate::standings::HillStandings;

/// An order with the id by which the site and the worker call it in the log.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NumberedOrder<O> {
    /// The id.
    pub(crate) id: String,
    /// If machines elsewhere play its games: how many games of each of their reports are played again.
    #[serde(default)]
    pub(crate) audited_games: Option<u32>,
    /// Whether the results of the site are on a server, which the worker asks for by its site.
    #[serde(default)]
    pub(crate) results_on_server: bool,
    /// What is to do.
    #[serde(flatten)]
    pub(crate) order: O,
}

/// What a worker is to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub(crate) enum Order {
    /// Say that the worker is there.
    Greet,
    /// Say which games this machine can play.
    Games,
    /// Play what is unknown on a hill.
    Play {
        /// The folder of the hill.
        hill: PathBuf,
        /// The number of threads.
        threads: usize,
    },
    /// Go on with the renewal of a hill for a while.
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
    /// Let a program play the fixed setups of its game.
    Behave {
        /// The name of the game.
        game: String,
        /// The source, in base64.
        source: String,
    },
    /// Check a program, and play games of it, for somebody who practises.
    Practise(Box<PracticeGames>),
    /// Check a program by a lesson.
    CheckLesson(PracticeLesson),
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

impl Order {
    /// Returns the kind of work, as the log and the metrics call it.
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

    /// Returns the folders that it is about.
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

    /// Returns the same with paths that do not depend on the folder in which a process runs.
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

    /// Returns what it is, for hosts: without anything that an author wrote.
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

/// What a worker answers. `Done` and `Failed` end an order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "message", rename_all = "kebab-case")]
pub(crate) enum Message {
    /// The games that this machine can play.
    Games { games: Vec<String> },
    /// The work goes on. A worker that hangs does not say it.
    Alive,
    /// The processor time of the order so far, of the worker and all processes that it started.
    Spent { processor_ms: u64 },
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
    /// What a program does in the fixed setups of its game.
    Behaved { behaviour: Box<Behaviour> },
    /// What games of somebody who practises came to.
    Practised { practised: Box<Practised> },
    /// What the check by a lesson came to.
    LessonChecked { checked: Box<LessonChecked> },
    /// The games that the order played.
    Played { games: u64 },
    /// What the server is to ask, in base64, and the number of the question.
    Ask { number: u64, whom: Whom, request: String },
    /// Something for the log, which belongs to no order.
    Log { line: WorkerLine },
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
