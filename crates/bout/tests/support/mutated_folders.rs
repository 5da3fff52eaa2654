//! Randomly changed hills, wars and contests, as a stranger could send them. Commands on them must
//! not touch anything outside. Tests run a few cases, `cargo xtask campaign folders` many.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The longest that a command may take; it plays some short games.
const PATIENCE: Duration = Duration::from_mins(1);

/// The content of outside files, which must never be shown or changed.
const SECRET: &str = "TOPSECRET";

/// Names that lead elsewhere, control a terminal, or hide text.
const HOSTILE: [&str; 9] = [
    "../../outside/secret",
    "/tmp/bout-evil",
    "..",
    "-rf",
    ".hidden",
    "a\nb",
    "a\u{1b}[2J",
    "a\u{202e}b",
    "nul",
];

/// The commands. `outside` and `programs` lie next to the folders.
const COMMANDS: [&[&str]; 11] = [
    &["hill", "show", "hill"],
    &["hill", "show", "hill", "-o", "page.html"],
    &["hill", "add", "hill", "programs/new.crash"],
    &["hill", "test", "hill", "programs/new.crash"],
    &["hill", "remove", "hill", "wait"],
    &["war", "show", "war"],
    &["war", "submit", "war", "programs/new.pl"],
    &["rejudge", "contest/contest.lock"],
    &["export", "contest/contest.db"],
    &["import", "contest/export.jsonl", "--into", "imported.db"],
    &["check", "hill/programs"],
];

/// Pseudo-random numbers (`SplitMix64`), which depend only on the seed.
struct Choices(u64);

impl Choices {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ mixed >> 31) % end as u64).expect("it is below a usize")
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// Folders as bout creates them, to be copied and changed.
pub(crate) struct Templates {
    bout: PathBuf,
    folder: TempDir,
}

impl Templates {
    /// Creates the folders with this binary.
    pub(crate) fn new(bout: &Path) -> Self {
        let bout = fs::canonicalize(bout).unwrap();
        let templates = Self { bout, folder: TempDir::new().unwrap() };
        let root = templates.folder.path();
        for folder in ["hill/programs", "programs", "outside/folder"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for (name, text) in [
            ("hill/hill.toml", "game = \"crash\"\ngames = 2\nsize = 2\n[rules]\nmax_turns = 50\n"),
            ("hill/programs/wait.crash", "store [i]-1 i\n"),
            ("programs/second.crash", "store 7 a\nstore [i]-1 i\n"),
            ("programs/third.crash", "crash\n"),
            ("programs/new.crash", ";name =1+1\nstore 9 a\nstore [i]-1 i\n"),
            ("programs/new.pl", "$_ = 'x';\n"),
            ("outside/secret", SECRET),
            ("outside/folder/secret.crash", ";TOPSECRET\nstore [i]-1 i\n"),
        ] {
            fs::write(root.join(name), text).unwrap();
        }
        for args in [
            &["hill", "add", "hill", "programs/second.crash", "programs/third.crash"][..],
            &["war", "new", "war"],
            &["war", "submit", "war", "programs/new.pl", "--player", "Ann"],
            &[
                "tournament",
                "programs",
                "--game",
                "crash",
                "--games",
                "2",
                "--rules=max_turns=50",
                "--results",
                "contest",
            ],
        ] {
            let output = templates.command(root, args).output().unwrap();
            assert!(output.status.success(), "{args:?}: {output:?}");
        }
        let exported = templates.command(root, &["export", "contest/contest.db"]).output().unwrap();
        fs::write(root.join("contest/export.jsonl"), exported.stdout).unwrap();
        let pending = r#"{"add":["p.crash","c3RvcmUgW2ldLTEgaQo="],"remove":[["wait.crash","wait.crash"]],"state":{"challenges":1,"programs":[]},"challenge":{"challenge":1,"change":"add","program":"p.crash","id":"x","rank":1,"pushed_off":[]}}"#;
        fs::write(root.join("hill/.bout/pending.json"), pending).unwrap();
        templates
    }

    fn command(&self, folder: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(&self.bout);
        command
            .args(args)
            .current_dir(folder)
            .env_remove("RUST_BACKTRACE")
            .env("BOUT_CACHE_DIR", folder.join(".cache"));
        command
    }

    /// Changes folders with this seed, runs a command on them, and returns what went wrong.
    pub(crate) fn run(&self, seed: u64) -> Result<(), String> {
        let mut choices = Choices(seed);
        let root = TempDir::new().unwrap();
        copy(self.folder.path(), root.path());
        let args = *choices.one(&COMMANDS);
        let folder = args
            .iter()
            .find_map(|word| ["hill", "war", "contest"].into_iter().find(|one| word.starts_with(one)));
        // The subcommand's own name is found first. It is also the name of the folder.
        let folder = root.path().join(folder.expect("each command has one"));
        let changes: Vec<String> = (0..=choices.below(3)).map(|_| change(&folder, &mut choices)).collect();
        let outside = content(&root.path().join("outside"));
        let wrong = |what: String| Err(format!("seed {seed}: {args:?} after {changes:?}: {what}"));
        let (code, said) = match self.watched(root.path(), args) {
            Ok(ended) => ended,
            Err(why) => return wrong(why),
        };
        if !matches!(code, Some(0..=4)) {
            return wrong(format!("it ended with {code:?}: {said}"));
        }
        for word in ["panicked", SECRET, "\u{1b}[2J", "\u{202e}"] {
            if said.contains(word) {
                return wrong(format!("it said {word:?}: {said}"));
            }
        }
        if content(&root.path().join("outside")) != outside {
            return wrong("what lies outside was changed".into());
        }
        let page = fs::read_to_string(root.path().join("page.html")).unwrap_or_default();
        if page.contains(SECRET) {
            return wrong("the page has what lies outside".into());
        }
        let names = || fs::read_dir(root.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let known = [
            "hill",
            "war",
            "contest",
            "programs",
            "outside",
            "page.html",
            "page-matches",
            ".cache",
            "out",
            "err",
        ];
        let is_new = |name: &std::ffi::OsString| {
            !known.iter().any(|one| name == one) && !name.to_string_lossy().starts_with("imported.db")
        };
        match names().find(is_new) {
            None => Ok(()),
            Some(name) => wrong(format!("there is {} now", name.display())),
        }
    }

    /// Returns a command's exit code and all its output.
    fn watched(&self, folder: &Path, args: &[&str]) -> Result<(Option<i32>, String), String> {
        let file = |name: &str| File::create(folder.join(name)).unwrap();
        let mut command = self.command(folder, args);
        let mut child = command.stdin(Stdio::null()).stdout(file("out")).stderr(file("err")).spawn().unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                child.wait().unwrap();
                return Err("it did not end".into());
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let said = |name: &str| String::from_utf8_lossy(&fs::read(folder.join(name)).unwrap()).into_owned();
        Ok((status.code(), said("out") + &said("err")))
    }
}

/// Changes something in a folder, and describes it.
fn change(folder: &Path, choices: &mut Choices) -> String {
    let mut all = Vec::new();
    below(folder, &mut all);
    let path = choices.one(&all).clone();
    let shown = path.strip_prefix(folder).unwrap().display().to_string();
    let outside = folder.parent().unwrap().join("outside");
    let remove = || {
        if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) }
    };
    // Reading a pipe would block, and writing to a link would change its target.
    let is_file = path.symlink_metadata().is_ok_and(|about| about.is_file());
    let what = match choices.below(if is_file { 12 } else { 7 }) {
        0 => remove().map(|()| "removed".to_owned()),
        1..=3 => {
            let target = outside.join(choices.one(&["secret", "folder", "folder/secret.crash", "gone"]));
            remove()
                .and_then(|()| symlink(&target, &path))
                .map(|()| format!("linked to {}", target.display()))
        }
        4 => remove().and_then(|()| fs::create_dir(&path)).map(|()| "made a folder".to_owned()),
        5 => remove()
            .and_then(|()| Command::new("mkfifo").arg(&path).status())
            .map(|_| "made a pipe".to_owned()),
        6 => {
            let name = choices.one(&HOSTILE).rsplit('/').next().unwrap().to_owned();
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            let to = path.with_file_name(format!("{name}.{ending}"));
            fs::rename(&path, &to).map(|()| format!("renamed to {name:?}"))
        }
        7 => fs::copy(&path, path.with_file_name("WAIT.crash")).map(|_| "copied to WAIT.crash".to_owned()),
        _ => {
            let changed = fs::read(&path).map(|bytes| changed(bytes, choices));
            changed.and_then(|bytes| fs::write(&path, bytes)).map(|()| "changed".to_owned())
        }
    };
    format!("{shown}: {}", what.unwrap_or_else(|error| format!("left as it is ({error})")))
}

