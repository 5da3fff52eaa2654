//! Cuts the games of an order into batches that take about the wanted time.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use dispatch::{Batch, BatchPart, Order, Travel, Work};
use game::Digest;

/// The assumed time of a game before one was measured.
const FIRST_GUESS: Duration = Duration::from_millis(10);

/// The most programs that the parts of a batch name, so that its message stays below the usual limit of a megabyte.
const MOST_PROGRAMS: usize = 8192;

/// The largest number of games in a batch.
const MOST_GAMES: u64 = 200_000;

/// A batch gets no more sources once those that travel with it have this length. One more may follow.
const MOST_SOURCE_BYTES: usize = 256 << 10;

/// The shortest batches are cut for about this time. Still shorter ones would cost more than they save.
const SHORTEST: Duration = Duration::from_millis(100);

/// Towards the end of an order, the remaining games are shared out as this many batches for each thread.
const SHARES_PER_THREAD: usize = 2;

/// The factor by which each new measurement reduces the weight of earlier ones.
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

    /// Returns how many games fit in this time.
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
    /// The number of the part of the order.
    pub(crate) part: usize,
    pub(crate) batch: Batch,
    pub(crate) encounters: Vec<usize>,
}

/// The games of an order that are in no batch yet.
pub(crate) struct Cutter<'o, E> {
    order: &'o Order<'o, E>,
    time: Duration,
    /// The identities of the programs, by entrant, and the entrants by identity.
    programs: Vec<Digest>,
    entrants: HashMap<Digest, usize>,
    /// The remaining games of each part of the order.
    left: Vec<Left>,
}

/// The games of a part of an order that are in no batch yet.
#[derive(Debug, Default)]
struct Left {
    /// The next piece of the plan, which may belong to another part.
    next_piece: u64,
    /// Games that were in a batch and still have to be played.
    returned: VecDeque<(usize, Range<u64>)>,
    /// How many games are left.
    games: u64,
}

impl<'o, E> Cutter<'o, E> {
    /// Starts cutting into batches that take about `time` on one thread.
    pub(crate) fn new(order: &'o Order<'o, E>, time: Duration) -> Self {
        let programs: Vec<Digest> = order.context.programs.iter().map(game::Participant::id).collect();
        let entrants = programs.iter().enumerate().map(|(entrant, &id)| (id, entrant)).collect();
        let mut left: Vec<Left> = order.parts.iter().map(|_| Left::default()).collect();
        for number in 0..order.plan.pieces() {
            let piece = order.plan.piece(number);
            left[(order.part_of)(piece.encounter)].games += piece.games.end - piece.games.start;
        }
        let mut cutter = Self { order, time, programs, entrants, left };
        (0..order.parts.len()).for_each(|part| cutter.skip_other_parts(part));
        cutter
    }

    /// Returns whether all games are in batches.
    pub(crate) fn is_empty(&self) -> bool {
        (0..self.left.len()).all(|part| self.is_part_empty(part))
    }

    /// Returns whether all games of a part are in batches.
    pub(crate) fn is_part_empty(&self, part: usize) -> bool {
        let Left { next_piece, returned, .. } = &self.left[part];
        returned.is_empty() && *next_piece == self.order.plan.pieces()
    }

    /// Moves on to the next piece that belongs to this part.
    fn skip_other_parts(&mut self, part: usize) {
        let Order { plan, part_of, .. } = self.order;
        let next = &mut self.left[part].next_piece;
        while self.order.parts.len() > 1
            && *next < plan.pieces()
            && part_of(plan.piece(*next).encounter) != part
        {
            *next += 1;
        }
    }

    /// Takes games back.
    pub(crate) fn give_back(&mut self, part: usize, encounter: usize, games: Range<u64>) {
        if !games.is_empty() {
            self.left[part].games += games.end - games.start;
            self.left[part].returned.push_back((encounter, games));
        }
    }

    /// Returns how many games the next batch of a part should have. The last games are shared out among all `threads` of workers,
    /// so that none of them waits for a long batch of another one.
    fn wanted(&self, part: usize, pace: &Pace, threads: usize) -> u64 {
        let usual = pace.games_in(self.time);
        let share = self.left[part].games.div_ceil((threads.max(1) * SHARES_PER_THREAD) as u64);
        share.max(pace.games_in(SHORTEST)).min(usual)
    }

    /// Returns the next batch of a part of the order, for this many `threads` of workers; `None` if the part has no more games.
    pub(crate) fn next_batch(&mut self, part: usize, pace: &Pace, threads: usize) -> Option<CutBatch> {
        let wanted = self.wanted(part, pace, threads);
        let (mut parts, mut encounters, mut games) = (Vec::<BatchPart>::new(), Vec::new(), 0);
        let (mut programs, mut bytes) = (0, 0);
        while games < wanted && programs < MOST_PROGRAMS && bytes < MOST_SOURCE_BYTES {
            let Some((encounter, range)) = self.next_range(part, wanted - games) else { break };
            games += range.end - range.start;
            let follows = |last: &&mut BatchPart| {
                encounters.last() == Some(&encounter) && last.games.end == range.start
            };
            if let Some(last) = parts.last_mut().filter(follows) {
                last.games.end = range.end;
            } else {
                parts.push(self.part(encounter, range));
                programs += self.order.round[encounter].members.len();
                bytes += self.source_bytes(encounter);
                encounters.push(encounter);
            }
        }
        self.left[part].games = self.left[part].games.saturating_sub(games);
        let batch = Batch { terms: Arc::clone(&self.order.parts[part].terms), parts };
        (games > 0).then_some(CutBatch { part, batch, encounters })
    }

    /// Returns the next games of one encounter: whole setups, and about `most` games.
    fn next_range(&mut self, part: usize, most: u64) -> Option<(usize, Range<u64>)> {
        let left = &mut self.left[part];
        let (encounter, games) = match left.returned.pop_front() {
            Some(returned) => returned,
            None if left.next_piece < self.order.plan.pieces() => {
                let piece = self.order.plan.piece(left.next_piece);
                left.next_piece += 1;
                self.skip_other_parts(part);
                (piece.encounter, piece.games)
            }
            None => return None,
        };
        // The games of a setup belong in one batch.
        let seats = match self.order.work {
            Work::Games => self.order.round[encounter].members.len() as u64,
            Work::Setups => 1,
        };
        let end = games.start.saturating_add(most).next_multiple_of(seats).min(games.end);
        if end < games.end {
            self.left[part].returned.push_front((encounter, end..games.end));
        }
        Some((encounter, games.start..end))
    }

    /// Returns the total length of the sources that travel with the games of an encounter.
    fn source_bytes(&self, encounter: usize) -> usize {
        let sources = self.order.sources;
        let members = self.order.round[encounter].members.iter();
        let travelling = members.filter(|&&member| sources.travel(member) == Travel::WithGames);
        travelling.map(|&member| sources.source(member).len()).sum()
    }

    fn part(&self, encounter: usize, games: Range<u64>) -> BatchPart {
        let members = &self.order.round[encounter].members;
        let programs = members.iter().map(|&member| self.programs[member]).collect();
        BatchPart { programs, seed: (self.order.context.seed_of)(members), games }
    }

    /// Returns the identity of an entrant's program.
    pub(crate) fn program(&self, entrant: usize) -> Digest {
        self.programs[entrant]
    }

    /// Returns the entrant with this program.
    pub(crate) fn entrant(&self, program: Digest) -> Option<usize> {
        self.entrants.get(&program).copied()
    }
}
