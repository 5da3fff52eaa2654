//! Tools of this machine: where they are, and what they say of themselves.
//!
//! What they say decides what foreign code may read, so it must not depend on the user of bout: they get nothing of
//! its environment, by which a compiler could be made another one (`CPATH`, `GCC_EXEC_PREFIX`, `PERL5LIB`).

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Below these folders a system keeps its programs, libraries and headers. Nothing else that a compiler names can be
/// read by what it runs on.
pub(crate) const PREFIXES: [&str; 6] = ["/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/// All of the environment that tools have. The time of a compilation is nobody's business (`__DATE__`).
pub(crate) const ENVIRONMENT: [(&str, &str); 3] =
    [("LC_ALL", "C"), ("PATH", "/usr/bin:/bin"), ("SOURCE_DATE_EPOCH", "0")];

/// What a tool said.
pub(crate) struct ToolOutput {
    /// On standard output.
    pub(crate) output: String,
    /// On standard error.
    pub(crate) errors: String,
}

/// Whether a path leads to what belongs to the system, by its real place.
pub(crate) fn is_of_system(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    PREFIXES.iter().any(|prefix| path.starts_with(prefix) && path != Path::new(prefix))
}

/// A program in the search path, by its real place.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found?.canonicalize().ok()
}

/// What a tool answers to a plain question; `None` if it fails. The tool is not confined, since it gets no foreign input.
pub(crate) fn asked(program: &Path, arguments: &[&str]) -> Option<ToolOutput> {
    let output = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(ENVIRONMENT)
        .current_dir("/")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    output.status.success().then(|| ToolOutput { output: text(&output.stdout), errors: text(&output.stderr) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_the_system_lies_below_its_folders() {
        assert!(is_of_system(Path::new("/usr/bin")));
        for path in ["/", "/usr", "/tmp", "/usr/../tmp", "/proc/self", "/nothing", "usr/bin"] {
            assert!(!is_of_system(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn a_tool_hears_nothing_of_our_environment() {
        let ToolOutput { output, .. } = asked(Path::new("/usr/bin/env"), &[]).unwrap();
        let known = ENVIRONMENT.map(|(name, value)| format!("{name}={value}"));
        let mut heard: Vec<&str> = output.lines().collect();
        heard.sort_unstable();
        assert_eq!(heard, known);
    }
}
