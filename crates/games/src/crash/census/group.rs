//! A turn of many matches at once.
//!
//! All matches of a group have gone the same way so far. They differ only in where the programs began. Either a turn is
//! played for all of them, or it is refused, because some of them must go on apart. If it is refused, nothing is done.

use super::super::instruction::CELLS;
use super::cells::{Cell, time_of};
use super::extent::Extent;
use super::layers::{Layer, Undo};
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};

/// The registers of an executor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Executor {
    /// Its place is in one of the layers.
    pub(super) i: Symbol,
    pub(super) a: Symbol,
    pub(super) b: Symbol,
    /// Whether `i` is 4096 (C2). The field `i` then counts as 0.
    pub(super) is_past_end: bool,
}

impl Executor {
    pub(super) fn at(i: Symbol) -> Self {
        Self { i, a: Symbol::default(), b: Symbol::default(), is_past_end: false }
    }

    /// This executor, with other symbols that stand for the same values.
    pub(super) fn map(self, symbol: impl Fn(Symbol) -> Symbol) -> Self {
        Self { i: symbol(self.i), a: symbol(self.a), b: symbol(self.b), ..self }
    }
}

/// Matches that have gone the same way.
pub(super) struct Group<E: Extent> {
    pub(super) extent: E,
    pub(super) layers: E::Layers,
    pub(super) executors: [Executor; 2],
    /// Turns that are over.
    pub(super) turn: u32,
    /// What is known about each sum of cells.
    pub(super) sums: Vec<E::Sum>,
}

/// Why a turn was not played.
pub(super) enum Refusal<E: Extent> {
    /// In some parts, somebody reads another instruction. [`Reader::found`] says in which parts.
    Readings,
    /// In this part, which is not a single match, somebody counts past the end (C2).
    End(E::Key),
    /// A sum of cells is not the same for all matches. Its number is given if the sums of the classes are those before
    /// the turn.
    Sum(Option<usize>, E::Classes),
    /// Somebody jumps or writes to an address that is in no layer.
    Address(Symbol),
}

/// A part in which a seat reads a different instruction from the rest of the group.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<K> {
    pub(super) seat: usize,
    pub(super) key: K,
    pub(super) cell: Cell,
}

/// A turn that was played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    /// What was executed, and in which places it was read.
    pub(super) actions: [u16; 2],
    pub(super) places: [(usize, usize); 2],
    pub(super) writes: [Option<Written>; 2],
}

/// A write that was executed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written {
    pub(super) layer: usize,
    pub(super) offset: usize,
    pub(super) before: Cell,
    pub(super) cell: Cell,
}

/// Groups whose sums of cells can be worked out.
pub(super) trait Sums: Sized {
    type Of: Extent;

    /// A sum of cells (C3) after all writes until this time, modulo 2^16, if it is the same for all matches.
    fn sum(
        &mut self,
        number: usize,
        table: &Table,
        now: u32,
        looked: &mut u64,
    ) -> Result<u16, <Self::Of as Extent>::Classes>;
}

/// About how many cells could be looked at one by one while all cells of a layer are looked at.
pub(super) const LOOKS_AT_ALL: u64 = 300;

/// What an instruction does to registers and memory.
struct Effect {
    executor: Executor,
    /// Where it writes, and what.
    write: Option<(Symbol, u16)>,
}

/// Reads turns, and counts what that costs.
pub(super) struct Reader<'a, E: Extent> {
    pub(super) table: &'a Table,
    /// The parts that [`Refusal::Readings`] is about.
    pub(super) found: Vec<Found<E::Key>>,
    /// The seats that counted past the end in a turn that was played, each in a single match.
    pub(super) ended: Vec<(usize, E::Key)>,
    /// How many cells were looked at one by one.
    pub(super) looked: u64,
}

