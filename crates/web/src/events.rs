//! What happened on hills: who entered, who was pushed off, and whose rank changed.

use std::ops::Range;

use contests::Failure;
use contests::hill::{Challenge, PastRating};
use game::Digest;
use game::text::one_line;
use serde::Serialize;

use crate::hill_view::HillView;
use crate::times;

/// How many changes are read at a time to find ratings. Only changes in old histories lack ratings.
const LOOK_BACK: usize = 8;

/// What happened in one change of a hill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Event {
    /// A stable id: a UUID derived from what happened.
    pub(crate) id: String,
    /// The hill.
    pub(crate) hill: String,
    /// The number of challenges at that point.
    pub(crate) challenge: u64,
    /// The kind of event.
    pub(crate) happened: HillEventKind,
    /// The file of the program.
    pub(crate) program: String,
    /// Its rank.
    pub(crate) rank: Option<usize>,
    /// The files of other programs that left.
    pub(crate) pushed_off: Vec<String>,
    /// The programs that stayed, but changed rank.
    pub(crate) moved: Vec<Move>,
    /// What happened, in a sentence.
    pub(crate) what: String,
    /// When the site first saw it.
    pub(crate) seen: String,
    /// When the site first saw it, in seconds since 1970.
    #[serde(skip)]
    pub(crate) at: u64,
}

/// Kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HillEventKind {
    /// A program entered the hill.
    Entered,
    /// A challenger was not good enough.
    NotGoodEnough,
    /// A program was removed by hand.
    Removed,
    /// A program left because it cannot play any more.
    Retired,
    /// All programs have played again, with other compilers, interpreters or rules.
    Renewed,
}

/// A program whose rank changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Move {
    pub(crate) program: String,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Returns the events of some changes of a hill, newest first. Changes are counted from 0. The ids
/// depend on `base`, the address of the site, so a hill of the same name on another site has other
/// ids.
///
/// # Errors
/// If the history of the hill cannot be read.
pub(crate) fn of_hill(hill: &HillView, changes: Range<usize>, base: &str) -> Result<Vec<Event>, Failure> {
    let first = changes.start;
    let challenges = hill.challenges(changes)?;
    let earlier = if challenges.is_empty() { Vec::new() } else { ratings_before(hill, first)? };
    let mut before = earlier.as_slice();
    let mut events = Vec::with_capacity(challenges.len());
    for (position, challenge) in (first..).zip(&challenges) {
        let at = hill.seen.get(position).copied().unwrap_or(0);
        events.push(event((base, &hill.name), position, challenge, before, at));
        if !challenge.ratings.is_empty() {
            before = &challenge.ratings;
        }
    }
    events.reverse();
    Ok(events)
}

/// Returns at most `most` of the newest events of a hill, newest first. If `most` is small, no file
/// is read.
pub(crate) fn newest_of_hill(hill: &HillView, most: usize, base: &str) -> Vec<Event> {
    let changes = hill.changes();
    of_hill(hill, changes.saturating_sub(most)..changes, base).unwrap_or_default()
}

/// Returns the newest events of these hills, at most `most` per hill, newest first.
pub(crate) fn newest_of_hills<'a>(
    hills: impl IntoIterator<Item = &'a HillView>,
    most: usize,
    base: &str,
) -> Vec<Event> {
    let mut events: Vec<Event> =
        hills.into_iter().flat_map(|hill| newest_of_hill(hill, most, base)).collect();
    // The sort is stable: events of a hill within one second keep their order.
    events.sort_by_key(|event| std::cmp::Reverse(event.at));
    events
}

/// Returns the ratings after the latest earlier change that has some.
fn ratings_before(hill: &HillView, change: usize) -> Result<Vec<PastRating>, Failure> {
    let mut end = change;
    while end > 0 {
        let begin = end.saturating_sub(LOOK_BACK);
        let rated = hill.challenges(begin..end)?.into_iter().rev().find(|one| !one.ratings.is_empty());
        if let Some(rated) = rated {
            return Ok(rated.ratings);
        }
        end = begin;
    }
    Ok(Vec::new())
}

fn event(
    (base, hill): (&str, &str),
    position: usize,
    challenge: &Challenge,
    before: &[PastRating],
    at: u64,
) -> Event {
    let Challenge { number, change, program, id, rank, pushed_off, ratings, .. } = challenge;
    let happened = match change.as_str() {
        "remove" => HillEventKind::Removed,
        _ if challenge.is_retirement() => HillEventKind::Retired,
        _ if challenge.is_renewal() => HillEventKind::Renewed,
        _ if challenge.has_entered() => HillEventKind::Entered,
        _ => HillEventKind::NotGoodEnough,
    };
    let pushed_off: Vec<String> = pushed_off.iter().filter(|file| *file != program).cloned().collect();
    Event {
        id: stable_id(&format!("{base:?} {hill:?} {position} {number} {change:?} {id:?}")),
        hill: hill.to_owned(),
        challenge: *number,
        happened,
        what: in_words(happened, program, *rank, &pushed_off),
        program: program.clone(),
        rank: *rank,
        pushed_off,
        moved: moved(before, ratings),
        seen: times::in_words(at),
        at,
    }
}

