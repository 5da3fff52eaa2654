//! The help screen, and the drawing of overlays in general.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use viewer::keys::{HELP, Viewer};

use crate::theme::Theme;

/// Lines before the first key: the title.
const TITLE_LINES: usize = 1;

/// The furthest that the help can be scrolled in a window of this size.
pub(crate) fn last_first(area: Rect) -> usize {
    (lines_of_keys().len() + TITLE_LINES).saturating_sub(usize::from(area.height).saturating_sub(2).max(1))
}

/// Draws the help, from line `first` on.
pub(crate) fn draw(first: usize, theme: Theme, area: Rect, out: &mut Buffer) {
    let keys = lines_of_keys();
    let width = keys.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0);
    let title = ("keys (j k scroll, Esc closes)".to_owned(), Style::new().add_modifier(Modifier::BOLD));
    let keys = keys.iter().map(|(keys, help)| (format!("{keys:width$}  {help}"), Style::new()));
    let end = [("mouse: click on the board or on the timeline".to_owned(), theme.quiet())];
    let lines: Vec<_> = std::iter::once(title).chain(keys).chain(end).skip(first).collect();
    draw_lines(&lines, area, out);
}

/// The keys that work in a terminal, and their effects.
fn lines_of_keys() -> Vec<(String, &'static str)> {
    let lines = HELP.iter().map(|line| (line.shown_keys(Viewer::Terminal), line.help));
    lines.filter(|(keys, _)| !keys.is_empty()).collect()
}

/// Draws lines in the middle of an area, over its content.
pub(crate) fn draw_lines(lines: &[(String, Style)], area: Rect, out: &mut Buffer) {
    let longest = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    let width = u16::try_from(longest + 4).unwrap_or(u16::MAX).min(area.width);
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height);
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    for (row, (text, style)) in (y..y + height).zip(lines) {
        let inside = usize::from(width);
        out.set_stringn(x, row, " ".repeat(inside), inside, Style::reset());
        out.set_stringn(x + 2.min(width), row, text, inside.saturating_sub(4), *style);
    }
}
