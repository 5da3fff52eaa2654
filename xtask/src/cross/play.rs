//! The same commands with two bouts, that of this machine and that of another platform: what they print and write must be the
//! same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use super::ROOT;
use super::tools::Tools;

/// Modules of the tests that play on to the end.
const MODULES: &[&str] = &["named", "random", "still", "told"];

/// What this machine alone plays beforehand, into the folder `made`: matches of all games, which need gcc and perl.
const BEFOREHAND: &[&str] = &[
    "play esowar/hawk.esowar esowar/mirror.esowar --games 2 --record made",
    "play crash/bomber.crash crash/frog.crash --games 2 --record made",
    "play snakes/hunter.c snakes/voronoi.c --games 1 --record made",
    "play snakes/random.c modules/random.wasm --games 1 --record made",
    "play perlwar/borg.pl perlwar/vampire.pl --games 1 --record made",
];

/// What both do, each in a folder of its own that begins the same, one after the other.
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

/// What neither can do without a compiler and perl; it must say so.
const NEITHER: &[&str] = &[
    "play snakes/hunter.c modules/random.wasm",
    "play perlwar/borg.pl perlwar/vampire.pl",
    "conform perlwar.json",
];

/// What files of results begin with: how a database lays them out is its own business.
const DATABASE: &[u8] = b"SQLite format 3";

/// Does all of it with both programs, and says what differs.
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

/// A bout, and the folder in which it works.
struct Player {
    program: PathBuf,
    folder: TempDir,
    /// Where compiled bots are kept: only one side has any.
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

    /// As if this machine had neither compiler nor perl: what results depend on is the same on both sides then.
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

/// The first line that differs.
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

/// All files of a folder and of those in it, by their names there; of a database only that it is one.
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
