//! The scale of ratings.

use super::distributions::{normal_quantile, student_quantile};

/// Elo points that one natural logarithm of strength is worth: 400 points are odds of ten to one.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The confidence of an interval: the share of all such intervals that cover the true value, between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// The usual confidence of 95 %.
    pub const P95: Self = Self(0.95);

    /// A share strictly between 0 and 1; `None` for other numbers.
    #[must_use]
    pub fn new(share: f64) -> Option<Self> {
        (share > 0.0 && share < 1.0).then_some(Self(share))
    }

    /// The share.
    #[must_use]
    pub fn share(self) -> f64 {
        self.0
    }

    /// How many times wider an interval must be because deviations were found from so few values: Student's
    /// distribution, and the variance of a sample about its own mean.
    pub(super) fn stretch(self, values: f64) -> f64 {
        let values = values.max(2.0);
        let student = student_quantile(0.5 + self.0 / 2.0, values - 1.0);
        student / self.deviations() * (values / (values - 1.0)).sqrt()
    }

    /// This many standard deviations on both sides of the mean hold this share of a normal distribution.
    pub(super) fn deviations(self) -> f64 {
        normal_quantile(0.5 + self.0 / 2.0)
    }
}

/// An interval of ratings, in Elo points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloInterval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl EloInterval {
    /// The interval of a rating that is 0 by definition.
    pub(super) const AT_0: Self = Self { low: 0.0, high: 0.0 };

    /// This interval this many points further up.
    #[must_use]
    pub fn raised(self, by: f64) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// Whether a rating lies within.
    #[must_use]
    pub fn holds(&self, rating: f64) -> bool {
        self.low <= rating && rating <= self.high
    }

    /// From end to end.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}
