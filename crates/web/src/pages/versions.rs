//! The versions of a program: when each came in, how its rating changed, and how it left.

use contests::hill::Challenge;

use super::hill::program_address;
use crate::hill_view::HillView;

/// A version of a program: one challenge brought it to the hill.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Version {
    /// The number of its challenge.
    pub(super) number: u64,
    /// The rank that it reached in its challenge.
    pub(super) rank: String,
    /// Its rating after the challenge, and its last rating.
    pub(super) first: String,
    pub(super) last: String,
    /// How much the rating rose in between; negative if it fell.
    pub(super) gained: String,
    /// The programs that it pushed off: their files and addresses.
    pub(super) pushed_off: Vec<(String, String)>,
    /// What became of it, and the program that pushed it off.
    pub(super) fate: &'static str,
    pub(super) by: Option<(String, String)>,
}

/// The most versions that a page shows.
const MAX_VERSIONS: usize = 50;

/// How many changes to search for the last rating of a version. Only changes in old histories lack ratings.
const LOOK_BACK: usize = 8;

/// The history of a hill. Changes are read one by one, because a page needs only a few.
pub(super) trait History {
    /// Returns the number of changes.
    fn changes(&self) -> usize;

    /// Returns the indexes of the changes that concern the program in a file.
    fn changes_of(&self, file: &str) -> Vec<usize>;

    /// Reads a change; `None` if it cannot be read.
    fn change(&self, at: usize) -> Option<Challenge>;
}

impl History for HillView {
    fn changes(&self) -> usize {
        Self::changes(self)
    }

    fn changes_of(&self, file: &str) -> Vec<usize> {
        self.files.as_ref().map_or_else(|_| Vec::new(), |files| files.history.lines_of(file).to_vec())
    }

    fn change(&self, at: usize) -> Option<Challenge> {
        self.challenges(at..at + 1).ok()?.pop()
    }
}

/// The versions of the program in a file.
pub(super) struct Versions {
    /// The newest versions, the newest first.
    pub(super) newest: Vec<Version>,
    /// How many older ones there may be.
    pub(super) older: usize,
    /// The identity of the newest version.
    pub(super) id: Option<String>,
}

/// Looks up the versions of the program in a file. `hill` is the address of the hill.
pub(super) fn versions(history: &(impl History + ?Sized), file: &str, hill: &str) -> Versions {
    let of_file = history.changes_of(file);
    let mut found = Versions { newest: Vec::new(), older: 0, id: None };
    for (nth, &at) in of_file.iter().enumerate().rev() {
        if found.newest.len() == MAX_VERSIONS {
            found.older = nth + 1;
            break;
        }
        let came_in = |entry: &Challenge| entry.change == "add" && entry.program == file;
        let Some(entry) = history.change(at).filter(came_in) else { continue };
        found.newest.push(version(history, (at, &entry), &of_file[nth + 1..], hill));
        found.id.get_or_insert(entry.id);
    }
    found
}

/// Returns the version that came in with this change. `later` holds the later changes that concern its file.
fn version(
    history: &(impl History + ?Sized),
    (at, entry): (usize, &Challenge),
    later: &[usize],
    hill: &str,
) -> Version {
    let file = &entry.program;
    let is_newer =
        |challenge: &Challenge| challenge.program == *file && challenge.replaces.as_ref() == Some(&entry.id);
    let leaves = |challenge: &Challenge| challenge.pushed_off.contains(file) || is_newer(challenge);
    let left = if entry.has_entered() {
        later.iter().find_map(|&at| Some((at, history.change(at).filter(leaves)?)))
    } else {
        Some((at, entry.clone()))
    };
    let rating = |challenge: &Challenge| {
        challenge.ratings.iter().find(|rating| rating.id == entry.id).map(|rating| rating.elo)
    };
    let first = rating(entry).filter(|_| entry.has_entered());
    let end = left.as_ref().map_or_else(|| history.changes(), |(at, _)| *at);
    let last = (at..end).rev().take(LOOK_BACK).find_map(|at| rating(&history.change(at)?)).or(first);
    let text = |elo: Option<f64>| elo.map_or_else(String::new, |elo| format!("{elo:+.0}"));
    let link = |file: &String| (file.clone(), program_address(hill, file));
    let (fate, by) = match left.as_ref() {
        None => ("on the hill", None),
        Some((left, _)) if *left == at => ("not good enough", None),
        Some((_, by)) if by.change == "remove" => ("removed", None),
        Some((_, by)) if by.is_retirement() => ("retired, because it cannot play any more", None),
        Some((_, by)) if is_newer(by) => ("replaced by a newer version", None),
        Some((_, by)) => ("pushed off by", Some(link(&by.program))),
    };
    Version {
        number: entry.number,
        rank: entry.rank.map_or_else(String::new, |rank| rank.to_string()),
        first: text(first),
        last: text(last),
        gained: text(first.zip(last).map(|(first, last)| last - first)),
        pushed_off: entry.pushed_off.iter().filter(|gone| *gone != file).map(link).collect(),
        fate,
        by,
    }
}

