//! One run of a snippet: the question to the Perl that runs it and its answer, with their bytes.

use std::sync::Arc;

use game::WireFormat;

use super::code::{Code, Codes};
use super::setup::{MAX_ROUNDS, MAX_SIZE, MAX_STORED};

/// The longest returned text in an answer, in bytes.
pub const MAX_RETURNED_BYTES: usize = 64;

/// Set in a question's flags if some code is not ASCII.
const NOT_ASCII: u32 = 1;

/// One run: the snippet in a cell, and all that it sees.
#[derive(Debug, Clone)]
pub struct Question {
    /// The seed from which `rand` starts (P12).
    pub rand_seed: u32,
    /// `$W`: the longest snippet that runs in this round, in characters.
    pub max_len: u32,
    /// `$R`: the rounds of the match.
    pub rounds: u32,
    /// `$r`: the round, from 1.
    pub round: u32,
    /// The cell whose snippet is run.
    cell: usize,
    codes: Codes,
}

impl Question {
    pub(super) fn new(rand_seed: u32, [max_len, rounds, round]: [u32; 3], cell: usize, codes: Codes) -> Self {
        Self { rand_seed, max_len, rounds, round, cell, codes }
    }

    /// The run of the first of these cells: `$W`, `$R` and `$r` are those of `numbers`. `None` if that cell is empty.
    #[must_use]
    pub fn from_runner(rand_seed: u32, numbers: [u32; 3], cells: Vec<Option<Code>>) -> Option<Self> {
        cells.first()?.as_ref()?;
        Some(Self::new(rand_seed, numbers, 0, Codes::new(cells)))
    }

    /// The number of cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.codes.cells().len()
    }

    /// The cells as `@_` has them, counted from the running one.
    pub fn cells(&self) -> impl Iterator<Item = Option<&Code>> {
        let (before, from) = self.codes.cells().split_at(self.cell);
        from.iter().chain(before).map(Option::as_ref)
    }
}

/// Two questions are the same if the snippet sees the same in both: it does not see in which cell it stands.
impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |one: &Self| (one.rand_seed, one.max_len, one.rounds, one.round);
        numbers(self) == numbers(other) && self.cells().eq(other.cells())
    }
}

impl Eq for Question {}

/// Numbers have 4 bytes, least significant first: the seed of `rand`, `$W`, `$R`, `$r`, the size of the Array, the
/// flags (1: some code is not ASCII), and how many cells are not empty. Then come the positions of these cells,
/// rising, counted from the running cell, which is the first. Then comes the code of each: its length in bytes, and
/// its text.
impl WireFormat for Question {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let mut header = [self.rand_seed, self.max_len, self.rounds, self.round, number(self.size()), 0, 0];
        let start = bytes.len();
        // Space is reserved before its content is known, so that most of the work is done in one go.
        bytes.resize(start + size_of_val(&header), 0);
        let mut length = 0;
        let [.., flags, count] = &mut header;
        for (position, code) in self.cells().enumerate() {
            let Some(code) = code else { continue };
            bytes.extend_from_slice(&number(position).to_le_bytes());
            *count += 1;
            *flags |= if code.is_ascii() { 0 } else { NOT_ASCII };
            length += size_of::<u32>() + code.text().len();
        }
        for (place, word) in bytes[start..].chunks_exact_mut(size_of::<u32>()).zip(header) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes.reserve(length);
        for code in self.cells().flatten() {
            bytes.extend_from_slice(&number(code.text().len()).to_le_bytes());
            bytes.extend_from_slice(code.text().as_bytes());
        }
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let [rand_seed, max_len, rounds, round, size, flags, count] = numbers(&mut rest)?;
        let size = usize::try_from(size).ok().filter(|size| (2..=MAX_SIZE).contains(size))?;
        let is_legal = (1..=MAX_STORED).contains(&(max_len as usize))
            && (1..=rounds).contains(&round)
            && u64::from(rounds) <= MAX_ROUNDS;
        let mut positions = Vec::new();
        for _ in 0..count {
            let [position] = numbers(&mut rest)?;
            let position = position as usize;
            let rises = positions.last().is_none_or(|last| *last < position);
            if !rises || position >= size {
                return None;
            }
            positions.push(position);
        }
        let mut cells = vec![None; size];
        for &position in &positions {
            cells[position] = Some(code(&mut rest)?);
        }
        let is_ascii = cells.iter().flatten().all(Code::is_ascii);
        let is_canonical =
            rest.is_empty() && positions.first() == Some(&0) && flags == if is_ascii { 0 } else { NOT_ASCII };
        let question = Self { rand_seed, max_len, rounds, round, cell: 0, codes: Codes::new(cells) };
        (is_legal && is_canonical).then_some(question)
    }
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The snippet died, or did not compile, or left something that cannot be kept (P8): it segfaults.
    Died,
    /// It ran to its end.
    Ran(Run),
}

