//! Conditions at which to stop: the breakpoints of a debugger.

use std::fmt::{self, Display};

use game::{Agent, AnyMatch, Cells, Event, EventKind, Frame, NotableKind, Scene, Seat};

use crate::Replay;

/// A condition that can hold after a turn. A condition about the state counts in the turn where it begins to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// This many turns have been played.
    Turn(u64),
    /// A cell was written.
    Written(usize),
    /// A cell holds this, in the text of frames.
    Holds(usize, String),
    /// The agent that acts next for a program stands on a cell.
    At(Seat, usize),
    /// The agent that acts next for a program stands on a cell that holds this.
    Runs(Seat, String),
    /// A register of a program satisfies this comparison.
    Register(String, Seat, Comparison, u64),
    /// A notable event happened.
    Happens(NotableKind),
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

/// Why a condition can never hold in a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImpossibleCondition {
    /// There is no such player.
    #[error("there is no player {seat}: they are 0 to {last}")]
    Seat {
        /// The player in the condition.
        seat: Seat,
        /// The last player.
        last: Seat,
    },
    /// There is no such cell.
    #[error("there is no cell {cell}: they are 0 to {last}")]
    Cell {
        /// The cell in the condition.
        cell: usize,
        /// The last cell.
        last: usize,
    },
    /// Players have no such number.
    #[error("there is nothing called `{name}`: there is {known}")]
    Register {
        /// The name in the condition.
        name: String,
        /// All known names.
        known: String,
    },
}

/// A text that is not a valid condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a valid condition: expected `turn N`, `write CELL`, `cell CELL = TEXT`, `at PLAYER CELL`, `run PLAYER TEXT`, \
     `PLAYER NAME > NUMBER` (also =, !=, <, <=, >=), `death`, `capture` or `hit`; players count from 0"
)]
pub struct ConditionError {
    /// The text that was read.
    pub text: String,
}

