//! Formats keys for display: as the signs and words on them, with modifiers once for several keys.

use std::fmt::{self, Display};

use super::{Binding, HelpLine, Key, KeyPress, Modifiers, Viewer};

impl HelpLine {
    /// The keys of this line that a viewer lists, in groups: the first keys of all its commands, the second ones, and so on.
    #[must_use]
    pub fn keys(&self, viewer: Viewer) -> Vec<Vec<KeyPress>> {
        let listed = |binding: &Binding| -> Vec<KeyPress> {
            binding.keys.iter().copied().filter(|press| press.is_listed && press.is_in(viewer)).collect()
        };
        let keys: Vec<Vec<KeyPress>> = self.bindings.iter().map(listed).collect();
        let most = keys.iter().map(Vec::len).max().unwrap_or(0);
        let group = |nth| keys.iter().filter_map(|keys| keys.get(nth).copied()).collect();
        (0..most).map(group).collect()
    }

    /// The text for those keys, with modifiers once for all keys of a group: `Shift-→ ←, . ,`. Empty if the viewer has none of
    /// the keys.
    #[must_use]
    pub fn shown_keys(&self, viewer: Viewer) -> String {
        let groups = self.keys(viewer);
        groups.iter().map(|group| shown_group(group)).collect::<Vec<_>>().join(", ")
    }
}

fn shown_group(group: &[KeyPress]) -> String {
    let mut shown = String::new();
    let mut before = Modifiers::None;
    for press in group {
        if !shown.is_empty() {
            shown.push(' ');
        }
        let is_known = press.modifiers == before;
        shown += &if is_known { press.key.to_string() } else { press.to_string() };
        before = press.modifiers;
    }
    shown
}

impl Display for KeyPress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modifiers = match self.modifiers {
            Modifiers::None => "",
            Modifiers::Shift => "Shift-",
            Modifiers::Control => "Ctrl-",
            Modifiers::ControlShift => "Ctrl-Shift-",
            Modifiers::Alt => "Alt-",
        };
        // With Control, capital letters are customary.
        match self.key {
            Key::Char(character) if self.modifiers == Modifiers::Control => {
                write!(out, "{modifiers}{}", character.to_ascii_uppercase())
            }
            key => write!(out, "{modifiers}{key}"),
        }
    }
}

impl Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(' ') => out.write_str("Space"),
            Self::Char(character) => write!(out, "{character}"),
            Self::Function(number) => write!(out, "F{number}"),
            Self::Right => out.write_str("→"),
            Self::Left => out.write_str("←"),
            Self::Up => out.write_str("↑"),
            Self::Down => out.write_str("↓"),
            Self::PageUp => out.write_str("PgUp"),
            Self::PageDown => out.write_str("PgDn"),
            Self::Home => out.write_str("Home"),
            Self::End => out.write_str("End"),
            Self::Tab => out.write_str("Tab"),
            Self::Escape => out.write_str("Esc"),
        }
    }
}
