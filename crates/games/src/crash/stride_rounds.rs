//! Rounds whose registers grow by fixed strides, as in most bombers.
//!
//! The proof is by induction over rounds. A value is a sum of registers with fixed factors, a constant and the values of
//! cells (C1, C3). While those cells stay as they are, the stride of the value is the same sum of the registers' strides.
//! Two conditions must hold. What a round stores to `i` must have the stride 0, so that the next round takes the same
//! way. And the strides of `a` and `b` at its end must be those at its beginning.
//!
//! Where a write moves by a stride, the round in which it comes to a cell is known without playing: it is the solution of
//! an equation modulo 4096.

use super::instruction::CELLS;
use super::operation::{Kind, Operation, Table};
use super::rounds::{Needed, Note, Played, Step};
use super::state::{Executor, MASK, Memory};

/// With more pairs of a write and a cell than this, no equations are solved. Every write is then checked before it is
/// done.
const MOST_EQUATIONS: usize = 512;

/// The writes of a round.
#[derive(Debug, Clone, Default)]
pub(super) struct StrideRound {
    strides: [Strides; 2],
    writes: Vec<Write>,
}

/// A write of the last round that was played.
#[derive(Debug, Clone, Copy)]
struct Write {
    address: u32,
    /// How many cells further on, modulo 4096, it goes each round.
    stride: u32,
    written: Operation,
}

/// How much an executor's registers grow each round, modulo 4096.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Strides {
    a: u32,
    b: u32,
}

impl StrideRound {
    /// Sets aside the memory for a round of this many turns, so that no turn has to.
    pub(super) fn reserve(&mut self, turns: usize) {
        self.writes.clear();
        self.writes.reserve(2 * turns);
    }

    /// How many writes a round does.
    pub(super) fn writes(&self) -> u64 {
        self.writes.len() as u64
    }

    /// Becomes the round from `start` to `end`, in which these steps were executed and these cells were written to. False
    /// if its registers do not grow by strides.
    pub(super) fn follow(
        &mut self,
        steps: &[[Step; 2]],
        notes: &[Note],
        [start, end]: [&[Executor; 2]; 2],
        table: &Table,
    ) -> bool {
        self.strides = [0, 1].map(|seat| Strides::between(start[seat], end[seat]));
        self.writes.clear();
        let mut notes = notes.iter();
        let mut now = self.strides;
        for steps in steps {
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
                        let (address, written) = (note.address.into(), table.operation(operation.operand));
                        self.writes.push(Write { address, stride, written });
                    }
                }
            }
        }
        now == self.strides
    }

    /// Plays as many more rounds as are known, `wanted` at most.
    pub(super) fn play(
        &mut self,
        memory: &mut Memory,
        needed: &Needed,
        executors: &mut [Executor; 2],
        wanted: u64,
    ) -> Played {
        let period = self.period();
        let wanted = wanted.min(period);
        let equations = self.writes.len() * needed.addresses().len();
        let rounds = if equations <= MOST_EQUATIONS && self.all_write_the_same() {
            let known = wanted.min(self.rounds_before_a_change(memory, needed));
            self.write_one_by_one(memory, known);
            known
        } else {
            self.write_while_known(memory, needed, wanted)
        };
        for (executor, strides) in executors.iter_mut().zip(self.strides) {
            strides.move_on(executor, rounds);
        }
        // All writes have gone round and have written the same as before. From here on nothing changes any more.
        Played { rounds, period: (rounds == period).then_some(period) }
    }

    /// After how many rounds registers and writes are back where they were: a power of two, 4096 at most.
    fn period(&self) -> u64 {
        let registers = self.strides.iter().flat_map(|strides| [strides.a, strides.b]);
        let together =
            registers.chain(self.writes.iter().map(|write| write.stride)).fold(0, |all, one| all | one);
        (CELLS as u64) >> together.trailing_zeros().min(CELLS.trailing_zeros())
    }

    /// How many rounds come before the first that would change a cell that it needs.
    fn rounds_before_a_change(&self, memory: &Memory, needed: &Needed) -> u64 {
        let of = |write: &Write| {
            let moves = Moves::by(write.stride);
            let is_changed = |&address: &u16| memory.cells[usize::from(address)].id != write.written.id;
            let changed = needed.addresses().iter().copied().filter(is_changed);
            let distances = changed.map(|address| u32::from(address).wrapping_sub(write.address));
            distances.filter_map(|distance| moves.until(distance)).min()
        };
        self.writes.iter().filter_map(of).min().map_or(u64::MAX, |round| round - 1)
    }

    /// Whether the order of writes does not matter.
    fn all_write_the_same(&self) -> bool {
        self.writes.windows(2).all(|pair| pair[0].written == pair[1].written)
    }

    /// Does the writes of this many rounds: each write for all rounds, before the next write begins.
    fn write_one_by_one(&mut self, memory: &mut Memory, rounds: u64) {
        for write in &mut self.writes {
            // Copies, which the compiler can keep in registers.
            let Write { mut address, stride, written } = *write;
            for _ in 0..rounds {
                address = (address + stride) & MASK;
                memory.put_one_of_many(address as usize, written);
            }
            write.address = address;
        }
    }

    /// Does the writes of this many rounds, or of fewer if the next one would change a cell that it needs. Returns how
    /// many rounds it did.
    ///
    /// Of a round that would change a needed cell, the writes before that one have already been done. They change no cell
    /// that the round needs, so the round does them again when it is played, and nothing has seen them before then.
    fn write_while_known(&mut self, memory: &mut Memory, needed: &Needed, rounds: u64) -> u64 {
        for done in 0..rounds {
            for write in &mut self.writes {
                write.address = (write.address + write.stride) & MASK;
                let address = write.address as usize;
                if needed.has(address) && memory.cells[address].id != write.written.id {
                    return done;
                }
                memory.put_one_of_many(address, write.written);
            }
        }
        rounds
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

/// Moves by one stride, which is an odd number times a power of two. 0 counts as 4096.
struct Moves {
    power: u32,
    /// What the odd number has to be multiplied by to become 1, modulo 4096.
    inverse: u32,
}

impl Moves {
    fn by(stride: u32) -> Self {
        let power = stride.trailing_zeros().min(CELLS.trailing_zeros());
        let odd = if stride == 0 { 1 } else { stride >> power };
        // Newton's iteration: an odd number is its own inverse modulo 8, and each step doubles the number of correct
        // bits.
        let step = |inverse: u32| inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse)));
        Self { power, inverse: step(step(odd)) & MASK }
    }

    /// After how many moves, at least one, the distance covered is `distance`, modulo 4096. `None` if it never is.
    fn until(&self, distance: u32) -> Option<u64> {
        let distance = distance & MASK;
        if !distance.is_multiple_of(1 << self.power) {
            return None;
        }
        let round_trip = (MASK + 1) >> self.power;
        let moves = ((distance >> self.power) * self.inverse) & (round_trip - 1);
        Some(u64::from(if moves == 0 { round_trip } else { moves }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_stride_leads_is_solved_as_it_is_counted() {
        for stride in [0, 1, 2, 3, 4, 5, 8, 1771, 2048, 2532, 2731, 4092, 4095] {
            let moves = Moves::by(stride);
            let mut first = vec![None; CELLS];
            for count in 1..=MASK + 1 {
                first[((count * stride) & MASK) as usize].get_or_insert(u64::from(count));
            }
            for distance in 0..=MASK {
                assert_eq!(moves.until(distance), first[distance as usize], "{distance} by {stride}");
                assert_eq!(moves.until(distance.wrapping_sub(4096)), first[distance as usize]);
            }
        }
    }
}
