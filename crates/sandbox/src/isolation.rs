//! How calls of the same foreign code are kept apart.

/// How the calls of a bot are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Isolation {
    /// One process per match. Memory and registers are reset before every call, out of the bot's reach.
    Reset,
    /// One process per call.
    Fork,
    /// One process per match. What a call leaves in memory stays there.
    Fast,
}
