//! One turn: one instruction of one player (E1), however far its walk is (E2).
//!
//! Most turns are plain: they neither end a player, nor change a bracket, nor search for one. They are
//! played in a loop of their own that calls nothing, so that all its state stays in registers.

use game::{Event, EventKind, Observer, Seat, Unobserved};

use super::engine::{NO_MATCH, READ_D};
use super::history::Place;
use super::ring::{Board, EDGE};
use super::symbol::{CLOSE, D, LEFT, OPEN, PLUS, R, RIGHT};
use super::walks::{REMEMBERED, SYMBOL};

/// A player's two agents.
///
/// A commander who walks off the right edge is one past the last square until she reads ([`EDGE`]): it
/// costs less than to ask at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agents {
    pub(super) seat: Seat,
    pub(super) commander: usize,
    pub(super) robot: usize,
}

/// A `[` whose walk is remembered.
const REMEMBERED_OPEN: u8 = OPEN | REMEMBERED;
/// A `]` whose walk is remembered.
const REMEMBERED_CLOSE: u8 = CLOSE | REMEMBERED;

/// Plays any turn. On an error the commander has died, on the square where she stands.
///
/// The symbol is read before anything changes (E5).
pub(super) fn take<O: Observer>(
    board: &mut Board,
    agents: &mut Agents,
    turn: u64,
    observer: &mut O,
) -> Result<(), &'static str> {
    if board.cell(agents.commander) == EDGE {
        agents.commander = 0;
    }
    let symbol = board.cell(agents.commander) & SYMBOL;
    match symbol {
        D => return Err(READ_D),
        RIGHT => agents.robot = board.right_of(agents.robot),
        LEFT => agents.robot = board.left_of(agents.robot),
        PLUS => {
            let (before, after) = board.increment(agents.robot);
            if O::WATCHES {
                let kind =
                    EventKind::Write { cell: agents.robot, before: before.into(), after: after.into() };
                observer.event(Event { turn, seat: agents.seat, kind });
            }
        }
        // E4: a `[` whose robot is not on `r` needs no partner.
        OPEN if board.cell(agents.robot) != R => {}
        OPEN | CLOSE => {
            agents.commander = board.walk(agents.commander, symbol).ok_or(NO_MATCH)?;
            return Ok(());
        }
        _ => {} // `r`
    }
    agents.commander += 1;
    Ok(())
}

/// Plays a turn of a player who is known to live on, unwatched.
pub(super) fn take_alone(board: &mut Board, agents: &mut Agents) {
    if !plain(board, agents) {
        take(board, agents, 0, &mut Unobserved).expect("she was found to live on");
    }
}

/// Plays plain turns of all living players in turn order, notes in `places` where they are at the start of each
/// round, and says how many turns it played. The turn after them is not plain, or `places` is full.
pub(super) fn take_plain(board: &mut Board, living: &mut [Agents], places: &mut [Place]) -> usize {
    if let [one, two] = living {
        return take_plain_of_two(board, one, two, places);
    }
    let mut turns = 0;
    for round in places.chunks_exact_mut(living.len()) {
        for (place, agents) in round.iter_mut().zip(&*living) {
            *place = Place::of(agents);
        }
        for agents in &mut *living {
            if !plain(board, agents) {
                return turns;
            }
            turns += 1;
        }
    }
    turns
}

/// Takes plain turns of two players, which is the case of most matches.
fn take_plain_of_two(board: &mut Board, one: &mut Agents, two: &mut Agents, places: &mut [Place]) -> usize {
    let (mut first, mut second) = (*one, *two);
    let mut turns = 0;
    for round in places.chunks_exact_mut(2) {
        round[0] = Place::of(&first);
        round[1] = Place::of(&second);
        if !plain(board, &mut first) {
            break;
        }
        if !plain(board, &mut second) {
            turns += 1;
            break;
        }
        turns += 2;
    }
    (*one, *two) = (first, second);
    turns
}

/// Plays a turn if it is a plain one; otherwise changes nothing but to bring a commander who is past
/// the edge to square 0.
#[inline(always)]
fn plain(board: &mut Board, agents: &mut Agents) -> bool {
    loop {
        match board.cell(agents.commander) & (SYMBOL | REMEMBERED) {
            R => {}
            RIGHT => agents.robot = board.right_of(agents.robot),
            LEFT => agents.robot = board.left_of(agents.robot),
            PLUS => {
                if !board.increment_plain(agents.robot) {
                    return false;
                }
            }
            // E4.
            OPEN | REMEMBERED_OPEN if board.cell(agents.robot) != R => {}
            REMEMBERED_OPEN | REMEMBERED_CLOSE => {
                agents.commander = board.remembered_walk(agents.commander);
                return true;
            }
            EDGE => {
                agents.commander = 0;
                continue;
            }
            _ => return false,
        }
        agents.commander += 1;
        return true;
    }
}
