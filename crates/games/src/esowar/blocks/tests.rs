//! Compares blocks with a board on which every square is written at once.

use super::super::ring::EDGE;
use super::*;

/// A board of blocks, and a plain board that should hold the same symbols.
struct Boards {
    blocks: Blocks,
    cells: Vec<u8>,
    plain: Vec<u8>,
}

/// Numbers that look random: the generator of Knuth's MMIX.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("it has 31 bits") % bound
    }

    fn symbol(&mut self) -> u8 {
        u8::try_from(self.below(usize::from(SYMBOLS))).expect("it is a symbol")
    }

    /// The first and the last square of a stretch. Half of the time, the stretch consists of whole blocks.
    fn stretch(&mut self, squares: usize) -> (usize, usize) {
        let (one, other) = (self.below(squares), self.below(squares));
        let (first, last) = (one.min(other), one.max(other));
        if self.below(2) == 0 {
            return (first, last);
        }
        let end = (last / BLOCK_SQUARES + 1) * BLOCK_SQUARES;
        (first / BLOCK_SQUARES * BLOCK_SQUARES, end.min(squares) - 1)
    }
}

impl Boards {
    /// The contents of cells that are not written must not matter.
    fn new(squares: usize) -> Self {
        let mut cells = vec![6; squares + 1];
        cells[squares] = EDGE;
        let mut blocks = Blocks::new(squares);
        blocks.clear(&mut cells);
        Self { blocks, cells, plain: vec![R; squares] }
    }

    /// Changes the boards in one of the ways in which matches do.
    fn change(&mut self, numbers: &mut Numbers) {
        let squares = self.plain.len();
        let (first, last) = numbers.stretch(squares);
        match numbers.below(24) {
            0 => {
                self.blocks.clear(&mut self.cells);
                self.plain.fill(R);
            }
            1 | 2 => {
                let last = last.min(first + 40);
                self.blocks.mix_all(&mut self.cells, first, last);
                for square in first..=last {
                    let symbol = numbers.symbol();
                    (self.cells[square], self.plain[square]) = (symbol, symbol);
                }
            }
            3 | 4 => {
                let rounds = 1 + numbers.below(MOST_ROUNDS);
                let robot = numbers.below(squares);
                self.blocks.write_for_robot(&mut self.cells, robot, rounds);
                for step in 0..10 {
                    let way = (2 * rounds * step / 9).min(squares - 1);
                    let square = (robot + squares * MOST_ROUNDS + way - rounds) % squares;
                    let symbol = numbers.symbol();
                    self.blocks.mix(square);
                    (self.cells[square], self.plain[square]) = (symbol, symbol);
                }
            }
            _ => {
                // By one step mostly, which takes an `r` furthest from a bracket.
                let steps = if numbers.below(2) == 0 { 1 } else { numbers.symbol() };
                let stretch = &mut self.plain[first..=last];
                let before = stretch.to_vec();
                for symbol in &mut *stretch {
                    *symbol = sum(*symbol, steps);
                }
                let has_bracket = before.iter().chain(&*stretch).any(|symbol| *symbol >= OPEN);
                assert_eq!(self.blocks.add(&mut self.cells, first, last, steps), has_bracket);
            }
        }
    }

    fn check(&self, numbers: &mut Numbers) {
        let squares = self.plain.len();
        assert!((0..squares).all(|square| self.blocks.symbol(&self.cells, square) == self.plain[square]));
        let all = self.blocks.all_written(&self.cells[..squares]);
        assert!(all.as_deref().unwrap_or(&self.cells[..squares]) == self.plain);
        assert_eq!(self.cells[squares], EDGE);
        self.check_runs(numbers);
        self.check_written(numbers);
    }

    /// [`Blocks::written`] returns cells if all of these squares are on the board and written, and otherwise none.
    fn check_written(&self, numbers: &mut Numbers) {
        let squares = self.plain.len();
        let (first, length) = (numbers.below(squares + 10), 1 + numbers.below(70));
        let is_written =
            |square: usize| square < squares && self.blocks.known[square / BLOCK_SQUARES] & UNWRITTEN == 0;
        let all = (first..first + length).all(is_written);
        let written = self.blocks.written(&self.cells, first, length);
        assert_eq!(written.is_some(), all, "{length} squares from {first} on");
        assert!(written.is_none_or(|cells| *cells == self.plain[first..first + length]));
    }

    fn check_runs(&self, numbers: &mut Numbers) {
        let (first, last) = numbers.stretch(self.plain.len());
        let allowed = u8::try_from(numbers.below(128)).expect("a set") | 1 << self.plain[first];
        // Sets that hold most symbols, so that runs are long.
        let sets = [127, 127, 127, allowed, 127 ^ (1 << numbers.symbol())];
        let pattern: Vec<u8> = (0..=numbers.below(700)).map(|_| sets[numbers.below(5)]).collect();
        let leads_on = |square: usize, allowed: u8| allowed >> self.plain[square] & 1 != 0;
        let (blocks, cells) = (&self.blocks, &self.cells);
        let right = (first..=last).take_while(|&square| leads_on(square, allowed)).count();
        assert_eq!(blocks.run_rightward(cells, first, last, allowed), right);
        let left = (first..=last).rev().take_while(|&square| leads_on(square, allowed)).count();
        assert_eq!(blocks.run_leftward(cells, first, last, allowed), left);
        let along = (first..=last).zip(pattern.iter().cycle());
        let right = along.take_while(|&(square, allowed)| leads_on(square, *allowed)).count();
        assert_eq!(blocks.run_along_rightward(cells, first, last, &pattern), right);
        let along = (first..=last).rev().zip(pattern.iter().rev().cycle());
        let left = along.take_while(|&(square, allowed)| leads_on(square, *allowed)).count();
        assert_eq!(blocks.run_along_leftward(cells, first, last, &pattern), left);
    }

    /// All squares that a commander may reach in [`MOST_ROUNDS`] turns are written, however many brackets are in
    /// between.
    fn check_reach(&mut self, numbers: &mut Numbers) {
        let squares = self.plain.len();
        let commander = numbers.below(squares + 1);
        let rounds = 1 + numbers.below(MOST_ROUNDS);
        self.blocks.write_for_commander(&mut self.cells, commander, rounds);
        let brackets = (0..squares).filter(|&square| self.plain[square] >= OPEN);
        for from in brackets.flat_map(|bracket| [bracket, bracket + 1]).chain([commander]) {
            let ways = (0..rounds).step_by(BLOCK_SQUARES / 2).chain([rounds - 1]);
            for square in ways.map(|way| (from + way) % squares) {
                assert_eq!(self.blocks.known[square / BLOCK_SQUARES] & UNWRITTEN, 0, "{from} to {square}");
            }
        }
    }
}

#[test]
fn blocks_hold_what_a_board_would_on_which_all_squares_are_written() {
    let sizes = [1, 700, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 5120, 9000, 20_000];
    let mut unwritten = 0;
    for (squares, seed) in sizes.into_iter().zip(1..) {
        let (mut boards, mut numbers) = (Boards::new(squares), Numbers(seed));
        for _ in 0..300 {
            boards.change(&mut numbers);
            boards.check(&mut numbers);
            unwritten += boards.blocks.known.iter().filter(|known| **known & UNWRITTEN != 0).count();
            boards.check_reach(&mut numbers);
        }
    }
    assert!(unwritten > 1000, "only {unwritten}");
}
