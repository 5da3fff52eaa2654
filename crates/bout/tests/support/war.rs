//! Wars for the tests of `bout war`.

use serde_json::Value;

use super::{Run, Sandbox};

/// Grows by a cell a round.
pub(crate) const CRAWLER: &str = "\":1\"\n";
/// Does nothing.
pub(crate) const HERMIT: &str = "0\n";
/// Depends on `rand`, on the round and on itself.
pub(crate) const ROVER: &str = "$_ .= '#' if $r % 3 == 0 && length() < 60; ':'.int rand @_\n";
/// Takes the next cell over.
pub(crate) const VAMPIRE: &str = "'^1'\n";
/// Segfaults at once.
pub(crate) const DIES: &str = "die\n";

/// A folder with a war in `war`, played by these numbers, and with snippets to hand in.
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

/// Makes one more war.
pub(crate) fn begin(dir: &Sandbox, war: &str, numbers: &[&str]) {
    let rules = numbers.iter().flat_map(|number| ["--rules", number]);
    let args: Vec<&str> = ["war", "new", war, "--seed", "7"].into_iter().chain(rules).collect();
    dir.bout(&args).ok().prints(&["bout war submit"]);
}

/// Hands `SNIPPET.pl` in for a player.
pub(crate) fn submit(dir: &Sandbox, player: &str, snippet: &str) -> Run {
    dir.bout(&["war", "submit", "war", &format!("{snippet}.pl"), "--player", player])
}

/// Plays so many rounds.
pub(crate) fn rounds(dir: &Sandbox, number: u64) -> Run {
    dir.bout(&["war", "round", "war", "--rounds", &number.to_string(), "--output", "jsonl"])
}

/// How the war stands.
pub(crate) fn show(dir: &Sandbox) -> Value {
    dir.bout(&["war", "show", "war", "--output", "json"]).ok().json()
}

/// What is kept of the war: its rounds and its record.
pub(crate) fn kept(dir: &Sandbox) -> [Option<Vec<u8>>; 2] {
    ["war/rounds.jsonl", "war/war.bout"].map(|name| std::fs::read(dir.path(name)).ok())
}
