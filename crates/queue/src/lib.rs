//! Games of contests on many machines, over NATS with `JetStream`.
//!
//! A coordinator ([`Nats`]) publishes batches of games as messages of a work queue. Workers ([`work`]) on any number of
//! machines pull them, play them, and publish their reports. Only the coordinator's database counts: batches that the
//! queue loses are published again, and reports that it delivers twice count once.

mod address;
mod audit;
mod batches;
mod connection;
mod coordinator;
mod earlier;
mod environments;
mod error;
mod key;
mod link;
mod machine;
mod metrics;
mod nats;
mod presence;
mod programs;
mod relay;
mod seen;
mod status;
mod subjects;
mod transport;
mod worker;

pub use address::Address;
pub use environments::environments;
pub use error::QueueError;
pub use key::new_key;
pub use machine::{contest_in, machine_name};
pub use nats::{BatchStyle, Nats, NatsOptions};
pub use presence::Presence;
pub use relay::{Ask, Relay};
pub use status::{ContestStatus, QueueStatus, status};
pub use worker::{WorkerOptions, work};
