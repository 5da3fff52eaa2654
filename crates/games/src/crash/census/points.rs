//! Plays single matches that are left over from a line, with the ordinary engine.

use game::{Engine as _, NoPlayers, Outcome, Unobserved};

use super::super::engine::Engine;
use super::super::instruction::CELLS;
use super::super::operation::{Operation, Table};
use super::super::state;
use super::estimate::Work;
use super::extent::Line;
use super::group::Group;
use super::orbits;

/// This many turns are played before asking whether to stop: the engine needs many turns to see that a match goes on for
/// ever.
const TURNS_AT_ONCE: u64 = 1 << 20;
/// At first a match is played in steps. After each step it is checked whether anybody still writes. The first step has
/// this many turns, and the steps become ever longer.
const FIRST_STEP: u64 = 1 << 8;
const LAST_STEP: u64 = 1 << 13;
/// The length, in turns, of the step after one in which the engine found rounds.
const STEP_OF_ROUNDS: u64 = 1 << 17;

/// Plays single matches, one after the other.
#[derive(Clone)]
pub(super) struct Points {
    engine: Engine,
    /// How many turns are played at once.
    step: u64,
    /// Whether the match is a draw, although it is not over.
    is_draw: bool,
}

impl Points {
    /// An instruction has the same number in the engine as in [`super::table::Table`]: both number instructions in the
    /// order in which they come.
    pub(super) fn new(engine: Engine) -> Self {
        Self { engine, step: FIRST_STEP, is_draw: false }
    }

    /// Begins with the match of one base in its present state.
    pub(super) fn begin(&mut self, line: &Group<Line>, base: usize) {
        let [absolute, relative] = &line.layers;
        let mut filled = relative.counting.rotated(base);
        filled.insert_others(&absolute.counting);
        let fill = |cells: &mut [Operation; CELLS + 1], table: &Table| {
            filled.each(|address| cells[address] = table.operation(line.content(base, address).action()));
        };
        let register = |value: usize| u32::try_from(value).expect("it has twelve bits");
        let executors = line.executors.map(|executor| state::Executor {
            i: if executor.is_past_end { state::PAST_END } else { register(executor.i.at(base)) },
            a: register(executor.a.at(base)),
            b: register(executor.b.at(base)),
        });
        self.engine.resume(fill, executors, line.turn.into());
        (self.step, self.is_draw) = (FIRST_STEP, false);
    }

    /// Plays on for a while. True if the match is over.
    pub(super) fn play_some(&mut self, work: &mut Work) -> bool {
        let before = self.engine.effort();
        let takes_steps = self.step <= LAST_STEP || self.step == STEP_OF_ROUNDS;
        let begun = self.engine.turn();
        let until = begun + if takes_steps { self.step } else { TURNS_AT_ONCE };
        self.step *= 2;
        match self.engine.advance(until, &mut NoPlayers, &mut Unobserved) {
            Ok(()) => {}
        }
        let effort = self.engine.effort();
        work.point_turns += effort.turns - before.turns;
        work.point_writes += effort.writes - before.writes;
        let is_over = self.engine.outcome().is_some();
        let plays_plainly = effort.turns - before.turns >= (self.engine.turn() - begun) / 2;
        if plays_plainly {
            self.is_draw = takes_steps && !is_over && orbits::are_harmless(self.engine.state());
        } else {
            // A long step shows whether rounds go on for ever.
            self.step = self.step.max(STEP_OF_ROUNDS);
        }
        is_over || self.is_draw
    }

    /// Which seat has won the match that is over.
    pub(super) fn winner(&self) -> Option<usize> {
        self.engine.outcome().and_then(Outcome::winner)
    }
}
