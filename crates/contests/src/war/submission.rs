//! Submitting snippets to a war: which players may, for which rounds, and the player's file afterwards.

use game::{Diagnostics, Engine as _, Game as _};
use games::perlwar::{self, Code, PerlWar, Snippets};

use super::folder::Folder;
use super::names::{check_name, same_in_other_case};
use super::state::WarState;

/// Snippets that a player may submit.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The player.
    pub player: String,
    /// The submitted snippets, by the rounds in which they enter.
    pub entering: Vec<EnteringSnippet>,
    /// All snippets of the player, including these.
    pub snippets: Snippets,
}

/// A submitted snippet.
#[derive(Debug, Clone)]
pub struct EnteringSnippet {
    /// The round in which it enters.
    pub round: u64,
    /// The snippet.
    pub code: Code,
    /// True if it replaces a snippet that was submitted before.
    pub replaces: bool,
}

/// The reason why a player may not submit a file. The texts do not name the folder of the war.
#[derive(Debug, thiserror::Error)]
pub enum SubmissionError {
    /// The name is not allowed for a player.
    #[error("{0}")]
    Name(String),
    /// Another player has nearly the same name.
    #[error("{0}")]
    Alike(String),
    /// The war does not allow it.
    #[error("{0}")]
    NotAllowed(String),
    /// The file cannot be submitted.
    #[error("{why}, so nothing was submitted")]
    Program {
        /// The reason in one sentence.
        why: &'static str,
        /// The errors and their places.
        diagnostics: Diagnostics,
    },
}

impl Folder {
    /// Checks whether a player may submit this program file now. Nothing is stored before [`Folder::keep_player`].
    pub fn submission(
        &self,
        state: &WarState,
        player: &str,
        file: &[u8],
    ) -> Result<Submission, SubmissionError> {
        check_name(player).map_err(SubmissionError::Name)?;
        self.check_may_submit(state, player)?;
        let before = self.players.iter().find(|known| known.name == player);
        let before = before.map(|known| known.snippets.clone()).unwrap_or_default();
        let entering: Vec<EnteringSnippet> = handed_in(file, state.rounds() + 1)?
            .into_iter()
            .map(|(round, code)| EnteringSnippet { round, code, replaces: before.entering(round).is_some() })
            .collect();
        let snippets = entering.iter().fold(before, |all, one| all.with(one.round, one.code.clone()));
        Ok(Submission { player: player.to_owned(), entering, snippets })
    }

    /// Describes how a finished war ended; `None` while it goes on.
    #[must_use]
    pub fn ended_in_words(&self, state: &WarState) -> Option<String> {
        let outcome = state.engine.outcome()?;
        let name = |seat: usize| self.players[seat].shown_name.as_str();
        let why = PerlWar::reason_in_words(outcome.reason).unwrap_or(outcome.reason);
        let how = format!("after round {}: {why}", outcome.turns);
        if let Some(winner) = outcome.winner() {
            return Some(format!("{} has won {how}", name(winner)));
        }
        let tied: Vec<&str> = outcome.tied().iter().map(|&seat| name(seat)).collect();
        Some(format!("a draw between {} {how}", tied.join(", ")))
    }

    /// Checks that the player may submit: an eliminated player stays out, and no player can join after the first round
    /// (P15).
    fn check_may_submit(&self, state: &WarState, name: &str) -> Result<(), SubmissionError> {
        let refused = |why: String| Err(SubmissionError::NotAllowed(why));
        if let Some(how) = self.ended_in_words(state) {
            return refused(format!("the war is over: {how}"));
        }
        if let Some(seat) = self.players.iter().position(|player| player.name == name) {
            return match state.engine.eliminated()[seat] {
                Some(round) => {
                    refused(format!("{name} was eliminated in round {round} and is out for good (P15)"))
                }
                None => Ok(()),
            };
        }
        if let Some(other) = self.players.iter().find(|player| same_in_other_case(&player.name, name)) {
            let why = format!(
                "there is already a player {}; {name} differs only in upper and lower case",
                other.shown_name
            );
            return Err(SubmissionError::Alike(why));
        }
        if state.rounds() > 0 {
            let names: Vec<&str> = self.players.iter().map(|player| player.shown_name.as_str()).collect();
            let why = "and no player can join after the first round (P15)";
            return refused(format!(
                "there is no player {name}, {why}; the players are: {}",
                names.join(", ")
            ));
        }
        let most = *PerlWar::INFO.seats.end();
        if self.players.len() == most {
            return refused(format!("there are already {most} players, the most that a war allows"));
        }
        Ok(())
    }
}

/// Returns the snippets that a file submits when `next` is the next round.
fn handed_in(file: &[u8], next: u64) -> Result<Vec<(u64, Code)>, SubmissionError> {
    let reading = perlwar::read(file);
    let Some(snippets) = reading.program else {
        let why = "the program has errors";
        return Err(SubmissionError::Program { why, diagnostics: reading.diagnostics });
    };
    let names_rounds = perlwar::names_rounds(file);
    let round_of = |round| if names_rounds { round } else { next };
    let entering: Vec<(u64, Code)> =
        snippets.iter().map(|(round, code)| (round_of(round), code.clone())).collect();
    if entering.iter().all(|(round, _)| *round >= next) {
        return Ok(entering);
    }
    let mut diagnostics = Diagnostics::default();
    for (round, place) in perlwar::places(file).into_iter().filter(|(round, _)| *round < next) {
        let message = format!("round {round} was already played, and its snippet cannot be changed");
        let help =
            format!("submit only snippets that enter from round {next} on, each after a line `=round N`");
        diagnostics.error("P14", Some(place), message, help);
    }
    let why = "the file has snippets for rounds that were already played";
    Err(SubmissionError::Program { why, diagnostics })
}
