//! A plain interpreter of Esowar, written from the rules alone.
//!
//! The fast engine is compared with this one, so it does nothing clever: the board is an array of symbols, a matching
//! bracket is searched for square by square, and every turn is played. Rulings (`E1` to `E10`) are those of the rules
//! page.

const R: u8 = 0;
const D: u8 = 1;
const ROBOT_RIGHT: u8 = 2;
const ROBOT_LEFT: u8 = 3;
const INCREMENT: u8 = 4;
const OPEN: u8 = 5;
const CLOSE: u8 = 6;

/// Why a commander died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeathReason {
    /// She read a `d`.
    ReadD,
    /// She attempted to walk to a bracket that does not exist.
    NoMatch,
}

/// The death of one commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Death {
    /// The player who lost, counted from 0 in turn order.
    pub seat: usize,
    /// The turn in which it happened; the first turn of a match is turn 1.
    pub turn: u64,
    /// What killed her.
    pub reason: DeathReason,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// One player was left.
    Win {
        /// The player who was left.
        winner: usize,
    },
    /// The turn limit came while two or more players were alive.
    TurnLimit {
        /// The living players, in turn order.
        tied: Vec<usize>,
    },
}

/// A match of Esowar, as it stands between two turns.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The symbol value, 0 to 6, of every square.
    pub board: Vec<u8>,
    /// The square of every player's commander. For a dead commander, it is the square where she died.
    pub commanders: Vec<usize>,
    /// The square of every player's robot.
    pub robots: Vec<usize>,
    /// Whether each player is alive.
    pub alive: Vec<bool>,
    /// The deaths so far, in the order in which they happened.
    pub deaths: Vec<Death>,
    /// The number of turns played so far, of all players together (E1).
    pub turns: u64,
    max_turns: u64,
    /// The player whose turn is next.
    seat: usize,
}

impl Reference {
    /// Sets up a match: each base is written from its start square on, and its commander stands on its first symbol.
    ///
    /// # Panics
    ///
    /// Panics when there are fewer than two bases, when `bases`, `start` and `robots` differ in length, when a base
    /// holds a value above 6 or leaves the board (E8), or when a robot is not on the board.
    #[must_use]
    pub fn new(squares: usize, bases: &[&[u8]], start: &[usize], robots: &[usize], max_turns: u64) -> Self {
        assert!(bases.len() >= 2, "a match has two players or more");
        assert!(bases.len() == start.len() && bases.len() == robots.len(), "a setup is for all players");
        assert!(robots.iter().all(|&robot| robot < squares), "robots stand on the board");
        let mut board = vec![R; squares];
        for (base, &start) in bases.iter().zip(start) {
            assert!(base.iter().all(|&symbol| symbol <= CLOSE), "a symbol has a value from 0 to 6");
            board[start..start + base.len()].copy_from_slice(base);
        }
        Self {
            board,
            commanders: start.to_vec(),
            robots: robots.to_vec(),
            alive: vec![true; bases.len()],
            deaths: Vec::new(),
            turns: 0,
            max_turns,
            seat: 0,
        }
    }

    /// Says how the match ended, or `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        let living = || (0..self.alive.len()).filter(|&seat| self.alive[seat]);
        // E7: one player left is a win, also when the last death comes on the last turn.
        if self.one_left() {
            return living().next().map(|winner| End::Win { winner });
        }
        // E7: at the turn limit the living tie.
        (self.turns >= self.max_turns).then(|| End::TurnLimit { tied: living().collect() })
    }

    /// Plays one turn. When the match is over, nothing happens and the answer is `false`.
    pub fn step(&mut self) -> bool {
        let before = self.turns;
        self.run(before + 1);
        self.turns > before
    }

    /// Plays until `until` turns have been played since the start of the match, or until the match is over.
    #[inline(never)] // So that a benchmark times the same machine code for every caller.
    pub fn run(&mut self, until: u64) {
        if self.one_left() {
            return; // E7: the game ends before any further turn.
        }
        let until = until.min(self.max_turns);
        let players = self.alive.len();
        let board = &mut self.board[..];
        let (commanders, robots) = (&mut self.commanders[..players], &mut self.robots[..players]);
        let alive = &mut self.alive[..];
        let mut living = players - self.deaths.len();
        let (mut turns, mut seat) = (self.turns, self.seat);
        while turns < until {
            // E1: players take turns in order, and the dead are skipped.
            if alive[seat] {
                turns += 1; // E1: one instruction of one player; E2: however far she walks.
                if let Some(reason) = act(board, &mut commanders[seat], &mut robots[seat]) {
                    // E6: nothing else changes, the base stays on the board.
                    alive[seat] = false;
                    living -= 1;
                    self.deaths.push(Death { seat, turn: turns, reason });
                    if living == 1 {
                        break; // E7: the game ends as soon as one player is left.
                    }
                }
            }
            seat = right_of(seat, players);
        }
        (self.turns, self.seat) = (turns, seat);
    }

    fn one_left(&self) -> bool {
        self.deaths.len() + 1 == self.alive.len()
    }
}

