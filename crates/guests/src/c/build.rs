//! From a source to an object file that may play, or to every reason why not.

use game::Diagnostics;
use sandbox::{Ending, Ran, SandboxError};

use super::compiler::{Compiler, was_stopped};
use super::inspect::{Inspected, inspect, inspect_for_asking};
use super::link::{LinkError, Runtime, link_executable};
use super::refusals::Refusals;
use crate::source::{Door, Step, clean, with_prototype};

/// Raised when what is refused changes, so that what was let in before is looked at again.
pub(super) const DOOR_VERSION: u64 = 3;

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
    /// It could not be linked.
    #[error(transparent)]
    Link(#[from] LinkError),
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

/// Compiles and checks a source. What comes back can be linked.
///
/// # Errors
/// [`BuildError::Refused`] with every reason, or a failure of ours.
pub(super) fn compile(compiler: &Compiler, runtime: &Runtime, source: &[u8]) -> Result<Compiled, BuildError> {
    let mut door = Door::new(source);
    let object = object(&mut door, compiler, &[])?;
    let (inspected, _) = judge(&mut door, runtime, &object)?;
    Ok(Compiled { object, inspected, diagnostics: door.closed() })
}

/// Whether an object file may play, and as which executable; whatever is wrong with it is its author's doing.
///
/// # Errors
/// As [`compile`].
pub(super) fn judge(
    door: &mut Door,
    runtime: &Runtime,
    object: &[u8],
) -> Result<(Inspected, Vec<u8>), BuildError> {
    let inspected = match inspect(object) {
        Ok(Ok(inspected)) => inspected,
        Ok(Err(refusals)) => return Err(refused(door, refusals)),
        Err(unreadable) => return Err(not_plain(door, &unreadable.to_string())),
    };
    match link_executable(runtime, object) {
        Ok(executable) => Ok((inspected, executable)),
        Err(error @ (LinkError::Bot(_) | LinkError::Unreadable(_))) => {
            Err(not_plain(door, &error.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

fn refused(door: &mut Door, refusals: Refusals) -> BuildError {
    door.refuse_symbols(refusals.first);
    door.refuse_unsaid(refusals.more);
    door.closed().into()
}

fn not_plain(door: &mut Door, why: &str) -> BuildError {
    door.refuse("S10", None, clean(why), "leave sections and symbol names to the compiler");
    door.closed().into()
}

/// Compiles a source for `bout ask`, which lets it use all of the C library.
///
/// # Errors
/// As [`compile`].
pub(super) fn compile_for_asking(door: &mut Door, compiler: &Compiler) -> Result<Vec<u8>, BuildError> {
    let object = object(door, compiler, &["-DBOUT_ASK"])?;
    match inspect_for_asking(&object) {
        Ok(refusals) if refusals.is_empty() => Ok(object),
        Ok(refusals) => Err(refused(door, refusals)),
        Err(unreadable) => Err(not_plain(door, &unreadable.to_string())),
    }
}

/// The object file of the source, as far as it is what C may be (S14).
fn object(door: &mut Door, compiler: &Compiler, defines: &[&str]) -> Result<Vec<u8>, BuildError> {
    door.check_markers()?;
    let text = with_prototype(door.source);
    let preprocessed = compiler.preprocess(&text, defines)?;
    // A file that a bot may not read is not to be read in messages either, so this comes before them.
    door.check_preprocessed(&preprocessed.output, |file| compiler.is_header(file));
    door.checked(&preprocessed.errors, &step(&preprocessed))?;
    // The preprocessor's warnings come again.
    door.forget();
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

/// Looks through the compiler's assembly for what must not be there: statements of assembly, which it marks.
fn check_assembly(door: &mut Door, assembly: &[u8]) {
    if assembly.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"#APP")) {
        door.refuse_assembly(None);
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
    // Whether the assembler works at all is proven with a bot of our own.
    let first = said.lines().find_map(|line| Some(line.split_once("Error: ")?.1));
    let first = first.or_else(|| said.lines().find(|line| !line.trim().is_empty()));
    let why = clean(first.unwrap_or("it did not say why"));
    let message = format!("the assembler refuses what the compiler made of it: {why}");
    door.refuse("S10", None, message, "leave sections and symbol names to the compiler");
    door.closed().into()
}
