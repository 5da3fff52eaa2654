//! The window that people read output in.

/// The width if there is no terminal, and none is set by `COLUMNS`.
const DEFAULT_WIDTH: usize = 80;

/// The least width that text is fitted into. In a narrower window, lines are longer than it.
const MIN_WIDTH: usize = 30;

/// Returns the width of the terminal in columns; without one, that of the variable `COLUMNS`, or 80.
pub(crate) fn width() -> usize {
    terminal_width().or_else(columns_variable).unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH)
}

/// Returns the width that tables must fit into; `None` if standard output is not a terminal, or with `--wide`.
pub(crate) fn table_width(is_wide: bool) -> Option<usize> {
    if is_wide { None } else { terminal_width().map(|width| width.max(MIN_WIDTH)) }
}

fn terminal_width() -> Option<usize> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(columns)).filter(|&columns| columns > 0)
}

fn columns_variable() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0)
}
