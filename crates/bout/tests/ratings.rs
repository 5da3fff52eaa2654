//! Ratings on the command line: the tables and the messages about them.

mod support;

use std::fs::create_dir;

use serde_json::Value;
use support::{BOMBER, CRASH, FORMS, Run, Sandbox, WAIT};

/// The columns of ratings, in order.
const COLUMNS: [&str; 5] = ["elo", "elo_low", "elo_high", "best_rank", "worst_rank"];

/// Bombers that beat each other now and then, depending on where they start.
const COMB: &str = "write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i\n";
const SCATTER: &str = "write crash [i]+[a]+1773\nwrite crash [i]+[a]+3543\nstore [a]+3542 a\nstore [i]-4 i\n";
const GUARD: &str = "write crash [i]+[a]+5\nwrite store [a]+2532 a [i]\nstore [a]+2532 a\nwrite store [i]-5 i [i]\nstore [i]-5 i\n";

/// Creates a field in which some programs are clearly better, and some are about equal.
fn field() -> Sandbox {
    let dir = Sandbox::new();
    create_dir(dir.path("field")).unwrap();
    for (name, source) in [
        ("bomber", BOMBER),
        ("comb", COMB),
        ("crash", CRASH),
        ("guard", GUARD),
        ("scatter", SCATTER),
        ("wait", WAIT),
    ] {
        dir.file(format!("field/{name}.crash"), source);
    }
    dir
}

fn tournament(dir: &Sandbox, more: &[&str]) -> Run {
    dir.bout(&[&["tournament", "--score", "sampled", "--rules", "max_turns=20000"], more].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn rows(document: &Value) -> Vec<Value> {
    document["table"].as_array().expect("a table").clone()
}

fn row<'a>(rows: &'a [Value], program: &str) -> &'a Value {
    let is_it = |row: &&Value| row["program"].as_str().unwrap().ends_with(program);
    rows.iter().find(is_it).unwrap_or_else(|| panic!("no {program} in {rows:#?}"))
}

/// Checks properties that hold for the ratings of any field.
#[track_caller]
fn ratings_make_sense(document: &Value) {
    let rows = &rows(document);
    let all: Vec<f64> = rows.iter().map(|row| number(&row["elo"])).collect();
    let outside = document["ratings"]["outside_centre"].as_array().cloned().unwrap_or_default();
    let in_centre = rows.iter().filter(|row| !outside.contains(&row["program"]));
    let in_centre: Vec<f64> = in_centre.map(|row| number(&row["elo"])).collect();
    let mean = in_centre.iter().sum::<f64>() / in_centre.iter().map(|_| 1.0).sum::<f64>();
    assert!(mean.abs() <= 0.051, "the mean is 0, but for tenths: {mean}");
    for row in rows {
        let [elo, low, high, best, worst] = COLUMNS.map(|column| number(&row[column]));
        assert!([elo, low, high].iter().all(|points| points.is_finite()), "{row:#}");
        assert!(low <= elo && elo <= high, "{row:#}");
        // The programs rated higher, and those rated at least as high, bound the possible rank.
        let above = all.iter().filter(|&&other| other > elo).count();
        let at_least = all.iter().filter(|&&other| other >= elo).count();
        let (best, worst) = (best.to_string(), worst.to_string());
        let (best, worst): (usize, usize) = (best.parse().unwrap(), worst.parse().unwrap());
        assert!(1 <= best && best <= above + 1, "{row:#}");
        assert!(at_least <= worst && worst <= rows.len(), "{row:#}");
    }
}

#[test]
fn every_form_has_the_same_ratings() {
    let dir = field();
    let play = |form: &str| tournament(&dir, &["field", "--games", "6", "--resume", "--output", form]).ok();
    let document = play("json").json();
    let table = rows(&document);
    ratings_make_sense(&document);
    assert_eq!(document["ratings"]["confidence"], 0.95);
    assert_eq!(document["ratings"]["basis"], "setups");
    assert_eq!(document["ratings"]["repeats"], 0);

    let mut lines = play("jsonl").jsonl();
    let summary = lines.pop().unwrap()["summary"].take();
    assert_eq!(lines, table);
    assert_eq!(summary["ratings"], document["ratings"]);

    let (header, cells) = play("csv").csv();
    for (cells, row) in cells.iter().zip(&table) {
        for column in COLUMNS {
            let at = header.iter().position(|title| title == column).expect(column);
            assert_eq!(cells[at], row[column].to_string(), "{column}");
        }
    }
    let text = play("text").out;
    assert!(text.contains("95%") && text.contains("over all setups"), "{text}");
    for row in &table {
        let whole = format!("{:+.0}", number(&row["elo"]));
        let line = text.lines().find(|line| line.contains(row["program"].as_str().unwrap())).unwrap();
        // Values rounded to tenths and then to whole numbers may be off by one.
        let near = (-1..=1).map(|off| format!("{:+}", whole.parse::<i64>().unwrap() + off));
        assert!(near.into_iter().any(|elo| line.contains(&elo)), "{whole} in {line}");
    }
}

