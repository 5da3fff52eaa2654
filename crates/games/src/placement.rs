//! Checks that programs lie inside the board and do not overlap (E8, C7).

use game::{NamedLists, Seat, SetupError};

/// The list `start` of a requested setup, if programs of these lengths may lie there on `size` cells.
pub(crate) fn check(
    wished: &NamedLists,
    lengths: &[usize],
    size: usize,
    why: &'static str,
) -> Result<Vec<usize>, SetupError> {
    let start = wished.one_a_seat("start", lengths.len())?;
    for (seat, (&value, &length)) in start.iter().zip(lengths).enumerate() {
        let max = (size - length) as u64;
        if value > max {
            return Err(SetupError::TooLarge { name: "start", seat, value, max, why });
        }
    }
    let start = indices(start);
    let mut by_place: Vec<usize> = (0..start.len()).collect();
    by_place.sort_by_key(|&seat| start[seat]);
    for pair in by_place.windows(2) {
        let (first, second) = (pair[0], pair[1]);
        if start[first] + lengths[first] > start[second] {
            return Err(SetupError::Overlap { first, second, at: start[second] as u64, why });
        }
    }
    Ok(start)
}

/// Numbers that are known to be small, as indices.
pub(crate) fn indices(numbers: &[u64]) -> Vec<usize> {
    numbers.iter().map(|&number| usize::try_from(number).expect("it was checked against a size")).collect()
}

/// Where programs lie before the first turn.
#[derive(Debug)]
pub(crate) struct InitialPlacement {
    /// First cell, length and seat, by first cell.
    by_place: Vec<(usize, usize, Seat)>,
}

impl InitialPlacement {
    /// The placement of programs of these lengths that start in these cells.
    pub(crate) fn new(start: &[usize], lengths: impl Iterator<Item = usize>) -> Self {
        let placed = start.iter().zip(lengths).enumerate();
        let mut by_place: Vec<_> = placed.map(|(seat, (&start, length))| (start, length, seat)).collect();
        by_place.sort_unstable();
        Self { by_place }
    }

    /// The nearest program of another seat on a ring of `cells` cells, and how far it is from a cell.
    pub(crate) fn nearest_other(&self, cell: usize, own: Seat, cells: usize) -> Option<(Seat, usize)> {
        let count = self.by_place.len();
        let after = self.by_place.partition_point(|(start, ..)| *start <= cell);
        let others = |nth: usize| Some(self.by_place[nth % count]).filter(|(.., seat)| *seat != own);
        // Of two neighbours on one side, at least one is another seat's.
        let ahead = (after..after + 2.min(count))
            .find_map(others)
            .map(|(start, _, seat)| (seat, (start + cells - cell) % cells));
        let behind = (1..=2.min(count))
            .find_map(|back| others(after + count - back))
            .map(|(start, length, seat)| (seat, (cell + cells - (start + length - 1)) % cells));
        [ahead, behind].into_iter().flatten().min_by_key(|(_, away)| *away)
    }

    /// The seat whose program lies in a cell.
    pub(crate) fn of(&self, cell: usize) -> Option<Seat> {
        let after = self.by_place.partition_point(|(start, ..)| *start <= cell);
        let (start, length, seat) = self.by_place[..after].last()?;
        (cell < start + length).then_some(*seat)
    }
}
