//! Commands other than playing: `games`, `new`, `demo`, `completions`, `man`, and usage errors.

mod support;

use std::fs;

use serde_json::{Value, json};
use support::{FORMS, Run, Sandbox, WAIT, ends_in, keys};

const COMMANDS: [&str; 35] = [
    "admin",
    "ask",
    "demo",
    "doctor",
    "evolve",
    "explain",
    "games",
    "new",
    "check",
    "compare",
    "fmt",
    "play",
    "queue",
    "worker",
    "exact",
    "tournament",
    "hill",
    "login",
    "logout",
    "submit",
    "watch",
    "war",
    "rate",
    "rejudge",
    "serve",
    "export",
    "import",
    "replay",
    "view",
    "playground",
    "lsp",
    "conform",
    "completions",
    "licenses",
    "man",
];

#[test]
fn games_says_the_same_in_all_forms() {
    let sandbox = Sandbox::new();
    let run = |form| sandbox.bout(&["games", "--output", form]).ok();
    let lines = run("jsonl").jsonl();
    assert_eq!(run("json").json()["games"], Value::Array(lines.clone()));
    let (header, rows) = run("csv").csv();
    assert_eq!(header[..2], ["game", "key"]);
    let text = run("text").out;
    let documented = [
        ("esowar", "squares"),
        ("esowar", "max_turns"),
        ("crash", "max_turns"),
        ("snakes", "turns"),
        ("snakes", "move_time_ms"),
        ("snakes", "memory_mib"),
        ("snakes", "stack_mib"),
        ("perlwar", "size"),
        ("perlwar", "max_len"),
        ("perlwar", "rounds"),
        ("perlwar", "snippet_time_ms"),
        ("perlwar", "memory_mib"),
        ("perlwar", "mambo"),
    ];
    for (game, key) in documented {
        assert!(rows.iter().any(|row| row[..2] == [game, key]), "{rows:?}");
        let line = lines.iter().find(|line| line["game"] == game).expect("the game");
        let parameters = line["parameters"].as_array().unwrap();
        assert!(parameters.iter().any(|parameter| parameter["key"] == key));
        assert!(text.contains(game) && text.contains(key) && text.contains(&format!("*.{}", ending(game))));
    }
    assert_eq!(rows.len(), documented.len());
    for (game, most) in [("esowar", 64), ("crash", 2), ("snakes", 2), ("perlwar", 16)] {
        let line = lines.iter().find(|line| line["game"] == game).expect("the game");
        assert_eq!((&line["min_players"], &line["max_players"]), (&json!(2), &json!(most)));
    }
    assert_eq!(lines.len(), 4);
    assert_eq!(sandbox.bout(&["games"]).ok().out, text);
}

/// Returns the file extension of a game's programs.
fn ending(game: &str) -> &str {
    match game {
        "snakes" => "c",
        "perlwar" => "pl",
        other => other,
    }
}

#[test]
fn a_new_folder_has_programs_that_play_and_the_rules() {
    for game in ["crash", "esowar", "snakes", "perlwar"] {
        let sandbox = Sandbox::new();
        sandbox.bout(&["new", game, "a/b c"]).ok().prints(&["a/b c"]);
        let names = sandbox.names("a/b c");
        let programs: Vec<&String> = names.iter().filter(|name| ends_in(name, ending(game))).collect();
        assert!(programs.len() >= 10 && names.iter().any(|name| ends_in(name, "md")), "{names:?}");
        let checked = sandbox.bout(&["check", "a/b c", "--output", "jsonl"]).ok().jsonl();
        assert_eq!(checked.len(), programs.len());
        for line in checked {
            assert_eq!((&line["ok"], &line["diagnostics"]), (&json!(true), &json!([])), "{line:#}");
        }
        sandbox.bout(&["fmt", "--check", "a/b c"]).ok();
        let [one, two] = [0, 1].map(|at| format!("a/b c/{}", programs[at]));
        sandbox.bout(&["play", &one, &two]).ok();
    }
}

/// The commands that `bout new` suggests work as printed, in folders of any name.
#[cfg(unix)]
#[test]
fn what_new_says_to_try_can_be_pasted_into_a_shell() {
    for folder in ["plain", "with a space", "it's"] {
        let sandbox = Sandbox::new();
        let out = sandbox.bout(&["new", "crash", folder]).ok().out;
        let commands: Vec<String> = out
            .lines()
            .filter_map(|line| Some(line[line.find("bout ")?..].replacen("bout", "\"$BOUT\"", 1)))
            .filter(|line| line.contains("check") || line.contains("play"))
            .collect();
        assert!(!commands.is_empty(), "{out}");
        for command in commands {
            let run = sandbox.shell(&command);
            assert_eq!(run.code, Some(0), "{command}: {run:#?}");
        }
    }
}

