//! Runs commands.

use std::iter::once;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use viewer::Condition;
use viewer::keys::Command;

use crate::app::{App, Followed, Overlay, Overview, PanelPlace, Zoom};
use crate::keys::command;
use crate::prompt::{Prompt, PromptKind, turn_of, with_cursor};
use crate::side::Side;
use game::text::grouped;

/// The most cells per character when zoomed out.
const MAX_CELLS_PER_CHARACTER: usize = 1 << 20;
/// The factor by which zooming changes the cells per character.
const ZOOM_STEP: usize = 4;

impl App<'_> {
    /// Handles a key, also in prompts and lists. Long searches end when `stop` returns true.
    pub fn key(&mut self, key: &KeyEvent, stop: &dyn Fn() -> bool) {
        if self.prompt.is_some() && !is_interrupt(key) {
            self.type_key(key, stop);
        } else if let Some(command) = command(key) {
            self.message = None;
            if !self.run_on_overlay(command) {
                self.run(command, stop);
            }
        } else {
            self.key_of_overlay(key, stop);
        }
    }

    /// Takes pasted text. Where a line is typed, the text becomes part of it, and a line break does not submit it. Elsewhere
    /// the pasted characters do not act as keys.
    pub fn paste(&mut self, text: &str) {
        let Some(prompt) = &mut self.prompt else {
            return self.say("pasted text is taken only where a line is typed: after g, b or x");
        };
        let line = text.trim().replace(['\r', '\n', '\t'], " ");
        line.chars().for_each(|character| prompt.push(character));
    }

    /// Whether a key starts something that may take long, so that a message should be shown first.
    #[must_use]
    pub fn may_take_long(&self, key: &KeyEvent) -> bool {
        match &self.prompt {
            Some(prompt) => {
                key.code == KeyCode::Enter && matches!(prompt.kind, PromptKind::Turn | PromptKind::Change)
            }
            None => command(key)
                .is_some_and(|command| is_search(command) || (self.asks_programs() && is_move(command))),
        }
    }

    /// Says that something takes long, until there is another message.
    pub fn say_busy(&mut self) {
        self.say(if self.asks_programs() {
            "asking programs… Esc stops"
        } else {
            "searching… Esc stops"
        });
    }

    /// Runs a command.
    pub fn run(&mut self, command: Command, stop: &dyn Fn() -> bool) {
        match command {
            Command::PlayOrPause => self.pause(stop),
            Command::Faster => self.speed.up(),
            Command::Slower => self.speed.down(),
            Command::Turns(turns) => self.go(turns, stop),
            Command::Twentieths(parts) => {
                let part = i64::try_from(self.last_turn() / 20).unwrap_or(i64::MAX).max(1);
                self.go(parts.saturating_mul(part), stop);
            }
            Command::Start => self.stop_at(0, stop),
            Command::End => self.go_to_end(stop),
            Command::GoTo => self.prompt = Some(Prompt::new(PromptKind::Turn)),
            Command::NextAgent => self.follow_next(1),
            Command::PreviousAgent => self.follow_next(-1),
            Command::Follow => self.toggle_following(),
            Command::Cursor(cells) => self.move_cursor(cells),
            Command::CursorRows(rows) => {
                let row = i64::try_from(self.row_cells()).unwrap_or(1);
                self.move_cursor(rows.saturating_mul(row));
            }
            Command::ZoomIn => self.zoom = self.zoom.nearer(),
            Command::ZoomOut => self.zoom = self.zoom.farther(),
            Command::Overview => self.overview = self.overview.other(),
            Command::Panels => self.panels = self.panels.next(),
            Command::Scroll(lines) => self.panel_scroll = moved(self.panel_scroll, lines * 3),
            Command::AddBreakpoint => self.prompt = Some(Prompt::new(PromptKind::Breakpoint)),
            Command::Fork => self.prompt = Some(Prompt::new(PromptKind::Change)),
            Command::ListBreakpoints => self.overlay = Some(Overlay::Breakpoints { chosen: 0 }),
            Command::OtherSide => self.look_at_other_side(),
            Command::DropFork => self.drop_fork(),
            Command::Explain => self.explain(stop),
            Command::Help => self.overlay = Some(Overlay::Help { first: 0 }),
            Command::Close => self.is_playing = false,
            Command::Quit => self.is_over = true,
            Command::NextEvent
            | Command::PreviousEvent
            | Command::WhoWrote
            | Command::GoToWrite
            | Command::NextWrite
            | Command::PreviousWrite
            | Command::NextBreakpoint
            | Command::PreviousBreakpoint => self.run_search(command, stop),
            // Only the page has this command.
            Command::EditBreakpoints => {}
        }
    }

    fn pause(&mut self, stop: &dyn Fn() -> bool) {
        if !self.is_playing && self.is_at_end() {
            self.seek(0, stop);
        }
        self.is_playing = !self.is_playing;
    }

    /// Whether there is no later turn.
    pub(crate) fn is_at_end(&self) -> bool {
        let is_at_end = |replay: &viewer::Replay| replay.end().is_some_and(|end| replay.turn() >= end.turn());
        self.sides().iter().all(|side| is_at_end(&side.replay))
    }

    fn go(&mut self, turns: i64, stop: &dyn Fn() -> bool) {
        let turn = self.turn();
        let wanted = if turns < 0 {
            turn.saturating_sub(turns.unsigned_abs())
        } else {
            turn.saturating_add(turns.unsigned_abs())
        };
        self.stop_at(wanted, stop);
    }

    /// Goes to a turn, and stops playing.
    pub(crate) fn stop_at(&mut self, turn: u64, stop: &dyn Fn() -> bool) {
        self.is_playing = false;
        self.message = None;
        if !self.seek(turn, stop) {
            self.say("stopped");
        } else if let Some(events) = self.events_in_words() {
            self.say(events);
        }
    }

    fn go_to_end(&mut self, stop: &dyn Fn() -> bool) {
        // The length of a fork is not known until the fork has been surveyed.
        let is_known = self.fork.as_mut().is_none_or(|fork| fork.side.replay.survey(u64::MAX, stop));
        if is_known {
            self.stop_at(self.last_turn(), stop);
        } else {
            // Goes as far as the fork was played; no program is asked any more.
            self.stop_at(self.side().replay.surveyed(), &|| false);
            self.say("stopped");
        }
    }

    /// Plays on for the elapsed time, up to the first breakpoint, or until `stop` ends it.
    pub fn tick(&mut self, elapsed: std::time::Duration, stop: &dyn Fn() -> bool) {
        if !self.is_playing {
            return;
        }
        let turns = self.speed.turns_after(elapsed);
        if turns == 0 {
            return;
        }
        let until = self.turn().saturating_add(turns);
        let result = self.first_breakpoint_until(until, stop);
        if result.found.is_some() {
            self.is_playing = false;
            return self.go_to_breakpoint(result, stop, "");
        }
        // After a stopped search, it is not known what it would have found.
        if !result.is_stopped {
            self.seek(until, stop);
        }
        if self.is_at_end() {
            self.is_playing = false;
        }
    }

    /// Whether something about the match is not known yet.
    #[must_use]
    pub fn is_surveying(&self) -> bool {
        self.sides().iter().any(|side| !side.replay.is_settled()) || !self.original.knows_lead
    }

    /// Surveys the rest of the match, until `stop` ends it. First it finds out who wrote the cells that are shown, and last
    /// who was ahead in the original.
    pub fn survey(&mut self, stop: &dyn Fn() -> bool) {
        let fork = self.fork.as_mut().map(|fork| &mut fork.side);
        for Side { replay, .. } in once(&mut self.original).chain(fork) {
            replay.find_writers(u64::MAX, stop);
            replay.survey(u64::MAX, stop);
        }
        self.original.find_lead(stop);
    }

    fn follow_next(&mut self, step: i64) {
        let agents = &self.side().agents;
        if agents.is_empty() {
            return self.say("nobody is on the board");
        }
        let count = i64::try_from(agents.len()).unwrap_or(i64::MAX);
        let here = self.followed.and_then(|followed| agents.iter().position(|agent| followed.is(agent)));
        let here = here.and_then(|here| i64::try_from(here).ok());
        let next = here.map_or(0, |here| (here + step).rem_euclid(count));
        let agent = agents[usize::try_from(next).unwrap_or(0)];
        self.followed = Some(Followed { seat: agent.seat, role: agent.role });
        self.panel_scroll = 0;
        self.stay_with_followed();
    }

    fn toggle_following(&mut self) {
        if self.followed.take().is_none() {
            let nearest = self.side().agents.iter().min_by_key(|agent| agent.cell.abs_diff(self.cursor));
            self.followed = nearest.map(|agent| Followed { seat: agent.seat, role: agent.role });
            self.stay_with_followed();
        }
    }

    fn type_key(&mut self, key: &KeyEvent, stop: &dyn Fn() -> bool) {
        let Some(prompt) = &mut self.prompt else { return };
        match key.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => self.answer(stop),
            KeyCode::Backspace => prompt.delete(),
            KeyCode::Up => prompt.recall(&self.typed, 1),
            KeyCode::Down => prompt.recall(&self.typed, -1),
            KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => prompt.clear(),
            KeyCode::Char(character) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                prompt.push(character);
            }
            _ => {}
        }
    }

    /// Carries out what was typed at the prompt. If that fails, the prompt stays and says why.
    fn answer(&mut self, stop: &dyn Fn() -> bool) {
        self.message = None;
        let Some(prompt) = self.prompt.take() else { return };
        if prompt.text.trim().is_empty() {
            return;
        }
        let text = with_cursor(prompt.text.trim(), self.cursor);
        let done = match prompt.kind {
            PromptKind::Turn => self.go_to(&text, stop),
            PromptKind::Breakpoint => self.add_breakpoint(&text),
            PromptKind::Change => self.make_fork(&text),
        };
        self.typed.push((prompt.kind, prompt.text.clone()));
        if let Err(why) = done {
            self.prompt = Some(Prompt { error: Some(why), back: 0, ..prompt });
        }
    }

    fn go_to(&mut self, text: &str, stop: &dyn Fn() -> bool) -> Result<(), String> {
        if text.trim() == "end" {
            self.go_to_end(stop);
            return Ok(());
        }
        let turn = turn_of(text, self.turn(), self.last_turn())?;
        self.stop_at(turn, stop);
        let here = self.turn();
        if here < turn && self.is_at_end() {
            self.say(format!("turn {} is the last one", grouped(here)));
        }
        Ok(())
    }

    fn add_breakpoint(&mut self, text: &str) -> Result<(), String> {
        let condition = Condition::parse(text).map_err(|error| error.to_string())?;
        condition.check(&self.original.replay).map_err(|error| error.to_string())?;
        self.say(format!("breakpoint `{condition}`: c runs to it, Space stops at it"));
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
        Ok(())
    }
}