impl Condition {
    /// Reads a typed condition, in the form that [`Condition`]'s display writes.
    ///
    /// # Errors
    /// If the text is not a valid condition.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        Self::read(text.trim()).ok_or_else(|| ConditionError { text: text.to_owned() })
    }

    fn read(text: &str) -> Option<Self> {
        if let Some(kind) = NotableKind::ALL.into_iter().find(|kind| kind.word() == text) {
            return Some(Self::Happens(kind));
        }
        let (word, rest) = text.split_once(char::is_whitespace)?;
        let rest = rest.trim_start();
        match word {
            "turn" => Some(Self::Turn(rest.parse().ok()?)),
            "write" => Some(Self::Written(rest.parse().ok()?)),
            "cell" => {
                let (cell, held) = rest.split_once('=')?;
                Some(Self::Holds(cell.trim().parse().ok()?, held.trim().to_owned()))
            }
            "at" => {
                let (seat, cell) = rest.split_once(char::is_whitespace)?;
                Some(Self::At(seat.parse().ok()?, cell.trim().parse().ok()?))
            }
            "run" => {
                let (seat, held) = rest.split_once(char::is_whitespace)?;
                Some(Self::Runs(seat.parse().ok()?, held.trim().to_owned()))
            }
            seat => Self::read_register(seat.parse().ok()?, rest),
        }
    }

    fn read_register(seat: Seat, text: &str) -> Option<Self> {
        let at = text.find(['=', '!', '<', '>'])?;
        let (name, comparison) = text.split_at(at);
        let value = comparison.trim_start_matches(['=', '!', '<', '>']);
        let comparison = Comparison::read(&comparison[..comparison.len() - value.len()])?;
        Some(Self::Register(name.trim().to_owned(), seat, comparison, value.trim().parse().ok()?))
    }

    /// Checks that the players, cells and numbers of this condition exist in a match.
    ///
    /// # Errors
    /// If one does not: the condition would never hold.
    pub fn check(&self, replay: &Replay<'_>) -> Result<(), ImpossibleCondition> {
        let (cell, seat) = match self {
            Self::Written(cell) | Self::Holds(cell, _) => (Some(*cell), None),
            Self::At(seat, cell) => (Some(*cell), Some(*seat)),
            Self::Runs(seat, _) | Self::Register(_, seat, ..) => (None, Some(*seat)),
            Self::Turn(_) | Self::Happens(_) => (None, None),
        };
        let seats = replay.lineup().programs().len();
        if let Some(seat) = seat.filter(|seat| *seat >= seats) {
            return Err(ImpossibleCondition::Seat { seat, last: seats.saturating_sub(1) });
        }
        // The cell one past the end is allowed: a program that runs off the board stands there.
        let cells = replay.scene().shape().cells();
        if let Some(cell) = cell.filter(|cell| *cell > cells) {
            return Err(ImpossibleCondition::Cell { cell, last: cells.saturating_sub(1) });
        }
        let registers = replay.registers();
        match self {
            Self::Register(name, ..) if !registers.iter().any(|(known, _)| known == name) => {
                let known: Vec<&str> = registers.iter().map(|(name, _)| *name).collect();
                Err(ImpossibleCondition::Register { name: name.clone(), known: known.join(", ") })
            }
            _ => Ok(()),
        }
    }

    /// The cell whose content the condition is about, if it is about one.
    #[must_use]
    pub fn cell(&self) -> Option<usize> {
        match self {
            Self::Written(cell) | Self::Holds(cell, _) => Some(*cell),
            _ => None,
        }
    }

    /// Every notable event.
    #[must_use]
    pub fn notable_events() -> Vec<Self> {
        NotableKind::ALL.into_iter().map(Self::Happens).collect()
    }

    /// Whether it is about the state after a turn, rather than the turn's number or its events.
    pub(crate) fn is_about_state(&self) -> bool {
        match self {
            Self::Turn(_) | Self::Written(_) | Self::Happens(_) => false,
            Self::Holds(..) | Self::At(..) | Self::Runs(..) | Self::Register(..) => true,
        }
    }

    /// The turn that it waits for, if it waits for one.
    pub(crate) fn turn(&self) -> Option<u64> {
        match self {
            Self::Turn(turn) => Some(*turn),
            _ => None,
        }
    }

    /// Whether an event meets this condition. `kind` is the notable kind of the event, if it has one.
    pub(crate) fn is_met_by(&self, event: &Event, kind: Option<NotableKind>) -> bool {
        match self {
            Self::Written(wanted) => matches!(event.kind, EventKind::Write { cell, .. } if cell == *wanted),
            Self::Happens(wanted) => kind == Some(*wanted),
            _ => false,
        }
    }

    /// Whether the condition holds, as far as it can be told from a state.
    pub(crate) fn holds(&self, played: &dyn AnyMatch, scene: &dyn Scene) -> bool {
        match self {
            Self::Turn(turn) => played.turn() == *turn,
            Self::Written(_) | Self::Happens(_) => false,
            Self::Holds(cell, text) => played.cell_text(*cell).is_some_and(|held| held == text.as_str()),
            Self::At(seat, cell) => actor(played, scene, *seat).is_some_and(|agent| agent.cell == *cell),
            Self::Runs(seat, text) => {
                let cell = actor(played, scene, *seat).map(|agent| agent.cell);
                cell.and_then(|cell| played.cell_text(cell)).is_some_and(|held| held == text.as_str())
            }
            Self::Register(name, seat, comparison, value) => {
                let registers = played.registers();
                let numbers = registers.iter().find(|(known, _)| known == name).map(|(_, numbers)| numbers);
                numbers
                    .and_then(|numbers| numbers.get(*seat))
                    .is_some_and(|&number| comparison.holds(number, *value))
            }
        }
    }
}

/// The agent that acts for a seat: its first one.
fn actor(played: &dyn AnyMatch, scene: &dyn Scene, seat: Seat) -> Option<Agent> {
    let registers = Frame { turn: played.turn(), registers: played.registers(), cells: Cells::default() };
    scene.agents(&registers).into_iter().find(|agent| agent.seat == seat)
}

impl Comparison {
    const ALL: [(&'static str, Self); 6] = [
        ("=", Self::Equal),
        ("!=", Self::Unequal),
        ("<", Self::Less),
        ("<=", Self::AtMost),
        (">", Self::Greater),
        (">=", Self::AtLeast),
    ];

    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == text).map(|(_, comparison)| comparison)
    }

    fn holds(self, one: u64, other: u64) -> bool {
        match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Greater => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Self::ALL.iter().find(|(_, comparison)| comparison == self);
        out.write_str(known.map_or("", |(text, _)| text))
    }
}

impl Display for Condition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn(turn) => write!(out, "turn {turn}"),
            Self::Written(cell) => write!(out, "write {cell}"),
            Self::Holds(cell, text) => write!(out, "cell {cell} = {text}"),
            Self::At(seat, cell) => write!(out, "at {seat} {cell}"),
            Self::Runs(seat, text) => write!(out, "run {seat} {text}"),
            Self::Register(name, seat, comparison, value) => {
                write!(out, "{seat} {name} {comparison} {value}")
            }
            Self::Happens(kind) => out.write_str(kind.word()),
        }
    }
}
