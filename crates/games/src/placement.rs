//! Checking where programs lie: inside, and none on another (E8, C7).

use game::{NamedLists, SetupError};

/// The list `start` of a wished-for setup, if programs of these lengths may lie there on `size`
/// cells.
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
