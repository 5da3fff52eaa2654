//! `bout worker`: plays batches of contests from a queue.

use contests::Failure;
use contests::contest::ENGINE_VERSION;
use queue::{WorkerOptions, machine_name, work};

use crate::cli::WorkerArgs;
use crate::client::client_without_progress;
use crate::interrupt;

pub(crate) fn run(args: &WorkerArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let options = WorkerOptions {
        address: args.queue.address(),
        machine: args.name.clone().unwrap_or_else(machine_name),
        threads: args.threads(),
        version: ENGINE_VERSION.into(),
        metrics: args.metrics,
    };
    work(&options, &client_without_progress()).map_err(Failure::from)
}
