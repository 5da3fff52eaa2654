//! What a player does in some turns, followed step by step.

use super::super::instruction::{CELLS, Linear};
use super::super::operation::{Kind, Operation, Table};
use super::TURNS;
use super::sum::{Known, Sum};
use super::tree::Places;

/// A course that depends on more than this is played turn by turn.
pub(super) const MOST_TESTS: usize = 40;

/// What a player did in [`TURNS`] turns, and what that depends on.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    /// The tests, in the order in which the course comes to depend on them.
    pub(super) tests: Vec<Test>,
    /// The last write to each fixed address.
    pub(super) fixed: Vec<Fixed>,
    /// The writes to all other addresses, in order.
    pub(super) moving: Vec<MovingWrite>,
    /// Where in its program the player is.
    pub(super) at: u16,
    /// The player's registers.
    pub(super) ends: [Sum; 2],
    /// The places in its program where the player was.
    pub(super) visited: Places,
}

/// Something that a course depends on, with the value that it had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Test {
    /// The value of a cell (C3).
    Cell { address: u16, value: u8 },
    /// How far a jump goes, from the program's first cell.
    Jump { distance: Sum, value: u16 },
}

/// A write to an address that depends only on where the program lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fixed {
    pub(super) address: Sum,
    pub(super) written: Operation,
}

/// A write to an address that depends on registers.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovingWrite {
    pub(super) address: Sum,
    pub(super) written: Operation,
    /// In which of the turns it is done.
    pub(super) turn: u8,
}

/// Everything that is needed to follow a course.
pub(super) struct Ground<'a> {
    pub(super) program: &'a [u16],
    pub(super) table: &'a Table,
    pub(super) cells: &'a [Operation; CELLS + 1],
    pub(super) known: Known,
}

/// Why a course was not followed to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// Given what it depends on, the course always ends like this: the player leaves its program, or executes `crash`.
    Always,
    /// In this match the program is not what it was.
    Now,
}

impl Course {
    /// Follows the player from this place in its program.
    pub(super) fn follow(&mut self, at: u16, ground: &Ground<'_>) -> Result<(), Refused> {
        self.tests.clear();
        self.fixed.clear();
        self.moving.clear();
        self.visited = 0;
        self.at = at;
        self.ends = [Sum::A, Sum::B];
        for turn in 0..TURNS {
            self.turn(turn, ground)?;
        }
        Ok(())
    }

    fn turn(&mut self, turn: usize, ground: &Ground<'_>) -> Result<(), Refused> {
        let id = *ground.program.get(usize::from(self.at)).ok_or(Refused::Always)?;
        if ground.cells[usize::from(ground.known.start + self.at)].id != id {
            return Err(Refused::Now);
        }
        self.visited |= 1 << self.at;
        let operation = ground.table.operation(id);
        let i = Sum::START.plus(Sum::number(self.at + 1));
        self.at += 1;
        let value = match operation.kind {
            Kind::Crash => return Err(Refused::Always),
            Kind::Noop => return self.stays_inside(ground),
            _ => self.value(ground.table.linear(id), i, ground)?,
        };
        match operation.kind {
            Kind::Crash | Kind::Noop => {}
            Kind::Stay | Kind::Jump | Kind::StoreI => self.jump(value.distance_from_start(), ground),
            Kind::AddA | Kind::StoreA => self.ends[0] = value,
            Kind::AddB | Kind::StoreB => self.ends[1] = value,
            Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                self.write(value, ground.table.operation(operation.operand), turn);
            }
        }
        self.stays_inside(ground)
    }

    fn stays_inside(&self, ground: &Ground<'_>) -> Result<(), Refused> {
        if usize::from(self.at) < ground.program.len() { Ok(()) } else { Err(Refused::Always) }
    }

    fn value(&mut self, linear: &Linear, i: Sum, ground: &Ground<'_>) -> Result<Sum, Refused> {
        let mut cells = 0_u16;
        for &(address, factor) in &linear.cells {
            cells = cells.wrapping_add(factor.wrapping_mul(self.read(address, ground)?.into()));
        }
        Ok(Sum::of(linear, [i, self.ends[0], self.ends[1]], cells))
    }

    /// The value of a cell: what the course wrote there, or what it was before.
    fn read(&mut self, address: u16, ground: &Ground<'_>) -> Result<u8, Refused> {
        if let Some(fixed) = self.fixed.iter().find(|fixed| fixed.address.as_number() == Some(address)) {
            return Ok(fixed.written.cell_value);
        }
        let value = ground.cells[usize::from(address)].cell_value;
        let test = Test::Cell { address, value };
        if !self.tests.contains(&test) {
            if self.tests.len() >= MOST_TESTS {
                return Err(Refused::Always);
            }
            self.tests.push(test);
        }
        Ok(value)
    }

    fn jump(&mut self, distance: Sum, ground: &Ground<'_>) {
        self.at = distance.as_number().unwrap_or_else(|| {
            let value = distance.value(ground.known);
            self.tests.push(Test::Jump { distance, value });
            value
        });
    }

    fn write(&mut self, address: Sum, written: Operation, turn: usize) {
        if address.is_fixed() {
            self.fixed.retain(|fixed| fixed.address != address);
            self.fixed.push(Fixed { address, written });
        } else {
            self.moving.push(MovingWrite { address, written, turn: low_byte(turn) });
        }
    }
}

fn low_byte(turn: usize) -> u8 {
    u8::try_from(turn).expect("a path has few turns")
}
