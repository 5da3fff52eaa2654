//! The player in a terminal: events, time, drawing.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, IsTerminal, stdin, stdout};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, try_init, try_restore};

use crate::app::App;

/// The time between two pictures while the match is played.
const PICTURE: Duration = Duration::from_millis(33);
/// The time between two checks whether to end, while nothing happens.
const IDLE: Duration = Duration::from_millis(250);
/// The survey of the match runs for this long before keys are checked again.
const SURVEY: Duration = Duration::from_millis(8);
/// If a survey step takes longer than this, because it asks slow programs, the survey then rests [`REST`] times as long, so
/// that keys are checked again soon.
const LONG_SURVEY: Duration = Duration::from_millis(50);
const REST: u32 = 20;
/// Turns are played for this long, for one picture, before keys are checked again.
const PLAYED: Duration = Duration::from_millis(100);
/// The time between two pictures that show the progress of the survey.
const SURVEY_PICTURE: Duration = Duration::from_millis(120);

/// Why nothing can be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    /// Standard input or output is not a terminal.
    #[error(
        "this needs a terminal to draw in: run it in one, with neither standard input nor standard output redirected"
    )]
    NoTerminal,
    /// The terminal failed.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
}

/// Checks whether there is a terminal.
///
/// # Errors
/// If there is none.
pub fn check_terminal() -> Result<(), ShowError> {
    if stdin().is_terminal() && stdout().is_terminal() { Ok(()) } else { Err(ShowError::NoTerminal) }
}

/// Shows the player until the user quits, or `stop` ends it. Afterwards the terminal is restored, even after a panic.
///
/// # Errors
/// If there is no terminal, or it fails.
pub fn show(app: &mut App, stop: &dyn Fn() -> bool) -> Result<(), ShowError> {
    check_terminal()?;
    let mut terminal = try_init().inspect_err(|_| restore())?;
    let input = Input::capture();
    let now = Instant::now();
    let mut player = Player {
        app,
        stop,
        queued: RefCell::default(),
        drawn: now,
        played: now,
        rests: now,
        knows_more: false,
    };
    let ended = player.play(&mut terminal);
    drop(input);
    try_restore()?;
    Ok(ended?)
}

/// Restores the terminal, for a caller that ends the process while [`show`] runs.
pub fn restore() {
    Input::disable();
    // If the terminal is gone, there is nothing to restore.
    let _ = try_restore();
}

/// Captures the mouse and pasted text, and always releases them at the end.
struct Input;

impl Input {
    fn capture() -> Self {
        Self::enable();
        Self
    }

    fn enable() {
        // Without a mouse, keys do everything. If the terminal does not mark pasted text, the text acts as typed keys.
        let _ = execute!(stdout(), EnableMouseCapture, EnableBracketedPaste);
    }

    fn disable() {
        let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture);
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        Self::disable();
    }
}

/// Gives the terminal back and suspends the process, as Ctrl-Z does in other programs. Returns when the process continues.
#[cfg(unix)]
fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    terminal.show_cursor()?;
    Input::disable();
    try_restore()?;
    // The signal goes to this thread, so it stops the process before anything else is written.
    signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
    *terminal = try_init()?;
    Input::enable();
    Ok(())
}

/// There is nothing to suspend to.
#[cfg(not(unix))]
fn suspend(_: &mut DefaultTerminal) -> io::Result<()> {
    Ok(())
}

struct Player<'p, 'g> {
    app: &'p mut App<'g>,
    stop: &'p dyn Fn() -> bool,
    /// Input that arrived during a search.
    queued: RefCell<VecDeque<Event>>,
    /// When the last picture was drawn.
    drawn: Instant,
    /// The time up to which turns were played.
    played: Instant,
    /// The time until which the survey rests.
    rests: Instant,
    /// Whether the survey has got further than the picture shows.
    knows_more: bool,
}

impl Player<'_, '_> {
    fn play(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        self.draw(terminal)?;
        while !self.app.is_over() && !(self.stop)() {
            let is_touched = self.wait(terminal)?;
            let is_moved = self.play_on();
            let is_due = self.drawn.elapsed() >= SURVEY_PICTURE || !self.app.is_surveying();
            if is_touched || is_moved || (self.knows_more && is_due) {
                self.draw(terminal)?;
            }
        }
        Ok(())
    }