#[test]
fn what_a_killed_new_has_written_is_no_obstacle() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["new", "crash", "whole"]).ok();
    sandbox.bout(&["new", "crash", "half"]).ok();
    for name in sandbox.names("half").iter().skip(5) {
        fs::remove_file(sandbox.path("half").join(name)).unwrap();
    }
    sandbox.file("half/.bout-123-7", "half a program");
    sandbox.bout(&["new", "crash", "half"]).ok();
    assert_eq!(sandbox.names("half"), sandbox.names("whole"));
    sandbox.bout(&["new", "crash", "half"]).ok();
}

#[test]
fn new_never_replaces_anything() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["new", "crash", "first"]).ok();
    for name in sandbox.names("first") {
        let folder = sandbox.path("second");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(&name), "mine").unwrap();
        sandbox.bout(&["new", "crash", "second"]).fails(3).says(&[&name]);
        assert_eq!(sandbox.names("second"), [name.as_str()], "nothing was written");
        assert_eq!(sandbox.read(format!("second/{name}")), b"mine");
        fs::remove_dir_all(&folder).unwrap();
    }
    sandbox.bout(&["new", "esowar", "first"]).fails(3).says(&["RULES.md"]);
    fs::create_dir(sandbox.path("has others")).unwrap();
    sandbox.file("has others/notes.txt", "mine");
    sandbox.bout(&["new", "esowar", "has others"]).ok();
    assert_eq!(sandbox.read("has others/notes.txt"), b"mine");
    sandbox.file("file", "mine");
    sandbox.bout(&["new", "crash", "file"]).fails(3).says(&["file"]);
    assert_eq!(sandbox.read("file"), b"mine");
    sandbox.bout(&["new", "esowr", "x"]).fails(2).says(&["esowar"]);
}

#[cfg(unix)]
#[test]
fn new_does_not_write_through_links() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["new", "crash", "first"]).ok();
    let name = &sandbox.names("first")[0];
    fs::create_dir(sandbox.path("second")).unwrap();
    std::os::unix::fs::symlink("../victim", sandbox.path("second").join(name)).unwrap();
    sandbox.bout(&["new", "crash", "second"]).fails(3);
    assert!(!sandbox.path("victim").exists());
}

/// Returns the table of a demo as rows of text, for any output format.
fn as_text(row: &Value) -> Vec<String> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    row.as_object().unwrap().values().map(shown).collect()
}

#[test]
fn the_demo_says_the_same_in_all_forms() {
    let sandbox = Sandbox::new();
    let run = |form| sandbox.bout(&["demo", "--game", "crash", "--games", "2", "--output", form]).ok();
    let lines = run("jsonl").jsonl();
    assert_eq!(lines.len(), 1);
    assert_eq!(run("json").json()["games"], Value::Array(lines.clone()));
    let table = lines[0]["table"].as_array().unwrap();
    let documented = ["rank", "program", "name", "author", "points", "wins", "draws", "losses"];
    assert_eq!(keys(&table[0])[..8], documented);
    let (header, rows) = run("csv").csv();
    assert_eq!(header[1..9], documented);
    let text = run("text").out;
    for (row, csv) in table.iter().zip(&rows) {
        let number = |text: &str| text.parse::<f64>().ok();
        for (value, field) in as_text(row).iter().zip(&csv[1..]) {
            // JSON's null is an empty field in CSV.
            let is_none = value == "null" && field.is_empty();
            let is_same_number = number(value).is_some() && number(value) == number(field);
            assert!(value == field || is_none || is_same_number, "{value} {field}");
        }
        assert!(text.contains(&csv[3]));
    }
    let sum = |key: &str| table.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    let programs = table.len() as u64;
    assert_eq!(rows.len(), table.len());
    assert_eq!(lines[0]["matches"], programs * (programs - 1));
    assert_eq!((sum("wins"), sum("wins") * 2 + sum("draws")), (sum("losses"), programs * (programs - 1) * 2));
}

/// CSV has one header line, even for several games. Games that run foreign code have their own
/// tests; here neither a compiler nor perl is in the search path, so they are left out.
#[test]
fn the_demo_plays_every_game_and_its_csv_is_one_table() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["demo", "--games", "1", "--output", "csv"]);
    let run = Run::of(command.env("PATH", "").output().unwrap());
    assert_eq!(run.code, Some(0), "{run:#?}");
    let (header, rows) = run.csv();
    assert_eq!(header[0], "game");
    for game in ["esowar", "crash"] {
        assert!(rows.iter().filter(|row| row[0] == game).count() >= 10);
    }
    assert!(rows.iter().all(|row| row[0] != "game"), "a header in the middle");
}

#[test]
fn the_demo_adds_timings_in_every_form() {
    let sandbox = Sandbox::new();
    for form in FORMS {
        let args = ["demo", "--game", "crash", "--games", "1", "--timings", "--output", form];
        let run = sandbox.bout(&args).ok();
        assert!(run.out.contains(if form == "text" { " µs" } else { "elapsed" }), "{form}: {run:#?}");
    }
}

