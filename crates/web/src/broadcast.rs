//! Broadcasts: which match of a hill all spectators see, and when it began. A broadcast moves on
//! only when somebody asks for it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::records::{Fight, Records, Wanted};

/// How long the card that announces a match is shown.
const ANNOUNCEMENT: Duration = Duration::from_secs(6);

/// The longest time that the viewer takes for a match (`pace.js`), and how long the result is shown
/// afterwards.
const LONGEST_MATCH: Duration = Duration::from_secs(30);
const RESULT: Duration = Duration::from_secs(9);

/// The time that the viewer takes per turn of a short match, and the most that it takes for all
/// moments at which it stops (`pace.js`).
const TURN: Duration = Duration::from_millis(700);
const MOMENTS: Duration = Duration::from_secs(16);

/// The maximum number of matches to try in one call, in case some cannot be shown.
const MAX_ATTEMPTS: usize = 8;

/// The broadcasts of all hills.
#[derive(Default)]
pub(crate) struct Broadcasts(Mutex<BTreeMap<String, Broadcast>>);

/// What a broadcast shows at a given time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OnAir {
    /// The number of the match in this broadcast.
    pub(crate) number: u64,
    /// The match.
    pub(crate) fight: Fight,
    /// The seconds since it began; negative while it is announced.
    pub(crate) elapsed: f64,
    /// The seconds until the next one is announced.
    pub(crate) left: f64,
    /// The match after it.
    pub(crate) next: Option<Fight>,
}

/// The broadcast of a hill.
#[derive(Default)]
struct Broadcast {
    now: Option<Showing>,
    next: Option<Fight>,
    number: u64,
    /// How many matches of each pair were shown.
    shown: BTreeMap<(String, String), u64>,
}

/// The match that is being shown.
struct Showing {
    fight: Fight,
    begins: Instant,
    ends: Instant,
}

/// Two programs that have results against each other on a hill.
#[derive(Debug, Clone, PartialEq)]
struct Candidate {
    files: (String, String),
    /// The distance of their score from 0.5.
    distance: f64,
    /// True if one of them is the newest program on the hill.
    is_new: bool,
}

impl Broadcasts {
    /// Returns what the broadcast of a hill shows now; `None` while there is nothing to show.
    /// Requests the record of the next match ahead of time.
    pub(crate) fn at(&self, hill: &HillView, records: &Records, now: Instant) -> Option<OnAir> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(hill.name.clone()).or_default().at(hill, records, now)
    }
}

impl Broadcast {
    fn at(&mut self, hill: &HillView, records: &Records, now: Instant) -> Option<OnAir> {
        let candidates = candidates(hill);
        self.take_up(&candidates);
        if self.now.as_ref().is_none_or(|showing| now >= showing.ends) {
            self.start_next(hill, &candidates, records, now);
        }
        self.prepare_next(hill, &candidates, records);
        let showing = self.now.as_ref().filter(|showing| now < showing.ends)?;
        let since = now.saturating_duration_since(showing.begins).as_secs_f64();
        let until = showing.begins.saturating_duration_since(now).as_secs_f64();
        Some(OnAir {
            number: self.number,
            fight: showing.fight.clone(),
            elapsed: since - until,
            left: showing.ends.saturating_duration_since(now).as_secs_f64(),
            next: self.next.clone(),
        })
    }

    /// Forgets pairs that are gone. A new pair starts with the count of the least shown one, so it
    /// does not take over the broadcast.
    fn take_up(&mut self, candidates: &[Candidate]) {
        self.shown.retain(|files, _| candidates.iter().any(|candidate| candidate.files == *files));
        let least = self.shown.values().copied().min().unwrap_or(0);
        for candidate in candidates {
            self.shown.entry(candidate.files.clone()).or_insert(least);
        }
    }

    /// Starts the next match whose record is available.
    fn start_next(&mut self, hill: &HillView, candidates: &[Candidate], records: &Records, now: Instant) {
        for _ in 0..MAX_ATTEMPTS {
            self.prepare_next(hill, candidates, records);
            let Some(fight) = self.next.clone() else { return };
            match records.want(&fight) {
                Wanted::There(_, record) => {
                    let begins = now + ANNOUNCEMENT;
                    let ends = begins + duration(&record);
                    self.count(&fight);
                    self.now = Some(Showing { fight, begins, ends });
                    self.number += 1;
                    self.next = None;
                    return;
                }
                Wanted::Never(_) => {
                    self.count(&fight);
                    self.next = None;
                }
                Wanted::Soon | Wanted::Busy => return,
            }
        }
    }

    /// Chooses the next match, unless the one chosen before is still valid. Requests its record.
    fn prepare_next(&mut self, hill: &HillView, candidates: &[Candidate], records: &Records) {
        let state = fingerprint(hill);
        if self.next.as_ref().is_none_or(|next| next.fingerprint != state) {
            self.next = self.choice(candidates).map(|files| self.fight(hill, files));
        }
        if let Some(next) = &self.next {
            records.want(next);
        }
    }

