//! `bout tournament`, `rejudge`, `export` and `import` on the command line.

mod support;

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
#[cfg(target_os = "linux")]
use support::processes::wait_until_played;
use support::{Run, Sandbox, signal, wait_for, without_checksums};

/// Five different programs.
const FIELD: [(&str, &str); 5] = [
    ("wait.crash", ";name Wait\nstore [i]-1 i\n"),
    (
        "bomber.crash",
        ";name Bomber\nwrite crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n",
    ),
    ("odd.crash", ";name O, \"dd\" \u{202e}name\nstore 7 a\nstore [i]-1 i\n"),
    ("sweep.crash", ";name Sweep\nwrite crash [i]+[a]+3\nstore [a]+1 a\nstore [i]-3 i\n"),
    ("crash.crash", "crash\n"),
];

fn field() -> Sandbox {
    let dir = Sandbox::new();
    std::fs::create_dir(dir.path("field")).unwrap();
    for (name, source) in FIELD {
        dir.file(format!("field/{name}"), source);
    }
    dir
}

fn tournament(dir: &Sandbox, more: &[&str]) -> Run {
    let args = ["tournament", "field", "--score", "sampled", "--rules", "max_turns=20000"];
    dir.bout(&args.iter().chain(more).copied().collect::<Vec<_>>())
}

#[test]
fn the_csv_begins_with_the_fixed_columns() {
    let (header, rows) = tournament(&field(), &["--output", "csv", "--games", "4"]).ok().csv();
    let fixed = [
        "rank", "program", "name", "author", "points", "wins", "draws", "losses", "games", "voids", "faults",
    ];
    assert_eq!(header[..11], fixed);
    assert_eq!(header[11..], ["elo", "elo_low", "elo_high", "best_rank", "worst_rank", "better_than_next"]);
    assert_eq!(rows.len(), FIELD.len());
    for row in &rows {
        let number = |at: usize| row[at].parse::<f64>().unwrap();
        assert_eq!(number(8).to_string(), "16", "4 opponents, 4 games each");
        assert_eq!((number(5) + number(6) + number(7)).to_string(), "16");
        assert_eq!(
            (number(5) + number(6) / 2.0).to_string(),
            number(4).to_string(),
            "a draw is half a point"
        );
    }
}

/// The results of a pair depend neither on the other programs nor on their order.
#[test]
fn the_games_of_a_pair_depend_on_the_pair_alone() {
    let dir = field();
    let all = tournament(&dir, &["--output", "json", "--games", "6"]).ok().json();
    let pair = ["field/bomber.crash", "field/sweep.crash"];
    for programs in [pair, [pair[1], pair[0]]] {
        let mut args = vec![
            "tournament",
            "--score",
            "sampled",
            "--rules",
            "max_turns=20000",
            "--games",
            "6",
            "--output",
            "json",
        ];
        args.extend(["--results", "alone", "--fresh"]);
        args.extend(programs);
        let alone = dir.bout(&args).ok().json();
        let of = |document: &serde_json::Value| {
            let cross = document["cross"].as_array().unwrap().clone();
            let is_theirs =
                |cell: &serde_json::Value| cell["program"] == pair[0] && cell["opponent"] == pair[1];
            let cell = cross.into_iter().find(is_theirs).unwrap();
            // Only these counts: the expected score follows from the ratings, which depend
            // on all programs.
            ["wins", "draws", "losses"].map(|count| cell[count].clone())
        };
        assert_eq!(of(&alone), of(&all));
    }
}

/// Every pair plays the promised number of games, half in each order, in pairs with the same seed.
#[test]
fn records_show_that_setups_are_paired() {
    let dir = field();
    tournament(&dir, &["--games", "5", "--record", "records"]).ok();
    let mut games: BTreeMap<(Vec<String>, u64), Vec<Vec<String>>> = BTreeMap::new();
    for name in dir.names("records") {
        let bytes = dir.read(format!("records/{name}"));
        let header = bytes.split(|&byte| byte == b'\n').next().unwrap();
        let header: serde_json::Value = serde_json::from_slice(header).unwrap();
        let file = |program: &serde_json::Value| program["file"].as_str().unwrap().to_owned();
        let seated: Vec<String> = header["programs"].as_array().unwrap().iter().map(file).collect();
        let mut pair = seated.clone();
        pair.sort();
        games.entry((pair, header["seed"].as_u64().unwrap())).or_default().push(seated);
    }
    assert_eq!(games.len(), 10 * 3, "10 pairs, 6 games each (5 is rounded up), two with each seed");
    for ((pair, _), mut seated) in games {
        seated.sort();
        let turned: Vec<String> = pair.iter().rev().cloned().collect();
        assert_eq!(seated, [pair, turned], "each order once");
    }
    let records = dir.path("records");
    dir.bout(&["replay".as_ref(), records.as_os_str()]).ok();
}