/// Ratings depend on programs and results alone: not on the order of the programs, the number of
/// threads, or which results were already known.
#[test]
fn however_it_is_played_it_is_the_same() {
    let dir = field();
    let names = dir.names("field").into_iter().map(|name| format!("field/{name}")).collect::<Vec<_>>();
    let play =
        |names: &[&str], more: &[&str]| tournament(&dir, &[names, &["--games", "4"], more].concat()).ok().out;
    let forwards: Vec<&str> = names.iter().map(String::as_str).collect();
    let backwards: Vec<&str> = forwards.iter().rev().copied().collect();
    for form in FORMS {
        let form = ["--output", form];
        let once = play(&forwards, &[&form[..], &["--fresh"]].concat());
        for more in [&["--fresh", "--threads", "1"][..], &["--resume"], &["--fresh", "--threads", "3"]] {
            assert_eq!(play(&backwards, &[&form[..], more].concat()), once, "{more:?}");
        }
    }
}

/// A program that won everything has a finite rating, because of a weak prior. After ten games it
/// is about a thousand points above its opponent, as the manual says.
#[test]
fn who_won_everything_is_not_rated_without_bound() {
    let dir = Sandbox::with_programs();
    let document =
        tournament(&dir, &["bomber.crash", "wait.crash", "--games", "10", "--output", "json"]).ok().json();
    let table = rows(&document);
    ratings_make_sense(&document);
    let (first, last) = (row(&table, "bomber.crash"), row(&table, "wait.crash"));
    assert_eq!(first["wins"], 10, "else this shows nothing");
    for [one, other] in [["elo", "elo"], ["elo_low", "elo_high"], ["elo_high", "elo_low"]] {
        let sum = number(&first[one]) + number(&last[other]);
        assert!(sum.abs() < 0.11, "two ratings are mirrored: {table:#?}");
    }
    let apart = number(&first["elo"]) - number(&last["elo"]);
    assert!((800.0..1300.0).contains(&apart), "{apart}");
}

#[test]
fn the_same_program_twice_has_the_same_rating_twice() {
    let dir = field();
    dir.file("field/again.crash", COMB);
    let document = tournament(&dir, &["field", "--games", "8", "--output", "json"]).ok().json();
    let table = rows(&document);
    ratings_make_sense(&document);
    let (one, other) = (row(&table, "comb.crash"), row(&table, "again.crash"));
    for column in COLUMNS {
        assert_eq!(one[column], other[column], "{column}");
    }
    assert_ne!(one["best_rank"], one["worst_rank"], "nobody is better than itself");
    for cell in document["cross"].as_array().unwrap() {
        let is_of = |key: &str, name: &str| cell[key].as_str().unwrap().ends_with(name);
        if is_of("program", "comb.crash") && is_of("opponent", "again.crash") {
            assert!((number(&cell["expected"]) - 0.5).abs() < 1e-6, "{cell:#}");
            assert!((number(&cell["likelihood_better"]) - 0.5).abs() < 1e-3, "{cell:#}");
        }
    }
}

/// Errors shrink with the square root of the number of games: nine times the games give a third
/// of the width.
#[test]
fn more_games_make_intervals_narrower() {
    let dir = field();
    let widths = |games: &str, more: &[&str]| -> Vec<f64> {
        let args =
            ["field/comb.crash", "field/guard.crash", "field/scatter.crash", "--output", "json", "--resume"];
        let document = tournament(&dir, &[&args[..], &["--games", games], more].concat()).ok().json();
        let mut table = rows(&document);
        table.sort_by_key(|row| row["program"].to_string());
        ratings_make_sense(&document);
        table.iter().map(|row| number(&row["elo_high"]) - number(&row["elo_low"])).collect()
    };
    let (few, many) = (widths("60", &[]), widths("540", &[]));
    for (few, many) in few.iter().zip(&many) {
        let ratio = few / many;
        assert!((2.0..4.5).contains(&ratio), "{few} and {many}: {ratio}");
    }
    // In a normal distribution, 50% of values lie within 0.674 standard deviations, 95% within
    // 1.960, and 99% within 2.576.
    let (half, most) = (widths("540", &["--confidence", "0.5"]), widths("540", &["--confidence", "0.99"]));
    for ((half, usual), most) in half.iter().zip(&many).zip(&most) {
        assert!((2.6..3.2).contains(&(usual / half)), "{usual} and {half}");
        assert!((1.25..1.4).contains(&(most / usual)), "{most} and {usual}");
    }
}

