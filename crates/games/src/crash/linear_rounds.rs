//! Rounds in which each register becomes any sum of the registers at the beginning. A program has such rounds, for
//! example, if it draws its addresses at random (`store [a]+[a]+[a]+[a]+[a]+4 a`).
//!
//! While a round takes the same way and the cells that it needs stay as they are, everything that it stores and every
//! address that it writes to is a sum. The sum consists of the executor's `a` and `b` at the beginning of the round, with
//! fixed factors, and of a constant (C1, C3). So a round consists of its writes and of one sum for each register. Where
//! the value that it stores to `i` depends on `a` or `b`, the round also has a check that the way is still the same.

use super::instruction::Linear;
use super::operation::{Kind, Operation};
use super::rounds::{Needed, Played, Step};
use super::state::{Executor, MASK, Memory};

/// After this many rounds, several rounds are combined into one. It is a power of two.
const TRIED: u64 = 16;
/// A round that checks or writes more than this is played turn by turn, so that an engine stays small.
const LONGEST: usize = 1024;
/// A combined round that does no more than this is made twice as long.
const SHORT: usize = 8;

/// A round as a function of the registers at its beginning.
#[derive(Debug, Clone, Default)]
pub(super) struct LinearRound {
    checks: Vec<Check>,
    writes: Vec<Write>,
    /// For each executor, `a` and `b` at the end.
    ends: [[Sum; 2]; 2],
}

/// `a` times [a], `b` times [b] and a constant, modulo 4096.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    a: u16,
    b: u16,
    constant: u16,
}

/// What a round stores to `i`, and the address to which it goes on if it is the same round.
#[derive(Debug, Clone, Copy)]
struct Check {
    seat: u8,
    value: Sum,
    expected: u16,
}

#[derive(Debug, Clone, Copy)]
struct Write {
    seat: u8,
    address: Sum,
    written: Operation,
}

impl LinearRound {
    /// Sets aside the memory for the longest round, so that no turn has to.
    pub(super) fn reserve(&mut self) {
        self.checks.clear();
        self.checks.reserve(LONGEST);
        self.writes.clear();
        self.writes.reserve(LONGEST);
    }

    /// How many writes a round does.
    pub(super) fn writes(&self) -> u64 {
        self.writes.len() as u64
    }

    /// Becomes the round in which these steps were executed. After these steps, both executors are where they began, and
    /// no cell that the round needs was changed. False if the round does too much.
    pub(super) fn follow(&mut self, steps: &[[Step; 2]], memory: &Memory) -> bool {
        self.checks.clear();
        self.writes.clear();
        self.ends = [[Sum::A, Sum::B]; 2];
        for (turn, both) in steps.iter().enumerate() {
            let next = steps.get(turn + 1).unwrap_or(&steps[0]);
            for (seat, step) in both.iter().enumerate() {
                self.follow_step(seat, *step, next[seat].address, memory);
            }
            // A turn adds at most two.
            if self.checks.len().max(self.writes.len()) > LONGEST - 2 {
                return false;
            }
        }
        true
    }

