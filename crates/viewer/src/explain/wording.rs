//! The sentences of a chain.

use game::text::grouped;
use game::{CodeOnBoard, ExplanationStep, ExplanationStepKind, Outcome, Seat, SeatNames, Verdict};

use super::counterfactual::{Counterfactual, Write};
use super::trail::Step;
use crate::LastWrite;

/// The most characters of a cell's text that a sentence quotes.
const MAX_QUOTED: usize = 40;

/// The text of a cell, cut if it is too long.
fn brief(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The names and words of a match.
pub(super) struct Words<'m> {
    pub(super) names: &'m SeatNames,
    pub(super) code: &'m CodeOnBoard,
}

impl Words<'_> {
    fn owned(&self, seat: Seat, part: Option<&str>) -> String {
        let name = self.names.of(seat);
        part.map_or_else(|| name.to_string(), |part| format!("{name}'s {part}"))
    }

    pub(super) fn executor(&self, seat: Seat) -> String {
        self.owned(seat, self.code.executor)
    }

    /// The name of the writer, in sentences for any reader.
    pub(super) fn writes_as(&self, seat: Seat) -> String {
        self.owned(seat, self.code.writer)
    }

    /// The name of the writer, in sentences for the player of `to`.
    fn writer_of(&self, seat: Seat, to: Seat) -> String {
        match (seat == to, self.code.writer) {
            (true, Some(writer)) => format!("{}'s own {writer}", self.names.of(seat)),
            (true, None) => format!("{} itself", self.names.of(seat)),
            (false, writer) => self.owned(seat, writer),
        }
    }

    pub(super) fn cell(&self, cell: usize) -> String {
        format!("{} {}", self.code.cell, grouped(cell as u64))
    }

    fn place(&self, cell: usize, home: Option<Seat>) -> String {
        let whose = home.map(|seat| format!(" of {}'s code", self.names.of(seat)));
        format!("{}{}", self.cell(cell), whose.unwrap_or_default())
    }

    pub(super) fn alive(&self, seat: Seat, turn: u64) -> ExplanationStep {
        let sentence = format!("{} was still in the match at the end.", self.names.of(seat));
        ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(turn).by(seat)
    }

    pub(super) fn fatal(
        &self,
        seat: Seat,
        turn: u64,
        cell: usize,
        (reason, text): (&str, &str),
        home: Option<Seat>,
    ) -> ExplanationStep {
        let did = (self.code.fatal)(reason, &brief(text));
        let place = match home {
            Some(owner) if owner == seat => format!("{} of its own code", self.cell(cell)),
            home => self.place(cell, home),
        };
        let sentence = format!("In turn {}, {} {did} on {place}.", grouped(turn), self.executor(seat));
        ExplanationStep::new(ExplanationStepKind::Fatal, sentence).in_turn(turn).on_cell(cell).by(seat)
    }

    pub(super) fn writer(&self, seat: Seat, write: &Write, death: u64) -> ExplanationStep {
        let Write { turn, cell, seat: writer, before, after } = write;
        let ago = death - turn;
        let sentence = format!(
            "{} had turned the `{}` there into `{}` in turn {}, {} before.",
            self.writer_of(*writer, seat),
            brief(before),
            brief(after),
            grouped(*turn),
            if ago == 1 { "1 turn".into() } else { format!("{} turns", grouped(ago)) }
        );
        ExplanationStep::new(ExplanationStepKind::Writer, sentence).in_turn(*turn).on_cell(*cell).by(*writer)
    }

    pub(super) fn last_writer(&self, seat: Seat, last: LastWrite, cell: usize) -> ExplanationStep {
        let writer = self.writer_of(last.seat, seat);
        let sentence = format!(
            "{writer} was the last to write there, in turn {}, and changed nothing.",
            grouped(last.turn)
        );
        ExplanationStep::new(ExplanationStepKind::Writer, sentence)
            .in_turn(last.turn)
            .on_cell(cell)
            .by(last.seat)
    }

    pub(super) fn never_written(&self, cell: usize, home: Option<Seat>) -> ExplanationStep {
        let since = match home {
            Some(owner) => format!("it was part of {}'s code from the start", self.names.of(owner)),
            None => "it was like that from the start".into(),
        };
        let sentence = format!("Nobody had written that {}: {since}.", self.code.cell);
        ExplanationStep::new(ExplanationStepKind::Writer, sentence).on_cell(cell)
    }

    pub(super) fn left(&self, seat: Seat, step: Step, text: &str, target: Option<Seat>) -> ExplanationStep {
        let Step { turn, from, to } = step;
        let distance = grouped(from.abs_diff(to) as u64);
        let away = if from.abs_diff(to) > 1 {
            format!(", {distance} {}s away", self.code.cell)
        } else {
            String::new()
        };
        let sentence = format!(
            "{} had left its own code for the last time in turn {}: the `{}` on {} led to {}{away}.",
            self.executor(seat),
            grouped(turn),
            brief(text),
            self.cell(from),
            self.place(to, target)
        );
        ExplanationStep::new(ExplanationStepKind::Left, sentence).in_turn(turn).on_cell(from).by(seat)
    }

    pub(super) fn last_change(&self, seat: Seat, write: &Write) -> ExplanationStep {
        let Write { turn, cell, seat: writer, before, after } = write;
        let sentence = format!(
            "The last change of its code until then: {} had turned the `{}` on {} into `{}` in turn {}.",
            self.writer_of(*writer, seat),
            brief(before),
            self.cell(*cell),
            brief(after),
            grouped(*turn)
        );
        ExplanationStep::new(ExplanationStepKind::Damage, sentence).in_turn(*turn).on_cell(*cell).by(*writer)
    }

    pub(super) fn damage(&self, seat: Seat, write: &Write, home: Option<Seat>) -> ExplanationStep {
        let Write { turn, cell, seat: writer, before, after } = write;
        let sentence = format!(
            "In turn {}, {} had turned the `{}` on {} into `{}`.",
            grouped(*turn),
            self.writer_of(*writer, seat),
            brief(before),
            self.place(*cell, home),
            brief(after)
        );
        ExplanationStep::new(ExplanationStepKind::Damage, sentence).in_turn(*turn).on_cell(*cell).by(*writer)
    }

    pub(super) fn earlier_loop(
        &self,
        seat: Seat,
        write: &Write,
        (first, last): (usize, usize),
        (visits, turns): (usize, u64),
    ) -> ExplanationStep {
        let sentence = format!(
            "{} had come by there {} times in the {} turns before, in a loop over {}s {} to {}.",
            self.executor(seat),
            grouped(visits as u64),
            grouped(turns),
            self.code.cell,
            grouped(first as u64),
            grouped(last as u64)
        );
        ExplanationStep::new(ExplanationStepKind::Loop, sentence)
            .in_turn(write.turn)
            .on_cell(write.cell)
            .by(seat)
    }

    pub(super) fn postponed(
        &self,
        seat: Seat,
        found: &Counterfactual,
        (played, forks): (&Outcome, usize),
    ) -> ExplanationStep {
        let Counterfactual { write, outcome } = found;
        let name = self.names.of(seat);
        let whose = if write.seat == seat { ", a write of its own" } else { "" };
        let tried = if forks == 1 { "The only".to_owned() } else { format!("None of {forks}") };
        let verb = if forks == 1 {
            "write on this way that could be left out does not change"
        } else {
            "writes on this way, left out by itself, changes"
        };
        let sentence = format!(
            "{tried} {verb} who wins, but without that one of turn {}{whose}, {name} loses only in turn {} instead of {} \
             (played out).",
            grouped(write.turn),
            grouped(outcome.turns),
            grouped(played.turns)
        );
        ExplanationStep::new(ExplanationStepKind::NoCause, sentence)
            .in_turn(write.turn)
            .on_cell(write.cell)
            .by(write.seat)
    }

    pub(super) fn cause(&self, seat: Seat, cause: &Counterfactual, played: &Outcome) -> ExplanationStep {
        let Counterfactual { write, outcome } = cause;
        let name = self.names.of(seat);
        let turn = grouped(outcome.turns);
        let place = |outcome: &Outcome| outcome.places.get(seat).copied().unwrap_or(0);
        let instead = match &outcome.verdict {
            Verdict::Win { winner } if *winner == seat => format!("{name} wins in turn {turn}"),
            Verdict::Draw { tied } if tied.contains(&seat) => {
                format!("nobody beats {name}: a draw after {turn} turns")
            }
            _ => format!("{name} comes {} instead of {}", place(outcome), place(played)),
        };
        let whose = if write.seat == seat { ", a write of its own" } else { "" };
        let sentence =
            format!("Without that write of turn {}{whose}, {instead} (played out).", grouped(write.turn));
        ExplanationStep::new(ExplanationStepKind::Cause, sentence)
            .in_turn(write.turn)
            .on_cell(write.cell)
            .by(write.seat)
    }

    pub(super) fn no_cause(&self, seat: Seat, forks: usize) -> ExplanationStep {
        let name = self.names.of(seat);
        let sentence = match forks {
            0 => format!("No write on this way could be left out to see whether {name} does better."),
            1 => format!(
                "Without the one write on this way that could be left out, {name} does no better (played out)."
            ),
            _ => format!(
                "Each of {forks} writes on this way was left out by itself: {name} never does better."
            ),
        };
        ExplanationStep::new(ExplanationStepKind::NoCause, sentence).by(seat)
    }
}
