//! A plain interpreter of Snakes, written from the rules alone.
//!
//! The engine on bits is compared with it, so it does nothing clever: the board is one of characters,
//! and after every move all regions are searched, square by square. Rulings (`S1` to `S8`) are those
//! of the rules page.

use std::collections::VecDeque;

const ROWS: usize = 16;
const COLUMNS: usize = 32;
const NAMES: [u8; 2] = *b"XO";

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A bot was enclosed (S8).
    Enclosed {
        /// The other one.
        winner: usize,
    },
    /// The last turn was played, and one has the larger territory.
    Larger {
        /// The winner: 0 for X, 1 for O.
        winner: usize,
    },
    /// The last turn was played, and both have the same.
    Equal,
}

/// A match of Snakes, as it stands between two moves.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The owner of each square, by row and column: `X`, `O`, or `.` for nobody.
    pub owners: [[u8; COLUMNS]; ROWS],
    /// Where X and O stand: row and column.
    pub bots: [(usize, usize); 2],
    /// Invalid answers of X and of O (S6).
    pub invalid: [u64; 2],
    /// The turns that have begun.
    pub turns: u64,
    /// Who moves next.
    pub to_move: usize,
    /// How many regions the last move left open: more than one where they tie for largest (S7).
    pub left_open: usize,
    max_turns: u64,
    end: Option<End>,
}

impl Reference {
    /// A match before its first turn.
    #[must_use]
    pub fn new(max_turns: u64) -> Self {
        let mut owners = [[b'.'; COLUMNS]; ROWS];
        owners[0][0] = b'X';
        owners[15][31] = b'O';
        Self::on(owners, [(0, 0), (15, 31)], max_turns)
    }

    /// A match that goes on from this board, with X to move. Each bot stands on a square of its own.
    #[must_use]
    pub fn on(owners: [[u8; COLUMNS]; ROWS], bots: [(usize, usize); 2], max_turns: u64) -> Self {
        Self { owners, bots, invalid: [0; 2], turns: 0, to_move: 0, left_open: 1, max_turns, end: None }
    }

    /// Says how the match ended, or `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The board as a bot sees it (S3), row after row.
    #[must_use]
    pub fn board(&self) -> Vec<u8> {
        let mut board = self.owners.concat();
        for ((row, column), character) in self.bots.into_iter().zip(*b"*@") {
            board[row * COLUMNS + column] = character;
        }
        board
    }

    /// How many squares are a player's.
    #[must_use]
    pub fn territory(&self, player: usize) -> u64 {
        self.owners.iter().flatten().filter(|owner| **owner == NAMES[player]).count() as u64
    }

    /// Plays a whole turn with these answers of X and O.
    pub fn turn(&mut self, answers: [u8; 2]) {
        for answer in answers {
            self.half(answer);
        }
    }

    /// Plays the next move, one half of a turn (S1); does nothing once the match is over.
    #[inline(never)] // So that a benchmark times the same machine code for every caller.
    pub fn half(&mut self, answer: u8) {
        if self.end.is_some() {
            return;
        }
        let player = self.to_move;
        self.to_move = 1 - player;
        self.turns += u64::from(player == 0);
        self.go(player, answer);
        self.enclose(player);
        if player == 1 && self.turns == self.max_turns && self.end.is_none() {
            self.end = Some(match self.territory(0).cmp(&self.territory(1)) {
                std::cmp::Ordering::Greater => End::Larger { winner: 0 },
                std::cmp::Ordering::Less => End::Larger { winner: 1 },
                std::cmp::Ordering::Equal => End::Equal,
            });
        }
    }

    fn go(&mut self, player: usize, answer: u8) {
        let (row, column) = self.bots[player];
        let [up, down, left, right] = neighbours(row, column);
        let target = match answer {
            b'U' => up,
            b'D' => down,
            b'L' => left,
            b'R' => right,
            _ => {
                self.invalid[player] += 1; // S6
                return;
            }
        };
        // `target` is never outside the board; S5: the enemy's own square cannot be entered.
        if let Some((row, column)) = target.filter(|target| *target != self.bots[1 - player]) {
            self.bots[player] = (row, column);
            self.owners[row][column] = NAMES[player]; // S4
        }
    }

    /// S7 and S8: every region but the largest becomes the mover's; those that tie for it stay open.
    fn enclose(&mut self, player: usize) {
        let regions = self.regions(player);
        let largest = regions.iter().map(Vec::len).max().unwrap_or(0);
        self.left_open = regions.iter().filter(|region| region.len() == largest).count();
        for region in regions.iter().filter(|region| region.len() < largest) {
            for &(row, column) in region {
                self.owners[row][column] = NAMES[player];
                if self.bots[1 - player] == (row, column) {
                    self.end = Some(End::Enclosed { winner: player });
                }
            }
        }
    }

    /// The regions of squares that are not this player's, which connect up, down, left and right.
    #[must_use]
    pub fn regions(&self, player: usize) -> Vec<Vec<(usize, usize)>> {
        let mut seen = self.owners.map(|row| row.map(|owner| owner == NAMES[player]));
        let mut regions = Vec::new();
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                if !seen[row][column] {
                    regions.push(region(&mut seen, (row, column)));
                }
            }
        }
        regions
    }
}

/// The squares that connect with this one and have not been seen.
fn region(seen: &mut [[bool; COLUMNS]; ROWS], start: (usize, usize)) -> Vec<(usize, usize)> {
    let mut region = Vec::new();
    let mut next = VecDeque::from([start]);
    seen[start.0][start.1] = true;
    while let Some((row, column)) = next.pop_front() {
        region.push((row, column));
        for (row, column) in neighbours(row, column).into_iter().flatten() {
            if !seen[row][column] {
                seen[row][column] = true;
                next.push_back((row, column));
            }
        }
    }
    region
}

/// The squares above, below, to the left and to the right, where they are on the board.
fn neighbours(row: usize, column: usize) -> [Option<(usize, usize)>; 4] {
    let up = row.checked_sub(1).map(|row| (row, column));
    let down = (row + 1 < ROWS).then_some((row + 1, column));
    let left = column.checked_sub(1).map(|column| (row, column));
    let right = (column + 1 < COLUMNS).then_some((row, column + 1));
    [up, down, left, right]
}
