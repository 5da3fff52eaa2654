//! Complete matchings of a graph in which some get what they wish for.
//!
//! The search is the blossom algorithm: J. Edmonds, "Paths, trees, and flowers", Canadian Journal of
//! Mathematics 17 (1965). A search from an unmatched vertex grows a tree of alternating paths; an odd cycle
//! (a blossom) is treated as one vertex, its base.

use std::collections::VecDeque;

/// An undirected graph.
#[derive(Debug)]
pub(super) struct Graph {
    vertices: usize,
    joined: Vec<bool>,
}

impl Graph {
    /// A graph with this many vertices and no edges.
    pub(super) fn new(vertices: usize) -> Self {
        Self { vertices, joined: vec![false; vertices * vertices] }
    }

    /// Adds an edge.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        self.joined[one * self.vertices + other] = true;
        self.joined[other * self.vertices + one] = true;
    }

    /// Whether there is an edge.
    pub(super) fn are_joined(&self, one: usize, other: usize) -> bool {
        self.neighbours(one)[other]
    }

    fn neighbours(&self, vertex: usize) -> &[bool] {
        &self.joined[vertex * self.vertices..][..self.vertices]
    }
}

/// A matching that grows, and in which pairs can be settled: these stay.
#[derive(Debug)]
pub(super) struct Matching {
    partner: Vec<Option<usize>>,
    settled: Vec<bool>,
}

impl Matching {
    /// Nobody matched.
    pub(super) fn new(vertices: usize) -> Self {
        Self { partner: vec![None; vertices], settled: vec![false; vertices] }
    }

    /// Whether the pair of this vertex is settled.
    pub(super) fn is_settled(&self, vertex: usize) -> bool {
        self.settled[vertex]
    }

    /// Matches everybody, if the graph allows it. If not, what was matched stays matched: a call with more
    /// edges goes on from there.
    pub(super) fn complete(&mut self, graph: &Graph) -> bool {
        (0..graph.vertices).all(|vertex| {
            self.partner[vertex].is_some() || self.match_freely(graph, vertex) || self.augment(graph, vertex)
        })
    }

    /// Settles `vertex` with the first of `wishes`, its neighbours in any order, with whom all others still
    /// can be matched; with the partner it has if there is none. The matching must be complete.
    pub(super) fn settle(&mut self, graph: &Graph, vertex: usize, wishes: &[usize]) -> Option<usize> {
        let left = self.partner[vertex].take()?;
        self.partner[left] = None;
        self.settled[vertex] = true;
        // Without `vertex`, only `left` is unmatched. An alternating path from there to anybody makes that
        // one the unmatched instead; and if there is none, no complete matching leaves it out.
        let mut search = Search::new(graph, self, left);
        search.grow(wishes.first().copied());
        let granted = wishes.iter().copied().find(|&wish| search.is_outer[wish]).unwrap_or(left);
        let Search { parent, .. } = search;
        if let Some(end) = self.partner[granted].take() {
            self.flip(&parent, end);
        }
        self.partner[vertex] = Some(granted);
        self.partner[granted] = Some(vertex);
        self.settled[granted] = true;
        Some(granted)
    }

    fn match_freely(&mut self, graph: &Graph, vertex: usize) -> bool {
        let neighbours = graph.neighbours(vertex).iter().zip(&self.partner);
        let free = neighbours
            .enumerate()
            .position(|(at, (&joined, partner))| joined && partner.is_none() && at != vertex);
        if let Some(other) = free {
            self.partner[vertex] = Some(other);
            self.partner[other] = Some(vertex);
        }
        free.is_some()
    }

    fn augment(&mut self, graph: &Graph, vertex: usize) -> bool {
        let mut search = Search::new(graph, self, vertex);
        let end = search.grow(None);
        let Search { parent, .. } = search;
        if let Some(end) = end {
            self.flip(&parent, end);
        }
        end.is_some()
    }

    /// Exchanges what is matched and what is not on the path from `end` up to the root.
    fn flip(&mut self, parent: &[Option<usize>], end: usize) {
        let mut next = Some(end);
        while let Some(vertex) = next {
            let Some(above) = parent[vertex] else { return };
            next = self.partner[above];
            self.partner[vertex] = Some(above);
            self.partner[above] = Some(vertex);
        }
    }
}

