//! Plays lines of matches to their ends.
//!
//! A line is played as one for as long as nothing depends on where a program begins, and what does takes bases out: in a
//! match in which somebody reads another instruction, that is mostly a `crash`, which decides it at once. What is left
//! alone is played by the engine that plays single matches.

use game::Counts;

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cycle::Cycle;
use super::estimate::Work;
use super::extent::{Extent as _, KnownSum, Line};
use super::glances::{Ended, Glances};
use super::group::{Executor, Found, Group, Meeting, Reader, Refusal, Turn, meeting};
use super::layers::{Cell, LAST_TURN, Spare, time_of};
use super::points::Points;
use super::rounds::{Found as FoundRounds, Rounds};
use super::smooth;
use super::symbol::Symbol;
use super::table::{CRASH, Table};

/// Plays lines by a table, one after the other.
pub(super) struct Player<'a> {
    table: &'a Table,
    max_turns: u64,
    reader: Reader<'a, Line>,
    cycle: Cycle,
    rounds: Rounds,
    points: Points,
    glances: Glances<'a>,
    /// Lines that came apart from others and wait.
    waiting: Vec<Group<Line>>,
    pub(super) spare: Spare,
    pub(super) counts: Counts,
    pub(super) work: Work,
    /// The work that is done when it is asked again whether to stop, in nanoseconds.
    asks_at: u64,
}

/// After about this many nanoseconds of work it is asked whether to stop.
const WORK_A_QUESTION: u64 = 20_000;
/// After this many turns at most it is seen how much work they were.
const TURNS_A_RECKONING: u32 = 1 << 10;
/// After a turn that is not the same for all, so many are looked at with more care.
const ROUGH_TURNS: u32 = 8;
/// So few matches are played one by one rather than as a line.
const FEW: u32 = 2;

/// So few matches are looked at one by one before they become a line.
const WORTH_A_LINE: u32 = 24;

/// After this many turns the player searches for a round for the first time.
const FIRST_SEARCH: u32 = 16;
/// After this many turns it searches again. After each failure it waits four times as long.
const FIRST_PAUSE: u32 = 64;
const LONGEST_PAUSE: u32 = 1 << 14;
const LONGEST_PAUSE_OF_ROUND: u32 = 1 << 8;
/// The longest round that is looked for at first, in turns: the loops of two programs of a dozen instructions.
const LONGEST_AT_FIRST: u32 = 256;
/// The longest round that is looked for after long pauses.
const LONGEST: u32 = 1 << 12;
/// Fewer repetitions of a round are not worth the search for it.
const WORTHWHILE_ROUNDS: u64 = 16;

/// When the next round is looked for.
struct Search {
    pause: u32,
    turn: u32,
}

