//! The recorded answers of a match, and the players that answer after them.

use game::{AnswerLog, AnyPlayers, Exchange, LoggedReply, Reply, Seat, Void};

/// The answers of a match, in the order of the questions, and the players that are asked once these are used up.
pub(crate) struct AnswerSource {
    replies: Vec<LoggedReply>,
    live: Option<Box<dyn AnyPlayers>>,
}

impl AnswerSource {
    /// Only the answers of a record: no player is asked.
    pub(crate) fn recorded(log: &AnswerLog) -> Self {
        Self { replies: log.replies.clone(), live: None }
    }

    /// The first `asked` of these answers, followed by those of `live`, if there are such players. Their answers are kept, so
    /// that no question is asked twice.
    pub(crate) fn forked(&self, asked: usize, live: Option<Box<dyn AnyPlayers>>) -> Self {
        Self { replies: self.replies[..asked.min(self.replies.len())].to_vec(), live }
    }

    /// The answers from question number `at` on, as far as they exist.
    pub(crate) fn given_from(&self, at: usize) -> &[LoggedReply] {
        self.replies.get(at..).unwrap_or_default()
    }

    /// Answers from question number `at` on, counted from 0.
    pub(crate) fn from(&mut self, at: usize) -> Reader<'_> {
        Reader { answers: self, at, log: None }
    }
}

/// Answers questions in order, starting at some point of an answer source.
pub(crate) struct Reader<'t> {
    answers: &'t mut AnswerSource,
    at: usize,
    log: Option<&'t mut Vec<Exchange>>,
}

impl<'t> Reader<'t> {
    /// Answers in the same way, but also stores the questions and answers.
    pub(crate) fn logging_to(self, log: &'t mut Vec<Exchange>) -> Self {
        Self { log: Some(log), ..self }
    }
}

impl AnyPlayers for Reader<'_> {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        if self.at == self.answers.replies.len() {
            let Some(live) = &mut self.answers.live else {
                let cause = format!("the answers end before the match does: none is left for program {seat}");
                return Err(Void { cause });
            };
            self.answers.replies.push(live.ask(seat, question)?);
        }
        let reply = self.answers.replies[self.at].clone();
        self.at += 1;
        if let Some(log) = &mut self.log {
            log.push(Exchange { seat, question: question.to_vec(), reply: reply.clone() });
        }
        Ok(reply)
    }
}
