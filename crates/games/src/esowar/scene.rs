//! How a match is shown: the ring, the positions on it, and the next step of each agent.

use std::sync::Arc;

use game::{
    Agent, CodeOnBoard, Endangered, Event, EventKind, Frame, Glyph, LineRole, Moment, Notable, NotableKind,
    Panel, PanelLine, Seat, SeatNames, Shape, Storyteller,
};

use super::engine::{COMMANDERS, DIED, NO_MATCH, READ_D, ROBOTS};
use super::program::Base;
use super::setup::{Parameters, Setup};
use super::story::Teller;
use super::symbol::{CHARACTERS, CLOSE, D, LEFT, OPEN, PLUS, R, RIGHT, from_text, next};
use crate::placement::InitialPlacement;

/// How many squares a panel shows to either side of an agent.
const SQUARES_ASIDE: usize = 8;

/// The scene of a match.
pub(super) struct Scene {
    squares: usize,
    /// The first square of each base.
    start: Vec<usize>,
    homes: Arc<InitialPlacement>,
}

impl Scene {
    pub(super) fn new(parameters: Parameters, bases: &[&Base], setup: &Setup) -> Self {
        let lengths = bases.iter().map(|base| base.symbols().len());
        let homes = Arc::new(InitialPlacement::new(&setup.start, lengths));
        Self { squares: parameters.squares, start: setup.start.clone(), homes }
    }

    fn panel(&self, seat: Seat, moment: &Moment<'_>) -> Panel {
        let frame = moment.frame;
        let mut lines = Vec::new();
        if let Some(turn) = death(frame, seat) {
            let why = match moment.death_of(seat) {
                Some(READ_D) => ": its commander read a d",
                Some(NO_MATCH) => ": its commander met a bracket without a partner",
                _ => "",
            };
            lines.push(PanelLine::new(format!("died in turn {turn}{why}"), LineRole::Failure));
        }
        let agents = place(frame, COMMANDERS, seat).zip(place(frame, ROBOTS, seat));
        if let Some((commander, robot)) = agents {
            lines.push(self.whereabouts("commander", commander, seat));
            lines.extend(self.surroundings(frame, commander));
            if death(frame, seat).is_none() {
                let text =
                    format!("next: {}", intention(symbol_on(frame, commander), symbol_on(frame, robot)));
                lines.push(PanelLine::new(text, LineRole::Current).of_cell(commander));
            }
            lines.push(self.whereabouts("robot", robot, seat));
            lines.extend(self.surroundings(frame, robot));
        }
        Panel { title: moment.names.of(seat).into_owned(), seat: Some(seat), lines }
    }

    /// Where an agent is: its square on the board, and its distance from the first square of its base by the shorter
    /// way.
    fn whereabouts(&self, who: &str, square: usize, seat: Seat) -> PanelLine {
        let start = self.start.get(seat).copied().unwrap_or(0);
        let rightward = (square + self.squares - start) % self.squares;
        let leftward = self.squares - rightward;
        let way =
            if rightward <= leftward { format!("base+{rightward}") } else { format!("base-{leftward}") };
        PanelLine::plain(format!("{who} on {square}, {way}")).of_cell(square)
    }

    /// The squares around this one, and a mark under it.
    fn surroundings(&self, frame: &Frame, square: usize) -> [PanelLine; 2] {
        let aside = SQUARES_ASIDE.min((self.squares - 1) / 2);
        let first = (square + self.squares - aside) % self.squares;
        let symbols: String = frame.cells_from(first).take(2 * aside + 1).map(AsRef::as_ref).collect();
        let mark = format!("  {:aside$}^", "");
        let symbols = PanelLine::plain(format!("  {symbols}")).of_cell(square);
        [symbols, PanelLine::new(mark, LineRole::Quiet).of_cell(square)]
    }
}

/// Where an agent is, if the frame says so and there is such a square.
fn place(frame: &Frame, name: &str, seat: Seat) -> Option<usize> {
    usize::try_from(*frame.register(name).get(seat)?).ok()
}

/// The turn in which a player died, if she did.
fn death(frame: &Frame, seat: Seat) -> Option<u64> {
    frame.register(DIED).get(seat).copied().filter(|turn| *turn > 0)
}

fn symbol_on(frame: &Frame, square: usize) -> u8 {
    frame.cell(square).and_then(|text| from_text(text)).unwrap_or(R)
}

/// What a commander does if she reads the symbol `read` while her robot is on `robot_is_on`.
fn intention(read: u8, robot_is_on: u8) -> String {
    let on = CHARACTERS[usize::from(robot_is_on)];
    match read {
        D => "d, she dies".into(),
        RIGHT => ">, her robot walks right".into(),
        LEFT => "<, her robot walks left".into(),
        PLUS => format!("+, her robot turns {on} to {}", CHARACTERS[usize::from(next(robot_is_on))]),
        OPEN if robot_is_on == R => "[, her robot is on r: past the ]".into(),
        OPEN => format!("[, her robot is on {on}: she walks on"), // E4
        CLOSE => "], she walks back to the [".into(),
        _ => "r, she walks on".into(),
    }
}

impl game::Scene for Scene {
    fn shape(&self) -> Shape {
        Shape::Ring { cells: self.squares }
    }

    fn glyph(&self, text: &str) -> Glyph {
        let symbol = text.chars().next().unwrap_or(' ');
        Glyph { symbol, owner: None, is_blank: from_text(text) == Some(R) }
    }

    fn home(&self, cell: usize) -> Option<Seat> {
        self.homes.of(cell)
    }

    fn agents(&self, frame: &Frame) -> Vec<Agent> {
        let living = (0..self.start.len()).filter(|seat| death(frame, *seat).is_none());
        let agents = living.flat_map(|seat| {
            [("commander", COMMANDERS), ("robot", ROBOTS)]
                .map(|(role, name)| Some(Agent { seat, role, cell: place(frame, name, seat)? }))
        });
        agents.flatten().collect()
    }

    fn notable(&self, event: &Event) -> Option<Notable> {
        let EventKind::Write { cell, .. } = event.kind else { return Notable::death(event) };
        let victim = self.homes.of(cell).filter(|owner| *owner != event.seat)?;
        Some(Notable { kind: NotableKind::Hit, seat: event.seat, victim: Some(victim) })
    }

    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel> {
        (0..self.start.len()).map(|seat| self.panel(seat, moment)).collect()
    }

    fn storyteller(&self, names: &SeatNames) -> Box<dyn Storyteller> {
        Box::new(Teller::new(names, Arc::clone(&self.homes), self.squares))
    }

    fn code_on_board(&self) -> Option<&CodeOnBoard> {
        Some(&CODE)
    }
}

/// How explanations describe commanders and robots.
const CODE: CodeOnBoard = CodeOnBoard {
    role: "commander",
    executor: Some("commander"),
    writer: Some("robot"),
    cell: "square",
    deadly: "d",
    fatal: |reason, text| match reason {
        NO_MATCH => format!("looked for the bracket that matches the `{text}`, which does not exist,"),
        _ => format!("read the `{text}`"),
    },
    endangered: Endangered::Executor,
    distance: "squares between the commander and the nearest write of others",
};
