//! Rounds that come over and over again, played by their writes alone.
//!
//! Most programs are loops. A *round* is a stretch of turns after which both `i` are what they were. If in it
//! every value is the same from round to round, or moves by a fixed stride, then the next round is known
//! without executing it: the same instructions at the same addresses, each write some cells further on. That
//! holds until a write changes a cell which a round executes or whose value it reads; that round, and what
//! comes after it, is played turn by turn again.
//!
//! The proof is by induction over rounds. A value is a sum of registers with fixed factors, a constant and
//! the values of cells (C1, C3); while those cells stay as they are, its stride is the same sum of the
//! registers' strides. What a round stores to `i` must have the stride 0, so that the next round takes the
//! same way; and the strides of `a` and `b` at its end must be those at its beginning.

use game::{Event, EventKind, Observer, Unobserved};

use super::instruction::CELLS;
use super::linear_rounds::{LinearRound, Played};
use super::operation::{Kind, Operation, Table};
use super::state::{Alive, Executor, MASK, Memory, State};

/// The longest round that is looked for, in turns: this many fit into the memory that is set aside.
const LONGEST: usize = 4096;
/// The longest round that is looked for at first: the loops of two programs of a dozen instructions.
const LONGEST_AT_FIRST: usize = 256;

/// The round that was played last, and memory to note down the next.
#[derive(Debug, Clone)]
pub(super) struct Rounds {
    /// What both executed, turn by turn.
    steps: Vec<[Step; 2]>,
    /// What was written to, in order.
    notes: Vec<Note>,
    /// The writes of the next round, in order.
    writes: Vec<Write>,
    /// The cells that the round executes or whose values it reads.
    needed: Box<Needed>,
    /// The round, where its registers do not grow by fixed strides.
    linear: LinearRound,
    /// Memory for some of these rounds as one.
    several: LinearRound,
    /// How many writes of rounds were played last.
    written: u64,
}

/// For every cell, whether a round executes it or reads its value.
pub(super) type Needed = [bool; CELLS];

/// An instruction that was executed: its number in the table, and where it was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) id: u16,
    pub(super) address: u32,
}

/// A write that was executed.
#[derive(Debug, Clone, Copy)]
struct Note {
    address: u32,
    /// Whether the cell held another instruction before.
    changed: bool,
}

/// A write of the next round.
#[derive(Debug, Clone, Copy)]
struct Write {
    address: u32,
    /// How much further on, modulo 4096, it goes each round.
    stride: u32,
    written: Operation,
}

/// By how much an executor's registers grow each round, modulo 4096.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Strides {
    a: u32,
    b: u32,
}

/// What came of a search for a round.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Repeated {
    /// The match ended in the search.
    Ended(Alive),
    /// This many rounds were played; 0 if there was no round.
    Rounds(u64),
    /// The rounds went on until the state was what it was `period` turns before.
    Endless { period: u64 },
}

/// What a search for a round noted down.
enum Noted {
    Ended(Alive),
    Round,
    Nothing,
}

impl Rounds {
    pub(super) fn new() -> Self {
        let needed = vec![false; CELLS].into_boxed_slice().try_into().expect("it has this length");
        let (linear, several) = (LinearRound::default(), LinearRound::default());
        Self { steps: Vec::new(), notes: Vec::new(), writes: Vec::new(), needed, linear, several, written: 0 }
    }

    /// How many turns were played one by one in the last search.
    pub(super) fn turns(&self) -> u64 {
        self.steps.len() as u64
    }

    /// How many writes of known rounds were played after the last search.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Sets aside the memory for the longest round, so that no turn has to.
    pub(super) fn reserve(&mut self) {
        self.steps.clear();
        self.steps.reserve(LONGEST);
        self.notes.clear();
        self.notes.reserve(2 * LONGEST);
        self.writes.clear();
        self.writes.reserve(2 * LONGEST);
        self.linear.reserve(LONGEST);
        self.several.reserve(LONGEST);
    }

    /// Plays one round, if there is one that is not much longer than `patience` turns, and then as many more as
    /// are known, none beyond the turn `until`.
    pub(super) fn repeat(&mut self, state: &mut State, until: u64, patience: u64) -> Repeated {
        let longest =
            usize::try_from(patience).map_or(LONGEST, |turns| turns.clamp(LONGEST_AT_FIRST, LONGEST));
        let start = state.executors;
        self.written = 0;
        match self.note_round(state, longest, until) {
            Noted::Ended(alive) => return Repeated::Ended(alive),
            Noted::Nothing => return Repeated::Rounds(0),
            Noted::Round if self.changes_what_it_needs(&state.memory.table) => return Repeated::Rounds(0),
            Noted::Round => {}
        }
        let strides = [0, 1].map(|seat| Strides::between(start[seat], state.executors[seat]));
        let wanted = (until - state.turn) / self.steps.len() as u64;
        let played = if self.prove(&state.memory.table, strides) {
            self.play_strides(state, strides, wanted)
        } else {
            self.play_linear(state, wanted)
        };
        self.go_on(state, played, wanted)
    }

    /// Plays until both `i` are what they were, `longest` turns or the turn `until` at most, and notes down what
    /// was executed.
    fn note_round(&mut self, state: &mut State, longest: usize, until: u64) -> Noted {
        self.steps.clear();
        self.notes.clear();
        let State { memory, executors, turn } = state;
        let start = executors.each_ref().map(|executor| executor.i);
        while self.steps.len() < longest && *turn < until {
            *turn += 1;
            self.steps.push(executors.each_ref().map(|executor| Step::read(memory, executor.i)));
            if let Some(alive) = memory.turn(executors, *turn, &mut Notes(&mut self.notes)) {
                return Noted::Ended(alive);
            }
            if executors.each_ref().map(|executor| executor.i) == start {
                return Noted::Round;
            }
        }
        Noted::Nothing
    }

