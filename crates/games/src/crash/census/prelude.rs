//! The turns of every distance before the programs meet, without playing them.

use super::super::instruction::CELLS;
use super::group::{Executor, Group, distance};
use super::player::Player;
use super::solo::Solo;
use super::symbol::Symbol;
use super::table::{CRASH, Table};

/// Where programs visit and fill more pairs of cells than this, distances are played from the first turn.
const MOST_PAIRS: usize = 1 << 21;

/// Both programs alone, and for each distance the first turn that is not as if they were.
#[derive(Debug)]
pub(super) struct Prelude {
    solos: [Solo; 2],
    meetings: Vec<usize>,
}

impl Prelude {
    pub(super) fn new(programs: &[Vec<u16>; 2], table: &Table, max_turns: u64) -> Self {
        let solos = programs.each_ref().map(|program| Solo::play(program, table));
        let most = usize::try_from(max_turns).unwrap_or(usize::MAX);
        let turns = solos[0].turns().min(solos[1].turns()).min(most);
        let filled = solos.each_ref().map(Solo::filled);
        let pairs = solos[0].visits.len() * filled[1].len() + solos[1].visits.len() * filled[0].len();
        let mut meetings = vec![if pairs > MOST_PAIRS { 0 } else { turns }; CELLS];
        if pairs <= MOST_PAIRS {
            for (visitor, filled) in [&filled[1], &filled[0]].into_iter().enumerate() {
                note_visits(&mut meetings, visitor, &solos[visitor], filled);
            }
            for turn in 0..turns {
                let [one, two] = solos.each_ref().map(|solo| solo.executors[turn + 1].i.offset());
                let meeting = &mut meetings[distance(two, one)];
                *meeting = turn.min(*meeting);
            }
        }
        Self { solos, meetings }
    }

    /// Takes a group to the turn in which the programs meet, where its matches are decided if that is easy.
    pub(super) fn skip(&self, player: &mut Player<'_>, group: &mut Group, distance: usize) {
        let meeting = self.meetings[distance];
        if meeting == 0 {
            return;
        }
        self.pass_edges(player, group, distance, meeting);
        group.turn = meeting as u64;
        if self.is_decided(player, group, distance, meeting) {
            return;
        }
        group.executors = [0, 1].map(|seat| self.executor(seat, distance, meeting));
        let writes = self.solos.each_ref().map(|solo| {
            let until = solo.writes.partition_point(|written| written.turn < meeting);
            &solo.writes[..until]
        });
        let (mut one, mut two) = (writes[0].iter().peekable(), writes[1].iter().peekable());
        loop {
            let is_first = match (one.peek(), two.peek()) {
                (Some(first), Some(second)) => first.turn <= second.turn,
                (first, None) if first.is_none() => break,
                (first, _) => first.is_some(),
            };
            let (written, shift) = if is_first { (one.next(), 0) } else { (two.next(), distance) };
            if let Some(written) = written {
                group.cells[(written.offset + shift) % CELLS] = written.action;
            }
        }
    }

    /// The registers of a player before a turn, relative to the base.
    fn executor(&self, seat: usize, distance: usize, turn: usize) -> Executor {
        let Executor { i, a, b } = self.solos[seat].executors[turn];
        let shift = |symbol: Symbol| if seat == 0 { symbol } else { symbol.shifted(distance) };
        Executor { i: shift(i), a: shift(a), b: shift(b) }
    }

    /// What both have made of the cell at an offset from the base, as it is read in a turn.
    fn content(&self, distance: usize, offset: usize, turn: usize) -> u16 {
        let one = self.solos[0].content(offset, turn);
        let two = self.solos[1].content(super::group::distance(distance, offset), turn);
        match (one, two) {
            (Some(one), Some(two)) => {
                if one.0 > two.0 {
                    one.1
                } else {
                    two.1
                }
            }
            (one, two) => one.or(two).map_or(CRASH, |held| held.1),
        }
    }

    /// Decides the matches in which somebody passes the end before the programs meet, as [`Player::end_turn`] does (C2).
    fn pass_edges(&self, player: &mut Player<'_>, group: &mut Group, distance: usize, meeting: usize) {
        let mut passing = Vec::new();
        for (seat, solo) in self.solos.iter().enumerate() {
            let edges = solo.edges.iter().filter(|&&(_, turn)| turn < meeting);
            passing.extend(edges.map(|&(cell, turn)| {
                let offset = (cell + seat * distance) % CELLS;
                (turn, seat, CELLS - 1 - offset)
            }));
        }
        passing.sort_unstable();
        for (turn, seat, base) in passing {
            if !group.bases.remove(base) {
                continue;
            }
            let next = turn + 1;
            let other = self.executor(1 - seat, distance, next).i;
            let action = self.content(distance, other.offset(), next);
            let follows = other.at(base) == CELLS - 1 && !player.table.action(action).jumps();
            if next as u64 == player.max_turns || action == CRASH || follows {
                player.counts.draws += 1;
            } else {
                player.counts.wins[1 - seat] += 1;
            }
        }
    }

    /// Decides the matches of a group if one player alone reads a `crash` in the turn of the meeting, and they do not
    /// come to the same address.
    fn is_decided(
        &self,
        player: &mut Player<'_>,
        group: &mut Group,
        distance: usize,
        meeting: usize,
    ) -> bool {
        if meeting as u64 == player.max_turns {
            return false;
        }
        let from = [0, 1].map(|seat| self.executor(seat, distance, meeting).i.offset());
        let actions = from.map(|from| self.content(distance, from, meeting));
        let seat = match actions.map(|action| action == CRASH) {
            [true, false] => 0,
            [false, true] => 1,
            _ => return false,
        };
        // A jump may lead to the same address.
        if player.table.action(actions[1 - seat]).jumps() {
            let factors = player.table.factors(actions[1 - seat]);
            let Executor { i, a, b } = self.executor(1 - seat, distance, meeting);
            let terms = [(i.next(), factors.i), (a, factors.a), (b, factors.b)];
            let value = Symbol::sum(terms, factors.constant);
            if factors.sum.is_some() || value.weight() != 1 || value.offset() == (from[seat] + 1) % CELLS {
                return false;
            }
        }
        player.win(group, 1 - seat);
        true
    }
}

/// Notes for each distance the first turn in which a player visits a cell that the other one has filled.
fn note_visits(meetings: &mut [usize], visitor: usize, solo: &Solo, filled: &[(usize, usize)]) {
    for (visited, turns) in &solo.visits {
        for &(cell, since) in filled {
            let apart = if visitor == 0 { distance(cell, *visited) } else { distance(*visited, cell) };
            if let Some(&turn) = turns.get(turns.partition_point(|&turn| turn < since)) {
                meetings[apart] = turn.min(meetings[apart]);
            }
        }
    }
}
