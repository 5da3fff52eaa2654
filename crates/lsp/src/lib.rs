//! `bout lsp`: a language server for programs.
//!
//! [`serve`] serves one editor over a connection; [`streams::serve`] does so over a pair of byte streams. A
//! [`Host`] does everything that needs files, compilers or much processor time.

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
