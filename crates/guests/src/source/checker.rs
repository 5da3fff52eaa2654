//! The checks that a source in C must pass before it may play, whichever compiler is used: forbidden constructs, and the
//! compiler's messages, as diagnostics.

use std::path::Path;

use game::{Diagnostics, Span};

use super::bounded_diagnostics::BoundedDiagnostics;
use super::messages::{self, clean};
use super::places::Places;
use super::preprocessed::{Preprocessed, forged_marker};
use super::refusal::Refusal;

/// What the compiler calls the player's file. Its real name is not used, since the player chooses it.
const OWN_NAME: &str = "bot.c";
/// What it calls the lines that we add.
const OUR_NAME: &str = "<bout>";

/// Puts the source between a prototype of `bot` (S10) and a check of `bot_name`'s type.
pub(crate) fn with_prototype(source: &[u8]) -> Vec<u8> {
    let before =
        format!("# 1 \"{OUR_NAME}\"\nint bot(int board[16][32], char player);\n# 1 \"{OWN_NAME}\"\n");
    let after = format!(
        "\n\n# 1 \"{OUR_NAME}\"\n_Static_assert(_Generic(&bot_name, char **: 1, const char **: 1, char *const *: 1, \
         const char *const *: 1, default: 0), \"bot_name\");\n"
    );
    // A byte order mark may stand at the start of a file only.
    let source = source.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source);
    [before.as_bytes(), source, after.as_bytes()].concat()
}

const NO_ASSEMBLY: &str = "`asm`: a bot has no assembly";

/// How a step of the compiler ended.
pub(crate) enum Step {
    /// It did what it should.
    Done,
    /// It rejected its input.
    Failed,
    /// It was stopped, for this reason.
    Stopped(String),
}

/// Checks a source before it may play. It keeps [`super::bounded_diagnostics::MAX_MESSAGES`] errors, and as many warnings.
pub(crate) struct Checker<'s> {
    pub(crate) source: &'s [u8],
    places: Places<'s>,
    said: BoundedDiagnostics,
}

impl<'s> Checker<'s> {
    pub(crate) fn new(source: &'s [u8]) -> Self {
        Self { source, places: Places::new(source), said: BoundedDiagnostics::default() }
    }

    /// Refuses a source that would make the preprocessor's line markers lie.
    pub(crate) fn check_markers(&mut self) -> Result<(), Diagnostics> {
        if let Some(place) = forged_marker(self.source) {
            self.refuse("S14", Some(place), "a line marker is the preprocessor's own", "take the line out");
        }
        self.open()
    }

    /// Checks the preprocessor's output for files that are not headers, and for assembly.
    pub(crate) fn check_preprocessed(&mut self, output: &[u8], is_header: impl Fn(&Path) -> bool) {
        let read = Preprocessed::read(output, OWN_NAME);
        for file in read.included.iter().filter(|file| !is_header(file)) {
            let shown = clean(&file.to_string_lossy());
            self.refuse(
                "S14",
                None,
                format!("`{shown}` is not a standard header"),
                "a bot is one file (S14)",
            );
        }
        if let Some(line) = read.assembly {
            self.refuse_assembly(self.places.line(line));
        }
        if let Some(line) = read.escape {
            let message = "an attribute or a directive holds text that would be assembly (`;`, or an escape)";
            self.refuse(
                "S14",
                self.places.line(line),
                message,
                "leave section and symbol names to the compiler",
            );
        }
    }

    pub(crate) fn refuse_assembly(&mut self, place: Option<Span>) {
        self.refuse("S14", place, NO_ASSEMBLY, "write it in C");
    }

    pub(crate) fn refuse(
        &mut self,
        code: &'static str,
        place: Option<Span>,
        message: impl Into<String>,
        help: &str,
    ) {
        self.said.error(code, place, message, help);
    }

    /// Fails if any error was found so far.
    pub(crate) fn open(&mut self) -> Result<(), Diagnostics> {
        if self.has_errors() { Err(self.closed()) } else { Ok(()) }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.said.has_errors()
    }

    /// All messages, in order.
    pub(crate) fn closed(&mut self) -> Diagnostics {
        std::mem::take(&mut self.said).told()
    }

    /// Forgets the messages so far, since a later step repeats them.
    pub(crate) fn forget(&mut self) {
        self.said = BoundedDiagnostics::default();
    }

