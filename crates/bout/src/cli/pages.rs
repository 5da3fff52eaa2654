//! The option `--pages`: which matches of a report get a page.

use clap::Args;

/// The matches of a report that get a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pages {
    /// For every pair, one match in each order.
    All,
    /// None.
    None,
    /// Matches between the programs at the top of the table: at most this many.
    First(usize),
}

/// The option `--pages`.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PagesOption {
    /// Match pages to write next to the report: `all` pairs, `none`, or at most N, for the top programs
    #[arg(long = "pages", value_name = "all|none|N", default_value = "400", value_parser = pages, allow_hyphen_values = true)]
    pub(crate) which: Pages,
}

fn pages(text: &str) -> Result<Pages, String> {
    match text {
        "all" => Ok(Pages::All),
        "none" => Ok(Pages::None),
        number => match number.parse() {
            Ok(most) => Ok(Pages::First(most)),
            Err(_) => Err("must be `all`, `none` or a number of pages, such as 400".into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_all_none_or_a_number() {
        let read = |text: &str| pages(text).ok();
        assert_eq!(
            [read("all"), read("none"), read("12")],
            [Some(Pages::All), Some(Pages::None), Some(Pages::First(12))]
        );
        assert_eq!([read("-1"), read("some"), read("")], [None; 3]);
    }
}
