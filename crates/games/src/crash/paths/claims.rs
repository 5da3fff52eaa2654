//! Records which cells of a match belong to a player's paths. Nothing else may write to these cells in the meantime.

use super::super::instruction::CELLS;
use super::super::operation::Operation;
use super::sum::{Known, Sum};
use super::tree::{Needs, Tree};

/// A cell at a fixed address that a path reads or writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claim {
    /// Which of the player's addresses this is. In some matches, different addresses may be the same cell.
    pub(super) number: u16,
    pub(super) address: Sum,
    pub(super) is_written: bool,
}

/// The owner of each cell in this match.
#[derive(Debug, Clone)]
pub(super) struct Claims {
    owners: Vec<u16>,
    /// Which cells have an owner, one bit each. The first 64 are repeated at the end.
    owned: [u64; WORDS + 1],
    /// Which claims of each player already stand.
    standing: [Needs; 2],
}

const WORDS: usize = CELLS / u64::BITS as usize;

/// Nobody has a claim.
const FREE: u16 = 0;
/// A player executes the cell, or more than one claim reads it: no path writes to it.
const SHARED: u16 = 1;
/// Numbers from here on are single claims. The lowest bit of the number says whether the cell is written to.
const SINGLE: u16 = 4;

/// Who owns a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Nobody,
    /// A claim of this player, by its number.
    One {
        seat: usize,
        claim: usize,
        is_written: bool,
    },
    /// Nobody may write anything else to it.
    Several,
}

/// A claim that this match cannot satisfy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Conflict;

impl Claims {
    pub(super) fn new() -> Self {
        Self { owners: Vec::new(), owned: [0; WORDS + 1], standing: [Needs::default(); 2] }
    }

    /// Forgets all claims, and sets aside the memory for new ones.
    pub(super) fn restart(&mut self) {
        self.owners.clear();
        self.owners.resize(CELLS, FREE);
        self.owned = [0; WORDS + 1];
        self.standing = [Needs::default(); 2];
    }

    /// Claims what a path of this player needs. The player's program begins at `start`.
    pub(super) fn add(
        &mut self,
        seat: usize,
        start: u16,
        tree: &Tree,
        needs: Needs,
        cells: &[Operation; CELLS + 1],
    ) -> Result<(), Conflict> {
        let new = needs.without(self.standing[seat]);
        for at in bits(new.places) {
            let address = usize::from(start) + at;
            // As long as nobody has claimed the cell, it may have been written to.
            if is_written(self.owners[address % CELLS]) || cells[address].id != tree.program[at] {
                return Err(Conflict);
            }
            self.own(address % CELLS, SHARED);
        }
        for number in bits(new.claims) {
            self.add_one(seat, start, tree.claim(number))?;
        }
        self.standing[seat] = needs.and(self.standing[seat]);
        Ok(())
    }

    fn add_one(&mut self, seat: usize, start: u16, claim: Claim) -> Result<(), Conflict> {
        let address = usize::from(claim.address.value(Known { start, a: 0, b: 0 })) % CELLS;
        let new = SINGLE + 4 * claim.number + 2 * u16::from(seat == 1) + u16::from(claim.is_written);
        let owner = match self.owners[address] {
            FREE => new,
            SHARED if claim.is_written => return Err(Conflict),
            SHARED => SHARED,
            old if old | 1 == new | 1 => old | new,
            old if !is_written(old) && !claim.is_written => SHARED,
            _ => return Err(Conflict),
        };
        self.own(address, owner);
        Ok(())
    }

    fn own(&mut self, address: usize, owner: u16) {
        self.owners[address] = owner;
        self.owned[address / 64] |= 1 << (address % 64);
        self.owned[WORDS] = self.owned[0];
    }

    /// Who has a claim to this cell.
    pub(super) fn owner(&self, address: u16) -> Owner {
        match self.owners[usize::from(address) % CELLS] {
            FREE => Owner::Nobody,
            SHARED => Owner::Several,
            one => Owner::One {
                seat: usize::from(one / 2 % 2),
                claim: usize::from((one - SINGLE) / 4),
                is_written: is_written(one),
            },
        }
    }

    /// Whether any of the cells that have a bit in `cells`, counted from `first` on, belongs to somebody.
    #[inline(always)]
    pub(super) fn has_any_from(&self, first: u16, cells: u64) -> bool {
        let (word, bit) = (usize::from(first) % CELLS / 64, first % 64);
        let owned = self.owned[word] >> bit | self.owned[word + 1] << 1 << (63 - bit);
        owned & cells != 0
    }

    /// Whether any of these cells belongs to somebody.
    #[inline(always)]
    pub(super) fn has_any(&self, addresses: &[u16]) -> bool {
        let owners = &self.owners[..CELLS];
        addresses.iter().fold(FREE, |all, &address| all | owners[usize::from(address) % CELLS]) != FREE
    }
}

/// Whether it is a claim to write to the cell.
fn is_written(owner: u16) -> bool {
    owner >= SINGLE && owner & 1 != 0
}

/// The numbers of the bits that are 1.
fn bits(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        number
    })
}
