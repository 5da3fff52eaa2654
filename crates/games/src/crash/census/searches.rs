//! Looks for rounds of a line from time to time, and plays them.

use super::bases::Bases;
use super::departures::Fate;
use super::estimate::Work;
use super::extent::{Extent as _, Line};
use super::group::Group;
use super::lines::{Player, Stopped};
use super::rounds::Played;
use super::splits::FEW;

/// After this many turns the player searches for a round for the first time.
const FIRST_SEARCH: u32 = 16;
/// After this many turns it searches again. After each failure it waits four times as long.
const FIRST_PAUSE: u32 = 64;
/// Or this many turns, after rounds that were worth the search.
const SHORT_PAUSE: u32 = 24;
const LONGEST_PAUSE: u32 = 1 << 14;
const LONGEST_PAUSE_OF_ROUND: u32 = 1 << 8;
/// The longest round that is looked for at first, in turns: long enough for the loops of two programs of a dozen
/// instructions.
const LONGEST_AT_FIRST: u32 = 256;
/// The longest round that is looked for after long pauses.
const LONGEST: u32 = 1 << 12;
/// Fewer repetitions of a round are not worth the search for it.
const WORTHWHILE_ROUNDS: u64 = 16;

/// When the next round is looked for.
pub(super) struct Search {
    pause: u32,
    pub(super) turn: u32,
}

impl Search {
    /// The first search for a line that begins in this turn.
    pub(super) fn after(turn: u32) -> Self {
        Self { pause: FIRST_PAUSE, turn: turn.saturating_add(FIRST_SEARCH) }
    }
}

impl Player<'_> {
    /// Plays rounds, if there are any.
    pub(super) fn repeat(
        &mut self,
        line: &mut Group<Line>,
        search: &mut Search,
        last: u32,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        let longest = search.pause.clamp(LONGEST_AT_FIRST, LONGEST);
        let is_found = self.rounds.search(line, self.table, longest);
        self.work.turns += u64::from(self.rounds.turns());
        self.work.looks += std::mem::take(&mut self.rounds.looked);
        let rounds = if is_found { self.play_rounds(line, last, goes_on)? } else { 0 };
        search.pause = match rounds {
            WORTHWHILE_ROUNDS.. => SHORT_PAUSE,
            // There is a round. It may go on longer when other matches are left.
            1.. => (2 * search.pause).min(LONGEST_PAUSE_OF_ROUND),
            0 => (4 * search.pause).clamp(FIRST_PAUSE, LONGEST_PAUSE),
        };
        search.turn = line.turn.saturating_add(search.pause);
        if rounds > 0 && line.layers[0].last == 0 && self.cycle.is_kept(line.executors) {
            self.draw(line);
        }
        Ok(())
    }

    /// Plays the rounds that were found, and takes out the bases for which the next round would be another one. Returns
    /// how many rounds were played.
    fn play_rounds(
        &mut self,
        line: &mut Group<Line>,
        last: u32,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<u64, Stopped> {
        let mut rounds = 0;
        loop {
            let Played::Rounds(played) = self.rounds.leap(line, self.table, &mut self.cycle, last) else {
                self.draw(line);
                return Ok(rounds);
            };
            rounds += played;
            self.work.written += played * self.rounds.writes();
            if self.rounds.rounds_before(line, last) == 0 {
                return Ok(rounds);
            }
            let Some(departing) = self.rounds.departing(line, self.table) else { return Ok(rounds) };
            let does_any_stay = self.depart(line, &departing, last, goes_on)?;
            if line.extent.bases.are_at_most(FEW) {
                return Ok(rounds);
            }
            if does_any_stay {
                self.rounds.play(line, &mut self.cycle, 1);
                rounds += 1;
                self.work.written += self.rounds.writes();
            }
        }
    }

    /// Takes out of a line the bases for which the next round would be another one. True if the next round turns out to
    /// be the same for some of them, which then stay.
    fn depart(
        &mut self,
        line: &mut Group<Line>,
        departing: &Bases,
        last: u32,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<bool, Stopped> {
        let mut unknown = Bases::NONE;
        let mut does_any_stay = false;
        for base in departing.iter() {
            self.work.looks += u64::from(self.rounds.turns());
            match self.rounds.fate(line, self.table, base, last) {
                Fate::Stays => does_any_stay = true,
                Fate::Ends(winner) => {
                    line.extent.remove(base);
                    self.end_point(winner);
                }
                Fate::Unknown => unknown.insert(base),
            }
        }
        if !unknown.is_empty() {
            self.split_class(line, unknown, goes_on)?;
        }
        self.ask(goes_on)?;
        Ok(does_any_stay)
    }
}
