//! Plays matches.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::Write as _;

use game::{
    Canonical, Change, ChangeError, Digest, Event, EventKind, Frame, Observer, Outcome, Players, Run, Seat,
    Unobserved,
};

use super::endless::{self, Checkpoints, Looked, Snapshot};
use super::instruction::{CELLS, Instruction};
use super::operation::{Operation, Table};
use super::paths::{PATHS_GAIN, Paths};
use super::program::{self, Code};
use super::rounds::{LONGEST_AT_FIRST, Repeated, Rounds};
use super::setup::{Parameters, Setup};
use super::state::{Alive, Executor, MASK, PAST_END, State};

/// One player executed a `crash`.
pub const CRASH: &str = "crash";
/// Both executed a `crash` in the same turn.
pub const BOTH_CRASH: &str = "both-crash";
/// Both `i` were equal at the end of a turn.
pub const SAME_ADDRESS: &str = "same-address";
/// The turn limit came first.
pub const TURN_LIMIT: &str = "turn-limit";

/// Turns that are played one by one before the first search for a round.
const FIRST_PAUSE: u64 = 16;
/// The first pause in which paths are played.
const FIRST_PAUSE_OF_PATHS: u64 = 4 * FIRST_PAUSE;
/// After each search for a round that finds nothing, the pause becomes longer. From this pause on, the engine also looks
/// for a return of the whole state.
const LONG_PAUSE: u64 = 1 << 14;
/// Fewer repetitions of a round are not worth the search for it.
const WORTHWHILE_ROUNDS: u64 = 16;

/// Plays matches of two fixed programs with fixed parameters, one after the other.
///
/// With an observer, every turn is played and its writes are reported. Otherwise there are three shortcuts. Rounds that
/// repeat over and over are played by their writes alone (`rounds.rs`). Programs whose way follows data are played many
/// turns at once, as far as these turns were learnt before (`paths`). If a match is proven to go on for ever, only the
/// turns left after whole periods are played. The state at any turn is the same.
#[derive(Debug, Clone)]
pub struct Engine {
    parameters: Parameters,
    programs: [Vec<u16>; 2],
    state: State,
    rounds: Rounds,
    paths: Paths,
    snapshot: Snapshot,
    checkpoints: Checkpoints,
    /// After how many turns the state is the same again, once that is proven: such a match never ends.
    period: Option<u64>,
    outcome: Option<Outcome>,
    effort: Effort,
}

/// How much work the matches took.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effort {
    /// Turns that were played one by one.
    pub(super) turns: u64,
    /// Writes of rounds that were played by their writes alone.
    pub(super) writes: u64,
}