fn is_interrupt(key: &KeyEvent) -> bool {
    (key.code, key.modifiers) == (KeyCode::Char('c'), KeyModifiers::CONTROL)
}

/// A number of lines, changed by `by`, but at least 0.
pub(crate) fn moved(lines: usize, by: i64) -> usize {
    lines.saturating_add_signed(isize::try_from(by).unwrap_or(0))
}

/// Whether a command may search through much of the match.
fn is_search(command: Command) -> bool {
    matches!(
        command,
        Command::End
            | Command::Explain
            | Command::NextEvent
            | Command::PreviousEvent
            | Command::WhoWrote
            | Command::GoToWrite
            | Command::NextWrite
            | Command::PreviousWrite
            | Command::NextBreakpoint
            | Command::PreviousBreakpoint
    )
}

/// Whether a command goes to another turn.
fn is_move(command: Command) -> bool {
    matches!(command, Command::Turns(_) | Command::Twentieths(_) | Command::Start)
}

impl Zoom {
    fn nearer(self) -> Self {
        match self {
            Self::Lines | Self::Cells(1) => Self::Lines,
            Self::Cells(cells) => Self::Cells(cells / ZOOM_STEP),
        }
    }

    fn farther(self) -> Self {
        match self {
            Self::Lines => Self::Cells(1),
            Self::Cells(cells) => Self::Cells((cells * ZOOM_STEP).min(MAX_CELLS_PER_CHARACTER)),
        }
    }
}

impl Overview {
    fn other(self) -> Self {
        match self {
            Self::Shades => Self::Letters,
            Self::Letters => Self::Shades,
        }
    }
}

impl PanelPlace {
    fn next(self) -> Self {
        match self {
            Self::Beside => Self::Alone,
            Self::Alone => Self::Nowhere,
            Self::Nowhere => Self::Beside,
        }
    }
}
