//! `bout lsp`: what editors ask about programs, over the Language Server Protocol.
//!
//! [`serve`] answers one editor over a connection; [`streams::serve`] does so over a pair of byte streams. Everything that
//! needs files, compilers or processor time comes from a [`Host`].

mod address;
mod analysis;
mod client;
mod document;
mod features;
mod host;
mod jobs;
mod requests;
mod server;
pub mod streams;
mod text;

pub use host::{Host, ProgramText, Work, WorkError};
pub use server::{Ending, serve};
pub use text::{Encoding, Text};
