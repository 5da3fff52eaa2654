//! A plain interpreter of Crash, written from the rules alone.
//!
//! The fast engine is compared with it, so it does nothing clever: a cell holds a number that stands for one of
//! the instructions of the match, and expressions are evaluated term by term. Its own parser reads canonical
//! source only. Rulings (`C1` to `C9`) are those of the rules page.

use std::fmt;

const CELLS: u16 = 4096;
const CRASH: u16 = 0; // The number of the instruction `crash` in the table.

/// An instruction, as a cell holds it; it is displayed as canonical source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// The executing player loses.
    Crash,
    /// Nothing happens.
    Noop,
    /// The cell at the address becomes another instruction.
    Write {
        /// What the cell becomes: a crash, a noop or a store.
        written: Box<Instruction>,
        /// The expression for the address of the cell, as it was written.
        address: String,
    },
    /// The register becomes the value.
    Store {
        /// The expression for the value, as it was written.
        value: String,
        /// The name of the register: `i`, `a` or `b`.
        register: char,
    },
}

/// One term of an expression: whether it is subtracted, and what it stands for.
type Term = (bool, Operand);

#[derive(Clone, Copy, Debug)]
enum Operand {
    I,
    A,
    B,
    Cell(u16),
    Number(u16),
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// One player executed a crash and lost.
    Win {
        /// The other player.
        winner: usize,
    },
    /// A draw: both executed a crash in one turn.
    BothCrash,
    /// A draw: both `i` were equal at the end of a turn.
    SameAddress,
    /// A draw: the match was still going when the turn limit came.
    TurnLimit,
}

/// A match of Crash, as it stands between two turns.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// Both executors' registers `i`, from 0 to 4096 (C2).
    pub i: [u16; 2],
    /// Both executors' registers `a`.
    pub a: [u16; 2],
    /// Both executors' registers `b`.
    pub b: [u16; 2],
    /// The number of turns played so far.
    pub turns: u64,
    max_turns: u64,
    /// For every cell, the number of its instruction in the table.
    memory: Vec<u16>,
    /// The different instructions, with the terms of the expression and the number of what a write writes.
    table: Vec<(Instruction, Vec<Term>, u16)>,
    end: Option<End>,
}

impl Reference {
    /// Loads two programs, given as canonical source, at their start addresses.
    ///
    /// # Panics
    ///
    /// Panics when a program is not canonical source, or does not fit inside the memory.
    #[must_use]
    pub fn new(programs: [&str; 2], start: [usize; 2], max_turns: u64) -> Self {
        let mut game = Self {
            i: start.map(|address| u16::try_from(address).expect("an address has 12 bits")),
            max_turns,
            memory: vec![CRASH; usize::from(CELLS)],
            table: vec![(Instruction::Crash, Vec::new(), CRASH)],
            ..Self::default()
        };
        for (program, start) in programs.into_iter().zip(start) {
            for (offset, line) in program.lines().enumerate() {
                game.put(start + offset, line);
            }
        }
        game
    }

    /// Gives the instruction that the cell at an address, from 0 to 4095, holds.
    #[must_use]
    pub fn cell(&self, address: usize) -> &Instruction {
        &self.table[usize::from(self.memory[address])].0
    }

    /// Puts an instruction, given as canonical source, into the cell at an address, from 0 to 4095.
    ///
    /// # Panics
    ///
    /// Panics when it is not canonical source, or there is no such cell.
    pub fn put(&mut self, address: usize, instruction: &str) {
        let words: Vec<&str> = instruction.split_whitespace().collect();
        self.memory[address] = self.number_of(&parse_instruction(&words));
    }

    /// Says how the match ended, or `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        // C6: the turn limit is a draw, unless the last turn itself ended the match.
        self.end.or((self.turns >= self.max_turns).then_some(End::TurnLimit))
    }

    /// Plays one turn of both players; if the match is over, does nothing and returns `false`.
    pub fn step(&mut self) -> bool {
        if self.end().is_some() {
            return false;
        }
        self.turns += 1;
        // Both are read before either is executed; what was read is executed, even if it is overwritten.
        let read = [self.read(0), self.read(1)];
        self.execute(0, read[0]);
        self.execute(1, read[1]);
        // C5: draws come first, both-crash before same-address; then the loss.
        self.end = match read.map(|number| number == CRASH) {
            [true, true] => Some(End::BothCrash),
            _ if self.i[0] == self.i[1] => Some(End::SameAddress),
            [true, false] => Some(End::Win { winner: 1 }),
            [false, true] => Some(End::Win { winner: 0 }),
            [false, false] => None,
        };
        true
    }

    /// Plays until `until` turns of the match have been played, or until it is over.
    #[inline(never)] // So that a benchmark times the same machine code for every caller.
    pub fn run(&mut self, until: u64) {
        while self.turns < until && self.step() {}
    }

    /// Gives the number of an instruction in the table, adding it if it is not there yet.
    fn number_of(&mut self, instruction: &Instruction) -> u16 {
        let (terms, written) = match instruction {
            Instruction::Write { written, address } => (parse_terms(address), self.number_of(written)),
            Instruction::Store { value, .. } => (parse_terms(value), CRASH),
            _ => (Vec::new(), CRASH),
        };
        let known = self.table.iter().position(|entry| entry.0 == *instruction);
        let number = known.unwrap_or_else(|| {
            self.table.push((instruction.clone(), terms, written));
            self.table.len() - 1
        });
        u16::try_from(number).expect("two programs have fewer instructions")
    }

    /// Reads the next instruction and counts `i` up. C2: at 4096 a crash is read, and `i` stays there.
    fn read(&mut self, player: usize) -> u16 {
        let Some(&number) = self.memory.get(usize::from(self.i[player])) else { return CRASH };
        self.i[player] += 1;
        number
    }

    /// Executes an instruction of the table.
    fn execute(&mut self, player: usize, number: u16) {
        let (instruction, terms, written) = &self.table[usize::from(number)];
        match instruction {
            Instruction::Crash | Instruction::Noop => {}
            Instruction::Write { .. } => {
                let address = self.evaluate(player, terms);
                self.memory[usize::from(address)] = *written; // C4: as it stands, not evaluated.
            }
            Instruction::Store { register, .. } => {
                let value = self.evaluate(player, terms);
                match register {
                    'i' => self.i[player] = value,
                    'a' => self.a[player] = value,
                    'b' => self.b[player] = value,
                    _ => unreachable!("a register is i, a or b"),
                }
            }
        }
    }

    /// C1: evaluates an expression modulo 4096, from left to right.
    fn evaluate(&self, player: usize, terms: &[Term]) -> u16 {
        let mut value = 0;
        for &(minus, operand) in terms {
            let operand = match operand {
                Operand::I => self.i[player] % CELLS, // C2: `[i]` is 0 while `i` is 4096.
                Operand::A => self.a[player],
                Operand::B => self.b[player],
                // C3: the value at a cell depends on the instruction there at this moment.
                Operand::Cell(address) => match self.cell(usize::from(address)) {
                    Instruction::Crash => 0,
                    Instruction::Noop => 1,
                    Instruction::Write { .. } => 2,
                    Instruction::Store { .. } => 3,
                },
                Operand::Number(number) => number,
            };
            value = (value + if minus { CELLS - operand } else { operand }) % CELLS;
        }
        value
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash => write!(f, "crash"),
            Self::Noop => write!(f, "noop"),
            Self::Write { written, address } => write!(f, "write {written} {address}"),
            Self::Store { value, register } => write!(f, "store {value} {register}"),
        }
    }
}

