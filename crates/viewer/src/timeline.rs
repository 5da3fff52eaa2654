//! A timeline of the events of a match.

use game::{Event, EventKind, Notable, NotableKind, Seat};

/// A timeline has at most this many buckets: more than any screen has columns.
pub const MAX_BUCKETS: usize = 1 << 12;

/// The events of a match, in stretches of equally many turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    first: u64,
    turns_per_bucket: u64,
    seats: usize,
    buckets: Vec<Bucket>,
    deaths: Vec<Death>,
}

/// A seat that is out of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Death {
    /// The turn of the death; the first is 1.
    pub turn: u64,
    /// The seat that died.
    pub seat: Seat,
}

/// The events of some turns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bucket {
    /// For each seat, how many cells it wrote.
    pub writes: Vec<u64>,
    /// How many deaths, captures and hits, in the order of [`NotableKind::ALL`].
    pub notable: [u64; NotableKind::ALL.len()],
}

impl Timeline {
    /// An empty timeline of a match that starts after turn `first`.
    pub(crate) fn new(first: u64, seats: usize) -> Self {
        Self { first, turns_per_bucket: 1, seats, buckets: Vec::new(), deaths: Vec::new() }
    }

    /// The buckets, as far as the match was surveyed: the first one begins at turn [`Timeline::first`] + 1.
    #[must_use]
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// How many turns a bucket has.
    #[must_use]
    pub fn turns_per_bucket(&self) -> u64 {
        self.turns_per_bucket
    }

    /// The turns played before the first bucket.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Who died so far, in order.
    #[must_use]
    pub fn deaths(&self) -> &[Death] {
        &self.deaths
    }

    /// The events in the turns after `after`, up to and including `until`, of all buckets that touch these turns.
    #[must_use]
    pub fn between(&self, after: u64, until: u64) -> Bucket {
        let mut sum = Bucket::of(self.seats);
        if until <= after || until <= self.first {
            return sum;
        }
        let [from, to] = [after.max(self.first) + 1, until].map(|turn| self.index(turn));
        for bucket in self.buckets.iter().take(to.saturating_add(1)).skip(from) {
            sum.add(bucket);
        }
        sum
    }

    pub(crate) fn note(&mut self, event: &Event, notable: Option<&Notable>) {
        let bucket = self.bucket(event.turn);
        if let (EventKind::Write { .. }, Some(writes)) = (event.kind, bucket.writes.get_mut(event.seat)) {
            *writes += 1;
        }
        if let Some(notable) = notable {
            bucket.notable[place(notable.kind)] += 1;
            if let EventKind::Death { .. } = event.kind {
                self.deaths.push(Death { turn: event.turn, seat: event.seat });
            }
        }
    }

    fn index(&self, turn: u64) -> usize {
        usize::try_from(turn.saturating_sub(self.first + 1) / self.turns_per_bucket).unwrap_or(usize::MAX)
    }

    /// The bucket of a turn; it is created if it does not exist.
    fn bucket(&mut self, turn: u64) -> &mut Bucket {
        while self.index(turn) >= MAX_BUCKETS {
            self.halve();
        }
        let index = self.index(turn);
        while self.buckets.len() <= index {
            self.buckets.push(Bucket::of(self.seats));
        }
        &mut self.buckets[index]
    }

    /// Merges every two buckets into one.
    fn halve(&mut self) {
        let pairs = std::mem::take(&mut self.buckets);
        self.buckets = pairs
            .chunks(2)
            .map(|pair| {
                let mut sum = pair[0].clone();
                pair.iter().skip(1).for_each(|other| sum.add(other));
                sum
            })
            .collect();
        self.turns_per_bucket *= 2;
    }
}

impl Bucket {
    /// An empty bucket of a match with this many seats.
    fn of(seats: usize) -> Self {
        Self { writes: vec![0; seats], notable: Default::default() }
    }

    /// The number of events of a kind.
    #[must_use]
    pub fn notable(&self, kind: NotableKind) -> u64 {
        self.notable[place(kind)]
    }

    /// The seat that wrote most, if any seat wrote; among equals, the first.
    #[must_use]
    pub fn busiest(&self) -> Option<Seat> {
        let most = self.writes.iter().max().filter(|most| **most > 0)?;
        self.writes.iter().position(|writes| writes == most)
    }

    fn add(&mut self, other: &Self) {
        self.writes.iter_mut().zip(&other.writes).for_each(|(sum, more)| *sum += more);
        self.notable.iter_mut().zip(other.notable).for_each(|(sum, more)| *sum += more);
    }
}

fn place(kind: NotableKind) -> usize {
    NotableKind::ALL.iter().position(|known| *known == kind).unwrap_or_default()
}
