//! Sets of bases. A base is an address at which the first program may begin.

use std::ops::Range;

use super::super::instruction::CELLS;

const WORDS: usize = CELLS / 64;

/// A set of bases, a bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bases {
    words: [u64; WORDS],
}

/// Bases that cannot go on with the others of their group; none, if the only match that is left must be pinned.
pub(super) type Apart = Box<Bases>;

impl Bases {
    pub(super) const NONE: Self = Self { words: [0; WORDS] };
    pub(super) const ALL: Self = Self { words: [u64::MAX; WORDS] };

    #[inline]
    pub(super) fn contains(&self, base: usize) -> bool {
        self.words[base / 64 % WORDS] >> (base % 64) & 1 != 0
    }

    pub(super) fn insert(&mut self, base: usize) {
        self.words[base / 64] |= 1 << (base % 64);
    }

    pub(super) fn insert_all(&mut self, bases: Range<usize>) {
        let (mut at, end) = (bases.start, bases.end);
        while at < end {
            let count = (64 - at % 64).min(end - at);
            self.words[at / 64] |= (u64::MAX >> (64 - count)) << (at % 64);
            at += count;
        }
    }

    /// Takes a base away. True if it was in the set.
    pub(super) fn remove(&mut self, base: usize) -> bool {
        let was_in = self.contains(base);
        self.words[base / 64] &= !(1 << (base % 64));
        was_in
    }

    pub(super) fn remove_all(&mut self, others: &Self) {
        self.words.iter_mut().zip(&others.words).for_each(|(word, other)| *word &= !other);
    }

    pub(super) fn and(&self, others: &Self) -> Self {
        Self { words: std::array::from_fn(|word| self.words[word] & others.words[word]) }
    }

    /// The bases that are in this set and not in the other.
    pub(super) fn without(&self, others: &Self) -> Self {
        Self { words: std::array::from_fn(|word| self.words[word] & !others.words[word]) }
    }

    /// Whether all bases of this set are in the other.
    pub(super) fn is_within(&self, others: &Self) -> bool {
        self.words.iter().zip(&others.words).fold(0, |all, (word, other)| all | word & !other) == 0
    }

    pub(super) fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// The bases in rising order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let rest = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let rest = rest.take_while(|&rest| rest != 0);
            rest.map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        })
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
