//! The state of a war, and playing further rounds.

use game::{
    AnswerLog, AnyPlayers, Engine as _, LoggedReply, Observer, Players, PlayersAdapter, Reply, Seat,
    Unobserved, Void, WireFormat as _,
};
use games::perlwar::{Answer, Engine, Question};
use referee::{Lineup, MatchError, attempt_until_valid};

use crate::foreign::ForeignCode;
use crate::{Client, Failure};

/// The current state of a war.
#[derive(Debug, Clone)]
pub struct WarState {
    /// The engine after the last round.
    pub engine: Engine,
    /// All answers of perl.
    pub(super) answers: AnswerLog,
    /// The approximate size of the answers in a record, in bytes.
    answer_bytes: usize,
}

/// The largest overhead of a reply in addition to its text, in bytes.
const REPLY_BYTES: usize = 16;

impl WarState {
    /// Creates the state before the first round.
    pub(super) fn new(engine: Engine) -> Self {
        Self { engine, answers: AnswerLog::default(), answer_bytes: 0 }
    }

    /// Returns the number of rounds played.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.engine.turn()
    }

    /// Returns true if the war is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.engine.outcome().is_some()
    }

    /// Plays a round again with its stored answers.
    pub(super) fn play_back(
        &mut self,
        answers: AnswerLog,
        observer: &mut impl Observer,
    ) -> Result<(), String> {
        if self.is_over() {
            return Err(format!("the war was over after round {}", self.rounds()));
        }
        let mut known = KnownAnswers(answers.replies.iter());
        self.engine.advance(self.rounds() + 1, &mut known, observer)?;
        match known.0.len() {
            0 => self.add_answers(answers),
            left => Err(format!("{left} of its answers were never asked for")),
        }
    }

    /// Stores the answers of a round, if all answers together still fit into a record.
    fn add_answers(&mut self, answers: AnswerLog) -> Result<(), String> {
        self.answer_bytes += answers.replies.iter().map(bytes_of).sum::<usize>();
        if self.answer_bytes > record::MAX_BODY_BYTES {
            return Err("perl has answered more than 64 MiB in this war, the most that a record holds".into());
        }
        if self.answers.replies.len() + answers.replies.len() > record::MAX_REPLIES {
            let most = record::MAX_REPLIES;
            return Err(format!(
                "perl has answered more than {most} times in this war, the most that a record holds"
            ));
        }
        self.answers.replies.extend(answers.replies);
        Ok(())
    }
}

fn bytes_of(reply: &LoggedReply) -> usize {
    REPLY_BYTES
        + match reply {
            Reply::Answer(bytes) => bytes.len(),
            Reply::Fault(_, detail) => detail.len(),
        }
}

/// Players with known answers. Unlike a [`game::RecordedAnswers`], they skip encoding the questions, which takes most of the
/// time of a round with a large Array.
struct KnownAnswers<'a>(std::slice::Iter<'a, LoggedReply>);

impl Players<Question, Answer> for KnownAnswers<'_> {
    type Failure = String;

    fn ask(&mut self, _: Seat, _: &Question) -> Result<Reply<Answer>, String> {
        match self.0.next().ok_or("its answers end before the round does")? {
            Reply::Answer(bytes) => {
                Answer::decode(bytes).map(Reply::Answer).ok_or_else(|| "an answer is not valid".into())
            }
            Reply::Fault(kind, detail) => Ok(Reply::Fault(*kind, detail.clone())),
        }
    }
}

/// Runs the snippets of a war.
pub struct RoundPlayer<'l> {
    lineup: &'l Lineup<'l>,
    foreign: ForeignCode,
    seed: u64,
    client: Client,
    /// Kept between rounds, because starting perl takes longer than most rounds.
    players: Option<Box<dyn AnyPlayers>>,
}

impl<'l> RoundPlayer<'l> {
    #[must_use]
    /// Creates a player of rounds that asks nobody yet.
    pub fn new(lineup: &'l Lineup<'l>, foreign: ForeignCode, seed: u64, client: &Client) -> Self {
        Self { lineup, foreign, seed, client: client.clone(), players: None }
    }

    /// Returns what answers depend on besides the snippets.
    #[must_use]
    pub fn environment(&self) -> Vec<(String, String)> {
        self.foreign.environment.clone()
    }

    /// Plays the next round completely or not at all, and returns its answers.
    pub fn play_round(&mut self, state: &mut WarState) -> Result<AnswerLog, Failure> {
        let client = self.client.clone();
        let attempted = attempt_until_valid(client.stop(), |attempt| {
            self.attempt(&state.engine, attempt).map_err(|void| {
                // Interrupted players report a failure of bout, although nothing failed.
                if client.wants_to_stop() { MatchError::Stopped } else { MatchError::Void(void) }
            })
        });
        let Ok(attempted) = attempted else { return Err(interrupted(state)) };
        let (engine, answers) = attempted.result.map_err(|void| {
            Failure::Machine(format!(
                "round {} stayed void, so the war is unchanged: {}; no player is affected; run the same command to try again",
                state.rounds() + 1,
                void.cause
            ))
        })?;
        let too_long = |why| Failure::File(format!("{why}; a war of this length needs a smaller Array"));
        state.add_answers(answers.clone()).map_err(too_long)?;
        state.engine = engine;
        Ok(answers)
    }

    /// Returns the engine one round after `before`.
    fn attempt(&mut self, before: &Engine, attempt: u32) -> Result<(Engine, AnswerLog), Void> {
        // After a failure, the players receive no more questions.
        let mut players = match self.players.take() {
            Some(players) => players,
            None => self.foreign.factory.players_for_attempt(self.lineup, self.seed, attempt)?,
        };
        let (mut engine, mut answers) = (before.clone(), AnswerLog::default());
        let mut asked = Interruptible { players: players.as_mut(), client: &self.client };
        engine.advance(
            engine.turn() + 1,
            &mut PlayersAdapter::new(&mut asked, &mut answers),
            &mut Unobserved,
        )?;
        self.players = Some(players);
        Ok((engine, answers))
    }
}

fn interrupted(state: &WarState) -> Failure {
    let played = state.rounds();
    Failure::Interrupted(format!(
        "round {} was discarded, and all earlier rounds are kept ({played} in total)",
        played + 1
    ))
}

/// Players that get no more questions once the client wants to stop, because a round of a large Array takes long.
struct Interruptible<'g> {
    players: &'g mut dyn AnyPlayers,
    client: &'g Client,
}

impl AnyPlayers for Interruptible<'_> {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        if self.client.wants_to_stop() {
            return Err(Void { cause: "interrupted".into() });
        }
        self.players.ask(seat, question)
    }
}
