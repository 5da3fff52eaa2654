//! The commands that are disturbed and repeated, and the folder in which they run.

use std::fs;

use tempfile::TempDir;

/// A command that writes.
pub(super) struct Scenario {
    /// Commands that prepare the folder.
    pub(super) before: &'static [&'static str],
    pub(super) command: &'static str,
    /// The exit codes allowed for a repeated command, because not every command can be done twice.
    pub(super) again: &'static [i32],
    /// The files and folders that survive a loss of power once the command has ended.
    pub(super) for_good: &'static [&'static str],
}

const TOURNAMENT: &str = "tournament bomber.crash dead.crash wait.crash --results contest --games 4 --score sampled \
                          --rules max_turns=2000 --threads 2 --pgn games.pgn -o page.html";
const CHALLENGES: &str = "hill add hill dead.crash wait.crash bomber.crash guard.crash";
const WAR: &str = "war new war --seed 7 --rules rounds=2 --rules size=9";
/// Stands for `bout export contest/contest.db > export.jsonl`.
pub(super) const EXPORT: &str = "export contest/contest.db";

/// All commands that write, except those for bots in C.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario { before: &[], command: "new crash fresh", again: &[0], for_good: &["fresh"] },
    Scenario { before: &[], command: TOURNAMENT, again: &[0], for_good: &["contest"] },
    Scenario {
        before: &[],
        command: "play bomber.crash wait.crash --games 3 --record records --rules max_turns=2000",
        again: &[0],
        for_good: &[],
    },
    Scenario { before: &[], command: CHALLENGES, again: &[0], for_good: HILL },
    Scenario { before: &[CHALLENGES], command: "hill remove hill bomber", again: &[0, 2], for_good: HILL },
    Scenario { before: &[CHALLENGES], command: "hill show hill -o hill.html", again: &[0], for_good: HILL },
    Scenario { before: &[CHALLENGES], command: "hill test hill dead.crash", again: &[0], for_good: HILL },
    Scenario {
        before: &[],
        command: "evolve crash --against opponents --out search --generations 2 --population 4 --islands 1 --games 4 \
                  --rules max_turns=2000 --quick max_turns=500 --threads 2",
        again: &[0],
        for_good: &["search"],
    },
    Scenario {
        before: &[],
        command: "fmt untidy.crash untidy2.crash",
        again: &[0],
        for_good: &["untidy.crash", "untidy2.crash"],
    },
    Scenario { before: &[], command: WAR, again: &[0], for_good: &["war"] },
    Scenario { before: &[WAR], command: "war submit war crawler.pl", again: &[0], for_good: &["war"] },
    Scenario {
        before: &[WAR, "war submit war crawler.pl", "war submit war looker.pl"],
        command: "war round war --rounds 2",
        // The war may be over already.
        again: &[0, 1],
        for_good: &["war"],
    },
    Scenario {
        before: &[TOURNAMENT, EXPORT],
        command: "import export.jsonl --into other.db",
        again: &[0],
        for_good: &["other.db"],
    },
    Scenario { before: &[TOURNAMENT], command: TOURNAMENT, again: &[0], for_good: &["contest"] },
    Scenario {
        before: &[],
        command: "exact dead.crash guard.crash --results counts --rules max_turns=100 --threads 2",
        again: &[0],
        for_good: &["counts/contest.db"],
    },
    Scenario {
        before: &[],
        command: "compare guard.crash dead.crash --against opponents --games 16 --record records --rules max_turns=2000 \
                  --threads 2",
        // The exit code is the verdict.
        again: &[0, 1],
        for_good: &[],
    },
    Scenario { before: &[], command: "man --dir pages", again: &[0], for_good: &[] },
];

const HILL: &[&str] = &["hill"];

/// The user's files.
pub(super) const USERS: &[&str] = &[
    "notes.txt",
    ".bout-notes",
    "bomber.crash",
    "dead.crash",
    "untidy.crash",
    "untidy2.crash",
    "crawler.pl",
    "opponents/wait.crash",
];

/// Returns the folder in which commands are run.
pub(super) fn template() -> TempDir {
    const BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";
    const WAIT: &str = "store [i]-1 i\n";
    let dir = TempDir::new().unwrap();
    for folder in ["hill", "opponents"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
    }
    for (name, text) in [
        ("notes.txt", "mine"),
        (".bout-notes", "mine"),
        ("bomber.crash", BOMBER),
        ("dead.crash", "crash\n"),
        ("wait.crash", WAIT),
        ("guard.crash", "write crash [i]+7\nstore [i]-2 i\n"),
        ("untidy.crash", "  store   [i]-1    i\n"),
        ("untidy2.crash", ";name Untidy\nstore   [i]-1 i ; wait\n"),
        ("crawler.pl", "\":1\"\n"),
        ("looker.pl", "\":\".scalar(@_)\n"),
        ("opponents/wait.crash", WAIT),
        ("opponents/bomber.crash", BOMBER),
        (
            "hill/hill.toml",
            "game = \"crash\"\nscore = \"sampled\"\nsize = 2\ngames = 4\n[rules]\nmax_turns = 2000\n",
        ),
    ] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}
