//! Lets a submission challenge its hill, in a worker.

use std::path::Path;
use std::sync::Arc;

use accounts::{Mode, Outcome, WorstOpponent};
use contests::hill::{self, ChallengeResult, Challenger, Folder, Purpose, history};
use contests::program_file::ProgramFile;
use contests::programs::entrants;
use contests::{Client, Failure, Isolation};
use dispatch::Dispatcher;

use crate::orders::Message;
use crate::standings::HillStandings;
use crate::worker::{WorkerMessages, tell, tell_hill};

/// A submission, as a worker receives it.
pub(crate) struct Challenge {
    /// Its name, which the history of the hill keeps.
    pub(crate) submission: String,
    /// Its file name on the hill.
    pub(crate) file: String,
    /// Its source.
    pub(crate) source: Vec<u8>,
    /// Whether it is to enter the hill or only to be tested.
    pub(crate) mode: Mode,
    /// The number of threads.
    pub(crate) threads: usize,
}

impl Challenge {
    /// Checks the program, plays its matches, and reports the outcome to the site. If the history
    /// already contains the challenge, it is not repeated: an earlier process ended before the site
    /// received the outcome.
    pub(crate) fn play(
        &self,
        hill: &Path,
        client: &Client,
        messages: &WorkerMessages,
        players: Arc<dyn Dispatcher<Failure> + Send>,
    ) -> Result<(), Failure> {
        let mut folder = Folder::open(hill, client)?.with_isolation(Isolation::Fork).with_dispatcher(players);
        let mut store = folder.store()?;
        if let Some(made) = history::made_by(&folder.inside, &self.submission)? {
            tell(&Message::Challenged { outcome: Box::new(outcome_of(&made)) })?;
            drop(store);
            return tell_hill(&mut folder, self.threads);
        }
        let game = folder.config.game;
        let file = ProgramFile { bytes: self.source.clone(), path: self.file.clone().into(), game };
        let program = match entrants(&[file], client) {
            Ok(mut read) => read.remove(0),
            Err(Failure::Refused(_)) => return tell(&Message::Refused { why: messages.what_is_wrong() }),
            Err(failure) => return Err(failure),
        };
        let challenger = Challenger { entrant: &program, replaces: Some(&self.file) };
        let purpose = match self.mode {
            Mode::Enter => Purpose::Submission(self.submission.clone()),
            Mode::Test => Purpose::Try,
        };
        let result = folder.challenge(&mut store, &challenger, self.threads, &purpose)?;
        tell(&match result.verdict {
            ChallengeResult::Known { program } => Message::Known { program },
            ChallengeResult::Judged { program, is_in, rank, of, pushed_off } => {
                let worst = result.worst.iter().filter_map(|one| {
                    let thousandths = u32::try_from(one.score.score_thousandths()?).ok()?;
                    Some(WorstOpponent { opponent: one.program.clone(), score_thousandths: thousandths })
                });
                let worst = worst.collect();
                let pushed_off = pushed_off.into_iter().map(|(file, _)| file).collect();
                Message::Challenged {
                    outcome: Box::new(Outcome { program, is_in, rank, of, pushed_off, worst }),
                }
            }
        })?;
        match self.mode {
            Mode::Enter => {
                let renewal = folder.renewal(&mut store)?;
                let standings = HillStandings::of(&folder, &result.hill, &[], renewal.as_ref())?;
                tell(&Message::Rated { standings: Box::new(standings) })
            }
            Mode::Test => Ok(()),
        }
    }
}

/// Returns the outcome of a challenge in the history. The history does not record the opponents
/// against which the program did worst.
fn outcome_of(made: &hill::Challenge) -> Outcome {
    Outcome {
        program: made.program.clone(),
        is_in: made.has_entered(),
        rank: made.rank.unwrap_or(made.ratings.len() + 1),
        of: made.ratings.len(),
        pushed_off: made.pushed_off.clone(),
        worst: Vec::new(),
    }
}
