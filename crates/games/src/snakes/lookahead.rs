//! Looks some moves ahead, as the example `minimax` does (`crates/bout/examples/snakes/minimax.c`), for the explanation of a match.
//!
//! A position is worth the squares that a move gains, with the enemy's counted twice, minus what the enemy can gain after it, and
//! so on. Where the search ends, it counts the squares that a bot can reach before the other one. The number of positions is
//! bounded, and no clock is read, so that the same position always has the same worth.

use game::{Frame, Seat};

use super::board::{BOT, EMPTY, LAND};
use super::enclosure::{enclosure, may_split};
use super::question::{Answer, Question};
use super::squares::{CELLS, COLUMNS, ROWS, Squares};

/// The moves, clockwise, as in the example.
pub(super) const MOVES: [Answer; 4] = [Answer::Right, Answer::Down, Answer::Left, Answer::Up];

/// The worth of a square that a move gains.
pub(super) const SQUARE: i32 = 10;

/// The worth of enclosing the other bot. Everything else is worth far less.
pub(super) const WIN: i32 = 1_000_000;

/// The most moves, of both bots together, that are looked at.
const DEEPEST: u8 = 14;

/// The board as far as moves go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Position {
    land: [Squares; 2],
    bots: [usize; 2],
}

/// What a move brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gain {
    /// Squares, the enemy's counted twice.
    Squares(u32),
    /// The other bot is enclosed.
    Win,
}

impl Gain {
    fn worth(self) -> i32 {
        match self {
            Self::Squares(count) => i32::try_from(count).unwrap_or(0) * SQUARE,
            Self::Win => WIN,
        }
    }
}

impl Position {
    /// The position of a question, and whose move it is. `None` if a bot is missing.
    pub(super) fn of(question: &Question) -> Option<(Self, Seat)> {
        let seat = LAND.iter().position(|player| *player == question.player)?;
        Some((Self::shown(question.board)?, seat))
    }

    /// The position that a viewer shows.
    pub(super) fn in_frame(frame: &Frame) -> Option<Self> {
        Self::shown(frame.cells_from(0).take(CELLS).map(|text| text.bytes().next().unwrap_or(EMPTY)))
    }

    fn shown(board: impl IntoIterator<Item = u8>) -> Option<Self> {
        let mut land = [Squares::default(); 2];
        let mut bots = [None; 2];
        for (cell, shown) in board.into_iter().enumerate().filter(|(_, shown)| *shown != EMPTY) {
            let owner = usize::from(shown == LAND[1] || shown == BOT[1]);
            land[owner].insert(cell);
            if shown == BOT[owner] {
                bots[owner] = Some(cell);
            }
        }
        Some(Self { land, bots: [bots[0]?, bots[1]?] })
    }

    /// For each player, the squares that are its own or nearer to it than to the other one.
    pub(super) fn room(&self) -> [u32; 2] {
        [0, 1].map(|seat| {
            let row = |row| (self.nearer(seat, row) | self.land[seat].0[row]).count_ones();
            (0..ROWS).map(row).sum()
        })
    }

    /// How many squares a player has.
    pub(super) fn territory(&self, seat: Seat) -> u32 {
        self.land[seat].count()
    }

    /// Where a move leads; nowhere off the board, and not onto the other bot (S5).
    pub(super) fn target(&self, seat: Seat, answer: Answer) -> Option<usize> {
        answer.target(self.bots[seat]).filter(|target| *target != self.bots[1 - seat])
    }

