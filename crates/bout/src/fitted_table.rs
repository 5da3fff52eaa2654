//! Tables that fit the window: if there is too little room, less important columns are omitted.

use comfy_table::Table;
use comfy_table::presets::NOTHING;
use game::text::one_line;

use crate::names::{align_numbers, trimmed};

/// A column of a table.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    title: String,
    cells: Vec<String>,
    importance: Importance,
}

/// How important a column is. If the window is too narrow, the last of the least important columns
/// is omitted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Importance {
    /// Omitted first.
    Least,
    Little,
    Some,
    Much,
    /// Never omitted.
    Most,
}

impl Column {
    pub(crate) fn new(title: impl Into<String>, importance: Importance, cells: Vec<String>) -> Self {
        Self { title: title.into(), cells, importance }
    }
}

/// Formats a table. Columns are right-aligned from the first one whose title is not in `texts`.
/// With a width, columns are omitted until lines fit, but never the most important ones.
pub(crate) fn formatted(mut columns: Vec<Column>, texts: &[&str], width: Option<usize>) -> String {
    loop {
        let text = text(&columns, texts);
        let needed = text.lines().map(textwrap::core::display_width).max().unwrap_or(0);
        let is_too_wide = width.is_some_and(|width| needed > width);
        let least = columns.iter().map(|column| column.importance).min();
        let Some(least) = least.filter(|least| is_too_wide && *least < Importance::Most) else { return text };
        if let Some(at) = columns.iter().rposition(|column| column.importance == least) {
            columns.remove(at);
        }
    }
}

fn text(columns: &[Column], texts: &[&str]) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_header(columns.iter().map(|column| column.title.clone()));
    let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    for row in 0..rows {
        table.add_row(
            columns.iter().map(|column| column.cells.get(row).map_or(String::new(), |cell| one_line(cell))),
        );
    }
    let first_number = columns.iter().position(|column| !texts.contains(&column.title.as_str()));
    align_numbers(&mut table, first_number.unwrap_or(columns.len()));
    trimmed(&table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let column = |title: &str, importance, cell: &str| Column::new(title, importance, vec![cell.into()]);
        vec![
            column("rank", Importance::Most, "1"),
            column("name", Importance::Most, "hawk"),
            column("author", Importance::Least, "somebody with a long name"),
            column("points", Importance::Much, "12.5"),
            column("voids", Importance::Least, "0"),
        ]
    }

    fn titles(width: Option<usize>) -> Vec<String> {
        let text = formatted(columns(), &["rank", "name", "author"], width);
        text.lines().next().unwrap().split_whitespace().map(String::from).collect()
    }

    #[test]
    fn the_least_important_columns_go_first() {
        assert_eq!(titles(None), ["rank", "name", "author", "points", "voids"]);
        assert_eq!(titles(Some(80)), ["rank", "name", "author", "points", "voids"]);
        assert_eq!(titles(Some(50)), ["rank", "name", "author", "points"]);
        assert_eq!(titles(Some(30)), ["rank", "name", "points"]);
        assert_eq!(titles(Some(15)), ["rank", "name"]);
        assert_eq!(titles(Some(1)), ["rank", "name"], "these are never left out");
    }
}
