//! Runs the same commands with the bout of this machine and with that of another platform. Both must print
//! and write the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::ROOT;
use super::tools::Tools;

/// The test modules that play until the end of a match.
const MODULES: &[&str] = &["named", "random", "still", "told"];

/// The commands that only this machine runs, before the others. They record matches of all games in the
/// folder `made`, for which they need gcc and perl.
const BEFOREHAND: &[&str] = &[
    "play esowar/hawk.esowar esowar/mirror.esowar --games 2 --record made",
    "play crash/bomber.crash crash/frog.crash --games 2 --record made",
    "play snakes/hunter.c snakes/voronoi.c --games 1 --record made",
    "play snakes/random.c modules/random.wasm --games 1 --record made",
    "play perlwar/borg.pl perlwar/vampire.pl --games 1 --record made",
];

/// The commands that both run in order, each bout in its own folder. Both folders start with the same files.
const BOTH: &[&str] = &[
    "games",
    "conform esowar.json closed-form.json crash.json snakes.json",
    "check esowar crash",
    "fmt --check esowar crash",
    "play esowar/hawk.esowar esowar/mirror.esowar --games 20 --seed 7 --output jsonl --record records",
    "play modules/random.wasm modules/told.wasm --games 5 --output jsonl --record records",
    "replay --deep made",
    "replay --deep records",
    "tournament esowar --games 2 --output json --pgn esowar.pgn -o esowar.html",
    "tournament crash --games 2 --schedule swiss --rounds 3 --output json --record swiss -o swiss.html",
    "tournament modules --games 4 --output csv",
    "rejudge contest.lock",
    "hill add hill crash/bomber.crash crash/frog.crash crash/zebra.crash --output jsonl",
    "hill show hill --output json",
    "compare crash/zebra.crash crash/wait.crash --against crash/bomber.crash --games 40 --output json",
    "evolve crash --against crash/bomber.crash --population 4 --islands 2 --generations 2 --games 4 --output json",
];

/// The commands that need a compiler or perl. Without these, both must exit with code 4 and print the same.
const NEITHER: &[&str] = &[
    "play snakes/hunter.c modules/random.wasm",
    "play perlwar/borg.pl perlwar/vampire.pl",
    "conform perlwar.json",
];

/// How result files begin. They are databases, whose bytes may differ even if their contents are the same.
const DATABASE: &[u8] = b"SQLite format 3";

/// Runs all commands with both programs. Returns an error that describes the first difference.
pub(super) fn compare(native: &Path, other: &Path, tools: &Tools) -> io::Result<()> {
    let (here, there) = (Player::new(native)?, Player::new(other)?);
    for line in BEFOREHAND {
        expect(line, &here.run(line)?, 0)?;
    }
    copy(&here.path("made"), &there.path("made"))?;
    let records = fs::read_dir(here.path("made"))?.collect::<io::Result<Vec<_>>>()?;
    let records = records.iter().map(|record| record.file_name().to_string_lossy().into_owned());
    let pages = records.map(|name| (format!("view made/{name} -o {name}.html"), 0));
    let both = BOTH.iter().map(|&line| (line.to_owned(), 0));
    let neither = NEITHER.iter().map(|&line| (line.to_owned(), 4));
    for (line, code) in both.chain(pages).chain(neither) {
        println!("bout {line}");
        let (expected, found) = (here.run_without_tools(&line)?, there.run(&line)?);
        expect(&line, &expected, code)?;
        expect(&line, &found, code)?;
        let [expected, found] = [expected, found].map(|output| tools.with_slashes(&output.stdout));
        if expected != found {
            let difference = difference(&expected, &found);
            return Err(io::Error::other(format!("`bout {line}` prints {difference}")));
        }
    }
    let (expected, found) = (files(&here.path(""))?, files(&there.path(""))?);
    let differ: Vec<String> = expected
        .keys()
        .chain(found.keys().filter(|name| !expected.contains_key(*name)))
        .filter(|name| expected.get(*name) != found.get(*name))
        .map(|name| name.display().to_string())
        .collect();
    if differ.is_empty() {
        println!("{} files are the same, too", expected.len());
        return Ok(());
    }
    Err(io::Error::other(format!("these files are not the same: {}", differ.join(", "))))
}

/// A bout and its working folder.
struct Player {
    program: PathBuf,
    folder: TempDir,
    /// The cache of compiled bots. It is outside the folder that is compared, since only one side compiles
    /// bots.
    cache: TempDir,
}

impl Player {
    fn new(program: &Path) -> io::Result<Self> {
        let program = program.canonicalize()?;
        let player = Self { program, folder: tempfile::tempdir()?, cache: tempfile::tempdir()? };
        let root = Path::new(ROOT);
        for game in games::registry::names() {
            copy(&root.join("crates/bout/examples").join(game), &player.path(game))?;
            let cases = root.join("testdata").join(game).join("conformance.json");
            fs::copy(cases, player.path(&format!("{game}.json")))?;
        }
        fs::copy(root.join("testdata/esowar/closed-form.json"), player.path("closed-form.json"))?;
        fs::create_dir(player.path("modules"))?;
        for name in MODULES {
            let text = root.join("testdata/snakes/wasm").join(name).with_extension("wat");
            let module = wat::parse_file(text).map_err(io::Error::other)?;
            fs::write(player.path("modules").join(name).with_extension("wasm"), module)?;
        }
        fs::create_dir(player.path("hill"))?;
        fs::write(player.path("hill/hill.toml"), "game = \"crash\"\n")?;
        Ok(player)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, line: &str) -> io::Result<Output> {
        self.command(line).output()
    }

    /// Runs a command as if this machine had neither compiler nor perl, so that results depend on the same
    /// environment on both sides.
    fn run_without_tools(&self, line: &str) -> io::Result<Output> {
        self.command(line).env("PATH", "").output()
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(line.split(' ')).current_dir(&self.folder).env("BOUT_CACHE_DIR", self.cache.path());
        command
    }
}

fn expect(line: &str, output: &Output, code: i32) -> io::Result<()> {
    if output.status.code() == Some(code) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("`bout {line}` ends with {}, not with {code}: {said}", output.status)))
}

/// Describes the first line that differs.
fn difference(expected: &str, found: &str) -> String {
    let mut pairs = expected.lines().zip(found.lines());
    let lines = pairs.find(|(expected, found)| expected != found);
    lines.map_or_else(
        || "another number of lines".into(),
        |(expected, found)| format!("{found:?} instead of {expected:?}"),
    )
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// All files in a folder and its subfolders, by relative path. Of a database it keeps only the first bytes,
/// which say that it is one.
fn files(folder: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = PathBuf::from(entry.file_name());
        if entry.file_type()?.is_dir() {
            let deeper = files(&entry.path())?;
            all.extend(deeper.into_iter().map(|(inner, content)| (name.join(inner), content)));
        } else {
            let mut content = fs::read(entry.path())?;
            if content.starts_with(DATABASE) {
                content.truncate(DATABASE.len());
            }
            all.insert(name, content);
        }
    }
    Ok(all)
}
