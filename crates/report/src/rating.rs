//! Prepares ratings for text and drawings.

use crate::Rating;

/// Values beyond this are treated as infinite.
const LIMIT: f64 = 100_000.0;

/// A rating that is not NaN, limited to finite values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FiniteRating {
    /// At most `LIMIT`, positive or negative.
    pub(crate) elo: f64,
    /// The interval, which contains `elo`; `None` if an end is not a number.
    pub(crate) interval: Option<(f64, f64)>,
}

impl FiniteRating {
    /// `None` if the rating is not a number.
    pub(crate) fn new(rating: &Rating) -> Option<Self> {
        let elo = tame(rating.elo)?;
        let ends = tame(rating.low).zip(tame(rating.high));
        Some(Self { elo, interval: ends.map(|(low, high)| (low.min(elo), high.max(elo))) })
    }

    /// `[80, 166]`, or an empty text without an interval.
    pub(crate) fn interval_text(&self) -> String {
        self.interval.map_or_else(String::new, |(low, high)| format!("[{}, {}]", plain(low), plain(high)))
    }
}

fn tame(value: f64) -> Option<f64> {
    (!value.is_nan()).then(|| value.clamp(-LIMIT, LIMIT))
}

/// Whether a drawing's scale can end at a value.
pub(crate) fn is_bounded(value: f64) -> bool {
    value.abs() < LIMIT
}

/// A whole number with the mathematical minus sign, which is as wide as a plus.
pub(crate) fn plain(value: f64) -> String {
    let sign = if value <= -0.5 { "\u{2212}" } else { "" };
    if is_bounded(value) { format!("{sign}{:.0}", value.round().abs()) } else { format!("{sign}∞") }
}

/// A whole number with a sign: a plus if it is positive.
pub(crate) fn signed(value: f64) -> String {
    let text = plain(value);
    if value >= 0.5 { format!("+{text}") } else { text }
}

/// `95 %`, or an empty text if the value is not a share.
pub(crate) fn percent(value: f64) -> String {
    if !(value > 0.0 && value <= 100.0) {
        return String::new();
    }
    let digits = format!("{value:.2}");
    format!("{}\u{a0}%", digits.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(elo: f64, low: f64, high: f64) -> Rating {
        Rating { elo, low, high, ..Rating::default() }
    }

    #[test]
    fn numbers_have_signs_and_nothing_is_less_than_nothing() {
        let values = [0.0, -0.0, -0.4, 0.4, 0.5, -0.5, 123.4, -45.6];
        assert_eq!(values.map(signed), ["0", "0", "0", "0", "+1", "−1", "+123", "−46"]);
        assert_eq!(values.map(plain), ["0", "0", "0", "0", "1", "−1", "123", "−46"]);
    }

    #[test]
    fn what_is_no_number_is_no_rating() {
        assert_eq!(FiniteRating::new(&rating(f64::NAN, 0.0, 1.0)), None);
        let halved = FiniteRating::new(&rating(7.0, f64::NAN, 9.0)).unwrap();
        assert_eq!((halved.interval, halved.interval_text().as_str()), (None, ""));
    }

    #[test]
    fn what_has_no_end_is_written_as_such() {
        let endless = FiniteRating::new(&rating(f64::INFINITY, f64::NEG_INFINITY, 1e300)).unwrap();
        assert_eq!((signed(endless.elo).as_str(), endless.interval_text().as_str()), ("+∞", "[−∞, ∞]"));
    }

    #[test]
    fn an_interval_holds_its_rating() {
        let tame = FiniteRating::new(&rating(5.0, 9.0, 1.0)).unwrap();
        assert_eq!(tame.interval, Some((5.0, 5.0)));
    }

    #[test]
    fn only_shares_are_percents() {
        let texts = [95.0, 99.9, 100.0, 0.0, -1.0, 101.0, f64::NAN, f64::INFINITY].map(percent);
        assert_eq!(texts, ["95\u{a0}%", "99.9\u{a0}%", "100\u{a0}%", "", "", "", "", ""]);
    }
}
