//! The program whose rating the user fixes: `--anchor NAME=1500`.

use std::path::Path;

use contests::Failure;
use contests::contest::{Contest, Results};

/// A name and its rating.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Anchor {
    pub(crate) name: String,
    pub(crate) elo: f64,
}

/// The largest absolute value of an anchor's rating. Larger numbers could not represent tenths of
/// points.
const MOST: f64 = 1e6;

/// Parses `NAME=ELO`. The name may contain equals signs.
pub(crate) fn parse(text: &str) -> Result<Anchor, String> {
    let wrong = || "must be a name and its rating, such as mine=1500".to_owned();
    let (name, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
    let elo = elo.parse().ok().filter(|elo: &f64| elo.abs() <= MOST).ok_or_else(wrong)?;
    if name.is_empty() { Err(wrong()) } else { Ok(Anchor { name: name.to_owned(), elo }) }
}

impl Anchor {
    /// Returns the index of the anchor among these players, each given with its names. Fails unless
    /// exactly one player has the anchor's name.
    pub(crate) fn find<'n>(
        &self,
        names: impl Iterator<Item = (usize, Vec<&'n str>)> + Clone,
    ) -> Result<usize, Failure> {
        let is_it = |(at, of_one): (usize, Vec<&str>)| of_one.contains(&self.name.as_str()).then_some(at);
        let found: Vec<usize> = names.clone().filter_map(is_it).collect();
        if let [one] = found[..] {
            return Ok(one);
        }
        let number = if found.is_empty() { "none" } else { "more than one" };
        let all: Vec<&str> = names.filter_map(|(_, of_one)| of_one.first().copied()).collect();
        Err(Failure::Usage(format!(
            "--anchor {}: {number} of those that are rated has this name; they are: {}",
            self.name,
            all.join(", ")
        )))
    }

    /// Returns the entrant whose path, file name (with or without extension) or name is the
    /// anchor's. A matching path takes precedence, because paths are unique.
    pub(crate) fn entrant(&self, contest: &Contest) -> Result<usize, Failure> {
        let by_path = contest.entrants.iter().position(|entrant| entrant.path == self.name);
        if let Some(entrant) = by_path {
            return Ok(entrant);
        }
        let names = contest.entrants.iter().enumerate().map(|(at, entrant)| {
            let path = Path::new(&entrant.path);
            let parts =
                [path.file_name(), path.file_stem()].into_iter().flatten().filter_map(|part| part.to_str());
            (at, [entrant.path.as_str()].into_iter().chain(parts).chain([entrant.name.as_str()]).collect())
        });
        self.find(names)
    }

    /// Returns the results with ratings relative to the anchor.
    pub(crate) fn applied_to(&self, contest: &Contest, results: Results) -> Result<Results, Failure> {
        Ok(results.with_anchor(self.entrant(contest)?, self.elo))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_a_name_and_a_rating() {
        let anchor = |name: &str, elo| Ok(Anchor { name: name.to_owned(), elo });
        assert_eq!(parse("mine=1500"), anchor("mine", 1500.0));
        assert_eq!(parse("a=b.crash=-12.5"), anchor("a=b.crash", -12.5));
        for wrong in ["mine", "=1500", "mine=", "mine=many", "mine=NaN", "mine=inf", "mine=1e7"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_must_be_that_of_one() {
        let names = || {
            [(0, vec!["a/x.crash", "x"]), (1, vec!["b/x.crash", "x"]), (2, vec!["y.crash", "y"])].into_iter()
        };
        let find = |name: &str| Anchor { name: name.to_owned(), elo: 0.0 }.find(names());
        assert_eq!(find("y").ok(), Some(2));
        for (name, words) in [("x", "more than one"), ("z", "none of")] {
            let message = find(name).expect_err(name).to_string();
            assert!(message.contains(words) && message.contains("b/x.crash"), "{message}");
        }
    }
}
