//! Turns of a single match, played by their writes alone.
//!
//! Each executor goes a way of its own (`ways`), mostly round and round, until somebody changes a cell that it reads.
//! For each write and each cell, a linear congruence tells when this happens. All turns before that are played at once:
//! registers and writes go on by their strides, as `crash/stride_rounds.rs` proves. Unlike there, the rounds of the two
//! executors need not end together.

use super::cells::LAST_TURN;
use super::single::Single;
use super::stripes::Stripe;
use super::ways::{End, Way};

/// At first, ways are followed for this many turns.
pub(super) const LONGEST: u32 = 128;
/// If they go on, they are followed for more and more turns, but at most this many.
pub(super) const LONGEST_OF_ALL: u32 = 4096;
/// Fewer turns than this are played one by one.
const FEWEST_TURNS: u32 = 8;
/// With more writes than this, it takes long to see when one of them changes something.
const MOST_WRITES: usize = 24;
/// How long that takes for each of many writes, in turns of ways that are followed.
const WORK_OF_WRITE: u64 = 60;

/// Looks for ways in matches, one after the other.
pub(super) struct Leaps {
    ways: [Way; 2],
    /// How many turns of ways were followed. Walks are quick, so only part of their turns counts.
    pub(super) followed: u64,
}

/// The result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leap {
    /// Finding out whether the executors meet would take too long.
    Nowhere,
    /// `played` turns were played. Ways of `followed` turns were followed for that. `is_cut` says whether the match may
    /// go on like that.
    On { played: u32, followed: u32, is_cut: bool },
    /// No turns were played: something happens before the next `turns` turns are over.
    Soon { turns: u32 },
    /// Both ways go on for ever, or until the executors meet.
    Draw,
}

impl Leaps {
    pub(super) fn new() -> Self {
        Self { ways: [Way::new(), Way::new()], followed: 0 }
    }

    /// Follows the ways of both executors, for at most `longest` turns.
    pub(super) fn follow(&mut self, single: &mut Single, longest: u32) {
        if longest > LONGEST {
            single.take_own_memory();
        }
        let [one, two] = &mut self.ways;
        one.follow(single, 0, longest);
        two.follow(single, 1, longest);
        self.followed += one.followed() + two.followed();
        if self.write_much() {
            self.followed += WORK_OF_WRITE * self.writes() as u64;
        }
    }

    /// Whether the ways write so much that it may take long to see when one of them changes something.
    pub(super) fn write_much(&self) -> bool {
        self.writes() > MOST_WRITES
    }

    fn writes(&self) -> usize {
        self.ways.iter().map(|way| way.writes.len()).sum()
    }

    /// The length, in turns, of the way that does something else each time. If both ways do, it is that of the longer
    /// one.
    pub(super) fn bend(&self) -> Option<u32> {
        self.ways.iter().filter(|way| way.end == End::Bends).map(|way| way.turns).max()
    }

    /// Plays turns of the ways that were followed, until something is changed that somebody reads, somebody crashes,
    /// both meet, or the turn `last` comes.
    pub(super) fn leap(&self, single: &mut Single, last: u32) -> Leap {
        let [one, two] = &self.ways;
        single.walk([one, two]);
        let returns = |way: &Way| matches!(way.end, End::Returns(_));
        if returns(one) && returns(two) && one.writes.is_empty() && two.writes.is_empty() {
            return Leap::Draw;
        }
        let ends = [one, two].into_iter().filter(|way| !returns(way)).map(|way| way.turns);
        let mut until = ends.fold(u32::MAX, u32::min);
        for (writing, reading) in [(one, one), (one, two), (two, one), (two, two)] {
            until = writing.harms(single, reading, until);
        }
        let Some(until) = one.meets(two, single, until) else { return Leap::Nowhere };
        if until == u32::MAX {
            return Leap::Draw;
        }
        let until = until.min(last.min(LAST_TURN).saturating_sub(single.turn));
        if until < FEWEST_TURNS {
            return Leap::Soon { turns: FEWEST_TURNS };
        }
        let executors = [one.after(single, until), two.after(single, until)];
        let stripes = stripes_of(one, until).chain(stripes_of(two, until));
        single.leap(until, executors, stripes, [&one.sums, &two.sums]);
        let is_cut = [one, two].into_iter().any(|way| way.end == End::IsCut && way.turns == until);
        Leap::On { played: until, followed: one.turns + two.turns, is_cut }
    }
}

