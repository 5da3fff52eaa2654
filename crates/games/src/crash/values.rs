//! The values of expressions while a match is played.
//!
//! Some programs read many cells in one expression, over and over again, although these cells hardly ever change. For
//! example, `examples/crash/lookout.crash` reads 64 cells each turn. So the sum of an expression's cells is remembered
//! until one of the cells that these expressions read is written to.

use std::ops::Range;

use super::instruction::{CELLS, Linear};
use super::operation::Operation;

/// Adding up at most this many cells is faster than finding out whether their sum is known.
const FEW: usize = 3;

/// The expressions of all instructions of a table.
#[derive(Debug, Clone)]
pub(super) struct Values {
    forms: Vec<Form>,
    /// The cells of all expressions that read more than one, except the first cell of each.
    further: Vec<Further>,
    /// Addresses and factors of these cells.
    terms: Vec<(u16, u16)>,
    /// The further cells of expressions that have more than [`FEW`] of them.
    watched: Box<[bool; CELLS]>,
    /// Goes up with every write to a watched cell.
    version: u64,
}

/// An expression. Most read one cell or none. If there is none, `factor` is 0.
#[derive(Debug, Clone, Copy)]
struct Form {
    constant: u16,
    i: u16,
    a: u16,
    b: u16,
    address: u16,
    factor: u16,
    /// The index of its [`Further`] cells plus one; 0 if it has none.
    further: u32,
}

/// A range of [`Values::terms`], and its sum when it was last added up.
#[derive(Debug, Clone)]
struct Further {
    terms: Range<usize>,
    sum: u32,
    version: u64,
}

impl Values {
    pub(super) fn new() -> Self {
        let watched = vec![false; CELLS].into_boxed_slice().try_into().expect("it has this length");
        Self { forms: Vec::new(), further: Vec::new(), terms: Vec::new(), watched, version: 1 }
    }

    /// How many expressions there are.
    pub(super) fn len(&self) -> usize {
        self.forms.len()
    }

    /// Adds the expression of the next instruction in the table.
    pub(super) fn add(&mut self, linear: &Linear) {
        let &Linear { constant, i, a, b, ref cells } = linear;
        let (&(address, factor), further) = cells.split_first().unwrap_or((&(0, 0), &[]));
        let number = if further.is_empty() { 0 } else { self.add_further(further) };
        self.forms.push(Form { constant, i, a, b, address, factor, further: number });
    }

    fn add_further(&mut self, terms: &[(u16, u16)]) -> u32 {
        let first = self.terms.len();
        self.terms.extend(terms);
        self.further.push(Further { terms: first..self.terms.len(), sum: 0, version: 0 });
        if terms.len() > FEW {
            for &(address, _) in terms {
                self.watched[usize::from(address)] = true;
            }
        }
        u32::try_from(self.further.len()).expect("a table has at most 65536 instructions")
    }

    /// Forgets all sums.
    pub(super) fn forget(&mut self) {
        self.version += 1;
    }

    /// Is notified of every write to a cell.
    #[inline(always)]
    pub(super) fn written(&mut self, address: usize) {
        self.version += u64::from(self.watched[address]);
    }

    /// The value of the expression number `id`. Only its lower 12 bits mean anything.
    #[inline(always)]
    pub(super) fn value(&mut self, cells: &[Operation; CELLS + 1], id: u16, [i, a, b]: [u32; 3]) -> u32 {
        let form = self.forms[usize::from(id)];
        let product = |factor: u16, value: u32| u32::from(factor).wrapping_mul(value);
        let known = u32::from(form.constant)
            .wrapping_add(product(form.i, i))
            .wrapping_add(product(form.a, a))
            .wrapping_add(product(form.b, b))
            .wrapping_add(product(form.factor, cells[usize::from(form.address)].cell_value.into()));
        if form.further == 0 { known } else { known.wrapping_add(self.sum(cells, form.further - 1)) }
    }

    /// The sum of an expression's further cells.
    #[inline(never)]
    fn sum(&mut self, cells: &[Operation; CELLS + 1], number: u32) -> u32 {
        let further = &mut self.further[number as usize];
        let terms = &self.terms[further.terms.clone()];
        if terms.len() <= FEW {
            return add_up(cells, terms);
        }
        if further.version != self.version {
            (further.sum, further.version) = (add_up(cells, terms), self.version);
        }
        further.sum
    }
}

fn add_up(cells: &[Operation; CELLS + 1], terms: &[(u16, u16)]) -> u32 {
    let read = |&(address, factor): &(u16, u16)| {
        u32::from(factor) * u32::from(cells[usize::from(address)].cell_value)
    };
    terms.iter().map(read).fold(0, u32::wrapping_add)
}