impl Engine {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let mut table = Table::new();
        let mut ids = |program: &Code| program.instructions().iter().map(|one| table.add(one)).collect();
        let programs = [ids(programs[0]), ids(programs[1])];
        Self {
            parameters,
            paths: Paths::new(&programs),
            programs,
            state: State::new(table),
            rounds: Rounds::new(),
            snapshot: Snapshot::new(),
            checkpoints: Checkpoints::new(),
            period: None,
            outcome: None,
            effort: Effort::default(),
        }
    }

    pub(super) fn begin(&mut self, setup: &Setup) {
        self.paths.begin(setup.start, self.state.turn);
        self.state.begin(&self.programs, setup.start);
        self.rounds.reserve();
        self.period = None;
        self.outcome = None;
    }

    /// Moves to a state in the middle of a match: first all cells hold `crash`, and then some are filled. Instructions
    /// are numbered in the order in which they come, those of the first program before those of the second.
    pub(super) fn resume(
        &mut self,
        fill: impl FnOnce(&mut [Operation; CELLS + 1], &Table),
        executors: [Executor; 2],
        turn: u64,
    ) {
        self.state.memory.refill(fill);
        (self.state.executors, self.state.turn) = (executors, turn);
        self.rounds.reserve();
        self.paths.close();
        self.period = None;
        self.outcome = None;
    }

    /// The state between two turns.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// How much work the matches took that were played so far.
    pub(super) fn effort(&self) -> Effort {
        self.effort
    }

    /// The instruction in a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn cell(&self, address: usize) -> &Instruction {
        self.state.memory.table.instruction(self.state.memory.cells[address].id)
    }

    /// The instruction to which an observer's events refer as `id`.
    ///
    /// # Panics
    /// If no event had this number.
    #[must_use]
    pub fn instruction(&self, id: u32) -> &Instruction {
        self.state.memory.table.instruction(u16::try_from(id).expect("ids have 16 bits"))
    }

    /// The address that a player executes next, from 0 to 4096 (C2).
    pub(super) fn next_address(&self, seat: Seat) -> usize {
        self.state.executors[seat].i as usize
    }

    /// Plays until `until` turns have been played or the match is over.
    fn play<O: Observer>(&mut self, until: u64, observer: &mut O) {
        if self.outcome.is_some() {
            return;
        }
        let end = if O::WATCHES { self.state.play(until, observer) } else { self.play_unwatched(until) };
        if let Some(alive) = end {
            self.finish(alive);
        } else if self.state.turn == self.parameters.max_turns {
            self.outcome = Some(Outcome::draw_of_two(TURN_LIMIT, self.state.turn)); // C6
        }
    }

    /// Plays the same turns as [`State::play`], but faster.
    fn play_unwatched(&mut self, until: u64) -> Option<Alive> {
        self.checkpoints.restart();
        // If paths carried the previous match, a search for a round would cost more than all of its first turns.
        let mut pause = if self.paths.are_promising() { FIRST_PAUSE_OF_PATHS } else { FIRST_PAUSE };
        loop {
            self.skip_periods(until);
            let begun = self.state.turn;
            let looked = if pause >= FIRST_PAUSE_OF_PATHS {
                self.paths.play(&mut self.state, until, pause)
            } else {
                let end = self.state.play(until.min(begun.saturating_add(pause)), &mut Unobserved);
                end.map_or(Looked::NotYet, Looked::Ended)
            };
            self.effort.turns += self.state.turn - begun;
            match looked {
                Looked::Ended(alive) => return Some(alive),
                Looked::Returned { period } => {
                    self.period = Some(period);
                    continue;
                }
                Looked::NotYet if self.state.turn >= until => return None,
                Looked::NotYet => {}
            }
            // A search goes turn by turn, which takes several times as long as playing by paths.
            let patience = if self.paths.pay() { pause / PATHS_GAIN } else { pause.max(LONGEST_AT_FIRST) };
            let repeated = self.rounds.repeat(&mut self.state, until, patience);
            self.effort.turns += self.rounds.turns();
            self.effort.writes += self.rounds.written();
            match repeated {
                Repeated::Ended(alive) => return Some(alive),
                Repeated::Endless { period } => self.period = Some(period),
                Repeated::Rounds(rounds) if rounds >= WORTHWHILE_ROUNDS => {
                    pause = FIRST_PAUSE;
                    self.period = self.checkpoints.pass(&self.state).or(self.period);
                }
                Repeated::Rounds(_) if pause < LONG_PAUSE => pause *= 4,
                // Paths notice by themselves if the state returns.
                Repeated::Rounds(_) if self.paths.pay() => pause *= 2,
                Repeated::Rounds(_) => {
                    let turns = pause.min(until - self.state.turn);
                    self.effort.turns += turns;
                    match endless::look(&mut self.state, &mut self.snapshot, turns) {
                        Looked::Ended(alive) => return Some(alive),
                        Looked::Returned { period } => self.period = Some(period),
                        Looked::NotYet => pause *= 2,
                    }
                }
            }
        }
    }

    /// If the state is known to come again and again, moves on to its last return before `until`.
    fn skip_periods(&mut self, until: u64) {
        let Some(period) = self.period else { return };
        let left = until.saturating_sub(self.state.turn);
        self.state.turn += left - left % period;
    }

    /// C5: first the draws, then the loss of the one that executed a `crash`.
    fn finish(&mut self, alive: Alive) {
        let State { executors: [one, two], turn, .. } = self.state;
        self.outcome = Some(match alive {
            [false, false] => Outcome::draw_of_two(BOTH_CRASH, turn),
            _ if one.i == two.i => Outcome::draw_of_two(SAME_ADDRESS, turn),
            [one_lives, _] => Outcome::win_of_two(usize::from(!one_lives), CRASH, turn),
        });
    }

    fn text_of(&self, operation: Operation) -> Cow<'static, str> {
        self.state.memory.table.instruction(operation.id).to_string().into()
    }

    fn of_both(&self, of: impl Fn(&Executor) -> u32) -> Vec<u64> {
        self.state.executors.iter().map(|executor| u64::from(of(executor))).collect()
    }
}

