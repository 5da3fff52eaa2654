//! Plays groups of matches to their ends.
//!
//! A match is the same as every other at its distance until something depends on the base. A group is played as one
//! for as long as nothing does, and what depends on it takes bases out:
//!
//! - if a program counts past the end (C2), it does so for one base, and that match is decided at once (`edges`);
//! - a sum of `[number]`, a cell at an absolute address, a jump or a write to an address that is neither absolute nor
//!   relative to the base splits the group, and the parts take the same half of the turn again, each alone.
//!
//! A match that is left alone is pinned to its base and continues like a group that cannot be split.

use game::Counts;

use super::super::instruction::CELLS;
use super::bases::{Apart, Bases};
use super::cycle::Cycle;
use super::estimate::Work;
use super::group::{Executor, Group, Half};
use super::rounds::{Found, Rounds};
use super::rush::Rush;
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};

/// Plays groups by a table, one after the other.
pub(super) struct Player<'a> {
    pub(super) table: &'a Table,
    pub(super) max_turns: u64,
    pub(super) cycle: Cycle,
    rounds: Rounds,
    /// Groups that came apart from others and wait.
    waiting: Vec<Group>,
    pub(super) counts: Counts,
    pub(super) work: Work,
    /// The work that is done when it is asked again whether to stop, in nanoseconds.
    asks_at: u64,
}

/// After about this many nanoseconds of work it is asked whether to stop.
const WORK_A_QUESTION: u64 = 20_000;
/// After this many turns at most it is seen how much work they were.
const TURNS_A_RECKONING: u64 = 1 << 10;

/// After this many turns the player searches for a round. After each failure it waits four times as long.
const FIRST_PAUSE: u64 = 64;
const LONGEST_PAUSE: u64 = 1 << 14;
/// The longest round that is looked for at first, in turns: the loops of two programs of a dozen instructions.
const LONGEST_AT_FIRST: u64 = 256;
/// The longest round that is looked for after long pauses.
const LONGEST: u64 = 1 << 12;
/// Fewer repetitions of a round are not worth the search for it.
const WORTHWHILE_ROUNDS: u64 = 16;

/// When the next round is looked for.
struct Search {
    pause: u64,
    turn: u64,
}

impl Search {
    fn after(turn: u64) -> Self {
        Self { pause: FIRST_PAUSE, turn: turn + FIRST_PAUSE }
    }
}

/// Why playing a group was left off.
enum Pause {
    /// All its matches are decided.
    Settled,
    /// The turn has come on which it was to be left.
    Reached,
    /// These bases go on apart; none, if the only match that is left is to be pinned.
    Apart(Apart),
}

impl<'a> Player<'a> {
    pub(super) fn new(table: &'a Table, max_turns: u64, first: &Group) -> Self {
        Self {
            table,
            max_turns,
            cycle: Cycle::new(first),
            rounds: Rounds::new(),
            waiting: Vec::new(),
            counts: Counts::default(),
            work: Work::default(),
            asks_at: WORK_A_QUESTION,
        }
    }

    /// Plays a group, and all that comes apart from it, to the end. False if it was stopped.
    pub(super) fn settle(&mut self, group: Group, stop: &dyn Fn() -> bool) -> bool {
        self.settle_while(group, &|_| !stop())
    }

    /// Plays a group, and all that comes apart from it, until about this many nanoseconds of work are done. False if that
    /// was not the end.
    pub(super) fn settle_some(&mut self, group: Group, nanoseconds: u64) -> bool {
        self.settle_while(group, &|work| work.nanoseconds() < nanoseconds)
    }

    fn settle_while(&mut self, group: Group, goes_on: &dyn Fn(Work) -> bool) -> bool {
        self.waiting.push(group);
        while let Some(group) = self.waiting.pop() {
            self.work.groups += 1;
            if !self.play(group, goes_on) {
                self.waiting.clear();
                return false;
            }
        }
        true
    }

