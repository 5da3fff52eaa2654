//! A bot's reply to one question.

use std::time::Duration;

use games::snakes::Answer;

/// What a bot did when it was asked one question, for its author to inspect.
#[derive(Debug, Clone)]
pub struct BotReply {
    /// The answer, if there is one.
    pub answer: Option<Answer>,
    /// What the function returned.
    pub returned: Option<i32>,
    /// The processor time that the function used, if it returned.
    pub processor_time: Option<Duration>,
    /// How the bot failed to answer, if it did: `the bot died of SIGSEGV`.
    pub failure: Option<String>,
    /// What the bot printed to standard output.
    pub output: Vec<u8>,
    /// What it printed to standard error.
    pub errors: Vec<u8>,
}
