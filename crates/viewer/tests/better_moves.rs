//! Better moves of explanations: one that is known, and what must hold of each that is stated.

mod support;

use game::{AnyPlayers, ExplanationStepKind, Outcome, Reply, Scene, Seat, Void, WireFormat};
use games::snakes::Question;
use record::Record;
use referee::Lineup;
use support::{answered, find, moves, never, record_of};
use viewer::Replay;
use viewer::explain::{BetterMove, Explanation, explain};

const COLUMNS: usize = 32;
const ROWS: usize = 16;

fn explained(record: &Record, seat: Seat) -> Explanation {
    let mut replay = Replay::open(record, find).expect("a record of ours");
    explain(&mut replay, Some(seat), &never).expect("it can be explained")
}

/// ann goes along the upper edge to column 30 and then straight down. bob stays in his corner, in column 31: when ann comes to row 15
/// in turn 45, he is enclosed.
fn cut_off(turns: u64) -> Record {
    let answers = [moves(&("R".repeat(30) + "D")), moves("R")];
    answered("snakes", &[("turns", turns)], answers)
}

#[test]
fn the_last_way_out_of_a_corner_is_found() {
    // After turn 44, bob is asked for the last time. Up, he stays in column 31; left, he stands where ann would close it (S5).
    let explanation = explained(&cut_off(46), 1);
    let better = explanation.better_move.expect("there is one");
    assert_eq!((better.turn, better.seat), (44, 1));
    assert_eq!((better.given.as_slice(), better.answer.as_slice()), (&b"R"[..], &b"L"[..]));
    assert_eq!((better.outcome.turns, better.otherwise.turns), (46, 45));
    let step = explanation.links.last().expect("there are sentences");
    assert_eq!(step.kind, ExplanationStepKind::BetterMove);
    assert_eq!((step.turn, step.cell, step.seat), (Some(44), Some(15 * COLUMNS + 30), Some(1)));
    assert_eq!(
        step.sentence,
        "In turn 44, a better move of bob was left, to row 15, column 30, instead of right: with both sides then moving by the \
         search of the example minimax, bob loses in turn 46; after the move that it made, bob loses in turn 45 (both played out)."
    );
}

#[test]
fn no_better_move_is_stated_for_winners_and_draws() {
    assert_eq!(explained(&cut_off(46), 0).better_move, None);
    let draw = answered("snakes", &[("turns", 1)], [moves("D"), moves("L")]);
    assert_eq!(explained(&draw, 1).better_move, None);
}

/// Gives recorded answers up to a question, then one more, and then those of the adviser.
struct Continued<'r> {
    recorded: std::slice::Iter<'r, Reply<Vec<u8>>>,
    first: Option<Vec<u8>>,
    scene: &'r dyn Scene,
    line: Vec<Vec<u8>>,
}

impl AnyPlayers for Continued<'_> {
    fn ask(&mut self, _: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        if let Some(reply) = self.recorded.next() {
            return Ok(reply.clone());
        }
        if let Some(first) = self.first.take() {
            return Ok(Reply::Answer(first));
        }
        let answer =
            self.scene.adviser().and_then(|adviser| adviser.answer(question)).expect("it can read it");
        self.line.push(answer.clone());
        Ok(Reply::Answer(answer))
    }
}

/// The match played by nothing but the engine, with another answer to one question and the adviser's after it.
fn continued(record: &Record, better: &BetterMove, answer: &[u8]) -> (Outcome, Vec<Vec<u8>>) {
    let lineup = Lineup::of_record(record, find).expect("a record of ours");
    let scene = lineup.scene(&record.setup).expect("a legal setup");
    let mut played = lineup.new_match();
    played.begin(&record.setup).expect("a legal setup");
    let mut players = Continued {
        recorded: record.answers.replies[..better.asked_before].iter(),
        first: Some(answer.to_vec()),
        scene: scene.as_ref(),
        line: Vec::new(),
    };
    played.advance(u64::MAX, &mut players).expect("nothing fails");
    (played.outcome().expect("it was played to the end").clone(), players.line)
}

/// Whether a letter leads to another square of the board, onto which the other bot does not block the way.
fn leads_anywhere(question: &Question, letter: u8) -> bool {
    let (own, other) = if question.player == b'X' { (b'*', b'@') } else { (b'@', b'*') };
    let at = |bot| question.board.iter().position(|shown| *shown == bot).expect("both stand there");
    let (row, column) = (at(own) / COLUMNS, at(own) % COLUMNS);
    let target = match letter {
        b'L' => (row, column.wrapping_sub(1)),
        b'R' => (row, column + 1),
        b'U' => (row.wrapping_sub(1), column),
        b'D' => (row + 1, column),
        _ => return false,
    };
    target.0 < ROWS && target.1 < COLUMNS && target.0 * COLUMNS + target.1 != at(other)
}

/// Gives recorded answers, and keeps the last question.
struct Listening<'r>(std::slice::Iter<'r, Reply<Vec<u8>>>, Vec<u8>);

impl AnyPlayers for Listening<'_> {
    fn ask(&mut self, _: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        self.1 = question.to_vec();
        self.0.next().cloned().ok_or_else(|| Void { cause: "this is the question".into() })
    }
}

/// A question of a match, found by nothing but the engine.
fn question(record: &Record, asked_before: usize) -> Question {
    let lineup = Lineup::of_record(record, find).expect("a record of ours");
    let mut played = lineup.new_match();
    played.begin(&record.setup).expect("a legal setup");
    let mut players = Listening(record.answers.replies[..asked_before].iter(), Vec::new());
    played.advance(u64::MAX, &mut players).expect_err("it is asked once more than there are answers");
    Question::decode(&players.1).expect("a question")
}

#[test]
fn every_better_move_of_random_matches_is_one() {
    let mut stated = 0;
    for seed in 0..20 {
        let bot = "int f(void) { return 0; }";
        let record = record_of("snakes", &[bot, bot], &[("turns", 150)], seed);
        let real = record.outcome.winner;
        for seat in [0, 1] {
            let explanation = explained(&record, seat);
            let steps = explanation.links.iter().filter(|step| step.kind == ExplanationStepKind::BetterMove);
            assert_eq!(steps.count(), usize::from(explanation.better_move.is_some()));
            let Some(better) = explanation.better_move else { continue };
            stated += 1;
            assert_eq!(real, Some(1 - seat), "only who lost is told");
            assert_eq!(record.answers.replies[better.asked_before], Reply::Answer(better.given.clone()));
            let question = question(&record, better.asked_before);
            assert_eq!(usize::from(question.player == b'O'), seat);
            assert!(leads_anywhere(&question, better.answer[0]), "{better:?}");
            let (outcome, line) = continued(&record, &better, &better.answer);
            assert_eq!((&outcome, &line), (&better.outcome, &better.line));
            let (otherwise, _) = continued(&record, &better, &better.given);
            assert_eq!(otherwise, better.otherwise);
            for lost in [(otherwise.winner(), otherwise.turns), (real, record.outcome.turns)] {
                let loses_later = lost.0 == Some(1 - seat) && outcome.turns > lost.1;
                let wins = outcome.winner() == Some(seat) && lost.0 != Some(seat);
                let draws = outcome.winner().is_none() && lost.0 == Some(1 - seat);
                assert!(wins || draws || loses_later, "{outcome:?} instead of {lost:?}");
            }
        }
    }
    assert!(stated > 5, "only {stated} better moves were stated, so little was tested");
}
