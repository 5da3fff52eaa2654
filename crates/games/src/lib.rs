//! The games of bout, one folder each, and the registry that lists them.

pub mod conformance;
pub mod crash;
pub mod esowar;
pub mod perlwar;
mod placement;
pub mod registry;
pub mod snakes;
pub mod source;
mod visits;

pub use registry::{CasePlayers, ManualMoves, REGISTRY, RegisteredGame, TextLog, Warning, Word};
