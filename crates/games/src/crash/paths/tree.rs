//! The paths of a player. A path is what the player does in a few turns, and is found by the things that this depends on.

use super::super::instruction::CELLS;
use super::super::operation::Operation;
use super::super::program::MAX_INSTRUCTIONS;
use super::super::state::Memory;
use super::TURNS;
use super::claims::Claim;
use super::course::{Course, Ground, MOST_TESTS, Refused, Test};
use super::fixed::{FixedWrites, Place};
use super::moving::{Moves, Moving};
use super::sum::{Known, Sum};

/// No more than this is remembered about a player, so that an engine stays small.
const MOST_NODES: usize = 4000;
const MOST_PATHS: usize = 1200;
const MOST_WRITES: usize = 16_000;
/// A course adds no more claims than this: it reads at most `MOST_TESTS` cells, and writes no more often than it has
/// turns.
const MOST_CLAIMS_AT_ONCE: usize = MOST_TESTS + TURNS;

/// What is known about a player, in every match of its program.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    /// The numbers of its instructions.
    pub(super) program: Vec<u16>,
    /// Where the search begins, for each place in the program.
    roots: Vec<Link>,
    nodes: Vec<Node>,
    paths: Vec<Path>,
    /// What each path needs.
    needs: Vec<Needs>,
    pub(super) fixed: FixedWrites,
    pub(super) moving: Moving,
    /// The cells that paths read, or write to at fixed addresses.
    claims: Vec<Claim>,
    /// The places in the program that paths pass through.
    visited: Places,
    course: Course,
}

/// Places in a program, one bit each.
pub(super) type Places = u128;
const _: () = assert!(MAX_INSTRUCTIONS <= Places::BITS as usize, "every place in a program has a bit");

/// What a path needs: the places in the program that it passes through, and claims.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Needs {
    pub(super) places: Places,
    pub(super) claims: u128,
}

/// Leads to a question or is the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link(u16);

/// A question.
#[derive(Debug, Clone, Copy)]
enum Node {
    /// The value of a cell.
    Cell { address: u16, next: [Link; 4] },
    /// Whether a jump goes this far.
    Jump { distance: Sum, expected: u16, next: Link, other: Link },
}

/// What a player does in [`TURNS`] turns. It has a cache line of the processor to itself.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Path {
    /// When the match was last found to have what the path needs.
    pub(super) ready: u64,
    /// The player's registers at the end.
    ends: [Sum; 2],
    /// Where in its program the player is then.
    at: u16,
    /// Leads to what the player does after this path, if nothing else was played in between.
    next: Link,
    /// Its writes to fixed addresses.
    pub(super) fixed: Place,
    /// All other writes.
    pub(super) moves: Moves,
}
const _: () = assert!(size_of::<Path>() == 64);

impl Needs {
    /// The number of claims that have a bit.
    const CLAIMS: usize = u128::BITS as usize;

    pub(super) fn without(self, other: Self) -> Self {
        Self { places: self.places & !other.places, claims: self.claims & !other.claims }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self { places: self.places | other.places, claims: self.claims | other.claims }
    }
}

impl Link {
    /// Nobody has been here.
    pub(super) const UNKNOWN: Self = Self(0x7fff);
    /// These turns have to be played one by one.
    pub(super) const PLAIN: Self = Self(0x7ffe);
    /// From here on, links are paths.
    const PATHS: u16 = 0x8000;

    fn node(node: usize) -> Self {
        Self(low(node))
    }

    pub(super) fn path(path: usize) -> Self {
        Self(Self::PATHS | low(path))
    }

    fn as_node(self) -> Option<usize> {
        (self.0 < Self::PLAIN.0).then_some(usize::from(self.0))
    }

    /// The number of a path.
    #[inline(always)]
    pub(super) fn as_path(self) -> Option<usize> {
        (self.0 >= Self::PATHS).then_some(usize::from(self.0 & !Self::PATHS))
    }
}

impl Tree {
    pub(super) fn new(program: &[u16]) -> Self {
        Self {
            program: program.to_vec(),
            roots: vec![Link::UNKNOWN; program.len()],
            nodes: Vec::new(),
            paths: Vec::new(),
            needs: Vec::new(),
            fixed: FixedWrites::default(),
            moving: Moving::default(),
            claims: Vec::new(),
            visited: 0,
            course: Course::default(),
        }
    }

    /// What the player does from this place in its program.
    #[inline(always)]
    pub(super) fn find(&self, at: usize, known: Known, cells: &[Operation; CELLS + 1]) -> Link {
        self.follow(self.root(at), known, cells)
    }

