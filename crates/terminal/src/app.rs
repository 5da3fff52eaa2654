//! The state of the player in the terminal.

use std::collections::BTreeSet;

use game::{Agent, EventKind, NotableKind, Seat, Shape, StoryKind, StorySentence};
use ratatui::layout::Rect;
use viewer::{Condition, Different, Replay, different};

use crate::fork_players::ForkPlayers;
use crate::prompt::{Prompt, PromptKind};
use crate::search::printable;
use crate::side::Side;
use crate::speed::Speed;
use crate::theme::{LETTERS, Theme, agent_letter, letter};

/// The match to show, and how to show it.
pub struct Options<'g> {
    /// The match.
    pub replay: Replay<'g>,
    /// The names of the programs, in the order of their seats.
    pub names: Vec<String>,
    /// Makes the players that answer in forks.
    pub fork_players: &'g dyn ForkPlayers,
    /// Whether to use colours.
    pub theme: Theme,
}

/// The state of the player: everything that a picture depends on.
pub struct App<'g> {
    pub(crate) names: Vec<String>,
    pub(crate) fork_players: &'g dyn ForkPlayers,
    pub(crate) theme: Theme,
    pub(crate) original: Side<'g>,
    pub(crate) fork: Option<Fork<'g>>,
    /// Which side keys work on.
    pub(crate) watched: Watched,
    pub(crate) turn: u64,
    pub(crate) cursor: usize,
    pub(crate) followed: Option<Followed>,
    pub(crate) zoom: Zoom,
    pub(crate) overview: Overview,
    pub(crate) panels: PanelPlace,
    /// How many lines of the panels are scrolled off at the top.
    pub(crate) panel_scroll: usize,
    pub(crate) is_playing: bool,
    pub(crate) speed: Speed,
    pub(crate) prompt: Option<Prompt>,
    /// Lines that were typed before, oldest first.
    pub(crate) typed: Vec<(PromptKind, String)>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) message: Option<String>,
    pub(crate) conditions: Vec<Condition>,
    /// Turns in which a breakpoint is known to begin to hold.
    pub(crate) stops: BTreeSet<u64>,
    /// The window.
    pub(crate) area: Rect,
    pub(crate) is_over: bool,
}

/// A fork, and its differences from the original.
pub(crate) struct Fork<'g> {
    pub(crate) side: Side<'g>,
    /// Where it differs from the original at this turn.
    pub(crate) differing: Vec<Different>,
    /// The changes, as they were typed.
    pub(crate) changes: Vec<String>,
}

/// The side that keys work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Watched {
    Original,
    Fork,
}

/// An agent that the cursor follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Followed {
    pub(crate) seat: Seat,
    pub(crate) role: &'static str,
}

impl Followed {
    pub(crate) fn is(self, agent: &Agent) -> bool {
        (self.seat, self.role) == (agent.seat, agent.role)
    }
}

/// How much of the board the lower part shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zoom {
    /// One line per cell, with its whole text.
    Lines,
    /// This many cells per character.
    Cells(usize),
}

/// The meaning of a character in the overview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overview {
    /// How many of its cells are not blank.
    Shades,
    /// Who wrote most of its cells.
    Letters,
}

/// Where the panels are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PanelPlace {
    Beside,
    Alone,
    Nowhere,
}

/// A list or text that covers part of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The keys, from line `first` on.
    Help { first: usize },
    /// The breakpoints, one of them selected.
    Breakpoints { chosen: usize },
    /// Why the match ended as it did, with one sentence selected.
    Explanation { chosen: usize },
}

impl<'g> App<'g> {
    /// Makes the player, at the replay's current turn.
    #[must_use]
    pub fn new(options: Options<'g>) -> Self {
        let Options { replay, names, fork_players, theme } = options;
        let speed = Speed::for_match(replay.last_turn().saturating_sub(replay.first_turn()));
        let original = Side::new(replay);
        let first = original.agents.first().copied();
        let overview = if theme == Theme::Plain { Overview::Letters } else { Overview::Shades };
        Self {
            names: names.iter().map(|name| printable(name)).collect(),
            fork_players,
            theme,
            fork: None,
            watched: Watched::Original,
            turn: original.replay.turn(),
            cursor: first.map_or(0, |agent| agent.cell),
            followed: first.map(|Agent { seat, role, .. }| Followed { seat, role }),
            zoom: Zoom::Cells(1),
            overview,
            panels: PanelPlace::Beside,
            panel_scroll: 0,
            is_playing: false,
            speed,
            prompt: None,
            typed: Vec::new(),
            overlay: None,
            message: None,
            conditions: Vec::new(),
            stops: BTreeSet::new(),
            area: Rect::ZERO,
            is_over: false,
            original,
        }
    }

    /// Starts playing.
    pub fn play(&mut self) {
        self.is_playing = true;
    }

    /// Sets the size of the window.
    pub fn fit(&mut self, area: Rect) {
        self.area = area;
    }

    /// The turn that is shown. With two sides, one of them may end before it or begin after it.
    #[must_use]
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// The last turn, as far as it is known.
    pub(crate) fn last_turn(&self) -> u64 {
        let fork = self.fork.as_ref().map_or(0, |fork| fork.side.replay.last_turn());
        self.original.replay.last_turn().max(fork)
    }

    /// The cell under the cursor.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The last message, if it is still shown.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Whether the match is being played.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Whether the player should end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many cells differ between original and fork; `None` if there is no fork.
    #[must_use]
    pub fn differing_cells(&self) -> Option<usize> {
        self.fork.as_ref().map(|fork| fork.differing.iter().map(|stretch| stretch.count).sum())
    }

