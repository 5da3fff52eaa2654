//! What an executor of a single match does by itself, as long as nobody changes what it reads.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cells::time_of;
use super::leaps::LONGEST;
use super::round_writes::Write;
use super::single::{Executor, Single};
use super::strides::Strides;
use super::table::{CRASH, Kind};
use super::trail::Trail;

const MASK: usize = CELLS - 1;
/// For at most this many cells, a congruence for each cell is quicker than going through the writes.
const FEW: usize = 24;
/// Likewise for a sum of at most this many cells. For a sum, it must also be checked what the cells hold.
const FEW_IN_A_SUM: usize = 16;
/// An executor may go round without coming to its start again. It is then followed for as many turns again plus
/// `MORE_TURNS`, and after that until the way has [`LONGEST`] turns or more than `MANY_WRITES` writes.
const MORE_TURNS: u32 = 16;
const MANY_WRITES: usize = 8;
/// When ways meet is worked out if both have at most `LONGEST_TO_MEET` turns. Otherwise it is checked turn by turn, for
/// at most `MANY_TO_MEET` turns.
const LONGEST_TO_MEET: u32 = 64;
const MANY_TO_MEET: u32 = 4096;

/// The way of an executor: its turns from now until its `i` is what it was.
pub(super) struct Way {
    start: Executor,
    /// The registers after all turns.
    last: Executor,
    pub(super) turns: u32,
    /// The executed instructions that depend on `a` or `b`, change them or write, in order.
    steps: Vec<u16>,
    /// The writes, each with the number of its turn.
    pub(super) writes: Vec<(u32, Write)>,
    /// The cells that are executed, each once, and what is there, if they are few. The cells that it walks over are left
    /// out.
    reads: Vec<(usize, u16)>,
    is_read: Bases,
    /// The cells with a `noop` that it walks over, and the number of the `noop`.
    walked: Bases,
    noop: Option<u16>,
    /// Where it goes, if the match notes that.
    pub(super) trail: Trail,
    /// The sums that are read.
    pub(super) sums: Vec<usize>,
    pub(super) end: End,
}

/// How a way ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It comes again and again, and the registers grow each time.
    Returns(Strides),
    /// In the turn after it, the executor executes a `crash` or passes the end.
    Stops,
    /// It was not followed further.
    IsCut,
    /// It does something else the next time.
    Bends,
}

impl Way {
    pub(super) fn new() -> Self {
        Self {
            start: Executor { i: 0, a: 0, b: 0 },
            last: Executor { i: 0, a: 0, b: 0 },
            turns: 0,
            steps: Vec::new(),
            writes: Vec::new(),
            reads: Vec::new(),
            is_read: Bases::NONE,
            walked: Bases::NONE,
            noop: None,
            trail: Trail::default(),
            sums: Vec::new(),
            end: End::Stops,
        }
    }

    /// Follows an executor until it is back, for at most `longest` turns.
    pub(super) fn follow(&mut self, single: &mut Single, seat: usize, longest: u32) {
        self.turns = 0;
        self.steps.clear();
        self.writes.clear();
        self.reads.clear();
        self.is_read.clear();
        self.walked.clear();
        self.noop = None;
        if single.has_trail() {
            self.trail = Trail::default();
        }
        self.sums.clear();
        self.start = single.executors[seat];
        self.end = End::Stops;
        let mut executor = self.start;
        // An executor that goes round without coming to its start again has a way that begins later. That way is found
        // when the executor starts there.
        let mut cut_from = u32::MAX;
        while self.turns < longest {
            self.last = executor;
            if executor.i == CELLS {
                return;
            }
            if cut_from == u32::MAX && self.is_read.contains(executor.i) {
                cut_from = 2 * self.turns + MORE_TURNS;
            }
            if self.turns >= cut_from && (self.turns >= LONGEST || self.writes.len() > MANY_WRITES) {
                break;
            }
            let number = single.content(executor.i);
            let action = single.table.action(number);
            if number == CRASH || executor.i == CELLS - 1 && !action.jumps() {
                self.read(executor.i, number);
                return;
            }
            if action.kind == Kind::Noop && *self.noop.get_or_insert(number) == number {
                executor.i = self.walk(single, number, executor.i, longest);
            } else {
                self.read(executor.i, number);
                if single.has_trail() {
                    self.trail.go(executor.i, action);
                }
                self.note(single, seat, executor, number);
                executor = single.after(executor, action, number);
                self.turns += 1;
            }
            if executor.i == self.start.i {
                self.last = executor;
                return self.returns(single);
            }
            if executor == self.last {
                break; // It stays there.
            }
        }
        (self.last, self.end) = (executor, End::IsCut);
    }

    /// The work that it took to follow the way, in turns that are followed one by one.
    pub(super) fn followed(&self) -> u64 {
        const WALKED_AT_ONCE: u64 = 32;
        let walked = self.walked.len();
        u64::from(self.turns).saturating_sub(walked) + walked / WALKED_AT_ONCE
    }

