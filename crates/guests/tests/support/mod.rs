//! Reads the files of `testdata/snakes`: bots, each with its expected verdict.

use std::path::{Path, PathBuf};

/// A bot and the expectations that the comments at its start state.
#[derive(Debug, Clone)]
pub(crate) struct Suspect {
    pub(crate) path: PathBuf,
    pub(crate) source: Vec<u8>,
    /// The accepted verdicts, such as `refused S10`, `fault signal SIGSEGV`, `plays` or `clean`.
    pub(crate) expected: Vec<String>,
    /// Texts that the refusal must contain.
    pub(crate) messages: Vec<String>,
    /// Texts that the refusal must not contain.
    pub(crate) absent: Vec<String>,
    /// The line that the refusal must name.
    pub(crate) line: Option<usize>,
    /// The seat of the fault, if the file names one.
    pub(crate) seat: Option<usize>,
    /// The turn of the fault.
    pub(crate) turn: Option<u64>,
    /// The answer that the bot must always give.
    pub(crate) answer: Option<u8>,
    /// How many answers of each player are invalid in 1024 turns, or `all`.
    pub(crate) invalid: Option<String>,
    /// Processor flags that the bot needs; without them it is checked but not played.
    pub(crate) needs: Vec<String>,
    /// Whether a second match must give the same answers.
    pub(crate) repeats: bool,
}

impl Suspect {
    fn read(path: &Path) -> Self {
        let source = std::fs::read(path).expect("a test file can be read");
        let text = String::from_utf8_lossy(&source).into_owned();
        let values = |key: &str| -> Vec<String> {
            let start = format!("// {key}: ");
            let lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
            lines.filter_map(|line| Some(line.strip_prefix(&start)?.trim().to_owned())).collect()
        };
        let value = |key: &str| values(key).into_iter().next();
        let expected: Vec<String> = values("expect").into_iter().chain(values("or")).collect();
        assert!(!expected.is_empty(), "{}: nothing is expected", path.display());
        Self {
            path: path.to_owned(),
            expected,
            messages: values("message"),
            absent: values("absent"),
            line: value("line").map(|line| line.parse().expect("a line is a number")),
            turn: value("turn").map(|turn| turn.parse().expect("a turn is a number")),
            seat: value("seat").map(|seat| usize::from(seat == "O")),
            answer: value("answer").map(|answer| answer.as_bytes()[0]),
            invalid: value("invalid"),
            needs: values("needs")
                .iter()
                .flat_map(|needs| needs.split_whitespace())
                .map(str::to_owned)
                .collect(),
            repeats: value("repeat").is_some(),
            source,
        }
    }

    /// The name of its file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().expect("a file has a name").to_string_lossy().into_owned()
    }
}

/// Returns the bots of `testdata/snakes/FOLDER`, sorted by file name.
pub(crate) fn suspects(folder: &str) -> Vec<Suspect> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/snakes").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "c"));
    paths.sort();
    paths.iter().map(|path| Suspect::read(path)).collect()
}

/// Whether this processor has all of these flags.
pub(crate) fn has(needs: &[String]) -> bool {
    let about = std::fs::read_to_string("/proc/cpuinfo").expect("there is a processor");
    let flags = about.lines().find(|line| line.starts_with("flags")).unwrap_or_default();
    needs.iter().all(|need| flags.split_whitespace().any(|flag| flag == need))
}
