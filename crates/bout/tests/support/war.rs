//! Wars for the tests of `bout war`.

use serde_json::Value;

use super::{Run, Sandbox};

/// Grows by a cell per round.
pub(crate) const CRAWLER: &str = "\":1\"\n";
/// Does nothing.
pub(crate) const HERMIT: &str = "0\n";
/// Depends on `rand`, on the round and on its own source.
pub(crate) const ROVER: &str = "$_ .= '#' if $r % 3 == 0 && length() < 60; ':'.int rand @_\n";
/// Takes over the next cell.
pub(crate) const VAMPIRE: &str = "'^1'\n";
/// Dies at once.
pub(crate) const DIES: &str = "die\n";

/// Creates a folder with a war in `war`, with these parameters, and with snippets to hand in.
pub(crate) fn war(numbers: &[&str]) -> Sandbox {
    let dir = Sandbox::new();
    for (name, snippet) in
        [("crawler", CRAWLER), ("hermit", HERMIT), ("rover", ROVER), ("vampire", VAMPIRE), ("dies", DIES)]
    {
        dir.file(format!("{name}.pl"), snippet);
    }
    begin(&dir, "war", numbers);
    dir
}

/// Creates another war.
pub(crate) fn begin(dir: &Sandbox, war: &str, numbers: &[&str]) {
    let rules = numbers.iter().flat_map(|number| ["--rules", number]);
    let args: Vec<&str> = ["war", "new", war, "--seed", "7"].into_iter().chain(rules).collect();
    dir.bout(&args).ok().prints(&["bout war submit"]);
}

/// Hands `SNIPPET.pl` in for a player.
pub(crate) fn submit(dir: &Sandbox, player: &str, snippet: &str) -> Run {
    dir.bout(&["war", "submit", "war", &format!("{snippet}.pl"), "--player", player])
}

/// Plays a number of rounds.
pub(crate) fn rounds(dir: &Sandbox, number: u64) -> Run {
    dir.bout(&["war", "round", "war", "--rounds", &number.to_string(), "--output", "jsonl"])
}

/// Returns the state of the war.
pub(crate) fn show(dir: &Sandbox) -> Value {
    dir.bout(&["war", "show", "war", "--output", "json"]).ok().json()
}

/// Returns the stored files of the war: its rounds and its record.
pub(crate) fn kept(dir: &Sandbox) -> [Option<Vec<u8>>; 2] {
    ["war/rounds.jsonl", "war/war.bout"].map(|name| std::fs::read(dir.path(name)).ok())
}
