//! The positions of all agents at the start of each recent round. They show that a player runs a loop.

use super::turn::Agents;

/// How many rounds are played before the first look for loops, and again after every leap.
const FIRST_BLOCK_ROUNDS: usize = 32;

/// A look covers at most this many rounds. It finds a loop that takes at most half as many turns.
const MAX_BLOCK_ROUNDS: usize = 8192;

/// The longest period that is tried for the actions of a commander who only walks right.
pub(super) const MAX_WALK_PERIOD: usize = 16;

/// Following a turn in vain costs as much time as playing several turns. For each turn followed in vain, at least this
/// many turns are played before the next look.
const TURNS_PER_TURN_FOLLOWED: u64 = 8;

/// At most this many places are kept.
const MAX_PLACES: usize = 1 << 16;

/// After this many rounds, the engine checks for the first time whether all players are in known passes. Each later
/// check comes after half as many more rounds.
const FIRST_QUICK_LOOK_ROUNDS: usize = 8;

/// Saving one look is worth this many quick looks in vain.
const QUICK_LOOKS_PER_LOOK: u32 = 8;
const MAX_SPARE_QUICK_LOOKS: u32 = 64;

/// What comes next.
pub(super) enum Next {
    /// Note this many rounds.
    Note(usize),
    /// Look for loops.
    Look,
    /// Check whether all players are in known passes.
    QuickLook,
}

/// Where a player's agents are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    commander: u32,
    robot: u32,
}

impl Place {
    #[inline(always)]
    pub(super) fn of(agents: &Agents) -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "a board has at most 2^26 squares")]
        Self { commander: agents.commander as u32, robot: agents.robot as u32 }
    }

    /// How far both agents have moved since the earlier place.
    #[inline(always)]
    fn way_from(self, earlier: Self) -> Self {
        Self {
            commander: self.commander.wrapping_sub(earlier.commander),
            robot: self.robot.wrapping_sub(earlier.robot),
        }
    }
}

