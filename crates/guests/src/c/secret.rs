//! Tests whether foreign source can read files through the tools or through `bout ask`. The target is a file of bout's
//! own that everybody may read, so only the isolation features that restrict files can prevent it.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;

use games::snakes::{Answer, CELLS, Question};
use tempfile::NamedTempFile;

use super::ask;
use super::compiler::Compiler;

/// A file that no foreign code may read.
struct SecretFile {
    file: NamedTempFile,
    /// Its path as a string literal of C and of the assembler.
    literal: String,
    word: String,
}

impl SecretFile {
    fn new() -> io::Result<Self> {
        let mut file = NamedTempFile::new()?;
        let word = format!("bout_secret_{:016x}", RandomState::new().build_hasher().finish());
        writeln!(file, "{word}")?;
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o644))?;
        let path = file.path().to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
        Ok(Self { file, literal: format!("\"{path}\""), word })
    }

    /// Fails if the tool's output contains the word.
    fn is_not_in(&self, tool: &str, made: &[u8]) -> Result<(), String> {
        let word = self.word.as_bytes();
        if made.windows(word.len()).any(|part| part == word) {
            return Err(format!("{tool} read a file that it may not read, {}", self.file.path().display()));
        }
        Ok(())
    }
}

/// Lets the compiler, the assembler and the linker try to read a secret.
///
/// # Errors
/// What was seen, if one of them read it, or did not run.
pub(super) fn tools_read_none(compiler: &Compiler) -> Result<String, String> {
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let secret = SecretFile::new().map_err(|error| failed(&error))?;
    let include = format!("#include {}\n", secret.literal);
    let ran = compiler.preprocess(include.as_bytes(), &[]).map_err(|error| failed(&error))?;
    secret.is_not_in("the compiler", &[ran.output, ran.errors].concat())?;
    let binary = format!(".incbin {}\n", secret.literal);
    let ran = compiler.assemble(binary.as_bytes()).map_err(|error| failed(&error))?;
    secret.is_not_in("the assembler", &[ran.made, ran.output, ran.errors].concat())?;
    // A linker treats a file that is not an object file as a script, and a script can make it include any file.
    let script = format!("TARGET(binary)\nINPUT({})\n", secret.literal);
    // Like `ask.c`, it has its own `abort`, so nothing is missing when it is linked.
    let main = b"int main(void) { return 0; }\n_Noreturn void __wrap_abort(void) { for (;;) {} }\n";
    let main = compiler.object_of(main).map_err(|error| failed(&error))?;
    if let Ok(ran) = compiler.link_whole_library(vec![main, script.into_bytes()]) {
        secret.is_not_in("the linker", &[ran.made, ran.output, ran.errors].concat())?;
    }
    Ok("compiler, assembler and linker were told to read a file made for the purpose, and could not".into())
}

/// Lets a bot of `bout ask` try to read and to write a secret, and to start a program.
///
/// # Errors
/// What was seen, if the bot did one of these, or was not asked.
pub(super) fn asked_bot_reads_none() -> Result<String, String> {
    let secret = SecretFile::new().map_err(|error| error.to_string())?;
    let source = format!(
        "#include <stdio.h>\n#include <unistd.h>\nconst char *bot_name = \"Probe\";\n\
         int bot(int board[16][32], char player) {{\n    const char *path = {};\n    (void)board, (void)player;\n\
         if (fopen(path, \"r\")) return 'L';\n    if (fopen(path, \"a\")) return 'U';\n\
         execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 9\", (char *)0);\n    return 'R';\n}}\n",
        secret.literal
    );
    let question = Question { rand_seed: 1, player: b'X', board: [b'.'; CELLS] };
    let asked = ask(source.as_bytes(), &question).map_err(|error| error.to_string())?;
    match (asked.answer, asked.failure) {
        (Some(Answer::Right), _) => {
            Ok("a bot of bout's own could not read or write a file made for the purpose, or start a shell"
                .into())
        }
        (Some(Answer::Left), _) => Err("a bot read a file that it may not read".into()),
        (Some(Answer::Up), _) => Err("a bot could write a file that it may not write".into()),
        (answer, failure) => {
            Err(format!("a bot of bout's own came to {answer:?}: {}", failure.unwrap_or_default()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reads_the_secret_here() {
        tools_read_none(Compiler::find().expect("there is a gcc")).expect("the isolation features work");
        asked_bot_reads_none().expect("the isolation features work");
    }

    #[test]
    fn a_secret_is_found_where_it_is() {
        let secret = SecretFile::new().unwrap();
        let content = fs::read(secret.file.path()).unwrap();
        assert!(secret.is_not_in("a test", &[b"before ".as_slice(), &content].concat()).is_err());
        assert!(secret.is_not_in("a test", b"bout_secret_").is_ok());
    }
}
