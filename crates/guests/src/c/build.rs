//! From a source to an object file that may play, or to every reason why not.

use game::Diagnostics;
use sandbox::{Ending, Ran, SandboxError};

use super::compiler::{Compiler, was_stopped};
use super::inspect::{Inspected, inspect};
use super::object_file::Unreadable;
use crate::source::{Door, Step, clean, with_prototype};

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

impl From<Diagnostics> for BuildError {
    fn from(reasons: Diagnostics) -> Self {
        Self::Refused(reasons)
    }
}

/// Compiles and checks a source.
///
/// # Errors
/// [`BuildError::Refused`] with every reason, or a failure of ours.
pub(super) fn compile(compiler: &Compiler, source: &[u8]) -> Result<Compiled, BuildError> {
    let mut door = Door::new(source);
    let object = object(&mut door, compiler, &[])?;
    match inspect(&object)? {
        Ok(inspected) => Ok(Compiled { object, inspected, diagnostics: door.diagnostics }),
        Err(refusals) => {
            for refusal in refusals {
                door.refuse_symbol(refusal);
            }
            Err(door.closed().into())
        }
    }
}

/// Compiles a source for `bout ask`, which lets it use all of the C library.
///
/// # Errors
/// As [`compile`].
pub(super) fn compile_for_asking(door: &mut Door, compiler: &Compiler) -> Result<Vec<u8>, BuildError> {
    object(door, compiler, &["-DBOUT_ASK"])
}

/// Instructions whose values no two machines, or no two calls, agree on. Assembly is refused, but the compiler's own
/// functions lead to them. (The clock is switched off instead.)
const UNREPEATABLE: [&str; 4] = ["rdrand", "rdseed", "rdpid", "rdpru"];

/// The object file of the source, as far as it is what C may be (S14).
fn object(door: &mut Door, compiler: &Compiler, defines: &[&str]) -> Result<Vec<u8>, BuildError> {
    door.check_markers()?;
    let text = with_prototype(door.source);
    let preprocessed = compiler.preprocess(&text, defines)?;
    // A file that a bot may not read is not to be read in messages either, so this comes before them.
    door.check_preprocessed(&preprocessed.output, |file| compiler.is_header(file));
    door.checked(&preprocessed.errors, &step(&preprocessed))?;
    // The preprocessor's warnings come again.
    door.diagnostics = Diagnostics::default();
    let assembly = compiler.compile(&text, defines)?;
    door.checked(&assembly.errors, &step(&assembly))?;
    check_assembly(door, &assembly.output);
    door.open()?;
    let assembled = compiler.assemble(&assembly.output)?;
    if assembled.ending != Ending::Exit(0) {
        return Err(assembler_said(door, &assembled));
    }
    Ok(assembled.made)
}

fn step(ran: &Ran) -> Step {
    match was_stopped(ran) {
        Some(why) => Step::Stopped(why),
        None if ran.ending == Ending::Exit(0) => Step::Done,
        None => Step::Failed,
    }
}

/// Looks through the compiler's assembly for what must not be there.
fn check_assembly(door: &mut Door, assembly: &[u8]) {
    let text = String::from_utf8_lossy(assembly);
    if text.lines().any(|line| line.starts_with("#APP")) {
        door.refuse_assembly(None);
    }
    for line in text.lines().filter(|line| line.starts_with('\t')) {
        let instruction = line.split_whitespace().next().unwrap_or_default();
        if let Some(found) = UNREPEATABLE.iter().find(|name| instruction.starts_with(**name)) {
            let message = format!("the instruction `{found}` gives other values every time");
            door.refuse("S10", None, message, "use `rand`, which plays the same on every machine");
            return;
        }
    }
}

/// The assembler has said no: to section names and attributes that a player made up.
fn assembler_said(door: &mut Door, ran: &Ran) -> BuildError {
    let said = String::from_utf8_lossy(&ran.errors).into_owned();
    let is_too_large = said.contains("File too large") || said.contains("memory exhausted");
    let too_large = || "it would be too large".to_owned();
    if let Some(why) = was_stopped(ran).or_else(|| is_too_large.then(too_large)) {
        door.refuse("S10", None, format!("the assembler was stopped: {why}"), "make the source simpler");
        return door.closed().into();
    }
    let first = said.lines().find_map(|line| line.split_once("Error: "));
    let Some((_, why)) = first else { return BuildError::Compiler(clean(&said)) };
    let message = format!("the assembler refuses what the compiler made of it: {}", clean(why));
    door.refuse("S10", None, message, "leave sections and symbol names to the compiler");
    door.closed().into()
}
