//! Leaps: many passes of all players' loops at once.
//!
//! A leap over some rounds is exact under two conditions. In these rounds, no loop changes a square that matters to
//! another loop, or a square of any loop's code, its own included. And every square that a robot comes to leads along
//! the same path. Then the loops do not depend on one another, in whatever order their turns are played, and each can
//! be taken forward by itself.

use super::history::History;
use super::known::{Kept, KnownPasses};
use super::pass::Loop;
use super::ring::Board;
use super::track::signed;
use super::turn::Agents;

/// A leap covers at least this many rounds, and at least [`LEAST_ROUNDS_PER_PLAYER`] rounds per player, since every two
/// loops are compared. Fewer rounds are faster turn by turn.
const LEAST_ROUNDS: u64 = 128;
const LEAST_ROUNDS_PER_PLAYER: u64 = 8;

/// A leap by known passes covers at least this many rounds. Every leap restarts the history, which might have shown a
/// longer loop. A short leap is not worth that.
const LEAST_KNOWN_ROUNDS: u64 = 1024;

/// Passes are kept only after this many leaps: an engine that plays a few matches would keep them for nothing.
const LEAPS_BEFORE_KEEPING: u64 = 64;

/// How many rounds are looked ahead at first. Each further look goes [`TIMES_FURTHER`] times as far.
const FIRST_ROUNDS_AHEAD: u64 = 1024;
const TIMES_FURTHER: u64 = 64;

/// Robots that are at most this far apart may move about together.
const TOGETHER_SQUARES: i64 = 32;

/// The working data of a leap. It is kept so that its memory is used again.
#[derive(Debug, Clone)]
pub(super) struct Leaper {
    loops: Vec<Loop>,
    /// The known passes of each player, by seat.
    known: Vec<KnownPasses>,
    /// How many leaps were made by loops that were found in the history.
    leaps: u64,
    /// Whether all passes of the last of these leaps were kept.
    keeps_all: bool,
}

impl Leaper {
    pub(super) fn new(seats: usize) -> Self {
        Self { loops: Vec::new(), known: vec![KnownPasses::default(); seats], leaps: 0, keeps_all: false }
    }

    /// [`Leaper::leap`] for the case that all players are in known passes, whatever their history.
    pub(super) fn leap_as_known(
        &mut self,
        board: &mut Board,
        living: &mut [Agents],
        history: &mut History,
        rounds: u64,
    ) -> u64 {
        if !self.take_known(board, living) {
            history.quick_look_was_in_vain();
            return 0;
        }
        let ahead = self.rounds_ahead(board, living, rounds);
        let leapt = if ahead < LEAST_KNOWN_ROUNDS { 0 } else { ahead };
        self.play(board, living, leapt);
        history.looked_quickly(ahead, leapt);
        leapt
    }

    /// Whether some passes of each player are known.
    pub(super) fn knows_all(&self, living: &[Agents]) -> bool {
        living.iter().all(|agents| !self.known[agents.seat].is_empty())
    }

    /// Takes all players forward by as many rounds as their loops can go on, at most `rounds`. Returns how many rounds
    /// that were, or 0 if they are too few.
    pub(super) fn leap(
        &mut self,
        board: &mut Board,
        living: &mut [Agents],
        history: &mut History,
        rounds: u64,
    ) -> u64 {
        self.each_alone(living);
        let mut leapt = self.leap_by_loops(board, living, history, rounds);
        let mut followed = self.turns_followed();
        if leapt == 0 && self.near_together(living, signed(board.squares())) {
            leapt = self.leap_by_loops(board, living, history, rounds);
            followed += self.turns_followed();
        }
        history.looked(followed, leapt);
        if leapt > 0 && self.keeps_all {
            history.look_quickly_soon();
        }
        leapt
    }

    /// Gives every player a loop of her own with a known pass. False if some player is in no known pass.
    fn take_known(&mut self, board: &Board, living: &[Agents]) -> bool {
        self.each_alone(living);
        let mut players = self.loops.iter_mut().zip(living);
        players.all(|(one, agents)| one.take_known(board, agents, &self.known[agents.seat]))
    }

    /// Gives every player a loop of her own.
    fn each_alone(&mut self, living: &[Agents]) {
        self.loops.resize_with(living.len(), Loop::new);
        for (player, one) in self.loops.iter_mut().enumerate() {
            one.set_members(player..=player);
        }
    }