/// Performs the instruction on which a commander stands. If it kills her, she dies where she stands.
fn act(board: &mut [u8], commander: &mut usize, robot: &mut usize) -> Option<DeathReason> {
    let squares = board.len();
    let here = *commander;
    // E5: the symbol is read before anything changes.
    *commander = match board[here] {
        R => right_of(here, squares),
        D => return Some(DeathReason::ReadD),
        ROBOT_RIGHT => {
            *robot = right_of(*robot, squares);
            right_of(here, squares)
        }
        ROBOT_LEFT => {
            *robot = left_of(*robot, squares);
            right_of(here, squares)
        }
        INCREMENT => {
            let symbol = board[*robot];
            board[*robot] = if symbol == CLOSE { R } else { symbol + 1 };
            right_of(here, squares)
        }
        // E4: she does not try to walk to the partner, so the bracket needs none.
        OPEN if board[*robot] != R => right_of(here, squares),
        OPEN => match matching_close(board, here) {
            Some(close) => right_of(close, squares),
            None => return Some(DeathReason::NoMatch),
        },
        CLOSE => match matching_open(board, here) {
            Some(open) => open,
            None => return Some(DeathReason::NoMatch),
        },
        _ => unreachable!("a square holds a symbol from 0 to 6"),
    };
    None
}

/// The next place to the right on a ring of `size` places.
fn right_of(place: usize, size: usize) -> usize {
    if place + 1 == size { 0 } else { place + 1 }
}

/// The next place to the left on a ring of `size` places.
fn left_of(place: usize, size: usize) -> usize {
    if place == 0 { size - 1 } else { place - 1 }
}

/// E3: the `]` that matches the `[` on square `open`. The search goes right and visits each of the other squares once.
fn matching_close(board: &[u8], open: usize) -> Option<usize> {
    let mut depth = 1;
    (open + 1..board.len()).chain(0..open).find(|&square| {
        match board[square] {
            OPEN => depth += 1,
            CLOSE => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// E3: the `[` that matches the `]` on square `close`. The search goes left and visits each of the other squares once.
fn matching_open(board: &[u8], close: usize) -> Option<usize> {
    let mut depth = 1;
    (0..close).rev().chain((close + 1..board.len()).rev()).find(|&square| {
        match board[square] {
            CLOSE => depth += 1,
            OPEN => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_writes_a_d_on_which_the_other_commander_dies() {
        // `>+` against `<r`. The first robot goes from 6 to 7 and turns that square into `d`. The second commander
        // walks over 4, 5 and 6 on turns 2, 4 and 6, and reads square 7 on turn 8. Her robot wrapped round from 0 to 7.
        let mut game = Reference::new(8, &[&[2, 4], &[3, 0]], &[0, 4], &[6, 0], 100);
        game.run(7);
        assert_eq!((game.turns, game.end()), (7, None));
        game.run(100);
        assert_eq!(game.end(), Some(End::Win { winner: 0 }));
        assert_eq!(game.deaths, [Death { seat: 1, turn: 8, reason: DeathReason::ReadD }]);
        assert_eq!((game.turns, &game.commanders[..], &game.robots[..]), (8, &[4, 7][..], &[7, 7][..]));
        assert_eq!(game.board, [2, 4, 0, 0, 3, 0, 0, 1]);
        assert!(!game.step());
        assert_eq!(game.turns, 8);
    }

    #[test]
    fn brackets_match_across_bases_nested_and_round_the_ring() {
        // Squares `[ [ ] r r ] r r`: 0 matches 5, both ways.
        let mut game = Reference::new(8, &[&[5, 5, 6], &[6, 0]], &[0, 5], &[7, 7], 2);
        game.run(2);
        assert_eq!(game.commanders, [6, 0]);
        // Squares `] r r r r [`: the `[` on 5 finds the `]` on 0 beyond the right edge, and the other way round.
        let mut game = Reference::new(6, &[&[6], &[5]], &[0, 5], &[2, 2], 2);
        game.run(2);
        assert_eq!(game.commanders, [5, 1]);
    }

    #[test]
    fn a_bracket_without_partner_kills_only_who_walks_to_it() {
        let mut game = Reference::new(5, &[&[5], &[0]], &[0, 2], &[3, 3], 9);
        game.run(9);
        assert_eq!(game.deaths, [Death { seat: 0, turn: 1, reason: DeathReason::NoMatch }]);
        assert_eq!((game.end(), game.commanders[0]), (Some(End::Win { winner: 1 }), 0));
        // The robot stands on the `[` itself, not on r.
        let mut game = Reference::new(5, &[&[5], &[0]], &[0, 2], &[0, 3], 2);
        game.run(9);
        assert_eq!(game.end(), Some(End::TurnLimit { tied: vec![0, 1] }));
        assert_eq!(game.commanders, [1, 3]);
    }

    #[test]
    fn the_dead_are_skipped_and_the_living_tie() {
        let mut game = Reference::new(6, &[&[1], &[0], &[0]], &[0, 2, 4], &[0, 0, 0], 5);
        game.run(9);
        assert_eq!(game.end(), Some(End::TurnLimit { tied: vec![1, 2] }));
        assert_eq!((game.turns, game.commanders), (5, vec![0, 4, 0]));
    }

    #[test]
    fn an_increment_counts_from_the_next_read_on() {
        // The first player's + becomes [ under her; the second's makes ] into r.
        let mut game = Reference::new(6, &[&[4], &[4, 6]], &[0, 2], &[0, 3], 2);
        game.run(2);
        assert_eq!((game.board, game.commanders), (vec![5, 0, 4, 0, 0, 0], vec![1, 3]));
    }
}
