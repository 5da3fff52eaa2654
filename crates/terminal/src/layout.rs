//! The layout of the window.

use game::Shape;
use ratatui::layout::Rect;

use crate::app::{App, PanelPlace};
use crate::text::wrapped;

/// Windows narrower than this have no panels beside the board.
const WIDE: u16 = 84;
/// Panels below the board need this many lines in the middle.
const TALL: u16 = 22;
/// Two boards stand side by side from this width on.
const TWO_BOARDS: u16 = 64;

/// The areas of the window. Any of them may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) header: Rect,
    pub(crate) legend: Rect,
    /// The area of the original, and that of the fork.
    pub(crate) boards: Vec<Rect>,
    pub(crate) panels: Rect,
    pub(crate) timeline: Rect,
    pub(crate) status: Rect,
}

impl App<'_> {
    /// Divides the window into areas.
    pub(crate) fn layout(&self) -> Layout {
        let mut rest = self.area;
        let header = take_top(&mut rest, 1);
        let status = take_bottom(&mut rest, self.status_lines().len().clamp(1, 6).try_into().unwrap_or(1));
        let legend = take_top(&mut rest, u16::from(self.area.height >= 9));
        let timeline = take_bottom(&mut rest, timeline_height(self.area.height));
        let panels = self.panels_of(&mut rest);
        let boards = self.boards_of(rest);
        Layout { header, legend, boards, panels, timeline, status }
    }

    fn panels_of(&self, rest: &mut Rect) -> Rect {
        let has_board = self.original.cells() > 0;
        match self.panels {
            PanelPlace::Alone => std::mem::take(rest),
            PanelPlace::Beside if !has_board => std::mem::take(rest),
            PanelPlace::Beside if rest.width >= WIDE => {
                let width = (rest.width / 3).clamp(30, 64);
                take_right(rest, width)
            }
            PanelPlace::Beside if rest.height >= TALL => {
                let height = rest.height * 2 / 5;
                take_bottom(rest, height)
            }
            PanelPlace::Beside | PanelPlace::Nowhere => Rect::ZERO,
        }
    }

    fn boards_of(&self, rest: Rect) -> Vec<Rect> {
        if self.fork.is_none() {
            return vec![rest];
        }
        let is_wide = match self.original.replay.scene().shape() {
            Shape::Grid { columns, .. } => usize::from(rest.width) > 2 * columns,
            Shape::Ring { .. } | Shape::Row { .. } => rest.width >= TWO_BOARDS,
        };
        let mut first = rest;
        let second = if is_wide {
            // Both boards have the same width, so that a character stands for the same cells on both.
            let width = rest.width.saturating_sub(1) / 2;
            let second = take_right(&mut first, width);
            first.width = width;
            second
        } else {
            let height = rest.height / 2;
            let second = take_bottom(&mut first, height);
            first.height = height;
            second
        };
        vec![first, second]
    }

    /// The text of the last lines: the prompt with its hint, or a message, or the cell under the cursor.
    pub(crate) fn status_lines(&self) -> Vec<String> {
        let width = self.area.width;
        let Some(prompt) = &self.prompt else {
            let text = self.message.clone().unwrap_or_else(|| self.cell_in_words());
            return vec![text];
        };
        let line = format!("{}{}█", prompt.title(), prompt.text);
        let mut lines = wrapped(&prompt.hint(), width);
        lines.truncate(5);
        // If the line is too long, its end is shown, since that is where the user types.
        let skipped = line.chars().count().saturating_sub(usize::from(width));
        lines.push(line.chars().skip(skipped).collect());
        lines
    }
}

fn timeline_height(height: u16) -> u16 {
    match height {
        0..6 => 0,
        6..10 => 1,
        10..20 => 2,
        20..24 => 3,
        _ => 4,
    }
}

fn take_top(rest: &mut Rect, lines: u16) -> Rect {
    let height = lines.min(rest.height);
    let taken = Rect { height, ..*rest };
    rest.y += height;
    rest.height -= height;
    taken
}

fn take_bottom(rest: &mut Rect, lines: u16) -> Rect {
    let height = lines.min(rest.height);
    rest.height -= height;
    Rect { y: rest.y + rest.height, height, ..*rest }
}

fn take_right(rest: &mut Rect, columns: u16) -> Rect {
    let width = columns.min(rest.width);
    rest.width -= width;
    Rect { x: rest.x + rest.width, width, ..*rest }
}
