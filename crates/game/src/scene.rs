//! How a game is shown, as plain data that every viewer draws, whether in a terminal or on a page.

use crate::{
    Adviser, CodeOnBoard, DeathsOnly, Event, EventKind, Explainer, Frame, Reply, Seat, SeatNames, Storyteller,
};

/// Describes how a match with this setup is shown. Each game has its own implementation, and each match gets one value
/// of it. Its results for a moment depend on that moment alone.
pub trait Scene: Send + Sync {
    /// How the cells are arranged.
    fn shape(&self) -> Shape;

    /// What viewers show for a cell, by its text in a [`Frame`].
    fn glyph(&self, text: &str) -> Glyph;

    /// The seat whose program was in a cell before the first turn.
    fn home(&self, cell: usize) -> Option<Seat>;

    /// The agents and their cells, in the order in which they act. It reads only the registers of the frame, whose
    /// cells may be missing.
    fn agents(&self, frame: &Frame) -> Vec<Agent>;

    /// [`Scene::agents`], and also the agents that acted in the last turn of the moment, if only its questions show
    /// them.
    fn agents_at(&self, moment: &Moment<'_>) -> Vec<Agent> {
        self.agents(moment.frame)
    }

    /// What an event means to viewers, if they should stop at it.
    fn notable(&self, event: &Event) -> Option<Notable>;

    /// The texts next to the board: registers, code about to run, questions and answers.
    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel>;

    /// The storyteller that tells this match in sentences. By default, it tells the deaths.
    fn storyteller(&self, names: &SeatNames) -> Box<dyn Storyteller> {
        Box::new(DeathsOnly::new(names))
    }

    /// The number that players compare to say who is ahead; `None` if no number shows that. It reads only the registers
    /// of the frame.
    fn score(&self, _: &Frame) -> Option<Score> {
        None
    }

    /// The number that shows who is ahead, if there is a better one than the score. It may read the cells of the frame.
    fn advantage(&self, frame: &Frame) -> Option<Score> {
        self.score(frame)
    }

    /// How to describe programs that are code on the board; `None` for other games.
    fn code_on_board(&self) -> Option<&CodeOnBoard> {
        None
    }

    /// The explainer that collects the events of a match for its explanation; `None` for a game that has no explainer.
    fn explainer(&self) -> Option<Box<dyn Explainer>> {
        None
    }

    /// The adviser that can answer in place of programs; `None` in most games.
    fn adviser(&self) -> Option<&dyn Adviser> {
        None
    }
}

/// How far each player has come, in a game where a number shows that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// What is counted, in the plural: `squares`.
    pub unit: &'static str,
    /// The number for each seat.
    pub of: Vec<u64>,
}

/// The scene of a game without a scene of its own: its registers, without a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumbersOnly;

impl Scene for NumbersOnly {
    fn shape(&self) -> Shape {
        Shape::Row { cells: 0 }
    }

    fn glyph(&self, text: &str) -> Glyph {
        Glyph { symbol: text.chars().next().unwrap_or(' '), owner: None, is_blank: true }
    }

    fn home(&self, _: usize) -> Option<Seat> {
        None
    }

    fn agents(&self, _: &Frame) -> Vec<Agent> {
        Vec::new()
    }

    fn notable(&self, event: &Event) -> Option<Notable> {
        Notable::death(event)
    }

    fn panels(&self, moment: &Moment<'_>) -> Vec<Panel> {
        let line = |(name, numbers): &(&str, Vec<u64>)| PanelLine::plain(format!("{name} {numbers:?}"));
        let lines = moment.frame.registers.iter().map(line).collect();
        vec![Panel { title: "registers".into(), seat: None, lines }]
    }
}

/// How the cells are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// In a row in which the first cell follows the last one.
    Ring {
        /// How many there are.
        cells: usize,
    },
    /// In a row with two ends.
    Row {
        /// How many there are.
        cells: usize,
    },
    /// In rows, starting at the top left.
    Grid {
        /// How many rows.
        rows: usize,
        /// How many cells in each.
        columns: usize,
    },
}

impl Shape {
    /// How many cells there are.
    #[must_use]
    pub fn cells(self) -> usize {
        match self {
            Self::Ring { cells } | Self::Row { cells } => cells,
            Self::Grid { rows, columns } => rows * columns,
        }
    }

    /// Where a cell is, for people: `cell 12`, or in a grid `row 3, column 27`. Both numbers are counted from 0.
    #[must_use]
    pub fn place_in_words(self, cell: usize) -> String {
        match self {
            Self::Grid { columns, .. } if columns > 0 => {
                format!("row {}, column {}", cell / columns, cell % columns)
            }
            _ => format!("cell {cell}"),
        }
    }
}

/// What viewers show for a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The character for it.
    pub symbol: char,
    /// The owner according to the cell's content. `None` if the content does not show the owner; then the last writer
    /// is the owner.
    pub owner: Option<Seat>,
    /// Whether it has the content that every cell without a program has before the match.
    pub is_blank: bool,
}

/// An agent on the board: a commander, a robot, a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agent {
    /// The seat to which it belongs.
    pub seat: Seat,
    /// Its role: `commander`, `robot`, `i`, `bot`, `snippet`.
    pub role: &'static str,
    /// Its cell. It may be one past the last cell, if a program has run off the end.
    pub cell: usize,
}

/// Something that viewers stop at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notable {
    /// Its kind.
    pub kind: NotableKind,
    /// The seat that caused it.
    pub seat: Seat,
    /// Who suffered it, if anybody did.
    pub victim: Option<Seat>,
}

impl Notable {
    /// A death, which is notable in every game.
    #[must_use]
    pub fn death(event: &Event) -> Option<Self> {
        let is_death = matches!(event.kind, EventKind::Death { .. });
        is_death.then_some(Self { kind: NotableKind::Death, seat: event.seat, victim: Some(event.seat) })
    }
}

