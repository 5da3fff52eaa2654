//! A match as a short film: a title card, the turns that matter with captions, and a result card.
//!
//! [`Film`] chooses the turns of a replay and composes a [`Picture`] of each: boxes, signs, texts and a board, as plain
//! data. [`write_gif`], [`write_svg`], [`write_png`] and [`write_frames`] turn pictures into files. The same film is the
//! same bytes on every machine: fonts are part of the crate, and nothing depends on time.

mod cards;
mod film;
mod font;
mod gif_file;
mod layout;
mod options;
mod picture;
mod plan;
mod raster;
mod story;
mod svg;
mod theme;

pub use film::{Film, FilmError};
pub use gif_file::write_gif;
pub use options::{MAX_SECONDS, MAX_SIZE, MIN_SECONDS, MIN_SIZE, Options, OptionsError, Pace, Size};
pub use picture::{Align, Area, BoardPicture, Item, Picture};
pub use raster::{write_frames, write_png};
pub use svg::write_svg;
pub use theme::Theme;
