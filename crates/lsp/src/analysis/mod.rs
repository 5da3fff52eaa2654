//! Parses programs for editor features. Accepts programs with errors, because most requests come while the
//! user types.

pub(crate) mod comments;
pub(crate) mod crash;
pub(crate) mod esowar;

use game::{Game, Span};
use games::RegisteredGame;
use games::crash::Crash;
use games::esowar::Esowar;

use comments::Comments;

/// The parsed code and comments of one version of a program.
#[derive(Debug)]
pub(crate) struct Analysis {
    pub(crate) code: Code,
    pub(crate) comments: Comments,
}

/// The code of a program, by its language.
#[derive(Debug)]
pub(crate) enum Code {
    Esowar(esowar::Base),
    Crash(crash::Listing),
    /// Code in a general-purpose language, which has its own language servers.
    Foreign,
}

impl Analysis {
    pub(crate) fn of(game: Option<&dyn RegisteredGame>, source: &str) -> Self {
        let code = match game.map(|game| game.info().name) {
            Some(name) if name == Esowar::INFO.name => Code::Esowar(esowar::Base::of(source)),
            Some(name) if name == Crash::INFO.name => Code::Crash(crash::Listing::of(source)),
            _ => return Self { code: Code::Foreign, comments: Comments::default() },
        };
        Self { code, comments: Comments::of(source) }
    }
}

/// Whether a cursor at byte `at` is in the span or directly after it.
pub(crate) fn touches(span: Span, at: usize) -> bool {
    span.start <= at && at <= span.end
}

/// Whether two spans overlap or touch.
pub(crate) fn meet(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}