/// What a way writes in its first `until` turns.
fn stripes_of(way: &Way, until: u32) -> impl Iterator<Item = Stripe> {
    way.writes.iter().filter_map(move |&(nth, ref write)| {
        let rounds = way.times_before(until, nth);
        (rounds > 0).then(|| Stripe::new(write, rounds, 2 * way.turns))
    })
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::super::super::instruction::CELLS;
    use super::super::bases::Bases;
    use super::super::cells::{Cell, FIRST_TIME};
    use super::super::extent::Line;
    use super::super::group::{Executor, Group};
    use super::super::layers::Layer;
    use super::super::single::{Ended, Written};
    use super::super::symbol::Symbol;
    use super::super::table::Table;
    use super::*;
    use crate::crash::read;

    /// A loop that bombs, repairs itself, waits for a change, walks, goes to an absolute address, or does something
    /// else each time.
    fn any_loop(rng: &mut SeededRng) -> String {
        let stride = [1, 2, 4, 2532, 1771, 4093][rng.index_below(6)];
        let written = ["crash", "noop", "store [i]-1 i", "store 2048 i", "store [i]+3 i"][rng.index_below(5)];
        match rng.index_below(7) {
            0 => format!("write {written} [i]+[a]+2\nstore [a]+{stride} a\nstore [i]-3 i\n"),
            1 => format!(
                "write {written} [i]+[a]+3\nwrite store [i]-4 i [i]+1\nstore [a]+{stride} a\nstore [i]-4 i\n"
            ),
            2 => "store [64]+[128]+[2048] b\nstore [i]-1+[b]-[64]-[128]-[2048] i\nstore [i]-3 i\n".into(),
            3 => format!(
                "{}write store [i]-1 i [i]-3\nstore [i]-{} i\n",
                "noop\n".repeat(stride % 90),
                stride % 90 + 1
            ),
            4 => format!(
                "{}write {written} [i]+[a]+20\nstore [a]+[a]+[a]+{stride} a\nstore [i]-10 i\n",
                "write noop [i]+[a]+90\n".repeat(7),
            ),
            5 => format!("store [i]+{} i\n", 40 + rng.index_below(CELLS - 100)),
            _ => format!(
                "write store 2048 i 2048\nwrite {written} [i]-[b]-9\nstore [b]+{stride} b\nstore [i]-3 i\n"
            ),
        }
    }

    /// The line of matches in which the second program begins `distance` cells after the first. What lies between them
    /// was written before.
    fn line(programs: [&[u16]; 2], distance: usize, before: &[u16]) -> Group<Line> {
        let mut relative = Layer::new();
        for (offset, &action) in before.iter().chain(programs[0]).enumerate() {
            relative.write((CELLS - before.len() + offset) % CELLS, Cell::new(action, FIRST_TIME));
        }
        for (offset, &action) in programs[1].iter().enumerate() {
            relative.write((distance + offset) % CELLS, Cell::new(action, FIRST_TIME));
        }
        let executors = [0, distance].map(|offset| Executor::at(Symbol::relative(offset, 0)));
        let extent = Line::of(Bases::ALL);
        Group { extent, layers: [Layer::new(), relative], executors, turn: 0, sums: Vec::new() }
    }

    #[test]
    fn after_a_leap_a_match_is_as_if_played_turn_by_turn() {
        let mut rng = SeededRng::for_setup(30);
        let (mut leaps, mut draws, mut long, mut cut, mut bends) = (0, 0, 0, 0, 0);
        for _ in 0..1_600 {
            let mut table = Table::new();
            let programs = [0, 1].map(|_| {
                let program = read(any_loop(&mut rng).as_bytes()).program.expect("it is legal");
                program.instructions().iter().map(|one| table.add(one)).collect::<Vec<u16>>()
            });
            let distance = 100 + rng.index_below(CELLS - 200);
            let base = rng.index_below(CELLS);
            // Sometimes most of the memory is a sea of `noop` with a few jumps in it.
            let sea = ["noop", "store [i]+5 i", "store [i]-40 i", "store 2048 i"];
            let sea = sea.map(|source| {
                table.add(&read(source.as_bytes()).program.expect("it is legal").instructions()[0])
            });
            let length = [0, CELLS - 8][rng.index_below(2)];
            let before: Vec<u16> = (0..length)
                .map(|_| sea[if rng.index_below(200) == 0 { 1 + rng.index_below(3) } else { 0 }])
                .collect();
            let [mut one, mut two] =
                [0, 1].map(|_| line(programs.each_ref().map(Vec::as_slice), distance, &before));
            let (mut written, mut written_plainly) = (Written::new(), Written::new());
            let mut leaping = Single::new(&table, &mut one, base, &mut written);
            let mut plain = Single::new(&table, &mut two, base, &mut written_plainly);
            let mut search = Leaps::new();
            for _ in 0..40 {
                let longest = [LONGEST, 8 * LONGEST, LONGEST_OF_ALL][rng.index_below(3)];
                search.follow(&mut leaping, longest);
                match search.leap(&mut leaping, 30_000) {
                    Leap::On { played, followed, is_cut } => {
                        (leaps, long) = (leaps + 1, long + u32::from(followed > LONGEST));
                        cut += u32::from(is_cut);
                        bends += u32::from(search.bend().is_some());
                        assert!((0..played).all(|_| plain.play_turn().is_none()), "nothing ends in a leap");
                    }
                    Leap::Draw => {
                        draws += 1;
                        let ended = (0..20_000).find_map(|_| plain.play_turn());
                        assert!(ended.is_none_or(|Ended { winner }| winner.is_none()), "it is a draw");
                        break;
                    }
                    Leap::Soon { .. } | Leap::Nowhere => {}
                }
                assert_eq!((leaping.turn, leaping.executors), (plain.turn, plain.executors));
                let differs = |&address: &usize| leaping.content(address) != plain.content(address);
                assert_eq!((0..CELLS).find(differs), None, "a cell at turn {}", plain.turn);
                let ended = (0..30).map(|_| (leaping.play_turn(), plain.play_turn()));
                let ended = ended.map(|ended| <[_; 2]>::from(ended).map(|one| one.map(|one| one.winner)));
                let ended = ended.inspect(|[leapt, played]| assert_eq!(leapt, played));
                if ended.fold(false, |any, [one, _]| any | one.is_some()) {
                    break;
                }
            }
        }
        let seen = [leaps, draws, long, cut, bends];
        assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
    }
}
