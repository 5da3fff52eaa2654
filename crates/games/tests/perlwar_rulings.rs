//! `PerlWar`'s rulings on single runs, one after the other, with expectations worked out by hand. Here a snippet's
//! code states its own result: `RETURNED`, `RETURNED|OWN` or `RETURNED|OWN|CELL`, where an empty part means
//! unchanged.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/talk.rs"]
mod talk;

use std::convert::Infallible;

use game::{Engine as _, FaultKind, Players, Reply, Seat, Unobserved};
use games::perlwar::{
    Answer, Code, ELIMINATED, Engine, NOBODY_LEFT, Question, Run, RunResult, Segfault, rand_seed,
};
use talk::{cells, happened, parameters, play, six};

/// Plays a round of an Array that starts like this, and compares the events and the Array afterwards.
#[track_caller]
fn round(before: &[(usize, Seat, &str)], expected: &[&str], after: &[&str]) -> Engine {
    let mut engine = six(before);
    play(&mut engine, 1);
    assert_eq!(happened(&engine), expected);
    assert_eq!(cells(&engine), after);
    engine
}

#[test]
fn a_copy_into_an_empty_cell_waits_for_the_next_round_p2() {
    let mut engine = six(&[(0, 0, ":1"), (5, 1, "x")]);
    play(&mut engine, 1);
    assert_eq!(happened(&engine), ["0: copied 0 to 1", "5: noop"]);
    play(&mut engine, 1);
    assert_eq!(happened(&engine), ["0: copied 0 to 1", "1: copied 1 to 2", "5: noop"]);
    assert_eq!(cells(&engine), ["0: 0 :1", "1: 0 :1", "2: 0 :1", "5: 1 x"]);
}

#[test]
fn what_is_overwritten_before_its_turn_runs_as_it_then_is_p2() {
    let expected = ["0: copied 0 to 1", "1: copied 1 to 2", "5: noop"];
    round(
        &[(0, 0, ":1"), (1, 0, "!4"), (5, 1, "x")],
        &expected,
        &["0: 0 :1", "1: 0 :1", "2: 0 :1", "5: 1 x"],
    );
    // Emptied and filled again, cell 2 holds a snippet when its turn comes.
    let expected = ["0: nuked 2", "1: copied 1 to 2", "2: copied 2 to 3", "5: noop"];
    let after = ["0: 0 !2", "1: 0 :1", "2: 0 :1", "3: 0 :1", "5: 1 x"];
    round(&[(0, 0, "!2"), (1, 0, ":1"), (2, 1, "x"), (5, 1, "x")], &expected, &after);
}

#[test]
fn what_is_claimed_before_its_turn_runs_for_its_new_owner_p2_p7() {
    let mut engine = six(&[(0, 0, "^1"), (1, 1, "^3"), (4, 1, "x")]);
    let asked = play(&mut engine, 1);
    assert_eq!(happened(&engine), ["0: claimed 1", "1: claimed 4", "4: noop"]);
    assert_eq!(cells(&engine), ["0: 0 ^1", "1: 0 ^3", "4: 0 x"]);
    assert_eq!(asked.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), [0, 0, 0]);
    assert!(engine.last_round().iter().all(|run| run.owner == 0));
}

#[test]
fn what_is_emptied_before_its_turn_does_not_run_p2() {
    round(&[(0, 0, "!3"), (3, 1, "!3"), (4, 1, "x")], &["0: nuked 3", "4: noop"], &["0: 0 !3", "4: 1 x"]);
}

#[test]
fn position_0_means_what_the_snippet_made_of_itself_p3() {
    let other = (5, 1, "x");
    round(&[(0, 0, ":1|n"), other], &["0: copied 0 to 1", "5: noop"], &["0: 0 n", "1: 0 n", "5: 1 x"]);
    // The answer about another cell is ignored if the instruction uses no other cell.
    for (code, word, after) in [
        (":1||z", "copied 0 to 1", &["0: 0 :1||z", "1: 0 :1||z", "5: 1 x"][..]),
        ("~||z", "updated 0", &["0: 0 ~||z", "5: 1 x"]),
        ("~-0|n|z", "updated 0", &["0: 0 n", "5: 1 x"]),
        ("^5||z", "claimed 5", &["0: 0 ^5||z", "5: 0 x"]),
        ("?||z", "noop", &["0: 0 ?||z", "5: 1 x"]),
    ] {
        round(&[(0, 0, code), other], &[&format!("0: {word}"), "5: noop"], after);
    }
}

