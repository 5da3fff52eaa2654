//! Searches for the next or the previous turn in which a condition begins to hold.

use std::ops::ControlFlow;
use std::sync::Arc;

use game::{Event, Scene};

use crate::Replay;
use crate::answer_source::AnswerSource;
use crate::condition::Condition;
use crate::snapshot::Snapshot;

/// How many turns [`Replay::search`] plays between two checks whether to stop.
const TURNS_PER_STEP: u64 = 1 << 12;

/// The direction of a search from the turn that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Later turns.
    Forwards,
    /// Earlier turns.
    Backwards,
}

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The turn.
    pub turn: u64,
    /// The index of the condition that begins to hold there.
    pub condition: usize,
}

/// The state of a search after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStep {
    /// The nearest turn in which a condition begins to hold.
    Found(Found),
    /// Not found yet. The search has reached this turn.
    Searching(u64),
    /// There is no such turn.
    NotFound,
}

/// A search for a turn, which plays some turns in each step, so that the caller can interrupt it between two steps. The
/// replay stays where it is.
pub struct TurnSearch {
    conditions: Vec<Condition>,
    scene: Arc<dyn Scene>,
    state: State,
}

enum State {
    Forwards(Watcher, u64),
    Backwards(Stretches),
    Done(SearchStep),
}

/// A search backwards plays the stretches between two copies of the match, the last one first. Within a stretch, the
/// last turn that is found counts.
struct Stretches {
    /// The stretch that is being played.
    current: Option<Stretch>,
    /// The turns after this one have been searched.
    unsearched: u64,
}

struct Stretch {
    watcher: Watcher,
    first: u64,
    found: Option<Found>,
}

impl TurnSearch {
    /// A search from the turn that `replay` shows. All steps must be given this replay, at any turn. A condition about
    /// the state counts in the turn in which it begins to hold.
    #[must_use]
    pub fn new(replay: &Replay<'_>, conditions: Vec<Condition>, direction: Direction) -> Self {
        let (_, scene) = replay.shared();
        let state = match direction {
            Direction::Forwards => {
                State::Forwards(Watcher::new(&conditions, scene.as_ref(), replay.snapshot_here()), u64::MAX)
            }
            Direction::Backwards => match known_write(replay, &conditions) {
                Some(known) => State::Done(known),
                None => {
                    State::Backwards(Stretches { current: None, unsearched: replay.turn().saturating_sub(1) })
                }
            },
        };
        Self { conditions, scene, state }
    }

    /// Searches forwards up to `last` and no further.
    #[must_use]
    pub fn until(mut self, last: u64) -> Self {
        if let State::Forwards(_, bound) = &mut self.state {
            *bound = last;
        }
        self
    }

    /// The conditions that the search looks for.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Plays at most `turns` turns (at least one). In games of foreign code, it goes no further than the existing answers.
    /// Once the search has ended, all further steps repeat its result.
    pub fn step(&mut self, replay: &mut Replay<'_>, turns: u64) -> SearchStep {
        let Self { conditions, scene, state } = self;
        let criteria = Criteria::new(conditions, scene.as_ref());
        let step = match state {
            State::Forwards(watcher, last) => step_forwards(watcher, *last, criteria, replay, turns.max(1)),
            State::Backwards(stretches) => stretches.step(criteria, replay, turns.max(1)),
            State::Done(step) => *step,
        };
        if !matches!(step, SearchStep::Searching(_)) {
            self.state = State::Done(step);
        }
        step
    }
}

impl Replay<'_> {
    /// Runs a search to its end, or until `stop` ends it; it calls `stop` every few thousand turns. `None` if nothing was
    /// found.
    pub fn search(&mut self, mut search: TurnSearch, stop: &dyn Fn() -> bool) -> Option<Found> {
        while !stop() {
            match search.step(self, TURNS_PER_STEP) {
                SearchStep::Found(found) => return Some(found),
                SearchStep::Searching(_) => {}
                SearchStep::NotFound => return None,
            }
        }
        None
    }

    /// The turn up to which a search may play on from `turn`: `until`, or in games of foreign code, at most the turn up to
    /// which answers exist.
    fn playable(&mut self, until: u64, turn: u64) -> u64 {
        if !self.lineup().game().runs_foreign_code() {
            return until;
        }
        if self.surveyed() <= turn {
            self.survey(turn + 1, &|| false);
        }
        until.min(self.surveyed())
    }
}

/// The previous write of a cell, if the replay knows it without playing.
fn known_write(replay: &Replay<'_>, conditions: &[Condition]) -> Option<SearchStep> {
    let [Condition::Written(cell)] = conditions else { return None };
    match replay.last_write(*cell) {
        Some(write) if write.turn < replay.turn() => {
            Some(SearchStep::Found(Found { turn: write.turn, condition: 0 }))
        }
        None if replay.knows_writers() => Some(SearchStep::NotFound),
        _ => None,
    }
}