    /// The side that keys work on.
    pub(crate) fn side(&self) -> &Side<'g> {
        match (self.watched, &self.fork) {
            (Watched::Fork, Some(fork)) => &fork.side,
            _ => &self.original,
        }
    }

    pub(crate) fn side_mut(&mut self) -> &mut Side<'g> {
        match (self.watched, &mut self.fork) {
            (Watched::Fork, Some(fork)) => &mut fork.side,
            _ => &mut self.original,
        }
    }

    /// Goes to a turn on both sides, until `stop` ends it. Returns whether it arrived there, or at the nearest turn that
    /// exists.
    pub fn seek(&mut self, turn: u64, stop: &dyn Fn() -> bool) -> bool {
        let mut is_whole = true;
        // The fork goes first: if it stops early, the original should stop at the same turn.
        let forked = self.fork.as_mut().map(|fork| {
            is_whole = fork.side.seek(turn, stop);
            fork.side.replay.turn()
        });
        let wanted = forked.filter(|_| !is_whole).unwrap_or(turn);
        is_whole &= self.original.seek(wanted, stop);
        let reached = self.original.replay.turn().max(forked.unwrap_or(0));
        self.turn = wanted.min(reached);
        self.compare();
        self.stay_with_followed();
        is_whole
    }

    /// Whether playing on asks programs. Each of them may use all the time that it is allowed.
    #[must_use]
    pub fn asks_programs(&self) -> bool {
        self.fork.as_ref().is_some_and(|fork| fork.side.replay.lineup().game().runs_foreign_code())
    }

    /// Finds out where the sides differ.
    pub(crate) fn compare(&mut self) {
        if let Some(fork) = &mut self.fork {
            // Boards of different turns have differences that the change did not cause.
            let is_same_turn = self.original.replay.turn() == fork.side.replay.turn();
            fork.differing =
                if is_same_turn { different(&self.original.frame, &fork.side.frame) } else { Vec::new() };
        }
    }

    pub(crate) fn stay_with_followed(&mut self) {
        let Some(followed) = self.followed else { return };
        let found = self.side().agents.iter().find(|agent| followed.is(agent)).map(|agent| agent.cell);
        if let Some(cell) = found {
            self.cursor = cell.min(self.last_cell());
        }
    }

    pub(crate) fn last_cell(&self) -> usize {
        self.original.cells().saturating_sub(1)
    }

    /// Moves the cursor. On a ring it wraps around; elsewhere it stops at the ends.
    pub(crate) fn move_cursor(&mut self, cells: i64) {
        let count = self.original.cells();
        if count == 0 {
            return;
        }
        let [here, count] = [self.cursor, count].map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        let wanted = here.saturating_add(cells);
        let there = match self.original.replay.scene().shape() {
            Shape::Ring { .. } => wanted.rem_euclid(count),
            Shape::Row { .. } | Shape::Grid { .. } => wanted.clamp(0, count - 1),
        };
        self.followed = None;
        self.cursor = usize::try_from(there).unwrap_or(0);
    }

    /// Shows a message in the last line, until the next key.
    pub(crate) fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// A seat in words: letter, number and name.
    pub(crate) fn seat_in_words(&self, seat: Seat) -> String {
        let name = self.names.get(seat).map_or("", String::as_str);
        format!("{} {seat}:{name}", letter(seat))
    }

    /// The letter of a seat, with its number if several seats share that letter.
    pub(crate) fn seat_in_short(&self, seat: Seat) -> String {
        let letter = letter(seat);
        if self.names.len() > LETTERS { format!("{letter} {seat}") } else { letter.into() }
    }

    /// The notable events of this turn, in words for spectators.
    pub(crate) fn events_in_words(&self) -> Option<String> {
        let side = self.side();
        let scene = side.replay.scene();
        let mut notable =
            side.replay.happened().iter().filter_map(|event| Some((event, scene.notable(event)?)));
        let (event, first) = notable.next()?;
        let more = notable.count();
        let who = self.seat_in_short(first.seat);
        let what = match (first.kind, first.victim.map(|victim| self.seat_in_short(victim))) {
            (NotableKind::Death, _) => self.death_in_words(first.seat),
            (kind, Some(victim)) => format!("{}: {who} on {victim}", kind.word()),
            (kind, None) => format!("{}: {who}", kind.word()),
        };
        let how = match event.kind {
            EventKind::Write { cell, .. } => format!(", {}", self.place_in_words(cell)),
            EventKind::Death { .. } => String::new(),
        };
        let more = if more > 0 { format!(", and {more} more in this turn") } else { String::new() };
        Some([what, how, more].concat())
    }

    /// The story's sentence about a death in this turn.
    fn death_in_words(&self, seat: Seat) -> String {
        let replay = &self.side().replay;
        let is_it = |told: &&StorySentence| {
            told.turn == replay.turn()
                && told.seat == seat
                && told.kind == StoryKind::Notable(NotableKind::Death)
        };
        match replay.story().iter().find(is_it) {
            Some(told) => format!("✝ {}", told.text),
            None => format!("✝ {} dies", self.seat_in_words(seat)),
        }
    }

    /// The agent that the cursor follows, in words.
    pub(crate) fn followed_in_words(&self) -> Option<String> {
        let followed = self.followed?;
        let agents = &self.side().agents;
        let agent = agents.iter().find(|agent| followed.is(agent));
        Some(match agent {
            Some(agent) => format!("{} ({} of {})", agent_letter(agents, agent), agent.role, agent.seat),
            None => format!("{} ({} of {}, gone)", letter(followed.seat), followed.role, followed.seat),
        })
    }
}
