//! What happens in a match, as turns that matter with a sentence each.

use game::{Outcome, Scene, SeatNames, Verdict};
use viewer::{Replay, Timeline};

use crate::plan::{KeyTurn, Stretch};

/// A turn that matters, and what happens there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) turn: u64,
    pub(crate) importance: u64,
    pub(crate) caption: String,
}

/// So many of the largest captures are told.
const MAX_CAPTURES: usize = 8;
/// So many first hits are told.
const MAX_HITS: usize = 6;
/// Smaller captures are not told.
const LEAST_CAPTURE: u64 = 3;
/// Turns with events get so many times as much of a film as others.
const WEIGHT_OF_EVENTS: u64 = 3;
/// The most names of a draw.
const MAX_TIED: usize = 4;

/// The turns that matter, in order, one event a turn. The match was looked through.
pub(crate) fn events(replay: &Replay<'_>) -> Vec<Event> {
    let (timeline, scene, names) = (replay.timeline(), replay.scene(), replay.names());
    let mut events = deaths(timeline, scene, names);
    events.extend(captures(timeline, scene, names, replay.last_turn()));
    events.extend(first_hits(timeline, scene, names));
    events.sort_by_key(|event| (event.turn, std::cmp::Reverse(event.importance)));
    events.dedup_by_key(|event| event.turn);
    events
}

fn deaths(timeline: &Timeline, scene: &dyn Scene, names: &SeatNames) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for death in timeline.deaths() {
        let name = names.of(death.seat);
        let why = scene.death_in_words(death.reason);
        match events.last_mut() {
            // Several in a turn: the reason of the first stands for all.
            Some(event) if event.turn == death.turn => {
                event.caption = format!("{name} and {}", event.caption.replacen(" is out", " are out", 1));
            }
            _ => events.push(Event {
                turn: death.turn,
                importance: u64::MAX,
                caption: format!("{name} is out: {why}"),
            }),
        }
    }
    events
}

fn captures(timeline: &Timeline, scene: &dyn Scene, names: &SeatNames, last: u64) -> Vec<Event> {
    let mut events = Vec::new();
    for (bucket, index) in timeline.buckets().iter().zip(1..) {
        let turn = (timeline.first() + index * timeline.turns_a_bucket()).min(last);
        let largest = bucket.captured.iter().copied().max().unwrap_or(0);
        if largest < LEAST_CAPTURE {
            continue;
        }
        let captures = bucket.captured.iter().enumerate().filter(|(_, cells)| **cells >= LEAST_CAPTURE);
        let mut told: Vec<(u64, String)> =
            captures.map(|(seat, &cells)| (cells, scene.capture_in_words(&names.of(seat), cells))).collect();
        told.sort_by_key(|(cells, _)| std::cmp::Reverse(*cells));
        told.truncate(2);
        let caption = told.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ");
        events.push(Event { turn, importance: largest, caption });
    }
    events.sort_by_key(|event| (std::cmp::Reverse(event.importance), event.turn));
    events.truncate(MAX_CAPTURES);
    events
}

fn first_hits(timeline: &Timeline, scene: &dyn Scene, names: &SeatNames) -> Vec<Event> {
    let hits = timeline.first_hits().iter().take(MAX_HITS);
    let event = |hit: &viewer::FirstHit| {
        let caption = scene.hit_in_words(&names.of(hit.seat), &names.of(hit.victim));
        Event { turn: hit.turn, importance: 1, caption }
    };
    hits.map(event).collect()
}

/// The turns of events, for the plan.
pub(crate) fn key_turns(events: &[Event]) -> Vec<KeyTurn> {
    events.iter().map(|event| KeyTurn { turn: event.turn, importance: event.importance }).collect()
}

/// The whole match in stretches; where something happens, turns have more weight.
pub(crate) fn stretches(timeline: &Timeline, last: u64) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    let mut after = 0;
    while after < last {
        let index = after / timeline.turns_a_bucket();
        let is_eventful = usize::try_from(index)
            .ok()
            .and_then(|index| timeline.buckets().get(index))
            .is_some_and(|bucket| bucket.notable.iter().any(|count| *count > 0));
        // Beyond the last bucket nothing happens.
        let is_beyond = index >= timeline.buckets().len() as u64;
        let until = if is_beyond { last } else { ((index + 1) * timeline.turns_a_bucket()).min(last) };
        stretches.push(Stretch { after, until, weight: if is_eventful { WEIGHT_OF_EVENTS } else { 1 } });
        after = until;
    }
    stretches
}

/// How a match ended: who won, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who won, or who ties: `Hawk wins`, `A draw`.
    pub(crate) verdict: String,
    pub(crate) why: String,
    pub(crate) turns: u64,
    pub(crate) winner: Option<usize>,
}

/// How a match ended. Where the last turn has deaths, they are the reason.
pub(crate) fn ending(outcome: &Outcome, replay: &Replay<'_>) -> Ending {
    let (scene, names) = (replay.scene(), replay.names());
    let verdict = match &outcome.verdict {
        Verdict::Win { winner } => format!("{} wins", names.of(*winner)),
        Verdict::Draw { tied } if tied.is_empty() => "Nobody wins".into(),
        Verdict::Draw { tied } if tied.len() > MAX_TIED => format!("A draw of {} programs", tied.len()),
        Verdict::Draw { tied } => {
            let tied: Vec<_> = tied.iter().map(|&seat| names.of(seat)).collect();
            format!("A draw: {}", tied.join(", "))
        }
    };
    let why = match (&outcome.fault, last_deaths(outcome, replay)) {
        (Some(fault), _) => {
            let detail = game::text::one_line(&fault.detail);
            format!("{} failed ({}): {detail}", names.of(fault.seat), fault.kind.word())
        }
        (None, Some(deaths)) => deaths,
        (None, None) => scene.reason_in_words(outcome.reason).to_owned(),
    };
    Ending { verdict, why, turns: outcome.turns, winner: outcome.winner() }
}

/// Who died in the last turn, and why, if that decided it.
fn last_deaths(outcome: &Outcome, replay: &Replay<'_>) -> Option<String> {
    outcome.winner()?;
    let deaths = deaths(replay.timeline(), replay.scene(), replay.names());
    deaths.into_iter().rfind(|death| death.turn == outcome.turns).map(|death| death.caption)
}
