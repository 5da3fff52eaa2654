//! Plays the games of a contest on threads of this process ([`Local`]) or on machines elsewhere, which receive [`Batch`]es.
//!
//! A batch contains everything that its results depend on. [`run_batch`] is a pure function of a batch and its programs, so
//! it does not matter which machine plays a batch, or how often.

mod batch;
mod dispatcher;
mod local;
mod run;
mod verify;
pub mod wire;

pub use batch::{
    Batch, BatchId, BatchPart, ENVIRONMENT_NAME_DIGITS, Terms, Work, environment_id, environment_name,
};
pub use dispatcher::{DispatchError, Dispatcher, Ended, Ledger, Order, Part, Sources, Tools, Travel};
pub use local::Local;
pub use run::{BatchError, BatchResult, PartResult, RemoteCounts, RemoteGame, RemotePlaces, run_batch};
pub use verify::{FalseResult, Unverified, Verifier};