    /// Plays a group until its last match is decided. False if it was stopped.
    fn play(&mut self, mut group: Group, goes_on: &dyn Fn(Work) -> bool) -> bool {
        if group.bases.is_empty() {
            return true;
        }
        let mut counted = group.turn;
        if group.bases.len() == 1 {
            group.pin();
        }
        self.cycle.restart(&group);
        let mut search = Search::after(group.turn);
        loop {
            let reckoning = (group.turn + TURNS_A_RECKONING).min(search.turn);
            let pause = self.advance(&mut group, self.cycle.ends.min(reckoning).min(self.max_turns));
            self.work.turns += group.turn - std::mem::replace(&mut counted, group.turn);
            self.work.looks += std::mem::take(&mut group.looked);
            if !self.goes_on(goes_on) {
                return false;
            }
            match pause {
                Pause::Settled => return true,
                Pause::Apart(bases) => self.part(&mut group, &bases),
                Pause::Reached if group.turn == self.max_turns => {
                    self.draw(&mut group);
                    return true;
                }
                Pause::Reached => {
                    if group.turn >= self.cycle.ends {
                        self.cycle.next_window(&group);
                    }
                    if group.turn >= search.turn && self.is_endless(&mut group, &mut search) {
                        self.draw(&mut group);
                        return true;
                    }
                    counted = group.turn;
                }
            }
        }
    }

    /// Plays rounds, if there are any. True if they go on for ever.
    fn is_endless(&mut self, group: &mut Group, search: &mut Search) -> bool {
        let longest = usize::try_from(search.pause.clamp(LONGEST_AT_FIRST, LONGEST)).expect("it is short");
        let found = self.rounds.repeat(group, self.table, &mut self.cycle, longest, self.max_turns);
        self.work.turns += self.rounds.turns();
        let Found::Rounds(rounds) = found else { return true };
        self.work.written += rounds * self.rounds.writes();
        if rounds >= WORTHWHILE_ROUNDS {
            search.pause = FIRST_PAUSE;
        } else {
            search.pause = (4 * search.pause).min(LONGEST_PAUSE);
        }
        search.turn = group.turn + search.pause;
        rounds > 0 && self.cycle.closes(group)
    }

    /// Asks whether to go on, if enough work was done since the last question.
    fn goes_on(&mut self, goes_on: &dyn Fn(Work) -> bool) -> bool {
        if self.work.nanoseconds() < self.asks_at {
            return true;
        }
        self.asks_at = self.work.nanoseconds() + WORK_A_QUESTION;
        goes_on(self.work)
    }

    /// Puts some bases apart. A match that is left alone is pinned.
    fn part(&mut self, group: &mut Group, bases: &Bases) {
        if !bases.is_empty() {
            self.waiting.push(group.split_off(bases));
        }
        if group.bases.len() == 1 {
            group.pin();
            self.cycle.restart(group);
        }
    }

    /// C6.
    pub(super) fn draw(&mut self, group: &mut Group) {
        self.counts.draws += group.bases.len();
        group.bases = Bases::NONE;
    }

    /// Plays on until `until` turns have been played, if nothing comes in between.
    fn advance(&mut self, group: &mut Group, until: u64) -> Pause {
        let mut begun = group.half.take();
        loop {
            let half = match begun.take() {
                Some(half) => half,
                None => match self.rush(group, until) {
                    Rush::Half(half) => half,
                    Rush::Eventful(half) => {
                        if self.end_turn(group, half) {
                            return Pause::Settled;
                        }
                        continue;
                    }
                    Rush::Over if group.turn >= until => return Pause::Reached,
                    Rush::Over => match self.begin_turn(group) {
                        Ok(half) => half,
                        Err(pause) => return pause,
                    },
                },
            };
            if let Err(apart) = self.execute(group, 1, half.actions[1]) {
                group.half = Some(half);
                return Pause::Apart(apart);
            }
            group.turn += 1;
            if self.is_eventful(group, half) && self.end_turn(group, half) {
                return Pause::Settled;
            }
        }
    }

    /// Reads both instructions, and executes the first.
    #[inline]
    fn begin_turn(&mut self, group: &mut Group) -> Result<Half, Pause> {
        let from = group.executors.map(|executor| executor.i);
        self.work.long_turns += 1;
        group.looked += group.fixed.len() as u64;
        let actions = if is_relative(group, from) {
            from.map(|from| group.cells[from.offset()])
        } else {
            self.work.apart_turns += 1;
            let actions = self.read_apart(group, from).map_err(Pause::Apart)?;
            if group.bases.is_empty() {
                return Err(Pause::Settled);
            }
            actions
        };
        let edge = self.may_pass_the_end(group, from[0], actions[0])
            || self.may_pass_the_end(group, from[1], actions[1]);
        self.execute(group, 0, actions[0]).map_err(Pause::Apart)?;
        Ok(Half { actions, from, edge })
    }

