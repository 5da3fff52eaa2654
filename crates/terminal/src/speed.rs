//! How fast a match is played.

use std::time::Duration;

use game::text::grouped;

/// The speeds in turns per second. One more follows them: as fast as possible.
const TURNS_A_SECOND: [u64; 19] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000,
    500_000, 1_000_000,
];

/// The initial speed: ten turns per second.
const FIRST: usize = 3;

/// A time between two pictures for which playing at full speed aims.
const PICTURE: Duration = Duration::from_millis(40);

/// How fast a match is played, and the part of a turn that is due.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Speed {
    index: usize,
    /// In nanoseconds times turns per second.
    due: u128,
    /// How many turns a picture are played at full speed.
    stride: u64,
}

impl Speed {
    pub(crate) fn new() -> Self {
        Self { index: FIRST, due: 0, stride: 1 }
    }

    pub(crate) fn up(&mut self) {
        self.index = (self.index + 1).min(TURNS_A_SECOND.len());
        self.due = 0;
    }

    pub(crate) fn down(&mut self) {
        self.index = self.index.saturating_sub(1);
        self.due = 0;
    }

    /// How many turns are to be played after so much time.
    pub(crate) fn turns_after(&mut self, elapsed: Duration) -> u64 {
        const SECOND: u128 = 1_000_000_000;
        let Some(&turns_a_second) = TURNS_A_SECOND.get(self.index) else {
            self.stride = if elapsed < PICTURE { self.stride.saturating_mul(2) } else { self.stride / 2 };
            self.stride = self.stride.clamp(1, 1 << 20);
            return self.stride;
        };
        self.due += elapsed.as_nanos() * u128::from(turns_a_second);
        let turns = self.due / SECOND;
        self.due %= SECOND;
        u64::try_from(turns).unwrap_or(u64::MAX)
    }

    /// What is shown of it.
    pub(crate) fn shown(&self) -> String {
        let known = TURNS_A_SECOND.get(self.index);
        known.map_or("×max turns/s".into(), |&turns| format!("×{} turns/s", grouped(turns)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_turn_is_lost_between_pictures() {
        let mut speed = Speed::new();
        let turns: u64 = (0..100).map(|_| speed.turns_after(Duration::from_millis(33))).sum();
        assert_eq!(turns, 33, "3.3 seconds at ten turns per second");
    }

    #[test]
    fn speeds_go_from_one_turn_a_second_to_no_bound() {
        let mut speed = Speed::new();
        (0..50).for_each(|_| speed.down());
        assert_eq!(speed.shown(), "×1 turns/s");
        (0..18).for_each(|_| speed.up());
        assert_eq!(speed.shown(), "×1,000,000 turns/s");
        (0..50).for_each(|_| speed.up());
        assert_eq!(speed.shown(), "×max turns/s");
        let strides = [1, 1, 90].map(|milliseconds| speed.turns_after(Duration::from_millis(milliseconds)));
        assert_eq!(strides, [2, 4, 2], "more while there is time, fewer when there is none");
    }
}
