//! What is enclosed after a move (S7), on bits.
//!
//! A region is a largest set of squares that are not the mover's and connect up, down, left and right. Only a move
//! that may have split a region can enclose anything, as long as there was one region before. [`may_split`] sees in
//! the 8 squares around the move whether it may have; most moves do not, and then no search is needed. The proof:
//!
//! - *A move onto a square s of the only region* takes s out of it. If that broke a path between two other squares of
//!   the region, the path would run through s, from one neighbour of s to another. If all neighbours of s in the
//!   region connect with each other among the 8 squares around s, every such path can go round s.
//! - *A no-op, or a move onto own land* changes nothing in the squares that are not the mover's.
//! - *What the other bot does* only adds squares to the region, and they connect with it: its move
//!   leads to a neighbour of the square on which it stood, which was in the region; and each of the
//!   areas that it encloses is connected and has a neighbour in its own land, which is in the region.
//!
//! After [`enclosure`] there is one region, or several of one size (S7: they stay open); then it must
//! be called after every move of this player until there is one again.

use super::squares::{COLUMNS, ROWS, Squares};

/// What a move enclosed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enclosure {
    /// The squares enclosed: every region but the largest, or but the largest ones.
    pub enclosed: Squares,
    /// Whether the squares that stay open are one region, and not several of one size.
    pub one_region: bool,
}

/// What is enclosed where these squares are the mover's (S7).
#[must_use]
pub fn enclosure(territory: &Squares) -> Enclosure {
    let open = Squares(territory.0.map(|row| !row));
    let mut rest = open;
    let mut largest = Squares::default();
    let (mut size, mut one_region) = (0, true);
    while let Some(first) = rest.0.iter().position(|&row| row != 0) {
        let region = region(&open, first, lowest_bit(rest.0[first]));
        for (rest, region) in rest.0.iter_mut().zip(region.0) {
            *rest &= !region;
        }
        let count = region.count();
        if count > size {
            (largest, size, one_region) = (region, count, true);
        } else if count == size {
            one_region = false;
            for (largest, region) in largest.0.iter_mut().zip(region.0) {
                *largest |= region;
            }
        }
    }
    let mut enclosed = open;
    for (enclosed, largest) in enclosed.0.iter_mut().zip(largest.0) {
        *enclosed &= !largest;
    }
    Enclosure { enclosed, one_region }
}

fn lowest_bit(bits: u32) -> u32 {
    bits & bits.wrapping_neg()
}

/// The region that holds the squares `seed` of row `top`; this is the first row in which it has squares.
fn region(open: &Squares, top: usize, seed: u32) -> Squares {
    let mut region = Squares::default();
    region.0[top] = along_row(seed, open.0[top]);
    let mut bottom = top;
    // Down and up in turn. A pass leaves nothing to add in its own direction, so once one adds nothing,
    // there is nothing left in either.
    loop {
        let (mut at, mut added) = (top, false);
        while at + 1 < ROWS && (spread(&mut region, open, at, at + 1, &mut added) || at < bottom) {
            at += 1;
        }
        bottom = at;
        if !added {
            return region;
        }
        added = false;
        for at in (top + 1..=bottom).rev() {
            spread(&mut region, open, at, at - 1, &mut added);
        }
        if !added {
            return region;
        }
    }
}

/// Adds to row `to` what connects with the row `from` beside it. True if there was something to add.
#[inline(always)]
fn spread(region: &mut Squares, open: &Squares, from: usize, to: usize, added: &mut bool) -> bool {
    let new = region.0[from] & open.0[to] & !region.0[to];
    if new != 0 {
        region.0[to] |= along_row(new, open.0[to]);
        *added = true;
    }
    new != 0
}

/// The runs of `open` that contain squares of `seed`.
#[inline(always)]
fn along_row(seed: u32, open: u32) -> u32 {
    // To the right, which is up in the number: a carry runs through the run from its lowest seed on.
    let mut run = open & !open.wrapping_add(seed) | seed;
    // To the left: by 1, 2, 4, 8 and 16 squares, each where all squares passed over are open.
    let mut passable = open;
    for distance in [1, 2, 4, 8, 16] {
        run |= passable & (run >> distance);
        passable &= passable >> distance;
    }
    run
}

/// Whether taking this square, which is now in `territory`, may have split a region: false only if its
/// neighbours outside the territory connect with each other among the 8 squares around it.
#[inline(always)]
pub(super) fn may_split(territory: &Squares, cell: usize) -> bool {
    let (row, column) = (cell / COLUMNS, cell % COLUMNS);
    // Three squares of a row from the left neighbour's column on, a bit each; what lies outside of the
    // board is not open.
    let open = |row: usize| {
        let row = territory.0.get(row).map_or(0, |row| u64::from(!row));
        row << 1 >> column & 0b111
    };
    let (above, beside, below) = (open(row.wrapping_sub(1)), open(row), open(row + 1));
    let (up, down) = (above >> 1 & 1, below >> 1 & 1);
    let (left, right) = (beside & 1, beside >> 2);
    let corners = (up & left & above)
        + (up & right & (above >> 2))
        + (down & left & below)
        + (down & right & (below >> 2));
    // Every corner that is open joins the two neighbours beside it.
    up + down + left + right > 1 + corners
}

