//! Explanations of games that ask programs, in small matches whose sentences follow from the rules.

mod support;

use std::sync::Arc;

use game::{Seat, WireFormat};
use games::perlwar::{Answer, Run};
use record::Record;
use support::{answered, find, moves, never};
use viewer::Replay;
use viewer::explain::explain;

fn sentences(record: &Record, seat: Seat) -> Vec<String> {
    let mut replay = Replay::open(record, find).expect("a record of ours");
    let explanation = explain(&mut replay, Some(seat), &never).expect("it can be explained");
    explanation.links.into_iter().map(|link| link.sentence).collect()
}

fn has(sentences: &[String], start: &str) {
    assert!(sentences.iter().any(|sentence| sentence.starts_with(start)), "`{start}`: {sentences:#?}");
}

#[test]
fn snakes_tells_the_corner_that_decided_and_moves_off_the_board() {
    // The corner of the manual: five squares down, right and up enclose five times four. ann moves against the upper edge then. bob
    // goes ten squares along the lower edge and then against the lower edge.
    let answers = [moves("DDDDDRRRRRUUUUUU"), moves("LLLLLLLLLLD")];
    let told = sentences(&answered("snakes", &[("turns", 20)], answers), 1);
    has(&told, "ann won in turn 20");
    // The way of 16 squares with what it encloses; the way of 11 squares.
    has(&told, "At the end bob had 11 squares and ann 36 squares.");
    // In turn 11 ann enters her twelfth square, and bob stays on his eleventh.
    has(&told, "bob was behind from turn 11 on, with 11 to 12 squares, and never caught up.");
    has(&told, "In turn 15, ann enclosed 20 squares, the first at row ");
    has(&told, "bob stayed where it was in 10 turns, first in turn 11: its answer led nowhere.");
    assert_eq!(told.len(), 5, "{told:#?}");
}

#[test]
fn snakes_tells_of_a_bot_that_was_cut_off() {
    // The cut of the manual: along the top to column 30 and straight down cuts off column 31, where bob stays.
    let answers = [moves(&("R".repeat(30) + "D")), moves("R")];
    let told = sentences(&answered("snakes", &[], answers), 1);
    has(&told, "ann won in turn 45: the other bot was enclosed.");
    // It is asked in every turn but the last one, which ends after ann's move.
    has(&told, "bob stayed where it was in 44 turns, first in turn 1: its answer led nowhere.");
}

#[test]
fn snakes_says_how_many_answers_were_none() {
    let answers = [moves("R"), moves("?")];
    let told = sentences(&answered("snakes", &[("turns", 3)], answers), 1);
    has(&told, "At the end bob had 1 square and ann 4 squares.");
    has(&told, "bob was behind from turn 1 on, with 1 to 2 squares, and never caught up.");
    has(
        &told,
        "bob stayed where it was in 3 turns, first in turn 1: its answer led nowhere; 3 answers were invalid.",
    );
}

#[test]
fn snakes_does_not_speak_of_catching_up_after_the_last_turn() {
    // In turn 3, the last one, bob moves against the lower edge.
    let answers = [moves("RRR"), moves("LLD")];
    let told = sentences(&answered("snakes", &[("turns", 3)], answers), 1);
    has(&told, "At the end bob had 3 squares and ann 4 squares.");
    has(&told, "bob fell behind in turn 3, the last one, with 3 to 4 squares.");
    assert!(!told.iter().any(|sentence| sentence.contains("caught up")), "{told:#?}");
}

/// What a run comes to, as a bot's only answer.
fn run(returned: &str, cell: Option<&str>) -> Vec<Vec<u8>> {
    encoded(&Answer::Ran(Run { own: None, cell: cell.map(Arc::from), returned: returned.into() }))
}

fn encoded(answer: &Answer) -> Vec<Vec<u8>> {
    let mut bytes = Vec::new();
    answer.encode(&mut bytes);
    vec![bytes]
}

/// A match in an Array of two cells: each player's neighbour on both sides is the other one.
fn perlwar(answers: [Vec<Vec<u8>>; 2]) -> Vec<String> {
    sentences(&answered("perlwar", &[("size", 2), ("rounds", 3)], answers), 0)
}

#[test]
fn perlwar_tells_own_segfaults() {
    let told = perlwar([encoded(&Answer::Died), run("", None)]);
    has(&told, "bob won in turn 1");
    has(&told, "From round 1 on, ann always had fewer snippets than bob: 0 to 1 then.");
    has(&told, "ann lost 1 snippet to segfaults (it died or did not compile), the first in round 1 (cell ");
    assert_eq!(told.len(), 3, "{told:#?}");
}

#[test]
fn perlwar_tells_who_emptied_and_who_claimed_what() {
    let emptied = perlwar([run("", None), run("!1", None)]);
    has(&emptied, "From round 1 on, ann always had fewer snippets than bob: 0 to 1 then.");
    has(&emptied, "bob emptied 1 snippet of ann's, the first in round 1 (cell ");
    let claimed = perlwar([run("", None), run("^1", None)]);
    has(&claimed, "From round 1 on, ann always had fewer snippets than bob: 0 to 2 then.");
    has(&claimed, "bob claimed 1 snippet of ann's, the first in round 1 (cell ");
}

#[test]
fn perlwar_tells_what_was_rewritten_and_that_nobody_won() {
    let rewritten = perlwar([run("", None), run("~1", Some("'b'"))]);
    has(&rewritten, "Nobody won in 3 turns");
    has(&rewritten, "bob rewrote ");
    let nothing = perlwar([run("", None), run("", None)]);
    has(&nothing, "Nobody won in 3 turns");
    assert_eq!(nothing.len(), 1, "{nothing:#?}");
}