    /// Returns the pair that was shown least often. If several were, pairs with the newest program
    /// come first, and then the closest pairs. The pair of the last match is chosen only if there
    /// is no other.
    fn choice<'c>(&self, candidates: &'c [Candidate]) -> Option<&'c (String, String)> {
        let last = self.now.as_ref().map(|showing| (&showing.fight.one, &showing.fight.two));
        let is_last = |candidate: &&Candidate| Some((&candidate.files.0, &candidate.files.1)) == last;
        let times = |candidate: &Candidate| self.shown.get(&candidate.files).copied().unwrap_or(0);
        let best = candidates.iter().min_by(|one, two| {
            is_last(one)
                .cmp(&is_last(two))
                .then_with(|| times(one).cmp(&times(two)))
                .then_with(|| two.is_new.cmp(&one.is_new))
                .then_with(|| one.distance.total_cmp(&two.distance))
                .then_with(|| one.files.cmp(&two.files))
        });
        best.map(|candidate| &candidate.files)
    }

    /// Returns a game of a pair: the next one each time the pair is shown.
    fn fight(&self, hill: &HillView, files: &(String, String)) -> Fight {
        let games = hill.files.as_ref().map_or(1, |files| files.games.max(1));
        let times = self.shown.get(files).copied().unwrap_or(0);
        let (one, two) = files.clone();
        Fight { hill: hill.name.clone(), one, two, game: Some(times % games), fingerprint: fingerprint(hill) }
    }

    fn count(&mut self, fight: &Fight) {
        *self.shown.entry((fight.one.clone(), fight.two.clone())).or_default() += 1;
    }
}

fn fingerprint(hill: &HillView) -> String {
    hill.files.as_ref().map(|files| files.fingerprint.clone()).unwrap_or_default()
}

/// Returns all pairs of programs on a hill that have results and that everybody may watch.
fn candidates(hill: &HillView) -> Vec<Candidate> {
    let on_hill = |file: &str| hill.program(file).is_some();
    let recent = hill.recent();
    let came_in =
        |challenge: &&&contests::hill::Challenge| challenge.change == "add" && on_hill(&challenge.program);
    let newest = recent.iter().rev().find(came_in).map(|challenge| challenge.program.as_str());
    let files: Vec<&str> =
        hill.table().iter().map(|place| place.program.as_str()).filter(|file| on_hill(file)).collect();
    let pairs =
        files.iter().enumerate().flat_map(|(at, one)| files[at + 1..].iter().map(move |two| (*one, *two)));
    let candidate = |(one, two): (&str, &str)| {
        let share =
            hill.pair(one, two).filter(|_| hill.may_be_watched([one, two], &Viewer::default()))?.share()?;
        let is_new = [Some(one), Some(two)].contains(&newest);
        Some(Candidate { files: (one.to_owned(), two.to_owned()), distance: (share - 0.5).abs(), is_new })
    };
    pairs.filter_map(candidate).collect()
}

/// Returns how long a match is shown, its result included.
fn duration(record: &[u8]) -> Duration {
    let turns = record::read(record).map_or(u64::MAX, |record| record.outcome.turns);
    let turns = u32::try_from(turns.min(1000)).unwrap_or(1000);
    LONGEST_MATCH.min(TURN * turns + MOMENTS) + RESULT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(one: &str, two: &str, distance: f64, is_new: bool) -> Candidate {
        Candidate { files: (one.into(), two.into()), distance, is_new }
    }

    /// Returns the pairs that are shown one after the other.
    fn order(broadcast: &mut Broadcast, candidates: &[Candidate], matches: usize) -> Vec<String> {
        let show = |_| {
            broadcast.take_up(candidates);
            let (one, two) = broadcast.choice(candidates).expect("there is one").clone();
            let fight = Fight { hill: "h".into(), one, two, game: None, fingerprint: String::new() };
            broadcast.count(&fight);
            let words = format!("{}{}", fight.one, fight.two);
            let now = Instant::now();
            broadcast.now = Some(Showing { fight, begins: now, ends: now });
            words
        };
        (0..matches).map(show).collect()
    }

    #[test]
    fn the_newest_come_first_and_then_the_closest() {
        let all = [
            candidate("a", "b", 0.4, false),
            candidate("a", "c", 0.1, false),
            candidate("a", "n", 0.5, true),
            candidate("b", "n", 0.2, true),
        ];
        assert_eq!(order(&mut Broadcast::default(), &all, 5), ["bn", "an", "ac", "ab", "bn"]);
    }

    #[test]
    fn a_pair_is_not_shown_twice_in_a_row_if_there_is_another() {
        let two = [candidate("a", "b", 0.0, true), candidate("a", "c", 0.5, false)];
        assert_eq!(order(&mut Broadcast::default(), &two, 4), ["ab", "ac", "ab", "ac"]);
        assert_eq!(order(&mut Broadcast::default(), &two[..1], 2), ["ab", "ab"]);
    }

    #[test]
    fn a_new_program_does_not_have_the_broadcast_to_itself() {
        let mut broadcast = Broadcast::default();
        let old = [candidate("a", "b", 0.1, false), candidate("a", "c", 0.2, false)];
        order(&mut broadcast, &old, 10);
        let mut all = old.to_vec();
        all.push(candidate("a", "n", 0.5, true));
        assert_eq!(order(&mut broadcast, &all, 4), ["an", "ab", "ac", "an"]);
    }
}
