//! What a machine must have to run the foreign code of one game, besides what all foreign code needs.

use std::fmt::Display;

use sandbox::IsolationFeatures;

use crate::c::Compiler;
use crate::perl::Perl;

/// One thing that the foreign code of a game needs, and whether this machine has it.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// Its name.
    pub name: &'static str,
    /// What it is for, or what was found.
    pub about: String,
    /// Whether it is there.
    pub present: bool,
    /// What to do where it is missing.
    pub remedy: String,
}

impl Requirement {
    /// A requirement, from the result of looking for it. `remedy` is used if it was found: otherwise the error has a better
    /// one.
    fn found<T, E: Display>(
        name: &'static str,
        about: impl Into<String>,
        found: Result<T, E>,
        remedy: &str,
    ) -> Self {
        let present = found.is_ok();
        let remedy = found.err().map_or_else(|| remedy.to_owned(), |error| error.to_string());
        Self { name, about: about.into(), present, remedy }
    }
}

/// What bots in C need.
pub(crate) fn of_bots() -> Vec<Requirement> {
    let compiler = Compiler::find();
    let about = compiler
        .as_ref()
        .map_or_else(|_| "compiles bots in C".to_owned(), |compiler| compiler.version().to_owned());
    let compiler = Requirement::found("C compiler", about, compiler, "apt-get install gcc libc6-dev");
    feature_for_files().into_iter().chain([compiler]).collect()
}

/// What snippets of Perl need.
pub(crate) fn of_snippets() -> Vec<Requirement> {
    let perl = Perl::find();
    let version = perl.as_ref().map_or_else(|_| String::new(), |perl| format!(" (perl {})", perl.version()));
    vec![Requirement::found("Perl", format!("runs snippets{version}"), perl, "apt-get install perl")]
}

/// Whether one of two isolation features keeps a compiler from files that it may not read. `None` on platforms without
/// isolation.
fn feature_for_files() -> Option<Requirement> {
    let about = "Landlock, or a mount namespace with a pid namespace: compilers and `bout ask` cannot reach other files";
    let held = IsolationFeatures::available().required_for_tools();
    sandbox::IS_SUPPORTED
        .then(|| Requirement::found("a feature that restricts files", about, held, "nothing to do"))
}