#[test]
fn positions_are_relative_and_go_around_p4() {
    let expected = ["0: noop", "4: copied 1 to 3", "5: nuked 0"];
    let after = ["1: 0 x", "3: 0 x", "4: 0 3:5", "5: 1 !-5"];
    round(
        &[(0, 1, "?"), (1, 0, "x"), (4, 0, "3:5"), (5, 1, "!-5")],
        &["0: noop", "1: noop", expected[1], expected[2]],
        &after,
    );
    round(&[(0, 0, "!-2"), (4, 1, "x"), (5, 1, "x")], &["0: nuked 4", "5: noop"], &["0: 0 !-2", "5: 1 x"]);
}

#[test]
fn outside_the_array_and_on_empty_cells_nothing_happens_p4() {
    for code in ["6:0", "0:6", "!6", "!-6", "~6", "^-6", "!2", "~2", "^2", "!-", "-1:1", "~2||z"] {
        let own = format!("0: 0 {code}");
        round(&[(0, 0, code), (5, 1, "x")], &["0: noop", "5: noop"], &[&own, "5: 1 x"]);
    }
    // So it is with its own cell, once it has emptied that.
    for code in ["!| ", "~| ", "^| "] {
        round(
            &[(0, 0, code), (1, 0, "x"), (5, 1, "x")],
            &["0: noop", "1: noop", "5: noop"],
            &["1: 0 x", "5: 1 x"],
        );
    }
}

#[test]
fn white_space_is_an_empty_cell_of_nobody_p6() {
    let x = (5, 1, "x");
    let mine = (1, 0, "y");
    let others = ["1: 0 y", "5: 1 x"];
    for blank in [" ", "\n", "\t \r\n", "\u{a0}\u{3000}"] {
        round(&[(0, 0, &format!("?|{blank}")), mine, x], &["0: noop", "1: noop", "5: noop"], &others);
        let own = format!("~1||{blank}");
        let after = [&format!("0: 0 {own}"), "5: 1 x"];
        round(&[(0, 0, &own), mine, x], &["0: updated 1", "5: noop"], &after);
        let own = format!("2:1||{blank}");
        let after = [&format!("0: 0 {own}"), "5: 1 x"];
        round(&[(0, 0, &own), mine, x], &["0: copied 2 to 1", "5: noop"], &after);
    }
    // An empty cell's code, or one's own that is gone, empties the target; and an empty one stays so.
    round(&[(0, 0, "2:1"), mine, x], &["0: copied 2 to 1", "5: noop"], &["0: 0 2:1", "5: 1 x"]);
    round(
        &[(0, 0, ":1| "), mine, (2, 0, "z"), x],
        &["0: copied 0 to 1", "2: noop", "5: noop"],
        &["2: 0 z", "5: 1 x"],
    );
    round(&[(0, 0, "2:3"), x], &["0: copied 2 to 3", "5: noop"], &["0: 0 2:3", "5: 1 x"]);
}

#[test]
fn a_copy_belongs_to_the_runner_and_another_players_snippet_refuses_it() {
    round(&[(0, 0, "5:1"), (5, 1, "x")], &["0: copied 5 to 1", "5: noop"], &["0: 0 5:1", "1: 0 x", "5: 1 x"]);
    for code in [":5", "1:5", ":5| "] {
        let after: &[&str] = if code.ends_with(' ') {
            &["1: 0 y", "5: 1 x"]
        } else {
            &[&format!("0: 0 {code}"), "1: 0 y", "5: 1 x"]
        };
        round(&[(0, 0, code), (1, 0, "y"), (5, 1, "x")], &["0: refused 5", "1: noop", "5: noop"], after);
    }
}

#[test]
fn an_update_keeps_the_owner_and_takes_what_the_cell_then_holds() {
    let expected = ["0: updated 5", "5: nuked 5"];
    round(
        &[(0, 0, "~5||!"), (1, 1, "x"), (5, 1, "x")],
        &["0: updated 5", "1: noop", expected[1]],
        &["0: 0 ~5||!", "1: 1 x"],
    );
    round(&[(0, 0, "~-1"), (5, 1, "x")], &["0: updated 5", "5: noop"], &["0: 0 ~-1", "5: 1 x"]);
    round(
        &[(0, 0, "5:1||z"), (5, 1, "x")],
        &["0: copied 5 to 1", "5: noop"],
        &["0: 0 5:1||z", "1: 0 z", "5: 1 x"],
    );
}

#[test]
fn an_instruction_is_carried_out_for_who_owned_the_snippet_p7() {
    round(&[(0, 0, "^5| "), (5, 1, "x")], &["0: claimed 5", "5: noop"], &["5: 0 x"]);
    round(&[(0, 0, "!5|!1"), (5, 1, "x")], &["0: nuked 5"], &["0: 0 !1"]);
    // Its last snippet gone, it is in again before the round is over.
    let engine =
        round(&[(0, 0, "5:1| "), (5, 1, "x")], &["0: copied 5 to 1", "5: noop"], &["1: 0 x", "5: 1 x"]);
    assert_eq!((engine.eliminated(), engine.outcome()), (&[None, None][..], None));
}

