//! Plays lines of matches to their ends.
//!
//! A line is played as one for as long as nothing depends on where a program begins. If something depends on it, bases
//! are taken out: for example, when somebody reads another instruction in a match (`splits`).

use game::Counts;

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cells::LAST_TURN;
use super::cheaper_method::CheaperMethod;
use super::cycle::Cycle;
use super::estimate::Work;
use super::extent::{Extent as _, Line};
use super::group::{Group, Meeting, Reader, Refusal, Turn, meeting};
use super::in_place::InPlace;
use super::points::Points;
use super::rounds::Rounds;
use super::searches::Search;
use super::smooth;
use super::spare::Spare;
use super::splits::{Chosen, FEW, WORK_OF_LINE};
use super::table::{CRASH, Table};

/// Plays lines with the actions of a table, one after the other.
pub(super) struct Player<'a> {
    pub(super) table: &'a Table,
    max_turns: u64,
    pub(super) reader: Reader<'a, Line>,
    pub(super) cycle: Cycle,
    pub(super) rounds: Rounds,
    pub(super) points: Points,
    pub(super) in_place: InPlace<'a>,
    /// The work for matches that go alike, in nanoseconds.
    pub(super) method_for_alike: CheaperMethod,
    /// Lines that came apart from others and wait to be played.
    pub(super) waiting: Vec<Waiting>,
    pub(super) spare: Spare,
    pub(super) counts: Counts,
    pub(super) work: Work,
    /// The amount of work, in nanoseconds, at which the player next asks whether to stop.
    asks_at: u64,
}

/// A line that is to be played.
pub(super) struct Waiting {
    pub(super) line: Group<Line>,
    /// The method that was chosen for its matches, if they go alike.
    pub(super) chosen: Option<Chosen>,
}

/// After about this many nanoseconds of work, the player asks whether to stop.
const WORK_PER_QUESTION: u64 = 20_000;
/// After at most this many turns, the player checks how much work they took.
const TURNS_PER_CHECK: u32 = 1 << 10;
/// After a turn that is not the same for all matches, this many turns are looked at with more care.
const ROUGH_TURNS: u32 = 8;

/// Somebody asked to stop.
pub(super) struct Stopped;

impl<'a> Player<'a> {
    pub(super) fn new(table: &'a Table, max_turns: u64, points: Points) -> Self {
        Self {
            table,
            max_turns,
            reader: Reader::new(table),
            cycle: Cycle::new(2),
            rounds: Rounds::new(),
            points,
            in_place: InPlace::new(table, max_turns),
            method_for_alike: CheaperMethod::with_first(WORK_OF_LINE),
            waiting: Vec::new(),
            spare: Spare::new(),
            counts: Counts::default(),
            work: Work::default(),
            asks_at: WORK_PER_QUESTION,
        }
    }

    /// Plays a line, and all that comes apart from it, to the end.
    pub(super) fn settle(
        &mut self,
        mut line: Group<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        let bases = line.extent.bases.clone();
        let (left, chosen) = self.decide_alike(&mut line, bases);
        if left.is_empty() {
            self.spare.put(line.layers);
            return self.ask(goes_on);
        }
        self.waiting.push(Waiting { line, chosen });
        while let Some(Waiting { mut line, chosen }) = self.waiting.pop() {
            let before = self.work.nanoseconds();
            self.work.lines += 1;
            let played = self.play(&mut line, goes_on);
            self.note_chosen(chosen, before);
            self.spare.put(line.layers);
            if played.is_err() {
                self.waiting.clear();
                return played;
            }
        }
        Ok(())
    }

    /// Plays a line until its last match is decided.
    fn play(&mut self, line: &mut Group<Line>, goes_on: &dyn Fn(Work) -> bool) -> Result<(), Stopped> {
        let last = u32::try_from(self.max_turns).unwrap_or(u32::MAX).min(LAST_TURN);
        self.cycle.restart(line.executors, line.turn);
        if line.extent.bases.are_at_most(FEW) {
            return self.play_apart(line, goes_on);
        }
        let mut search = Search::after(line.turn);
        while !line.extent.bases.is_empty() {
            if line.turn >= last {
                if u64::from(line.turn) >= self.max_turns {
                    self.draw(line); // C6
                    return Ok(());
                }
                self.play_apart(line, goes_on)?;
                return Ok(());
            }
            let next_check = line.turn.saturating_add(TURNS_PER_CHECK).min(search.turn);
            let begun = line.turn;
            let refusal = self.advance(line, self.cycle.ends.min(next_check).min(last));
            self.work.turns += u64::from(line.turn - begun);
            self.work.looks += std::mem::take(&mut self.reader.looked);
            self.ask(goes_on)?;
            if let Some(refusal) = refusal {
                self.split_off(line, refusal, goes_on)?;
                if line.extent.bases.are_at_most(FEW) {
                    return self.play_apart(line, goes_on);
                }
                continue;
            }
            if line.turn >= self.cycle.ends {
                self.cycle.next_window(line.executors, line.turn);
            }
            // The last match may have been decided in this very turn.
            if line.turn >= search.turn && !line.extent.bases.is_empty() {
                self.repeat(line, &mut search, last, goes_on)?;
                if line.extent.bases.are_at_most(FEW) {
                    return self.play_apart(line, goes_on);
                }
            }
        }
        Ok(())
    }