#[test]
fn known_results_are_used_and_said() {
    let dir = field();
    let first = tournament(&dir, &["--output", "json"]).ok();
    let again = tournament(&dir, &["--output", "json"]);
    assert_eq!(again.code, Some(0));
    assert_eq!(again.out, first.out);
    again.says(&["100 of 100 matches were known"]);
    assert_eq!(tournament(&dir, &["--output", "json", "--resume"]).ok().out, first.out);
    assert_eq!(tournament(&dir, &["--output", "json", "--fresh"]).ok().out, first.out);
    let fewer = tournament(&dir, &["--output", "json", "--games", "4", "--resume"]).ok();
    let alone = field();
    assert_eq!(tournament(&alone, &["--output", "json", "--games", "4"]).ok().out, fewer.out);
}

/// A tournament that is killed at any moments and resumed gives the same bytes.
#[test]
fn what_is_killed_goes_on() {
    let args = ["--games", "400", "--output", "json", "--threads", "2"];
    let undisturbed = tournament(&field(), &args).ok().out;
    let dir = field();
    let mut kills = 0;
    for attempt in 0..40_u64 {
        let all = ["tournament", "field", "--score", "sampled", "--rules", "max_turns=20000", "--resume"];
        let mut command = dir.command(&all.iter().chain(&args).copied().collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The moments spread over the run, because the step is coprime to its length.
        std::thread::sleep(Duration::from_millis(1 + attempt * 37 % 150));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        signal(&child, "KILL");
        wait_for(&mut child, Duration::from_mins(1));
        kills += 1;
    }
    assert!(kills > 0, "it was never killed");
    let resumed = tournament(&dir, &[&args[..], &["--resume"]].concat()).ok();
    assert_eq!(resumed.out, undisturbed);
}

#[test]
fn a_locked_contest_refuses_what_differs() {
    let dir = field();
    tournament(&dir, &[]).ok();
    assert_eq!(tournament(&dir, &["--locked", "--resume"]).ok().code, Some(0));
    tournament(&dir, &["--locked", "--seed", "2"]).fails(1).says(&["seed: locked 1, now 2"]);
    tournament(&dir, &["--locked", "--schedule", "swiss"]).fails(1).says(&["schedule"]);
    dir.file("field/wait.crash", "store [i] i\n");
    tournament(&dir, &["--locked"]).fails(1).says(&["field/wait.crash has been changed"]);
}

#[test]
fn a_contest_is_judged_again_without_its_files() {
    let dir = field();
    tournament(&dir, &[]).ok();
    std::fs::remove_dir_all(dir.path("field")).unwrap();
    dir.bout(&["rejudge", "contest.lock"])
        .ok()
        .prints(&["100 matches judged again: all results are unchanged"]);
    let of_two = ["rejudge", "contest.lock", "--of", "wait.crash", "--of", "bomber.crash"];
    dir.bout(&of_two).ok().prints(&["10 matches judged again"]);
    dir.bout(&["rejudge", "contest.lock", "--of", "nobody"]).fails(2).says(&["nobody"]);
}

/// A changed result in a database whose checksums are correct, because it was imported from an
/// export without any.
#[test]
fn a_changed_result_is_found() {
    let dir = field();
    tournament(&dir, &[]).ok();
    let exported = without_checksums(&dir.bout(&["export", "contest.db"]).ok().out);
    let (at, _) = exported.match_indices("1221").next().expect("somebody won from both seats");
    let mut forged = exported.clone();
    forged.replace_range(at..at + 2, "21");
    std::fs::remove_file(dir.path("contest.db")).unwrap();
    dir.file("forged.jsonl", &forged);
    dir.bout(&["import", "forged.jsonl"]).ok();
    dir.bout(&["rejudge", "contest.lock"]).fails(1).prints(&["1 changed"]);
    tournament(&dir, &["--record", "records"]).fails(1).says(&["1 games differ from their results"]);
}

#[test]
fn empty_files_stay_empty_when_they_are_exported_and_make_no_database_when_they_are_imported() {
    let dir = Sandbox::new();
    dir.file("empty", "");
    dir.bout(&["export", "empty"]).fails(1).says(&["empty: this file is empty"]);
    assert_eq!(dir.read("empty"), b"");
    dir.bout(&["import", "empty"]).fails(1).says(&["empty: this file is empty; nothing was imported"]);
    assert_eq!(dir.names(""), ["empty"]);
}

#[test]
fn what_is_exported_is_imported() {
    let dir = field();
    tournament(&dir, &[]).ok();
    let exported = dir.bout(&["export", "contest.db"]).ok();
    exported.jsonl();
    let import = dir.bout_with(&["import", "-", "--into", "other.db"], exported.out.as_bytes());
    import.ok();
    assert_eq!(dir.bout(&["export", "other.db"]).ok().out, exported.out);
    dir.file("cut.jsonl", &exported.out[..exported.out.len() / 2]);
    dir.bout(&["import", "cut.jsonl", "--into", "third.db"]).fails(1);
    dir.bout(&["export", "absent.db"]).fails(3).says(&["absent.db"]);
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let dir = field();
    dir.file("contest.db", "this is my diary");
    tournament(&dir, &[]).fails(3).says(&["contest.db"]);
    assert_eq!(dir.read("contest.db"), b"this is my diary");
}

#[test]
fn odd_fields() {
    let dir = field();
    dir.bout(&["tournament", "field/wait.crash"]).fails(2).says(&["at least 2"]);
    let same =
        ["tournament", "field/wait.crash", "field/wait.crash", "--score", "sampled", "--output", "json"];
    let table = dir.bout(&same).ok().json()["table"].clone();
    assert_eq!(
        table.as_array().unwrap().iter().map(|row| row["rank"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 1]
    );
    dir.bout(&["tournament", "field", "--seats", "3"]).fails(2).says(&["--seats 3"]);
    dir.bout(&["tournament", "field", "--seats", "1"]).fails(2);
    dir.bout(&["tournament", "field", "--seats", "0"]).fails(2);
    dir.bout(&["tournament", "field", "--rounds", "3"]).fails(2).says(&["--rounds"]);
    dir.bout(&["tournament", "field", "--games", "0"]).fails(2);
}

#[test]
fn every_schedule_plays() {
    let dir = field();
    for schedule in ["round-robin", "gauntlet", "swiss", "single-elimination", "double-elimination"] {
        let run = tournament(&dir, &["--schedule", schedule, "--resume", "--output", "json"]).ok().json();
        assert_eq!(run["schedule"], schedule);
        assert_eq!(run["table"].as_array().unwrap().len(), FIELD.len(), "{schedule}");
        assert_eq!(run["complete"], true);
    }
    std::fs::create_dir(dir.path("ring")).unwrap();
    for (name, base) in [("a", "[+]"), ("b", "<+"), ("c", ">+>"), ("d", "+[<]"), ("e", "[+]+[<[+]+]")] {
        dir.file(format!("ring/{name}.esowar"), base);
    }
    let args = ["tournament", "ring", "--seats", "3", "--games", "3", "--rules", "max_turns=2000"];
    let run = dir.bout(&[&args[..], &["--output", "json"]].concat()).ok().json();
    let rows = run["table"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["games"] == rows[0]["games"]), "{rows:#?}");
    let points: f64 = rows.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    let matches = run["matches"].as_f64().unwrap();
    assert!((points - matches).abs() < 0.01, "a match is worth one point: {points} of {matches}");
}

#[test]
fn a_report_and_pgn_are_written() {
    let dir = field();
    tournament(&dir, &["-o", "report.html", "--pgn", "games.pgn", "--record", "records"]).ok();
    let page = String::from_utf8(dir.read("report.html")).unwrap();
    assert!(page.contains("Bomber") && page.contains("records/crash-"), "no links to records");
    for outside in ["src=\"http", "href=\"http", "url(http", "@import", "src=\"//"] {
        assert!(!page.contains(outside), "it needs the network: {outside}");
    }
    let linked: Vec<&str> =
        page.split("records/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let names = dir.names("records");
    assert!(linked.iter().all(|name| names.iter().any(|known| known == name)), "a link leads nowhere");
    let pgn = String::from_utf8(dir.read("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Result ").count(), 100);
}

/// A report must not replace a program whose name was given by mistake, and reports replace reports.
#[test]
fn reports_replace_only_reports() {
    let dir = field();
    let outputs = ["-o", "report.html", "--pgn", "games.pgn"];
    tournament(&dir, &outputs).ok();
    tournament(&dir, &[&outputs[..], &["--fresh"]].concat()).ok();
    let program = b"crash\n";
    for option in ["-o", "--pgn"] {
        dir.file("mine.crash", program);
        tournament(&dir, &[option, "mine.crash", "--fresh"])
            .fails(2)
            .says(&["mine.crash", "not overwritten"]);
        assert_eq!(dir.read("mine.crash"), program);
    }
    tournament(&dir, &["-o", "games.pgn"]).fails(2).says(&["not a web page"]);
    tournament(&dir, &["--pgn", "report.html"]).fails(2).says(&["not games in PGN"]);
    dir.file("empty.html", "");
    tournament(&dir, &["-o", "empty.html", "--fresh"]).ok();
    dir.bout(&["demo", "--game", "crash", "-o", "mine.crash"]).fails(2).says(&["not overwritten"]);
    assert_eq!(dir.read("mine.crash"), program);
}

/// Every pair has a page that shows one of its games. All pages share a player file next to them.
#[test]
fn a_report_links_to_pages_that_play_matches() {
    let dir = field();
    tournament(&dir, &["-o", "pages/a report.html"]).fails(3).says(&["pages"]);
    std::fs::create_dir(dir.path("pages")).unwrap();
    tournament(&dir, &["-o", "pages/a report.html", "--resume"]).ok();
    let report = String::from_utf8(dir.read("pages/a report.html")).unwrap();
    let linked = report.split("href=\"a%20report-matches/").skip(1);
    let linked: Vec<&str> = linked.filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(linked.len(), 5 * 4, "five programs met four others each");
    for name in linked {
        let page = String::from_utf8(dir.read(format!("pages/a report-matches/{name}"))).unwrap();
        assert!(page.contains("src=\"player.js\""));
        let (_, rest) = page.split_once("id=\"record\">").unwrap();
        let held = STANDARD.decode(rest.split_once("</script>").unwrap().0).unwrap();
        dir.file("held.bout", &held);
        dir.bout(&["replay", "held.bout"]).ok();
    }
    let player = String::from_utf8(dir.read("pages/a report-matches/player.js")).unwrap();
    assert!(player.contains("document.write") && player.len() < 1_000_000);
}

/// The games that a reader opens first have pages; for the others, the report says how to get one.
#[test]
fn pages_of_matches_are_as_many_as_wanted() {
    let dir = field();
    let linked = |pages: &[&str], report: &str| {
        tournament(&dir, &[&["--resume", "-o", report][..], pages].concat()).ok();
        let text = String::from_utf8(dir.read(report)).unwrap();
        let folder = format!("href=\"{}-matches/", report.trim_end_matches(".html"));
        (text.matches(&folder).count(), text.contains("--pages all"))
    };
    assert_eq!(linked(&[], "by-default.html"), (20, false), "every pair in each order");
    assert_eq!(linked(&["--pages", "all"], "all.html"), (20, false));
    assert_eq!(linked(&["--pages", "7"], "few.html"), (6, true), "three programs meet two others each");
    assert_eq!(linked(&["--pages", "none"], "none.html"), (0, true));
    assert!(!dir.path("none-matches").exists());
    tournament(&dir, &["--pages", "some"]).fails(2).says(&["`all`, `none` or a number"]);
}

/// Ctrl-C keeps the games played so far, and says how to continue.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_says_how_to_go_on() {
    let dir = field();
    let args =
        ["tournament", "field", "--score", "sampled", "--games", "1000000", "--rules", "max_turns=20000"];
    let mut command = dir.command(&args);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until_played(&dir, &mut child);
    signal(&child, "INT");
    assert!(wait_for(&mut child, Duration::from_mins(1)).is_some(), "it did not end");
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130));
    run.says(&["were played and stored", "--resume"]);
}

