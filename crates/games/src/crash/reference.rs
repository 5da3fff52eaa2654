//! A plain interpreter of Crash, written from the rules alone.
//!
//! It is what the fast engine is compared with, so it does nothing clever: a cell holds a number that stands
//! for one of the instructions that can occur in the match, and expressions are evaluated term by term. It has a
//! parser of its own, which reads canonical source only. Rulings (`C1` to `C9`) are those of the rules page.

use std::fmt;

const CELLS: u16 = 4096;
/// The number of the instruction `crash` in the table.
const CRASH: u16 = 0;

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
        /// The address of the cell.
        address: Expression,
    },
    /// The register becomes the value.
    Store {
        /// The value.
        value: Expression,
        /// The name of the register: `i`, `a` or `b`.
        register: char,
    },
}

/// An expression, both as it was written and as its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    source: String,
    /// For every term, whether it is subtracted, and what it stands for.
    terms: Vec<(bool, Operand)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
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
    /// The different instructions; for a write, also the number of the instruction it writes.
    table: Vec<(Instruction, u16)>,
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
            a: [0; 2],
            b: [0; 2],
            turns: 0,
            max_turns,
            memory: vec![CRASH; usize::from(CELLS)],
            table: vec![(Instruction::Crash, CRASH)],
            end: None,
        };
        for (program, start) in programs.into_iter().zip(start) {
            for (offset, line) in program.lines().enumerate() {
                let words: Vec<&str> = line.split_whitespace().collect();
                game.memory[start + offset] = game.number_of(&parse_instruction(&words));
            }
        }
        game
    }

    /// Gives the instruction that the cell at an address, from 0 to 4095, holds.
    #[must_use]
    pub fn cell(&self, address: usize) -> &Instruction {
        &self.table[usize::from(self.memory[address])].0
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
        // Both are read first: what was read is executed, even if it is overwritten in between.
        // C2: at 4096, past the end of the memory, a crash is read, and `i` is not counted up further.
        let read = self.i.map(|i| *self.memory.get(usize::from(i)).unwrap_or(&CRASH));
        self.i = self.i.map(|i| CELLS.min(i + 1));
        let crashed = [self.execute(0, read[0]), self.execute(1, read[1])];
        // C5: first the draws, and of them both-crash first; then the loss.
        self.end = match crashed {
            [true, true] => Some(End::BothCrash),
            _ if self.i[0] == self.i[1] => Some(End::SameAddress),
            [true, false] => Some(End::Win { winner: 1 }),
            [false, true] => Some(End::Win { winner: 0 }),
            [false, false] => None,
        };
        true
    }

    /// Plays until `until` turns of the match have been played, or until it is over.
    pub fn run(&mut self, until: u64) {
        while self.turns < until && self.step() {}
    }

    /// Gives the number of an instruction in the table, adding it if it is not there yet.
    fn number_of(&mut self, instruction: &Instruction) -> u16 {
        let written = match instruction {
            Instruction::Write { written, .. } => self.number_of(written),
            _ => CRASH, // Not used.
        };
        let known = self.table.iter().position(|(entry, _)| entry == instruction);
        let number = known.unwrap_or_else(|| {
            self.table.push((instruction.clone(), written));
            self.table.len() - 1
        });
        u16::try_from(number).expect("two programs have fewer instructions")
    }

    /// Executes an instruction of the table and says whether it was a crash.
    fn execute(&mut self, player: usize, number: u16) -> bool {
        let (instruction, written) = &self.table[usize::from(number)];
        match instruction {
            Instruction::Crash => return true,
            Instruction::Noop => {}
            Instruction::Write { address, .. } => {
                // C4: the instruction is written as it stands; nothing in it is evaluated.
                let address = self.evaluate(player, address);
                self.memory[usize::from(address)] = *written;
            }
            Instruction::Store { value, register } => {
                let value = self.evaluate(player, value);
                match register {
                    'i' => self.i[player] = value,
                    'a' => self.a[player] = value,
                    'b' => self.b[player] = value,
                    _ => unreachable!("a register is i, a or b"),
                }
            }
        }
        false
    }

    /// C1: evaluates an expression modulo 4096, from left to right.
    fn evaluate(&self, player: usize, expression: &Expression) -> u16 {
        let mut value = 0;
        for (minus, operand) in &expression.terms {
            let operand = match *operand {
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
            value = (value + if *minus { CELLS - operand } else { operand }) % CELLS;
        }
        value
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash => write!(f, "crash"),
            Self::Noop => write!(f, "noop"),
            Self::Write { written, address } => write!(f, "write {written} {}", address.source),
            Self::Store { value, register } => write!(f, "store {} {register}", value.source),
        }
    }
}

