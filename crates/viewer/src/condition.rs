//! Conditions at which to stop: the breakpoints of a debugger.

use std::fmt::{self, Display};

use game::{Agent, AnyMatch, Cells, Event, Frame, NotableKind, Scene, Seat};

use crate::Replay;
use crate::answer_source::AnswerSource;
use crate::search::is_write_of;
use crate::snapshot::Snapshot;

/// A condition that can hold after a turn. A condition about the state counts in the turn where it begins to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// So many turns have been played.
    Turn(u64),
    /// A cell was written.
    Written(usize),
    /// A cell holds this, in the text of frames.
    Holds(usize, String),
    /// Somebody stands on a cell: what a program acts by next.
    At(Seat, usize),
    /// What a program acts by next stands on a cell that holds this.
    Runs(Seat, String),
    /// A register of a program compares so.
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

/// A text that is not a valid condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a valid condition: expected `turn N`, `write CELL`, `cell CELL = TEXT`, `at PLAYER CELL`, `run PLAYER TEXT`, \
     `PLAYER NAME > NUMBER` (also =, !=, <, <=, >=), `death`, `capture` or `hit`; players count from 0"
)]
pub struct ConditionError {
    /// What was read.
    pub text: String,
}

impl Condition {
    /// Reads a condition as it is typed; [`Condition`]'s display writes it so.
    ///
    /// # Errors
    /// If it is none.
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

    /// The cell that it is about, if it is about what one holds.
    #[must_use]
    pub fn cell(&self) -> Option<usize> {
        match self {
            Self::Written(cell) | Self::Holds(cell, _) => Some(*cell),
            _ => None,
        }
    }

    /// Whether an event says that it is so.
    fn is_told_by(&self, event: &Event, scene: &dyn Scene) -> bool {
        match self {
            Self::Written(cell) => is_write_of(event, *cell),
            Self::Happens(kind) => scene.notable(event).is_some_and(|one| one.kind == *kind),
            _ => false,
        }
    }

    /// Whether it is so, as far as a state tells.
    fn holds(&self, played: &dyn AnyMatch, scene: &dyn Scene) -> bool {
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

/// Who acts for a seat: the first of its agents.
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

/// Watches which of some conditions begins to hold as turns are played.
struct Look<'c> {
    conditions: &'c [Condition],
    scene: &'c dyn Scene,
    /// Whether they were so before.
    held: Vec<bool>,
}

impl<'c> Look<'c> {
    fn new(conditions: &'c [Condition], scene: &'c dyn Scene, snapshot: &Snapshot) -> Self {
        let held = conditions.iter().map(|one| one.holds(snapshot.played(), scene)).collect();
        Self { conditions, scene, held }
    }

    /// Plays to `until` or to the first turn where one of them begins to be so: that turn, and which one.
    fn first(
        &mut self,
        snapshot: &mut Snapshot,
        until: u64,
        answers: &mut AnswerSource,
    ) -> Option<(u64, usize)> {
        while snapshot.turn() < until && !snapshot.is_over() {
            let before = snapshot.turn();
            let mut told = None;
            let Self { conditions, scene, .. } = self;
            let note = &mut |event: &Event| {
                let tells = |condition: &Condition| condition.is_told_by(event, *scene);
                told = told.or_else(|| conditions.iter().position(tells));
            };
            snapshot.watch(before + 1, answers, note).ok()?;
            if snapshot.turn() == before {
                return None;
            }
            let begun = self.begun(snapshot);
            if let Some(index) = told.or(begun) {
                return Some((snapshot.turn(), index));
            }
        }
        None
    }

    /// Which one is so and was not before.
    fn begun(&mut self, snapshot: &Snapshot) -> Option<usize> {
        let Self { conditions, scene, held } = self;
        let mut begun = None;
        for (index, (condition, held)) in conditions.iter().zip(held).enumerate() {
            let holds = condition.holds(snapshot.played(), *scene);
            if holds && !*held && begun.is_none() {
                begun = Some(index);
            }
            *held = holds;
        }
        begun
    }
}

impl Replay<'_> {
    /// The next turn after the one that is shown where one of these conditions begins to hold, and the index of the
    /// condition; `None` if there is none, or if `stop` ended the search.
    pub fn next_where(&mut self, conditions: &[Condition], stop: &dyn Fn() -> bool) -> Option<(u64, usize)> {
        self.first_where(conditions, u64::MAX, stop)
    }

    /// Searches like [`Replay::next_where`], but only up to turn `last`.
    pub fn first_where(
        &mut self,
        conditions: &[Condition],
        last: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<(u64, usize)> {
        let (_, scene) = self.shared();
        let mut look = None;
        self.forwards(last, stop, |snapshot, until, answers| {
            let look = look.get_or_insert_with(|| Look::new(conditions, scene.as_ref(), snapshot));
            look.first(snapshot, until, answers)
        })
    }

    /// The last one before.
    pub fn previous_where(
        &mut self,
        conditions: &[Condition],
        stop: &dyn Fn() -> bool,
    ) -> Option<(u64, usize)> {
        let (_, scene) = self.shared();
        self.backwards(stop, |snapshot, until, answers| {
            let mut look = Look::new(conditions, scene.as_ref(), snapshot);
            let mut last = None;
            while let Some(found) = look.first(snapshot, until, answers) {
                last = Some(found);
            }
            last
        })
    }
}