    fn read(&mut self, address: usize, number: u16) {
        if self.reads.len() <= FEW && !self.is_read.contains(address) {
            self.reads.push((address, number));
        }
        self.is_read.insert(address);
    }

    /// Walks over cells with `noop`, of which there is at least one. Returns the first address that holds something else
    /// or is the first address of the way.
    fn walk(&mut self, single: &Single, noop: u16, from: usize, longest: u32) -> usize {
        let most = from + (longest - self.turns) as usize;
        let end = if self.start.i <= from { CELLS - 1 } else { self.start.i.min(CELLS - 1) };
        let walked = from..single.end_of(noop, from..end.min(most));
        self.is_read.insert_all(walked.clone());
        self.walked.insert_all(walked.clone());
        if single.has_trail() {
            self.trail.walk(walked.clone());
        }
        self.turns += u32::try_from(walked.len()).expect("they are cells");
        walked.end
    }

    /// Notes what an instruction that is about to be executed does, if it may do something else the next time.
    fn note(&mut self, single: &mut Single, seat: usize, executor: Executor, number: u16) {
        let (action, factors) = (single.table.action(number), single.table.factors(number));
        if let Some(sum) = factors.sum
            && !self.sums.contains(&sum.number)
        {
            self.sums.push(sum.number);
        }
        if action.writes() {
            let address = single.value(Executor { i: executor.i + 1, ..executor }, number);
            let offset = u16::try_from(address).expect("it has twelve bits");
            let time = time_of(single.turn + self.turns, seat);
            let write =
                Write { layer: 0, offset, stride: 0, written: action.written, time, target: 0, safe: 0 };
            self.writes.push((self.turns, write));
        }
        if action.writes() || action.sets_a() || action.sets_b() || factors.a != 0 || factors.b != 0 {
            self.steps.push(number);
        }
    }

    /// The executor is back. Works out whether the way comes again, and the strides of registers and writes.
    fn returns(&mut self, single: &Single) {
        let grown =
            |from: usize, to: usize| u16::try_from(to.wrapping_sub(from) & MASK).expect("it has twelve bits");
        let strides = Strides { a: grown(self.start.a, self.last.a), b: grown(self.start.b, self.last.b) };
        if self.know_strides(single, strides) == Some(strides) {
            self.end = End::Returns(strides);
        } else {
            self.writes.iter_mut().for_each(|(_, write)| write.stride = 0);
            self.end = End::Bends;
        }
    }

    /// Works out the strides of the writes, and those of the registers after a round, if these were the strides before
    /// it. `None` if the next round is another one.
    fn know_strides(&mut self, single: &Single, mut strides: Strides) -> Option<Strides> {
        let mut writes = self.writes.iter_mut();
        for &number in &self.steps {
            let action = single.table.action(number);
            let stride = strides.pass(action, single.table.factors(number))?;
            if action.writes() {
                writes.next().expect("it was followed").1.stride = stride;
            }
        }
        Some(strides)
    }

    /// How many times it comes before registers and writes are what they were: a power of two, 4096 at most.
    fn rounds(&self) -> u32 {
        let End::Returns(Strides { a, b }) = self.end else { return 1 };
        let together = self.writes.iter().fold(a | b, |all, (_, write)| all | write.stride);
        1 << (CELLS.trailing_zeros() - together.trailing_zeros().min(CELLS.trailing_zeros()))
    }

    /// How many times the turn `nth` of the way comes before the turn `until`, counted from now.
    pub(super) fn times_before(&self, until: u32, nth: u32) -> u32 {
        until.saturating_sub(nth).div_ceil(self.turns)
    }

    /// The turn, counted from now, in which the turn `nth` of the way comes after `round` rounds.
    fn turn(&self, round: u32, nth: u32) -> u32 {
        round.saturating_mul(self.turns).saturating_add(nth)
    }

    /// The first turn, counted from now, in which it writes something else to a cell that a way reads. `until` if it does
    /// not do so before.
    pub(super) fn harms(&self, single: &Single, read: &Self, mut until: u32) -> u32 {
        let all_rounds = self.rounds();
        for &(nth, ref write) in &self.writes {
            let rounds = self.times_before(until, nth).min(all_rounds);
            let changed = read.changed_by(write, rounds, single);
            if changed < rounds {
                until = self.turn(changed, nth);
            }
        }
        read.sums.iter().fold(until, |until, &number| self.harms_sum(single, number, until))
    }

    /// The first of these rounds in which a write puts something else into a cell that is read here. `rounds` if there is
    /// none.
    fn changed_by(&self, write: &Write, rounds: u32, single: &Single) -> u32 {
        if self.reads.len() > FEW {
            let is_changed = |&round: &u32| {
                let address = write.offset_in(round.into());
                self.is_read.contains(address) && single.content(address) != write.written
            };
            return (0..rounds).find(is_changed).unwrap_or(rounds);
        }
        let changed = self.reads.iter().filter(|read| read.1 != write.written);
        let rounds = changed.filter_map(|read| write.round_at(read.0)).fold(rounds, u32::min);
        match self.noop {
            Some(noop) if noop != write.written => {
                let rounds = write.rounds_until(&self.walked, rounds.into());
                u32::try_from(rounds).expect("they are no more than before")
            }
            _ => rounds,
        }
    }