fn parse_instruction(words: &[&str]) -> Instruction {
    match *words {
        ["crash"] => Instruction::Crash,
        ["noop"] => Instruction::Noop,
        ["write", ref written @ .., address] => Instruction::Write {
            written: Box::new(parse_instruction(written)),
            address: parse_expression(address),
        },
        ["store", value, register] => Instruction::Store {
            value: parse_expression(value),
            register: register.parse().expect("a register has one letter"),
        },
        _ => panic!("not an instruction: {words:?}"),
    }
}

/// Splits an expression before each sign, which belongs to the term after it.
fn parse_expression(source: &str) -> Expression {
    let parts = source.replace('+', " +").replace('-', " -");
    Expression { source: source.to_owned(), terms: parts.split(' ').map(parse_term).collect() }
}

fn parse_term(source: &str) -> (bool, Operand) {
    let number = |text: &str| text.parse().ok().filter(|&number| number < CELLS).expect("not a term");
    let operand = match source.trim_start_matches(['+', '-']) {
        "[i]" => Operand::I,
        "[a]" => Operand::A,
        "[b]" => Operand::B,
        cell if cell.starts_with('[') => Operand::Cell(number(cell.trim_matches(['[', ']']))),
        text => Operand::Number(number(text)),
    };
    (source.starts_with('-'), operand)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: &str = "store [i]-1 i";

    /// Plays to the end and gives how it ended, the turns played and both `i`.
    fn play(programs: [&str; 2], start: [usize; 2]) -> (Option<End>, u64, [u16; 2]) {
        let mut game = Reference::new(programs, start, 9);
        game.run(u64::MAX);
        assert!(!game.step());
        (game.end(), game.turns, game.i)
    }

    #[test]
    fn what_was_read_is_executed_even_if_overwritten() {
        let bomber = "write crash 100\nstore [i]-1 i";
        let won = Some(End::Win { winner: 0 });
        assert_eq!(play([bomber, WAIT], [0, 100]), (won, 2, [1, 101]));
    }

    #[test]
    fn past_the_end_is_a_crash_unless_the_last_instruction_stores_to_i() {
        let won = Some(End::Win { winner: 1 });
        assert_eq!(play(["noop", WAIT], [4095, 0]), (won, 2, [4096, 0]));
        // There `[i]` is 0, so the store leads to the crash on 5.
        assert_eq!(play(["store [i]+5 i", WAIT], [4095, 0]), (won, 2, [6, 0]));
    }

    #[test]
    fn draws_come_first_and_both_crash_before_same_address() {
        let same = Some(End::SameAddress);
        assert_eq!(play(["store 50 i", "crash"], [0, 49]), (same, 1, [50, 50]));
        // One comes from 4095, the other was past the end already: both `i` are 4096.
        assert_eq!(play(["noop", "noop"], [4094, 4095]), (same, 2, [4096, 4096]));
        let both = Some(End::BothCrash);
        assert_eq!(play(["noop", "write crash 4095"], [4094, 4095]), (both, 2, [4096, 4096]));
        assert_eq!(play([WAIT, WAIT], [0, 9]), (Some(End::TurnLimit), 9, [0, 9]));
    }

    #[test]
    fn expressions_go_from_left_to_right_and_see_what_was_just_written() {
        // 3 - 5 + 4094 is 4094 + 4094 is 4092; a noop was written on 20 this turn; a write is on 0.
        let programs = ["write noop 16+4", "store 3-5+4094-[20]+[0] b"];
        let mut game = Reference::new(programs, [0, 100], 1);
        assert!(game.step());
        assert_eq!((game.i, game.a, game.b), ([1, 101], [0, 0], [0, 4093]));
    }

    #[test]
    fn a_written_store_is_evaluated_only_when_it_is_executed() {
        // The address is 4 - 3. The store then finds 2 in `i` and goes back to itself.
        let programs = ["write store [i]+[a]-1 i 4-[100]", WAIT];
        let mut game = Reference::new(programs, [0, 100], 9);
        game.run(2);
        assert_eq!((game.turns, game.i), (2, [1, 100]));
        assert_eq!([game.cell(0).to_string(), game.cell(1).to_string()], [programs[0], "store [i]+[a]-1 i"]);
    }
}
