//! Who plays the games of a tournament: this machine, or workers that pull them from a queue.

use std::path::Path;

use contests::Failure;
use contests::contest::lock_file::Lock;
use dispatch::{Dispatcher, Local};

use crate::cli::TournamentArgs;

/// Who plays the games.
pub(super) enum Players {
    Here(Local),
    #[cfg(feature = "queue")]
    Workers(Box<queue::Nats>),
}

impl Players {
    /// Returns who plays, as the arguments say. `folder` has the results of the contest with this lock.
    #[cfg(feature = "queue")]
    pub(super) fn of(args: &TournamentArgs, folder: &Path, lock: &Lock) -> Result<Self, Failure> {
        let Some(address) = args.queue.address() else { return Ok(Self::Here(Local)) };
        let contest = identity(folder, lock)?;
        let options = queue::NatsOptions { address, contest, audited_games: args.queue.audit };
        Ok(Self::Workers(Box::new(queue::Nats::connect(&options)?)))
    }

    /// Returns who plays.
    #[cfg(not(feature = "queue"))]
    pub(super) fn of(_: &TournamentArgs, _: &Path, _: &Lock) -> Result<Self, Failure> {
        Ok(Self::Here(Local))
    }

    pub(super) fn dispatcher(&self) -> &dyn Dispatcher<Failure> {
        match self {
            Self::Here(local) => local,
            #[cfg(feature = "queue")]
            Self::Workers(nats) => nats.as_ref(),
        }
    }

    /// Cleans up once everything is played.
    pub(super) fn finish(self) {
        match self {
            Self::Here(_) => {}
            #[cfg(feature = "queue")]
            Self::Workers(nats) => nats.finish(),
        }
    }
}

/// Returns what identifies a contest and its database in a queue: the same for every command that continues it here.
#[cfg(feature = "queue")]
fn identity(folder: &Path, lock: &Lock) -> Result<game::Digest, Failure> {
    let path = folder.canonicalize().map_err(|error| Failure::file(folder, "find", &error))?;
    let mut canonical = game::Canonical::new("contest on a queue");
    canonical.text("machine", &queue::machine_name());
    canonical.bytes("folder", path.as_os_str().as_encoded_bytes());
    canonical.text("lock", &lock.text());
    Ok(canonical.finish())
}
