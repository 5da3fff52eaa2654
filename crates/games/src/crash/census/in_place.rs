//! Single matches that are decided in the memory of the line that they leave.
//!
//! Most matches that come apart end within some turns, or after rounds that are played at once (`leaps`). Filling the
//! memory of the engine for them would cost more than it saves.

use super::bases::Bases;
use super::cells::LAST_TURN;
use super::cheaper_method::CheaperMethod;
use super::estimate::Work;
use super::extent::Line;
use super::group::Group;
use super::leaps::{LONGEST, LONGEST_OF_ALL, Leap, Leaps};
use super::single::{Ended, Executor, Single, Written};
use super::table::Table;

/// After this many turns, the first search for ways begins.
const FIRST_TURNS: u32 = 16;
/// After a leap, something that somebody reads is changed. To see the effect, a round is played, but at most this many
/// turns of it, and then some turns more.
const LONGEST_ROUND: u32 = 8;
const MORE_TURNS: u32 = 3;
/// After this many searches, the ordinary engine is quicker.
const MOST_SEARCHES: u32 = 64;

/// If a way does something else each time, this many rounds are played before the next search. Registers that are doubled in
/// each round no longer change after twelve rounds.
const ROUNDS_TO_SETTLE: u32 = 13;
/// But at most this many turns are played.
const LONGEST_WAIT: u32 = 256;
/// At most this many searches may find ways that do something else each time, or that write much.
const MOST_HARD_SEARCHES: u32 = 40;
/// Two methods play a match with such ways: the turns and leaps of this module, or the engine.
const HERE: usize = 0;
const BY_ENGINE: usize = 1;

/// Plays single matches.
pub(super) struct InPlace<'a> {
    table: &'a Table,
    written: Written,
    runner: InPlaceRunner,
}

/// Plays a match in place, for as long as that is quick.
struct InPlaceRunner {
    max_turns: u64,
    leaps: Leaps,
    /// The costs of [`HERE`] and [`BY_ENGINE`] for matches whose ways do something else each time, or write much.
    method: CheaperMethod,
    /// Whether the last match was one of those, and was left to the engine.
    is_left_to_engine: bool,
    turns: u64,
    searches: u64,
}

impl<'a> InPlace<'a> {
    pub(super) fn new(table: &'a Table, max_turns: u64) -> Self {
        let runner = InPlaceRunner {
            max_turns,
            leaps: Leaps::new(),
            method: CheaperMethod::default(),
            is_left_to_engine: false,
            turns: 0,
            searches: 0,
        };
        Self { table, written: Written::new(), runner }
    }

    /// Decides the match of one base. Returns `None` if it does not end soon. The line is unchanged afterwards.
    pub(super) fn end(&mut self, line: &mut Group<Line>, base: usize) -> Option<Ended> {
        self.runner.play(&mut Single::new(self.table, line, base, &mut self.written), u64::MAX)
    }

    /// Returns how the match of the first of some bases ends, if it ends soon, and which of these bases end in the same
    /// way. In the line, all of them must read the same. The match is given up after `most_work` nanoseconds of work.
    pub(super) fn end_of_alike(
        &mut self,
        line: &mut Group<Line>,
        bases: &Bases,
        most_work: u64,
    ) -> Option<(Ended, Bases)> {
        let mut single = Single::new(self.table, line, bases.first()?, &mut self.written).with_trail();
        let ended = self.runner.play(&mut single, most_work)?;
        Some((ended, single.where_alike().and(bases)))
    }

    /// Notes how many nanoseconds of work the engine took for the match that was last left to it.
    pub(super) fn note_engine(&mut self, work: u64) {
        if self.runner.is_left_to_engine {
            self.runner.method.note(BY_ENGINE, work);
        }
    }

    /// Returns the work that was done in place since the last call.
    pub(super) fn take_work(&mut self) -> Work {
        let work = self.runner.work();
        (self.runner.turns, self.runner.searches, self.runner.leaps.followed) = (0, 0, 0);
        work
    }
}

impl InPlaceRunner {
    /// Plays to the end, or gives up after `most_work` nanoseconds of work at the latest.
    fn play(&mut self, single: &mut Single, most_work: u64) -> Option<Ended> {
        let before = self.work().nanoseconds();
        let mut hard_searches = 0;
        self.is_left_to_engine = false;
        let ended = self.play_on(single, before.saturating_add(most_work), &mut hard_searches);
        if hard_searches > 0 && !self.is_left_to_engine {
            self.method.note(HERE, self.work().nanoseconds() - before);
        }
        ended
    }

    fn work(&self) -> Work {
        let (in_place_turns, searches, followed) = (self.turns, self.searches, self.leaps.followed);
        Work { in_place_turns, searches, followed, ..Work::default() }
    }

    /// Plays until the work reaches `most_work` nanoseconds. Counts the searches for which the engine may be the better
    /// choice.
    fn play_on(&mut self, single: &mut Single, most_work: u64, hard_searches: &mut u32) -> Option<Ended> {
        let max_turns = u32::try_from(self.max_turns).unwrap_or(u32::MAX);
        let last = max_turns.min(LAST_TURN);
        let mut kept = Kept::new(single.executors);
        let (mut turns, mut longest) = (FIRST_TURNS, LONGEST);
        for search in 0..MOST_SEARCHES {
            let until = single.turn.saturating_add(turns).min(last);
            while single.turn < until {
                self.turns += 1;
                let ended = single.play_turn();
                if ended.is_some() {
                    return ended;
                }
            }
            if single.turn == max_turns {
                return Some(Ended { winner: None }); // C6
            }
            if self.work().nanoseconds() > most_work {
                return None;
            }
            self.searches += 1;
            self.leaps.follow(single, longest);
            let bend = self.leaps.bend();
            if bend.is_some() || self.leaps.write_much() {
                *hard_searches += 1;
                self.is_left_to_engine = *hard_searches == 1 && self.method.choose() == BY_ENGINE;
                if self.is_left_to_engine || *hard_searches > MOST_HARD_SEARCHES {
                    return None;
                }
            }
            match self.leaps.leap(single, last) {
                Leap::Draw => return Some(Ended { winner: None }), // C6
                Leap::On { is_cut: true, .. } => (turns, longest) = (0, (8 * longest).min(LONGEST_OF_ALL)),
                Leap::On { followed, .. } => turns = followed.min(LONGEST_ROUND) + MORE_TURNS,
                Leap::Soon { turns: more } => turns = more + MORE_TURNS,
                Leap::Nowhere => return None,
            }
            if let Some(turns_of_way) = bend {
                turns = turns.max(ROUNDS_TO_SETTLE * turns_of_way).min(LONGEST_WAIT);
            }
            if kept.returns(single, search) {
                return Some(Ended { winner: None }); // C6
            }
        }
        None
    }
}

/// A state that may come again. If it does, this proves that the match never ends: see `cycle.rs`.
struct Kept {
    executors: [Executor; 2],
    /// What all cells held when the executors were in this state again for the first time.
    contents: Option<Vec<u16>>,
}

impl Kept {
    fn new(executors: [Executor; 2]) -> Self {
        Self { executors, contents: None }
    }

    /// Whether the state of a match is the kept one. Another state is kept after 1, 2, 4 … searches.
    fn returns(&mut self, single: &mut Single, searches: u32) -> bool {
        if single.executors == self.executors {
            let now = single.contents();
            return self.contents.replace(now).as_ref() == self.contents.as_ref();
        }
        if searches.is_power_of_two() {
            *self = Self::new(single.executors);
        }
        false
    }
}
