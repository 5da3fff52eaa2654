//! Finding the matching bracket on a ring that changes all the time, in O(log n).
//!
//! Squares are grouped into leaves of 64. Each leaf is kept as two bit masks (where a `[` is, where a `]` is). Above
//! the leaves stands a binary tree. Each node knows the sum of its brackets (`[` is +1, `]` is −1) and the least sum of
//! any of its prefixes (a range min-max tree; Navarro and Sadakane, "Fully functional static and dynamic succinct
//! trees", 2014). A search climbs from its leaf to the first subtree that must hold the match, then descends into it.
//!
//! When a bracket changes, two bit operations are done at once. The update of its leaf's path to the root is postponed
//! until a search needs the tree, because a robot that turns `+` to `[` to `]` to `r` changes the same leaf many times
//! in a row. A search goes on from leaf to leaf as long as that costs less than updating the tree. Most leaves cannot
//! hold the match, as the numbers of their brackets show.

mod leaf;

use leaf::{Found, LEAF_SQUARES, Leaf, Sums, brackets_of};

/// A search always looks at a few leaves before it asks the tree. It looks at more leaves as long as all searches since
/// the last update have cost less than the next update of the tree will. Updating the tree for one leaf costs as much
/// as looking at [`LEAVES_TO_SCAN_PER_STALE`] leaves.
const LEAST_LEAVES_TO_SCAN: usize = 2;
const LEAVES_TO_SCAN_PER_STALE: usize = 32;

/// All brackets of a ring.
#[derive(Debug, Clone)]
pub(super) struct Brackets {
    /// The leaves that hold brackets or are watched, or have held brackets or been watched since all brackets were
    /// removed. The first one is empty and stands for all other leaves. Most leaves are empty, and memory that nobody
    /// looks at costs nothing.
    leaves: Vec<Leaf>,
    /// For each leaf, its index in `leaves`.
    places: Vec<u32>,
    /// The tree as a heap: node 1 is the root, node `k` has the children `2k` and `2k + 1`, and leaf `l` is node
    /// `first_leaf + l`. Most matches never ask the tree, so it is created only when it is asked.
    nodes: Vec<Sums>,
    first_leaf: usize,
    /// Leaves whose path to the root is out of date, each listed once.
    stale: Vec<u32>,
    /// Leaves that searches have looked at one by one since the tree was up to date.
    scanned: usize,
    /// Leaves with squares that are watched, each listed once.
    watched: Vec<u32>,
}

impl Brackets {
    /// A ring of `squares` squares without brackets.
    pub(super) fn new(squares: usize) -> Self {
        let leaves = squares.div_ceil(LEAF_SQUARES);
        Self {
            leaves: vec![Leaf::default()],
            places: vec![0; leaves],
            nodes: Vec::new(),
            first_leaf: leaves.next_power_of_two(),
            stale: Vec::new(),
            scanned: 0,
            watched: Vec::new(),
        }
    }

    /// Removes all brackets. Most matches have brackets in only a few places.
    pub(super) fn clear(&mut self) {
        self.watched.clear();
        self.stale.clear();
        for leaf in self.leaves.drain(1..) {
            self.places[leaf.nth as usize] = 0;
            let mut node = self.first_leaf + leaf.nth as usize;
            while let Some(sums) = self.nodes.get_mut(node).filter(|sums| **sums != Sums::default()) {
                *sums = Sums::default();
                node /= 2;
            }
        }
    }

    #[inline(always)]
    fn leaf(&self, leaf: usize) -> Leaf {
        self.leaves[self.places[leaf] as usize]
    }

    fn leaf_to_change(&mut self, leaf: usize) -> &mut Leaf {
        let most = self.places.len() + 1;
        let place = &mut self.places[leaf];
        if *place == 0 {
            *place = small(self.leaves.len());
            if self.leaves.len() == self.leaves.capacity() {
                // This doubles the capacity, as a vector does, but never beyond the number of leaves that there can be.
                self.leaves.reserve_exact(self.leaves.len().min(most - self.leaves.len()));
            }
            self.leaves.push(Leaf { nth: small(leaf), ..Leaf::default() });
        }
        &mut self.leaves[*place as usize]
    }

    /// The symbol `before` on a square became the next one: `+` became `[`, `[` became `]`, or `]` became `r`. Returns
    /// whether the square is watched.
    pub(super) fn change(&mut self, square: usize, before: u8) -> bool {
        let (leaf, bit) = (square / LEAF_SQUARES, square % LEAF_SQUARES);
        self.leaf_to_change(leaf).change(bit, before);
        self.now_stale(leaf);
        self.leaf(leaf).watched >> bit & 1 != 0
    }

