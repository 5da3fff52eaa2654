//! Colours, and what says the same without them.

use game::{Agent, LineRole, Seat};
use ratatui::style::{Color, Modifier, Style};

/// Colours that colour-blind people can tell apart (Okabe and Ito, 2008), as the nearest of the 256 that nearly every
/// terminal has: orange, sky blue, bluish green, yellow, reddish purple, vermillion, blue.
const SEATS: [u8; 7] = [214, 74, 36, 227, 175, 166, 33];

/// How things are set off from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// By colours, too.
    Colours,
    /// By letters, weight and lines alone.
    Plain,
}

impl Theme {
    /// As the environment wishes: without colours, if `NO_COLOR` is set and not empty.
    #[must_use]
    pub fn of_environment() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if unwanted { Self::Plain } else { Self::Colours }
    }

    /// What belongs to a seat, or to nobody.
    pub(crate) fn seat(self, seat: Option<Seat>) -> Style {
        match (self, seat) {
            (Self::Colours, Some(seat)) => Style::new().fg(Color::Indexed(SEATS[seat % SEATS.len()])),
            (Self::Plain, Some(_)) => Style::new(),
            (_, None) => self.quiet(),
        }
    }

    /// Somebody on the board.
    pub(crate) fn agent(self, agent: &Agent) -> Style {
        self.seat(Some(agent.seat)).add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Land of a seat, fresh or old.
    pub(crate) fn land(self, seat: Option<Seat>, age: Age) -> Style {
        let style = self.seat(seat);
        match age {
            Age::Fresh => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
            Age::Old => style,
        }
    }

    /// What differs between two boards.
    pub(crate) fn differing(self) -> Style {
        match self {
            Self::Colours => Style::new().bg(Color::Indexed(238)).add_modifier(Modifier::BOLD),
            Self::Plain => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    pub(crate) fn quiet(self) -> Style {
        match self {
            Self::Colours => Style::new().fg(Color::Indexed(244)),
            Self::Plain => Style::new().add_modifier(Modifier::DIM),
        }
    }

    pub(crate) fn failure(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match self {
            Self::Colours => style.fg(Color::Indexed(203)),
            Self::Plain => style,
        }
    }

    pub(crate) fn line(self, role: LineRole) -> Style {
        match role {
            LineRole::Plain => Style::new(),
            LineRole::Current => Style::new().add_modifier(Modifier::BOLD),
            LineRole::Quiet => self.quiet(),
            LineRole::Added => self.of_change(36),
            LineRole::Removed => self.of_change(166),
            LineRole::Failure => self.failure(),
        }
    }

    fn of_change(self, colour: u8) -> Style {
        match self {
            Self::Colours => Style::new().fg(Color::Indexed(colour)),
            Self::Plain => Style::new(),
        }
    }
}

/// How long ago something was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Age {
    /// In one of the last turns.
    Fresh,
    /// Before.
    Old,
}

/// How many seats have a letter of their own.
pub(crate) const LETTERS: usize = 26;

/// The letter of a seat; after the last one they begin again.
pub(crate) fn letter(seat: Seat) -> char {
    char::from(b'A' + u8::try_from(seat % LETTERS).unwrap_or(0))
}

/// The letter of somebody on the board: that of the seat, and a small one if another role of the seat acts before.
pub(crate) fn agent_letter(agents: &[Agent], agent: &Agent) -> char {
    let first = agents.iter().find(|one| one.seat == agent.seat);
    let capital = letter(agent.seat);
    if first.is_some_and(|first| first.role != agent.role) { capital.to_ascii_lowercase() } else { capital }
}

/// What stands before a line of a role where colours do not tell.
pub(crate) fn line_mark(role: LineRole) -> &'static str {
    match role {
        LineRole::Current => "▸",
        LineRole::Added => "+",
        LineRole::Removed => "-",
        LineRole::Failure => "!",
        LineRole::Plain | LineRole::Quiet => " ",
    }
}
