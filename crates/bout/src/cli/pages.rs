//! Which matches of a report can be watched.

use clap::Args;

/// Pages of a report's matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pages {
    /// One of every pair, from either side.
    All,
    /// None.
    None,
    /// Those of the first programs of the table with each other: so many at the most.
    First(usize),
}

/// What `--pages` says.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct PagesOption {
    /// Pages of matches beside the report: of every pair (`all`), `none`, or so many at the most, of the first programs with
    /// each other
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