/// Returns the programs that are in both lists at different places.
fn moved(before: &[PastRating], after: &[PastRating]) -> Vec<Move> {
    let found = |(to, rating): (usize, &PastRating)| {
        let from = before.iter().position(|old| old.id == rating.id)?;
        (from != to).then(|| Move { program: rating.file.clone(), from: from + 1, to: to + 1 })
    };
    after.iter().enumerate().filter_map(found).collect()
}

fn in_words(happened: HillEventKind, program: &str, rank: Option<usize>, pushed_off: &[String]) -> String {
    let program = one_line(program);
    let files: Vec<String> = pushed_off.iter().map(|file| one_line(file)).collect();
    let what = match (happened, rank) {
        (HillEventKind::Removed, _) => format!("{program} was removed"),
        (HillEventKind::Retired, _) => format!("{program} was retired, because it cannot play any more"),
        (HillEventKind::Renewed, _) => "all programs have played again, and the ranks are new".into(),
        (HillEventKind::NotGoodEnough, _) => format!("{program} was not good enough"),
        (HillEventKind::Entered, Some(rank)) => format!("{program} entered the hill at rank {rank}"),
        (HillEventKind::Entered, None) => format!("{program} entered the hill"),
    };
    if files.is_empty() { what } else { format!("{what} and pushed off {}", files.join(", ")) }
}

/// Returns a version 8 UUID made from the hash of a text.
pub(crate) fn stable_id(all: &str) -> String {
    let hash = Digest::of(all.as_bytes()).to_string();
    let (one, two, three, four) = (&hash[..8], &hash[8..12], &hash[13..16], &hash[17..20]);
    format!("urn:uuid:{one}-{two}-8{three}-8{four}-{}", &hash[20..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(id: &str) -> PastRating {
        PastRating {
            file: format!("{id}.crash"),
            id: id.into(),
            elo: 0.0,
            elo_low: 0.0,
            elo_high: 0.0,
            best_rank: 1,
            worst_rank: 1,
        }
    }

    fn challenge(change: &str, program: &str, pushed_off: &[&str], ratings: &[&str]) -> Challenge {
        Challenge {
            number: 3,
            change: change.into(),
            program: format!("{program}.crash"),
            id: program.into(),
            rank: Some(1),
            pushed_off: pushed_off.iter().map(|id| format!("{id}.crash")).collect(),
            ratings: ratings.iter().map(|id| rating(id)).collect(),
            replaces: None,
            submission: None,
            why: None,
            environment: None,
        }
    }

    #[test]
    fn an_event_says_who_entered_who_left_and_whose_rank_changed() {
        let before = ["a", "b", "c"].map(rating);
        let entered = event(("", "small"), 2, &challenge("add", "d", &["b"], &["d", "a", "c"]), &before, 0);
        assert_eq!(entered.happened, HillEventKind::Entered);
        assert_eq!(entered.what, "d.crash entered the hill at rank 1 and pushed off b.crash");
        assert_eq!(entered.pushed_off, ["b.crash"]);
        assert_eq!(entered.moved, [Move { program: "a.crash".into(), from: 1, to: 2 }]);
        let refused = event(("", "small"), 2, &challenge("add", "d", &[], &["a", "b", "c"]), &before, 0);
        assert_eq!((refused.happened, refused.pushed_off.len()), (HillEventKind::NotGoodEnough, 0));
        let removed = event(("", "small"), 2, &challenge("remove", "c", &["c"], &["a", "b"]), &before, 0);
        assert_eq!(removed.what, "c.crash was removed");
        let retired = event(("", "small"), 2, &challenge("retire", "c", &["c"], &["a", "b"]), &before, 0);
        assert_eq!((retired.happened, retired.pushed_off.len()), (HillEventKind::Retired, 0));
        assert_eq!(retired.what, "c.crash was retired, because it cannot play any more");
        let renewed = event(("", "small"), 2, &challenge("renew", "", &[], &["b", "a", "c"]), &before, 0);
        assert_eq!(renewed.happened, HillEventKind::Renewed);
        assert_eq!(renewed.moved.len(), 2);
    }

    #[test]
    fn an_id_depends_on_what_happened_and_not_on_when() {
        let id = |place: (&str, &str), position, at| {
            event(place, position, &challenge("add", "d", &[], &[]), &[], at).id
        };
        let here = ("", "small");
        assert_eq!(id(here, 2, 0), id(here, 2, 9));
        assert_ne!(id(here, 2, 0), id(here, 3, 0));
        assert_ne!(id(here, 2, 0), id(("", "large"), 2, 0));
        assert_ne!(id(here, 2, 0), id(("https://bout.example", "small"), 2, 0));
        let one = id(here, 2, 0);
        let parts: Vec<&str> = one.strip_prefix("urn:uuid:").unwrap().split('-').collect();
        assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        assert!(parts[2].starts_with('8') && parts[3].starts_with('8'));
    }
}
