//! A site with hills: pages, an interface for programs, and workers that play.
//!
//! It is a client of `contests`, beside the command line. The process that speaks HTTP reads files of hills and nothing more:
//! it never compiles, links or runs a program. Workers do ([`work`]), in processes of their own.

#![expect(
    clippy::missing_errors_doc,
    reason = "every error is a `Failure`, whose variants say when they occur"
)]

mod admin;
mod api;
mod author_news;
mod behaviours;
mod broadcast;
mod causes;
mod challenge;
mod config;
mod connections;
mod dated;
mod events;
mod fair_play;
mod feed;
mod foreman;
mod guard;
mod headers;
mod hill_view;
mod licence;
mod live;
mod mail;
mod members;
mod moderation;
mod orders;
mod origin;
mod pages;
mod providers;
mod records;
mod seeds;
mod server;
mod site;
mod slow_body;
mod standings;
mod submissions;
mod throttle;
mod times;
mod visitors;
mod wars;
mod webhooks;
mod worker;

pub use accounts::Role;
pub use admin::{AccountRow, Admin};
pub use server::{Examples, Options, serve};
pub use worker::work;