    /// Adds the messages of a compiler step, and refuses the source if the step rejected it.
    pub(crate) fn checked(&mut self, said: &[u8], step: &Step) -> Result<(), Diagnostics> {
        self.open()?;
        if let Step::Stopped(why) = step {
            self.refuse("S10", None, format!("the compiler was stopped: {why}"), "make the source simpler");
            return Err(self.closed());
        }
        let before = self.said.clone();
        let names = messages::Names { own: OWN_NAME, ours: OUR_NAME };
        messages::add(said, &self.places, names, &mut self.said);
        if let Step::Done = step {
            return Ok(());
        }
        self.own_lines(before);
        if !self.has_errors() {
            let said = String::from_utf8_lossy(said).into_owned();
            let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it did not say why");
            let message = format!("the compiler gave up: {}", clean(first));
            self.refuse("S10", None, message, "make the source simpler");
        }
        Err(self.closed())
    }

    /// Rewrites errors in the lines that we added: they are about the bot's declarations, so they are put in the player's
    /// terms.
    fn own_lines(&mut self, before: BoundedDiagnostics) {
        let ours = |message: &str| message.starts_with(OUR_NAME);
        if !self.said.iter().any(|one| ours(&one.message)) {
            return;
        }
        let of_others: Vec<_> = self.said.iter().filter(|one| !ours(&one.message)).cloned().collect();
        let is_undeclared =
            self.said.iter().any(|one| ours(&one.message) && one.message.contains("undeclared"));
        let is_of_name = |message: &str| message.contains("bot_name") || message.contains("static assertion");
        let others = self.said.iter().filter(|one| ours(&one.message) && !is_of_name(&one.message));
        let unclosed =
            others.last().map(|one| one.message.rsplit(": ").next().unwrap_or_default().to_owned());
        self.said = before;
        for one in of_others {
            if one.severity == game::Severity::Error {
                self.said.error(one.code, one.span, one.message, one.help);
            }
        }
        // If something else is wrong, these errors may only follow from it.
        if self.has_errors() {
            return;
        }
        if let Some(why) = unclosed {
            self.refuse("S10", self.places.last_line(), why, "something before this is not closed");
            return;
        }
        let message = if is_undeclared { "there is no `bot_name`" } else { "`bot_name` is not a `char *`" };
        let place = self.places.name("bot_name");
        self.refuse("S10", place, message, "write `const char *bot_name = \"…\";`");
    }

    /// Refuses symbols, each at its place in the source.
    pub(crate) fn refuse_symbols(&mut self, refusals: impl IntoIterator<Item = Refusal>) {
        for refusal in refusals {
            let place = refusal.symbol.as_deref().and_then(|symbol| self.places.name(symbol));
            self.refuse(refusal.code, place, clean(&refusal.message), &refusal.help);
        }
    }

    /// Counts errors that nobody needs to read.
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    pub(crate) fn refuse_unsaid(&mut self, many: usize) {
        self.said.leave_out_many(game::Severity::Error, many);
    }
}

#[cfg(test)]
mod tests {
    use super::super::refusal::refused_name;
    use super::*;

    #[test]
    fn of_many_symbols_thirty_are_named_at_their_places() {
        let names: Vec<String> = (0..100_000).map(|number| format!("name{number} ")).collect();
        let source = names.concat();
        let mut checker = Checker::new(source.as_bytes());
        checker.refuse_symbols((0..100_000).rev().map(|number| refused_name(&format!("name{number}"))));
        let said = checker.closed();
        assert_eq!(said.iter().count(), crate::source::MAX_MESSAGES + 1);
        let last = said.iter().last().unwrap();
        assert_eq!((last.message.as_str(), last.span), ("and 99970 more errors", None));
        assert!(said.iter().take(30).all(|one| one.span.is_some_and(|span| span.start > 0)));
    }

    #[test]
    fn of_many_warnings_thirty_are_said() {
        let source = "int a;\n".repeat(20_000);
        let said: Vec<String> = (1..=16_384)
            .map(|line| {
                format!("bot.c:{line}:5: warning: unused\nbot.c:{}:1: note: here\n", line + 1_000_000)
            })
            .collect();
        let mut checker = Checker::new(source.as_bytes());
        checker.checked(said.concat().as_bytes(), &Step::Done).unwrap();
        let said = checker.closed();
        assert!(!said.has_errors());
        assert_eq!(said.iter().count(), crate::source::MAX_MESSAGES + 1);
        assert_eq!(said.iter().last().unwrap().message, "and 16354 more warnings");
        assert_eq!(said.iter().nth(1).unwrap().span, Some(Span { start: 11, end: 12 }));
    }

    #[test]
    fn names_that_turn_text_round_are_escaped() {
        assert_eq!(clean("a\u{202e}b\u{1b}[1m"), "a\\u{202e}b\\u{1b}[1m");
    }
}