#[cfg(test)]
mod tests {
    use super::super::reference::Reference;
    use super::super::{CELLS, X};
    use super::*;

    /// All combinations of taken squares among the 8 around a square, in the middle of the board, at each edge and in
    /// each corner: compared with a walk among these 8 squares.
    #[test]
    fn a_move_may_split_a_region_unless_its_neighbours_connect_around_it() {
        for cell in [0, 15, 31, 7 * 32, 7 * 32 + 15, 7 * 32 + 31, 15 * 32, 15 * 32 + 15, CELLS - 1] {
            for taken in 0..256_u32 {
                let (territory, open) = neighbourhood(cell, taken);
                assert_eq!(may_split(&territory, cell), groups(open) > 1, "square {cell}, {taken:08b}");
            }
        }
    }

    /// The 8 squares around one, going round it from the top left.
    const AROUND: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];

    /// A territory that holds those of the 8 squares around a square that have a bit in `taken`; and which of the 8
    /// are open. Squares outside the board are not.
    fn neighbourhood(cell: usize, taken: u32) -> (Squares, [bool; 8]) {
        let mut territory = Squares::of(cell);
        let mut open = [false; 8];
        for (place, (down, right)) in AROUND.into_iter().enumerate() {
            let (row, column) = (cell / COLUMNS + down, cell % COLUMNS + right);
            if !(1..=ROWS).contains(&row) || !(1..=COLUMNS).contains(&column) {
                continue;
            }
            open[place] = taken >> place & 1 == 0;
            if !open[place] {
                territory.insert((row - 1) * COLUMNS + column - 1);
            }
        }
        (territory, open)
    }

    /// How many groups the open ones among the 4 neighbours form; groups connect along the 8 squares.
    fn groups(open: [bool; 8]) -> usize {
        let neighbours = (1..8).step_by(2).filter(|place| open[*place]);
        // A group begins at a neighbour that cannot be reached from the one before it.
        let begins = neighbours.clone().filter(|place| !open[place - 1] || !open[(place + 6) % 8]).count();
        begins.max(neighbours.count().min(1))
    }

    #[test]
    fn what_is_enclosed_is_what_the_reference_encloses() {
        let mut noise = 1_u64;
        let mut next = || {
            noise = noise.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            u32::try_from(noise >> 32).expect("32 bits")
        };
        for density in 0..3000 {
            // And-ed and or-ed words are sparser and denser; a mirrored half makes regions of one size.
            let mut rows: [u32; ROWS] = std::array::from_fn(|_| match density % 5 {
                0 => next() & next(),
                1 => next() | next(),
                2 => next() & next() & next(),
                3 => next() & 0xff_ffff,
                _ => next(),
            });
            if density % 3 == 0 {
                rows = rows.map(|row| row & 0xffff | (row & 0xffff).reverse_bits() | 0x8000 | 0x1_0000);
            }
            let territory = Squares(rows);
            let owners = std::array::from_fn(|row| {
                std::array::from_fn(|column| if rows[row] >> column & 1 == 1 { b'X' } else { b'.' })
            });
            let regions = Reference::on(owners, [(0, 0), (15, 31)], 1).regions(X);
            let largest = regions.iter().map(Vec::len).max().unwrap_or(0);
            let mut enclosed = Squares::default();
            for (row, column) in regions.iter().filter(|region| region.len() < largest).flatten() {
                enclosed.insert(row * COLUMNS + column);
            }
            let one_region = regions.iter().filter(|region| region.len() == largest).count() <= 1;
            assert_eq!(enclosure(&territory), Enclosure { enclosed, one_region }, "{rows:x?}");
        }
    }

    /// The longest possible paths, up and down and round and round, and the most regions.
    #[test]
    fn ways_through_the_whole_board_are_followed_to_their_end() {
        let up_and_down = std::array::from_fn(|row| match row {
            0 => 0x2222_2222 << 2,
            15 => 0x2222_2222,
            _ => 0xaaaa_aaaa,
        });
        let left_and_right = std::array::from_fn(|row| match row % 4 {
            1 => u32::MAX >> 1,
            3 => u32::MAX << 1,
            _ => 0,
        });
        for rows in [up_and_down, left_and_right] {
            let found = enclosure(&Squares(rows));
            assert_eq!(found, Enclosure { enclosed: Squares::default(), one_region: true }, "{rows:x?}");
        }
        let chess: [u32; ROWS] =
            std::array::from_fn(|row| if row % 2 == 0 { 0x5555_5555 } else { 0xaaaa_aaaa });
        let found = enclosure(&Squares(chess));
        assert_eq!(found, Enclosure { enclosed: Squares::default(), one_region: false });
        assert_eq!(enclosure(&Squares([u32::MAX; ROWS])).enclosed.count(), 0, "nothing is left to enclose");
    }
}
