//! Maps values to positions on a drawing.

use serde::Serialize;

/// How many labels an axis has room for.
const MAX_TICKS: u32 = 5;

/// The share of the drawing that stays free on either side.
const MARGIN: f64 = 0.05;

/// A range of values, never empty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
}

/// A labelled place.
pub(crate) struct Tick {
    /// In percent of the drawing, from its low end.
    pub(crate) at: f64,
    pub(crate) value: f64,
}

impl Scale {
    /// A range that holds `from` and `to` with some room around them. Both are finite.
    pub(crate) fn around(from: f64, to: f64) -> Self {
        // A difference of a few Elo points should not fill a drawing as wide as the page.
        let spare = (20.0 - (to - from)).max(0.0) / 2.0;
        let (from, to) = (from - spare, to + spare);
        let margin = (to - from) * MARGIN;
        Self { low: from - margin, high: to + margin }
    }

    /// The position in percent from the low end; always within the drawing.
    pub(crate) fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low) * 100.0).clamp(0.0, 100.0)
    }

    /// Round values, evenly spaced.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        let step = round_step((self.high - self.low) / f64::from(MAX_TICKS));
        let first = (self.low / step).ceil();
        (0..=MAX_TICKS)
            .map(|at| (first + f64::from(at)) * step)
            .take_while(|&value| value <= self.high)
            .map(|value| Tick { at: self.place(value), value })
            .collect()
    }
}

/// 1, 2 or 5 times a power of ten, at least `least` and at least 1.
pub(crate) fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for digit in [1.0, 2.0, 5.0] {
            if digit * power >= least {
                return digit * power;
            }
        }
        power *= 10.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.0, 1.0, 1.1, 3.0, 70.0, 120.0].map(|least| round_step(least).to_string());
        assert_eq!(steps, ["1", "1", "2", "5", "100", "200"]);
    }

    #[test]
    fn a_range_of_nothing_is_drawn_in_the_middle() {
        let scale = Scale::around(7.0, 7.0);
        assert!((scale.place(7.0) - 50.0).abs() < 1e-9);
        assert!(scale.ticks().len() >= 2);
    }

    #[test]
    fn ticks_are_few_and_on_the_drawing() {
        for (from, to) in [(-100_000.0, 100_000.0), (-3.0, 4.0), (812.0, 1411.0), (0.0, 99.0)] {
            let scale = Scale::around(from, to);
            let ticks = scale.ticks();
            assert!((2..=6).contains(&ticks.len()), "{from} {to}: {}", ticks.len());
            assert!(ticks.iter().all(|tick| (0.0..=100.0).contains(&tick.at)));
            assert!(scale.place(from) > 0.0 && scale.place(to) < 100.0);
        }
    }
}