impl game::Engine for Engine {
    type Question = Infallible;
    type Answer = Infallible;

    fn turn(&self) -> u64 {
        self.state.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, _: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Infallible, Infallible>,
        O: Observer,
    {
        let was_over = self.outcome.is_some();
        self.play(until.min(self.parameters.max_turns), observer);
        if O::WATCHES && !was_over {
            self.tell_deaths(observer);
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        let cells = self.state.memory.cells[..CELLS].chunk_by(|left, right| left.id == right.id);
        let run = |run: &[Operation]| Run { text: self.text_of(run[0]), count: run.len() };
        Frame { turn: self.state.turn, registers: self.registers(), cells: cells.map(run).collect() }
    }

    fn registers(&self) -> Vec<(&'static str, Vec<u64>)> {
        vec![
            ("i", self.of_both(|executor| executor.i)),
            ("a", self.of_both(|executor| executor.a)),
            ("b", self.of_both(|executor| executor.b)),
        ]
    }

    fn cell_text(&self, cell: usize) -> Option<Cow<'static, str>> {
        self.state.memory.cells[..CELLS].get(cell).map(|operation| self.text_of(*operation))
    }

    /// Changes a cell or any register. If this makes both `i` equal, it is not a draw before the end of the next turn
    /// (C5).
    fn change(&mut self, change: &Change) -> Result<(), ChangeError> {
        match change {
            Change::Cell { cell, text } => {
                if *cell >= CELLS {
                    return Err(ChangeError::Cell { cell: *cell, last: CELLS - 1 });
                }
                let instruction =
                    program::read_instruction(text).map_err(|message| change.refused(&message))?;
                let memory = &mut self.state.memory;
                let full = "this match has seen as many different instructions as it can tell apart";
                let id = memory.add_later(&instruction).ok_or_else(|| change.refused(full))?;
                memory.put(*cell, memory.table.operation(id));
            }
            Change::Register { name, seat, value } => {
                let executor = self.state.executors.get_mut(*seat);
                let executor = executor.ok_or(ChangeError::Seat { seat: *seat })?;
                let (register, last) = match name.as_str() {
                    "i" => (&mut executor.i, PAST_END), // C2
                    "a" => (&mut executor.a, MASK),
                    "b" => (&mut executor.b, MASK),
                    _ => return Err(change.refused("`i`, `a` and `b` can be")),
                };
                let legal = u32::try_from(*value).ok().filter(|value| *value <= last);
                let range = || ChangeError::Value {
                    name: name.clone(),
                    value: *value,
                    range: format!("0 to {last}"),
                };
                *register = legal.ok_or_else(range)?;
            }
        }
        // What was proven before holds for another match.
        self.period = None;
        self.paths.close();
        Ok(())
    }

    fn state_hash(&self) -> Option<Digest> {
        let memory = (0..CELLS).fold(String::new(), |mut text, address| {
            writeln!(text, "{}", self.cell(address)).expect("a String takes everything");
            text
        });
        let mut canonical = Canonical::new("crash state");
        canonical.number("turn", self.state.turn);
        canonical.numbers("i", &self.of_both(|executor| executor.i));
        canonical.numbers("a", &self.of_both(|executor| executor.a));
        canonical.numbers("b", &self.of_both(|executor| executor.b));
        canonical.text("memory", &memory);
        Some(canonical.finish())
    }
}

impl Engine {
    /// Tells an observer who crashed.
    fn tell_deaths<O: Observer>(&self, observer: &mut O) {
        let Some(outcome) = &self.outcome else { return };
        let crashed: &[Seat] = match (outcome.reason, outcome.winner()) {
            (BOTH_CRASH, _) => &[0, 1],
            (CRASH, Some(0)) => &[1],
            (CRASH, _) => &[0],
            _ => &[],
        };
        for &seat in crashed {
            observer.event(Event { turn: self.state.turn, seat, kind: EventKind::Death { reason: CRASH } });
        }
    }
}
