//! Options whose value is a whole number.

use std::ops::RangeInclusive;

use game::text::grouped;

/// Returns a parser of whole numbers in a range, whose error says which numbers are expected.
pub(super) fn whole_number<T: TryFrom<u64> + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text: &str| {
        let number = text.parse::<u64>().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected(&range))
    }
}

fn expected(range: &RangeInclusive<u64>) -> String {
    format!("expected a whole number from {} to {}", grouped(*range.start()), grouped(*range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_the_range_are_read() {
        let read = whole_number::<u16>(2..=10_000);
        assert_eq!([read("2"), read("10000"), read("+5")], [Ok(2), Ok(10_000), Ok(5)]);
        assert_eq!(whole_number::<u64>(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn an_error_says_which_numbers_are_expected() {
        let read = whole_number::<u64>(1..=1_000_000_000_000);
        for text in ["", "0", "-1", "1e6", "1.5", " 1", "many", "1000000000001", "18446744073709551616"] {
            let expected = "expected a whole number from 1 to 1,000,000,000,000";
            assert_eq!(read(text), Err(expected.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn a_number_that_does_not_fit_is_an_error() {
        assert!(whole_number::<u16>(0..=u64::MAX)("65536").is_err());
    }
}