#[test]
fn the_demos_numbers_are_checked() {
    let sandbox = Sandbox::new();
    for more in
        [["--games", "0"], ["--games", "-1"], ["--seed", "-1"], ["--threads", "0"], ["--game", "chess"]]
    {
        sandbox.bout(&["demo", more[0], more[1]]).fails(2);
    }
    sandbox.bout(&["demo", "program.crash"]).fails(2);
}

#[test]
fn there_are_completions_for_all_shells() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = sandbox.bout(&["completions", shell]).ok().out;
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} {command}");
        }
        assert!(script.contains("threads"));
        sandbox.file(format!("script.{shell}"), script);
    }
    let parses = sandbox.shell("! command -v bash >/dev/null || bash -n script.bash");
    assert_eq!((parses.code, parses.err.as_str()), (Some(0), ""));
    sandbox.bout(&["completions", "cmd"]).fails(2).says(&["bash"]);
    sandbox.bout(&["completions"]).fails(2);
}

#[test]
fn there_is_a_manual_page_for_everything() {
    let sandbox = Sandbox::new();
    let page = sandbox.bout(&["man"]).ok().out;
    for command in COMMANDS {
        assert!(page.contains(command));
        let page = sandbox.bout(&["man", command]).ok().out;
        assert!(page.contains(&format!("Usage: bout {command}")) && !page.contains(".TH"), "{page}");
        let page = sandbox.bout(&["man", command, "--roff"]).ok().out;
        assert!(page.contains(".TH") && page.contains(command), "{page}");
    }
    for (game, ruling) in [("esowar", "E10"), ("crash", "C9"), ("snakes", "S14"), ("perlwar", "P17")] {
        let manual = sandbox.bout(&["man", game]).ok().out;
        assert!(manual.contains(ruling) && manual.len() > 2000, "{game}");
    }
    sandbox.bout(&["man", "crash", "--roff"]).fails(2).says(&["--roff"]);
    sandbox.bout(&["man", "chess"]).fails(2).says(&["chess", "crash"]);
    sandbox.bout(&["man", "--dir", "pages"]).ok();
    let names = sandbox.names("pages");
    assert!(names.contains(&"bout.1".to_owned()) && names.len() == COMMANDS.len() + 1, "{names:?}");
    sandbox.file("file", "x");
    sandbox.bout(&["man", "--dir", "file"]).fails(3);
}

#[test]
fn wrong_usage_is_told_and_nothing_else_is_done() {
    let sandbox = Sandbox::with_programs();
    for args in [
        &["fight"][..],
        &["plya", "wait.crash", "wait.crash"],
        &["play", "--nonsense", "wait.crash", "wait.crash"],
        &["play", "wait.crash", "wait.crash", "--seed"],
        &["play", "wait.crash", "wait.crash", "--threads", "x"],
        &["check"],
        &["check", "--nonsense"],
        &["check", "wait.crash", "--output", "yaml"],
        &["check", "wait.crash", "--game", "snooker"],
        &["fmt"],
        &["fmt", "wait.crash", "--output", "json"],
        &["new"],
        &["new", "crash"],
        &["new", "crash", "a", "b"],
        &["games", "crash"],
        &["replay"],
        &["conform"],
        &["man", "a", "b"],
        &["man", "play", "--dir", "x"],
        &["play", "wait.crash", ""],
    ] {
        let run = sandbox.bout(args).fails(2);
        assert_eq!(run.out, "", "{args:?}");
    }
    assert_eq!(sandbox.names(".").len(), 5, "nothing was written");
    let run = sandbox.bout::<&str>(&[]);
    assert!(run.code == Some(2) && run.err.contains("Usage"), "{run:#?}");
    sandbox.bout(&["plya"]).fails(2).says(&["play"]);
}

#[test]
fn help_and_version_are_there_for_all() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["--version"]).ok().prints(&["bout "]);
    let help = sandbox.bout(&["--help"]).ok();
    for command in COMMANDS {
        assert!(help.out.contains(command));
        sandbox.bout(&[command, "--help"]).ok().prints(&["Usage"]);
        sandbox.bout(&["help", command]).ok().prints(&["Usage"]);
    }
    help.prints(&["130", "--"]);
}

#[test]
fn a_file_that_was_meant_is_named() {
    let sandbox = Sandbox::with_programs();
    fs::create_dir(sandbox.path("arena")).unwrap();
    sandbox.file("arena/hawk.crash", WAIT);
    for (given, meant) in [
        ("bomber.crsh", "bomber.crash"),
        ("bombre.crash", "bomber.crash"),
        ("hawk.crash", "arena/hawk.crash"),
        ("hawk", "arena/hawk.crash"),
        ("arena/hwak.crash", "arena/hawk.crash"),
    ] {
        let run = sandbox.bout(&["play", given, "wait.crash"]).fails(3);
        run.says(&[given, &format!("did you mean {meant}?")]);
    }
    let run = sandbox.bout(&["play", "nothing-like-it.crash", "wait.crash"]).fails(3);
    assert!(!run.err.contains("did you mean"), "{}", run.err);
    sandbox.bout(&["view", "wait.crash"]).fails(2).says(&["wait.crash", "OPPONENT"]);
}
