//! Which matches are in a group.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::layers::Layer;

/// The matches of a group, and its parts in which cells of two layers meet.
pub(super) trait Extent {
    /// The layers of the memory, the absolute one first.
    type Layers: AsRef<[Layer]> + AsMut<[Layer]>;
    /// A part in which an address of one layer is also an address of another one.
    type Key: Copy + PartialEq;
    /// What is known about a sum of cells.
    type Sum: Clone + Default;
    /// Whether a part is a single match.
    const HAS_SINGLE_MATCHES: bool;

    /// How the matches part if a sum is not the same for all of them.
    type Classes;

    /// The time up to which writes were taken into account when a sum was worked out.
    fn known_since(sum: &Self::Sum) -> u32;

    /// The part in which a cell of one layer is also a cell of a higher layer.
    fn meeting(lower: (usize, usize), higher: (usize, usize)) -> Self::Key;

    /// Whether any match of a part may be in the group.
    fn contains(&self, key: Self::Key) -> bool;

    /// Where a cell of one layer lies in another one: its offsets there, for all matches that may be in the group.
    fn offsets_there(&self, cell: (usize, usize), other: usize) -> Bases;

    /// Takes out the matches of a part. Returns how many there were.
    fn remove(&mut self, key: Self::Key) -> u64;

    /// How many matches there are.
    fn len(&self) -> u64;
}

/// Matches that differ in one address: where the first program begins, where the second one begins, or where both begin
/// at one distance.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) bases: Bases,
    /// Remainders modulo 64, one bit each. The bases that are still in the line have no other remainders.
    pub(super) residues: u64,
}

/// What is known about a sum of cells: its value in all matches at some time.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KnownSum {
    pub(super) value: Option<u16>,
    pub(super) since: u32,
}

/// The matches of a line whose sum differs from that of most, by their sums.
pub(super) type LineClasses = Vec<(u16, Bases)>;

impl Line {
    pub(super) fn of(bases: Bases) -> Self {
        let residues = bases.residues();
        Self { bases, residues }
    }
}

impl Extent for Line {
    type Layers = [Layer; 2];
    type Key = usize;
    type Sum = KnownSum;
    type Classes = LineClasses;
    const HAS_SINGLE_MATCHES: bool = true;

    fn known_since(sum: &KnownSum) -> u32 {
        sum.since
    }

    #[inline]
    fn meeting(lower: (usize, usize), higher: (usize, usize)) -> usize {
        distance(higher.1, lower.1)
    }

    #[inline]
    fn contains(&self, base: usize) -> bool {
        self.bases.contains(base)
    }

    fn offsets_there(&self, cell: (usize, usize), other: usize) -> Bases {
        offsets_there(&self.bases, cell, other)
    }

    fn remove(&mut self, base: usize) -> u64 {
        u64::from(self.bases.remove(base))
    }

    fn len(&self) -> u64 {
        self.bases.len()
    }
}

/// All matches with these addresses of the first program, these addresses of the second, and these distances between
/// them.
#[derive(Debug, Clone)]
pub(super) struct Plane {
    pub(super) ones: Bases,
    pub(super) twos: Bases,
    pub(super) distances: Bases,
    left: u64,
}

/// The matches of a plane that agree in one of three respects: the axis says in which, and `at` in what value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) axis: Axis,
    pub(super) at: usize,
}

/// What the matches of a line have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// The address at which the first program begins.
    One,
    /// The address at which the second program begins.
    Two,
    /// How far the second program begins after the first, round the memory.
    Distance,
}

/// What is known about a sum in a plane.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KnownPlaneSum {
    pub(super) known: Option<Shares>,
    pub(super) since: u32,
}

/// What a sum is made of: what absolute cells give, and what the cells of each program add.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shares {
    pub(super) absolute: u16,
    pub(super) programs: [u16; 2],
}

impl Shares {
    pub(super) fn sum(self) -> u16 {
        self.absolute.wrapping_add(self.programs[0]).wrapping_add(self.programs[1])
    }
}

/// The matches of a plane in which a sum differs, or may differ, from the sum in most matches.
#[derive(Debug, Default)]
pub(super) struct PlaneClasses {
    /// The distances at which both programs have cells that count in the same place.
    pub(super) distances: Bases,
    /// The addresses of each program, by what its cells add.
    pub(super) of_programs: [Vec<(u16, Bases)>; 2],
}

impl PlaneClasses {
    pub(super) fn is_empty(&self) -> bool {
        self.distances.is_empty() && self.of_programs.iter().all(Vec::is_empty)
    }
}

