//! Effects at the beginning and at the end of a turn that depend on the base.

use super::super::instruction::CELLS;
use super::bases::{Apart, Bases};
use super::group::{Fixed, Group, Half, distance};
use super::player::Player;
use super::symbol::Symbol;
use super::table::CRASH;

/// To decide a single match takes about as long as to look at this many cells.
const LOOKS_TO_DECIDE: u64 = 50;

impl Player<'_> {
    /// Reads both instructions where they may depend on the base. Matches in which somebody reads a `crash` that others
    /// do not read are decided at once; bases that read something else must go on apart.
    #[inline(never)]
    pub(super) fn read_apart(&mut self, group: &mut Group, from: [Symbol; 2]) -> Result<[u16; 2], Apart> {
        let mut actions = [CRASH; 2];
        for seat in 0..2 {
            actions[seat] = match from[seat].weight() {
                1 => self.read_relative(group, from, seat)?,
                _ => self.read_fixed(group, from, seat)?,
            };
        }
        Ok(actions)
    }

    /// At an address relative to the base, single matches find what was written to an absolute one.
    fn read_relative(&mut self, group: &mut Group, from: [Symbol; 2], seat: usize) -> Result<u16, Apart> {
        let offset = from[seat].offset();
        let read = group.cells[offset];
        let finds = |fixed: &Fixed| {
            let base = distance(offset, fixed.address);
            let differs = fixed.action != read && fixed.holds.contains(base) && group.bases.contains(base);
            differs.then_some((base, fixed.action))
        };
        let found: Vec<(usize, u16)> = group.fixed.iter().filter_map(finds).collect();
        let mut apart = Bases::NONE;
        for (base, action) in found {
            if action == CRASH {
                self.crash(group, from, seat, base);
            } else {
                apart.insert(base);
            }
        }
        Self::unless_apart(group, apart, read)
    }

    /// At an absolute address, single matches find what was written there relative to the base.
    fn read_fixed(&mut self, group: &mut Group, from: [Symbol; 2], seat: usize) -> Result<u16, Apart> {
        let address = from[seat].offset();
        let fixed = group.fixed.iter_mut().find(|fixed| fixed.address == address);
        if let Some(fixed) = fixed {
            fixed.everywhere |= group.bases.is_within(&fixed.holds);
            if fixed.everywhere {
                return Ok(fixed.action);
            }
        }
        let fixed = group.fixed.iter().find(|fixed| fixed.address == address);
        let unsure = fixed.map_or_else(|| group.bases.clone(), |fixed| group.bases.without(&fixed.holds));
        let looked = unsure.len();
        let mut read = fixed.map(|fixed| fixed.action);
        let mut apart = Bases::NONE;
        for base in unsure.iter() {
            let action = group.cells[distance(base, address)];
            if read == Some(action) {
                continue;
            }
            if action == CRASH {
                self.crash(group, from, seat, base);
            } else if read.is_none() {
                read = Some(action);
            } else {
                apart.insert(base);
            }
        }
        group.looked += looked;
        // Where all that are left find nothing but `crash`, none is left.
        let read = Self::unless_apart(group, apart, read.unwrap_or(CRASH))?;
        // What all find there is as if all had written it.
        if !unsure.is_empty() && !group.bases.is_empty() && !group.write_fixed(address, read) {
            return Err(group.all_but_one());
        }
        Ok(read)
    }

    /// What was read, if all bases that are left read it.
    fn unless_apart(group: &Group, apart: Bases, read: u16) -> Result<u16, Apart> {
        if apart.is_empty() {
            Ok(read)
        } else if group.bases.is_within(&apart) {
            Err(group.all_but_one())
        } else {
            Err(Box::new(apart))
        }
    }

    /// Decides the match of one base, in which a player reads a `crash` (C5).
    fn crash(&mut self, group: &mut Group, from: [Symbol; 2], seat: usize, base: usize) {
        let other = 1 - seat;
        let at = from.map(|from| from.at(base));
        let action = group.content(base, at[other]);
        let others_i = if self.table.action(action).jumps() {
            self.jump(group, other, action, base)
        } else {
            at[other] + 1
        };
        group.bases.remove(base);
        group.looked += LOOKS_TO_DECIDE;
        if action == CRASH || others_i == at[seat] + 1 {
            self.counts.draws += 1;
        } else {
            self.counts.wins[other] += 1;
        }
    }

    /// Where a `store` to `i` leads in the match of one base. Nobody writes anything in that turn.
    fn jump(&self, group: &Group, seat: usize, action: u16, base: usize) -> usize {
        let factors = self.table.factors(action);
        let executor = group.executors[seat];
        let registers = [(executor.i.next(), factors.i), (executor.a, factors.a), (executor.b, factors.b)];
        let linear = Symbol::sum(registers, factors.constant).at(base);
        let sum = factors.sum.map_or(0, |sum| group.sum_at(base, &self.table.sums()[sum], self.table));
        (linear + usize::from(sum)) % CELLS
    }

    /// Ends a turn in which something may have happened (C5). True if no match is left.
    #[inline(never)]
    pub(super) fn end_turn(&mut self, group: &mut Group, half: Half) -> bool {
        let crashed = half.actions.map(|action| action == CRASH);
        for seat in 0..2 {
            self.pass_the_end(group, half, seat);
        }
        self.meet(group);
        match crashed {
            [true, true] => self.draw(group),
            [true, false] => self.win(group, 1),
            [false, true] => self.win(group, 0),
            [false, false] if self.cycle.closes(group) => self.draw(group),
            [false, false] => {}
        }
        group.bases.is_empty()
    }

    pub(super) fn win(&mut self, group: &mut Group, seat: usize) {
        self.counts.wins[seat] += group.bases.len();
        group.bases = Bases::NONE;
    }

    /// Decides the matches in which a player has counted from 4095 to 4096 in this turn (C2).
    fn pass_the_end(&mut self, group: &mut Group, half: Half, seat: usize) {
        let last = half.from[seat];
        if self.table.action(half.actions[seat]).jumps() {
            return;
        }
        if last.weight() == 1 {
            let base = CELLS - 1 - last.offset();
            if group.bases.remove(base) {
                self.decide_past_the_end(group, half, seat, base);
            }
        } else if last.offset() == CELLS - 1 {
            for base in std::mem::replace(&mut group.bases, Bases::NONE).iter() {
                self.decide_past_the_end(group, half, seat, base);
            }
        }
    }

    /// Decides the match of one base in which a player stands at 4096. The other one does not: both would have had to be
    /// at 4095 before. So they are not at the same address now, and if the match goes on, the player reads a
    /// `crash` in the next turn, and is at 4096 still (C2).
    fn decide_past_the_end(&mut self, group: &Group, half: Half, seat: usize, base: usize) {
        let other = 1 - seat;
        match [seat, other].map(|seat| half.actions[seat] == CRASH) {
            [true, true] => self.counts.draws += 1,
            [true, false] => self.counts.wins[other] += 1,
            [false, true] => self.counts.wins[seat] += 1,
            [false, false] if group.turn == self.max_turns => self.counts.draws += 1,
            [false, false] => {
                let address = group.executors[other].i.at(base);
                let action = group.content(base, address);
                let follows = address == CELLS - 1 && !self.table.action(action).jumps();
                if action == CRASH || follows {
                    self.counts.draws += 1;
                } else {
                    self.counts.wins[other] += 1;
                }
            }
        }
    }

    /// Decides the matches in which both are at the same address, unless both executed a `crash`, which is a draw as well.
    fn meet(&mut self, group: &mut Group) {
        let [one, two] = group.executors.map(|executor| executor.i);
        if one == two {
            self.draw(group);
        } else if one.weight() != two.weight() {
            let (relative, absolute) = if one.weight() == 1 { (one, two) } else { (two, one) };
            let base = distance(relative.offset(), absolute.offset());
            self.counts.draws += u64::from(group.bases.remove(base));
        }
    }
}
