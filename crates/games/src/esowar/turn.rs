//! One turn: one instruction of one player (E1), however far the commander walks (E2).
//!
//! Most turns are plain: no player dies, the index of brackets needs no update, and no bracket is searched for. Plain
//! turns have a loop of their own. It calls no function for them, so all its state stays in registers.

use game::{Event, EventKind, Observer, Seat};

use super::engine::{NO_MATCH, READ_D};
use super::history::Place;
use super::ring::{Board, EDGE};
use super::symbol::{CLOSE, D, LEFT, OPEN, PLUS, R, RIGHT};
use super::walks::SYMBOL;

/// A player's two agents.
///
/// A commander who walks off the right edge stands one past the last square until she reads ([`EDGE`]). This costs less
/// than checking for the edge at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agents {
    pub(super) seat: Seat,
    pub(super) commander: usize,
    pub(super) robot: usize,
}

/// Prepares the board for turns of these players in this many rounds, at most [`super::blocks::MOST_ROUNDS`].
pub(super) fn prepare(board: &mut Board, players: &[Agents], rounds: usize) {
    for agents in players {
        board.write_for(agents.commander, agents.robot, rounds);
    }
}

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

/// Plays a turn of a player who is known to survive it, without an observer.
pub(super) fn take_alone(board: &mut Board, agents: &mut Agents) {
    assert!(lives_on(board, agents), "she was found to live on");
}

/// Plays turns of all living players in turn order. Notes in `places` where they are at the start of each round, and
/// returns how many turns it played. It stops when a player would die in the next turn, or when `places` is full.
pub(super) fn take_noted(board: &mut Board, living: &mut [Agents], places: &mut [Place]) -> usize {
    if let [one, two] = living {
        return take_noted_of_two(board, one, two, places);
    }
    let mut turns = 0;
    for round in places.chunks_exact_mut(living.len()) {
        for (place, agents) in round.iter_mut().zip(&*living) {
            *place = Place::of(agents);
        }
        for agents in &mut *living {
            if !lives_on(board, agents) {
                return turns;
            }
            turns += 1;
        }
    }
    turns
}

/// [`take_noted`] for two players. Most matches have two.
fn take_noted_of_two(board: &mut Board, one: &mut Agents, two: &mut Agents, places: &mut [Place]) -> usize {
    let (mut first, mut second) = (*one, *two);
    let board = &mut board.again();
    let mut turns = 0;
    for round in places.chunks_exact_mut(2) {
        round[0] = Place::of(&first);
        round[1] = Place::of(&second);
        if !lives_on(board, &mut first) {
            break;
        }
        if !lives_on(board, &mut second) {
            turns += 1;
            break;
        }
        turns += 2;
    }
    (*one, *two) = (first, second);
    turns
}

/// Plays a turn if the player survives it. Otherwise it returns false and changes nothing, except that a commander who
/// is past the edge moves to square 0.
#[inline(always)]
fn lives_on(board: &mut Board, agents: &mut Agents) -> bool {
    loop {
        match board.cell(agents.commander) & SYMBOL {
            R => {}
            RIGHT => agents.robot = board.right_of(agents.robot),
            LEFT => agents.robot = board.left_of(agents.robot),
            PLUS if board.increment_plain(agents.robot) => {}
            // E4.
            OPEN if board.cell(agents.robot) != R => {}
            OPEN | CLOSE => {
                let target = board.remembered_walk(agents.commander);
                let Some(target) = target.or_else(|| walk(&mut board.again(), agents.commander)) else {
                    return false;
                };
                agents.commander = target;
                return true;
            }
            PLUS => increment(&mut board.again(), agents.robot),
            EDGE => {
                agents.commander = 0;
                continue;
            }
            _ => return false, // `d`
        }
        agents.commander += 1;
        return true;
    }
}

/// Where the walk from a bracket ends, if this walk is not remembered.
#[cold]
#[inline(never)]
fn walk(board: &mut Board, square: usize) -> Option<usize> {
    board.walk(square, board.symbol(square))
}

/// Changes a square if the index of brackets needs to know of the change.
#[cold]
#[inline(never)]
fn increment(board: &mut Board, square: usize) {
    board.increment(square);
}