    /// The first turn, counted from now, in which it changes a sum of cells. `until` if it does not do so before.
    fn harms_sum(&self, single: &Single, number: usize, mut until: u32) -> u32 {
        let sum = &single.table.sums()[number];
        let value = |action: u16| single.table.cell_value(action);
        let all_rounds = self.rounds();
        for &(nth, ref write) in &self.writes {
            let rounds = self.times_before(until, nth).min(all_rounds);
            let is_changed = |address: usize| value(single.content(address)) != value(write.written);
            let changed = if let Some((remainder, modulus)) = sum.every() {
                write.rounds_at(remainder, modulus).and_then(|(first, again)| {
                    let is_harm = |&round: &u32| is_changed(write.offset_in(round.into()));
                    (first..rounds).step_by(again as usize).find(is_harm)
                })
            } else if sum.cells.len() <= FEW_IN_A_SUM {
                let round_at = |&(address, _): &(u16, u16)| {
                    let round = write.round_at(address.into()).filter(|&round| round < rounds);
                    round.filter(|_| is_changed(address.into()))
                };
                sum.cells.iter().filter_map(round_at).min()
            } else {
                let is_harm = |&round: &u32| {
                    let address = write.offset_in(round.into());
                    sum.factors[address] != 0 && is_changed(address)
                };
                (0..rounds).find(is_harm)
            };
            until = changed.map_or(until, |round| self.turn(round, nth));
        }
        until
    }

    /// The first turn, counted from now, after which both are at the same address. `until` if they do not meet before.
    /// `None` if it would take long to find out.
    pub(super) fn meets(&self, other: &Self, single: &mut Single, until: u32) -> Option<u32> {
        if self.is_read.and(&other.is_read).is_empty() {
            return Some(until);
        }
        let is_short = self.turns.max(other.turns) <= LONGEST_TO_MEET;
        if !is_short && until > MANY_TO_MEET {
            return None;
        }
        let [own, others] = [self, other].map(|way| way.visits(single, until));
        if !is_short {
            let mut both = own.iter().cycle().zip(others.iter().cycle()).take(until as usize);
            let met = both.position(|(own, other)| own == other);
            return Some(met.map_or(until, |turn| u32::try_from(turn).expect("it is before another one")));
        }
        let mut until = until;
        for (nth, visited) in (0..).zip(own) {
            for (nth_of_other, _) in
                (0..).zip(&others).filter(|(_, visited_by_other)| **visited_by_other == visited)
            {
                let mut turns = (nth..until).step_by(self.turns as usize).take(self.times(other));
                until = turns.find(|&turn| other.is_in(nth_of_other, turn)).unwrap_or(until);
            }
        }
        Some(until)
    }

    /// Its `i` after each turn, for at most `most` turns.
    fn visits(&self, single: &mut Single, most: u32) -> Vec<usize> {
        let mut executor = self.start;
        let mut go_on = || {
            let number = single.content(executor.i);
            executor = single.after(executor, single.table.action(number), number);
            executor.i
        };
        (0..self.turns.min(most)).map(|_| go_on()).collect()
    }

    /// After how many repetitions of this way the same turns of another way come again.
    fn times(&self, other: &Self) -> usize {
        match self.end {
            End::Returns(_) => other.turns as usize,
            End::Stops | End::IsCut | End::Bends => 1,
        }
    }

    /// Whether a turn, counted from now, is the turn `nth` of a round.
    fn is_in(&self, nth: u32, turn: u32) -> bool {
        match self.end {
            End::Returns(_) => turn % self.turns == nth,
            End::Stops | End::IsCut | End::Bends => turn == nth,
        }
    }

    /// The registers after this many turns, if nothing that it reads is changed before.
    pub(super) fn after(&self, single: &mut Single, turns: u32) -> Executor {
        let (mut executor, mut rest) = (self.start, turns);
        if let End::Returns(Strides { a, b }) = self.end {
            let rounds = (turns / self.turns) as usize;
            executor.a = (executor.a + usize::from(a) * rounds) & MASK;
            executor.b = (executor.b + usize::from(b) * rounds) & MASK;
            rest = turns % self.turns;
        } else if turns == self.turns {
            return self.last;
        }
        while rest > 0 {
            let number = single.content(executor.i);
            if Some(number) == self.noop {
                let most = executor.i + rest as usize;
                let walked = single.end_of(number, executor.i..most.min(CELLS - 1));
                rest -= u32::try_from(walked - executor.i).expect("they are cells");
                executor.i = walked;
            } else {
                executor = single.after(executor, single.table.action(number), number);
                rest -= 1;
            }
        }
        executor
    }
}
