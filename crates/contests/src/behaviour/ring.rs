//! Esowar: what a robot makes of the squares beside a base that only stands still.

use game::{Event, EventKind, NamedLists, NoPlayers, Participant, SeededRng};
use games::RegisteredGame;

use super::memory::step;
use super::{Behaviour, MAX_ACTIONS, SEED, SETUPS, fixed_program, lineup, stopped};
use crate::{Client, Failure};

/// The bases beside it. Their commanders stay in a loop in the middle, and their robots are far away. Everything else is
/// there for the robot to find.
pub(super) const BESIDE: [&str; 4] =
    ["[+]+[]", "[+]+[]+<>[<]>>+]d[+]<r", "[+]+[]rr>>dd<<[[+]]rrrr+++d", "[+]+[]d>+d>+d>+d[]<[]<[]<rr[>]"];

/// The turns of a setup.
const MAX_TURNS: u64 = 200_000;

/// The number of turns between two checks for enough actions.
const SLICE: u64 = 500;

/// The number of squares for two programs.
const SQUARES: u64 = 200_000;

/// Where the bases start, far from each other, and where the other robot starts.
const START: [u64; 2] = [20_000, 120_000];
const OTHER_ROBOT: u64 = 60_000;

/// The robot starts at most this many squares from the base beside it.
const NEAR: u64 = 60;

/// A setup: the base beside the robot, and the start of the robot.
#[derive(Debug)]
struct Setup {
    beside: usize,
    robot: u64,
}

fn setups() -> Vec<Setup> {
    let mut random = SeededRng::for_setup(SEED);
    let one = |number: usize| Setup {
        beside: number % BESIDE.len(),
        robot: START[1] - NEAR + random.below(2 * NEAR + BESIDE[number % BESIDE.len()].len() as u64),
    };
    (0..SETUPS).map(one).collect()
}

pub(super) fn description() -> String {
    format!("{BESIDE:?} {MAX_TURNS} {SLICE} {START:?} {OTHER_ROBOT} {:?}", setups())
}

/// Returns what the robot makes of each square on which it stops, and the distance of that square from the previous one.
pub(super) fn play(
    game: &dyn RegisteredGame,
    program: &Participant,
    client: &Client,
) -> Result<Behaviour, Failure> {
    let actions: Result<Vec<_>, Failure> =
        setups().iter().map(|setup| actions(game, program, setup, client)).collect();
    Ok(Behaviour::of_actions(actions?))
}

/// What became of a square while the robot stood there. Different ways to the same symbol are the same action.
struct Action {
    cell: u64,
    before: u32,
    after: u32,
}

fn actions(
    game: &dyn RegisteredGame,
    program: &Participant,
    setup: &Setup,
    client: &Client,
) -> Result<Vec<Vec<u8>>, Failure> {
    let lineup = lineup(game, program, fixed_program(game, BESIDE[setup.beside]))?;
    let mut played = lineup.new_match();
    let lists =
        NamedLists::default().with("start", START.to_vec()).with("robots", vec![setup.robot, OTHER_ROBOT]);
    played.begin(&lists).map_err(|error| Failure::Machine(error.to_string()))?;
    let mut actions: Vec<Action> = Vec::new();
    while played.turn() < MAX_TURNS && played.outcome().is_none() && actions.len() <= MAX_ACTIONS {
        if client.wants_to_stop() {
            return Err(stopped());
        }
        let mut watch = |event: Event| {
            let (0, EventKind::Write { cell, before, after }) = (event.seat, event.kind) else { return };
            match actions.last_mut() {
                Some(last) if last.cell == cell as u64 => last.after = after,
                _ => actions.push(Action { cell: cell as u64, before, after }),
            }
        };
        let next = played.turn() + SLICE;
        played
            .advance_watched(next, &mut NoPlayers, &mut watch)
            .map_err(|void| Failure::Machine(void.to_string()))?;
    }
    let mut last = None;
    let mut words = Vec::new();
    for Action { cell, before, after } in actions.into_iter().take(MAX_ACTIONS) {
        words.push(format!("{before} {after} {}", step(last, cell, SQUARES)).into_bytes());
        last = Some(cell);
    }
    Ok(words)
}