/// The results of a snippet that ran to its end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// The content of `$_`, if that has changed: at most [`MAX_STORED`] characters.
    pub own: Option<Arc<str>>,
    /// The content of the cell of `@_` that the returned instruction uses
    /// ([`Instruction::cell_used`](super::Instruction::cell_used)), if that has changed: at most [`MAX_STORED`]
    /// characters, and empty where it is undefined.
    pub cell: Option<Arc<str>>,
    /// The return value as text: at most [`MAX_RETURNED_BYTES`].
    pub returned: String,
}

/// An answer's first byte: the snippet segfaults, or it ran.
const DIED: u8 = b'D';
const RAN: u8 = b'R';
/// Set in an answer's second byte if there is an `own`, or a `cell`.
const HAS_OWN: u8 = 1;
const HAS_CELL: u8 = 2;

/// `D`; or `R`, one byte of flags (1: `own` is there; 2: `cell` is there), those of the two that are there,
/// each as its length in 4 bytes, least significant first, and its text, and the returned text up to the end.
impl WireFormat for Answer {
    fn encode(&self, bytes: &mut Vec<u8>) {
        let Self::Ran(run) = self else { return bytes.push(DIED) };
        let flag = |text: &Option<Arc<str>>, flag| if text.is_some() { flag } else { 0 };
        bytes.extend_from_slice(&[RAN, flag(&run.own, HAS_OWN) | flag(&run.cell, HAS_CELL)]);
        for text in [&run.own, &run.cell].into_iter().flatten() {
            bytes.extend_from_slice(&number(text.len()).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(run.returned.as_bytes());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (flags, mut rest) = match bytes {
            [DIED] => return Some(Self::Died),
            [RAN, flags, rest @ ..] if *flags <= HAS_OWN | HAS_CELL => (flags, rest),
            _ => return None,
        };
        let mut changed = |flag| if flags & flag == 0 { Some(None) } else { text(&mut rest).map(Some) };
        let (own, cell) = (changed(HAS_OWN)?, changed(HAS_CELL)?);
        let own = own.map(Arc::from);
        let cell = cell.map(Arc::from);
        let returned = std::str::from_utf8(rest).ok().filter(|text| text.len() <= MAX_RETURNED_BYTES)?;
        Some(Self::Ran(Run { own, cell, returned: returned.to_owned() }))
    }
}

/// A number that fits into 4 bytes, since everything that is counted is bounded.
fn number(value: usize) -> u32 {
    u32::try_from(value).expect("sizes and lengths are bounded")
}

/// Takes `N` numbers off the front of `bytes`.
fn numbers<const N: usize>(bytes: &mut &[u8]) -> Option<[u32; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        let (word, rest) = bytes.split_first_chunk()?;
        *number = u32::from_le_bytes(*word);
        *bytes = rest;
    }
    Some(numbers)
}

/// Takes a text that can be stored off the front of `bytes`, with its length before it.
fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let [length] = numbers(bytes)?;
    let (text, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    std::str::from_utf8(text).ok().filter(|text| text.chars().count() <= MAX_STORED)
}

/// Takes the code of a snippet off the front of `bytes`.
fn code(bytes: &mut &[u8]) -> Option<Code> {
    Code::new(text(bytes)?.into())
}

#[cfg(test)]
mod tests;