    /// What the player does after a path, if that is already known.
    #[inline(always)]
    pub(super) fn find_after(&self, path: usize, known: Known, cells: &[Operation; CELLS + 1]) -> Link {
        self.follow(self.paths[path].next, known, cells)
    }

    fn root(&self, at: usize) -> Link {
        self.roots.get(at).copied().unwrap_or(Link::PLAIN)
    }

    #[inline(always)]
    fn follow(&self, mut link: Link, known: Known, cells: &[Operation; CELLS + 1]) -> Link {
        while let Some(node) = self.nodes.get(usize::from(link.0)) {
            link = match *node {
                Node::Cell { address, next } => {
                    next[usize::from(cells[usize::from(address) % CELLS].cell_value) % 4]
                }
                Node::Jump { distance, expected, next, other } => {
                    if distance.value(known) == expected {
                        next
                    } else {
                        other
                    }
                }
            };
        }
        link
    }

    /// Remembers what the player does after a path, where the search from this place leads to `end`. The cells that the
    /// path claims need not be asked about then: they always hold what the path read or wrote.
    pub(super) fn connect(
        &mut self,
        path: usize,
        at: usize,
        known: Known,
        cells: &[Operation; CELLS + 1],
        end: Link,
    ) {
        if self.nodes.len() >= MOST_NODES {
            return;
        }
        let claims = self.needs[path].claims;
        let mut link = self.root(at);
        let mut place = Spot::After(path);
        while let Some(node) = link.as_node() {
            match self.nodes[node] {
                Node::Cell { address, next } => {
                    let value = cells[usize::from(address)].cell_value;
                    link = next[usize::from(value) % 4];
                    if !self.claims_address(claims, Sum::number(address)) {
                        let node = self.node_at(place, Node::Cell { address, next: [Link::UNKNOWN; 4] });
                        place = Spot::Cell(node, value);
                    }
                }
                Node::Jump { distance, expected, next, other } => {
                    let unknown = Link::UNKNOWN;
                    let node =
                        self.node_at(place, Node::Jump { distance, expected, next: unknown, other: unknown });
                    let is_as_expected = distance.value(known) == expected;
                    link = if is_as_expected { next } else { other };
                    place = if is_as_expected { Spot::Next(node) } else { Spot::Other(node) };
                }
            }
        }
        *self.link_at(place) = end;
    }

    /// Whether the path has the claim with this number, or another to its address.
    pub(super) fn has_claim(&self, path: usize, number: usize) -> bool {
        self.claims_address(self.needs[path].claims, self.claim(number).address)
    }

    /// Whether one of these claims is to the address.
    fn claims_address(&self, claims: u128, address: Sum) -> bool {
        self.claims
            .iter()
            .enumerate()
            .any(|(number, claim)| claims >> number & 1 != 0 && claim.address == address)
    }

    #[inline(always)]
    pub(super) fn path(&self, number: usize) -> &Path {
        &self.paths[number]
    }

    /// Notes that the path has what it needs from now on.
    pub(super) fn is_ready(&mut self, number: usize, since: u64) {
        self.paths[number].ready = since;
    }

    /// The claim with this number.
    pub(super) fn claim(&self, number: usize) -> Claim {
        self.claims[number]
    }

    /// What a path needs.
    pub(super) fn needs(&self, path: usize) -> Needs {
        self.needs[path]
    }

    /// The places that paths pass through and that no longer hold what the program had there.
    pub(super) fn changed(&self, start: usize, cells: &[Operation; CELLS + 1]) -> Places {
        let now = || cells[start..].iter().zip(&self.program);
        // This compares all of them without stopping at the first difference, so that the processor compares many at
        // once.
        if now().fold(0, |all, (cell, id)| all | (cell.id ^ id)) == 0 {
            return 0;
        }
        let changed = now().enumerate().filter(|(_, (cell, id))| cell.id != **id);
        let changed = changed.fold(0, |all, (at, _)| all | 1 << at);
        changed & self.visited
    }

    /// Learns what the player does from this place in its program. False if nothing can be learnt.
    #[inline(never)]
    pub(super) fn learn(&mut self, at: u16, memory: &Memory, known: Known) -> bool {
        let mut course = std::mem::take(&mut self.course);
        let ground = Ground { program: &self.program, table: &memory.table, cells: &memory.cells, known };
        let followed = course.follow(at, &ground);
        let learnt = self.has_room() && followed != Err(Refused::Now);
        if learnt {
            let end = if followed.is_ok() { self.keep(&course) } else { Link::PLAIN };
            self.plant(at, &course, end);
        }
        self.course = course;
        learnt
    }

