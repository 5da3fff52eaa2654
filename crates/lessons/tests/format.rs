//! What is wrong in the file of a lesson is named with its line.

use lessons::{Lesson, LessonError};

/// A lesson without mistakes.
const LESSON: &str = r#"title = "A lesson"
goal = "Stay alive."
hints = ["Stay."]
start = "r"
solution = "+[]"
afterword = "Well done."

[opponents]
sleeper = "[+]+[]"

[[check]]
kind = "match"
against = "sleeper"
setup = { start = [0, 100] }
until = 100
result = "no-loss"

[[check]]
kind = "score"
against = ["sweeper"]
games = 10
min_wins_percent = 10

[[wrong]]
source = "d"
check = 1
says = "You lost"

[[wrong]]
source = "x"
check = 0
says = "Line 1"
"#;

fn parsed(text: &str) -> Result<Lesson, LessonError> {
    Lesson::parse("esowar/01-a-lesson.toml", text)
}

/// The error for the lesson in which something is replaced.
fn error(old: &str, new: &str) -> String {
    assert!(LESSON.contains(old), "{old}");
    parsed(&LESSON.replacen(old, new, 1)).expect_err("it is wrong").to_string()
}

#[test]
fn a_lesson_is_read() {
    let lesson = parsed(LESSON).expect("it is right");
    assert_eq!((lesson.game, lesson.number, lesson.name.as_str()), ("esowar", 1, "a-lesson"));
    assert_eq!((lesson.checks.len(), lesson.wrong.len(), lesson.hints.len()), (2, 2, 1));
}

#[test]
fn mistakes_are_named_with_their_lines() {
    let cases = [
        ("goal = \"Stay alive.\"", "gaol = \"\"", "line 2: unknown field `gaol`"),
        ("goal = \"Stay alive.\"", "goal = \" \"", "line 2: `goal` is empty"),
        ("hints = [\"Stay.\"]", "hints = []", "line 3: a lesson needs a hint"),
        ("solution = \"+[]\"", "solution = \"+x\"", "line 5: this must be a legal program"),
        ("sleeper = \"[+]+[]\"", "sleeper = \"?\"", "line 9: this must be a legal program"),
        ("kind = \"match\"", "kind = \"duel\"", "line 12: `duel` is not a kind of check: expected program"),
        ("kind = \"match\"\n", "", "a check needs a `kind`"),
        ("against = \"sleeper\"", "against = \"dreamer\"", "line 13: there is no opponent `dreamer`"),
        ("against = \"sleeper\"", "against = 3", "line 13: expected the name of an opponent"),
        ("start = [0, 100]", "start = [0, 2]", "line 14: programs 0 and 1 overlap"),
        ("start = [0, 100]", "begin = [0, 2]", "line 14: this game's setups have no `begin`"),
        ("until = 100", "till = 100", "line 15: unknown field `till`"),
        ("until = 100", "until = \"x\"", "line 15: invalid type: string"),
        ("until = 100", "rules = { square = 3 }", "line 15: this game has no parameter `square`"),
        ("until = 100", "min_registers = { wings = 3 }", "line 15: `wings` is not a register"),
        ("until = 100", "reason = \"boredom\"", "line 15: `boredom` is not a reason"),
        ("until = 100", "cells = { x = \"d\" }", "line 15: `x` is not a cell"),
        ("until = 100", "seat = 2", "line 15: `seat` is 2, but must be from 0 to 1"),
        ("result = \"no-loss\"", "result = \"no loss\"", "line 16: unknown variant `no loss`"),
        ("result = \"no-loss\"\n", "", "a check of a match must expect something"),
        ("games = 10", "games = 0", "line 21: `games` is 0, but must be from 1 to 10000"),
        ("min_wins_percent = 10", "min_wins_percent = 101", "line 22: 101 is more than 100 percent"),
        ("min_wins_percent = 10\n", "", "this check needs min_wins_percent"),
        ("kind = \"score\"", "kind = \"exact\"", "line 21: unknown field `games`"),
        ("check = 1", "check = 3", "line 26: `check` is 3, but must be from 0"),
        ("says = \"You lost\"", "says = \"\"", "line 27: `says` is empty"),
    ];
    for (old, new, expected) in cases {
        let found = error(old, new);
        assert!(found.starts_with("esowar/01-a-lesson.toml, line "), "{found}");
        assert!(found.contains(expected), "{new:?} gives {found:?}, not {expected:?}");
    }
}

#[test]
fn setups_that_cannot_be_counted_are_refused() {
    let found = error(
        "kind = \"score\"\nagainst = [\"sweeper\"]\ngames = 10",
        "kind = \"exact\"\nagainst = \"sweeper\"",
    );
    assert!(found.contains("line 18: the setups of esowar cannot be counted"), "{found}");
}

#[test]
fn a_path_says_where_a_lesson_belongs() {
    for path in [
        "01-a.toml",
        "chess/01-a.toml",
        "esowar/1-a.toml",
        "esowar/00-a.toml",
        "esowar/01-.toml",
        "esowar/01-A.toml",
    ] {
        let error = Lesson::parse(path, LESSON).expect_err("it is not the path of a lesson");
        assert!(error.message.contains("GAME/NN-short-name.toml"), "{error}");
    }
    assert!(Lesson::parse("/home/me/esowar/12-a.toml", LESSON).is_ok());
}