    /// Plays the turns that are due; returns whether it checked for any.
    fn play_on(&mut self) -> bool {
        let elapsed = self.played.elapsed();
        if !self.app.is_playing() {
            self.played = Instant::now();
            return false;
        }
        if elapsed < PICTURE {
            return false;
        }
        let start = Instant::now();
        self.played = start;
        let asks = self.app.asks_programs();
        self.app.tick(elapsed, &|| start.elapsed() >= PLAYED && (asks || is_waiting()));
        true
    }

    fn draw(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        terminal.draw(|frame| {
            self.app.fit(frame.area());
            self.app.draw(frame.buffer_mut());
        })?;
        self.drawn = Instant::now();
        self.knows_more = false;
        Ok(())
    }

    /// Waits for a key or for the next picture, and meanwhile surveys the match. Returns whether anything came.
    fn wait(&mut self, terminal: &mut DefaultTerminal) -> io::Result<bool> {
        if let Some(queued) = self.queued.get_mut().pop_front() {
            return self.handle(&queued, terminal).map(|()| true);
        }
        let is_surveying = self.app.is_surveying() && Instant::now() >= self.rests;
        if is_surveying {
            self.survey();
        }
        let due = if self.app.is_playing() { PICTURE.saturating_sub(self.played.elapsed()) } else { IDLE };
        if !event::poll(if is_surveying { Duration::ZERO } else { due })? {
            return Ok(false);
        }
        let event = event::read()?;
        self.handle(&event, terminal)?;
        Ok(!is_idle(&event))
    }

    /// Surveys the match for a short while.
    fn survey(&mut self) {
        let start = Instant::now();
        self.app.survey(&|| start.elapsed() >= SURVEY);
        let taken = start.elapsed();
        if taken > LONG_SURVEY {
            self.rests = Instant::now() + taken * REST;
        }
        self.knows_more = true;
    }

    fn handle(&mut self, event: &Event, terminal: &mut DefaultTerminal) -> io::Result<()> {
        match event {
            Event::Key(key) if is_suspend(key) => {
                suspend(terminal)?;
                // The time that has passed is not made up for.
                self.played = Instant::now();
                self.draw(terminal)
            }
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(key, terminal),
            Event::Paste(text) => {
                self.app.paste(text);
                Ok(())
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let Self { app, stop, queued, .. } = self;
                app.click(mouse.column, mouse.row, &|| stop() || is_stopped(queued));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn press(&mut self, key: &KeyEvent, terminal: &mut DefaultTerminal) -> io::Result<()> {
        let takes_long = self.app.may_take_long(key);
        if takes_long {
            self.app.say_busy();
            self.draw(terminal)?;
        }
        let Self { app, stop, queued, .. } = self;
        app.key(key, &|| stop() || is_stopped(queued));
        Ok(())
    }
}

/// Whether there is input that has not been handled yet.
fn is_waiting() -> bool {
    event::poll(Duration::ZERO).unwrap_or(true)
}

/// Whether an event is a mouse movement. There are hundreds of them, and they change nothing.
fn is_idle(event: &Event) -> bool {
    matches!(event, Event::Mouse(mouse) if !matches!(mouse.kind, MouseEventKind::Down(_)))
}

/// Whether the user stops a search. Other keys are queued until the search is over.
fn is_stopped(queued: &RefCell<VecDeque<Event>>) -> bool {
    while event::poll(Duration::ZERO).unwrap_or(false) {
        let Ok(event) = event::read() else { return true };
        match &event {
            Event::Key(key) if is_stop(key) => return true,
            _ if is_idle(&event) => {}
            _ => queued.borrow_mut().push_back(event),
        }
    }
    false
}

fn is_suspend(key: &KeyEvent) -> bool {
    let is_control_z = key.code == KeyCode::Char('z') && key.modifiers == KeyModifiers::CONTROL;
    key.kind == KeyEventKind::Press && is_control_z
}

fn is_stop(key: &KeyEvent) -> bool {
    let is_control_c = key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL;
    key.kind != KeyEventKind::Release && (key.code == KeyCode::Esc || is_control_c)
}
