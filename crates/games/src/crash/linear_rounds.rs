//! Rounds whose registers are any sum of those at their beginning, such as of a program that draws its addresses at
//! random (`store [a]+[a]+[a]+[a]+[a]+4 a`).
//!
//! While a round takes the same way and the cells that it needs stay as they are, everything that it stores and every
//! address that it writes to is a sum of the executor's `a` and `b` at its beginning, with fixed factors, and a constant
//! (C1, C3). So a round is its writes and one sum for each register; and where what it stores to `i` depends on
//! `a` or `b`, a check that the way is still the same.

use super::instruction::Linear;
use super::operation::{Kind, Operation};
use super::rounds::{Needed, Played, Step};
use super::state::{Executor, MASK, Memory};

/// After so many rounds, some of them are made into one: a power of two.
const TRIED: u64 = 16;
/// A round that checks or writes more than this is played turn by turn, so that an engine stays small.
const LONGEST: usize = 1024;
/// A round of rounds that does no more than this is made into one twice as long.
const SHORT: usize = 8;

/// A round as a function of the registers at its beginning.
#[derive(Debug, Clone, Default)]
pub(super) struct LinearRound {
    checks: Vec<Check>,
    writes: Vec<Write>,
    /// For either executor, `a` and `b` at the end.
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

    /// How much is done a round.
    pub(super) fn writes(&self) -> u64 {
        self.writes.len() as u64
    }

    /// Becomes the round in which these steps were executed, after which both are where they began. No cell that it
    /// needs was changed. False if that is too much.
    pub(super) fn follow(&mut self, steps: &[[Step; 2]], memory: &Memory) -> bool {
        self.checks.clear();
        self.writes.clear();
        self.ends = [[Sum::A, Sum::B]; 2];
        for (turn, both) in steps.iter().enumerate() {
            let next = steps.get(turn + 1).unwrap_or(&steps[0]);
            for (seat, step) in both.iter().enumerate() {
                self.follow_step(seat, *step, next[seat].address, memory);
            }
            // A turn adds two at most.
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

    /// A copy of another round, in the memory that is here already.
    fn become_like(&mut self, other: &Self) {
        self.checks.clone_from(&other.checks);
        self.writes.clone_from(&other.writes);
        self.ends = other.ends;
    }

    /// Becomes what this round and the next are together.
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

    /// Plays as many more rounds as are known, `wanted` at most, fewer if everything is the same again after fewer.
    ///
    /// One round after the other waits for the registers of the one before. Where that goes on for long, some rounds
    /// are made into one, whose writes wait only for the registers at its beginning; of the last rounds, or where such a
    /// round of rounds is not known, each is played by itself again.
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

    /// Plays as many more of this round as are known, `wanted` at most, fewer if everything is the same again after fewer.
    ///
    /// Of the round that is not played because it would change a cell that it needs, the writes before that one are done
    /// already. They change no cell that the round needs, so that it does them again when it is played, and nothing has
    /// seen them before.
    fn play_rounds(
        &self,
        memory: &mut Memory,
        needed: &Needed,
        executors: &mut [Executor; 2],
        wanted: u64,
    ) -> Played {
        let mut registers = executors.map(Registers::of);
        // As in `endless.rs`, after R. P. Brent: registers to return to, given up for later ones after ever more rounds.
        let (mut kept, mut kept_at, mut patience) = (registers, 0, 1);
        let mut played = Played { rounds: 0, period: None };
        while played.rounds < wanted && self.play_one(memory, needed, &registers) {
            let ended = |seat: usize| self.ends[seat].map(|sum| sum.value(registers[seat]));
            let [[a, b], [other_a, other_b]] = [ended(0), ended(1)];
            registers = [Registers { a, b }, Registers { a: other_a, b: other_b }];
            played.rounds += 1;
            if registers == kept {
                // Since then all writes of a period were done. They will do the same again, and change nothing.
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

    /// Does what a round that begins with these registers writes. False if it would not be the same round.
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

    /// The sum at the end of a round at whose beginning it is this one, where `a` and `b` become `ends`.
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

    /// The value where the registers are these.
    #[inline(always)]
    fn value(self, registers: Registers) -> u32 {
        (u32::from(self.a) * registers.a + u32::from(self.b) * registers.b + u32::from(self.constant)) & MASK
    }
}

/// The lower 16 bits of an address.
fn low(address: u32) -> u16 {
    (address & 0xffff) as u16
}