/// Two copies of a program play the same games, so both have the same results against the others.
#[test]
fn the_same_program_twice_has_the_same_results_twice() {
    let dir = field();
    dir.file("field/bomber-again.crash", FIELD[1].1);
    let cross = tournament(&dir, &["--games", "600", "--output", "json"]).ok().json()["cross"].clone();
    let against = |program: &str, opponent: &str| {
        let cells = cross.as_array().unwrap();
        let cell =
            cells.iter().find(|cell| cell["program"] == program && cell["opponent"] == opponent).unwrap();
        [&cell["wins"], &cell["draws"], &cell["losses"]].map(|count| count.as_u64().unwrap())
    };
    for opponent in ["field/wait.crash", "field/sweep.crash", "field/odd.crash", "field/crash.crash"] {
        let [one, two] = ["field/bomber.crash", "field/bomber-again.crash"].map(|who| against(who, opponent));
        assert_eq!(one, two);
        assert_eq!(one.iter().sum::<u64>(), 600);
    }
}

#[test]
fn the_lock_of_another_contest_is_kept() {
    let sandbox = Sandbox::with_programs();
    let play = |games: &str| {
        sandbox.bout(&["tournament", "wait.crash", "bomber.crash", "--games", games, "--score", "sampled"])
    };
    play("2").ok();
    let first = sandbox.read("contest.lock");
    assert!(!play("2").err.contains("contest.lock was"), "the same contest again");
    let said = play("4").err;
    let kept: Vec<String> =
        sandbox.names(".").into_iter().filter(|name| name.starts_with("contest-")).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(said.contains(&kept[0]), "{said}");
    assert_eq!(sandbox.read(&kept[0]), first);
    sandbox.bout(&["rejudge", &kept[0]]).ok();
    sandbox.bout(&["rejudge", "contest.lock"]).ok();
}
