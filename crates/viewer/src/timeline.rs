//! Where in a match something happens.

use game::{Event, EventKind, Notable, NotableKind, Seat};

/// A timeline has at most this many buckets: more than any screen has columns.
pub const MAX_BUCKETS: usize = 1 << 12;

/// What happens in a match, by stretches of equally many turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    first: u64,
    turns_a_bucket: u64,
    seats: usize,
    buckets: Vec<Bucket>,
    deaths: Vec<Death>,
    first_hits: Vec<FirstHit>,
}

/// A seat that is out of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Death {
    /// In which turn; the first is 1.
    pub turn: u64,
    /// Which seat.
    pub seat: Seat,
    /// Why, in the game's words.
    pub reason: &'static str,
}

/// The first time that a seat wrote into another's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstHit {
    /// In which turn; the first is 1.
    pub turn: u64,
    /// Who wrote.
    pub seat: Seat,
    /// Into whose code.
    pub victim: Seat,
}

/// More first hits are not remembered.
const MAX_FIRST_HITS: usize = 256;

/// What happens in some turns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bucket {
    /// For each seat, how many cells it wrote.
    pub writes: Vec<u64>,
    /// How many deaths, captures and hits, in the order of [`NotableKind::ALL`].
    pub notable: [u64; NotableKind::ALL.len()],
    /// For each seat, how many cells it captured.
    pub captured: Vec<u64>,
}

impl Timeline {
    /// An empty one of a match that starts after turn `first`.
    pub(crate) fn new(first: u64, seats: usize) -> Self {
        Self {
            first,
            turns_a_bucket: 1,
            seats,
            buckets: Vec::new(),
            deaths: Vec::new(),
            first_hits: Vec::new(),
        }
    }

    /// The buckets, as far as the match was looked through: the first one begins at turn [`Timeline::first`] + 1.
    #[must_use]
    pub fn buckets(&self) -> &[Bucket] {
        &self.buckets
    }

    /// How many turns a bucket has.
    #[must_use]
    pub fn turns_a_bucket(&self) -> u64 {
        self.turns_a_bucket
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

    /// Who wrote into whose code for the first time, in order, as far as that is remembered.
    #[must_use]
    pub fn first_hits(&self) -> &[FirstHit] {
        &self.first_hits
    }

    /// What happens in the turns after `after`, up to and with `until`, in buckets that touch them.
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
            if let (NotableKind::Capture, Some(captured)) =
                (notable.kind, bucket.captured.get_mut(notable.seat))
            {
                *captured += 1;
            }
            self.remember(event, notable);
        }
    }

    fn remember(&mut self, event: &Event, notable: &Notable) {
        let Event { turn, seat, kind } = *event;
        if let EventKind::Death { reason } = kind {
            self.deaths.push(Death { turn, seat, reason });
        }
        let Some(victim) = notable.victim.filter(|_| notable.kind == NotableKind::Hit) else { return };
        let is_known = self.first_hits.iter().any(|hit| (hit.seat, hit.victim) == (seat, victim));
        if !is_known && self.first_hits.len() < MAX_FIRST_HITS {
            self.first_hits.push(FirstHit { turn, seat, victim });
        }
    }

    fn index(&self, turn: u64) -> usize {
        usize::try_from(turn.saturating_sub(self.first + 1) / self.turns_a_bucket).unwrap_or(usize::MAX)
    }

    /// The bucket of a turn, which is made if there is none.
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

    /// Makes one bucket of every two.
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
        self.turns_a_bucket *= 2;
    }
}

impl Bucket {
    /// An empty one of a match of so many seats.
    fn of(seats: usize) -> Self {
        Self { writes: vec![0; seats], notable: Default::default(), captured: vec![0; seats] }
    }

    /// How many of a kind.
    #[must_use]
    pub fn notable(&self, kind: NotableKind) -> u64 {
        self.notable[place(kind)]
    }

    /// Who wrote most, if anybody did; of equals the first.
    #[must_use]
    pub fn busiest(&self) -> Option<Seat> {
        let most = self.writes.iter().max().filter(|most| **most > 0)?;
        self.writes.iter().position(|writes| writes == most)
    }

    fn add(&mut self, other: &Self) {
        self.writes.iter_mut().zip(&other.writes).for_each(|(sum, more)| *sum += more);
        self.captured.iter_mut().zip(&other.captured).for_each(|(sum, more)| *sum += more);
        self.notable.iter_mut().zip(other.notable).for_each(|(sum, more)| *sum += more);
    }
}

fn place(kind: NotableKind) -> usize {
    NotableKind::ALL.iter().position(|known| *known == kind).unwrap_or_default()
}
