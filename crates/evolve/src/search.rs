//! The state of a search, and how each generation changes it.

use std::collections::{BTreeMap, BTreeSet};

use game::Breeding;
use serde::{Deserialize, Serialize};

use crate::breed::{self, Child};
use crate::race::{self, Raced};
use crate::seeds::{self, Purpose};
use crate::{Evaluator, Member, WinDrawLoss};

/// Everything that a search depends on besides the game and the opponents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of islands, 1 to 64: populations that sometimes exchange a program.
    pub islands: usize,
    /// The number of programs on each island, and of children that each island has in a generation; 2 to 10,000.
    pub population: usize,
    /// Programs that the first generation contains besides the random ones, as canonical texts.
    pub starts: Vec<String>,
}

/// Why a search from a file is not valid: somebody changed the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchError(&'static str);

impl std::fmt::Display for SearchError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.0)
    }
}

impl std::error::Error for SearchError {}

/// After every this many generations, the best program of each island also joins the next island.
const MIGRATION: u64 = 10;

/// How many elders play again in a generation, so that no program stays on top by luck.
const ELDERS_AGAIN: usize = 6;

/// Elders that have played this many games do not need to play again.
const ENOUGH_GAMES: u64 = 20_000;

/// No search counts up to this in a lifetime, yet counts up to it are small enough to be added.
const MAX_COUNT: u64 = 1 << 50;

/// One niche may take up at most one part in this many of an island.
const ISLAND_SHARE: usize = 4;

/// A search between two generations: everything that the next one depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    settings: Settings,
    generation: u64,
    /// Programs bred so far.
    bred: u64,
    /// Games played so far.
    games: u64,
    /// Programs that an island or the archive holds, by number.
    members: BTreeMap<u64, Member>,
    /// The numbers of each island's programs, best first.
    islands: Vec<Vec<u64>>,
    /// The number of the best program of each niche.
    archive: BTreeMap<String, u64>,
}