impl<'a, E: Extent> Reader<'a, E>
where
    Group<E>: Sums<Of = E>,
{
    pub(super) fn new(table: &'a Table) -> Self {
        Self { table, found: Vec::new(), ended: Vec::new(), looked: 0 }
    }

    /// Plays a turn, or refuses to.
    #[inline(always)]
    pub(super) fn turn(&mut self, group: &mut Group<E>) -> Result<Turn, Refusal<E>> {
        self.ended.clear();
        let places = [place(group.executors[0].i), place(group.executors[1].i)];
        let mut actions = [CRASH; 2];
        for seat in 0..2 {
            if !group.executors[seat].is_past_end {
                actions[seat] = self.read(group, seat, places[seat]);
            }
        }
        if !self.found.is_empty() {
            return Err(Refusal::Readings);
        }
        let mut passes_end = [false; 2];
        for seat in 0..2 {
            passes_end[seat] = self.passes_end(group, seat, places[seat], actions[seat])?;
        }
        let writes = self.execute(group, actions, passes_end)?;
        group.turn += 1;
        Ok(Turn { actions, places, writes })
    }

    /// What the layer holds there. The parts in which something else was written to the same cell later are put into
    /// `found`.
    #[inline(always)]
    fn read(&mut self, group: &mut Group<E>, seat: usize, (layer, offset): (usize, usize)) -> u16 {
        let layers = group.layers.as_ref();
        let known = layers[layer].known[offset];
        let is_known = |other: &Layer| other.last <= known;
        let others = layers.iter().enumerate().filter(|(at, _)| *at != layer);
        if !others.clone().all(|(_, other)| is_known(other)) {
            self.look(group, seat, (layer, offset));
        }
        group.layers.as_ref()[layer].cells[offset].action()
    }

    #[inline(never)]
    fn look(&mut self, group: &mut Group<E>, seat: usize, place: (usize, usize)) {
        let layers = group.layers.as_ref();
        let here = layers[place.0].cells[place.1];
        let known = layers[place.0].known[place.1];
        let (before, mut looked) = (self.found.len(), 0);
        for (at, other) in layers.iter().enumerate().filter(|(at, _)| *at != place.0) {
            if other.last <= known {
                continue;
            }
            let mut find = |offset: usize, cell: Cell| {
                let there = (at, offset);
                let key = if at < place.0 { E::meeting(there, place) } else { E::meeting(place, there) };
                if group.extent.contains(key) {
                    self.found.push(Found { seat, key, cell });
                }
            };
            if other.is_noted_since(known) {
                other.each_since(known, |offset, cell| {
                    looked += 1;
                    if cell > here && cell.action() != here.action() {
                        find(offset, cell);
                    }
                });
            } else {
                looked += LOOKS_AT_ALL;
                let among = group.extent.offsets_there(place, at);
                other.differing(&among, known, here).each(|offset| find(offset, other.cells[offset]));
            }
        }
        self.looked += looked;
        if self.found.len() == before {
            let now = time_of(group.turn, 0) - 1;
            group.layers.as_mut()[place.0].know(place.1, now);
        }
    }

    /// Whether a player counts from 4095 to 4096 in this turn (C2).
    #[inline(always)]
    fn passes_end(
        &mut self,
        group: &Group<E>,
        seat: usize,
        place: (usize, usize),
        action: u16,
    ) -> Result<bool, Refusal<E>> {
        const LAST: usize = CELLS - 1;
        if group.executors[seat].is_past_end || self.table.action(action).jumps() {
            return Ok(false);
        }
        if place.0 == 0 {
            return Ok(place.1 == LAST);
        }
        let key = E::meeting((0, LAST), place);
        if !group.extent.contains(key) {
            return Ok(false);
        }
        if !E::HAS_SINGLE_MATCHES {
            return Err(Refusal::End(key));
        }
        self.ended.push((seat, key));
        Ok(false)
    }

    /// Executes what was read, the instruction of seat 0 first.
    #[inline(always)]
    fn execute(
        &mut self,
        group: &mut Group<E>,
        actions: [u16; 2],
        passes_end: [bool; 2],
    ) -> Result<[Option<Written>; 2], Refusal<E>> {
        let times = [time_of(group.turn, 0), time_of(group.turn, 1)];
        let first = self.effect(group, 0, actions[0], times[0] - 1)?;
        // If the second instruction reads cells, it sees what the first one writes. That write is taken back if the
        // second instruction is refused.
        let (first_written, undo) = match first.write {
            Some(write) => {
                let (written, undo) = Self::write(group, write, times[0]);
                (Some(written), Some(undo))
            }
            None => (None, None),
        };
        let second = match self.effect(group, 1, actions[1], times[0]) {
            Ok(second) => second,
            Err(refusal) => {
                let is_taken_back = undo.is_some();
                Self::take_back(group, undo);
                return Err(match refusal {
                    Refusal::Sum(_, classes) if is_taken_back => Refusal::Sum(None, classes),
                    refusal => refusal,
                });
            }
        };
        let second_written = second.write.map(|write| Self::write(group, write, times[1]).0);
        group.executors = [first.executor, second.executor];
        for (executor, passes_end) in group.executors.iter_mut().zip(passes_end) {
            executor.is_past_end |= passes_end;
        }
        Ok([first_written, second_written])
    }

    fn take_back(group: &mut Group<E>, undo: Option<Undo>) {
        if let Some(undo) = undo {
            group.layers.as_mut()[undo.layer].take_back(undo);
            // These sums may have been worked out with the write that was taken back.
            let until = time_of(group.turn, 0) - 1;
            group
                .sums
                .iter_mut()
                .filter(|sum| E::known_since(sum) > until)
                .for_each(|sum| *sum = E::Sum::default());
        }
    }

    #[inline(always)]
    fn write(group: &mut Group<E>, (address, action): (Symbol, u16), time: u32) -> (Written, Undo) {
        let (layer, offset) = place(address);
        let written_to = &mut group.layers.as_mut()[layer];
        let undo = written_to.undo(layer, offset);
        let (before, cell) = (written_to.cells[offset], Cell::new(action, time));
        written_to.write(offset, cell);
        (Written { layer, offset, before, cell }, undo)
    }

    /// What an instruction does after all writes until the time `now`.
    #[inline(always)]
    fn effect(
        &mut self,
        group: &mut Group<E>,
        seat: usize,
        number: u16,
        now: u32,
    ) -> Result<Effect, Refusal<E>> {
        let executor = group.executors[seat];
        if executor.is_past_end {
            return Ok(Effect { executor, write: None });
        }
        let action = self.table.action(number);
        let Executor { i, a, b, .. } = executor;
        let next = i.next();
        let after = Executor { i: next, ..executor };
        let goes_on = |executor| Ok(Effect { executor, write: None });
        let writes = |address| Self::writing(after, address, action.written);
        match action.kind {
            Kind::Crash | Kind::Noop => goes_on(after),
            Kind::Jump => goes_on(Executor { i: next.plus(action.constant), ..executor }),
            Kind::AddA => goes_on(Executor { a: a.plus(action.constant), ..after }),
            Kind::AddB => goes_on(Executor { b: b.plus(action.constant), ..after }),
            Kind::WriteI => writes(next.plus(action.constant)),
            Kind::WriteIA => writes(next.plus(a).plus(action.constant)),
            Kind::WriteIB => writes(next.plus(b).plus(action.constant)),
            Kind::StoreA => goes_on(Executor { a: self.value(group, seat, number, now)?, ..after }),
            Kind::StoreB => goes_on(Executor { b: self.value(group, seat, number, now)?, ..after }),
            Kind::Write => writes(self.value(group, seat, number, now)?),
            Kind::StoreI => {
                let i = self.value(group, seat, number, now)?;
                if i.place().is_none() {
                    return Err(Refusal::Address(i));
                }
                goes_on(Executor { i, ..executor })
            }
        }
    }

    #[inline(always)]
    fn writing(after: Executor, address: Symbol, written: u16) -> Result<Effect, Refusal<E>> {
        match address.place() {
            Some(_) => Ok(Effect { executor: after, write: Some((address, written)) }),
            None => Err(Refusal::Address(address)),
        }
    }

    /// The value of an instruction's expression, with `i` counted up (C1).
    #[inline(never)]
    fn value(
        &mut self,
        group: &mut Group<E>,
        seat: usize,
        number: u16,
        now: u32,
    ) -> Result<Symbol, Refusal<E>> {
        let factors = self.table.factors(number);
        let sum = match factors.sum {
            Some(sum) => sum.value(
                group
                    .sum(sum.number, self.table, now, &mut self.looked)
                    .map_err(|classes| Refusal::Sum(Some(sum.number), classes))?,
            ),
            None => 0,
        };
        let Executor { i, a, b, .. } = group.executors[seat];
        let constant = factors.constant.plus(Symbol::plain(sum % 4096));
        Ok(Symbol::sum([(i.next(), factors.i), (a, factors.a), (b, factors.b)], constant))
    }
}

#[inline(always)]
fn place(address: Symbol) -> (usize, usize) {
    address.place().expect("it was seen to be in a layer")
}

/// In which matches two executors meet at the end of a turn (C5).
pub(super) enum Meeting<K> {
    /// They are at the same address in all matches.
    Everywhere,
    /// They are at the same address in this part, if it has matches.
    Within(K),
    Nowhere,
}

/// In which matches both `i` are equal.
#[inline(always)]
pub(super) fn meeting<E: Extent>([one, two]: [Executor; 2]) -> Meeting<E::Key> {
    let (first, second) = (place(one.i), place(two.i));
    if one.is_past_end != two.is_past_end {
        Meeting::Nowhere
    } else if first.0 == second.0 {
        if first.1 == second.1 { Meeting::Everywhere } else { Meeting::Nowhere }
    } else if first.0 < second.0 {
        Meeting::Within(E::meeting(first, second))
    } else {
        Meeting::Within(E::meeting(second, first))
    }
}
