//! The versions of a program: when each came in, what it gained and lost, and how it left.

use contests::hill::Challenge;

use super::hill::program_address;

/// A version: what one challenge brought to the hill.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Version {
    /// The number of its challenge.
    pub(super) number: u64,
    /// The rank with which it came in.
    pub(super) rank: String,
    /// The rating after its challenge, and the last one.
    pub(super) first: String,
    pub(super) last: String,
    /// What it gained in between; below 0 if it lost.
    pub(super) gained: String,
    /// The programs that it pushed off: their files and addresses.
    pub(super) pushed_off: Vec<(String, String)>,
    /// What became of it, and the program that pushed it off.
    pub(super) fate: &'static str,
    pub(super) by: Option<(String, String)>,
}

/// Returns the versions of the program in a file, the newest first. `hill` is the address of the hill.
pub(super) fn versions(challenges: &[Challenge], file: &str, hill: &str) -> Vec<Version> {
    let came_in =
        |(_, challenge): &(usize, &Challenge)| challenge.change == "add" && challenge.program == file;
    let entries: Vec<(usize, &Challenge)> = challenges.iter().enumerate().filter(came_in).collect();
    entries.into_iter().rev().map(|(at, entry)| version(&challenges[at..], entry, hill)).collect()
}

/// Returns the version that came in with the first of these challenges.
fn version(challenges: &[Challenge], entry: &Challenge, hill: &str) -> Version {
    let file = &entry.program;
    let is_newer =
        |challenge: &Challenge| challenge.program == *file && challenge.replaces.as_ref() == Some(&entry.id);
    let leaves = |challenge: &Challenge| challenge.pushed_off.contains(file) || is_newer(challenge);
    let left = if entry.has_entered() { challenges.iter().position(leaves) } else { Some(0) };
    let stay = &challenges[..left.unwrap_or(challenges.len())];
    let rating = |challenge: &Challenge| {
        challenge.ratings.iter().find(|rating| rating.id == entry.id).map(|rating| rating.elo)
    };
    let first = stay.iter().find_map(rating);
    let last = stay.iter().rev().find_map(rating);
    let text = |elo: Option<f64>| elo.map_or_else(String::new, |elo| format!("{elo:+.0}"));
    let link = |file: &String| (file.clone(), program_address(hill, file));
    let (fate, by) = match left.map(|at| (at, &challenges[at])) {
        None => ("on the hill", None),
        Some((0, _)) => ("not good enough", None),
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
        let [second, first] = &versions(&challenges, "a", "/hills/h")[..] else { panic!("two versions") };
        assert_eq!((first.number, first.gained.as_str(), first.fate), (1, "+30", "pushed off by"));
        assert_eq!(first.by, Some(("c".into(), "/hills/h/programs/c".into())));
        assert_eq!((second.number, second.gained.as_str(), second.fate), (4, "+5", "on the hill"));
        assert_eq!(second.pushed_off, [("b".into(), "/hills/h/programs/b".into())]);
        let of_b = versions(&challenges, "b", "/hills/h");
        assert_eq!(of_b[0].fate, "not good enough");
        assert_eq!(of_b[0].pushed_off, []);
        assert_eq!(versions(&challenges, "d", "/hills/h"), []);
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
        let all = versions(&challenges, "a", "/hills/h");
        assert_eq!(all[2].fate, "replaced by a newer version");
    }
}
