//! Matches in a terminal: the player and the debugger.
//!
//! [`App`] is the state, [`App::act`] applies keys to it, and [`App::draw`] draws it. [`show`] connects them to a
//! terminal: events, time, drawing. This crate knows no game: games describe themselves through [`game::Scene`].

mod act;
mod answerers;
mod app;
mod board;
mod breakpoints;
mod change;
mod forks;
mod help;
mod keys;
mod layout;
mod look;
mod panels;
mod play;
mod prompt;
mod screen;
mod search;
mod side;
mod speed;
mod text;
mod timeline;
mod walk;

pub use answerers::{Answerers, NoAnswerers};
pub use app::{App, Shown};
pub use keys::{Action, Binding, KEYS, action};
pub use look::Look;
pub use play::{ShowError, check_terminal, restore, show};
pub use prompt::{Question, turn_of};
pub use ratatui;