    /// Finds out which cells the round that was noted down needs, and whether it changed one of them.
    fn changes_what_it_needs(&mut self, table: &Table) -> bool {
        self.needed.fill(false);
        for step in self.steps.as_flattened() {
            self.needed[step.address as usize] = true;
            for &(address, _) in &table.linear(step.id).cells {
                self.needed[usize::from(address)] = true;
            }
        }
        self.notes.iter().any(|note| note.changed && self.needed[note.address as usize])
    }

    /// Whether the next round is known from the one that was noted down, in which the registers grew by
    /// `strides`; and if it is, what it writes.
    fn prove(&mut self, table: &Table, strides: [Strides; 2]) -> bool {
        self.writes.clear();
        let mut notes = self.notes.iter();
        let mut now = strides;
        for steps in &self.steps {
            for (step, now) in steps.iter().zip(&mut now) {
                let linear = table.linear(step.id);
                let stride = (u32::from(linear.a) * now.a + u32::from(linear.b) * now.b) & MASK;
                let operation = table.operation(step.id);
                match operation.kind {
                    Kind::Crash | Kind::Noop => {}
                    Kind::Stay | Kind::Jump | Kind::StoreI if stride == 0 => {}
                    Kind::Stay | Kind::Jump | Kind::StoreI => return false,
                    Kind::AddA | Kind::StoreA => now.a = stride,
                    Kind::AddB | Kind::StoreB => now.b = stride,
                    Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                        let Some(note) = notes.next() else { return false };
                        let written = table.operation(operation.operand);
                        self.writes.push(Write { address: note.address, stride, written });
                    }
                }
            }
        }
        now == strides
    }

    /// Plays the rounds after the one that was noted down, `wanted` at most, in which registers and writes move by
    /// strides.
    fn play_strides(&mut self, state: &mut State, strides: [Strides; 2], wanted: u64) -> Played {
        let period = self.period(strides);
        let rounds = self.write_rounds(&mut state.memory, wanted.min(period));
        self.written = rounds * self.writes.len() as u64;
        for (executor, strides) in state.executors.iter_mut().zip(strides) {
            strides.move_on(executor, rounds);
        }
        // All writes have gone round and wrote the same as ever: from here on nothing changes for good.
        Played { rounds, period: (rounds == period).then_some(period) }
    }

    /// Plays the rounds after the one that was noted down, `wanted` at most, in which registers are any sums.
    fn play_linear(&mut self, state: &mut State, wanted: u64) -> Played {
        self.linear.follow(&self.steps, &state.memory);
        let State { memory, executors, .. } = state;
        let played = self.linear.play(&mut self.several, memory, &self.needed, executors, wanted);
        self.written = played.rounds * self.linear.writes();
        played
    }

    /// Counts the turns of rounds that were played, and plays turn by turn the round that is not as those before it.
    fn go_on(&self, state: &mut State, played: Played, wanted: u64) -> Repeated {
        let turns_a_round = self.steps.len() as u64;
        state.turn += played.rounds * turns_a_round;
        if let Some(period) = played.period {
            return Repeated::Endless { period: period * turns_a_round };
        }
        let is_next_other = played.rounds < wanted;
        let end = if is_next_other { state.play(state.turn + turns_a_round, &mut Unobserved) } else { None };
        end.map_or(Repeated::Rounds(played.rounds), Repeated::Ended)
    }

    /// After how many rounds registers and writes are back where they were: a power of two, 4096 at most.
    fn period(&self, strides: [Strides; 2]) -> u64 {
        let registers = strides.iter().flat_map(|strides| [strides.a, strides.b]);
        let together =
            registers.chain(self.writes.iter().map(|write| write.stride)).fold(0, |all, one| all | one);
        (CELLS as u64) >> together.trailing_zeros().min(CELLS.trailing_zeros())
    }

    /// Writes what this many rounds write, fewer if a round would change a cell that it needs; says how many.
    ///
    /// Of the round that would, the writes before that one are done already. They change no cell that the round
    /// needs, so that it does them again when it is played, and nothing has seen them before.
    fn write_rounds(&mut self, memory: &mut Memory, rounds: u64) -> u64 {
        if self.writes.is_empty() {
            return rounds;
        }
        for done in 0..rounds {
            for write in &mut self.writes {
                write.address = (write.address + write.stride) & MASK;
                let address = write.address as usize;
                if self.needed[address] && memory.cells[address].id != write.written.id {
                    return done;
                }
                memory.put(address, write.written);
            }
        }
        rounds
    }
}

/// Notes down the writes of a round.
struct Notes<'a>(&'a mut Vec<Note>);

impl Observer for Notes<'_> {
    #[inline(always)]
    fn event(&mut self, event: Event) {
        if let EventKind::Write { cell, before, after } = event.kind {
            let address = u32::try_from(cell).expect("an address has 12 bits");
            self.0.push(Note { address, changed: before != after });
        }
    }
}

impl Step {
    #[inline(always)]
    fn read(memory: &Memory, address: u32) -> Self {
        Self { id: memory.read(address).id, address }
    }
}

impl Strides {
    fn between(start: Executor, end: Executor) -> Self {
        let grown = |from: u32, to: u32| to.wrapping_sub(from) & MASK;
        Self { a: grown(start.a, end.a), b: grown(start.b, end.b) }
    }

    fn move_on(self, executor: &mut Executor, rounds: u64) {
        let rounds = u32::try_from(rounds % CELLS as u64).expect("it has 12 bits");
        executor.a = (executor.a + self.a * rounds) & MASK;
        executor.b = (executor.b + self.b * rounds) & MASK;
    }
}