impl Plane {
    pub(super) fn new(ones: Bases, twos: Bases, distances: Bases) -> Self {
        let mut plane = Self { ones, twos, distances, left: 0 };
        let axis = if plane.twos.len() < plane.ones.len() { Axis::Two } else { Axis::One };
        plane.left = plane.keys(axis).into_iter().map(|key| plane.count(key)).sum();
        plane
    }

    /// A plane without matches.
    pub(super) fn none() -> Self {
        Self { ones: Bases::NONE, twos: Bases::NONE, distances: Bases::NONE, left: 0 }
    }

    /// The addresses and distances of all placements of programs of these lengths.
    pub(super) fn of_lengths([one, two]: [usize; 2]) -> [Bases; 3] {
        let all = |from: usize, until: usize| {
            let mut bases = Bases::NONE;
            bases.insert_all(from..until);
            bases
        };
        // Neither program wraps round the end. So programs at a legal distance do not overlap.
        [all(0, CELLS + 1 - one), all(0, CELLS + 1 - two), all(one, CELLS + 1 - two)]
    }

    /// The matches of a part, as addresses of the program that may begin anywhere in it. If both may, these are
    /// addresses of the first program.
    pub(super) fn line(&self, key: Key) -> Bases {
        let Key { axis, at } = key;
        match axis {
            Axis::One => self.twos.and(&self.distances.rotated(at)),
            Axis::Two => self.ones.and(&self.distances.negated().rotated(at)),
            Axis::Distance => self.ones.and(&self.twos.rotated(CELLS - at)),
        }
    }

    fn count(&self, key: Key) -> u64 {
        if self.contains(key) { self.line(key).len() } else { 0 }
    }

    fn axis(&self, axis: Axis) -> &Bases {
        match axis {
            Axis::One => &self.ones,
            Axis::Two => &self.twos,
            Axis::Distance => &self.distances,
        }
    }

    /// Takes out the matches of a part without counting them. After that, nobody may ask how many matches there are.
    pub(super) fn take_out(&mut self, Key { axis, at }: Key) {
        match axis {
            Axis::One => self.ones.remove(at),
            Axis::Two => self.twos.remove(at),
            Axis::Distance => self.distances.remove(at),
        };
    }

    /// Takes out the matches in which a program begins at one of these addresses, as another plane.
    pub(super) fn split(&mut self, seat: usize, starts: &Bases) -> Self {
        let Self { ones, twos, distances, .. } = self;
        let split = match seat {
            0 => Self::new(starts.and(ones), twos.clone(), distances.clone()),
            _ => Self::new(ones.clone(), starts.and(twos), distances.clone()),
        };
        let of_program = if seat == 0 { ones } else { twos };
        of_program.remove_all(starts);
        self.left -= split.left;
        split
    }

    /// All parts on an axis that may have matches.
    pub(super) fn keys(&self, axis: Axis) -> Vec<Key> {
        self.axis(axis).iter().map(|at| Key { axis, at }).collect()
    }
}

impl Extent for Plane {
    type Layers = [Layer; 3];
    type Key = Key;
    type Sum = KnownPlaneSum;
    type Classes = PlaneClasses;
    const HAS_SINGLE_MATCHES: bool = false;

    fn known_since(sum: &KnownPlaneSum) -> u32 {
        sum.since
    }

    #[inline]
    fn meeting(lower: (usize, usize), higher: (usize, usize)) -> Key {
        match (lower.0, higher.0) {
            (0, 1) => Key { axis: Axis::One, at: distance(higher.1, lower.1) },
            (0, _) => Key { axis: Axis::Two, at: distance(higher.1, lower.1) },
            _ => Key { axis: Axis::Distance, at: distance(higher.1, lower.1) },
        }
    }

    #[inline]
    fn contains(&self, key: Key) -> bool {
        self.axis(key.axis).contains(key.at)
    }

    fn offsets_there(&self, cell: (usize, usize), other: usize) -> Bases {
        let bases = match (cell.0.min(other), cell.0.max(other)) {
            (0, 1) => &self.ones,
            (0, _) => &self.twos,
            _ => &self.distances,
        };
        offsets_there(bases, cell, other)
    }

    fn remove(&mut self, key: Key) -> u64 {
        let removed = self.count(key);
        self.take_out(key);
        self.left -= removed;
        removed
    }

    fn len(&self) -> u64 {
        self.left
    }
}

/// Where a cell of one layer lies in another one: its offsets there, for all of these distances between the layers.
fn offsets_there(distances: &Bases, (layer, offset): (usize, usize), other: usize) -> Bases {
    if layer < other { distances.negated().rotated(offset) } else { distances.rotated(offset) }
}

/// How far one address lies after another, round the memory.
pub(super) fn distance(from: usize, to: usize) -> usize {
    to.wrapping_sub(from) % CELLS
}
