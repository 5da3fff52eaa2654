//! Plays programs whose way follows data, several turns at once.
//!
//! Suppose that a player stays in its own program, and nobody changes what it executes there. Then everything that it
//! does in the next turns follows from its registers and from the few cells whose values it reads. This includes where it
//! goes, what it writes to fixed addresses, and which sums of its registers give the other addresses that it writes to
//! (C1, C3). A *path* like this is followed once. It is found again by the values of these cells, in every match of these
//! programs, because addresses are also expressed as sums of where the program lies.
//!
//! Two paths are played at once only if neither player writes to what belongs to the other's path. Cells at fixed
//! addresses are known in advance (`claims.rs`). All other writes are checked before any of them is done, most of them
//! together (`spread.rs`). If the check fails, these turns are played one by one.
//!
//! Where one path comes after another, the first one already says what is in the cells that it read or wrote to. What the
//! player may do next is remembered with the path, and this asks only about other cells.

mod claims;
mod course;
mod fixed;
mod moving;
mod returns;
mod spread;
mod sum;
mod tree;

use game::Unobserved;

use super::endless::Looked;
use super::instruction::CELLS;
use super::state::{Executor, Memory, State};
use claims::{Claims, Owner};
use moving::Moves;
use returns::Returns;
use spread::Placed;
use sum::{Known, low};
use tree::{Link, Path, Places, Tree};

/// How many turns a path takes.
const TURNS: usize = 32;
/// This many turns of a path take as long as one turn that is played by itself.
pub(super) const PATHS_GAIN: u64 = 8;
/// Learning a path takes as long as this many turns.
const TURNS_TO_LEARN: u64 = 16 * TURNS as u64;
/// This many turns may be spent on learning before it brings any result.
const FIRST_CREDIT: u64 = 32 * TURNS_TO_LEARN;
/// While no path is known, at most this many turns pass before paths are asked for again.
const LONGEST_PATIENCE: u64 = 4096;

/// No paths.
const NOTHING: [Link; 2] = [Link::UNKNOWN; 2];

/// The paths of both players, and what they need to be played in this match.
#[derive(Debug, Clone)]
pub(super) struct Paths {
    trees: [Tree; 2],
    claims: Claims,
    start: [u16; 2],
    stage: Stage,
    /// The paths that were played last, if the last turns were played by paths.
    last: [Link; 2],
    /// The places in each program that are not what they were.
    changed: [Places; 2],
    /// Goes up whenever paths may have lost what they need.
    now: u64,
    returns: Returns,
    /// How many turns may be spent on learning. Turns that are played pay for it.
    credit: u64,
    /// After how many turns that were played one by one, paths are asked for again.
    patience: u64,
    /// How many turns of this match were played by paths.
    turns: u64,
    /// Whether paths played most turns of the previous match.
    are_promising: bool,
}

/// Whether paths are played in this match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nobody has asked yet.
    Unasked,
    Open,
    /// Something is not as paths need it to be.
    Closed,
}

impl Paths {
    pub(super) fn new(programs: &[Vec<u16>; 2]) -> Self {
        Self {
            trees: programs.each_ref().map(|program| Tree::new(program)),
            claims: Claims::new(),
            start: [0; 2],
            stage: Stage::Closed,
            last: NOTHING,
            changed: [0; 2],
            now: 0,
            returns: Returns::new(),
            credit: FIRST_CREDIT,
            patience: TURNS as u64,
            turns: 0,
            are_promising: false,
        }
    }

    /// Begins a match with the programs at these addresses. `turns_before` is the number of turns of the match before.
    pub(super) fn begin(&mut self, start: [usize; 2], turns_before: u64) {
        self.are_promising = 2 * self.turns > turns_before;
        self.turns = 0;
        self.start = start.map(|start| u16::try_from(start).expect("an address has 12 bits"));
        self.stage = Stage::Unasked;
        self.patience = TURNS as u64;
        self.returns.restart();
    }

    /// Plays no paths until the next match begins.
    pub(super) fn close(&mut self) {
        self.stage = Stage::Closed;
        self.turns = 0;
    }

    /// Whether a match may begin with paths at once, because they played most turns of the previous match.
    pub(super) fn are_promising(&self) -> bool {
        self.are_promising && self.stage != Stage::Closed
    }

    /// Whether most turns are played by paths.
    pub(super) fn pay(&self) -> bool {
        self.stage == Stage::Open && self.patience == TURNS as u64
    }

    /// Plays until `until` turns have been played, the match ends, or a state comes again. Takes no longer than `pause`
    /// turns take that are played one by one.
    pub(super) fn play(&mut self, state: &mut State, until: u64, pause: u64) -> Looked {
        if self.stage == Stage::Unasked {
            self.open();
        }
        self.look_at_programs(state);
        let mut left = pause;
        while self.stage == Stage::Open && state.turn + TURNS as u64 <= until && left >= TURNS as u64 {
            let looked = if self.play_one(state) {
                self.patience = TURNS as u64;
                self.credit += 2 * TURNS as u64;
                self.turns += TURNS as u64;
                left -= TURNS as u64 / PATHS_GAIN;
                self.returns.pass(state)
            } else {
                let begun = state.turn;
                let looked = self.play_plainly(state, until.min(begun.saturating_add(left)));
                left -= state.turn - begun;
                looked
            };
            if looked != Looked::NotYet {
                return looked;
            }
        }
        let end = state.play(until.min(state.turn.saturating_add(left)), &mut Unobserved);
        end.map_or(Looked::NotYet, Looked::Ended)
    }

