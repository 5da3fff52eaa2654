//! Players answer a game's questions. They may be a program, a record of earlier answers, or nobody.

use std::convert::Infallible;
use std::time::Duration;

use crate::{Canonical, Digest, FaultKind, Seat};

/// The reply to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply<A> {
    /// The program's answer.
    Answer(A),
    /// The program failed; the game's rules say what that costs.
    Fault(FaultKind, String),
}

/// Answers an engine's questions.
///
/// Engines are generic over their players, so games that ask no questions have no cost.
pub trait Players<Q, A> {
    /// How our own machinery can fail. Such a failure makes a match void. It never makes anybody lose.
    type Failure;

    /// Asks the program at `seat`.
    ///
    /// # Errors
    /// Only if our own machinery failed; a program's failure is a [`Reply::Fault`].
    fn ask(&mut self, seat: Seat, question: &Q) -> Result<Reply<A>, Self::Failure>;
}

/// The players of a game that has no questions.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPlayers;

impl<A> Players<Infallible, A> for NoPlayers {
    type Failure = Infallible;

    fn ask(&mut self, _: Seat, question: &Infallible) -> Result<Reply<A>, Infallible> {
        match *question {}
    }
}

/// A question or an answer as canonical bytes, for records, digests and other processes.
pub trait WireFormat: Sized {
    /// Whether this type has no values. The questions of a game that asks nobody have such a type.
    const IS_NEVER: bool = false;

    /// Appends the canonical bytes.
    fn encode(&self, bytes: &mut Vec<u8>);

    /// Reads a value from canonical bytes. `None` if the bytes are not canonical, or if some are left over.
    fn decode(bytes: &[u8]) -> Option<Self>;
}

impl WireFormat for Infallible {
    const IS_NEVER: bool = true;

    fn encode(&self, _: &mut Vec<u8>) {
        match *self {}
    }

    fn decode(_: &[u8]) -> Option<Self> {
        None
    }
}

/// Our own machinery failed. The match is void, never a loss.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{cause}")]
pub struct Void {
    /// What failed, and what can be done about it.
    pub cause: String,
}

/// Answers questions of any game, as bytes. Foreign code enters here.
///
/// An implementation must turn everything that a program says into an answer or a fault. Bytes that are not a valid answer
/// of the game count as a failure of bout and void the match; no program may be able to cause that.
pub trait AnyPlayers {
    /// Asks the program at `seat`.
    ///
    /// # Errors
    /// Only if our own machinery failed.
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void>;

    /// The processor time that the program at `seat` has used in this match; zero if it is not measured.
    fn processor_time(&self, _seat: Seat) -> Duration {
        Duration::ZERO
    }
}

impl AnyPlayers for NoPlayers {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        Err(Void { cause: format!("the game asked program {seat}, but no player is there to answer") })
    }
}

/// A reply in the form in which records keep it.
pub type LoggedReply = Reply<Vec<u8>>;

/// Every reply of a match, in the order of the questions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerLog {
    /// The replies.
    pub replies: Vec<LoggedReply>,
}

impl AnswerLog {
    /// The digest of the answers. It includes the kinds of faults, but not their details.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut canonical = Canonical::new("answers");
        self.add_to(&mut canonical);
        canonical.finish()
    }

    /// Adds all answers to the bytes of a digest.
    pub fn add_to(&self, canonical: &mut Canonical) {
        for reply in &self.replies {
            match reply {
                Reply::Answer(bytes) => canonical.bytes("answer", bytes),
                Reply::Fault(kind, _) => canonical.text("fault", kind.word()),
            }
        }
    }
}

/// Plays an [`AnswerLog`] back. This gives the same match again, without any foreign code.
#[derive(Debug, Clone)]
pub struct RecordedAnswers<'a> {
    replies: std::slice::Iter<'a, LoggedReply>,
}

impl<'a> RecordedAnswers<'a> {
    /// Plays back the replies of this log.
    #[must_use]
    pub fn new(log: &'a AnswerLog) -> Self {
        Self { replies: log.replies.iter() }
    }

    /// How many replies have not been used yet.
    #[must_use]
    pub fn left(&self) -> usize {
        self.replies.len()
    }
}

impl AnyPlayers for RecordedAnswers<'_> {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let cause = || format!("the answers end before the match does: none is left for program {seat}");
        self.replies.next().cloned().ok_or_else(|| Void { cause: cause() })
    }
}

/// Turns [`AnyPlayers`] into typed players, and keeps their answers.
pub struct PlayersAdapter<'a, G: ?Sized> {
    players: &'a mut G,
    log: &'a mut AnswerLog,
    question_bytes: Vec<u8>,
}

impl<'a, G: AnyPlayers + ?Sized> PlayersAdapter<'a, G> {
    /// Makes players that ask `players` and append every reply to `log`.
    pub fn new(players: &'a mut G, log: &'a mut AnswerLog) -> Self {
        Self { players, log, question_bytes: Vec::new() }
    }
}

impl<Q: WireFormat, A: WireFormat, G: AnyPlayers + ?Sized> Players<Q, A> for PlayersAdapter<'_, G> {
    type Failure = Void;

    fn ask(&mut self, seat: Seat, question: &Q) -> Result<Reply<A>, Void> {
        self.question_bytes.clear();
        question.encode(&mut self.question_bytes);
        let reply = self.players.ask(seat, &self.question_bytes)?;
        let typed = match &reply {
            Reply::Answer(bytes) => {
                let unreadable =
                    || Void { cause: format!("program {seat}'s answer is not valid: {bytes:?}") };
                Reply::Answer(A::decode(bytes).ok_or_else(unreadable)?)
            }
            Reply::Fault(kind, detail) => Reply::Fault(*kind, detail.clone()),
        };
        self.log.replies.push(reply);
        Ok(typed)
    }
}
