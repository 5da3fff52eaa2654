//! The arguments of `bout worker` and `bout queue`, and those of contests that are played over a queue.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use queue::Address;

use super::whole_number::whole_number;
use super::{OutputOption, ThreadsOption};

/// The address of a queue, where one must be given.
#[derive(Debug, Args)]
pub(crate) struct QueueOptions {
    /// The queue: the address of a NATS server with `JetStream`, such as `nats://host:4222`
    #[arg(long = "queue", value_name = "URL")]
    url: String,

    #[command(flatten)]
    secrets: QueueSecrets,
}

/// The address of a queue, if the games are to be played over one.
#[derive(Debug, Args)]
pub(crate) struct OptionalQueue {
    /// Play the games on the machines that run `bout worker` with this queue, instead of here
    #[arg(long = "queue", value_name = "URL")]
    url: Option<String>,

    #[command(flatten)]
    secrets: QueueSecrets,

    /// How many games of every batch from a worker are played again here, to find workers that report false results
    #[arg(long, value_name = "N", default_value_t = 1, requires = "url", value_parser = whole_number::<u32>(0..=u64::from(u32::MAX)))]
    pub(crate) audit: u32,

    /// How long a batch is to take on one thread, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2000, requires = "url", value_parser = whole_number::<u64>(0..=u64::MAX))]
    batch_ms: u64,
}

/// With which secrets one enters a queue.
#[derive(Debug, Args)]
#[command(next_help_heading = "Access to the queue")]
#[expect(clippy::struct_field_names, reason = "the names are those of the options")]
struct QueueSecrets {
    /// The file with the token of the queue
    #[arg(long, value_name = "FILE")]
    queue_token: Option<PathBuf>,

    /// The file with the seed of an `NKey` that may use the queue
    #[arg(long, value_name = "FILE", conflicts_with = "queue_token")]
    queue_nkey: Option<PathBuf>,

    /// The certificates (PEM) of the authority that signed the server's; the connection is encrypted
    #[arg(long, value_name = "FILE")]
    queue_ca: Option<PathBuf>,

    /// The certificate (PEM) of this client
    #[arg(long, value_name = "FILE", requires = "queue_key")]
    queue_cert: Option<PathBuf>,

    /// The key (PEM) of the certificate
    #[arg(long, value_name = "FILE", requires = "queue_cert")]
    queue_key: Option<PathBuf>,
}

impl QueueSecrets {
    fn address(&self, url: &str) -> Address {
        Address {
            url: url.to_owned(),
            token: self.queue_token.clone(),
            nkey: self.queue_nkey.clone(),
            authority: self.queue_ca.clone(),
            certificate: self.queue_cert.clone().zip(self.queue_key.clone()),
        }
    }
}

impl QueueOptions {
    pub(crate) fn address(&self) -> Address {
        self.secrets.address(&self.url)
    }
}

impl OptionalQueue {
    /// Returns how long one thread should take for a batch.
    pub(crate) const fn batch_time(&self) -> Duration {
        Duration::from_millis(self.batch_ms)
    }

    /// Returns true if the user gave a queue.
    pub(crate) const fn is_given(&self) -> bool {
        self.url.is_some()
    }

    pub(crate) fn address(&self) -> Option<Address> {
        self.url.as_deref().map(|url| self.secrets.address(url))
    }
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) queue: QueueOptions,

    #[command(flatten)]
    threads: ThreadsOption,

    /// The name by which contests know this worker; a random number is added [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Tell Prometheus over HTTP what was played (`/metrics`), and whether the queue answers (`/healthz`): the address and
    /// the port
    #[arg(long, value_name = "ADDR")]
    pub(crate) metrics: Option<SocketAddr>,
}

impl WorkerArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

#[derive(Debug, Args)]
pub(crate) struct QueueArgs {
    #[command(subcommand)]
    pub(crate) command: QueueCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QueueCommand {
    /// Show the contests that have batches in the queue, and the workers
    Status {
        #[command(flatten)]
        queue: QueueOptions,

        #[command(flatten)]
        output: OutputOption,
    },
    /// Make a key (`NKey`) for a machine that uses the queue, and print its public part for the server's settings
    NewKey {
        /// The file for the secret part; it must not exist
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}