    /// Plays turn by turn until it is time to ask for paths again.
    #[inline(never)]
    fn play_plainly(&mut self, state: &mut State, until: u64) -> Looked {
        let looked = if self.returns.is_impatient() {
            self.returns.keep(state)
        } else {
            let turns = self.patience.min(until - state.turn);
            self.patience = LONGEST_PATIENCE.min(2 * self.patience);
            self.credit += turns / 8;
            state.play(state.turn + turns, &mut Unobserved).map_or(Looked::NotYet, Looked::Ended)
        };
        self.look_at_programs(state);
        looked
    }

    /// Gets ready for the first paths of a match.
    fn open(&mut self) {
        let [one, two] = [0, 1].map(|seat| {
            let start = usize::from(self.start[seat]);
            (start, start + self.trees[seat].program.len())
        });
        let is_apart = one.1 <= two.0 || two.1 <= one.0;
        self.stage = if is_apart && one.1.max(two.1) <= CELLS { Stage::Open } else { Stage::Closed };
        if self.stage == Stage::Open {
            self.claims.restart();
            self.now += 1;
        }
    }

    /// Finds out what the players changed while no paths were played.
    fn look_at_programs(&mut self, state: &State) {
        self.last = NOTHING;
        let changed =
            [0, 1].map(|seat| self.trees[seat].changed(self.start[seat].into(), &state.memory.cells));
        if changed != self.changed {
            self.changed = changed;
            self.now += 1;
        }
    }

    /// Plays [`TURNS`] turns, if the paths of both are known or can be learnt. Otherwise plays nothing.
    #[inline(always)]
    fn play_one(&mut self, state: &mut State) -> bool {
        let [one, two] = state.executors;
        let known = [self.known(0, one), self.known(1, two)];
        if self.returns.is_impatient() {
            return false;
        }
        loop {
            let links = [self.find(0, state, known[0]), self.find(1, state, known[1])];
            if let [Some(one), Some(two)] = [links[0].as_path(), links[1].as_path()] {
                return self.play_paths(state, [one, two], known);
            }
            if links.contains(&Link::PLAIN)
                || !self.learn(usize::from(links[0].as_path().is_some()), state, known)
            {
                return false;
            }
        }
    }

    #[inline(always)]
    fn known(&self, seat: usize, executor: Executor) -> Known {
        Known { start: self.start[seat], a: low(executor.a), b: low(executor.b) }
    }

    #[inline(always)]
    fn find(&mut self, seat: usize, state: &State, known: Known) -> Link {
        let next = self.last[seat]
            .as_path()
            .map_or(Link::UNKNOWN, |last| self.trees[seat].find_after(last, known, &state.memory.cells));
        if next == Link::UNKNOWN { self.find_anew(seat, state, known) } else { next }
    }

    #[inline(never)]
    fn find_anew(&mut self, seat: usize, state: &State, known: Known) -> Link {
        let at = state.executors[seat].i.wrapping_sub(self.start[seat].into()) as usize;
        let (tree, cells) = (&mut self.trees[seat], &state.memory.cells);
        let next = tree.find(at, known, cells);
        if let Some(last) = self.last[seat].as_path()
            && next != Link::UNKNOWN
        {
            tree.connect(last, at, known, cells, next);
        }
        next
    }

    /// Learns what a player does next.
    fn learn(&mut self, seat: usize, state: &State, known: [Known; 2]) -> bool {
        if self.credit < TURNS_TO_LEARN {
            return false;
        }
        self.credit -= TURNS_TO_LEARN;
        let at = low(state.executors[seat].i) - known[seat].start;
        self.trees[seat].learn(at, &state.memory, known[seat])
    }

    /// Plays both paths, unless one player writes to what belongs to a path.
    #[inline(always)]
    fn play_paths(&mut self, state: &mut State, numbers: [usize; 2], known: [Known; 2]) -> bool {
        if !(self.is_ready(0, numbers[0], state) && self.is_ready(1, numbers[1], state)) {
            return false;
        }
        let [one, two] = [self.trees[0].path(numbers[0]), self.trees[1].path(numbers[1])];
        if !(self.write_spreads(&mut state.memory, [&one.moves, &two.moves], known)
            || self.write_apart(&mut state.memory, numbers, [&one.moves, &two.moves], known))
        {
            return false;
        }
        self.end(0, one, state, known[0]);
        self.end(1, two, state, known[1]);
        self.last = numbers.map(Link::path);
        state.memory.forget_values();
        state.turn += TURNS as u64;
        true
    }

