//! How a match is shown: the memory, and the next instructions of each executor.

use std::sync::Arc;

use game::{
    Agent, CodeOnBoard, Endangered, Event, EventKind, Frame, Glyph, LineRole, Moment, Notable, NotableKind,
    Panel, PanelLine, Seat, SeatNames, Shape, Storyteller,
};

use super::engine::CRASH;
use super::instruction::CELLS;
use super::program::Code;
use super::setup::Setup;
use super::story::Teller;
use crate::placement::InitialPlacement;

/// How many instructions before and after the next one a panel shows.
const BEFORE: usize = 5;
const AFTER: usize = 9;

/// The scene of a match.
pub(super) struct Scene {
    homes: Arc<InitialPlacement>,
}

impl Scene {
    pub(super) fn new(programs: &[&Code], setup: &Setup) -> Self {
        let lengths = programs.iter().map(|program| program.instructions().len());
        Self { homes: Arc::new(InitialPlacement::new(&setup.start, lengths)) }
    }
}

fn panel(seat: Seat, moment: &Moment<'_>) -> Panel {
    let mut lines = Vec::new();
    if let Some(reason) = moment.death_of(seat) {
        let why = if reason == CRASH { "it executed a crash" } else { reason };
        lines.push(PanelLine::new(format!("lost: {why}"), LineRole::Failure));
    }
    let registers = ["i", "a", "b"].map(|name| (name, moment.frame.register(name).get(seat)));
    if let [(_, Some(&i)), (_, Some(a)), (_, Some(b))] = registers {
        lines.push(PanelLine::plain(format!("i {i}  a {a}  b {b}")));
        lines.extend(disassembly(moment.frame, executed(seat, usize::try_from(i).unwrap_or(CELLS), moment)));
    }
    Panel { title: moment.names.of(seat).into_owned(), seat: Some(seat), lines }
}

/// The cell where a seat is about to execute an instruction; if it is out, the cell of the `crash` that it executed.
fn executed(seat: Seat, i: usize, moment: &Moment<'_>) -> usize {
    // Past the end, `i` stays where it is (C2).
    let ran_off = i == CELLS && moment.frame.cell(CELLS - 1).is_none_or(|text| text != "crash");
    if moment.death_of(seat).is_none() || ran_off { i } else { i.saturating_sub(1) }
}

/// The instructions around the one at `i`, with their addresses. Past the end a `crash` is read (C2).
fn disassembly(frame: &Frame, i: usize) -> Vec<PanelLine> {
    let (first, last) = (i.saturating_sub(BEFORE), (i + AFTER).min(CELLS - 1));
    let role = |address| if address == i { LineRole::Current } else { LineRole::Plain };
    let line = |(address, text): (usize, &std::borrow::Cow<'_, str>)| {
        PanelLine::new(format!("{address:4} {text}"), role(address)).of_cell(address)
    };
    let mut lines: Vec<PanelLine> = (first..=last).zip(frame.cells_from(first)).map(line).collect();
    if i >= CELLS {
        lines.push(PanelLine::new(format!("{CELLS} crash (past the end)"), LineRole::Current).of_cell(CELLS));
    }
    lines
}

impl game::Scene for Scene {
    fn shape(&self) -> Shape {
        Shape::Row { cells: CELLS }
    }

    /// The first letter of an instruction, but `.` for `crash` and `-` for `noop`.
    fn glyph(&self, text: &str) -> Glyph {
        let symbol = match text.split(' ').next() {
            Some("crash") => '.',
            Some("noop") => '-',
            Some("write") => 'w',
            Some("store") => 's',
            _ => '?',
        };
        Glyph { symbol, owner: None, is_blank: symbol == '.' }
    }

    fn home(&self, cell: usize) -> Option<Seat> {
        self.homes.of(cell)
    }

    fn agents(&self, frame: &Frame) -> Vec<Agent> {
        let addresses = frame.register("i").iter().enumerate();
        let agent =
            |(seat, &i): (Seat, &u64)| Some(Agent { seat, role: "i", cell: usize::try_from(i).ok()? });
        addresses.filter_map(agent).collect()
    }

    /// A player that is out stands on the `crash` that it executed.
    fn agents_at(&self, moment: &Moment<'_>) -> Vec<Agent> {
        let mut agents = self.agents(moment.frame);
        for agent in &mut agents {
            agent.cell = executed(agent.seat, agent.cell, moment);
        }
        agents
    }

    /// A hit is a write that changes something, since most that go round the memory change nothing.
    fn notable(&self, event: &Event) -> Option<Notable> {
        let EventKind::Write { cell, before, after } = event.kind else { return Notable::death(event) };
        let victim = self.homes.of(cell).filter(|owner| *owner != event.seat && before != after)?;
        Some(Notable { kind: NotableKind::Hit, seat: event.seat, victim: Some(victim) })
    }

    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel> {
        (0..moment.frame.register("i").len()).map(|seat| panel(seat, moment)).collect()
    }

    fn storyteller(&self, names: &SeatNames) -> Box<dyn Storyteller> {
        Box::new(Teller::new(names, Arc::clone(&self.homes)))
    }

    fn code_on_board(&self) -> Option<&CodeOnBoard> {
        Some(&CODE)
    }
}

/// How explanations describe programs in the memory.
const CODE: CodeOnBoard = CodeOnBoard {
    role: "i",
    executor: None,
    writer: None,
    cell: "cell",
    deadly: "crash",
    fatal: |_, text| format!("executed the `{text}`"),
    endangered: Endangered::Code,
    distance: "cells between the code and the nearest write of others",
};
