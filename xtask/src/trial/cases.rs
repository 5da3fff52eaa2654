//! The commands that run on every machine: a match of every game under every isolation mode.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::workspace;

/// A bout command to run.
#[derive(Debug, PartialEq)]
pub(crate) struct Case {
    /// The name in tables, without spaces.
    pub(crate) name: String,
    pub(crate) user: User,
    pub(crate) arguments: Vec<String>,
    /// Whether its output must equal that of this machine.
    pub(crate) is_compared: bool,
}

/// The user who runs a command on another machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum User {
    Superuser,
    Ordinary,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunOutcome {
    /// The exit code. As in a shell, it is 128 plus the number of the signal if one ended the command.
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// The matches: game, programs, rules. They have few turns, because emulated processors are slow, and the
/// highest time limits, because their results must not depend on time.
const GAMES: [(&str, &[&str], &[&str]); 4] = [
    ("esowar", &["examples/esowar/hawk.esowar", "examples/esowar/sweeper.esowar"], &["max_turns=200000"]),
    ("crash", &["examples/crash/bomber.crash", "examples/crash/phoenix.crash"], &["max_turns=200000"]),
    (
        "snakes",
        &["examples/snakes/hunter.c", "examples/snakes/greedy.c"],
        &["turns=40", "move_time_ms=60000"],
    ),
    (
        "perlwar",
        &["examples/perlwar/borg.pl", "examples/perlwar/vampire.pl", "examples/perlwar/mutator.pl"],
        &["rounds=8", "snippet_time_ms=60000"],
    ),
];

/// The source on which the compiler is tested: small enough for the compiler's time limit.
const COMPILED: &str = "examples/snakes/still.c";

/// A match of every game under every isolation mode for each user, in the order in which they run.
pub(crate) fn matches() -> Vec<Case> {
    let mut cases = Vec::new();
    for user in [User::Superuser, User::Ordinary] {
        cases.push(Case { is_compared: false, ..Case::new("doctor", user, ["doctor"]) });
        for (game, programs, rules) in GAMES {
            for isolation in ways(game) {
                cases.push(Case::of_match(game, *isolation, user, programs, rules));
            }
        }
        cases.push(Case::new("compile", user, ["check", "--output", "jsonl", COMPILED]));
    }
    cases
}

/// The cases of [`matches()`], a check of all examples with the machine's compiler and perl, and the demo.
pub(crate) fn matches_and_examples() -> Vec<Case> {
    let mut cases = matches();
    for user in [User::Superuser, User::Ordinary] {
        cases.extend(GAMES.map(|(game, ..)| Case::of_examples(game, user)));
        cases.push(Case::of_demo(user));
    }
    cases
}

/// For every game without foreign code: a match, a check of all examples, and the demo.
pub(crate) fn without_foreign_code() -> Vec<Case> {
    let asks_nobody = |game: &str| ways(game) == [None];
    let mut cases = Vec::new();
    for (game, programs, rules) in GAMES.into_iter().filter(|(game, ..)| asks_nobody(game)) {
        cases.push(Case::of_match(game, None, User::Superuser, programs, rules));
        cases.push(Case::of_examples(game, User::Superuser));
        cases.push(Case::of_demo_of(game, User::Superuser));
    }
    cases
}

/// Formats the cases as lines for `try.sh`, with a last line that marks the end. Nothing in them needs
/// quoting, which a test ensures.
pub(crate) fn script(cases: &[Case]) -> String {
    let line = |case: &Case| {
        let user = match case.user {
            User::Superuser => "root",
            User::Ordinary => "user",
        };
        format!("try {} {user} bout {}\n", case.name, case.arguments.join(" "))
    };
    cases.iter().map(line).chain(["echo @@done\n".to_owned()]).collect()
}

/// The isolation modes for a game; only `None` for a game without foreign code.
fn ways(game: &str) -> &'static [Option<&'static str>] {
    match game {
        "snakes" | "perlwar" => &[Some("reset"), Some("fork"), Some("fast")],
        _ => &[None],
    }
}

/// Runs all cases on this machine as the current user, and returns the results. Compiled bots are kept in the
/// folder `bots`. `bout` is the command that starts bout, with its arguments if that is an emulator.
pub(crate) fn run_here(cases: &[Case], bout: &[OsString], bots: &Path) -> io::Result<Vec<RunOutcome>> {
    cases.iter().map(|case| case.run_here(bout, bots)).collect()
}

