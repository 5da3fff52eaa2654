//! Cuts the games of an order into batches that take about as long as wanted.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use dispatch::{Batch, BatchPart, Order, Terms, Work};
use game::Digest;

/// What a game is thought to take before one was measured.
const FIRST_GUESS: Duration = Duration::from_millis(10);

/// The most programs that the parts of a batch name: its message stays below the usual limit of a megabyte.
const MOST_PROGRAMS: usize = 8192;

/// The most games of a batch.
const MOST_GAMES: u64 = 200_000;

/// Earlier measurements weigh this much less with every new one.
const FADE: f64 = 0.9;

/// The measured time of a game.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    seconds: f64,
    games: f64,
}

impl Pace {
    /// Adds a measurement.
    pub(crate) fn add(&mut self, games: u64, time: Duration) {
        self.seconds = self.seconds * FADE + time.as_secs_f64();
        self.games = self.games * FADE + count(games);
    }

    /// How many games take so long.
    fn games_in(&self, time: Duration) -> u64 {
        let of_a_game = if self.games > 0.0 { self.seconds / self.games } else { FIRST_GUESS.as_secs_f64() };
        let most = count(MOST_GAMES);
        let games = if of_a_game > 0.0 { time.as_secs_f64() / of_a_game } else { most };
        Duration::from_secs_f64(games.clamp(1.0, most)).as_secs()
    }
}

fn count(games: u64) -> f64 {
    Duration::from_secs(games).as_secs_f64()
}

/// A batch, and the encounter of each of its parts.
#[derive(Debug, Clone)]
pub(crate) struct CutBatch {
    pub(crate) batch: Batch,
    pub(crate) encounters: Vec<usize>,
}

/// The games of an order that are in no batch yet.
pub(crate) struct Cutter<'o, E> {
    order: &'o Order<'o, E>,
    time: Duration,
    terms: Arc<Terms>,
    /// The identities of the programs, by entrant.
    programs: Vec<Digest>,
    next_piece: u64,
    /// Games that were in a batch and are to be played after all.
    returned: VecDeque<(usize, Range<u64>)>,
}

impl<'o, E> Cutter<'o, E> {
    /// Cuts into batches that take about `time` on one thread.
    pub(crate) fn new(order: &'o Order<'o, E>, time: Duration) -> Self {
        let programs = order.context.programs.iter().map(game::Participant::id).collect();
        let terms = Arc::new(order.terms.clone());
        Self { order, time, terms, programs, next_piece: 0, returned: VecDeque::new() }
    }

    /// Whether all games are in batches.
    pub(crate) fn is_empty(&self) -> bool {
        self.returned.is_empty() && self.next_piece == self.order.plan.pieces()
    }

    /// Gives games back.
    pub(crate) fn give_back(&mut self, encounter: usize, games: Range<u64>) {
        if !games.is_empty() {
            self.returned.push_back((encounter, games));
        }
    }

    /// The next batch; `None` if there are no more games.
    pub(crate) fn next_batch(&mut self, pace: &Pace) -> Option<CutBatch> {
        let wanted = pace.games_in(self.time);
        let (mut parts, mut encounters, mut games) = (Vec::<BatchPart>::new(), Vec::new(), 0);
        let mut programs = 0;
        while games < wanted && programs < MOST_PROGRAMS {
            let Some((encounter, range)) = self.next_range(wanted - games) else { break };
            games += range.end - range.start;
            let follows = |last: &&mut BatchPart| {
                encounters.last() == Some(&encounter) && last.games.end == range.start
            };
            if let Some(last) = parts.last_mut().filter(follows) {
                last.games.end = range.end;
            } else {
                parts.push(self.part(encounter, range));
                programs += self.order.round[encounter].members.len();
                encounters.push(encounter);
            }
        }
        let batch = Batch { terms: Arc::clone(&self.terms), parts };
        (games > 0).then_some(CutBatch { batch, encounters })
    }

    /// The next games of one encounter: whole setups, and about `most` games.
    fn next_range(&mut self, most: u64) -> Option<(usize, Range<u64>)> {
        let (encounter, games) = match self.returned.pop_front() {
            Some(returned) => returned,
            None if self.next_piece < self.order.plan.pieces() => {
                let piece = self.order.plan.piece(self.next_piece);
                self.next_piece += 1;
                (piece.encounter, piece.games)
            }
            None => return None,
        };
        // The games of a setup are in one batch.
        let seats = match self.order.terms.work {
            Work::Games => self.order.round[encounter].members.len() as u64,
            Work::Setups => 1,
        };
        let end = games.start.saturating_add(most).next_multiple_of(seats).min(games.end);
        if end < games.end {
            self.returned.push_front((encounter, end..games.end));
        }
        Some((encounter, games.start..end))
    }

    fn part(&self, encounter: usize, games: Range<u64>) -> BatchPart {
        let members = &self.order.round[encounter].members;
        let programs = members.iter().map(|&member| self.programs[member]).collect();
        BatchPart { programs, seed: (self.order.context.seed_of)(members), games }
    }

    /// The identity of an entrant's program.
    pub(crate) fn program(&self, entrant: usize) -> Digest {
        self.programs[entrant]
    }

    /// The entrant with this program.
    pub(crate) fn entrant(&self, program: Digest) -> Option<usize> {
        self.programs.iter().position(|&one| one == program)
    }
}
