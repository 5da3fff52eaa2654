//! Programs that closely resemble another author's.
//!
//! The measure is Broder's resemblance: of all rows of [`SHINGLE`] tokens in at least one of two programs, the share that is
//! in both. A person must judge the results: they say that two texts are alike, not who wrote them.

mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use games::RegisteredGame;

/// The number of tokens in a row. A row is compared as a whole.
pub const SHINGLE: usize = 5;

/// A program is compared only if it has at least this many tokens. Shorter programs are alike by chance.
pub const MIN_TOKENS: usize = 20;

/// A pair is named from this resemblance. The value was chosen by looking at bout's examples: of the pairs in each of Crash,
/// Esowar and PerlWar, at most one in a hundred reaches it. The examples of Snakes share functions, so one pair in nine does.
pub const NAMED_FROM: f64 = 0.6;

/// A program that may be alike to others.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its author. Programs of one author are not compared.
    pub author: &'a str,
    /// Its file.
    pub source: &'a [u8],
}

/// Two programs of different authors that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimilarTexts {
    /// The position of one of them.
    pub one: usize,
    /// The position of the other, which is higher.
    pub two: usize,
    /// The number of rows of tokens that are in both.
    pub shared: usize,
    /// The number of rows of tokens that are in at least one.
    pub all: usize,
}

impl SimilarTexts {
    /// Returns the share of the rows of tokens that are in both programs.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "programs have far fewer than 2^52 tokens")]
    pub fn resemblance(&self) -> f64 {
        self.shared as f64 / self.all as f64
    }

    /// Says why the pair is named.
    #[must_use]
    pub fn reason(&self) -> String {
        let Self { shared, all, .. } = self;
        format!(
            "Without names and comments, {shared} of {all} rows of {SHINGLE} tokens stand in both programs."
        )
    }
}

/// Returns the pairs of programs of different authors that are alike, the most alike first. A program with errors matches none.
#[must_use]
pub fn similar_texts(game: &dyn RegisteredGame, programs: &[Candidate<'_>]) -> Vec<SimilarTexts> {
    let texts: Vec<Vec<String>> = programs.iter().map(|program| tokens_of(game, program.source)).collect();
    let mut holders: BTreeMap<&[String], BTreeSet<usize>> = BTreeMap::new();
    let mut sizes = vec![0; programs.len()];
    for (at, text) in texts.iter().enumerate() {
        for shingle in text.windows(SHINGLE) {
            if holders.entry(shingle).or_default().insert(at) {
                sizes[at] += 1;
            }
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (one, two) in holders.values().flat_map(pairs) {
        if programs[one].author != programs[two].author {
            *shared.entry((one, two)).or_default() += 1;
        }
    }
    let pair = |((one, two), shared): ((usize, usize), usize)| SimilarTexts {
        one,
        two,
        shared,
        all: sizes[one] + sizes[two] - shared,
    };
    let mut found: Vec<SimilarTexts> =
        shared.into_iter().map(pair).filter(|pair| pair.resemblance() >= NAMED_FROM).collect();
    // The sort is stable, so pairs that are equally alike stay in the order of the programs.
    found.sort_by(|one, two| two.resemblance().total_cmp(&one.resemblance()));
    found
}

/// Returns the tokens of a program; none if it has errors or is too short to be compared.
fn tokens_of(game: &dyn RegisteredGame, source: &[u8]) -> Vec<String> {
    let tokens = game.read(source).program.map(|program| tokens::tokens(&program)).unwrap_or_default();
    if tokens.len() < MIN_TOKENS { Vec::new() } else { tokens }
}

/// Returns true if a program is long enough to be compared.
pub(crate) fn is_long_enough(game: &dyn RegisteredGame, source: &[u8]) -> bool {
    !tokens_of(game, source).is_empty()
}

fn pairs(holders: &BTreeSet<usize>) -> impl Iterator<Item = (usize, usize)> {
    holders.iter().flat_map(|&one| holders.range(one + 1..).map(move |&two| (one, two)))
}

#[cfg(test)]
mod tests;
