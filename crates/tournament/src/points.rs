//! Points: exact, so that three thirds are one.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A number of points, exactly: a draw of up to 64 can be shared, and thousandths can be given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u128);

impl Points {
    /// What one point consists of: a multiple of all numbers to 64 and of 1000.
    const ONE: u128 = 5 * least_common_multiple_to(64);

    /// One `share`-th of a point.
    ///
    /// # Panics
    /// If `share` is not from 1 to 64.
    #[must_use]
    pub const fn share(share: u64) -> Self {
        assert!(share >= 1 && share <= 64, "a draw is shared by at most 64");
        Self(Self::ONE / share as u128)
    }

    /// This many thousandths of a point.
    #[must_use]
    pub const fn thousandths(thousandths: u32) -> Self {
        Self(Self::ONE / 1000 * thousandths as u128)
    }

    /// These points `count` times. Totals stay exact up to some ten thousand million points; beyond that, they stay
    /// at the largest possible number.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count as u128))
    }

    /// These points shared out over `games`, rounded down by less than anybody can see; 0 for 0 games.
    #[must_use]
    pub fn per(self, games: u64) -> Self {
        Self(self.0.checked_div(games.into()).unwrap_or(0))
    }

    /// The share of these points that `part` is of `whole`, rounded down by less than anybody can see; none if `whole`
    /// is 0.
    #[must_use]
    pub fn scaled(self, part: u64, whole: u64) -> Self {
        let (part, whole) = (u128::from(part), u128::from(whole));
        let (Some(times), Some(rest)) = (self.0.checked_div(whole), self.0.checked_rem(whole)) else {
            return Self::default();
        };
        Self(times.saturating_mul(part).saturating_add(rest * part / whole))
    }

    /// In thousandths, rounded to the nearest, half up.
    #[must_use]
    pub const fn in_thousandths(self) -> u128 {
        let thousandth = Self::ONE / 1000;
        (self.0 + thousandth / 2) / thousandth
    }
}

const fn least_common_multiple_to(last: u128) -> u128 {
    let mut multiple = 1;
    let mut number = 2;
    while number <= last {
        let (mut a, mut b) = (multiple, number);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        multiple = multiple / a * number;
        number += 1;
    }
    multiple
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::default(), Add::add)
    }
}

/// A decimal number with one to three digits after the point.
impl fmt::Display for Points {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.in_thousandths();
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        let cut = text.trim_end_matches('0');
        let kept = if cut.ends_with('.') { cut.len() + 1 } else { cut.len() };
        out.pad(&text[..kept])
    }
}

/// The points for a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scoring {
    /// For the winner.
    pub win: Points,
    /// For each entrant that ties; `None` means that they share one point.
    pub draw: Option<Points>,
    /// For all others.
    pub loss: Points,
}

impl Default for Scoring {
    /// One point for a win; a draw shares one point.
    fn default() -> Self {
        Self { win: Points::share(1), draw: None, loss: Points::default() }
    }
}

impl Scoring {
    /// For a draw between `tied`.
    #[must_use]
    pub fn draw(&self, tied: usize) -> Points {
        self.draw.unwrap_or_else(|| Points::share(tied as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        for share in 1..=64 {
            assert_eq!(Points::share(share).times(share), Points::share(1));
        }
        assert_eq!(Points::thousandths(1).times(1000), Points::share(1));
    }

    #[test]
    fn a_share_of_many_points_is_that_of_their_mean() {
        let won = Points::share(1).times(33_497_110) + Points::share(2);
        // A thousand million less 1.5 of 33,497,112 of them, which is 44.780.
        assert_eq!(won.scaled(1_000_000_000, 33_497_112).to_string(), "999999955.22");
        assert_eq!(Points::share(1).times(12).scaled(10, 12), Points::share(1).times(10));
        assert_eq!(Points::share(1).scaled(1, 0), Points::default());
    }

    #[test]
    fn points_are_shown_with_one_to_three_digits() {
        let shown = |points: Points| points.to_string();
        assert_eq!(shown(Points::share(1).times(12)), "12.0");
        assert_eq!(shown(Points::share(2)), "0.5");
        assert_eq!(shown(Points::share(3)), "0.333");
        assert_eq!(shown(Points::share(3).times(2)), "0.667");
        assert_eq!(shown(Points::thousandths(1250)), "1.25");
    }

    #[test]
    fn ten_thousand_million_wins_are_exact() {
        let many = Points::share(1).times(10_000_000_000);
        assert_eq!(many.to_string(), "10000000000.0");
        assert!(many < many + Points::share(64));
    }
}
