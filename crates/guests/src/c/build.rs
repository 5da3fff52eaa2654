//! From a source to an object file that may play, or to every reason why not.

use game::{Diagnostics, Span};
use games::snakes::lexer::{TokenKind, tokens};
use sandbox::{Ending, Ran, SandboxError};

use super::compiler::{Compiler, was_stopped};
use super::inspect::{Inspected, Refusal, inspect};
use super::messages::{self, clean};
use super::object_file::Unreadable;
use super::preprocessed::{Preprocessed, forged_marker};

/// What the compiler calls the player's file, whatever its real name is: the name is in the player's hand.
const OWN_NAME: &str = "bot.c";
/// What it calls the lines that we add.
const OUR_NAME: &str = "<bout>";

/// Raised when what is refused changes, so that what was let in before is looked at again.
pub(super) const DOOR_VERSION: u64 = 2;

/// A compiled bot that may play.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The object file.
    pub object: Vec<u8>,
    /// What it says of itself.
    pub inspected: Inspected,
    /// The compiler's warnings.
    pub diagnostics: Diagnostics,
}

/// Why there is no compiled bot.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The source is refused (S10, S11, S14): the diagnostics say why.
    #[error("the bot is refused")]
    Refused(Diagnostics),
    /// Our own machinery failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The compiler or the assembler failed at something that it should be able to do.
    #[error("the compiler failed: {0}")]
    Compiler(String),
    /// The compiler made something unknown.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// It could not be linked.
    #[error(transparent)]
    Link(#[from] super::link::LinkError),
    /// There is no compiler.
    #[error(transparent)]
    NoCompiler(#[from] super::compiler::NoCompiler),
    /// Bots cannot run on this kind of machine.
    #[error("C bots run on x86-64 Linux only, and this bout was built for another machine")]
    WrongMachine,
}

/// Compiles and checks a source.
///
/// # Errors
/// [`BuildError::Refused`] with every reason, or a failure of ours.
pub(super) fn compile(compiler: &Compiler, source: &[u8]) -> Result<Compiled, BuildError> {
    let mut door = Door { source, diagnostics: Diagnostics::default() };
    let object = door.object(compiler, &[])?;
    match inspect(&object)? {
        Ok(inspected) => Ok(Compiled { object, inspected, diagnostics: door.diagnostics }),
        Err(refusals) => {
            for refusal in refusals {
                door.refuse_symbol(refusal);
            }
            Err(door.closed())
        }
    }
}

/// Compiles a source for `bout ask`, which lets it use all of the C library.
///
/// # Errors
/// As [`compile`].
pub(super) fn compile_for_asking(compiler: &Compiler, source: &[u8]) -> Result<Vec<u8>, BuildError> {
    Door { source, diagnostics: Diagnostics::default() }.object(compiler, &["-DBOUT_ASK"])
}

/// The source between a prototype of `bot` (S10) and a check of `bot_name`'s type.
fn with_prototype(source: &[u8]) -> Vec<u8> {
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

/// Instructions whose values no two machines, or no two calls, agree on. Assembly is refused, but the compiler's own
/// functions lead to them. (The clock is switched off instead.)
const UNREPEATABLE: [&str; 4] = ["rdrand", "rdseed", "rdpid", "rdpru"];

const NO_ASSEMBLY: &str = "`asm`: a bot has no assembly";

/// What stands between a source and the arena.
struct Door<'s> {
    source: &'s [u8],
    diagnostics: Diagnostics,
}

impl Door<'_> {
    /// The object file of the source, as far as it is what C may be (S14).
    fn object(&mut self, compiler: &Compiler, defines: &[&str]) -> Result<Vec<u8>, BuildError> {
        if let Some(place) = forged_marker(self.source) {
            self.refuse("S14", Some(place), "a line marker is the preprocessor's own", "take the line out");
            return Err(self.closed());
        }
        let text = with_prototype(self.source);
        let preprocessed = compiler.preprocess(&text, defines)?;
        let read = Preprocessed::read(&preprocessed.output, OWN_NAME);
        // A file that a bot may not read is not to be read in messages either, so this comes before them.
        for file in read.included.iter().filter(|file| !compiler.is_header(file)) {
            let shown = clean(&file.to_string_lossy());
            self.refuse(
                "S14",
                None,
                format!("`{shown}` is not a standard header"),
                "a bot is one file (S14)",
            );
        }
        if let Some(line) = read.assembly {
            let place = line.checked_sub(1).and_then(|line| game::lines(self.source).nth(line));
            self.refuse("S14", place, NO_ASSEMBLY, "write it in C");
        }
        if let Some(line) = read.escape {
            let place = line.checked_sub(1).and_then(|line| game::lines(self.source).nth(line));
            let message = "an attribute or a directive holds text that would be assembly (`;`, or an escape)";
            self.refuse("S14", place, message, "leave section and symbol names to the compiler");
        }
        self.checked(&preprocessed)?;
        // The preprocessor's warnings come again.
        self.diagnostics = Diagnostics::default();
        let assembly = compiler.compile(&text, defines)?;
        self.checked(&assembly)?;
        self.check_assembly(&assembly.output);
        self.open()?;
        let assembled = compiler.assemble(&assembly.output)?;
        if assembled.ending != Ending::Exit(0) {
            self.assembler_said(&assembled)?;
        }
        Ok(assembled.made)
    }

    fn refuse(&mut self, code: &'static str, place: Option<Span>, message: impl Into<String>, help: &str) {
        self.diagnostics.error(code, place, message, help);
    }

    /// Refuses if anything was found so far.
    fn open(&mut self) -> Result<(), BuildError> {
        if self.diagnostics.has_errors() { Err(self.closed()) } else { Ok(()) }
    }

    fn closed(&mut self) -> BuildError {
        self.diagnostics.sort();
        BuildError::Refused(std::mem::take(&mut self.diagnostics))
    }

    /// Takes up what a step of the compiler said; refuses if it said no.
    fn checked(&mut self, ran: &Ran) -> Result<(), BuildError> {
        self.open()?;
        if let Some(why) = was_stopped(ran) {
            self.refuse("S10", None, format!("the compiler was stopped: {why}"), "make the source simpler");
            return Err(self.closed());
        }
        let before = self.diagnostics.clone();
        let names = messages::Names { own: OWN_NAME, ours: OUR_NAME };
        messages::add(&ran.errors, self.source, names, &mut self.diagnostics);
        if ran.ending == Ending::Exit(0) {
            return Ok(());
        }
        self.own_lines(&before);
        if !self.diagnostics.has_errors() {
            let said = String::from_utf8_lossy(&ran.errors).into_owned();
            let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it did not say why");
            self.refuse(
                "S10",
                None,
                format!("the compiler gave up: {}", clean(first)),
                "make the source simpler",
            );
        }
        Err(self.closed())
    }

    /// Errors in the lines that we added are about the bot's declarations: said in the player's terms.
    fn own_lines(&mut self, before: &Diagnostics) {
        let ours = |message: &str| message.starts_with(OUR_NAME);
        if !self.diagnostics.iter().any(|one| ours(&one.message)) {
            return;
        }
        let kept: Vec<_> = self.diagnostics.iter().filter(|one| !ours(&one.message)).cloned().collect();
        let is_undeclared =
            self.diagnostics.iter().any(|one| ours(&one.message) && one.message.contains("undeclared"));
        let is_of_name = |message: &str| message.contains("bot_name") || message.contains("static assertion");
        let others = self.diagnostics.iter().filter(|one| ours(&one.message) && !is_of_name(&one.message));
        let unclosed =
            others.last().map(|one| one.message.rsplit(": ").next().unwrap_or_default().to_owned());
        self.diagnostics = before.clone();
        for one in kept {
            if one.severity == game::Severity::Error {
                self.diagnostics.error(one.code, one.span, one.message, one.help);
            }
        }
        // Where something else is wrong, the rest may only follow from it.
        if self.diagnostics.has_errors() {
            return;
        }
        if let Some(why) = unclosed {
            let last = game::lines(self.source).filter(|line| line.end > line.start).last();
            self.refuse("S10", last, why, "something before this is not closed");
            return;
        }
        let message = if is_undeclared { "there is no `bot_name`" } else { "`bot_name` is not a `char *`" };
        let place = self.place_of("bot_name");
        self.refuse("S10", place, message, "write `const char *bot_name = \"…\";`");
    }

    /// Looks through the compiler's assembly for what must not be there.
    fn check_assembly(&mut self, assembly: &[u8]) {
        let text = String::from_utf8_lossy(assembly);
        if text.lines().any(|line| line.starts_with("#APP")) {
            self.refuse("S14", None, NO_ASSEMBLY, "write it in C");
        }
        for line in text.lines().filter(|line| line.starts_with('\t')) {
            let instruction = line.split_whitespace().next().unwrap_or_default();
            if let Some(found) = UNREPEATABLE.iter().find(|name| instruction.starts_with(**name)) {
                let message = format!("the instruction `{found}` gives other values every time");
                self.refuse("S10", None, message, "use `rand`, which plays the same on every machine");
                return;
            }
        }
    }

    /// The assembler has said no: to section names and attributes that a player made up.
    fn assembler_said(&mut self, ran: &Ran) -> Result<(), BuildError> {
        let said = String::from_utf8_lossy(&ran.errors).into_owned();
        let is_too_large = said.contains("File too large") || said.contains("memory exhausted");
        let too_large = || "it would be too large".to_owned();
        if let Some(why) = was_stopped(ran).or_else(|| is_too_large.then(too_large)) {
            self.refuse("S10", None, format!("the assembler was stopped: {why}"), "make the source simpler");
            return Err(self.closed());
        }
        let first = said.lines().find_map(|line| line.split_once("Error: "));
        let Some((_, why)) = first else { return Err(BuildError::Compiler(clean(&said))) };
        let message = format!("the assembler refuses what the compiler made of it: {}", clean(why));
        self.refuse("S10", None, message, "leave sections and symbol names to the compiler");
        Err(self.closed())
    }

    fn refuse_symbol(&mut self, refusal: Refusal) {
        let place = refusal.symbol.as_deref().and_then(|symbol| self.place_of(symbol));
        self.diagnostics.error(refusal.code, place, clean(&refusal.message), refusal.help);
    }

    /// Where a name stands first in the source.
    fn place_of(&self, name: &str) -> Option<Span> {
        let is_it = |token: &games::snakes::lexer::Token| {
            token.kind == TokenKind::Identifier && token.text(self.source).as_ref() == name.as_bytes()
        };
        tokens(self.source).find(is_it).map(|token| token.span)
    }
}