    fn follow_step(&mut self, seat: usize, step: Step, expected: u16, memory: &Memory) {
        let operation = memory.table.operation(step.id);
        let registers = &mut self.ends[seat];
        let value = Sum::of(memory.table.linear(step.id), u32::from(step.address) + 1, *registers, memory);
        let seat = u8::from(seat == 1);
        match operation.kind {
            Kind::Crash | Kind::Noop | Kind::Stay | Kind::Jump => {}
            Kind::StoreI if value.is_constant() => {}
            Kind::StoreI => self.checks.push(Check { seat, value, expected }),
            Kind::AddA | Kind::StoreA => registers[0] = value,
            Kind::AddB | Kind::StoreB => registers[1] = value,
            Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                let written = memory.table.operation(operation.operand);
                self.writes.push(Write { seat, address: value, written });
            }
        }
    }

    /// Becomes a copy of another round, in the memory that is already here.
    fn become_like(&mut self, other: &Self) {
        self.checks.clone_from(&other.checks);
        self.writes.clone_from(&other.writes);
        self.ends = other.ends;
    }

    /// Becomes this round and the next one together.
    fn double(&mut self) {
        let ends = self.ends;
        for nth in 0..self.checks.len() {
            let check = self.checks[nth];
            self.checks.push(Check { value: check.value.after(ends[usize::from(check.seat)]), ..check });
        }
        for nth in 0..self.writes.len() {
            let write = self.writes[nth];
            self.writes.push(Write { address: write.address.after(ends[usize::from(write.seat)]), ..write });
        }
        self.ends = ends.map(|ends| ends.map(|sum| sum.after(ends)));
    }

    /// Plays as many more rounds as are known, `wanted` at most. Plays fewer if everything is the same again after fewer.
    ///
    /// Each round waits for the registers of the one before. If this goes on for long, some rounds are combined into one,
    /// whose writes wait only for the registers at its beginning. The last rounds are played one by one again. So are
    /// rounds for which the combined round is not known.
    pub(super) fn play(
        &self,
        several: &mut Self,
        memory: &mut Memory,
        needed: &Needed,
        executors: &mut [Executor; 2],
        wanted: u64,
    ) -> Played {
        let first = self.play_rounds(memory, needed, executors, wanted.min(TRIED));
        if first.rounds < TRIED || first.period.is_some() {
            return first;
        }
        several.become_like(self);
        let mut rounds = 1;
        while several.checks.len() + several.writes.len() <= SHORT && rounds < TRIED {
            several.double();
            rounds *= 2;
        }
        let left = (wanted - first.rounds) / rounds;
        let most = first.and(several.play_rounds(memory, needed, executors, left).times(rounds));
        if most.period.is_some() {
            return most;
        }
        most.and(self.play_rounds(memory, needed, executors, wanted - most.rounds))
    }

    /// Plays as many more of this round as are known, `wanted` at most. Plays fewer if everything is the same again after
    /// fewer.
    ///
    /// A round is not played if it would change a cell that it needs. Its writes before that one have already been done
    /// by then. They change no cell that the round needs, so the round does them again when it is played, and nothing has
    /// seen them before then.
    fn play_rounds(
        &self,
        memory: &mut Memory,
        needed: &Needed,
        executors: &mut [Executor; 2],
        wanted: u64,
    ) -> Played {
        let mut registers = executors.map(Registers::of);
        // As in `endless.rs`, after R. P. Brent: the registers to return to are given up for later ones after ever more
        // rounds.
        let (mut kept, mut kept_at, mut patience) = (registers, 0, 1);
        let mut played = Played { rounds: 0, period: None };
        while played.rounds < wanted && self.play_one(memory, needed, &registers) {
            let ended = |seat: usize| self.ends[seat].map(|sum| sum.value(registers[seat]));
            let [[a, b], [other_a, other_b]] = [ended(0), ended(1)];
            registers = [Registers { a, b }, Registers { a: other_a, b: other_b }];
            played.rounds += 1;
            if registers == kept {
                // Since then, all writes of a period have been done. They will do the same again, and change nothing.
                played.period = Some(played.rounds - kept_at);
                break;
            }
            if played.rounds - kept_at == patience {
                (kept, kept_at, patience) = (registers, played.rounds, 2 * patience);
            }
        }
        for (executor, now) in executors.iter_mut().zip(registers) {
            (executor.a, executor.b) = (now.a, now.b);
        }
        played
    }

    /// Does the writes of a round that begins with these registers. False if it would not be the same round.
    #[inline(always)]
    fn play_one(&self, memory: &mut Memory, needed: &Needed, registers: &[Registers; 2]) -> bool {
        let of = |seat: u8| registers[usize::from(seat & 1)];
        if self.checks.iter().any(|check| check.value.value(of(check.seat)) != u32::from(check.expected)) {
            return false;
        }
        for write in &self.writes {
            let address = write.address.value(of(write.seat)) as usize;
            if needed.has(address) && memory.cells[address].id != write.written.id {
                return false;
            }
            memory.put_one_of_many(address, write.written);
        }
        true
    }
}

/// An executor's `a` and `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Registers {
    a: u32,
    b: u32,
}

impl Registers {
    fn of(executor: Executor) -> Self {
        Self { a: executor.a, b: executor.b }
    }
}

impl Sum {
    const A: Self = Self { a: 1, b: 0, constant: 0 };
    const B: Self = Self { a: 0, b: 1, constant: 0 };

    /// An instruction's value or address, where `i` is known, and `a` and `b` are these sums.
    fn of(linear: &Linear, i: u32, [a, b]: [Self; 2], memory: &Memory) -> Self {
        let Linear { constant, i: of_i, a: of_a, b: of_b, cells } = linear;
        let read = |&(address, factor): &(u16, u16)| {
            factor.wrapping_mul(memory.cells[usize::from(address)].cell_value.into())
        };
        let from_cells = cells.iter().map(read).fold(0, u16::wrapping_add);
        let known = constant.wrapping_add(of_i.wrapping_mul(low(i))).wrapping_add(from_cells);
        a.times(*of_a).plus(b.times(*of_b)).plus(Self { a: 0, b: 0, constant: known })
    }

    fn times(self, factor: u16) -> Self {
        let times = |number: u16| number.wrapping_mul(factor);
        Self { a: times(self.a), b: times(self.b), constant: times(self.constant) }.reduced()
    }

    fn plus(self, other: Self) -> Self {
        Self {
            a: self.a.wrapping_add(other.a),
            b: self.b.wrapping_add(other.b),
            constant: self.constant.wrapping_add(other.constant),
        }
        .reduced()
    }

    /// This sum of registers after a round, as a sum of the registers before it. In the round, `a` and `b` become the
    /// sums that are given.
    fn after(self, [a, b]: [Self; 2]) -> Self {
        a.times(self.a).plus(b.times(self.b)).plus(Self { a: 0, b: 0, ..self })
    }

    fn reduced(self) -> Self {
        let reduced = |number: u16| number & low(MASK);
        Self { a: reduced(self.a), b: reduced(self.b), constant: reduced(self.constant) }
    }

    fn is_constant(self) -> bool {
        self.a == 0 && self.b == 0
    }

    /// The value for these registers.
    #[inline(always)]
    fn value(self, registers: Registers) -> u32 {
        (u32::from(self.a) * registers.a + u32::from(self.b) * registers.b + u32::from(self.constant)) & MASK
    }
}

/// The lower 16 bits of an address.
fn low(address: u32) -> u16 {
    (address & 0xffff) as u16
}
