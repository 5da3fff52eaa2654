//! How fast a match is played.

use std::time::Duration;

use game::text::grouped;

/// The speeds in turns per second. One more follows them: as fast as possible.
const TURNS_PER_SECOND: [u64; 19] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000,
    500_000, 1_000_000,
];

/// The approximate time of a whole match at the initial speed, in seconds.
const WHOLE_MATCH_SECONDS: u64 = 30;

/// The time between two pictures that playing at full speed aims for.
const PICTURE: Duration = Duration::from_millis(40);

/// How fast a match is played, and the part of a turn that is due.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Speed {
    index: usize,
    /// In nanoseconds times turns per second.
    due: u128,
    /// How many turns per picture are played at full speed.
    stride: u64,
}

impl Speed {
    /// The initial speed of a match of this many turns, at which it takes about half a minute.
    pub(crate) fn for_match(turns: u64) -> Self {
        let turns_in_time = |speed: u64| u128::from(speed) * u128::from(WHOLE_MATCH_SECONDS);
        let turns = u128::from(turns);
        // Of two neighbouring speeds, picks the one that differs from the wanted speed by the smaller factor.
        let is_too_slow = |speeds: &[u64]| {
            let [slow, fast] = [speeds[0], speeds[1]].map(turns_in_time);
            turns * turns >= slow * fast
        };
        let index = TURNS_PER_SECOND.windows(2).take_while(|speeds| is_too_slow(speeds)).count();
        Self { index, due: 0, stride: 1 }
    }

    pub(crate) fn up(&mut self) {
        self.index = (self.index + 1).min(TURNS_PER_SECOND.len());
        self.due = 0;
    }

    pub(crate) fn down(&mut self) {
        self.index = self.index.saturating_sub(1);
        self.due = 0;
    }

    /// The number of turns to play after this time.
    pub(crate) fn turns_after(&mut self, elapsed: Duration) -> u64 {
        const SECOND: u128 = 1_000_000_000;
        let Some(&turns_per_second) = TURNS_PER_SECOND.get(self.index) else {
            self.stride = if elapsed < PICTURE { self.stride.saturating_mul(2) } else { self.stride / 2 };
            self.stride = self.stride.clamp(1, 1 << 20);
            return self.stride;
        };
        self.due += elapsed.as_nanos() * u128::from(turns_per_second);
        let turns = self.due / SECOND;
        self.due %= SECOND;
        u64::try_from(turns).unwrap_or(u64::MAX)
    }

    /// The text that shows the speed.
    pub(crate) fn shown(&self) -> String {
        let known = TURNS_PER_SECOND.get(self.index);
        known.map_or("×max turns/s".into(), |&turns| format!("×{} turns/s", grouped(turns)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_turn_is_lost_between_pictures() {
        let mut speed = Speed::for_match(300);
        let turns: u64 = (0..100).map(|_| speed.turns_after(Duration::from_millis(33))).sum();
        assert_eq!(turns, 33, "3.3 seconds at ten turns per second");
    }

    #[test]
    fn a_match_of_any_length_takes_about_half_a_minute() {
        for turns in [60, 100, 329_523, 4_000_000, 29_000_000] {
            let turns_per_second = TURNS_PER_SECOND[Speed::for_match(turns).index];
            let seconds = turns / turns_per_second;
            assert!((18..=47).contains(&seconds), "{turns} turns take {seconds} s");
        }
        assert_eq!(Speed::for_match(1).shown(), "×1 turns/s");
        assert_eq!(Speed::for_match(u64::MAX).shown(), "×1,000,000 turns/s");
    }

    #[test]
    fn speeds_go_from_one_turn_a_second_to_no_bound() {
        let mut speed = Speed::for_match(0);
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
