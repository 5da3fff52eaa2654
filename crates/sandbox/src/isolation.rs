//! How far runs of the same foreign code are kept apart.

/// How the calls of a bot are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Isolation {
    /// One process a match; memory and registers are reset before every call, from outside the bot's reach.
    Reset,
    /// A process for every call.
    Fork,
    /// One process a match; what a call leaves in memory stays.
    Fast,
}