/// The expected score of a pair follows from the two ratings; if draws are rare, by Elo's formula.
#[test]
fn every_two_have_an_expected_score() {
    let dir = field();
    let play =
        |more: &[&str]| tournament(&dir, &[&["field", "--games", "6", "--resume"], more].concat()).ok();
    let document = play(&["--output", "json"]).json();
    let table = rows(&document);
    let cross = document["cross"].as_array().unwrap();
    assert_eq!(cross.len(), 30, "each of six against five");
    let other_way = |cell: &Value| {
        let is_it =
            |other: &&Value| other["program"] == cell["opponent"] && other["opponent"] == cell["program"];
        cross.iter().find(is_it).unwrap()
    };
    for cell in cross {
        for key in ["expected", "likelihood_better"] {
            let (one, other) = (number(&cell[key]), number(&other_way(cell)[key]));
            assert!((0.0..=1.0).contains(&one) && (one + other - 1.0).abs() < 1e-3, "{key}: {cell:#}");
        }
        let [one, other] =
            ["program", "opponent"].map(|key| number(&row(&table, cell[key].as_str().unwrap())["elo"]));
        let (expected, better) = (number(&cell["expected"]), number(&cell["likelihood_better"]));
        if (one - other).abs() > 1.0 {
            assert_eq!(expected > 0.5, one > other, "{cell:#}");
            assert_eq!(better > 0.5, one > other, "{cell:#}");
        }
    }
    let (header, rows) = play(&["--output", "csv", "--cross"]).csv();
    assert_eq!(header[6..], ["expected", "likelihood_better", "exact"]);
    for (row, cell) in rows.iter().zip(cross) {
        assert_eq!(row[0], cell["program"].as_str().unwrap());
        let near =
            |text: &str, value: &Value| (text.parse::<f64>().unwrap() - number(value)).abs() <= 0.000_051;
        assert!(near(&row[6], &cell["expected"]) && near(&row[7], &cell["likelihood_better"]), "{row:?}");
    }

    // Two bombers that never draw.
    let pair = ["field/comb.crash", "field/crash.crash", "--games", "20", "--output", "json", "--resume"];
    let document = tournament(&dir, &pair).ok().json();
    let (first, last) = (&document["table"][0], &document["table"][1]);
    assert_eq!(first["draws"], 0, "else this shows nothing");
    let apart = number(&first["elo"]) - number(&last["elo"]);
    let expected = 1.0 / (1.0 + 10_f64.powf(-apart / 400.0));
    assert!((number(&document["cross"][0]["expected"]) - expected).abs() < 1e-3, "{document:#}");
}

/// According to the comments in these examples, each of them nearly always beats the next
/// in a circle.
#[test]
fn a_circle_is_named_and_a_bad_fit_is_said() {
    let dir = Sandbox::new();
    let ring = [
        ("firehose.crash", include_str!("../examples/crash/firehose.crash")),
        ("flood.crash", include_str!("../examples/crash/flood.crash")),
        ("radar.crash", include_str!("../examples/crash/radar.crash")),
    ];
    for (name, source) in ring {
        dir.file(name, source);
    }
    let names = ring.map(|(name, _)| name);
    let play = |form: &str| {
        tournament(&dir, &[&names[..], &["--games", "24", "--resume", "--output", form]].concat()).ok()
    };
    let document = play("json").json();
    ratings_make_sense(&document);
    for at in 0..3 {
        let (one, two) = (names[at], names[(at + 1) % 3]);
        let is_theirs = |cell: &&Value| cell["program"] == one && cell["opponent"] == two;
        let cell = document["cross"].as_array().unwrap().iter().find(is_theirs).unwrap();
        assert!(
            number(&cell["wins"]) >= 18.0,
            "{one} does not beat {two}, else this shows nothing: {cell:#}"
        );
    }
    let circle: Vec<&str> = document["ratings"]["cycles"][0]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let from = circle.iter().position(|&name| name == names[0]).expect("it is in the circle");
    assert_eq!(
        [circle[from], circle[(from + 1) % 3], circle[(from + 2) % 3]],
        names,
        "who beats whom, in this order"
    );
    assert_eq!(document["ratings"]["cycles"].as_array().unwrap().len(), 1);
    let fit = &document["ratings"]["fit"];
    assert!(number(&fit["likelihood"]) < 0.05, "{fit:#}");
    assert_eq!(fit["surprises"].as_array().unwrap().len(), 3, "all three are far from what is expected");
    play("text").prints(&[
        "Firehose beats Flood (24-0)",
        "Flood beats Radar",
        "Radar beats Firehose",
        "do not fit well",
    ]);
}

