//! Matches in a terminal: the player and the debugger.
//!
//! [`App`] is the state, [`App::key`] applies keys to it, and [`App::draw`] draws it. [`show`] connects them to a
//! terminal: events, time, drawing. This crate knows no game: games describe themselves through [`game::Scene`].

mod app;
mod board;
mod breakpoints;
mod change;
mod commands;
mod explanation;
mod fork_players;
mod forks;
mod help;
mod keys;
mod layout;
mod panels;
mod play;
mod prompt;
mod screen;
mod search;
mod side;
mod speed;
mod text;
mod theme;
mod timeline;
mod walk;

pub use app::{App, Options};
pub use fork_players::{ForkPlayers, NoPrograms};
pub use keys::{command, event};
pub use play::{ShowError, check_terminal, restore, show};
pub use prompt::{PromptKind, turn_of};
pub use ratatui;
pub use theme::Theme;
