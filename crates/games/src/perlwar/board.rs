//! The Array: the content and the owner of each cell. All writes to it are here.

use game::{Event, EventKind, Observer, Seat};

use super::code::{Code, Codes};

/// What a cell holds: a snippet of this player with this code.
pub(super) type Content = Option<(Seat, Code)>;

/// The Array.
#[derive(Debug, Clone)]
pub(super) struct Board {
    codes: Codes,
    /// The owner of each cell: nobody if and only if it is empty.
    owners: Vec<Option<Seat>>,
    /// How many snippets each player has.
    snippets: Vec<u64>,
}

impl Board {
    /// An Array of empty cells.
    pub(super) fn new(size: usize, seats: usize) -> Self {
        Self { codes: Codes::new(vec![None; size]), owners: vec![None; size], snippets: vec![0; seats] }
    }

    /// An Array with these codes and owners: a cell has code if and only if it has an owner.
    pub(super) fn of(codes: Codes, owners: Vec<Option<Seat>>, seats: usize) -> Self {
        let mut snippets = vec![0; seats];
        for owner in owners.iter().flatten() {
            snippets[*owner] += 1;
        }
        Self { codes, owners, snippets }
    }

    /// The codes of all cells.
    pub(super) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The owner of each cell.
    pub(super) fn owners(&self) -> &[Option<Seat>] {
        &self.owners
    }

    /// How many snippets each player has.
    pub(super) fn snippets(&self) -> &[u64] {
        &self.snippets
    }

    /// The code in a cell, if there is a snippet.
    pub(super) fn code(&self, cell: usize) -> Option<&Code> {
        self.codes.cells()[cell].as_ref()
    }

    /// The `nth` cell that belongs to `owner`, or to nobody if that is `None`; `nth` counts from 0.
    pub(super) fn nth_of(&self, owner: Option<Seat>, nth: usize) -> Option<usize> {
        let of_owner = self.owners.iter().enumerate().filter(|(_, found)| **found == owner);
        of_owner.map(|(cell, _)| cell).nth(nth)
    }

    /// Makes a cell hold this. A match writes to the Array only in this way.
    pub(super) fn write<O: Observer>(&mut self, cell: usize, content: Content, watched: &mut Watched<'_, O>) {
        let (owner, code) = content.unzip();
        let owner_before = std::mem::replace(&mut self.owners[cell], owner);
        let code_before = self.codes.replace(cell, code);
        if let Some(before) = owner_before {
            self.snippets[before] -= 1;
        }
        if let Some(after) = owner {
            self.snippets[after] += 1;
        }
        if O::WATCHES && (owner_before != owner || code_before.as_ref() != self.code(cell)) {
            let (before, after) = (number_of(owner_before), number_of(owner));
            watched.tell(EventKind::Write { cell, before, after });
        }
    }
}

/// A cell's owner as events number it: 0 for nobody, otherwise the seat plus 1.
fn number_of(owner: Option<Seat>) -> u32 {
    owner.map_or(0, |seat| u32::try_from(seat + 1).expect("there are 16 seats at most"))
}

/// The owner that has this number in events; nobody if the number belongs to no seat.
pub(super) fn owner_of(number: u32, seats: usize) -> Option<Seat> {
    usize::try_from(number).ok()?.checked_sub(1).filter(|seat| *seat < seats)
}

/// An observer, with the round that it watches and the seat whose actions it sees.
pub(super) struct Watched<'a, O> {
    pub(super) observer: &'a mut O,
    pub(super) round: u64,
    pub(super) seat: Seat,
}

impl<O: Observer> Watched<'_, O> {
    pub(super) fn tell(&mut self, kind: EventKind) {
        self.observer.event(Event { turn: self.round, seat: self.seat, kind });
    }
}