fn parse_instruction(words: &[&str]) -> Instruction {
    match *words {
        ["crash"] => Instruction::Crash,
        ["noop"] => Instruction::Noop,
        ["write", ref written @ .., address] => {
            Instruction::Write { written: Box::new(parse_instruction(written)), address: address.to_owned() }
        }
        ["store", value, register] => {
            Instruction::Store { value: value.to_owned(), register: register.parse().expect("one letter") }
        }
        _ => panic!("not an instruction: {words:?}"),
    }
}

/// Splits an expression before each sign, which belongs to the term after it.
fn parse_terms(source: &str) -> Vec<Term> {
    let parts = source.replace('+', " +").replace('-', " -");
    parts.split(' ').map(|term| (term.starts_with('-'), parse_operand(term))).collect()
}

fn parse_operand(term: &str) -> Operand {
    let number = |text: &str| text.parse().ok().filter(|&number| number < CELLS).expect("not a term");
    match term.trim_start_matches(['+', '-']) {
        "[i]" => Operand::I,
        "[a]" => Operand::A,
        "[b]" => Operand::B,
        cell if cell.starts_with('[') => Operand::Cell(number(cell.trim_matches(['[', ']']))),
        text => Operand::Number(number(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: &str = "store [i]-1 i";

    /// Plays at most 9 turns and compares how the match ended, the turns played and both `i`.
    fn check(programs: [&str; 2], start: [usize; 2], end: End, turns: u64, i: [u16; 2]) {
        let mut game = Reference::new(programs, start, 9);
        game.run(u64::MAX);
        assert_eq!((game.end(), game.turns, game.i), (Some(end), turns, i));
        assert!(!game.step());
    }

    #[test]
    fn wins() {
        // The store that was read before its cell was overwritten is still executed.
        check(["write crash 100\nstore [i]-1 i", WAIT], [0, 100], End::Win { winner: 0 }, 2, [1, 101]);
        // Past the end is a crash, unless the instruction on 4095 stores to `i`; there `[i]` is 0.
        check(["noop", WAIT], [4095, 0], End::Win { winner: 1 }, 2, [4096, 0]);
        check(["store [i]+5 i", WAIT], [4095, 0], End::Win { winner: 1 }, 2, [6, 0]);
    }

    #[test]
    fn draws() {
        check([WAIT, WAIT], [0, 9], End::TurnLimit, 9, [0, 9]);
        check(["store 50 i", "crash"], [0, 49], End::SameAddress, 1, [50, 50]);
        // One comes from 4095, the other was past the end already: both `i` are 4096.
        check(["noop", "noop"], [4094, 4095], End::SameAddress, 2, [4096, 4096]);
        check(["noop", "write crash 4095"], [4094, 4095], End::BothCrash, 2, [4096, 4096]);
    }

    #[test]
    fn expressions() {
        // 3 - 5 + 4094 is 4094 + 4094 is 4092; a noop was written on 20 this turn; a write is on 0.
        let mut game = Reference::new(["write noop 16+4", "store 3-5+4094-[20]+[0] b"], [0, 100], 1);
        assert!(game.step());
        assert_eq!((game.i, game.a, game.b), ([1, 101], [0, 0], [0, 4093]));
        // The store, written to 4 - 3, is evaluated when it is executed: `i` is 2, so it goes back to itself.
        let programs = ["write store [i]+[a]-1 i 4-[100]", WAIT];
        let mut game = Reference::new(programs, [0, 100], 9);
        game.run(2);
        assert_eq!((game.turns, game.i), (2, [1, 100]));
        assert_eq!([game.cell(0).to_string(), game.cell(1).to_string()], [programs[0], "store [i]+[a]-1 i"]);
    }
}
