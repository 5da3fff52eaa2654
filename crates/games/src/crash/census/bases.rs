//! Sets of bases. A base is an address at which a program may begin, or the distance between two of them.

use std::ops::Range;

use super::super::instruction::CELLS;

const WORDS: usize = CELLS / 64;

/// A set of bases, one bit each.
#[derive(Debug, Clone)]
pub(super) struct Bases {
    words: [u64; WORDS],
    /// Which words may have any bits, one bit each: most sets are everything or next to nothing.
    stretches: u64,
}

/// With fewer words than this, looking at each of them by itself is quicker than looking at all words at once.
const FEW_WORDS: u32 = 12;

impl Bases {
    pub(super) const NONE: Self = Self { words: [0; WORDS], stretches: 0 };
    pub(super) const ALL: Self = Self { words: [u64::MAX; WORDS], stretches: u64::MAX };

    #[inline(always)]
    pub(super) fn contains(&self, base: usize) -> bool {
        self.words[base / 64 % WORDS] >> (base % 64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, base: usize) {
        self.words[base / 64] |= 1 << (base % 64);
        self.stretches |= 1 << (base / 64);
    }

    pub(super) fn insert_all(&mut self, bases: Range<usize>) {
        let (mut at, end) = (bases.start, bases.end);
        while at < end {
            let count = (64 - at % 64).min(end - at);
            self.words[at / 64] |= (u64::MAX >> (64 - count)) << (at % 64);
            self.stretches |= 1 << (at / 64);
            at += count;
        }
    }

    pub(super) fn insert_others(&mut self, others: &Self) {
        self.stretches |= others.stretches;
        self.with(others, others.stretches, |word, other| word | other);
    }

    /// Takes out all bases.
    pub(super) fn clear(&mut self) {
        if self.stretches.count_ones() < FEW_WORDS {
            ones(self.stretches).for_each(|at| self.words[at] = 0);
            self.stretches = 0;
        } else {
            *self = Self::NONE;
        }
    }

    /// Takes out a base. True if it was in the set.
    pub(super) fn remove(&mut self, base: usize) -> bool {
        let was_in = self.contains(base);
        let word = &mut self.words[base / 64];
        *word &= !(1 << (base % 64));
        // Where bases are taken out one after another, empty words would otherwise be looked at again and again.
        self.stretches &= !(u64::from(*word == 0) << (base / 64));
        was_in
    }

    /// Replaces each word in these stretches with a function of it and of the same word of another set. The function
    /// must leave all other words as they are.
    #[inline(always)]
    fn with(&mut self, others: &Self, stretches: u64, word: impl Fn(u64, u64) -> u64) {
        if stretches.count_ones() < FEW_WORDS {
            ones(stretches).for_each(|at| self.words[at] = word(self.words[at], others.words[at]));
        } else {
            self.words.iter_mut().zip(&others.words).for_each(|(own, &other)| *own = word(*own, other));
        }
    }

    /// The bases that have this value.
    pub(super) fn where_equal(values: &[u16; CELLS], value: u16) -> Self {
        where_equal(values, value)
    }

    /// The bases of this set for which something holds. It can hold only in these of the 64 stretches of 64 bases.
    /// Where many of 64 bases are asked for, all 64 are checked at once.
    #[inline(always)]
    pub(super) fn filtered(
        &self,
        stretches: u64,
        holds: impl Fn(usize) -> bool,
        which_of_64_hold: impl Fn(usize) -> u64,
    ) -> Self {
        const MANY: u32 = 12;
        let mut words = [0; WORDS];
        let stretches = stretches & self.stretches;
        for at in ones(stretches) {
            let (filtered, word) = (&mut words[at], self.words[at]);
            if word.count_ones() >= MANY {
                *filtered = word & which_of_64_hold(64 * at);
                continue;
            }
            ones(word).filter(|bit| holds(64 * at + bit)).for_each(|bit| *filtered |= 1 << bit);
        }
        Self { words, stretches }
    }

    /// The set of all `base + by`, modulo 4096.
    pub(super) fn rotated(&self, by: usize) -> Self {
        let (by_words, bits) = (by / 64 % WORDS, by % 64);
        let mut words = [0; WORDS];
        let (low, high) = self.words.split_at(WORDS - by_words);
        words[..by_words].copy_from_slice(high);
        words[by_words..].copy_from_slice(low);
        let mut stretches = self.stretches.rotate_left(u32::try_from(by_words).expect("they are 64"));
        if bits > 0 {
            stretches |= stretches.rotate_left(1);
            let mut below = words[WORDS - 1];
            for word in &mut words {
                let shifted = *word << bits | below >> (64 - bits);
                below = std::mem::replace(word, shifted);
            }
        }
        Self { words, stretches }
    }

    /// The set of all `-base`, modulo 4096.
    pub(super) fn negated(&self) -> Self {
        let mut words = self.words;
        words.reverse();
        for word in &mut words {
            *word = word.reverse_bits();
        }
        Self { words, stretches: self.stretches.reverse_bits() }.rotated(1)
    }

    pub(super) fn remove_all(&mut self, others: &Self) {
        self.with(others, self.stretches & others.stretches, |word, other| word & !other);
    }

    /// [`Bases::remove_all`] for most of the bases: what is left is then quicker to look through.
    pub(super) fn remove_most(&mut self, others: &Self) {
        self.remove_all(others);
        self.stretches = stretches(&self.words);
    }

    pub(super) fn and(&self, others: &Self) -> Self {
        let stretches = self.stretches & others.stretches;
        let mut both = Self { words: [0; WORDS], stretches };
        if stretches.count_ones() < FEW_WORDS {
            ones(stretches).for_each(|at| both.words[at] = self.words[at] & others.words[at]);
        } else {
            let words = self.words.iter().zip(&others.words);
            both.words.iter_mut().zip(words).for_each(|(both, (one, other))| *both = one & other);
        }
        both
    }

    pub(super) fn len(&self) -> u64 {
        if self.stretches.count_ones() < FEW_WORDS {
            return ones(self.stretches).map(|at| u64::from(self.words[at].count_ones())).sum();
        }
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Which remainders modulo 64 the bases have, one bit each.
    #[inline]
    pub(super) fn residues(&self) -> u64 {
        self.words.iter().fold(0, |all, word| all | word)
    }

    pub(super) fn are_at_most(&self, few: u32) -> bool {
        let mut count = 0;
        ones(self.stretches).all(|at| {
            count += self.words[at].count_ones();
            count <= few
        })
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        ones(self.stretches).all(|at| self.words[at] == 0)
    }

    pub(super) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Goes through the bases in rising order.
    #[inline(always)]
    pub(super) fn each(&self, mut each: impl FnMut(usize)) {
        ones(self.stretches).for_each(|at| ones(self.words[at]).for_each(|bit| each(64 * at + bit)));
    }

    /// The bases in rising order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        ones(self.stretches).flat_map(|at| ones(self.words[at]).map(move |bit| 64 * at + bit))
    }
}

/// The positions of the bits of a word that are 1, in rising order.
#[inline(always)]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (next < 64).then_some(next)
    })
}

