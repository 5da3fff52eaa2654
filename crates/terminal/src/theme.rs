//! Colours, and other ways to show the same information without them.

use game::{Agent, LineRole, Seat};
use ratatui::style::{Color, Modifier, Style};
use viewer::seat_look::indexed_seat_colour;

/// The colours of seats on terminals that have only eight, as close as possible to the usual ones.
const FEW: [Color; 6] = [Color::Yellow, Color::Blue, Color::Green, Color::Magenta, Color::Cyan, Color::Red];

/// How parts of the picture are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Also by colours: the 256 that nearly every terminal has.
    Colours,
    /// Also by the eight colours of older terminals.
    FewColours,
    /// Only by letters, weight and lines.
    Plain,
}

impl Theme {
    /// The theme for the environment: no colours if `NO_COLOR` is set and not empty, otherwise as many as the terminal has.
    #[must_use]
    pub fn of_environment() -> Self {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        if !variable("NO_COLOR").is_empty() {
            return Self::Plain;
        }
        // Windows does not name its terminals, and they have all colours.
        let is_unnamed = cfg!(windows) && std::env::var_os("TERM").is_none();
        if is_unnamed { Self::Colours } else { Self::of_terminal(&variable("TERM"), &variable("COLORTERM")) }
    }

    /// The theme for a terminal with this name.
    fn of_terminal(term: &str, colorterm: &str) -> Self {
        let is_plain = matches!(term, "" | "dumb" | "unknown")
            || term.starts_with("vt") && !term.ends_with("-color")
            || term.ends_with("-mono")
            || term.ends_with("-m");
        let family = term.split(['-', '.']).next().unwrap_or_default();
        // The names of these emulators do not say how many colours they have: 256 or more.
        let is_modern = matches!(
            family,
            "alacritty"
                | "contour"
                | "foot"
                | "ghostty"
                | "iterm"
                | "iterm2"
                | "kitty"
                | "mintty"
                | "st"
                | "tmux"
                | "wezterm"
        );
        match () {
            () if is_plain => Self::Plain,
            () if term.contains("256color")
                || term.contains("direct")
                || is_modern
                || !colorterm.is_empty() =>
            {
                Self::Colours
            }
            () => Self::FewColours,
        }
    }

    /// The style of things that belong to a seat, or to nobody.
    pub(crate) fn seat(self, seat: Option<Seat>) -> Style {
        match (self, seat) {
            (Self::Colours, Some(seat)) => Style::new().fg(Color::Indexed(indexed_seat_colour(seat))),
            (Self::FewColours, Some(seat)) => Style::new().fg(FEW[seat % FEW.len()]),
            (Self::Plain, Some(_)) => Style::new(),
            (_, None) => self.quiet(),
        }
    }

    /// The style of an agent on the board.
    pub(crate) fn agent(self, agent: &Agent) -> Style {
        self.seat(Some(agent.seat)).add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// The style of a seat's land, fresh or old.
    pub(crate) fn land(self, seat: Option<Seat>, age: Age) -> Style {
        let style = self.seat(seat);
        match age {
            Age::Fresh => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
            Age::Old => style,
        }
    }

    /// The style of differences between two boards.
    pub(crate) fn differing(self) -> Style {
        match self {
            Self::Colours => Style::new().bg(Color::Indexed(238)).add_modifier(Modifier::BOLD),
            Self::FewColours | Self::Plain => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    pub(crate) fn quiet(self) -> Style {
        match self {
            Self::Colours => Style::new().fg(Color::Indexed(244)),
            Self::FewColours | Self::Plain => Style::new().add_modifier(Modifier::DIM),
        }
    }

    pub(crate) fn failure(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::Colours => style.fg(Color::Indexed(203)),
            Self::FewColours => style.fg(Color::Red),
            Self::Plain => style,
        }
    }

    pub(crate) fn line(self, role: LineRole) -> Style {
        match role {
            LineRole::Plain => Style::new(),
            LineRole::Current => Style::new().add_modifier(Modifier::BOLD),
            LineRole::Quiet => self.quiet(),
            LineRole::Added => self.of_change(36, Color::Green),
            LineRole::Removed => self.of_change(166, Color::Red),
            LineRole::Failure => self.failure(),
        }
    }

    fn of_change(self, colour: u8, of_few: Color) -> Style {
        match self {
            Self::Colours => Style::new().fg(Color::Indexed(colour)),
            Self::FewColours => Style::new().fg(of_few),
            Self::Plain => Style::new(),
        }
    }
}

/// How long ago something was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Age {
    /// In one of the last turns.
    Fresh,
    /// Earlier.
    Old,
}

/// How many seats have a letter of their own.
pub(crate) const LETTERS: usize = 26;

/// The letter of a seat; after the last letter, they start again from the first.
pub(crate) fn letter(seat: Seat) -> char {
    char::from(b'A' + u8::try_from(seat % LETTERS).unwrap_or(0))
}

/// The letter of an agent: the capital letter of its seat, or the small letter if an agent with another role comes first for
/// that seat.
pub(crate) fn agent_letter(agents: &[Agent], agent: &Agent) -> char {
    let first = agents.iter().find(|one| one.seat == agent.seat);
    let capital = letter(agent.seat);
    if first.is_some_and(|first| first.role != agent.role) { capital.to_ascii_lowercase() } else { capital }
}

/// The mark before a line of a role, for themes whose colours do not show the role.
pub(crate) fn line_mark(role: LineRole) -> &'static str {
    match role {
        LineRole::Current => "▸",
        LineRole::Added => "+",
        LineRole::Removed => "-",
        LineRole::Failure => "!",
        LineRole::Plain | LineRole::Quiet => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_get_as_many_colours_as_they_have() {
        for plain in ["", "dumb", "vt100", "vt220", "xterm-mono", "linux-m"] {
            assert_eq!(Theme::of_terminal(plain, ""), Theme::Plain, "{plain}");
        }
        for few in ["xterm", "linux", "screen", "rxvt", "ansi"] {
            assert_eq!(Theme::of_terminal(few, ""), Theme::FewColours, "{few}");
        }
        for many in
            ["xterm-256color", "screen-256color", "tmux", "xterm-direct", "alacritty", "xterm.256color"]
        {
            assert_eq!(Theme::of_terminal(many, ""), Theme::Colours, "{many}");
        }
        assert_eq!(Theme::of_terminal("xterm", "truecolor"), Theme::Colours);
        assert_eq!(Theme::of_terminal("vt100", "truecolor"), Theme::Plain);
    }

    #[test]
    fn terminals_of_few_colours_get_no_others() {
        let is_few = |style: Style| !matches!(style.fg, Some(Color::Indexed(_) | Color::Rgb(..)));
        let theme = Theme::FewColours;
        assert!((0..64).all(|seat| is_few(theme.seat(Some(seat)))));
        let roles = [LineRole::Plain, LineRole::Current, LineRole::Quiet, LineRole::Added, LineRole::Removed];
        assert!(roles.into_iter().all(|role| is_few(theme.line(role))));
        assert!(is_few(theme.failure()) && is_few(theme.differing()) && theme.differing().bg.is_none());
    }
}