/// Returns the bytes with random damage, or with a hostile text in place of a string.
fn changed(mut bytes: Vec<u8>, choices: &mut Choices) -> Vec<u8> {
    let quotes: Vec<usize> = (0..bytes.len().min(1 << 20)).filter(|&at| bytes[at] == b'"').collect();
    match choices.below(6) {
        0 => bytes.truncate(choices.below(bytes.len() + 1)),
        1 => bytes.extend(b"[".repeat(choices.below(200_000))),
        2 | 3 if quotes.len() > 1 => {
            let first = choices.below(quotes.len() - 1);
            let name = choices.one(&HOSTILE).escape_default().to_string().replace("\\u{1b}", "\\u001b");
            let name = name.replace("\\u{202e}", "\\u202e");
            bytes.splice(quotes[first] + 1..quotes[first + 1], name.bytes());
        }
        4 => {
            let line = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default().to_vec();
            for _ in 0..choices.below(2000) {
                bytes.extend(&line);
            }
        }
        _ if bytes.is_empty() => bytes.extend(b"\0\xff\""),
        _ => {
            for _ in 0..=choices.below(8) {
                let at = choices.below(bytes.len());
                bytes[at] = *choices.one(&[0, 0xff, b'"', b'-', b'9', b'{', b'\n', b'/', 0x1b]);
            }
        }
    }
    bytes
}

/// Lists everything in a folder and its subfolders, including hidden files. Links are not followed.
fn below(folder: &Path, all: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            below(&path, all);
        }
        all.push(path);
    }
}

/// Returns all paths and contents in a folder and its subfolders.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    below(folder, &mut all);
    all.into_iter().map(|path| (path.clone(), fs::read(&path).unwrap_or_default())).collect()
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let there = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&there).unwrap();
            copy(&entry.path(), &there);
        } else {
            fs::copy(entry.path(), there).unwrap();
        }
    }
}