fn segfaults(engine: &Engine) -> Vec<Option<Segfault>> {
    let segfault = |result: &RunResult| match result {
        RunResult::Segfault(why) => Some(why.clone()),
        _ => None,
    };
    engine.last_round().iter().map(|run| segfault(&run.result)).collect()
}

#[test]
fn too_long_a_snippet_segfaults_unrun_p8() {
    let rules = parameters(&["size=4", "max_len=3"]);
    // Three characters in six bytes run, four do not.
    let cells_before = [(0, 0, "\u{e9}\u{e9}\u{e9}"), (1, 0, "!2  "), (3, 1, "x")];
    let mut engine = Engine::on_array(rules, 2, &cells_before);
    assert_eq!(play(&mut engine, 1).len(), 2);
    assert_eq!(segfaults(&engine), [None, Some(Segfault::TooLong), None]);
    assert_eq!(cells(&engine), ["0: 0 \u{e9}\u{e9}\u{e9}", "3: 1 x"]);
}

#[test]
fn more_than_runs_can_be_stored_p8() {
    struct Grows;
    impl Players<Question, Answer> for Grows {
        type Failure = Infallible;

        fn ask(&mut self, _: Seat, _: &Question) -> Result<Reply<Answer>, Infallible> {
            let run = Run { own: Some("y".repeat(65_536).into()), cell: None, returned: ":1".into() };
            Ok(Reply::Answer(Answer::Ran(run)))
        }
    }
    let mut engine = six(&[(0, 0, "x"), (5, 1, "x")]);
    let Ok(()) = engine.advance(1, &mut Grows, &mut Unobserved);
    assert_eq!([0, 1, 5].map(|cell| engine.cell(cell).unwrap().1.len()), [65_536; 3]);
    assert_eq!(happened(&engine), ["0: copied 0 to 1", "5: refused 0"]);
    let Ok(()) = engine.advance(2, &mut Grows, &mut Unobserved);
    assert_eq!((happened(&engine).len(), segfaults(&engine)[0].clone()), (3, Some(Segfault::TooLong)));
    assert_eq!(engine.outcome().unwrap().reason, NOBODY_LEFT);
}

#[test]
fn with_mambo_the_longest_snippet_gets_shorter() {
    let rules = parameters(&["size=4", "max_len=4", "rounds=9", "mambo=1"]);
    let mut engine = Engine::on_array(rules, 2, &[(0, 0, "xxx"), (1, 0, "x"), (3, 1, "x")]);
    let mut longest = Vec::new();
    for _ in 1..=5 {
        longest.push(play(&mut engine, 1).last().unwrap().1.max_len);
    }
    assert_eq!(longest, [4, 3, 2, 1, 1]);
    assert_eq!(cells(&engine), ["1: 0 x", "3: 1 x"]);
}

#[test]
fn a_failure_hits_its_snippet_alone_p9() {
    let engine = round(
        &[(0, 0, "loop"), (1, 0, "x"), (2, 1, "die"), (5, 1, "x")],
        &["0: segfault", "1: noop", "2: segfault", "5: noop"],
        &["1: 0 x", "5: 1 x"],
    );
    let fault = Segfault::Fault { kind: FaultKind::Time, detail: "101 ms".into() };
    assert_eq!(segfaults(&engine), [Some(fault), None, Some(Segfault::Died), None]);
    let mut engine = six(&[(0, 0, "loop"), (5, 1, "x")]);
    play(&mut engine, 1);
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason, &outcome.fault), (Some(1), ELIMINATED, &None));
}

#[test]
fn a_snippet_sees_the_array_from_its_own_cell_and_the_rounds() {
    let mut engine = six(&[(1, 0, "a|b"), (4, 1, "!2"), (5, 0, "c")]);
    play(&mut engine, 1);
    let asked = play(&mut engine, 1);
    let texts = |nth: usize| asked[nth].1.cells().map(|code| code.map_or("", Code::text)).collect::<Vec<_>>();
    assert_eq!(texts(0), ["b", "", "", "!2", "c", ""]);
    assert_eq!(texts(2), ["c", "", "b", "", "", "!2"]);
    assert_eq!(asked.len(), 3);
    for ((_, question), cell) in asked.iter().zip([1, 4, 5]) {
        assert_eq!((question.max_len, question.rounds, question.round), (100, 9, 2));
        assert_eq!(question.rand_seed, rand_seed(0, 2, cell), "P12");
    }
}
