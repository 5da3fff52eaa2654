//! The values of expressions while a match is played.
//!
//! Some programs read many cells in one expression, over and over again (`examples/crash/lookout.crash` reads 64 each
//! turn), though what they read hardly ever changes. So the sum of an expression's cells is remembered until one of the
//! cells that such expressions read is written to.

use super::instruction::{CELLS, Linear};
use super::operation::Operation;

/// So many cells are added up faster than it is found out whether their sum is known.
const FEW: usize = 3;

/// The expressions of all instructions of a table.
#[derive(Debug, Clone)]
pub(super) struct Values {
    forms: Vec<Form>,
    /// Addresses and factors of the cells of all expressions.
    terms: Vec<(u16, u16)>,
    /// For every expression, the sum of its cells when it was added up last.
    sums: Vec<Sum>,
    /// The cells that expressions of more than a [`FEW`] cells read.
    watched: Box<[bool; CELLS]>,
    /// Goes up with every write to a watched cell.
    version: u64,
}

/// An expression; its cells are a range of [`Values::terms`].
#[derive(Debug, Clone, Copy)]
struct Form {
    constant: u16,
    i: u16,
    a: u16,
    b: u16,
    first_cell: u32,
    cells: u32,
}

#[derive(Debug, Clone, Copy)]
struct Sum {
    version: u64,
    value: u32,
}

impl Values {
    pub(super) fn new() -> Self {
        let watched = vec![false; CELLS].into_boxed_slice().try_into().expect("it has this length");
        Self { forms: Vec::new(), terms: Vec::new(), sums: Vec::new(), watched, version: 1 }
    }

    /// How many expressions there are.
    pub(super) fn len(&self) -> usize {
        self.forms.len()
    }

    /// Adds the expression of the next instruction in the table.
    pub(super) fn add(&mut self, linear: &Linear) {
        let &Linear { constant, i, a, b, ref cells } = linear;
        let number = |count: usize| u32::try_from(count).expect("programs are smaller than 4 GiB");
        let (first_cell, count) = (number(self.terms.len()), number(cells.len()));
        self.forms.push(Form { constant, i, a, b, first_cell, cells: count });
        self.sums.push(Sum { version: 0, value: 0 });
        self.terms.extend(cells);
        if cells.len() > FEW {
            cells.iter().for_each(|&(address, _)| self.watched[usize::from(address)] = true);
        }
    }

    /// Forgets all sums.
    pub(super) fn forget(&mut self) {
        self.version += 1;
    }

    /// Hears of every write to a cell.
    #[inline(always)]
    pub(super) fn written(&mut self, address: usize) {
        self.version += u64::from(self.watched[address]);
    }

    /// The value of the expression number `id`; what is above its lower 12 bits means nothing.
    #[inline(always)]
    pub(super) fn value(&mut self, cells: &[Operation], id: u16, [i, a, b]: [u32; 3]) -> u32 {
        let form = self.forms[usize::from(id)];
        let known = u32::from(form.constant)
            .wrapping_add(u32::from(form.i).wrapping_mul(i))
            .wrapping_add(u32::from(form.a).wrapping_mul(a))
            .wrapping_add(u32::from(form.b).wrapping_mul(b));
        if form.cells == 0 { known } else { known.wrapping_add(self.sum(cells, id)) }
    }

    /// The sum of the cells of an expression.
    #[inline(never)]
    fn sum(&mut self, cells: &[Operation], id: u16) -> u32 {
        let Form { first_cell, cells: count, .. } = self.forms[usize::from(id)];
        let terms = &self.terms[first_cell as usize..][..count as usize];
        if terms.len() <= FEW {
            return add_up(cells, terms);
        }
        let sum = &mut self.sums[usize::from(id)];
        if sum.version != self.version {
            *sum = Sum { version: self.version, value: add_up(cells, terms) };
        }
        sum.value
    }
}

fn add_up(cells: &[Operation], terms: &[(u16, u16)]) -> u32 {
    let read = |&(address, factor): &(u16, u16)| {
        u32::from(factor) * u32::from(cells[usize::from(address)].cell_value)
    };
    terms.iter().map(read).fold(0, u32::wrapping_add)
}
