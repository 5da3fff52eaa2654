//! A war: a match of `PerlWar` whose programs are not all known beforehand, kept in a folder.
//!
//! ```text
//! war.toml            parameters and seed: fixed when the first round is played
//! players/NAME.pl     everybody's program file: each snippet that was handed in is a section of it
//! rounds.jsonl        a line a round: what entered, what perl answered, and the Array's state hash
//! war.bout            the record of the whole match, as soon as it is over
//! .bout/              who is at work (not for git)
//! ```
//!
//! Nothing else is kept: where a war stands is worked out by playing it from its beginning with the answers that were
//! given. Every command writes one file, whole or not at all (or one line, of which a part does not count), so that
//! a command which is killed leaves the war as it was before it or as it is after it.
//!
//! Seats are the players' files by name, so that `bout play` on `players/` plays the same match, and nothing depends
//! on who was first to hand something in.

mod config;
mod folder;
mod names;
mod players;
mod rounds;
mod state;

pub(crate) use config::{CONFIG_FILE, Config};
pub(crate) use folder::{Ending, Folder};
pub(crate) use names::{check_name, same_in_other_case};
pub(crate) use state::{RoundPlayer, WarState};
