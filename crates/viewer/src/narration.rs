//! The story of a match, as far as the match was surveyed.

use game::{Event, StorySentence, Storyteller};

/// At most this many sentences are kept. If there are more, the most important ones stay.
const MAX_TOLD: usize = 2000;

/// Receives the events of a match in order, turn by turn.
pub(crate) struct Narration {
    teller: Box<dyn Storyteller>,
    /// The events of a turn that may have more.
    turn: Vec<Event>,
    told: Vec<StorySentence>,
}

impl Narration {
    pub(crate) fn new(teller: Box<dyn Storyteller>) -> Self {
        Self { teller, turn: Vec::new(), told: Vec::new() }
    }

    pub(crate) fn told(&self) -> &[StorySentence] {
        &self.told
    }

    pub(crate) fn note(&mut self, event: &Event) {
        if self.turn.last().is_some_and(|last| last.turn != event.turn) {
            self.end_turn();
        }
        self.turn.push(*event);
    }

    /// Ends a turn: no further event of it will follow.
    pub(crate) fn end_turn(&mut self) {
        if self.turn.is_empty() {
            return;
        }
        self.teller.observe_turn(&self.turn, &mut self.told);
        self.turn.clear();
        if self.told.len() > MAX_TOLD {
            self.forget();
        }
    }

    /// Keeps the most important half, in order.
    fn forget(&mut self) {
        let mut weights: Vec<u8> = self.told.iter().map(|told| told.weight).collect();
        weights.sort_unstable();
        let least = weights[weights.len() / 2];
        let mut room = MAX_TOLD / 2;
        // Among sentences of equal weight, the first ones are kept.
        room -= room.min(self.told.iter().filter(|told| told.weight > least).count());
        self.told.retain(|told| {
            let has_room = told.weight == least && room > 0;
            room -= usize::from(has_room);
            told.weight > least || has_room
        });
    }
}

#[cfg(test)]
mod tests {
    use game::{EventKind, StoryKind};

    use super::*;

    /// Tells every event, with great weight in every hundredth turn.
    struct Chatty;

    impl Storyteller for Chatty {
        fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>) {
            for event in turn {
                let weight = if event.turn % 100 == 0 { 90 } else { 10 };
                let (kind, text) = (StoryKind::Remark, format!("{} of {}", event.seat, turn.len()));
                story.push(StorySentence {
                    turn: event.turn,
                    kind,
                    seat: event.seat,
                    cell: None,
                    weight,
                    text,
                });
            }
        }
    }

    fn write(turn: u64, seat: usize) -> Event {
        Event { turn, seat, kind: EventKind::Write { cell: 0, before: 0, after: 1 } }
    }

    #[test]
    fn a_turn_is_heard_as_a_whole() {
        let mut narration = Narration::new(Box::new(Chatty));
        for event in [write(1, 0), write(1, 1), write(2, 0)] {
            narration.note(&event);
        }
        let texts = |narration: &Narration| -> Vec<String> {
            narration.told().iter().map(|told| told.text.clone()).collect()
        };
        assert_eq!(texts(&narration), ["0 of 2", "1 of 2"], "turn 2 may have more");
        narration.end_turn();
        narration.end_turn();
        assert_eq!(texts(&narration), ["0 of 2", "1 of 2", "0 of 1"]);
    }

    #[test]
    fn of_a_long_story_what_matters_most_is_kept_in_order() {
        let mut narration = Narration::new(Box::new(Chatty));
        for turn in 1..=50_000 {
            narration.note(&write(turn, 0));
        }
        narration.end_turn();
        let told = narration.told();
        assert!(told.len() <= MAX_TOLD);
        assert_eq!(told.iter().filter(|told| told.weight == 90).count(), 500);
        assert!(told.is_sorted_by_key(|told| told.turn));
    }
}