#[cfg(test)]
mod tests {
    use contests::hill::PastRating;

    use super::*;

    impl History for [Challenge] {
        fn changes(&self) -> usize {
            self.len()
        }

        fn changes_of(&self, file: &str) -> Vec<usize> {
            let tells =
                |one: &Challenge| one.program == file || one.pushed_off.iter().any(|gone| gone == file);
            (0..self.len()).filter(|&at| tells(&self[at])).collect()
        }

        fn change(&self, at: usize) -> Option<Challenge> {
            self.get(at).cloned()
        }
    }

    fn challenge(number: u64, program: &str, pushed_off: &[&str], ratings: &[(&str, f64)]) -> Challenge {
        let rating = |&(file, elo): &(&str, f64)| PastRating {
            file: file.into(),
            id: format!("id of {file}"),
            elo,
            elo_low: elo,
            elo_high: elo,
            best_rank: 1,
            worst_rank: 1,
        };
        Challenge {
            number,
            change: "add".into(),
            program: program.into(),
            id: format!("id of {program}"),
            rank: Some(1),
            pushed_off: pushed_off.iter().map(|&file| file.to_owned()).collect(),
            ratings: ratings.iter().map(rating).collect(),
            replaces: None,
            submission: None,
            why: None,
            environment: None,
        }
    }

    #[test]
    fn a_version_gains_until_it_is_pushed_off() {
        let challenges = [
            challenge(1, "a", &[], &[("a", 0.0)]),
            challenge(2, "b", &[], &[("a", 30.0), ("b", -30.0)]),
            challenge(3, "c", &["a"], &[("c", 10.0), ("b", -10.0)]),
            challenge(4, "a", &["b"], &[("a", 20.0), ("c", -20.0)]),
            challenge(5, "b", &[], &[("a", 25.0), ("c", -25.0)]),
        ];
        let [second, first] = &versions(&challenges[..], "a", "/hills/h").newest[..] else {
            panic!("two versions")
        };
        assert_eq!((first.number, first.gained.as_str(), first.fate), (1, "+30", "pushed off by"));
        assert_eq!(first.by, Some(("c".into(), "/hills/h/programs/c".into())));
        assert_eq!((second.number, second.gained.as_str(), second.fate), (4, "+5", "on the hill"));
        assert_eq!(second.pushed_off, [("b".into(), "/hills/h/programs/b".into())]);
        let of_b = versions(&challenges[..], "b", "/hills/h").newest;
        assert_eq!(of_b[0].fate, "not good enough");
        assert_eq!(of_b[0].pushed_off, []);
        assert_eq!(versions(&challenges[..], "d", "/hills/h").newest, []);
    }

    #[test]
    fn a_version_ends_with_the_next_one_of_the_same_file() {
        let newer = Challenge {
            id: "newer".into(),
            replaces: Some("id of a".into()),
            ..challenge(2, "a", &[], &[("b", 9.0)])
        };
        let challenges =
            [challenge(1, "a", &[], &[("a", 0.0)]), newer, challenge(3, "a", &[], &[("a", 0.0)])];
        let all = versions(&challenges[..], "a", "/hills/h").newest;
        assert_eq!(all[2].fate, "replaced by a newer version");
    }

    #[test]
    fn a_page_shows_the_newest_versions_of_many() {
        let challenges: Vec<Challenge> = (1..=80).map(|number| challenge(number, "a", &[], &[])).collect();
        let found = versions(&challenges[..], "a", "/hills/h");
        assert_eq!((found.newest.len(), found.newest[0].number, found.older), (50, 80, 30));
    }
}