/// The kinds of notable events, the most serious first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotableKind {
    /// Somebody is out of the match.
    Death,
    /// Cells changed hands: a capture, a claim, an enclosure.
    Capture,
    /// A write changed another program's code.
    Hit,
}

impl NotableKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Death, Self::Capture, Self::Hit];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Death => "death",
            Self::Capture => "capture",
            Self::Hit => "hit",
        }
    }
}

/// A match after some turn, and what happened in that turn.
#[derive(Debug, Clone, Copy)]
pub struct Moment<'a> {
    /// How it looks.
    pub frame: &'a Frame,
    /// What happened in its last turn, in order.
    pub events: &'a [Event],
    /// What was asked in its last turn, in order.
    pub asked: &'a [Exchange],
    /// What the programs are called.
    pub names: &'a SeatNames,
}

/// A question, and what came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Who was asked.
    pub seat: Seat,
    /// The question in canonical bytes.
    pub question: Vec<u8>,
    /// What came back, an answer in canonical bytes.
    pub reply: Reply<Vec<u8>>,
}

impl Moment<'_> {
    /// Why the program at `seat` died in the last turn, if it did.
    #[must_use]
    pub fn death_of(&self, seat: Seat) -> Option<&'static str> {
        self.events.iter().filter(|event| event.seat == seat).find_map(|event| match event.kind {
            EventKind::Death { reason } => Some(reason),
            EventKind::Write { .. } => None,
        })
    }
}

/// Lines under a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// The title.
    pub title: String,
    /// The seat that it describes; `None` if it describes the match.
    pub seat: Option<Seat>,
    /// The lines.
    pub lines: Vec<PanelLine>,
}

/// A line of a panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelLine {
    /// The text, without control characters.
    pub text: String,
    /// Its role.
    pub role: LineRole,
    /// The cell that the line is about, if any.
    pub cell: Option<usize>,
}

/// The most characters of a line. No viewer shows more, and the texts of programs may be long.
pub const MAX_LINE_CHARACTERS: usize = 256;

/// The role of a line, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineRole {
    /// An ordinary line.
    Plain,
    /// The instruction that is executed next, or was executed last.
    Current,
    /// A less important line.
    Quiet,
    /// New text in a change.
    Added,
    /// Text that is gone in a change.
    Removed,
    /// A failure.
    Failure,
}

impl PanelLine {
    /// An ordinary line.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new(text, LineRole::Plain)
    }

    /// A line with this role that is about no cell. Control characters of the text are shown as `·`, since texts of
    /// programs end up in terminals. A text longer than [`MAX_LINE_CHARACTERS`] is cut and ends in `…`.
    #[must_use]
    pub fn new(text: impl Into<String>, role: LineRole) -> Self {
        let mut text = text.into();
        if let Some((end, _)) = text.char_indices().nth(MAX_LINE_CHARACTERS) {
            text.truncate(end);
            text.pop();
            text.push('…');
        }
        Self { text: text.replace(crate::is_unsafe_to_print, "·"), role, cell: None }
    }

    /// Marks the line as being about this cell.
    #[must_use]
    pub fn of_cell(self, cell: usize) -> Self {
        Self { cell: Some(cell), ..self }
    }
}

/// A change by hand to a match that is being viewed, to see what would have happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The content of a cell, in the text that a [`Frame`] has for it.
    Cell {
        /// The cell.
        cell: usize,
        /// Its new content.
        text: String,
    },
    /// One of the numbers of [`Frame::registers`].
    Register {
        /// Its name.
        name: String,
        /// The seat.
        seat: Seat,
        /// Its new value.
        value: u64,
    },
}

impl Change {
    /// The error for a change that is not possible. `expected` says what is possible.
    #[must_use]
    pub fn refused(&self, expected: &str) -> ChangeError {
        let expected = expected.to_owned();
        match self {
            Self::Cell { text, .. } => ChangeError::Text { text: text.clone(), expected },
            Self::Register { name, .. } => ChangeError::Register { name: name.clone(), expected },
        }
    }
}

/// Why something cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// No such cell.
    #[error("there is no cell {cell}: they are 0 to {last}")]
    Cell {
        /// What was asked for.
        cell: usize,
        /// The last cell.
        last: usize,
    },
    /// A text that no cell can hold.
    #[error("a cell cannot hold `{text}`: {expected}")]
    Text {
        /// What was asked for.
        text: String,
        /// What it can hold.
        expected: String,
    },
    /// No such register, or not one that can be changed.
    #[error("there is no register `{name}` that can be set: {expected}")]
    Register {
        /// What was asked for.
        name: String,
        /// The registers that there are.
        expected: String,
    },
    /// A value out of range.
    #[error("`{name}` cannot be {value}: it is {range}")]
    Value {
        /// The name of the register.
        name: String,
        /// What was asked for.
        value: u64,
        /// What it can be.
        range: String,
    },
    /// No such seat, or one that is out of the match.
    #[error("program {seat} is not in the match (any more)")]
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// The match is over.
    #[error("the match is over: go to an earlier turn to change something")]
    Over,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_have_no_control_characters() {
        let text = |text: &str| PanelLine::plain(text).text;
        assert_eq!(text("s/\n/\u{1b}[31m/"), "s/·/·[31m/");
        let longest = "ä".repeat(MAX_LINE_CHARACTERS);
        assert_eq!(text(&longest), longest);
        let cut = format!("{}…", "ä".repeat(MAX_LINE_CHARACTERS - 1));
        assert_eq!([text(&format!("{longest}a")), text(&longest.repeat(9))], [&cut[..]; 2]);
    }
}