    /// The position after a move, and what it brought; `None` if it leads nowhere.
    fn after(&self, seat: Seat, answer: Answer) -> Option<(Self, Gain)> {
        let target = self.target(seat, answer)?;
        let enemy = 1 - seat;
        let mut next = self.clone();
        next.bots[seat] = target;
        if self.land[seat].contains(target) {
            return Some((next, Gain::Squares(0)));
        }
        let mut gain = 1 + u32::from(self.land[enemy].contains(target));
        next.land[seat].insert(target);
        next.land[enemy].remove(target);
        if may_split(&next.land[seat], target) {
            let enclosed = enclosure(&next.land[seat]).enclosed;
            if enclosed.contains(next.bots[enemy]) {
                return Some((next, Gain::Win));
            }
            for row in 0..ROWS {
                let more = enclosed.0[row];
                gain += more.count_ones() + (more & next.land[enemy].0[row]).count_ones();
                next.land[seat].0[row] |= more;
                next.land[enemy].0[row] &= !more;
            }
        }
        Some((next, Gain::Squares(gain)))
    }

    /// How many more squares that are not its own yet a player can reach first than the other one can.
    fn outlook(&self, seat: Seat) -> i32 {
        let reach = |seat: Seat| -> u32 {
            let row = |row| (self.nearer(seat, row) & !self.land[seat].0[row]).count_ones();
            (0..ROWS).map(row).sum()
        };
        i32::try_from(reach(seat)).unwrap_or(0) - i32::try_from(reach(1 - seat)).unwrap_or(0)
    }

    /// The squares of a row that are nearer to a player than to the other one.
    fn nearer(&self, seat: Seat, row: usize) -> u32 {
        let place = |seat: Seat| (self.bots[seat] / COLUMNS, self.bots[seat] % COLUMNS);
        let ((own_row, own), (other_row, other)) = (place(seat), place(1 - seat));
        let all = COLUMNS + ROWS;
        // How much nearer the row is to the player than to the other one, and how far they are apart within it; shifted so that
        // no number is negative.
        let head_start = all + row.abs_diff(other_row) - row.abs_diff(own_row);
        let apart = own.abs_diff(other);
        if head_start > all + apart {
            return u32::MAX;
        }
        if head_start + apart <= all {
            return 0;
        }
        if own < other {
            // All columns left of the border.
            let border = (own + other + head_start + 1 - all) / 2;
            return u32::MAX.checked_shr(32 - u32::try_from(border.min(32)).unwrap_or(32)).unwrap_or(0);
        }
        // All right of it.
        let border = (own + other + all - head_start) / 2;
        u32::MAX.checked_shl(u32::try_from(border + 1).unwrap_or(32)).unwrap_or(0)
    }
}

/// A search that may look at a limited number of positions.
pub(super) struct Search {
    left: u32,
}

impl Search {
    pub(super) fn new(positions: u32) -> Self {
        Self { left: positions }
    }

    fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The gain of the player to move within `depth` moves of both. Exact between `alpha` and `beta`, otherwise only a
    /// bound.
    fn worth(&mut self, position: &Position, seat: Seat, depth: u8, (mut alpha, beta): (i32, i32)) -> i32 {
        if depth == 0 || self.is_spent() {
            return position.outlook(seat);
        }
        self.left -= 1;
        let mut best = -2 * WIN;
        // First the moves onto squares that are not the player's: they are mostly better.
        for is_old in [false, true] {
            for answer in MOVES {
                let target = position.target(seat, answer);
                if target.is_none_or(|target| position.land[seat].contains(target) != is_old) {
                    continue;
                }
                let Some((next, gain)) = position.after(seat, answer) else { continue };
                let gained = gain.worth();
                let worth = match gain {
                    // A win is worth more the sooner it comes.
                    Gain::Win => WIN + i32::from(depth),
                    Gain::Squares(_) => {
                        let bounds = (gained - beta, gained - alpha);
                        gained - self.worth(&next, 1 - seat, depth - 1, bounds)
                    }
                };
                best = best.max(worth);
                alpha = alpha.max(worth);
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// The worth of each move that leads anywhere. The search looks equally far ahead for all of them, as far as the
    /// remaining positions allow.
    pub(super) fn weigh(mut self, position: &Position, seat: Seat) -> Vec<(Answer, i32)> {
        let mut known = Vec::new();
        for depth in (2..=DEEPEST).step_by(2) {
            let weighed = MOVES.into_iter().filter_map(|answer| {
                let (next, gain) = position.after(seat, answer)?;
                let bounds = (-2 * WIN, 2 * WIN);
                let worth = match gain {
                    Gain::Win => WIN + i32::from(depth),
                    Gain::Squares(_) => gain.worth() - self.worth(&next, 1 - seat, depth - 1, bounds),
                };
                Some((answer, worth))
            });
            let weighed: Vec<(Answer, i32)> = weighed.collect();
            if known.is_empty() || !self.is_spent() {
                known = weighed;
            }
            if self.is_spent() {
                break;
            }
        }
        known
    }

    /// The best move, where each move is worth this much more than the search says, in the order of [`MOVES`]. `None` if every move
    /// leads nowhere.
    pub(super) fn choose(mut self, position: &Position, seat: Seat, bonus: [i32; 4]) -> Option<Answer> {
        let mut chosen = None;
        for depth in (2..=DEEPEST).step_by(2) {
            let mut best: Option<(usize, i32)> = None;
            // The best move so far comes first: then most others are soon refuted.
            for at in (0..4).map(|place| (chosen.unwrap_or(0) + place) % 4) {
                let Some((next, gain)) = position.after(seat, MOVES[at]) else { continue };
                if gain == Gain::Win {
                    return Some(MOVES[at]);
                }
                let gained = gain.worth() + bonus[at];
                let least = best.map_or(-100 * WIN, |(_, worth)| worth);
                let worth = gained - self.worth(&next, 1 - seat, depth - 1, (-2 * WIN, gained - least));
                if worth > least {
                    best = Some((at, worth));
                }
            }
            if self.is_spent() && chosen.is_some() {
                break;
            }
            chosen = best.map(|(at, _)| at).or(chosen);
            if self.is_spent() || chosen.is_none() {
                break;
            }
        }
        chosen.map(|at| MOVES[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_nearer_to_who_has_fewer_steps_to_it() {
        for bots in
            [[0, 511], [511, 0], [5 * 32 + 9, 5 * 32 + 10], [31, 32], [3 * 32 + 7, 12 * 32 + 7], [40, 200]]
        {
            let position = Position { land: bots.map(Squares::of), bots };
            let steps =
                |from: usize, to: usize| (from / 32).abs_diff(to / 32) + (from % 32).abs_diff(to % 32);
            for cell in 0..CELLS {
                for seat in [0, 1] {
                    let expected = steps(bots[seat], cell) < steps(bots[1 - seat], cell);
                    let found = position.nearer(seat, cell / 32) >> (cell % 32) & 1 == 1;
                    assert_eq!(found, expected, "square {cell} for {seat} of {bots:?}");
                }
            }
        }
    }

    #[test]
    fn a_curve_that_a_move_closes_is_worth_what_it_encloses() {
        // X owns the border of a rectangle of three rows and four columns except its last square, which it steps on.
        let mut own = Squares::default();
        for cell in [0, 1, 2, 3, 32, 64, 65, 66, 67] {
            own.insert(cell);
        }
        let mut other = Squares::of(CELLS - 1);
        other.insert(33);
        let position = Position { land: [own, other], bots: [3, CELLS - 1] };
        // The square itself, and two others, of which one was the enemy's.
        let (after, gain) = position.after(0, Answer::Down).expect("it leads there");
        assert_eq!(gain, Gain::Squares(1 + 2 + 1));
        assert_eq!((after.territory(0), after.territory(1)), (12, 1));
        let inside = Position { bots: [3, 33], ..position };
        assert_eq!(inside.after(0, Answer::Down).map(|(_, gain)| gain), Some(Gain::Win));
        let chosen = Search::new(500).choose(&inside, 0, [0; 4]);
        assert_eq!(chosen, Some(Answer::Down));
    }
}
