//! Every key of a check: a program that is as asked, one that is not, and what its author reads.

use std::sync::Arc;

use game::NoPlayers;
use lessons::{Checking, Finding, Lesson};

/// What comes of a program by a single check of Esowar, against Sleeper, whose robot stands on square 50.
fn finding(check: &str, source: &str) -> Finding {
    let text = format!(
        "title = \"t\"\ngoal = \"g\"\nhints = [\"h\"]\nstart = \"r\"\nsolution = \"+[]\"\nafterword = \"a\"\n\
         [opponents]\nsleeper = \"[+]+[]\"\n[[check]]\n{check}\n\
         [[wrong]]\nsource = \"r\"\ncheck = 0\nsays = \"x\"\n[[wrong]]\nsource = \"r\"\ncheck = 0\nsays = \"x\"\n"
    );
    let lesson =
        Lesson::parse("esowar/01-a-lesson.toml", &text).unwrap_or_else(|error| panic!("{error}: {check}"));
    let verdict =
        Checking::run(Arc::new(lesson), source.as_bytes(), &NoPlayers).expect("the machinery works");
    verdict.findings.last().expect("there is a finding").clone()
}

/// The check of a match on a ring of 60 squares with what is expected of it.
fn a_match(expected: &str) -> String {
    format!(
        "kind = \"match\"\nagainst = \"sleeper\"\nrules = {{ squares = 60, max_turns = 2_000 }}\n\
         setup = {{ start = [0, 30], robots = [45, 50] }}\n{expected}"
    )
}

/// Whether two programs pass a check, and what the author of the second one reads.
fn assert_check(check: &str, passes: &str, fails: &str, says: &str) {
    let good = finding(check, passes);
    assert!(good.passed, "{check}: {good:?}");
    let bad = finding(check, fails);
    assert!(!bad.passed && bad.sentence.contains(says), "{check}: {bad:?}");
}

const HOME: &str = "+[]";
const SWEEPER: &str = "[+]+[<[+]+]";

#[test]
fn what_is_asked_of_the_text_of_a_program() {
    let program = |expected: &str| format!("kind = \"program\"\n{expected}");
    assert_check(&program("no_warnings = true"), HOME, "+[", "There must be no warnings");
    assert_check(&program("max_length = 3"), HOME, SWEEPER, "is 11; it may be 3 at most");
    assert_check(&program("contains = [\"<\"]"), SWEEPER, HOME, "must contain `<`, but does not");
    // Comments do not count.
    assert_check(&program("lacks = [\"<\"]"), "+[] ;<", SWEEPER, "contains `<`, which is not allowed here");
}

#[test]
fn what_is_asked_of_a_match() {
    assert_check(&a_match("result = \"win\""), SWEEPER, HOME, "The match was drawn in turn 2,000");
    assert_check(
        &a_match("result = \"win\"\nuntil = 500"),
        SWEEPER,
        HOME,
        "still in the match. You must win by turn 500.",
    );
    assert_check(&a_match("result = \"draw\""), HOME, SWEEPER, "It must end in a draw.");
    assert_check(&a_match("result = \"no-loss\""), HOME, "d", "You lost. sleeper won in turn 1");
    assert_check(
        &a_match("reason = \"read-d\""),
        SWEEPER,
        HOME,
        "It must end like this: the last other commander read `d`.",
    );
    assert_check(&a_match("min_turns = 2_000"), HOME, SWEEPER, "It must last 2,000 turns at least.");
    assert_check(&a_match("max_turns = 1_999"), SWEEPER, HOME, "It may take 1,999 turns at most.");
    assert_check(&a_match("max_turns = 1"), "d", HOME, "It may take 1 turn at most.");
}

#[test]
fn what_is_asked_of_the_board() {
    assert_check(
        &a_match("until = 10\ncells = { 45 = \"d\" }"),
        HOME,
        "[]",
        "Cell 45 must hold `d`, but holds `r`.",
    );
    assert_check(
        &a_match("until = 100\ncells = { 44 = \"d\" }"),
        SWEEPER,
        HOME,
        "Cell 44 must hold `d`, but holds `r`.",
    );
    assert_check(
        &a_match("until = 60\nmin_cells = { d = 4 }"),
        SWEEPER,
        HOME,
        "must be 4 cells with `d`, but there are 2.",
    );
    assert_check(
        &a_match("until = 60\nmin_registers = { robots = 45 }"),
        HOME,
        SWEEPER,
        "Your robots must be 45 at least",
    );
    assert_check(
        &a_match("until = 60\nmax_registers = { robots = 44 }"),
        SWEEPER,
        HOME,
        "Your robots may be 44 at most, but is 45.",
    );
    // A cell that the board does not have.
    let finding = finding(&a_match("cells = { 600 = \"d\" }"), HOME);
    assert!(finding.sentence.contains("Cell 600 must hold `d`, but holds `nothing`."), "{finding:?}");
}

#[test]
fn the_seat_of_the_learner_is_the_second_one() {
    let check = a_match("seat = 1\nresult = \"win\"\nmax_turns = 2_000")
        .replace("[0, 30]", "[30, 0]")
        .replace("[45, 50]", "[50, 45]");
    assert_check(&check, SWEEPER, HOME, "You must win.");
    let fight = finding(&check, HOME).fight.expect("there is a fight");
    assert_eq!((fight.seat, fight.programs[1].source.as_str()), (1, HOME));
    assert_eq!(fight.setup, [("robots".to_owned(), vec![50, 45]), ("start".to_owned(), vec![30, 0])]);
    assert_eq!(fight.rules, [("max_turns".to_owned(), 2_000), ("squares".to_owned(), 60)]);
}

#[test]
fn what_is_asked_of_many_matches() {
    let score = |expected: &str| {
        format!(
            "kind = \"score\"\nagainst = \"sleeper\"\nrules = {{ squares = 200 }}\ngames = 20\n{expected}"
        )
    };
    assert_check(
        &score("min_wins_percent = 10"),
        SWEEPER,
        "d",
        "You won 0 of 20 games against sleeper; you need 2.",
    );
    // Nearly all matches of two homes are drawn: half a point each.
    assert_check(
        &score("min_points_percent = 35"),
        "[+]+[][+]+[]",
        "d",
        "You made 0 points in 20 games against sleeper; you need 7.",
    );
    assert_check(
        &score("max_losses_percent = 50"),
        "[+]+[][+]+[]",
        "d",
        "You lost 20 of 20 games against sleeper; you may lose 10 at most.",
    );
    assert_check(&score("max_losses_percent = 99"), "[+]+[][+]+[]", "d", "you may lose 19 at most");
}
