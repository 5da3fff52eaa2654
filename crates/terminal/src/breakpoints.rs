//! The list of breakpoints, and the effect of keys while an overlay is shown.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use viewer::keys::Command;

use crate::app::{App, Overlay};
use crate::commands::moved;
use crate::help;

impl App<'_> {
    /// Runs a command if it works on the current overlay; returns whether it does.
    pub(crate) fn run_on_overlay(&mut self, command: Command) -> bool {
        let Some(overlay) = &mut self.overlay else { return false };
        let by = match command {
            Command::CursorRows(rows) | Command::Scroll(rows) => rows,
            Command::Twentieths(parts) => parts * 10,
            Command::Quit => {
                self.is_over = true;
                return true;
            }
            Command::GoTo | Command::AddBreakpoint | Command::Fork => {
                self.overlay = None;
                self.run(command, &|| false);
                return true;
            }
            _ => {
                self.overlay = None;
                return true;
            }
        };
        match overlay {
            Overlay::Help { first } => *first = moved(*first, by).min(help::last_first(self.area)),
            Overlay::Breakpoints { chosen } => {
                *chosen = moved(*chosen, by).min(self.conditions.len().saturating_sub(1));
            }
            Overlay::Explanation { chosen } => {
                let chosen = moved(*chosen, by).min(self.sentences().saturating_sub(1));
                self.overlay = Some(Overlay::Explanation { chosen });
            }
        }
        true
    }

    /// Handles keys that only work in the lists.
    pub(crate) fn key_of_overlay(&mut self, key: &KeyEvent, stop: &dyn Fn() -> bool) {
        match self.overlay {
            Some(Overlay::Breakpoints { .. }) => self.remove_chosen(key),
            Some(Overlay::Explanation { chosen }) if key.code == KeyCode::Enter => {
                self.go_to_sentence(chosen, stop);
            }
            _ => {}
        }
    }

    fn remove_chosen(&mut self, key: &KeyEvent) {
        let Some(Overlay::Breakpoints { chosen }) = &mut self.overlay else { return };
        let removes = matches!(key.code, KeyCode::Delete | KeyCode::Backspace | KeyCode::Char('d'));
        if removes && *chosen < self.conditions.len() {
            self.conditions.remove(*chosen);
            *chosen = (*chosen).min(self.conditions.len().saturating_sub(1));
            // It is not known which of these turns belong to the removed breakpoint.
            self.stops.clear();
        }
    }

    /// Draws the list.
    pub(crate) fn draw_breakpoints(&self, chosen: usize, area: Rect, out: &mut Buffer) {
        let keys = "j k: choose   d: remove   b: add one   Esc: close";
        let mut lines = vec![("breakpoints".to_owned(), Style::new().add_modifier(Modifier::BOLD))];
        if self.conditions.is_empty() {
            lines.push(("none".into(), self.theme.quiet()));
        }
        let rows = usize::from(area.height).saturating_sub(4).max(1);
        let first = (chosen + 1).saturating_sub(rows);
        for (index, condition) in self.conditions.iter().enumerate().skip(first).take(rows) {
            let (mark, style) = if index == chosen {
                ("▸", Style::new().add_modifier(Modifier::BOLD))
            } else {
                (" ", Style::new())
            };
            lines.push((format!("{mark} {condition}"), style));
        }
        lines.push((keys.into(), self.theme.quiet()));
        help::draw_lines(&lines, area, out);
    }
}
