//! Numbers of games. Where scores are exact, they may be fractions.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// A number of games. Where a pair's score is exact, its games are shared out as the score is, so that a number of won
/// games is a fraction: kept to 18 digits after the point, and rounded down there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Games(u128);

impl Games {
    const ONE: u128 = 1_000_000_000_000_000_000;
    const BILLIONTH: u128 = Self::ONE / 1_000_000_000;

    /// This many games, none of which is shared out.
    #[must_use]
    pub const fn whole(games: u64) -> Self {
        Self(games as u128 * Self::ONE)
    }

    /// The share of `games` games that `part` is of `whole`; none if `whole` is 0. Exact for products of `part` and
    /// `games` up to 10²⁰.
    #[must_use]
    pub fn share(games: u64, part: u64, whole: u64) -> Self {
        let product = u128::from(games) * u128::from(part);
        Self(product.saturating_mul(Self::ONE).checked_div(whole.into()).unwrap_or(0))
    }

    /// In thousandths, rounded to the nearest, half up.
    #[must_use]
    pub const fn in_thousandths(self) -> u128 {
        let thousandth = Self::ONE / 1000;
        (self.0 + thousandth / 2) / thousandth
    }

    /// In thousand-millionths, rounded down.
    pub(crate) const fn in_billionths(self) -> u128 {
        self.0 / Self::BILLIONTH
    }
}

impl Add for Games {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Games {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Games {
    fn sum<I: Iterator<Item = Self>>(games: I) -> Self {
        games.fold(Self::default(), Add::add)
    }
}

/// A whole number as it is, a fraction with one to three digits after the point.
impl fmt::Display for Games {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounding errors are far below this in any sum; the weight of one setup among all of them is far above it.
        let billionths = (self.0 + Self::BILLIONTH / 2) / Self::BILLIONTH;
        if billionths.is_multiple_of(1_000_000_000) {
            return fmt::Display::fmt(&(billionths / 1_000_000_000), out);
        }
        let thousandths = self.in_thousandths();
        let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        let cut = text.trim_end_matches('0');
        let kept = if cut.ends_with('.') { cut.len() + 1 } else { cut.len() };
        out.pad(&text[..kept])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shown_with_a_point_and_whole_games_without() {
        let shown = |games: Games| games.to_string();
        assert_eq!(shown(Games::whole(12)), "12");
        assert_eq!(shown(Games::share(10, 1, 3)), "3.333");
        assert_eq!(shown(Games::share(10, 33_497_111, 33_497_112)), "10.0", "ten, but for a setup");
        assert_eq!(shown(Games::share(10, 1, 5)), "2");
        assert_eq!(shown(Games::share(10, 1, 3) + Games::share(10, 2, 3)), "10");
        assert_eq!(shown(Games::share(10, 1, 0)), "0");
    }

    #[test]
    fn the_bomber_of_the_document_loses_thousandths() {
        let lost = Games::share(10, 4093, 16_748_556);
        assert_eq!((lost.to_string(), lost.in_thousandths()), ("0.002".into(), 2));
        assert_eq!(
            [Games::share(2, 1, 4), Games::share(2, 3, 4)].into_iter().sum::<Games>(),
            Games::whole(2)
        );
    }
}
