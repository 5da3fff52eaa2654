//! A generation's children: random, mutated or crossed programs, all of them new to the search.

use std::collections::BTreeSet;

use game::{Breeding, SeededRng};

use crate::search::Search;
use crate::{Member, WinDrawLoss};

/// The number of random programs per place of an island in the first generation. Most of them lose at once, which costs
/// little.
const FIRST_RANDOM: usize = 8;

/// How many attempts are made to breed a program that is not known yet.
const TRIES: usize = 8;

/// A new program, and the island that it was bred for.
#[derive(Debug, Clone)]
pub(crate) struct Child {
    pub(crate) member: Member,
    pub(crate) island: usize,
}

/// Breeds all children of the search's next generation.
pub(crate) fn children(search: &Search, breeding: &dyn Breeding, rng: &mut SeededRng) -> Vec<Child> {
    let settings = search.settings();
    let is_first = search.generation() == 0;
    let an_island = if is_first { FIRST_RANDOM * settings.population } else { settings.population };
    let mut offspring = Offspring::new(search, breeding);
    if is_first {
        for (start, island) in settings.starts.iter().zip((0..settings.islands).cycle()) {
            offspring.take(Bred { program: start.clone(), parents: Vec::new() }, island);
        }
    }
    for island in 0..settings.islands {
        for _ in 0..an_island {
            // A program that is already known is bred again, a few times.
            (0..TRIES).any(|_| offspring.take(bred(search, island, breeding, rng), island));
        }
    }
    offspring.children
}

/// The children of a generation so far.
struct Offspring<'s> {
    search: &'s Search,
    breeding: &'s dyn Breeding,
    known: BTreeSet<String>,
    children: Vec<Child>,
}

impl<'s> Offspring<'s> {
    fn new(search: &'s Search, breeding: &'s dyn Breeding) -> Self {
        let known = search.members().map(|member| member.program.clone()).collect();
        Self { search, breeding, known, children: Vec::new() }
    }

    /// Adds a program, unless it is already known; returns whether it was added.
    fn take(&mut self, bred: Bred, island: usize) -> bool {
        let is_new = self.known.insert(bred.program.clone());
        if is_new {
            let member = Member {
                id: self.search.bred() + self.children.len() as u64,
                niche: self.breeding.niche(&bred.program),
                program: bred.program,
                generation: self.search.generation(),
                parents: bred.parents.iter().map(|parent| parent.id).collect(),
                depth: bred.parents.iter().map(|parent| parent.depth + 1).max().unwrap_or(0),
                tally: WinDrawLoss::default(),
            };
            self.children.push(Child { member, island });
        }
        is_new
    }
}

/// A program and its parents.
struct Bred<'s> {
    program: String,
    parents: Vec<&'s Member>,
}

fn bred<'s>(search: &'s Search, island: usize, breeding: &dyn Breeding, rng: &mut SeededRng) -> Bred<'s> {
    let at_random = rng.below(20) == 0;
    let Some(mother) = parent(search, island, rng).filter(|_| !at_random) else {
        return Bred { program: breeding.random(rng), parents: Vec::new() };
    };
    if rng.below(4) > 0 {
        return Bred { program: breeding.mutated(&mother.program, rng), parents: vec![mother] };
    }
    let father = parent(search, island, rng).unwrap_or(mother);
    let mut program = breeding.crossed(&mother.program, &father.program, rng);
    if rng.below(2) == 0 {
        program = breeding.mutated(&program, rng);
    }
    Bred { program, parents: vec![mother, father] }
}

/// Chooses a parent: the best of a few programs from the island, or from all niches. The archive gives every idea a chance.
fn parent<'s>(search: &'s Search, island: usize, rng: &mut SeededRng) -> Option<&'s Member> {
    let (candidates, contests) =
        if rng.below(4) == 0 { (search.elites(), 2) } else { (search.islanders(island), 3) };
    if candidates.is_empty() {
        return None;
    }
    let drawn = (0..contests).map(|_| candidates[rng.index_below(candidates.len())]);
    drawn.min_by(|one, other| one.better_first(other))
}
