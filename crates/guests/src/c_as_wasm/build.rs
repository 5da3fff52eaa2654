//! Compiles a source in C to a module that may play, or gives every reason why it may not.

use game::Diagnostics;

use super::includes;
use super::inspect::{NO_LONG_DOUBLE, inspect};
use super::object_file::ObjectFile;
use super::process::StepOutput;
use super::tools::Tools;
use crate::source::{Checker, clean, refusal, refused_name, with_prototype};

/// The largest module that is let in, in bytes. All of it is translated before a bot plays.
const MAX_MODULE_BYTES: usize = 8 << 20;

/// A bot as a module.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The module.
    pub module: Vec<u8>,
    /// The compiler's warnings.
    pub diagnostics: Diagnostics,
}

/// Why there is no module.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The source is refused (S10, S11, S14): the diagnostics say why.
    #[error("the bot is refused")]
    Refused(Diagnostics),
    /// The compiler or the linker failed at something that it should be able to do.
    #[error("{0}")]
    Tools(String),
}

impl From<Diagnostics> for BuildError {
    fn from(reasons: Diagnostics) -> Self {
        Self::Refused(reasons)
    }
}

/// Compiles and checks a source.
pub(super) fn compile(tools: &Tools, source: &[u8]) -> Result<Compiled, BuildError> {
    let mut checker = Checker::new(source);
    checker.check_markers()?;
    includes::check(&mut checker);
    checker.open()?;
    let text = with_prototype(source);
    let StepOutput { output, errors, step } = tools.preprocess(&text).map_err(BuildError::Tools)?;
    // A bot may not read forbidden files through messages either, so this check comes before they are used.
    checker.check_preprocessed(&output, |file| tools.is_header(file));
    checker.checked(&errors, &step)?;
    // The compiler repeats the preprocessor's warnings.
    checker.forget();
    let StepOutput { output: object, errors, step } = tools.compile(&text).map_err(BuildError::Tools)?;
    checker.checked(&errors, &step)?;
    let file = ObjectFile::read(&object);
    let file = file.ok_or_else(|| BuildError::Tools("clang made no readable object file".into()))?;
    checker.refuse_symbols(inspect(&file));
    checker.open()?;
    match tools.link(&file.kept_apart(&object)).map_err(BuildError::Tools)? {
        Ok(module) if module.len() > MAX_MODULE_BYTES => {
            let message = format!("it would be a module of more than {} MiB", MAX_MODULE_BYTES >> 20);
            checker.refuse("S10", None, message, "make the source simpler");
            Err(checker.closed().into())
        }
        Ok(module) => Ok(Compiled { module, diagnostics: checker.closed() }),
        Err(said) => Err(not_linked(&mut checker, &said)),
    }
}

/// Reports what the linker refused: names that the library has only natively, and functions that are called with other types
/// than they have.
fn not_linked(checker: &mut Checker, said: &str) -> BuildError {
    for line in said.lines() {
        if let Some((_, name)) = line.split_once("undefined symbol: ") {
            let long_double = name.ends_with('l') || name.contains("xf");
            let refused = refused_name(name.trim());
            let help = if long_double { NO_LONG_DOUBLE } else { &refused.help };
            checker.refuse_symbols([refusal("S11", name.trim(), refused.message.clone(), help)]);
        } else if let Some((_, name)) = line.split_once("function signature mismatch: ") {
            let message =
                format!("`{}` is called with arguments of other types than its definition has", name.trim());
            checker.refuse_symbols([refusal("S10", name.trim(), message, "include its header")]);
        }
    }
    if checker.has_errors() {
        return checker.closed().into();
    }
    BuildError::Tools(format!("wasm-ld does not link the bot: {}", clean(said)))
}