/// The tree of alternating paths from one unmatched vertex.
struct Search<'a> {
    graph: &'a Graph,
    partner: &'a [Option<usize>],
    settled: &'a [bool],
    root: usize,
    /// The next vertex towards the root over an edge that is not matched.
    parent: Vec<Option<usize>>,
    base: Vec<usize>,
    /// Whether an alternating path of even length leads here: then it could be left unmatched instead.
    is_outer: Vec<bool>,
    waiting: VecDeque<usize>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, matching: &'a Matching, root: usize) -> Self {
        let mut search = Self {
            graph,
            partner: &matching.partner,
            settled: &matching.settled,
            root,
            parent: vec![None; graph.vertices],
            base: (0..graph.vertices).collect(),
            is_outer: vec![false; graph.vertices],
            waiting: VecDeque::new(),
        };
        search.reach(root);
        search
    }

    /// Grows the tree until it reaches another unmatched vertex, which is returned, or until `wanted` is
    /// outer, or as far as it goes.
    fn grow(&mut self, wanted: Option<usize>) -> Option<usize> {
        while let Some(from) = self.waiting.pop_front() {
            let neighbours = self.graph.neighbours(from);
            for to in (0..neighbours.len()).filter(|&to| neighbours[to]) {
                if wanted.is_some_and(|wanted| self.is_outer[wanted]) {
                    return None;
                }
                if self.settled[to] || self.base[from] == self.base[to] {
                    continue;
                }
                if self.is_outer[to] {
                    self.contract(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    match self.partner[to] {
                        None => return Some(to),
                        Some(partner) => self.reach(partner),
                    }
                }
            }
        }
        None
    }

    fn reach(&mut self, vertex: usize) {
        self.is_outer[vertex] = true;
        self.waiting.push_back(vertex);
    }

    /// Two outer vertices are neighbours: the cycle over them is a blossom, and all in it are outer.
    fn contract(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut is_inside = vec![false; self.base.len()];
        self.mark(one, base, other, &mut is_inside);
        self.mark(other, base, one, &mut is_inside);
        for vertex in 0..self.base.len() {
            if is_inside[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.is_outer[vertex] {
                    self.reach(vertex);
                }
            }
        }
    }

    /// Where the paths of two outer vertices to the root meet.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut is_above = vec![false; self.base.len()];
        for base in self.bases_above(one) {
            is_above[base] = true;
        }
        self.bases_above(other).find(|&base| is_above[base]).unwrap_or(self.root)
    }

    fn bases_above(&self, outer: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(self.base[outer]), |&base| {
            let above = self.parent[self.partner[base]?]?;
            Some(self.base[above])
        })
    }

    /// Walks from `outer` up to the base, marking the blossoms on the way, and lets the path that leads down
    /// there start at `below`: so that those who were inner have an even path, round the cycle.
    fn mark(&mut self, mut outer: usize, base: usize, mut below: usize, is_inside: &mut [bool]) {
        while self.base[outer] != base {
            let Some(inner) = self.partner[outer] else { return };
            is_inside[self.base[outer]] = true;
            is_inside[self.base[inner]] = true;
            self.parent[outer] = Some(below);
            below = inner;
            let Some(above) = self.parent[inner] else { return };
            outer = above;
        }
    }
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::*;

    fn random_graph(vertices: usize, rng: &mut SeededRng) -> Graph {
        let mut graph = Graph::new(vertices);
        let density = 1 + rng.below(9);
        for one in 0..vertices {
            for other in 0..one {
                if rng.below(10) < density {
                    graph.join(one, other);
                }
            }
        }
        graph
    }

    /// Whether all of these can be matched, by trying everything.
    fn can_be_matched(graph: &Graph, left: &[usize]) -> bool {
        let Some((&one, others)) = left.split_first() else { return true };
        others
            .iter()
            .any(|&other| graph.are_joined(one, other) && can_be_matched(graph, &without(others, other)))
    }

    fn without(all: &[usize], one: usize) -> Vec<usize> {
        all.iter().copied().filter(|&other| other != one).collect()
    }

    #[test]
    fn matchings_are_complete_if_and_only_if_they_can_be() {
        let mut rng = SeededRng::for_setup(1);
        let mut completed = 0;
        for _ in 0..5000 {
            let vertices = 2 * rng.index_below(6);
            let graph = random_graph(vertices, &mut rng);
            let all: Vec<usize> = (0..vertices).collect();
            let mut matching = Matching::new(vertices);
            let is_complete = matching.complete(&graph);
            assert_eq!(is_complete, can_be_matched(&graph, &all), "{graph:?}");
            if is_complete {
                completed += 1;
                settle_all(&graph, &mut matching, all, &mut rng);
            }
        }
        assert!((1000..4500).contains(&completed), "{completed}");
    }

    /// Settles everybody, and checks each against trying all wishes.
    fn settle_all(graph: &Graph, matching: &mut Matching, mut left: Vec<usize>, rng: &mut SeededRng) {
        while !left.is_empty() {
            let one = left[rng.index_below(left.len())];
            let others = without(&left, one);
            let mixed = rng.order(others.len()).into_iter().map(|at| others[at]);
            let wishes: Vec<usize> = mixed.filter(|&other| graph.are_joined(one, other)).collect();
            let best = wishes.iter().copied().find(|&wish| can_be_matched(graph, &without(&others, wish)));
            assert_eq!(matching.settle(graph, one, &wishes), best);
            for &other in &left {
                let partner = matching.partner[other].expect("it stays complete");
                assert_eq!(matching.partner[partner], Some(other));
                assert!(graph.are_joined(other, partner));
            }
            left.retain(|&other| !matching.is_settled(other));
        }
    }
}
