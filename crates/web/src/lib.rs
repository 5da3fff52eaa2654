//! A web site with hills: it serves pages and an API, and its workers play the matches.
//!
//! Like the command line, it is a client of `contests`. The process that serves HTTP never
//! compiles, links or runs a program; workers ([`work`]) do that in separate processes.

#![expect(
    clippy::missing_errors_doc,
    reason = "every error is a `Failure`, whose variants say when they occur"
)]

mod admin;
mod api;
mod author_news;
mod backup;
mod behaviours;
mod broadcast;
mod challenge;
mod config;
mod connections;
mod dated;
mod error_chain;
mod events;
mod failures;
mod fair_play;
mod feed;
mod guard;
mod headers;
mod health;
mod hill_view;
mod ids;
mod launcher;
#[cfg(feature = "postgres")]
mod leader;
mod licence;
mod live;
mod log;
mod mail;
mod members;
mod metrics;
#[cfg(feature = "postgres")]
mod migrate_store;
mod moderation;
mod new_hills;
mod orders;
mod origin;
mod pages;
mod practice;
mod private_files;
mod providers;
mod public_answers;
mod records;
#[cfg(feature = "queue")]
mod remote;
#[cfg(not(feature = "queue"))]
#[path = "remote_missing.rs"]
mod remote;
mod replicas;
mod requests;
#[cfg(feature = "postgres")]
mod results;
#[cfg(not(feature = "postgres"))]
#[path = "results_missing.rs"]
mod results;
#[cfg(feature = "postgres")]
mod results_transfer;
mod retention;
mod serde_words;
mod server;
mod service_manager;
mod site;
mod slow_body;
mod standings;
mod statistics;
mod stopping;
mod store;
mod submissions;
mod supervisor;
mod throttle;
mod times;
mod upgrade_check;
mod visitors;
mod wars;
mod webhooks;
mod worker;
mod worker_questions;

pub use accounts::Role;
pub use admin::{AccountRow, Admin};
pub use backup::{Kept, back_up, back_up_and_keep, restore};
pub use launcher::{IsolationTrial, WorkerFeature, attempt, start_workers, try_isolation};
pub use log::{LOG_VARIABLE, LogFormat, LogLevel, start_log};
#[cfg(feature = "postgres")]
pub use migrate_store::{MovedRow, StoreKind, migrate_store};
#[cfg(feature = "postgres")]
pub use results::reach_results;
pub use server::{Examples, Options, serve};
pub use upgrade_check::{CheckRow, check as check_upgrade};
pub use worker::work;