impl Case {
    fn new<'a>(name: &str, user: User, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let name = match user {
            User::Superuser => name.to_owned(),
            User::Ordinary => format!("{name}-as-user"),
        };
        Self { name, user, arguments: arguments.into_iter().map(String::from).collect(), is_compared: true }
    }

    fn of_match(game: &str, isolation: Option<&str>, user: User, programs: &[&str], rules: &[&str]) -> Self {
        let name = isolation.map_or_else(|| game.to_owned(), |isolation| format!("{game}-{isolation}"));
        let isolation = isolation.into_iter().flat_map(|isolation| ["--isolation", isolation]);
        let rules = rules.iter().flat_map(|rule| ["--rules", rule]);
        let arguments = ["play", "--output", "jsonl"].into_iter().chain(isolation).chain(rules);
        Self::new(&name, user, arguments.chain(programs.iter().copied()))
    }

    fn of_examples(game: &str, user: User) -> Self {
        let folder = format!("examples/{game}");
        Self::new(&format!("check-{game}"), user, ["check", "--output", "jsonl", &folder])
    }

    fn of_demo(user: User) -> Self {
        // Each user gets a separate page, since users may not write to each other's files.
        let page = format!("/tmp/demo-{user:?}.html").to_lowercase();
        Self::new("demo", user, ["demo", "--games", "2", "--output", "jsonl", "-o", &page])
    }

    /// The demo of one game. The whole demo would play different games on different machines.
    fn of_demo_of(game: &str, user: User) -> Self {
        let page = format!("/tmp/demo-{game}-{user:?}.html").to_lowercase();
        let arguments = ["demo", "--game", game, "--games", "2", "--output", "jsonl", "-o", &page];
        Self::new(&format!("demo-{game}"), user, arguments)
    }

    fn run_here(&self, bout: &[OsString], bots: &Path) -> io::Result<RunOutcome> {
        let (program, words) = bout.split_first().expect("bout itself is a word");
        let mut command = Command::new(program);
        command
            .args(words)
            .args(&self.arguments)
            .env("BOUT_CACHE_DIR", bots)
            .current_dir(workspace::root().join("crates/bout"));
        let output = command.output()?;
        let ran = RunOutcome {
            code: output.status.code().unwrap_or(-1),
            output: String::from_utf8_lossy(&output.stdout).into_owned(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        if self.is_compared && ran.code != 0 {
            let (name, code, said) = (&self.name, ran.code, &ran.errors);
            return Err(io::Error::other(format!(
                "{name} fails on this machine with exit code {code}\n{said}"
            )));
        }
        Ok(ran)
    }
}

#[cfg(test)]
mod tests {
    use games::REGISTRY;

    use super::*;

    #[test]
    fn every_command_becomes_a_line_for_the_shell() {
        let cases = matches();
        let script = script(&cases);
        assert_eq!(script.lines().count(), cases.len() + 1);
        assert!(script.starts_with("try doctor root bout doctor\n"), "{script}");
        assert!(script.contains("\ntry doctor-as-user user bout doctor\n"), "{script}");
        assert!(script.ends_with("\necho @@done\n"), "{script}");
    }

    #[test]
    fn every_game_is_played_by_everybody() {
        let cases = matches();
        for game in REGISTRY {
            for user in [User::Superuser, User::Ordinary] {
                let of_game =
                    cases.iter().filter(|case| case.user == user && case.name.starts_with(game.info().name));
                assert_eq!(
                    of_game.count(),
                    if game.runs_foreign_code() { 3 } else { 1 },
                    "{}",
                    game.info().name
                );
            }
        }
    }

    #[test]
    fn names_are_different_and_arguments_need_no_quotes() {
        let cases = matches_and_examples();
        for (index, case) in cases.iter().enumerate() {
            assert!(cases[..index].iter().all(|other| other.name != case.name), "{}", case.name);
            let is_plain =
                |text: &String| text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=".contains(c));
            assert!(is_plain(&case.name) && case.arguments.iter().all(is_plain), "{case:?}");
        }
    }
}