fn step_forwards(
    watcher: &mut Watcher,
    last: u64,
    criteria: Criteria<'_>,
    replay: &mut Replay<'_>,
    turns: u64,
) -> SearchStep {
    let before = watcher.snapshot.turn();
    if before >= last || watcher.snapshot.is_over() {
        return SearchStep::NotFound;
    }
    let until = replay.playable(last.min(before.saturating_add(turns)), before);
    let mut nearest = None;
    watcher.play(until, criteria, &mut replay.answers, &mut |found| {
        nearest.get_or_insert(found);
        ControlFlow::Break(())
    });
    match nearest {
        Some(found) => SearchStep::Found(found),
        None if watcher.snapshot.turn() == before => SearchStep::NotFound,
        None => SearchStep::Searching(watcher.snapshot.turn()),
    }
}

impl Stretches {
    fn step(&mut self, criteria: Criteria<'_>, replay: &mut Replay<'_>, turns: u64) -> SearchStep {
        if self.current.is_none() && self.unsearched <= replay.first_turn() {
            return SearchStep::NotFound;
        }
        let unsearched = self.unsearched;
        let stretch = self.current.get_or_insert_with(|| {
            let start = replay.copies.before(unsearched - 1).copy();
            let first = start.turn();
            let watcher = Watcher::new(criteria.conditions, criteria.scene, start);
            Stretch { watcher, first, found: None }
        });
        let before = stretch.watcher.snapshot.turn();
        let until = unsearched.min(before.saturating_add(turns));
        stretch.watcher.play(until, criteria, &mut replay.answers, &mut |found| {
            stretch.found = Some(found);
            ControlFlow::Continue(())
        });
        let here = stretch.watcher.snapshot.turn();
        if here < unsearched && here > before && !stretch.watcher.snapshot.is_over() {
            return SearchStep::Searching(unsearched);
        }
        if let Some(found) = stretch.found {
            return SearchStep::Found(found);
        }
        self.unsearched = stretch.first;
        self.current = None;
        SearchStep::Searching(self.unsearched)
    }
}

/// The conditions of a search, and the scene of the match.
#[derive(Clone, Copy)]
struct Criteria<'c> {
    conditions: &'c [Condition],
    scene: &'c dyn Scene,
    /// Whether some of them are about notable events.
    are_about_events: bool,
}

impl<'c> Criteria<'c> {
    fn new(conditions: &'c [Condition], scene: &'c dyn Scene) -> Self {
        let are_about_events = conditions.iter().any(|condition| matches!(condition, Condition::Happens(_)));
        Self { conditions, scene, are_about_events }
    }

    /// The first condition that an event meets.
    fn met_by(&self, event: &Event) -> Option<usize> {
        let notable = if self.are_about_events { self.scene.notable(event) } else { None };
        let kind = notable.map(|notable| notable.kind);
        self.conditions.iter().position(|condition| condition.is_met_by(event, kind))
    }
}

/// Plays a match and watches which conditions begin to hold.
struct Watcher {
    snapshot: Snapshot,
    /// Which conditions held after the last turn that was checked.
    held: Vec<bool>,
    /// Whether the state must be checked after every turn.
    watches_state: bool,
}

impl Watcher {
    fn new(conditions: &[Condition], scene: &dyn Scene, snapshot: Snapshot) -> Self {
        let held = conditions.iter().map(|one| one.holds(snapshot.played(), scene)).collect();
        let watches_state = conditions.iter().any(Condition::is_about_state);
        Self { snapshot, held, watches_state }
    }

    /// Plays to `until`, to the end of the match, or until `found` breaks, and calls `found` for every turn in which a
    /// condition begins to hold.
    fn play(
        &mut self,
        until: u64,
        criteria: Criteria<'_>,
        answers: &mut AnswerSource,
        found: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) {
        let mut is_broken = false;
        while self.snapshot.turn() < until && !self.snapshot.is_over() && !is_broken {
            let before = self.snapshot.turn();
            let mut last_met = None;
            let note = &mut |event: &Event| {
                let is_new = last_met != Some(event.turn);
                if let Some(condition) = criteria.met_by(event).filter(|_| is_new) {
                    last_met = Some(event.turn);
                    is_broken |= found(Found { turn: event.turn, condition }).is_break();
                }
            };
            let next = self.next_look(until, criteria.conditions);
            if self.snapshot.watch(next, answers, note).is_err() || self.snapshot.turn() == before {
                return;
            }
            let turn = self.snapshot.turn();
            let begun = self.begun(criteria);
            if let Some(condition) = begun.filter(|_| last_met != Some(turn) && !is_broken) {
                is_broken = found(Found { turn, condition }).is_break();
            }
        }
    }

    /// The next turn at which the state must be checked.
    fn next_look(&self, until: u64, conditions: &[Condition]) -> u64 {
        let here = self.snapshot.turn();
        if self.watches_state {
            return here + 1;
        }
        let turns = conditions.iter().filter_map(Condition::turn).filter(|turn| *turn > here);
        turns.chain([until, here.saturating_add(TURNS_PER_STEP)]).min().unwrap_or(until)
    }

    /// The first condition that holds now but did not hold at the last check.
    fn begun(&mut self, Criteria { conditions, scene, .. }: Criteria<'_>) -> Option<usize> {
        let mut begun = None;
        for (index, (condition, held)) in conditions.iter().zip(&mut self.held).enumerate() {
            let holds = condition.holds(self.snapshot.played(), scene);
            if holds && !*held && begun.is_none() {
                begun = Some(index);
            }
            *held = holds;
        }
        begun
    }
}
