//! `bout explain`: explains why a match ended as it did.

use contests::Failure;
use game::Outcome;
use game::text::shortened;
use record::Record;
use serde::Serialize;
use viewer::Replay;
use viewer::explain::{BetterMove, Counterfactual, ExplainError, Explanation, explain};

use crate::cli::ExplainArgs;
use crate::input;
use crate::interrupt;
use crate::output::{Output, Printer, Row};
use crate::terminal_player;

pub(crate) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let file = args.record.display();
    let record: Record = record::read(&input::read(&args.record)?)
        .map_err(|error| Failure::Refused(format!("{file}: {error}")))?;
    let mut replay = terminal_player::opened(&record)?;
    let explanation =
        explain(&mut replay, args.seat, &interrupt::was_requested).map_err(|error| match error {
            ExplainError::Stopped => {
                Failure::Interrupted(format!("{error}; to start again, run: {}", interrupt::command()))
            }
            ExplainError::Seat { .. } => Failure::Usage(format!("--seat: {error}")),
        })?;
    let mut printer = Printer::new(args.output.form, Output::stdout());
    printer.columns(&["kind", "sentence", "turn", "cell", "seat"])?;
    let links = link_rows(&explanation);
    for link in &links {
        printer.csv_row(link)?;
    }
    printer.single(&Document::new(&replay, &explanation, links))?;
    printer.text(|output| text(output, &replay, &explanation))?;
    printer.flush()
}

fn text(output: &mut Output, replay: &Replay<'_>, explanation: &Explanation) -> Result<(), Failure> {
    if replay.contradicts_record() {
        output.people("The record says otherwise than what was played; this tells what was played.")?;
    }
    explanation.links.iter().try_for_each(|link| output.people(shortened(&link.sentence)))
}

#[derive(Serialize)]
struct LinkRow<'a> {
    kind: &'static str,
    sentence: &'a str,
    turn: Option<u64>,
    cell: Option<usize>,
    seat: Option<usize>,
}

impl Row for LinkRow<'_> {}

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    seat: usize,
    names: &'a [String],
    contradicts_record: bool,
    links: Vec<LinkRow<'a>>,
    cause: Option<CauseFields<'a>>,
    forks: usize,
    better_move: Option<BetterMoveFields>,
    ahead: Option<AheadFields<'a>>,
}

/// A better move, and how the match ends after it and after the move that was made.
#[derive(Serialize)]
struct BetterMoveFields {
    turn: u64,
    seat: usize,
    answer: String,
    given: String,
    outcome: OutcomeFields,
    otherwise: OutcomeFields,
}

/// The write that was left out, and how the match ends without it.
#[derive(Serialize)]
struct CauseFields<'a> {
    turn: u64,
    cell: usize,
    seat: usize,
    before: &'a str,
    after: &'a str,
    without: OutcomeFields,
}

#[derive(Serialize)]
struct OutcomeFields {
    winner: Option<usize>,
    turns: u64,
    reason: &'static str,
    places: Vec<u32>,
}

#[derive(Serialize)]
struct AheadFields<'a> {
    what: &'a str,
    points: Vec<PointFields<'a>>,
}

#[derive(Serialize)]
struct PointFields<'a> {
    turn: u64,
    seats: &'a [u64],
}

impl<'a> Document<'a> {
    fn new(replay: &'a Replay<'_>, explanation: &'a Explanation, links: Vec<LinkRow<'a>>) -> Self {
        let Explanation { seat, cause, forks, better_move, ahead, .. } = explanation;
        let ahead = ahead.as_ref().map(|ahead| AheadFields {
            what: ahead.what,
            points: ahead.points.iter().map(|(turn, seats)| PointFields { turn: *turn, seats }).collect(),
        });
        Self {
            seat: *seat,
            names: replay.names().all(),
            contradicts_record: replay.contradicts_record(),
            links,
            cause: cause.as_ref().map(cause_fields),
            forks: *forks,
            better_move: better_move.as_ref().map(better_move_fields),
            ahead,
        }
    }
}

fn link_rows(explanation: &Explanation) -> Vec<LinkRow<'_>> {
    let row = |link: &'_ game::ExplanationStep| (link.kind.word(), link.turn, link.cell, link.seat);
    let rows = explanation.links.iter().map(|link| (row(link), link.sentence.as_str()));
    rows.map(|((kind, turn, cell, seat), sentence)| LinkRow { kind, sentence, turn, cell, seat }).collect()
}

fn cause_fields(cause: &Counterfactual) -> CauseFields<'_> {
    let Counterfactual { write, outcome } = cause;
    CauseFields {
        turn: write.turn,
        cell: write.cell,
        seat: write.seat,
        before: &write.before,
        after: &write.after,
        without: outcome_fields(outcome),
    }
}

fn better_move_fields(better: &BetterMove) -> BetterMoveFields {
    let text = |answer: &[u8]| String::from_utf8_lossy(answer).into_owned();
    BetterMoveFields {
        turn: better.turn,
        seat: better.seat,
        answer: text(&better.answer),
        given: text(&better.given),
        outcome: outcome_fields(&better.outcome),
        otherwise: outcome_fields(&better.otherwise),
    }
}

fn outcome_fields(outcome: &Outcome) -> OutcomeFields {
    OutcomeFields {
        winner: outcome.winner(),
        turns: outcome.turns,
        reason: outcome.reason,
        places: outcome.places.clone(),
    }
}