#[multiversion::multiversion(targets("x86_64+avx2"))]
fn where_equal(values: &[u16; CELLS], value: u16) -> Bases {
    let mut words = [0; WORDS];
    for (word, values) in words.iter_mut().zip(values.as_chunks::<64>().0) {
        let mut are_equal = [0_u8; 64];
        for (is_equal, &other) in are_equal.iter_mut().zip(values) {
            *is_equal = u8::from(other == value);
        }
        *word = bits(&are_equal);
    }
    Bases { words, stretches: stretches(&words) }
}

/// Which words have any bits, one bit each.
#[inline(always)]
fn stretches(words: &[u64; WORDS]) -> u64 {
    words.iter().rev().fold(0, |stretches, &word| stretches << 1 | u64::from(word != 0))
}

/// A bit for each of 64 bytes that are 0 or 1.
#[inline(always)]
pub(super) fn bits(bytes: &[u8; 64]) -> u64 {
    // The product has the lowest bits of eight bytes side by side in its highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = bytes.as_chunks::<8>();
    let of_eight = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    eights.iter().rev().fold(0, |bits, eight| bits << 8 | of_eight(eight))
}

/// Puts a base into the set that belongs to a number.
pub(super) fn insert(sets: &mut Vec<(u16, Bases)>, number: u16, base: usize) {
    match sets.iter_mut().find(|set| set.0 == number) {
        Some(set) => set.1.insert(base),
        None => sets.push((number, Bases::from_iter([base]))),
    }
}

/// Puts bases into the set that belongs to a number.
pub(super) fn insert_all(sets: &mut Vec<(u16, Bases)>, number: u16, bases: &Bases) {
    match sets.iter_mut().find(|set| set.0 == number) {
        Some(set) => set.1.insert_others(bases),
        None => sets.push((number, bases.clone())),
    }
}

impl PartialEq for Bases {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Default for Bases {
    fn default() -> Self {
        Self::NONE
    }
}

impl FromIterator<usize> for Bases {
    fn from_iter<I: IntoIterator<Item = usize>>(bases: I) -> Self {
        let mut set = Self::NONE;
        for base in bases {
            set.insert(base);
        }
        set
    }
}
