//! Stories tell in sentences what happens in a match: the commentary of viewers.

use crate::{Event, EventKind, NotableKind, Seat, SeatNames};

/// The most characters of a name in a sentence. Programs may give themselves long names.
const MAX_NAME_CHARACTERS: usize = 32;

/// Tells a match from its events. It hears them in order, and remembers what its sentences need.
pub trait Storyteller: Send {
    /// Hears all events of a turn, in order, and adds the sentences that there are to tell.
    fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>);
}

/// A sentence about a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorySentence {
    /// The turn in which it happened.
    pub turn: u64,
    /// What kind of thing happened.
    pub kind: StoryKind,
    /// The seat that caused it. For a death, the seat that died.
    pub seat: Seat,
    /// The cell where viewers should look, if there is one.
    pub cell: Option<usize>,
    /// How important it is, from 0 to 100. Viewers with too little room or time tell the most important sentences.
    pub weight: u8,
    /// The sentence, without a full stop.
    pub text: String,
}

/// The kinds of things that stories tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoryKind {
    /// An event that viewers also stop at.
    Notable(NotableKind),
    /// A different player is ahead now.
    Lead,
    /// Anything else.
    Remark,
}

impl StoryKind {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Notable(kind) => kind.word(),
            Self::Lead => "lead",
            Self::Remark => "remark",
        }
    }
}

/// The weight of a death.
pub const DEATH_WEIGHT: u8 = 100;

impl StorySentence {
    /// The sentence that a player is out of the match.
    #[must_use]
    pub fn death(event: &Event, text: String) -> Self {
        let kind = StoryKind::Notable(NotableKind::Death);
        Self { turn: event.turn, kind, seat: event.seat, cell: None, weight: DEATH_WEIGHT, text }
    }
}

/// The names of players as sentences use them. Very long names are cut.
#[derive(Debug, Clone)]
pub struct StoryNames(Vec<String>);

impl StoryNames {
    /// The names of the programs of a match.
    #[must_use]
    pub fn new(names: &SeatNames) -> Self {
        Self(names.all().iter().map(|name| short(name)).collect())
    }

    /// The name of the program at a seat.
    #[must_use]
    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat).map_or("a program", String::as_str)
    }

    /// How many programs there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

fn short(name: &str) -> String {
    if name.chars().count() <= MAX_NAME_CHARACTERS {
        return name.to_owned();
    }
    name.chars().take(MAX_NAME_CHARACTERS - 1).chain(['…']).collect()
}

/// Tells the deaths: the storyteller of a game without one of its own.
#[derive(Debug)]
pub struct DeathsOnly(StoryNames);

impl DeathsOnly {
    /// The storyteller for a match of these programs.
    #[must_use]
    pub fn new(names: &SeatNames) -> Self {
        Self(StoryNames::new(names))
    }
}

impl Storyteller for DeathsOnly {
    fn observe_turn(&mut self, turn: &[Event], story: &mut Vec<StorySentence>) {
        let deaths = turn.iter().filter(|event| matches!(event.kind, EventKind::Death { .. }));
        story.extend(
            deaths.map(|event| StorySentence::death(event, format!("{} is out", self.0.of(event.seat)))),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metadata;

    #[test]
    fn a_game_without_a_storyteller_tells_its_deaths() {
        let names = SeatNames::new(&[(&Metadata::default(), "a.x"), (&Metadata::default(), "b.x")]);
        let write = EventKind::Write { cell: 3, before: 0, after: 1 };
        let death = EventKind::Death { reason: "bored" };
        let event = |seat, kind| Event { turn: 7, seat, kind };
        let mut story = Vec::new();
        DeathsOnly::new(&names).observe_turn(&[event(0, write), event(1, death)], &mut story);
        let told: Vec<_> = story.iter().map(|told| (told.turn, told.seat, told.text.as_str())).collect();
        assert_eq!(told, [(7, 1, "b is out")]);
    }

    #[test]
    fn long_names_are_cut_in_sentences() {
        let long = format!("{}.x", "n".repeat(300));
        let names = StoryNames::new(&SeatNames::new(&[(&Metadata::default(), &long)]));
        assert_eq!(names.of(0), format!("{}…", "n".repeat(31)));
        assert_eq!((names.of(1), names.count()), ("a program", 1));
    }
}
