//! The story of a match as the turns that matter, with a sentence for each.

use game::{DEATH_WEIGHT, Outcome, StorySentence, Verdict};
use viewer::{Replay, Timeline};

use crate::plan::{KeyTurn, Stretch};

/// A turn that matters, and what happens there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CaptionedTurn {
    pub(crate) turn: u64,
    pub(crate) importance: u64,
    pub(crate) caption: String,
}

/// At most this many turns have captions, or as many as have deaths if that number is larger.
const MAX_TURNS: usize = 14;
/// The maximum number of sentences per turn.
const MAX_SENTENCES: usize = 2;
/// Turns with events get this many times as much of the film as others.
const WEIGHT_OF_EVENTS: u64 = 3;
/// The most names that are listed for a draw.
const MAX_TIED: usize = 4;

/// The turns that matter, in order, one event per turn: the most important ones of the match's story. The match must have been
/// surveyed.
pub(crate) fn events(replay: &Replay<'_>) -> Vec<CaptionedTurn> {
    let mut events: Vec<CaptionedTurn> =
        replay.story().chunk_by(|one, other| one.turn == other.turn).map(of_turn).collect();
    events.sort_by_key(|event| (std::cmp::Reverse(event.importance), event.turn));
    let deaths = events.iter().filter(|event| event.importance >= DEATH_WEIGHT.into()).count();
    events.truncate(deaths.max(MAX_TURNS));
    events.sort_by_key(|event| event.turn);
    events
}

/// The sentences of one turn that matter most, as one event.
fn of_turn(told: &[StorySentence]) -> CaptionedTurn {
    let mut told: Vec<&StorySentence> = told.iter().collect();
    told.sort_by_key(|one| std::cmp::Reverse(one.weight));
    let texts = told.iter().take(MAX_SENTENCES).map(|one| one.text.as_str());
    let caption = with_quotes(&texts.collect::<Vec<_>>().join("; "));
    CaptionedTurn { turn: told[0].turn, importance: told[0].weight.into(), caption }
}

/// Replaces backticks by quotation marks. Backticks are for viewers that set code in another font.
fn with_quotes(text: &str) -> String {
    let mut parts = text.split('`');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.zip(['“', '”'].into_iter().cycle()).fold(first, |text, (part, mark)| format!("{text}{mark}{part}"))
}

/// The turns of events, for the plan.
pub(crate) fn key_turns(events: &[CaptionedTurn]) -> Vec<KeyTurn> {
    events.iter().map(|event| KeyTurn { turn: event.turn, importance: event.importance }).collect()
}

/// The whole match in stretches; turns with events have more weight.
pub(crate) fn stretches(timeline: &Timeline, last: u64) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    let mut after = 0;
    while after < last {
        let index = after / timeline.turns_per_bucket();
        let is_eventful = usize::try_from(index)
            .ok()
            .and_then(|index| timeline.buckets().get(index))
            .is_some_and(|bucket| bucket.notable.iter().any(|count| *count > 0));
        // Nothing happens after the last bucket.
        let is_beyond = index >= timeline.buckets().len() as u64;
        let until = if is_beyond { last } else { ((index + 1) * timeline.turns_per_bucket()).min(last) };
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

/// How a match ended.
pub(crate) fn ending(outcome: &Outcome, replay: &Replay<'_>) -> Ending {
    let names = replay.names();
    let verdict = match &outcome.verdict {
        Verdict::Win { winner } => format!("{} wins", names.of(*winner)),
        Verdict::Draw { tied } if tied.is_empty() => "Nobody wins".into(),
        Verdict::Draw { tied } if tied.len() > MAX_TIED => format!("A draw of {} programs", tied.len()),
        Verdict::Draw { tied } => {
            let tied: Vec<_> = tied.iter().map(|&seat| names.of(seat)).collect();
            format!("A draw: {}", tied.join(", "))
        }
    };
    let why = with_quotes(&replay.lineup().game().why_in_words(outcome, names));
    Ending { verdict, why, turns: outcome.turns, winner: outcome.winner() }
}

#[cfg(test)]
mod tests {
    use super::with_quotes;

    #[test]
    fn code_stands_between_quotation_marks() {
        assert_eq!(with_quotes("read `d`, not `r`"), "read “d”, not “r”");
        assert_eq!((with_quotes("none"), with_quotes("`")), ("none".into(), "“".into()));
    }
}