    /// Whether this match has what a path needs.
    #[inline(always)]
    fn is_ready(&mut self, seat: usize, number: usize, state: &State) -> bool {
        self.trees[seat].path(number).ready == self.now || self.prepare(seat, number, state)
    }

    #[inline(never)]
    fn prepare(&mut self, seat: usize, number: usize, state: &State) -> bool {
        let tree = &mut self.trees[seat];
        let needs = tree.needs(number);
        let (start, cells) = (self.start[seat], &state.memory.cells);
        let has_all = needs.places & self.changed[seat] == 0
            && self.claims.add(seat, start, tree, needs, cells).is_ok();
        if has_all {
            tree.is_ready(number, self.now);
        }
        has_all
    }

    /// Does the moving writes of both paths, if both are spreads, and nobody owns their cells. Otherwise does nothing.
    #[inline(always)]
    fn write_spreads(&self, memory: &mut Memory, moves: [&Moves; 2], known: [Known; 2]) -> bool {
        let [Some(one), Some(two)] = moves.map(Moves::spread) else { return false };
        let [one, two] = [one.placed(known[0]), two.placed(known[1])];
        let is_free = |placed: Placed| !self.claims.has_any_from(placed.first, placed.cells);
        let are_written = is_free(one) && is_free(two) && one.commutes_with(two);
        if are_written {
            one.write(memory);
            two.write(memory);
        }
        are_written
    }

    /// Does the moving writes of both paths, unless one of them interferes with a path. In that case, does nothing.
    #[inline(always)]
    fn write_apart(
        &self,
        memory: &mut Memory,
        numbers: [usize; 2],
        moves: [&Moves; 2],
        known: [Known; 2],
    ) -> bool {
        let first = self.trees[0].moving.addresses(moves[0], known[0]);
        let second = self.trees[1].moving.addresses(moves[1], known[1]);
        let addresses = [first.all(), second.all()];
        for (seat, addresses) in addresses.into_iter().enumerate() {
            if self.claims.has_any(addresses) && self.interferes(seat, numbers, addresses, memory) {
                return false;
            }
        }
        self.write_moving(memory, moves, addresses);
        true
    }

    /// Whether the moving writes of a path matter to these two paths, or to the programs. Cells that only other paths
    /// read or write to do not matter: a path that reads them asks for their values first. Writing what is already there
    /// does not matter either, where nobody writes anything else.
    #[inline(never)]
    fn interferes(&self, seat: usize, numbers: [usize; 2], addresses: &[u16], memory: &Memory) -> bool {
        addresses.iter().enumerate().any(|(number, &address)| match self.claims.owner(address) {
            Owner::Nobody => false,
            Owner::One { seat: owner, claim, .. } if !self.trees[owner].has_claim(numbers[owner], claim) => {
                false
            }
            Owner::One { is_written: true, .. } => true,
            Owner::One { .. } | Owner::Several => {
                let (written, _) =
                    self.trees[seat].moving.write(&self.trees[seat].path(numbers[seat]).moves, number);
                memory.cells[usize::from(address)].id != written
            }
        })
    }

    /// Writes to fixed addresses, and moves the player to where the path ends.
    #[inline(always)]
    fn end(&self, seat: usize, path: &Path, state: &mut State, known: Known) {
        self.trees[seat].fixed.write(path.fixed, known.start, &mut state.memory);
        let (at, [a, b]) = path.end(known);
        state.executors[seat] = Executor { i: u32::from(known.start + at), a: a.into(), b: b.into() };
    }

    /// Does the moving writes of both players.
    #[inline(always)]
    fn write_moving(&self, memory: &mut Memory, moves: [&Moves; 2], addresses: [&[u16]; 2]) {
        match (moves.map(Moves::alike), addresses) {
            // If all write the same, their order does not matter.
            ([Some(one), Some(two)], [first, second]) if one == two => {
                write_all(memory, one, first);
                write_all(memory, one, second);
            }
            ([Some(one), _], [first, []]) => write_all(memory, one, first),
            ([_, Some(two)], [[], second]) => write_all(memory, two, second),
            _ => self.write_in_order(memory, moves, addresses),
        }
    }

    #[inline(never)]
    fn write_in_order(&self, memory: &mut Memory, moves: [&Moves; 2], addresses: [&[u16]; 2]) {
        let mut done = [0; 2];
        for turn in 0..TURNS {
            for seat in 0..2 {
                let Some(&address) = addresses[seat].get(done[seat]) else { continue };
                let (written, when) = self.trees[seat].moving.write(moves[seat], done[seat]);
                // A player writes at most once per turn.
                if usize::from(when) == turn {
                    memory.put_one_of_many(address.into(), memory.table.operation(written));
                    done[seat] += 1;
                }
            }
        }
    }
}

#[inline(always)]
fn write_all(memory: &mut Memory, written: u16, addresses: &[u16]) {
    let written = memory.table.operation(written);
    for &address in addresses {
        memory.put_one_of_many(usize::from(address) % CELLS, written);
    }
}