/// As what matches went on that came apart from a line.
#[derive(PartialEq, Eq)]
enum Parted {
    Line,
    Points,
}

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
            glances: Glances::new(table, max_turns),
            waiting: Vec::new(),
            spare: Spare::new(),
            counts: Counts::default(),
            work: Work::default(),
            asks_at: WORK_A_QUESTION,
        }
    }

    /// Plays a line, and all that comes apart from it, to the end.
    pub(super) fn settle(
        &mut self,
        line: Group<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        self.waiting.push(line);
        while let Some(mut line) = self.waiting.pop() {
            self.work.lines += 1;
            let played = self.play(&mut line, goes_on);
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
        let mut search = Search { pause: FIRST_PAUSE, turn: line.turn.saturating_add(FIRST_SEARCH) };
        while !line.extent.bases.is_empty() {
            if line.turn >= last {
                if u64::from(line.turn) >= self.max_turns {
                    self.draw(line); // C6
                    return Ok(());
                }
                self.play_apart(line, goes_on)?;
                return Ok(());
            }
            let reckoning = line.turn.saturating_add(TURNS_A_RECKONING).min(search.turn);
            let begun = line.turn;
            let refusal = self.advance(line, self.cycle.ends.min(reckoning).min(last));
            self.work.turns += u64::from(line.turn - begun);
            self.work.looks += std::mem::take(&mut self.reader.looked);
            self.ask(goes_on)?;
            if let Some(refusal) = refusal {
                self.part(line, refusal, goes_on)?;
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
                self.repeat(line, &mut search, last);
            }
        }
        Ok(())
    }

    /// Plays on until `until` turns have been played, all is decided, or a turn is refused.
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

    /// Decides the matches in which a player has counted from 4095 to 4096 in this turn (C2). The other one has not: both
    /// would have had to be at 4095 before. So they are not at the same address now, and if the match goes on, the player
    /// reads a `crash` in the next turn, and is at 4096 still.
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

    /// Plays rounds, if there are any.
    fn repeat(&mut self, line: &mut Group<Line>, search: &mut Search, last: u32) {
        let longest = search.pause.clamp(LONGEST_AT_FIRST, LONGEST);
        let found = self.rounds.repeat(line, self.table, &mut self.cycle, longest, last);
        self.work.turns += u64::from(self.rounds.turns());
        self.work.looks += std::mem::take(&mut self.rounds.looked);
        let FoundRounds::Rounds(rounds) = found else {
            self.draw(line);
            return;
        };
        self.work.written += rounds * self.rounds.writes();
        search.pause = match rounds {
            WORTHWHILE_ROUNDS.. => FIRST_PAUSE,
            // There is a round, which may go on longer where other matches are left.
            1.. => (2 * search.pause).min(LONGEST_PAUSE_OF_ROUND),
            0 => (4 * search.pause).min(LONGEST_PAUSE),
        };
        search.turn = line.turn.saturating_add(search.pause);
        if rounds > 0 && line.layers[0].last == 0 && self.cycle.is_kept(line.executors) {
            self.draw(line);
        }
    }

    /// Asks whether to go on, if enough work was done since the last question.
    fn ask(&mut self, goes_on: &dyn Fn(Work) -> bool) -> Result<(), Stopped> {
        if self.work.nanoseconds() < self.asks_at {
            return Ok(());
        }
        self.asks_at = self.work.nanoseconds() + WORK_A_QUESTION;
        if goes_on(self.work) { Ok(()) } else { Err(Stopped) }
    }

    /// Takes the matches out of a line because of which a turn was refused.
    fn part(
        &mut self,
        line: &mut Group<Line>,
        refusal: Refusal<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        match refusal {
            Refusal::Readings => self.part_readers(line, goes_on),
            // A part is a single match, of which it is decided after the turn.
            Refusal::End(base) => self.play_point(line, base, goes_on),
            Refusal::Sum(number, classes) => {
                for (value, bases) in classes {
                    if self.part_class(line, bases, goes_on)? == Parted::Line {
                        self.know_sum(number, value);
                    }
                }
                Ok(())
            }
            Refusal::Address(_) => self.play_apart(line, goes_on),
        }
    }

    /// Matches with another sum go on as a line of their own.
    fn part_class(
        &mut self,
        line: &mut Group<Line>,
        bases: Bases,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<Parted, Stopped> {
        let bases = self.glance_at_few(line, bases);
        if bases.are_at_most(FEW) {
            // They were glanced at: who is one of so few is not soon over.
            for base in bases.iter() {
                line.extent.remove(base);
                self.play_long_point(line, base, goes_on)?;
            }
            return Ok(Parted::Points);
        }
        line.extent.bases.remove_all(&bases);
        self.waiting.push(Group {
            extent: Line { bases },
            layers: self.spare.copy(&line.layers, line.turn),
            executors: line.executors,
            turn: line.turn,
            sums: line.sums.clone(),
        });
        Ok(Parted::Line)
    }

    /// Decides those of a few matches that are soon over; gives the others.
    fn glance_at_few(&mut self, line: &mut Group<Line>, mut bases: Bases) -> Bases {
        if !bases.are_at_most(WORTH_A_LINE) {
            return bases;
        }
        let mut failed = 0;
        for base in bases.clone().iter() {
            match self.glances.end(line, base) {
                Some(Ended { winner }) => {
                    line.extent.remove(base);
                    bases.remove(base);
                    self.end_point(winner);
                }
                // The others are like it.
                None => failed += 1,
            }
            if failed == 2 {
                break;
            }
        }
        self.work.glanced += std::mem::take(&mut self.glances.turns);
        bases
    }

    /// Notes the value of a sum in the line that came apart last, whose other sums are those of the line that it comes from.
    fn know_sum(&mut self, number: Option<usize>, value: u16) {
        let (Some(Group { sums, turn, .. }), Some(number)) = (self.waiting.last_mut(), number) else {
            return;
        };
        sums[number] = KnownSum { value: Some(value), since: time_of(*turn, 0) - 1 };
    }

    fn part_readers(
        &mut self,
        line: &mut Group<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        let mut found = std::mem::take(&mut self.reader.found);
        self.work.looks += 10 * found.len() as u64;
        // Matches in which both read something else come first: they are few.
        let mut parted = Ok(());
        for base in both_found(&found) {
            parted = parted.and_then(|()| self.play_point(line, base, goes_on));
        }
        found.retain(|found| {
            let is_left = line.extent.contains(found.key);
            if is_left && found.cell.action() == CRASH {
                self.crash(line, found.seat, found.key);
            }
            is_left && found.cell.action() != CRASH
        });
        found.sort_unstable_by_key(|found| (found.seat, found.cell.action()));
        let is_alike = |one: &Found<usize>, other: &Found<usize>| {
            (one.seat, one.cell.action()) == (other.seat, other.cell.action())
        };
        let parted = parted.and_then(|()| {
            let mut alike = found.chunk_by(is_alike);
            alike.try_for_each(|alike| self.part_alike(line, alike, goes_on))
        });
        found.clear();
        self.reader.found = found;
        parted
    }

    /// Takes matches out in which a player reads the same, and the other one what all others do.
    fn part_alike(
        &mut self,
        line: &mut Group<Line>,
        alike: &[Found<usize>],
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        let Found { seat, cell, .. } = alike[0];
        let bases = alike.iter().map(|found| found.key).collect();
        if self.part_class(line, bases, goes_on)? == Parted::Points {
            return Ok(());
        }
        // What all of them hold there is as if it had just been written there.
        if let (Some(parted), Some((layer, offset))) =
            (self.waiting.last_mut(), line.executors[seat].i.place())
        {
            let time = time_of(line.turn, 0) - 1;
            parted.layers[layer].write(offset, Cell::new(cell.action(), time));
        }
        Ok(())
    }

    /// Decides the match of one base in which a player reads a `crash`, and the other one what all others do (C5).
    fn crash(&mut self, line: &mut Group<Line>, seat: usize, base: usize) {
        let [own, other] = [seat, 1 - seat].map(|seat| line.executors[seat]);
        let read = |executor: Executor| line.content(base, executor.i.at(base)).action();
        let action = if other.is_past_end { CRASH } else { read(other) };
        let is_draw = action == CRASH
            || self.table.action(action).jumps()
                && self.jump(line, 1 - seat, action, base) == own.i.at(base) + 1;
        line.extent.remove(base);
        if is_draw {
            self.counts.draws += 1;
        } else {
            self.counts.wins[1 - seat] += 1;
        }
    }

    /// Where a `store` to `i` leads in the match of one base. Nobody writes anything in that turn.
    fn jump(&self, line: &Group<Line>, seat: usize, action: u16, base: usize) -> usize {
        let factors = self.table.factors(action);
        let executor = line.executors[seat];
        let registers = [(executor.i.next(), factors.i), (executor.a, factors.a), (executor.b, factors.b)];
        let linear = Symbol::sum(registers, factors.constant).at(base);
        let sum = factors.sum.map_or(0, |sum| line.sum_at(base, &self.table.sums()[sum].cells, self.table));
        (linear + usize::from(sum)) % CELLS
    }

    /// Plays all matches of a line one by one.
    fn play_apart(&mut self, line: &mut Group<Line>, goes_on: &dyn Fn(Work) -> bool) -> Result<(), Stopped> {
        for base in line.extent.bases.clone().iter() {
            self.play_point(line, base, goes_on)?;
        }
        Ok(())
    }

    /// Takes a match out of a line and plays it to its end.
    fn play_point(
        &mut self,
        line: &mut Group<Line>,
        base: usize,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        if line.extent.remove(base) == 0 {
            return Ok(());
        }
        if let Some(Ended { winner }) = self.glances.end(line, base) {
            self.work.glanced += std::mem::take(&mut self.glances.turns);
            self.end_point(winner);
            return self.ask(goes_on);
        }
        self.work.glanced += std::mem::take(&mut self.glances.turns);
        self.play_long_point(line, base, goes_on)
    }

    /// Plays a match that was taken out of a line in a memory of its own.
    fn play_long_point(
        &mut self,
        line: &Group<Line>,
        base: usize,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        self.work.points += 1;
        self.points.begin(line, base);
        loop {
            let is_over = self.points.play_some(&mut self.work);
            if is_over {
                break;
            }
            self.ask(goes_on)?;
        }
        let winner = self.points.winner();
        self.end_point(winner);
        self.ask(goes_on)
    }

    /// Counts a single match.
    fn end_point(&mut self, winner: Option<usize>) {
        match winner {
            Some(seat) => self.counts.wins[seat] += 1,
            None => self.counts.draws += 1,
        }
    }

    /// C6.
    fn draw(&mut self, line: &mut Group<Line>) {
        self.counts.draws += line.extent.len();
        line.extent.bases = Bases::NONE;
    }

    fn win(&mut self, line: &mut Group<Line>, seat: usize) {
        self.counts.wins[seat] += line.extent.len();
        line.extent.bases = Bases::NONE;
    }
}

/// The matches in which both seats found something.
fn both_found(found: &[Found<usize>]) -> Vec<usize> {
    // What seat 0 found comes first.
    let (first, second) = found.split_at(found.partition_point(|found| found.seat == 0));
    if first.is_empty() || second.is_empty() {
        return Vec::new();
    }
    let of_first: Bases = first.iter().map(|found| found.key).collect();
    second.iter().map(|found| found.key).filter(|&base| of_first.contains(base)).collect()
}
