//! What the parts of a program are. Programs with errors have parts as well: people ask most while they write.

pub(crate) mod comments;
pub(crate) mod crash;
pub(crate) mod esowar;

use game::{Game, Span};
use games::RegisteredGame;
use games::crash::Crash;
use games::esowar::Esowar;

use comments::Comments;

/// The parts of one version of a program.
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
    /// The language has servers of its own.
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

/// Whether a cursor before byte `at` is at these bytes; the place just after them counts.
pub(crate) fn touches(span: Span, at: usize) -> bool {
    span.start <= at && at <= span.end
}

/// Whether two stretches have a place in common; one that begins where the other ends counts.
pub(crate) fn meet(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}