/// The places of all living players at the start of each round since the last leap, or of the most recent rounds.
///
/// Looking costs time. As long as looks find nothing, each look covers twice as many rounds as the one before. So a
/// match without loops spends a constant share of its time on looks, and looks find loops of any length up to half of
/// [`MAX_BLOCK_ROUNDS`]. Where passes are known, quick looks come first: they need no places.
#[derive(Debug, Clone)]
pub(super) struct History {
    /// Round by round; within a round, the living in turn order.
    places: Vec<Place>,
    players: usize,
    rounds: usize,
    /// How many rounds must be noted before the next look.
    block_rounds: usize,
    /// How many rounds at least must be noted before the next quick look; [`usize::MAX`] if none is planned.
    next_quick_look: usize,
    /// How many more quick looks may be in vain before quick looks stop.
    spare_quick_looks: u32,
    /// Rounds that must be played before the next look, however many are noted.
    owed_rounds: u64,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            places: Vec::new(),
            players: 1,
            rounds: 0,
            block_rounds: FIRST_BLOCK_ROUNDS,
            next_quick_look: usize::MAX,
            spare_quick_looks: 0,
            owed_rounds: 0,
        }
    }

    /// Starts a new, empty history of this many players.
    pub(super) fn begin(&mut self, players: usize) {
        self.players = players.max(1);
        self.begin_block();
        self.owed_rounds = 0;
    }

    fn begin_block(&mut self) {
        self.rounds = 0;
        self.block_rounds = FIRST_BLOCK_ROUNDS;
        self.next_quick_look = usize::MAX;
    }

    /// Plans a quick look soon, if any quick looks are left: all players are probably in known passes, or soon will be.
    pub(super) fn look_quickly_soon(&mut self) {
        if self.spare_quick_looks > 0 {
            self.next_quick_look = FIRST_QUICK_LOOK_ROUNDS;
        }
    }

    /// A quick look has saved a look, or will save one when a player comes back to a pass that is new now.
    pub(super) fn look_saved(&mut self) {
        self.spare_quick_looks = MAX_SPARE_QUICK_LOOKS.min(self.spare_quick_looks + QUICK_LOOKS_PER_LOOK);
    }

    /// What comes next. It asks for at most `rounds` rounds to be noted.
    pub(super) fn next(&mut self, rounds: u64) -> Next {
        if self.rounds == self.block_rounds && self.owed_rounds > 0 {
            self.owed_rounds = self.owed_rounds.saturating_sub(self.rounds as u64);
            self.rounds = 0;
        }
        if self.rounds >= self.next_quick_look {
            return Next::QuickLook;
        }
        if self.rounds == self.block_rounds {
            return Next::Look;
        }
        Next::Note(self.rounds_to_next_look(rounds).min(self.next_quick_look - self.rounds))
    }

    /// How many rounds must be noted before the next look, at most `rounds`.
    pub(super) fn rounds_to_next_look(&self, rounds: u64) -> usize {
        let left = self.block_rounds - self.rounds;
        usize::try_from(rounds).map_or(left, |rounds| rounds.min(left))
    }

    /// A quick look was in vain: not all players were in known passes.
    pub(super) fn quick_look_was_in_vain(&mut self) {
        self.spare_quick_looks = self.spare_quick_looks.saturating_sub(1);
        if self.spare_quick_looks == 0 {
            self.next_quick_look = usize::MAX;
            return;
        }
        let next = self.next_quick_look.saturating_add(self.next_quick_look.div_ceil(2));
        // A quick look always comes before a look, which costs more.
        self.next_quick_look =
            if self.rounds < self.block_rounds { next.min(self.block_rounds) } else { next };
    }

    /// A quick look found all players in known passes for about `rounds_ahead` rounds. It led to a leap of
    /// `rounds_leapt` rounds, or to none if that is 0.
    pub(super) fn looked_quickly(&mut self, rounds_ahead: u64, rounds_leapt: u64) {
        if rounds_leapt > 0 {
            self.look_saved();
            self.begin_block();
            self.look_quickly_soon();
        } else {
            // Until these rounds have been played, further quick looks would find nothing more.
            let rounds_ahead = usize::try_from(rounds_ahead).unwrap_or(usize::MAX);
            self.next_quick_look = self.rounds.saturating_add(rounds_ahead);
            self.quick_look_was_in_vain();
        }
    }

    /// The places to fill in for the next `rounds` rounds.
    pub(super) fn next_rounds(&mut self, rounds: usize) -> &mut [Place] {
        let from = self.rounds * self.players;
        self.rounds += rounds;
        let to = self.rounds * self.players;
        if self.places.len() < to {
            self.places.resize(to, Place::default());
        }
        &mut self.places[from..to]
    }

    /// The last `rounds` rounds were not filled in.
    pub(super) fn forget_rounds(&mut self, rounds: usize) {
        self.rounds -= rounds;
    }

    /// A look followed `turns_followed` turns. It led to a leap of `rounds_leapt` rounds, or to none if that is 0.
    pub(super) fn looked(&mut self, turns_followed: u64, rounds_leapt: u64) {
        if rounds_leapt > 0 {
            self.begin_block();
            return;
        }
        let most = MAX_BLOCK_ROUNDS.min(MAX_PLACES / self.players).max(FIRST_BLOCK_ROUNDS);
        if self.block_rounds < most {
            self.block_rounds = most.min(2 * self.block_rounds);
        } else {
            self.rounds = 0;
        }
        let owed_rounds = TURNS_PER_TURN_FOLLOWED * turns_followed / self.players as u64;
        self.owed_rounds = owed_rounds.saturating_sub((self.block_rounds - self.rounds) as u64);
    }

    /// The shortest period, at least `least`, with which these players have repeated their movements: each of them at
    /// least twice, all in the same time, and their robots equally far. It is a guess: it proves nothing about the
    /// symbols on the board.
    pub(super) fn period(&self, members: &[usize], living: &[Agents], least: usize) -> Option<usize> {
        let first = Place::of(&living[members[0]]);
        let mut comparisons = 4 * self.rounds;
        for (earlier, rounds) in self.before(least - 1, members[0]).zip(least..=self.rounds / 2) {
            if earlier.commander != first.commander {
                continue;
            }
            let way = first.way_from(earlier);
            let is_one = members.iter().all(|&member| {
                let is_back = self.way(member, &living[member], rounds) == way;
                let repeated = if is_back { self.repeated(member, rounds, way) } else { 0 };
                comparisons = comparisons.saturating_sub(repeated);
                repeated == rounds
            });
            if is_one {
                return Some(rounds);
            }
            if comparisons == 0 {
                return None;
            }
        }
        None
    }

    /// The period with which a player repeats her actions, if her commander has only walked right for a while.
    pub(super) fn walk_period(&self, player: usize, now: &Agents) -> Option<usize> {
        let is_period = |rounds: &usize| {
            let way = self.way(player, now, *rounds);
            self.repeated(player, *rounds, way) == *rounds
        };
        let most = if self.walks_on(player, now) { MAX_WALK_PERIOD.min(self.rounds / 2) } else { 0 };
        (1..=most).find(is_period)
    }

    /// Where a player was one round before the last `rounds` rounds, then two rounds before them, and so on.
    fn before(&self, rounds: usize, player: usize) -> impl Iterator<Item = Place> {
        let places = &self.places[..(self.rounds - rounds) * self.players];
        places.chunks_exact(self.players).rev().map(move |round| round[player])
    }

    /// How far a player has moved in the last `rounds` rounds.
    fn way(&self, player: usize, now: &Agents, rounds: usize) -> Place {
        Place::of(now).way_from(self.places[(self.rounds - rounds) * self.players + player])
    }

    /// In how many of the last `rounds` rounds, counted back from now without a gap, a player was this far from her
    /// place `rounds` rounds earlier.
    fn repeated(&self, player: usize, rounds: usize, way: Place) -> usize {
        let pairs = self.before(0, player).take(rounds).zip(self.before(rounds, player));
        pairs.take_while(|(later, earlier)| later.way_from(*earlier) == way).count()
    }

    /// Whether the commander has only walked right for a while.
    fn walks_on(&self, player: usize, now: &Agents) -> bool {
        let mut next = Place::of(now).commander;
        let mut back = self.before(0, player).take(MAX_WALK_PERIOD);
        self.rounds > MAX_WALK_PERIOD
            && back.all(|place| {
                let walked = next == place.commander.wrapping_add(1);
                next = place.commander;
                walked
            })
    }
}