impl Search {
    /// A search that has not begun.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            generation: 0,
            bred: 0,
            games: 0,
            members: BTreeMap::new(),
            islands: vec![Vec::new(); settings.islands],
            archive: BTreeMap::new(),
            settings,
        }
    }

    /// Checks a search that was read from a file.
    ///
    /// # Errors
    /// If [`Search::next_generation`] could not have produced it.
    pub fn check(&self) -> Result<(), SearchError> {
        let islanders = self.islands.iter().flatten().chain(self.archive.values());
        let is_in_its_niche = |(niche, id): (&String, &u64)| self.members[id].niche == *niche;
        let no_search = |why| Err(SearchError(why));
        if self.islands.len() != self.settings.islands {
            no_search("its islands are not as many as its settings say")
        } else if islanders.into_iter().any(|id| !self.members.contains_key(id)) {
            no_search("an island or a niche names a program that is not there")
        } else if self.members.iter().any(|(id, member)| *id != member.id || *id >= self.bred) {
            no_search("its programs are not numbered as they were bred")
        } else if !self.archive.iter().all(is_in_its_niche) {
            no_search("a niche names a program of another one")
        } else if self.counts().any(|count| count > MAX_COUNT) {
            no_search("a number is larger than any search comes to")
        } else {
            Ok(())
        }
    }

    /// All counts in the search, to be checked.
    fn counts(&self) -> impl Iterator<Item = u64> {
        let of_member = |member: &Member| {
            let WinDrawLoss { wins, draws, losses } = member.tally;
            [member.generation, member.depth, wins, draws, losses]
        };
        [self.generation, self.bred, self.games].into_iter().chain(self.members.values().flat_map(of_member))
    }

    /// What the search depends on.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of generations so far.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The number of programs bred so far.
    #[must_use]
    pub fn bred(&self) -> u64 {
        self.bred
    }

    /// The number of games played so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Every program that is kept, by number.
    pub fn members(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    /// The best program of each niche, by niche.
    #[must_use]
    pub fn elites(&self) -> Vec<&Member> {
        self.archive.values().map(|id| &self.members[id]).collect()
    }

    /// The programs of an island, best first.
    pub(crate) fn islanders(&self, island: usize) -> Vec<&Member> {
        self.islands[island].iter().map(|id| &self.members[id]).collect()
    }

    /// All programs that are kept, best first.
    #[must_use]
    pub fn best(&self) -> Vec<&Member> {
        let mut best: Vec<&Member> = self.members.values().collect();
        best.sort_by(|one, other| one.better_first(other));
        best
    }

    /// The score that a child has to beat to be kept: that of the last program of its island, or that of the best program of
    /// its niche, whichever is lower. If there is room on the island or in the niche, the child has to beat nothing, and more
    /// games would not affect whether it is kept.
    pub(crate) fn bar(&self, child: &Child) -> f64 {
        let island = &self.islands[child.island];
        let is_full = island.len() >= self.settings.population;
        let last = island.last().filter(|_| is_full).map_or(1.0, |id| self.members[id].proven());
        let elite = self.archive.get(&child.member.niche).map_or(1.0, |id| self.members[id].proven());
        last.min(elite)
    }

    /// Runs the next generation: children are bred and race each other, elders play again, islands and niches keep the best.
    /// Returns whether it finished; if the evaluator was stopped, nothing has changed.
    pub fn next_generation(&mut self, breeding: &dyn Breeding, evaluator: &dyn Evaluator) -> bool {
        let mut rng = seeds::breeding(self.settings.seed, self.generation);
        let children = breed::children(self, breeding, &mut rng);
        let elders: Vec<u64> = self.elders_in_doubt();
        let setups = seeds::seed(self.settings.seed, Purpose::Setups, self.generation);
        let playing: Vec<&Member> = elders.iter().map(|id| &self.members[id]).collect();
        let Some(Raced { children, elders: tallies, games }) =
            race::run(self, children, &playing, setups, evaluator)
        else {
            return false;
        };
        self.games += games;
        self.bred += children.len() as u64;
        for (id, tally) in elders.into_iter().zip(tallies) {
            self.add_games(id, tally);
        }
        for child in children {
            self.settle(child);
        }
        self.generation += 1;
        if self.generation.is_multiple_of(MIGRATION) {
            self.migrate();
        }
        self.keep_the_best();
        true
    }

    /// The elders that should play again: those that are good but have played few games.
    fn elders_in_doubt(&self) -> Vec<u64> {
        let mut elders: Vec<&Member> =
            self.members.values().filter(|member| member.tally.games() < ENOUGH_GAMES).collect();
        elders.sort_by(|one, other| other.doubt().total_cmp(&one.doubt()).then(one.id.cmp(&other.id)));
        elders.iter().take(ELDERS_AGAIN).map(|member| member.id).collect()
    }

    fn add_games(&mut self, id: u64, tally: WinDrawLoss) {
        if let Some(member) = self.members.get_mut(&id) {
            member.tally += tally;
        }
    }

    /// Adds a child to its island, and to its niche if it is better than the program there. Drops a child that never scored.
    fn settle(&mut self, child: Child) {
        let Child { member, island } = child;
        if member.tally.score() <= 0.0 {
            return;
        }
        let elite = self.archive.get(&member.niche).map(|id| &self.members[id]);
        if elite.is_none_or(|elite| member.better_first(elite).is_lt()) {
            self.archive.insert(member.niche.clone(), member.id);
        }
        self.islands[island].push(member.id);
        self.members.insert(member.id, member);
    }

    /// Adds the best program of each island to the next island, too.
    fn migrate(&mut self) {
        let best: Vec<Option<u64>> = self.islands.iter().map(|island| island.first().copied()).collect();
        for (island, newcomer) in best.into_iter().enumerate() {
            let next = (island + 1) % self.islands.len();
            if let Some(newcomer) = newcomer.filter(|id| !self.islands[next].contains(id)) {
                self.islands[next].push(newcomer);
            }
        }
    }

    /// Keeps the best programs of every island, with a limit per niche. Forgets programs that no island and no niche holds any
    /// longer.
    fn keep_the_best(&mut self) {
        let Self { members, islands, archive, settings, .. } = self;
        for island in islands.iter_mut() {
            island.sort_by(|one, other| members[one].better_first(&members[other]));
            let mut of_niche: BTreeMap<&str, usize> = BTreeMap::new();
            island.retain(|id| {
                let count = of_niche.entry(&members[id].niche).or_default();
                *count += 1;
                *count <= settings.population.div_ceil(ISLAND_SHARE)
            });
            island.truncate(settings.population);
        }
        let kept: BTreeSet<u64> = islands.iter().flatten().chain(archive.values()).copied().collect();
        members.retain(|id, _| kept.contains(id));
    }
}