    /// Plays on until `until` turns have been played, all matches are decided, or a turn is refused.
    fn advance(&mut self, line: &mut Group<Line>, until: u32) -> Option<Refusal<Line>> {
        let mut rough = 0;
        while line.turn < until {
            if rough == 0 {
                let begun = line.turn;
                smooth::play(line, self.table, &mut self.cycle, until);
                rough = if line.turn == begun { ROUGH_TURNS } else { 1 };
                continue;
            }
            rough -= 1;
            match self.reader.turn(line) {
                Ok(turn) => {
                    turn.writes.into_iter().flatten().for_each(|written| self.cycle.note(written));
                    if self.end_turn(line, turn) {
                        return None;
                    }
                }
                Err(refusal) => return Some(refusal),
            }
        }
        None
    }

    /// Ends a turn (C5). True if no match is left.
    #[inline]
    fn end_turn(&mut self, line: &mut Group<Line>, turn: Turn) -> bool {
        let crashed = [turn.actions[0] == CRASH, turn.actions[1] == CRASH];
        let met = meeting::<Line>(line.executors);
        let is_alone = line.layers[0].last == 0;
        let closes = self.cycle.closes(line.executors, line.turn, is_alone);
        if crashed == [false; 2] && matches!(met, Meeting::Nowhere) && !closes && self.reader.ended.is_empty()
        {
            return false;
        }
        self.end_at_the_end(line, crashed);
        if crashed == [true; 2] {
            self.draw(line);
            return true;
        }
        match met {
            Meeting::Everywhere => self.draw(line),
            Meeting::Within(base) => self.counts.draws += line.extent.remove(base),
            Meeting::Nowhere => {}
        }
        match crashed {
            [true, _] => self.win(line, 1),
            [_, true] => self.win(line, 0),
            _ if closes => self.draw(line),
            _ => {}
        }
        line.extent.bases.is_empty()
    }

    /// Decides the matches in which a player has counted from 4095 to 4096 in this turn (C2). The other player has not:
    /// both would have had to be at 4095 before. So they are not at the same address now. If the match goes on, the
    /// player reads a `crash` in the next turn, and is still at 4096.
    fn end_at_the_end(&mut self, line: &mut Group<Line>, crashed: [bool; 2]) {
        for &(seat, base) in &self.reader.ended {
            if line.extent.remove(base) == 0 {
                continue;
            }
            let other = 1 - seat;
            match [seat, other].map(|seat| crashed[seat]) {
                [true, true] => self.counts.draws += 1,
                [true, false] => self.counts.wins[other] += 1,
                [false, true] => self.counts.wins[seat] += 1,
                [false, false] if u64::from(line.turn) == self.max_turns => self.counts.draws += 1,
                [false, false] => {
                    let address = line.executors[other].i.at(base);
                    let action = line.content(base, address).action();
                    let follows = address == CELLS - 1 && !self.table.action(action).jumps();
                    if action == CRASH || follows {
                        self.counts.draws += 1;
                    } else {
                        self.counts.wins[other] += 1;
                    }
                }
            }
        }
    }

    /// Asks whether to go on, if enough work was done since the last question.
    pub(super) fn ask(&mut self, goes_on: &dyn Fn(Work) -> bool) -> Result<(), Stopped> {
        if self.work.nanoseconds() < self.asks_at {
            return Ok(());
        }
        self.asks_at = self.work.nanoseconds() + WORK_PER_QUESTION;
        if goes_on(self.work) { Ok(()) } else { Err(Stopped) }
    }

    /// C6.
    pub(super) fn draw(&mut self, line: &mut Group<Line>) {
        self.counts.draws += line.extent.len();
        line.extent.bases = Bases::NONE;
    }

    fn win(&mut self, line: &mut Group<Line>, seat: usize) {
        self.counts.wins[seat] += line.extent.len();
        line.extent.bases = Bases::NONE;
    }
}