    /// Gives players whose robots are near one another a loop in common. False if there are no such players.
    fn near_together(&mut self, living: &[Agents], squares: i64) -> bool {
        let is_near = |one: usize, other: usize| {
            let distance = (signed(living[one].robot) - signed(living[other].robot)).rem_euclid(squares);
            distance.min(squares - distance) <= TOGETHER_SQUARES
        };
        // A group has the number of its first player.
        let mut groups = Vec::with_capacity(living.len());
        for player in 0..living.len() {
            let near = (0..player).find(|&other| is_near(other, player));
            groups.push(near.map_or(player, |other| groups[other]));
        }
        let firsts: Vec<usize> = (0..living.len()).filter(|&player| groups[player] == player).collect();
        self.loops.truncate(firsts.len());
        for (one, first) in self.loops.iter_mut().zip(&firsts) {
            one.set_members((0..living.len()).filter(|&player| groups[player] == *first));
        }
        firsts.len() < living.len()
    }

    fn turns_followed(&self) -> u64 {
        self.loops.iter().map(Loop::turns_followed).sum()
    }

    fn leap_by_loops(
        &mut self,
        board: &mut Board,
        living: &mut [Agents],
        history: &mut History,
        rounds: u64,
    ) -> u64 {
        if !self.loops.iter_mut().all(|one| one.find(board, living, history)) {
            return 0;
        }
        let rounds = self.rounds_ahead(board, living, rounds);
        if rounds < least_rounds(living) {
            return 0;
        }
        self.leaps += 1;
        self.keeps_all = false;
        if self.leaps > LEAPS_BEFORE_KEEPING && rounds >= LEAST_KNOWN_ROUNDS {
            self.keep_passes(board, living, history);
        }
        self.play(board, living, rounds);
        rounds
    }

    /// Keeps the passes of all loops, so that they need not be found again.
    fn keep_passes(&mut self, board: &Board, living: &[Agents], history: &mut History) {
        self.keeps_all = true;
        for one in &self.loops {
            match one.keep(board, living, &mut self.known) {
                Kept::New => history.look_saved(),
                Kept::Before => {}
                Kept::Not => self.keeps_all = false,
            }
        }
    }

    /// How many of the next `rounds` rounds could be leapt over; 0 if it is clear at once that they are too few.
    fn rounds_ahead(&mut self, board: &Board, living: &[Agents], rounds: u64) -> u64 {
        let rounds = rounds_apart(&self.loops, signed(board.squares()), rounds);
        if rounds < least_rounds(living) { 0 } else { sure_rounds(&mut self.loops, board, rounds) }
    }

    /// Takes all players forward in their loops.
    fn play(&self, board: &mut Board, living: &mut [Agents], rounds: u64) {
        for one in &self.loops {
            one.play(board, living, rounds);
        }
    }
}

fn least_rounds(living: &[Agents]) -> u64 {
    LEAST_ROUNDS.max(LEAST_ROUNDS_PER_PLAYER * living.len() as u64)
}

/// The most rounds, up to `rounds`, in which no loop meets a square that matters to another loop or to any code; 0 if
/// they are too few.
fn rounds_apart(loops: &[Loop], squares: i64, rounds: u64) -> u64 {
    let mut most = rounds;
    for (nth, one) in loops.iter().enumerate() {
        most = most.min(one.rounds_to_edge(squares)).min(one.rounds_apart_from_itself(squares));
        for other in &loops[..nth] {
            most = most.min(one.rounds_apart_from(other, squares));
        }
        if most < LEAST_ROUNDS {
            return 0;
        }
    }
    most
}

/// The most rounds, up to `rounds`, in which every square that a robot comes to leads along the path.
fn sure_rounds(loops: &mut [Loop], board: &Board, rounds: u64) -> u64 {
    // This looks ahead in steps, so that no loop looks far ahead in vain when another cannot go on.
    let mut ahead = rounds.min(FIRST_ROUNDS_AHEAD);
    loop {
        let sure = loops.iter_mut().fold(ahead, |sure, one| one.look_ahead(board, sure));
        if sure < ahead || ahead == rounds {
            return sure;
        }
        ahead = rounds.min(TIMES_FURTHER * ahead);
    }
}