    /// Whether reading an instruction takes a player past the end for some base, unless that ends the match (C2).
    #[inline]
    fn may_pass_the_end(&self, group: &Group, from: Symbol, action: u16) -> bool {
        let last = CELLS - 1 - from.offset();
        (from.weight() == 0 || group.bases.contains(last)) && !self.table.action(action).jumps()
    }

    /// Whether there is anything to be done at the end of a turn.
    #[inline]
    fn is_eventful(&self, group: &Group, half: Half) -> bool {
        let [one, two] = group.executors.map(|executor| executor.i);
        half.edge
            || half.actions.contains(&CRASH)
            || one == two
            || one.weight() != two.weight()
            || self.cycle.closes(group)
    }

    /// Executes what was read. On failure nothing has happened, and the bases are those that must go on apart.
    #[inline]
    fn execute(&mut self, group: &mut Group, seat: usize, number: u16) -> Result<(), Apart> {
        let action = self.table.action(number);
        let executor = &mut group.executors[seat];
        let next = executor.i.next();
        match action.kind {
            Kind::Crash | Kind::Noop => {}
            Kind::Jump => {
                executor.i = next.plus(action.constant);
                return Ok(());
            }
            Kind::AddA => executor.a = executor.a.plus(action.constant),
            Kind::AddB => executor.b = executor.b.plus(action.constant),
            Kind::WriteI => self.write(group, next.plus(action.constant), action.written)?,
            Kind::WriteIA => {
                let address = next.plus(executor.a).plus(action.constant);
                self.write(group, address, action.written)?;
            }
            Kind::WriteIB => {
                let address = next.plus(executor.b).plus(action.constant);
                self.write(group, address, action.written)?;
            }
            Kind::StoreI => {
                let value = self.value(group, seat, number)?;
                group.executors[seat].i = Self::target(group, value)?;
                return Ok(());
            }
            Kind::StoreA => group.executors[seat].a = self.number(group, seat, number)?,
            Kind::StoreB => group.executors[seat].b = self.number(group, seat, number)?,
            Kind::Write => {
                let address = self.value(group, seat, number)?;
                self.write(group, address, action.written)?;
            }
        }
        group.executors[seat].i = next;
        Ok(())
    }

    /// The value of an instruction's expression (C1), with the `i` that counting up gives.
    #[inline(never)]
    fn value(&self, group: &mut Group, seat: usize, number: u16) -> Result<Symbol, Apart> {
        let factors = self.table.factors(number);
        let sum = factors.sum.map_or(Ok(0), |sum| group.sum(sum, self.table))?;
        let Executor { i, a, b } = group.executors[seat];
        let constant = factors.constant.plus(Symbol::plain(sum % 4096));
        let value = Symbol::sum([(i.next(), factors.i), (a, factors.a), (b, factors.b)], constant);
        Ok(if group.pinned { Symbol::relative(value.offset()) } else { value })
    }

    /// The value of an expression, to be kept in a register: without a weight, if weights mean nothing.
    fn number(&self, group: &mut Group, seat: usize, number: u16) -> Result<Symbol, Apart> {
        let value = self.value(group, seat, number)?;
        Ok(if group.pinned { value.unweighted() } else { value })
    }

    /// Where a jump leads: nowhere but to an address that is absolute or relative to the base.
    fn target(group: &Group, value: Symbol) -> Result<Symbol, Apart> {
        if value.weight() <= 1 { Ok(value) } else { Err(group.all_but_one()) }
    }

    #[inline]
    fn write(&mut self, group: &mut Group, address: Symbol, written: u16) -> Result<(), Apart> {
        if address.weight() != 1 {
            return self.write_elsewhere(group, address, written);
        }
        self.write_relative(group, address.offset(), written);
        Ok(())
    }

    #[inline]
    fn write_relative(&mut self, group: &mut Group, offset: usize, written: u16) {
        let before = group.write_relative(offset, written, self.table);
        if before != written {
            self.cycle.changed(offset, before, written);
        }
    }

    /// Writes to an address that is not relative to the base.
    #[inline(never)]
    fn write_elsewhere(&mut self, group: &mut Group, address: Symbol, written: u16) -> Result<(), Apart> {
        if group.pinned {
            self.write_relative(group, address.offset(), written);
            return Ok(());
        }
        if address.weight() == 0 && group.write_fixed(address.offset(), written) {
            return Ok(());
        }
        Err(group.all_but_one())
    }
}

/// Whether both read what all bases have there.
#[inline]
fn is_relative(group: &Group, from: [Symbol; 2]) -> bool {
    from[0].weight() & from[1].weight() != 0 && group.fixed.is_empty()
}