/// If every program beats all weaker ones, strength explains every result.
#[test]
fn a_field_in_one_line_has_no_circle_and_fits() {
    let dir = Sandbox::with_programs();
    let args = ["bomber.crash", "wait.crash", "crash.crash", "--games", "20", "--resume"];
    let document = tournament(&dir, &[&args[..], &["--output", "json"]].concat()).ok().json();
    assert_eq!(document["ratings"]["cycles"], serde_json::json!([]));
    assert!(number(&document["ratings"]["fit"]["likelihood"]) >= 0.05, "{}", document["ratings"]);
    assert_eq!(
        rows(&document).iter().map(|row| number(&row["best_rank"])).collect::<Vec<_>>(),
        [1.0, 2.0, 3.0]
    );
    let text = tournament(&dir, &args).ok().out;
    assert!(!text.contains("circle") && !text.contains("do not fit"), "{text}");
}

/// In games with more than two players, programs that live longer are rated higher. A commander
/// that reads a `d` in its first turn dies before all others.
#[test]
fn a_free_for_all_is_rated() {
    let dir = Sandbox::with_programs();
    dir.file("dies.esowar", "d");
    let args = ["tournament", "smart.esowar", "sweeper.esowar", "dies.esowar", "--seats", "3", "--resume"];
    let rules = ["--rules", "squares=300", "--rules", "max_turns=100000", "--output", "json"];
    let play = |games: &str| dir.bout(&[&args[..], &["--games", games], &rules].concat()).ok().json();
    let document = play("12");
    let table = rows(&document);
    ratings_make_sense(&document);
    let last = row(&table, "dies.esowar");
    assert_eq!((&last["mean_place"], &last["wins"]), (&serde_json::json!(3.0), &serde_json::json!(0)));
    assert_eq!((&last["best_rank"], &last["worst_rank"]), (&3.into(), &3.into()), "it was last 12 times");
    for name in ["smart.esowar", "sweeper.esowar"] {
        assert!(number(&row(&table, name)["elo"]) > number(&last["elo"]) + 400.0, "{table:#?}");
    }
    // Chance decides between the two others, so more games narrow their intervals.
    let width = |document: &Value| {
        let row = row(&rows(document), "smart.esowar").clone();
        number(&row["elo_high"]) - number(&row["elo_low"])
    };
    assert!(width(&play("120")) < width(&document));
}

/// The page shows names as text, in its ratings as everywhere.
#[test]
fn the_page_has_ratings_and_no_code_of_strangers() {
    let dir = Sandbox::with_programs();
    dir.file("evil.crash", format!(";name <script>alert(1)</script>\n;author \"><img src=x>\n{COMB}"));
    let args =
        ["evil.crash", "wait.crash", "bomber.crash", "--games", "8", "-o", "page.html", "--output", "json"];
    let document = tournament(&dir, &args).ok().json();
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "it is code in the page");
    for row in rows(&document) {
        let whole = number(&row["elo"]).round();
        // The page has a minus sign instead of a hyphen.
        let near = [-1.0, 0.0, 1.0].map(|off| format!("{:+.0}<", whole + off).replace('-', "\u{2212}"));
        assert!(near.iter().any(|text| page.contains(text)), "no {near:?} in the page");
    }
    assert!(page.contains("over all setups") && page.contains("95"), "what the intervals are about");
    assert!(!page.contains(">NaN"), "numbers are numbers");
}

#[test]
fn what_is_no_confidence_is_refused() {
    let dir = field();
    for confidence in ["2", "1", "0", "abc", "-1", "", "NaN", "inf", "95%"] {
        let run = tournament(&dir, &["field", "--confidence", confidence]).fails(2);
        run.says(&["--confidence", "0.95"]);
    }
    assert_eq!(dir.names("."), ["field"], "nothing was begun");
}
