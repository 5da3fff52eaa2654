//! Cyclic designs: groups of entrants such that all pairs meet about equally often.
//!
//! A base block is a set of numbers below `entrants`. Developed, that is with 0, 1, 2, … added to all of them
//! (modulo `entrants`), it is a round of `entrants` groups, and everybody is in as many groups as the block
//! has members. Two entrants whose numbers differ by `d` meet in it as often as two members of the block do:
//! so only differences need to be counted. Blocks in which all differences come equally often are a
//! difference family (R. C. Bose, "On the construction of balanced incomplete block designs", Annals of
//! Eugenics 9, 1939). There is none for most sizes, and so the blocks are searched for: greedily, then
//! improved one member at a time, then shaken and improved again while there is hope.

use game::SeededRng;

/// Base blocks, and how often each difference comes in them.
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    entrants: usize,
    seats: usize,
    bases: Vec<Vec<usize>>,
    /// By difference; at 0 there is nothing.
    met: Vec<u64>,
    /// The sum of the squares of `met`: the smaller, the more even, since their sum is given.
    unevenness: u64,
}

/// The most base blocks of a design; after this many rounds they come again.
pub(super) const MOST_BLOCKS: usize = 256;

/// How many single exchanges a search tries, about.
const EFFORT: usize = 400_000;

impl Blocks {
    /// No blocks yet; `seats` is less than `entrants`.
    pub(super) fn new(entrants: usize, seats: usize) -> Self {
        Self { entrants, seats, bases: Vec::new(), met: vec![0; entrants], unevenness: 0 }
    }

    /// This many blocks, but at most [`MOST_BLOCKS`], as even as the search can make them.
    pub(super) fn searched(entrants: usize, seats: usize, rounds: u64) -> Self {
        let mut blocks = Self::new(entrants, seats);
        let rounds = if rounds > MOST_BLOCKS as u64 { longest_cycle(entrants, seats) } else { rounds };
        let mut rounds_left = rounds;
        if let Some(cycle) = cycle_of_prime(entrants).filter(|&cycle| cycle <= rounds) {
            blocks.add_all_multiples(rounds / cycle);
            rounds_left %= cycle;
        }
        for _ in 0..rounds_left {
            blocks.add_greedily();
        }
        blocks.improve(EFFORT);
        blocks.put_in_order();
        blocks
    }

    /// As few blocks as let every pair meet, or up to about twice as many if these are more even; but at most
    /// [`MOST_BLOCKS`].
    pub(super) fn covering(entrants: usize, seats: usize) -> Self {
        let fewest = (entrants - 1).div_ceil(seats * (seats - 1));
        let last = (2 * fewest + 2).min(MOST_BLOCKS);
        let mut growing = Self::new(entrants, seats);
        let mut best: Option<Self> = None;
        while growing.len() < last && best.as_ref().is_none_or(|best| best.spread() > 0) {
            growing.add_greedily();
            if growing.len() < fewest {
                continue;
            }
            growing.improve(EFFORT / (last.saturating_sub(fewest) + 1));
            let is_better = |best: &Self| growing.key() < best.key();
            if best.as_ref().is_none_or(is_better) {
                best = Some(growing.clone());
            }
        }
        let mut best = best.unwrap_or(growing);
        best.put_in_order();
        best
    }

    pub(super) fn len(&self) -> usize {
        self.bases.len()
    }

    /// The groups of a round: after the last block the first one comes again.
    pub(super) fn developed(&self, round: u64) -> Vec<Vec<usize>> {
        let nth = round.checked_rem(self.len() as u64).and_then(|nth| usize::try_from(nth).ok());
        let Some(block) = nth.map(|nth| &self.bases[nth]) else { return Vec::new() };
        let shifted = |by| block.iter().map(|member| (member + by) % self.entrants).collect();
        (0..self.entrants).map(shifted).collect()
    }

    /// How often those meet in this many rounds who meet least often, and those who meet most often.
    pub(super) fn meetings(&self, rounds: u64) -> (u64, u64) {
        let Some(cycles) = rounds.checked_div(self.len() as u64) else { return (0, 0) };
        let mut begun = Self::new(self.entrants, self.seats);
        for (block, _) in self.bases.iter().zip(0..rounds % self.len() as u64) {
            begun.count_all(block, true);
        }
        let total = |(all, some): (&u64, &u64)| all.saturating_mul(cycles).saturating_add(*some);
        let met = || self.met[1..].iter().zip(&begun.met[1..]).map(total);
        (met().min().unwrap_or(0), met().max().unwrap_or(0))
    }

    fn least(&self) -> u64 {
        self.met[1..].iter().min().copied().unwrap_or(0)
    }

    fn spread(&self) -> u64 {
        self.met[1..].iter().max().map_or(0, |most| most - self.least())
    }

    /// The better key comes first: everybody should meet, then do so equally often.
    fn key(&self) -> (bool, u64) {
        (self.least() == 0, self.spread())
    }

    /// Whether no blocks of this number can be more even.
    fn is_perfect(&self) -> bool {
        let all: u64 = self.met.iter().sum();
        let can_be_equal = all.is_multiple_of(self.entrants as u64 - 1);
        self.spread() <= u64::from(!can_be_equal)
    }

    /// If `entrants` is a prime number, all multiples of a block together contain every difference equally
    /// often: adds these, this many times over.
    fn add_all_multiples(&mut self, times: u64) {
        self.add_greedily();
        let Some(base) = self.bases.pop() else { return };
        self.count_all(&base, false);
        let factors = 1..=self.entrants / 2;
        for factor in (0..times).flat_map(|_| factors.clone()) {
            let multiple: Vec<usize> = base.iter().map(|member| member * factor % self.entrants).collect();
            self.count_all(&multiple, true);
            self.bases.push(multiple);
        }
    }

