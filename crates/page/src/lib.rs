//! A match as a web page: gives the page's scripts a replay as plain bytes and JSON.
//!
//! [`Projector`] is the whole interface, and is tested like any other library. In the WebAssembly build, `wasm.rs`
//! exports it to the scripts in `web/`; `pack/` at the root of the repository packs both into
//! `crates/report/dist/page.html`, which `bout view -o` fills with a record.

mod hand;
mod paint;
mod projector;
mod search;
mod told;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use paint::{DIFFERS, FILLED, GLOW_SHIFT, MAX_SPOTS, OWNER_BITS, WRITTEN};
pub use projector::Projector;
pub use search::{Searched, Way};
