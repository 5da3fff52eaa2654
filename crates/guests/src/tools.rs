//! Tools of this machine: where they are, and what they report about themselves.
//!
//! What they report decides what foreign code may read, so it must not depend on the user of bout. They get none of the user's
//! environment variables, since some of these would make a compiler behave like another one (`CPATH`, `GCC_EXEC_PREFIX`,
//! `PERL5LIB`).

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Below these folders, a system keeps its programs, libraries and headers. Other paths that a compiler names are not made
/// readable.
pub(crate) const PREFIXES: [&str; 6] = ["/usr", "/lib", "/lib32", "/lib64", "/libx32", "/opt"];

/// The whole environment of the tools. It hides the time of a compilation (`__DATE__`).
pub(crate) const ENVIRONMENT: [(&str, &str); 3] =
    [("LC_ALL", "C"), ("PATH", "/usr/bin:/bin"), ("SOURCE_DATE_EPOCH", "0")];

/// What a tool said.
pub(crate) struct ToolOutput {
    /// On standard output.
    pub(crate) output: String,
    /// On standard error.
    pub(crate) errors: String,
}

/// Whether a path, with its links resolved, leads to something that belongs to the system.
pub(crate) fn is_of_system(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    PREFIXES.iter().any(|prefix| path.starts_with(prefix) && path != Path::new(prefix))
}

/// A program in the search path, with its links resolved.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found?.canonicalize().ok()
}

/// A tool's answer to a simple question; `None` if it fails. The tool is not confined, since it gets no foreign input.
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
