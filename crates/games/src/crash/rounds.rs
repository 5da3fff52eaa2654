//! Rounds that repeat over and over, played by their writes alone.
//!
//! Most programs are loops. A *round* is a stretch of turns after which both `i` are what they were. Suppose that the way
//! that it took and everything that it wrote follow from the registers at its beginning. Then the next round is known
//! without being executed: it has the same instructions at the same addresses, with other values. This holds until a
//! write changes a cell that a round executes or whose value it reads. That round, and what comes after it, is played
//! turn by turn again.
//!
//! Registers that grow by fixed strides from round to round are handled in `stride_rounds.rs`, all others in
//! `linear_rounds.rs`.

use game::{Event, EventKind, Observer, Unobserved};

use super::instruction::CELLS;
use super::linear_rounds::LinearRound;
use super::operation::Table;
use super::state::{Alive, Memory, State};
use super::stride_rounds::StrideRound;

/// The longest round that is looked for, in turns. This many turns fit into the memory that is set aside.
const LONGEST: usize = 4096;
/// The longest round that is looked for at first: long enough for the loops of two programs of a dozen instructions.
pub(super) const LONGEST_AT_FIRST: u64 = 256;

/// The round that was played last, and memory for noting down the next one.
#[derive(Debug, Clone)]
pub(super) struct Rounds {
    /// What both executors executed, turn by turn.
    steps: Vec<[Step; 2]>,
    /// The writes that were executed, in order.
    notes: Vec<Note>,
    /// The cells that the round executes or whose values it reads.
    needed: Needed,
    /// The round, if its registers grow by fixed strides.
    strides: StrideRound,
    /// The round, if its registers do not grow by fixed strides.
    linear: LinearRound,
    /// Memory for several of these rounds combined into one.
    several: LinearRound,
    /// How many writes of rounds were played last.
    written: u64,
}

/// The cells that a round executes or whose values it reads.
#[derive(Debug, Clone)]
pub(super) struct Needed {
    addresses: Vec<u16>,
    has: Box<[bool; CELLS]>,
}

/// An instruction that was executed: its number in the table, and where it was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) id: u16,
    pub(super) address: u16,
}

/// A write that was executed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Note {
    pub(super) address: u16,
    /// Whether the cell held another instruction before.
    changed: bool,
}

/// The result of playing rounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Played {
    /// How many rounds were played.
    pub(super) rounds: u64,
    /// After how many rounds everything is the same again, once that is known.
    pub(super) period: Option<u64>,
}

/// The result of a search for a round.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Repeated {
    /// The match ended during the search.
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
        Self {
            steps: Vec::new(),
            notes: Vec::new(),
            needed: Needed::new(),
            strides: StrideRound::default(),
            linear: LinearRound::default(),
            several: LinearRound::default(),
            written: 0,
        }
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
        self.strides.reserve(LONGEST);
        self.linear.reserve();
        self.several.reserve();
    }

    /// Plays one round, if there is one of at most `patience` turns. Then plays as many more as are known, none of them
    /// beyond the turn `until`.
    pub(super) fn repeat(&mut self, state: &mut State, until: u64, patience: u64) -> Repeated {
        let longest = usize::try_from(patience).map_or(LONGEST, |turns| turns.min(LONGEST));
        let start = state.executors;
        self.written = 0;
        match self.note_round(state, longest, until) {
            Noted::Ended(alive) => return Repeated::Ended(alive),
            Noted::Nothing => return Repeated::Rounds(0),
            Noted::Round if self.changes_what_it_needs(&state.memory.table) => return Repeated::Rounds(0),
            Noted::Round => {}
        }
        let wanted = (until - state.turn) / self.steps.len() as u64;
        let ends = [&start, &state.executors];
        let played = if self.strides.follow(&self.steps, &self.notes, ends, &state.memory.table) {
            self.play_strides(state, wanted)
        } else {
            self.play_linear(state, wanted)
        };
        state.memory.forget_values();
        self.go_on(state, played, wanted)
    }

    /// Plays until both `i` are what they were, for at most `longest` turns and at most until the turn `until`. Notes
    /// down what was executed.
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
        self.needed.clear();
        for step in self.steps.as_flattened() {
            self.needed.add(usize::from(step.address));
            for &(address, _) in &table.linear(step.id).cells {
                self.needed.add(usize::from(address));
            }
        }
        self.notes.iter().any(|note| note.changed && self.needed.has(usize::from(note.address)))
    }

    /// Plays at most `wanted` rounds after the one that was noted down. In them, registers grow by strides.
    fn play_strides(&mut self, state: &mut State, wanted: u64) -> Played {
        let State { memory, executors, .. } = state;
        let played = self.strides.play(memory, &self.needed, executors, wanted);
        self.written = played.rounds * self.strides.writes();
        played
    }

    /// Plays at most `wanted` rounds after the one that was noted down. In them, registers are any sums.
    fn play_linear(&mut self, state: &mut State, wanted: u64) -> Played {
        if !self.linear.follow(&self.steps, &state.memory) {
            return Played { rounds: 0, period: None };
        }
        let State { memory, executors, .. } = state;
        let played = self.linear.play(&mut self.several, memory, &self.needed, executors, wanted);
        self.written = played.rounds * self.linear.writes();
        played
    }

    /// Counts the turns of rounds that were played. If the next round differs from those before it, plays it turn by
    /// turn.
    fn go_on(&self, state: &mut State, played: Played, wanted: u64) -> Repeated {
        let turns_per_round = self.steps.len() as u64;
        state.turn += played.rounds * turns_per_round;
        if let Some(period) = played.period {
            return Repeated::Endless { period: period * turns_per_round };
        }
        let is_next_other = played.rounds < wanted;
        let end =
            if is_next_other { state.play(state.turn + turns_per_round, &mut Unobserved) } else { None };
        end.map_or(Repeated::Rounds(played.rounds), Repeated::Ended)
    }
}

impl Played {
    /// Counts rounds that consist of `each` rounds each.
    pub(super) fn times(self, each: u64) -> Self {
        Self { rounds: self.rounds * each, period: self.period.map(|period| period * each) }
    }

    /// These rounds, and those after them.
    pub(super) fn and(self, later: Self) -> Self {
        Self { rounds: self.rounds + later.rounds, period: later.period }
    }
}

impl Needed {
    fn new() -> Self {
        let has = vec![false; CELLS].into_boxed_slice().try_into().expect("it has this length");
        Self { addresses: Vec::with_capacity(CELLS), has }
    }

    fn clear(&mut self) {
        for address in self.addresses.drain(..) {
            self.has[usize::from(address)] = false;
        }
    }

    fn add(&mut self, address: usize) {
        if !self.has[address] {
            self.has[address] = true;
            self.addresses.push(u16::try_from(address).expect("an address has 12 bits"));
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, address: usize) -> bool {
        self.has[address]
    }

    /// All needed cells, each once.
    pub(super) fn addresses(&self) -> &[u16] {
        &self.addresses
    }
}

/// Notes down the writes of a round.
struct Notes<'a>(&'a mut Vec<Note>);

impl Observer for Notes<'_> {
    #[inline(always)]
    fn event(&mut self, event: Event) {
        if let EventKind::Write { cell, before, after } = event.kind {
            let address = u16::try_from(cell).expect("an address has 12 bits");
            self.0.push(Note { address, changed: before != after });
        }
    }
}

impl Step {
    #[inline(always)]
    fn read(memory: &Memory, address: u32) -> Self {
        let operation = memory.read(address);
        Self { id: operation.id, address: u16::try_from(address).expect("an address has 13 bits at most") }
    }
}