    /// [`Brackets::change`] if nothing else needs to be done: the leaf is stale already and the square is not watched.
    /// Otherwise it changes nothing and returns false.
    #[inline(always)]
    pub(super) fn change_plain(&mut self, square: usize, before: u8) -> bool {
        let (leaf, bit) = (square / LEAF_SQUARES, square % LEAF_SQUARES);
        let changed = &mut self.leaves[self.places[leaf] as usize];
        let is_plain = changed.is_stale && changed.watched >> bit & 1 == 0;
        if is_plain {
            changed.change(bit, before);
        }
        is_plain
    }

    /// Whether any of the squares from `first` to `last` may be watched for changes of brackets.
    pub(super) fn is_watched(&self, first: usize, last: usize) -> bool {
        let leaves = small(first / LEAF_SQUARES)..=small(last / LEAF_SQUARES);
        self.watched.iter().any(|leaf| leaves.contains(leaf))
    }

    /// The squares from `first` to `last` may have changed. `cells` holds what is on them now.
    pub(super) fn replace(&mut self, first: usize, last: usize, cells: &[u8]) {
        for leaf in first / LEAF_SQUARES..=last / LEAF_SQUARES {
            let start = leaf * LEAF_SQUARES;
            let (open, close) = brackets_of(&cells[start..cells.len().min(start + LEAF_SQUARES)]);
            let before = self.leaf(leaf);
            if (before.open, before.close) != (open, close) {
                let changed = self.leaf_to_change(leaf);
                (changed.open, changed.close) = (open, close);
                self.now_stale(leaf);
            }
        }
    }

    /// From now on, changes of these squares are reported.
    #[inline(always)]
    pub(super) fn watch(&mut self, squares: std::ops::RangeInclusive<usize>) {
        let (first, last) = (*squares.start(), *squares.end());
        for leaf in first / LEAF_SQUARES..=last / LEAF_SQUARES {
            let start = leaf * LEAF_SQUARES;
            let (from, to) = (first.max(start) - start, last.min(start + LEAF_SQUARES - 1) - start);
            let watched = self.leaf_to_change(leaf);
            watched.watched |= u64::MAX << from & u64::MAX >> (LEAF_SQUARES - 1 - to);
            if !watched.is_watched {
                watched.is_watched = true;
                self.watched.push(small(leaf));
            }
        }
    }

    /// Changes of this square are no longer reported.
    pub(super) fn unwatch(&mut self, square: usize) {
        self.leaf_to_change(square / LEAF_SQUARES).watched &= !(1 << (square % LEAF_SQUARES));
    }

    /// Changes are no longer reported for any square. This costs no more than watching did.
    pub(super) fn unwatch_all(&mut self) {
        for leaf in self.watched.drain(..) {
            let watched = &mut self.leaves[self.places[leaf as usize] as usize];
            watched.watched = 0;
            watched.is_watched = false;
        }
    }

    fn now_stale(&mut self, leaf: usize) {
        let changed = &mut self.leaves[self.places[leaf] as usize];
        if !changed.is_stale {
            changed.is_stale = true;
            self.stale.push(small(leaf));
        }
    }

    /// Brings the tree up to date.
    fn refresh(&mut self) {
        self.scanned = 0;
        self.nodes.resize(self.first_leaf + self.places.len(), Sums::default());
        while let Some(leaf) = self.stale.pop() {
            let leaf = leaf as usize;
            let now_fresh = &mut self.leaves[self.places[leaf] as usize];
            now_fresh.is_stale = false;
            let mut node = self.first_leaf + leaf;
            let mut sums = now_fresh.sums();
            while self.nodes[node] != sums {
                self.nodes[node] = sums;
                if node == 1 {
                    break;
                }
                node /= 2;
                sums = self.node(2 * node).then(self.node(2 * node + 1));
            }
        }
    }

    /// How many leaves are looked at one by one before the tree is asked. The tree may have to be brought up to date
    /// first.
    fn leaves_to_scan(&self) -> usize {
        LEAST_LEAVES_TO_SCAN + (LEAVES_TO_SCAN_PER_STALE * self.stale.len()).saturating_sub(self.scanned)
    }

