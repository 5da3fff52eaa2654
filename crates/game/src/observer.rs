//! Observers watch a match as it is played.

use crate::Seat;

/// Something that happened in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The turn in which it happened; the first is 1.
    pub turn: u64,
    /// The seat that caused it.
    pub seat: Seat,
    /// What it was.
    pub kind: EventKind,
}

/// The kinds of events, common to all games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A square or cell was written.
    Write {
        /// Which one.
        cell: usize,
        /// What it held, as the game's own number.
        before: u32,
        /// What it holds now.
        after: u32,
    },
    /// The seat is out of the match.
    Death {
        /// Why, in the game's words.
        reason: &'static str,
    },
}

/// Receives every write and every death of a match.
///
/// Engines are generic over their observer. They check [`Observer::WATCHES`] before they create an event, so
/// [`Unobserved`] costs nothing.
pub trait Observer {
    /// Whether the observer uses events.
    const WATCHES: bool = true;

    /// Called once per event, in order.
    fn event(&mut self, event: Event);
}

/// The observer that ignores everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    const WATCHES: bool = false;

    fn event(&mut self, _: Event) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    const WATCHES: bool = O::WATCHES;

    fn event(&mut self, event: Event) {
        (**self).event(event);
    }
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
