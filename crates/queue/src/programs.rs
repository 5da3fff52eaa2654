//! The programs that a worker knows, by identity.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use dispatch::Batch;
use game::{Digest, Participant};
use games::RegisteredGame;

use crate::link::{Link, TransientError};
use crate::subjects::PROGRAMS;

/// The largest number of programs that a worker remembers. After that, it forgets all of them and fetches what it needs.
const MOST_PROGRAMS: usize = 20_000;

/// Programs by identity.
#[derive(Debug, Default)]
pub(crate) struct Programs(Mutex<HashMap<Digest, Participant>>);

/// The reason why a program is missing.
#[derive(Debug)]
pub(crate) enum NoProgram {
    /// It is not in the bucket, or the server is away.
    TransientError(TransientError),
    /// The object in the bucket is another program, or not a program at all.
    Wrong(Digest),
}

impl Programs {
    pub(crate) fn get(&self, id: Digest) -> Option<Participant> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Fetches the programs of a batch that are not known here. Returns those that came with it; they are not remembered.
    pub(crate) async fn fetch(
        &self,
        link: &Link,
        batch: &Batch,
        sources: &[Vec<u8>],
        game: &'static dyn RegisteredGame,
    ) -> Result<HashMap<Digest, Participant>, NoProgram> {
        // Each identity is computed from the program itself, so none can pretend to be another program.
        let read = sources.iter().filter_map(|source| game.read(source).program);
        let own: HashMap<Digest, Participant> = read.map(|program| (program.id(), program)).collect();
        for &id in batch.parts.iter().flat_map(|part| &part.programs) {
            if own.contains_key(&id) || self.get(id).is_some() {
                continue;
            }
            let source = link.get(PROGRAMS, &id.to_string()).await.map_err(NoProgram::TransientError)?;
            let program = game.read(&source).program.filter(|program| program.id() == id);
            let program = program.ok_or(NoProgram::Wrong(id))?;
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MOST_PROGRAMS {
                known.clear();
            }
            known.insert(id, program);
        }
        Ok(own)
    }
}