    /// A node. Nodes to the right of the last leaf hold nothing and are not kept.
    fn node(&self, node: usize) -> Sums {
        self.nodes.get(node).copied().unwrap_or_default()
    }

    /// The `]` that matches the `[` on `square`. The search goes round the ring and counts nesting (E3).
    #[inline(always)]
    pub(super) fn match_right(&mut self, square: usize) -> Option<usize> {
        let (leaf, bit) = (square / LEAF_SQUARES, square % LEAF_SQUARES);
        let mut depth = match self.leaf(leaf).right_of(bit).walk_right(1) {
            Found::At(found) => return Some(leaf * LEAF_SQUARES + found),
            Found::Beyond(depth) => depth,
        };
        let end = self.places.len().min(leaf + 1 + self.leaves_to_scan());
        for leaf in leaf + 1..end {
            self.scanned += 1;
            depth = match self.leaf(leaf).walk_right(depth) {
                Found::At(found) => return Some(leaf * LEAF_SQUARES + found),
                Found::Beyond(depth) => depth,
            };
        }
        let leaf = end - 1;
        self.refresh();
        let mut node = self.first_leaf + leaf;
        while node > 1 {
            if node.is_multiple_of(2) {
                let right = self.node(node + 1);
                if right.matches_rightward(depth) {
                    return Some(self.descend_right(node + 1, depth));
                }
                depth += right.total;
            }
            node /= 2;
        }
        // The search goes once round the ring: it continues from the left edge up to the bracket itself. A match beyond
        // the bracket does not count: the first part of the search has ruled it out, or it lies beyond all other
        // squares.
        let wrapped = self.node(1).matches_rightward(depth).then(|| self.descend_right(1, depth));
        wrapped.filter(|&found| found < square)
    }

    /// The `[` that matches the `]` on `square`. This is [`Brackets::match_right`] with left and right swapped.
    #[inline(always)]
    pub(super) fn match_left(&mut self, square: usize) -> Option<usize> {
        let (leaf, bit) = (square / LEAF_SQUARES, square % LEAF_SQUARES);
        let mut depth = match self.leaf(leaf).left_of(bit).walk_left(1) {
            Found::At(found) => return Some(leaf * LEAF_SQUARES + found),
            Found::Beyond(depth) => depth,
        };
        let end = leaf.saturating_sub(self.leaves_to_scan());
        for leaf in (end..leaf).rev() {
            self.scanned += 1;
            depth = match self.leaf(leaf).walk_left(depth) {
                Found::At(found) => return Some(leaf * LEAF_SQUARES + found),
                Found::Beyond(depth) => depth,
            };
        }
        let leaf = end;
        self.refresh();
        let mut node = self.first_leaf + leaf;
        while node > 1 {
            if !node.is_multiple_of(2) {
                let left = self.node(node - 1);
                if left.matches_leftward(depth) {
                    return Some(self.descend_left(node - 1, depth));
                }
                depth -= left.total;
            }
            node /= 2;
        }
        let wrapped = self.node(1).matches_leftward(depth).then(|| self.descend_left(1, depth));
        wrapped.filter(|&found| found > square)
    }

    /// The match of a walk to the right in the subtree of `node`, which is known to hold it.
    fn descend_right(&self, mut node: usize, mut depth: i32) -> usize {
        while node < self.first_leaf {
            let left = self.node(2 * node);
            node *= 2;
            if !left.matches_rightward(depth) {
                depth += left.total;
                node += 1;
            }
        }
        self.in_leaf(node, |leaf| leaf.walk_right(depth))
    }

    /// The match of a walk to the left in the subtree of `node`, which is known to hold it.
    fn descend_left(&self, mut node: usize, mut depth: i32) -> usize {
        while node < self.first_leaf {
            let right = self.node(2 * node + 1);
            node = 2 * node + 1;
            if !right.matches_leftward(depth) {
                depth -= right.total;
                node -= 1;
            }
        }
        self.in_leaf(node, |leaf| leaf.walk_left(depth))
    }

    fn in_leaf(&self, node: usize, walk: impl Fn(Leaf) -> Found) -> usize {
        let leaf = node - self.first_leaf;
        match walk(self.leaf(leaf)) {
            Found::At(bit) => leaf * LEAF_SQUARES + bit,
            Found::Beyond(_) => unreachable!("the tree says that the match is in leaf {leaf}"),
        }
    }
}

/// The number of a leaf.
fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a board has at most 2^20 leaves")
}