    fn has_room(&self) -> bool {
        self.nodes.len() < MOST_NODES
            && self.paths.len() < MOST_PATHS
            && self.fixed.len() + self.moving.len() < MOST_WRITES
            && self.claims.len() + MOST_CLAIMS_AT_ONCE <= Needs::CLAIMS
    }

    /// Adds a path.
    fn keep(&mut self, course: &Course) -> Link {
        let needs = self.needs_of(course);
        self.visited |= needs.places;
        self.needs.push(needs);
        self.paths.push(Path {
            ready: 0,
            ends: course.ends,
            at: course.at,
            next: Link::UNKNOWN,
            fixed: self.fixed.add(&course.fixed),
            moves: self.moving.add(&course.moving),
        });
        Link::path(self.paths.len() - 1)
    }

    /// What the course needs.
    fn needs_of(&mut self, course: &Course) -> Needs {
        let mut claims = 0;
        for test in &course.tests {
            if let Test::Cell { address, .. } = *test {
                claims |= 1 << self.add_claim(Sum::number(address), false);
            }
        }
        for fixed in &course.fixed {
            claims |= 1 << self.add_claim(fixed.address, true);
        }
        Needs { places: course.visited, claims }
    }

    /// The place of a claim in the list. The claim is added if it is new.
    fn add_claim(&mut self, address: Sum, is_written: bool) -> usize {
        let mut number = self.claims.len();
        for (place, claim) in self.claims.iter().enumerate().filter(|(_, claim)| claim.address == address) {
            if claim.is_written == is_written {
                return place;
            }
            number = place;
        }
        self.claims.push(Claim { number: low(number), address, is_written });
        self.claims.len() - 1
    }

    /// Puts an answer at the place to which the questions of this course lead.
    fn plant(&mut self, at: u16, course: &Course, end: Link) {
        let mut place = Spot::Root(usize::from(at));
        for test in &course.tests {
            place = match *test {
                Test::Cell { address, value } => {
                    let node = self.node_at(place, Node::Cell { address, next: [Link::UNKNOWN; 4] });
                    Spot::Cell(node, value)
                }
                Test::Jump { distance, value } => self.jump_at(place, distance, value),
            };
        }
        *self.link_at(place) = end;
    }

    fn jump_at(&mut self, mut place: Spot, distance: Sum, value: u16) -> Spot {
        let unknown = Link::UNKNOWN;
        loop {
            let new = Node::Jump { distance, expected: value, next: unknown, other: unknown };
            let node = self.node_at(place, new);
            match self.nodes[node] {
                Node::Jump { expected, .. } if expected == value => return Spot::Next(node),
                _ => place = Spot::Other(node),
            }
        }
    }

    /// The node at this place. If there is none yet, it becomes `new`.
    fn node_at(&mut self, place: Spot, new: Node) -> usize {
        let count = self.nodes.len();
        let link = self.link_at(place);
        if let Some(node) = link.as_node() {
            return node;
        }
        *link = Link::node(count);
        self.nodes.push(new);
        count
    }

    fn link_at(&mut self, place: Spot) -> &mut Link {
        let node = match place {
            Spot::Root(at) => return &mut self.roots[at],
            Spot::After(path) => return &mut self.paths[path].next,
            Spot::Cell(node, _) | Spot::Next(node) | Spot::Other(node) => &mut self.nodes[node],
        };
        match (node, place) {
            (Node::Cell { next, .. }, Spot::Cell(_, value)) => &mut next[usize::from(value) % 4],
            (Node::Jump { next, .. }, Spot::Next(_)) => next,
            (Node::Jump { other, .. }, Spot::Other(_)) => other,
            _ => unreachable!("the same course asks the same questions"),
        }
    }
}

impl Path {
    /// Where the player is after this path, and its registers.
    #[inline(always)]
    pub(super) fn end(&self, known: Known) -> (u16, [u16; 2]) {
        let [a, b] = self.ends;
        (self.at, [a.value(known), b.value(known)])
    }
}

/// Where a node belongs.
#[derive(Clone, Copy)]
enum Spot {
    Root(usize),
    After(usize),
    Cell(usize, u8),
    Next(usize),
    Other(usize),
}

/// A number that is known to be small.
fn low(length: usize) -> u16 {
    u16::try_from(length).expect("there are few")
}