    /// Adds a block, each member chosen so that the differences stay as even as can be.
    fn add_greedily(&mut self) {
        let mut block = vec![0];
        while block.len() < self.seats {
            let free = (0..self.entrants).filter(|number| !block.contains(number)).collect::<Vec<_>>();
            let best = free.into_iter().min_by_key(|&number| self.unevenness_with(number, &block));
            let Some(best) = best else { break };
            self.count(best, &block, true);
            block.push(best);
        }
        self.bases.push(block);
    }

    /// Improves the blocks until they are perfect or the effort, a number of exchanges, is spent.
    fn improve(&mut self, effort: usize) {
        let mut left = effort;
        self.descend(&mut left);
        let mut best = self.clone();
        // The numbers have nothing to do with the tournament's seed: equal fields have equal designs.
        let mut rng = SeededRng::for_setup(0);
        while left > 0 && !best.is_perfect() && self.len() > 0 {
            self.shake(&mut rng);
            self.descend(&mut left);
            if (self.spread(), self.unevenness) <= (best.spread(), best.unevenness) {
                best.clone_from(self);
            } else {
                self.clone_from(&best);
            }
        }
        *self = best;
    }

    /// Exchanges single members as long as that makes anything more even.
    fn descend(&mut self, left: &mut usize) {
        let mut since_improved = 0;
        let places = self.len() * self.seats;
        for place in (0..places).cycle() {
            if since_improved == places || *left == 0 || self.is_perfect() {
                return;
            }
            *left = left.saturating_sub(self.entrants);
            since_improved =
                if self.exchange(place / self.seats, place % self.seats) { 0 } else { since_improved + 1 };
        }
    }

    /// Exchanges one member of a block for the best there is, and says whether that made it better.
    fn exchange(&mut self, block: usize, member: usize) -> bool {
        let mut others = std::mem::take(&mut self.bases[block]);
        let old = others.remove(member);
        let before = self.unevenness;
        self.count(old, &others, false);
        let free = (0..self.entrants).filter(|number| !others.contains(number)).collect::<Vec<_>>();
        let best =
            free.into_iter().min_by_key(|&number| (self.unevenness_with(number, &others), number != old));
        let new = best.unwrap_or(old);
        self.count(new, &others, true);
        others.insert(member, new);
        self.bases[block] = others;
        self.unevenness < before
    }

    /// Brings the blocks into an order in which the first ones are as even as can be as well: the table may be
    /// looked at half-way.
    fn put_in_order(&mut self) {
        let mut left = std::mem::replace(self, Self::new(self.entrants, self.seats)).bases;
        while let Some(next) = (0..left.len()).min_by_key(|&at| self.unevenness_with_block(&left[at])) {
            let block = left.remove(next);
            self.count_all(&block, true);
            self.bases.push(block);
        }
    }

    fn unevenness_with_block(&mut self, block: &[usize]) -> u64 {
        self.count_all(block, true);
        let with = self.unevenness;
        self.count_all(block, false);
        with
    }

    /// Puts some members elsewhere at random.
    fn shake(&mut self, rng: &mut SeededRng) {
        for _ in 0..2 {
            let chosen = rng.index_below(self.len());
            let mut block = self.bases.swap_remove(chosen);
            let old = block.swap_remove(rng.index_below(block.len()));
            self.count(old, &block, false);
            let free = (0..self.entrants).filter(|number| !block.contains(number)).collect::<Vec<_>>();
            let new = free[rng.index_below(free.len())];
            self.count(new, &block, true);
            block.push(new);
            self.bases.push(block);
        }
    }

    /// The unevenness if a block with these members had this one too.
    fn unevenness_with(&mut self, number: usize, members: &[usize]) -> u64 {
        self.count(number, members, true);
        let with = self.unevenness;
        self.count(number, members, false);
        with
    }

    fn count_all(&mut self, block: &[usize], is_added: bool) {
        for (at, &member) in block.iter().enumerate() {
            self.count(member, &block[..at], is_added);
        }
    }

    /// Counts the differences between one member and others, both ways round, or uncounts them.
    fn count(&mut self, number: usize, members: &[usize], is_added: bool) {
        for &member in members {
            let difference = number.abs_diff(member);
            for difference in [difference, self.entrants - difference] {
                let met = &mut self.met[difference];
                if is_added {
                    self.unevenness += 2 * *met + 1;
                    *met += 1;
                } else {
                    self.unevenness -= 2 * *met - 1;
                    *met -= 1;
                }
            }
        }
    }
}

/// How many blocks, at most [`MOST_BLOCKS`], a design has that is to be gone through again and again: this many
/// that its differences can come equally often, if that is possible.
fn longest_cycle(entrants: usize, seats: usize) -> u64 {
    let most = MOST_BLOCKS as u64;
    let differences = (seats * (seats - 1)) as u64;
    let can_be_equal = |rounds: &u64| (rounds * differences).is_multiple_of(entrants as u64 - 1);
    let cycle = cycle_of_prime(entrants).or_else(|| (1..=most).find(can_be_equal));
    cycle.filter(|&cycle| cycle <= most).map_or(most, |cycle| most - most % cycle)
}

/// After how many multiples of a block all differences come equally often, if there is such a number.
fn cycle_of_prime(entrants: usize) -> Option<u64> {
    let divisors = (2..entrants).take_while(|divisor| divisor * divisor <= entrants);
    let is_odd_prime = entrants > 2 && divisors.into_iter().all(|divisor| !entrants.is_multiple_of(divisor));
    is_odd_prime.then_some(entrants as u64 / 2)
}
