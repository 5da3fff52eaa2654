//! Crash: what a program writes beside another one that only stands still.

use std::collections::VecDeque;

use game::{Event, EventKind, NoPlayers, Participant, SeededRng};
use games::RegisteredGame;

use super::{Behaviour, MAX_ACTIONS, SEED, SETUPS, fixed_program, lineup, starts, stopped};
use crate::{Client, Failure};

/// The programs beside it. They write nothing, so what they do depends on nothing.
pub(super) const BESIDE: [&str; 3] = [
    "store [i]-1 i\n",
    "noop\nnoop\nnoop\nnoop\nnoop\nnoop\nnoop\nstore [i]-8 i\n",
    "store [a]+1 a\nstore [b]-1 b\nnoop\nstore [i]-4 i\nnoop\nstore 0 b\nnoop\nnoop\nnoop\nstore 0 a\nnoop\nnoop\n",
];

/// The turns of a setup. A bomber has made its first round by then.
const MAX_TURNS: u64 = 16_384;

/// The number of cells that are free for the program: as many as the longest program has.
const ROOM: u64 = 128;

const CELLS: u64 = 4096;

/// A setup: the program beside, and where both start.
#[derive(Debug)]
struct Setup {
    beside: usize,
    start: [u64; 2],
}

fn setups() -> Vec<Setup> {
    let mut random = SeededRng::for_setup(SEED);
    let one = |number| {
        // Each has one half of the memory for itself, so start positions do not depend on the lengths of programs.
        let mut within = || random.below(CELLS / 2 - ROOM);
        let (low, high) = (within(), CELLS / 2 + within());
        let start = if number % 2 == 0 { [low, high] } else { [high, low] };
        Setup { beside: number % BESIDE.len(), start }
    };
    (0..SETUPS).map(one).collect()
}

pub(super) fn description() -> String {
    format!("{BESIDE:?} {MAX_TURNS} {:?}", setups())
}

/// Returns what the program writes, and how far each cell is from the one before.
pub(super) fn play(
    game: &dyn RegisteredGame,
    program: &Participant,
    client: &Client,
) -> Result<Behaviour, Failure> {
    let actions: Result<Vec<_>, Failure> =
        setups().iter().map(|setup| actions(game, program, setup, client)).collect();
    Ok(Behaviour::of_actions(actions?))
}

fn actions(
    game: &dyn RegisteredGame,
    program: &Participant,
    setup: &Setup,
    client: &Client,
) -> Result<Vec<Vec<u8>>, Failure> {
    let lineup = lineup(game, program, fixed_program(game, BESIDE[setup.beside]))?;
    let mut played = lineup.new_match();
    played.begin(&starts(setup.start)).map_err(|error| Failure::Machine(error.to_string()))?;
    let mut actions = Vec::new();
    let mut last = None;
    let mut written = VecDeque::new();
    while played.turn() < MAX_TURNS && played.outcome().is_none() && actions.len() < MAX_ACTIONS {
        if client.wants_to_stop() {
            return Err(stopped());
        }
        let mut watch = |event: Event| {
            if let (0, EventKind::Write { cell, .. }) = (event.seat, event.kind) {
                written.push_back(cell);
            }
        };
        let next = played.turn() + 1;
        played
            .advance_watched(next, &mut NoPlayers, &mut watch)
            .map_err(|void| Failure::Machine(void.to_string()))?;
        for cell in written.drain(..) {
            let text = played.cell_text(cell).unwrap_or_default();
            let kind = text.split(' ').next().unwrap_or_default();
            actions.push(format!("{kind} {}", step(last, cell as u64, CELLS)).into_bytes());
            last = Some(cell as u64);
        }
    }
    Ok(actions)
}

/// Returns how far a cell is from the one before, round the ring; 0 for the first.
pub(super) fn step(last: Option<u64>, cell: u64, size: u64) -> u64 {
    last.map_or(0, |last| (cell + size - last) % size)
}
