//! A match as a web page: gives the page's scripts a replay as plain bytes and JSON.
//!
//! [`MatchView`] is the whole interface, and is tested like any other library. In the WebAssembly build, `wasm.rs`
//! exports it to the scripts in `web/`; `pack/` at the root of the repository packs both into
//! `crates/report/dist/page.html`, which `bout view -o` fills with a record.

mod json;
mod keys;
mod manual_moves;
mod match_view;
mod paint;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use keys::keys;
pub use match_view::MatchView;
pub use paint::MAX_SPOTS;
pub use viewer::painting::{DIFFERS, FILLED, GLOW_SHIFT, OWNER_BITS, WRITTEN};
