//! Compiles a source to an object file that may play, or gives every reason why it may not.

use game::Diagnostics;
use sandbox::{ExitStatus, FinishedRun, SandboxError};

use super::compiler::{Compiler, was_stopped};
use super::inspect::{Inspected, inspect, inspect_for_asking};
use super::link::{LinkError, Runtime, link_executable};
use super::refusals::Refusals;
use crate::source::{Checker, Step, clean, with_prototype};

/// Raised when the rules for refusing change, so that bots that were let in before are checked again.
pub(super) const CHECKER_VERSION: u64 = 3;

/// A compiled bot that may play.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The object file.
    pub object: Vec<u8>,
    /// What it says about the bot.
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
    /// The sandbox failed.
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

/// Compiles and checks a source. The result can be linked.
///
/// # Errors
/// [`BuildError::Refused`] with every reason, or a failure of ours.
pub(super) fn compile(compiler: &Compiler, runtime: &Runtime, source: &[u8]) -> Result<Compiled, BuildError> {
    let mut checker = Checker::new(source);
    let object = object(&mut checker, compiler, &[])?;
    let (inspected, _) = judge(&mut checker, runtime, &object)?;
    Ok(Compiled { object, inspected, diagnostics: checker.closed() })
}

/// Decides whether an object file may play, and links it to an executable. Whatever is wrong with the file is its author's
/// doing.
///
/// # Errors
/// As [`compile`].
pub(super) fn judge(
    checker: &mut Checker,
    runtime: &Runtime,
    object: &[u8],
) -> Result<(Inspected, Vec<u8>), BuildError> {
    let inspected = match inspect(object) {
        Ok(Ok(inspected)) => inspected,
        Ok(Err(refusals)) => return Err(refused(checker, refusals)),
        Err(unreadable) => return Err(not_plain(checker, &unreadable.to_string())),
    };
    match link_executable(runtime, object) {
        Ok(executable) => Ok((inspected, executable)),
        Err(error @ (LinkError::Bot(_) | LinkError::Unreadable(_))) => {
            Err(not_plain(checker, &error.to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

fn refused(checker: &mut Checker, refusals: Refusals) -> BuildError {
    checker.refuse_symbols(refusals.first);
    checker.refuse_unsaid(refusals.more);
    checker.closed().into()
}

fn not_plain(checker: &mut Checker, why: &str) -> BuildError {
    checker.refuse("S10", None, clean(why), "leave sections and symbol names to the compiler");
    checker.closed().into()
}

/// Compiles a source for `bout ask`, which lets it use the whole C library.
///
/// # Errors
/// As [`compile`].
pub(super) fn compile_for_asking(checker: &mut Checker, compiler: &Compiler) -> Result<Vec<u8>, BuildError> {
    let object = object(checker, compiler, &["-DBOUT_ASK"])?;
    match inspect_for_asking(&object) {
        Ok(refusals) if refusals.is_empty() => Ok(object),
        Ok(refusals) => Err(refused(checker, refusals)),
        Err(unreadable) => Err(not_plain(checker, &unreadable.to_string())),
    }
}

/// The object file of the source, if the source keeps to what C may be (S14).
fn object(checker: &mut Checker, compiler: &Compiler, defines: &[&str]) -> Result<Vec<u8>, BuildError> {
    checker.check_markers()?;
    let text = with_prototype(checker.source);
    let preprocessed = compiler.preprocess(&text, defines)?;
    // A bot may not read forbidden files through messages either, so this check comes before they are used.
    checker.check_preprocessed(&preprocessed.output, |file| compiler.is_header(file));
    checker.checked(&preprocessed.errors, &step(&preprocessed))?;
    // The compiler repeats the preprocessor's warnings.
    checker.forget();
    let assembly = compiler.compile(&text, defines)?;
    checker.checked(&assembly.errors, &step(&assembly))?;
    check_assembly(checker, &assembly.output);
    checker.open()?;
    let assembled = compiler.assemble(&assembly.output)?;
    if assembled.ending != ExitStatus::Exit(0) {
        return Err(assembler_said(checker, &assembled));
    }
    Ok(assembled.made)
}

fn step(ran: &FinishedRun) -> Step {
    match was_stopped(ran) {
        Some(why) => Step::Stopped(why),
        None if ran.ending == ExitStatus::Exit(0) => Step::Done,
        None => Step::Failed,
    }
}

/// Checks the compiler's output for assembly statements, which the compiler marks and which must not be there.
fn check_assembly(checker: &mut Checker, assembly: &[u8]) {
    if assembly.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"#APP")) {
        checker.refuse_assembly(None);
    }
}

/// The assembler has refused section names or attributes that a player made up.
fn assembler_said(checker: &mut Checker, ran: &FinishedRun) -> BuildError {
    let said = String::from_utf8_lossy(&ran.errors).into_owned();
    let is_too_large = said.contains("File too large") || said.contains("memory exhausted");
    let too_large = || "it would be too large".to_owned();
    if let Some(why) = was_stopped(ran).or_else(|| is_too_large.then(too_large)) {
        checker.refuse("S10", None, format!("the assembler was stopped: {why}"), "make the source simpler");
        return checker.closed().into();
    }
    // A bot of our own proves whether the assembler works at all.
    let first = said.lines().find_map(|line| Some(line.split_once("Error: ")?.1));
    let first = first.or_else(|| said.lines().find(|line| !line.trim().is_empty()));
    let why = clean(first.unwrap_or("it did not say why"));
    let message = format!("the assembler refuses what the compiler made of it: {why}");
    checker.refuse("S10", None, message, "leave sections and symbol names to the compiler");
    checker.closed().into()
}
