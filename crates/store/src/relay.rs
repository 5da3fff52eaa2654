//! Stores on a server that this process cannot reach, but another one can. Requests to a store are sent to that process.
//!
//! The other process carries out only these requests, and only in schemas with results. So the process that asks needs
//! neither a network nor a password of the server. Both are of the same build.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use game::Digest;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{NewResult, Pairing, PairingId, StoreError, StoredProgram, wire};

/// Sends a request to the process that reaches the server, and returns its answer.
pub type Ask = dyn Fn(Vec<u8>) -> io::Result<Vec<u8>> + Send + Sync;

/// A request to a store.
#[derive(Serialize, Deserialize)]
pub(crate) enum Request<'a> {
    /// Make a new one.
    Make,
    /// Open it.
    Open,
    MustBeUpdated,
    KeepPrograms(Cow<'a, [StoredProgram]>),
    Program(#[serde(with = "wire::digest")] Digest),
    KeepContest(Cow<'a, str>),
    Rename(BTreeMap<Cow<'a, str>, Cow<'a, str>>, Cow<'a, str>),
    Contests,
    Same(Cow<'a, Pairing>),
    Put(Cow<'a, [Pairing]>),
    KnownGames(Cow<'a, [Pairing]>),
    KeptGames(PairingId),
    Find(#[serde(with = "wire::digest")] Digest),
    Pairings,
    Load(PairingId),
    Environments(Cow<'a, str>),
    Keep(Cow<'a, [NewResult]>),
    Blocks(PairingId),
    Matches(PairingId),
    Answers(PairingId, u64),
    Voids(PairingId),
    Census(PairingId),
    Forget(PairingId),
    /// Export it, and return the length.
    Export,
    /// The bytes of that export from this position on, as many as fit into an answer.
    Exported(u64),
}

/// A request, with the store that it is for.
#[derive(Serialize, Deserialize)]
pub(crate) struct Envelope<'a> {
    /// The name of the schema; empty if it must be made.
    pub(crate) schema: Cow<'a, str>,
    /// The path of the file that names it, for errors.
    pub(crate) path: Cow<'a, Path>,
    /// How long to wait for other programs.
    pub(crate) patience: Duration,
    pub(crate) request: Request<'a>,
}

/// The end of the process that asks.
pub(crate) struct Remote {
    pub(crate) ask: Arc<Ask>,
    pub(crate) schema: String,
    pub(crate) path: PathBuf,
    pub(crate) patience: Duration,
}

impl fmt::Debug for Remote {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Remote").field(&self.schema).finish()
    }
}

impl Remote {
    /// Asks, and waits for the answer.
    pub(crate) fn ask<T: DeserializeOwned>(&self, request: Request<'_>) -> Result<T, StoreError> {
        let Self { ask, schema, path, patience } = self;
        let unreachable = |what: String| StoreError::Unreachable { path: path.clone(), what };
        let envelope = Envelope { schema: schema.into(), path: path.into(), patience: *patience, request };
        let request = postcard::to_stdvec(&envelope).map_err(|error| unreachable(error.to_string()))?;
        let answer = ask(request).map_err(|error| unreachable(error.to_string()))?;
        let answer = postcard::from_bytes::<Result<T, StoreError>>(&answer);
        answer.map_err(|error| unreachable(format!("an answer cannot be read: {error}")))?
    }
}

#[cfg(feature = "postgres")]
pub use of_server::Relay;

/// The end of the process that reaches the server.
#[cfg(feature = "postgres")]
mod of_server {
    use std::sync::Arc;

    use database::postgres::Pool;

    use super::{Envelope, Request, Serialize};
    use crate::{Location, Store, StoreError, pointer, server, wire};

    /// The most bytes of an export in one answer.
    const MAX_PART_BYTES: usize = 8 << 20;

    /// Answers the requests of one process, which reaches the server only through this.
    pub struct Relay {
        pool: Arc<Pool>,
        /// The description that new schemas get.
        about: String,
        /// The store that was asked for last, and the name of its schema.
        store: Option<(String, Store)>,
        /// The export that was asked for last.
        exported: Vec<u8>,
    }

    impl Relay {
        /// Answers over these connections. `about` tells people whose stores the new schemas are.
        #[must_use]
        pub fn new(pool: Arc<Pool>, about: &str) -> Self {
            Self { pool, about: about.to_owned(), store: None, exported: Vec::new() }
        }

        /// Answers a request.
        ///
        /// # Errors
        /// If it cannot be read as a request.
        pub fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>, String> {
            let envelope: Envelope<'_> = postcard::from_bytes(request)
                .map_err(|error| format!("a request for results cannot be read: {error}"))?;
            Ok(match self.carried_out(envelope) {
                Ok(answer) => answer,
                Err(error) => bytes(&Err::<(), _>(error)),
            })
        }

        fn carried_out(&mut self, envelope: Envelope<'_>) -> Result<Vec<u8>, StoreError> {
            let Envelope { schema, path, patience, request } = envelope;
            if matches!(request, Request::Make) {
                return server::make_schema(&path, &self.pool, patience, &self.about)
                    .map(|made| done(made.name()));
            }
            if !pointer::is_name(&schema) {
                let what = format!("{schema:?} is not the name of a schema with results");
                return Err(StoreError::Invalid { path: path.into_owned(), what });
            }
            if matches!(request, Request::MustBeUpdated) {
                return server::must_be_updated(&path, &self.pool, &schema).map(|must| done(&must));
            }
            let known = self.store.take().filter(|(name, _)| *name == schema);
            let (name, mut store) = match known {
                Some(known) if !matches!(request, Request::Open) => known,
                _ => {
                    let tables = server::open(&path, Arc::clone(&self.pool), &schema, patience)?;
                    (schema.into_owned(), Store::of(Location::Here(tables), &path))
                }
            };
            store.set_patience(patience)?;
            let answer = self.of_store(&mut store, request);
            self.store = Some((name, store));
            answer
        }

        fn of_store(&mut self, store: &mut Store, request: Request<'_>) -> Result<Vec<u8>, StoreError> {
            Ok(match request {
                Request::Make | Request::MustBeUpdated | Request::Open => done(&()),
                Request::KeepPrograms(programs) => done(&store.keep_programs(&programs)?),
                Request::Program(id) => done(&store.program(id)?),
                Request::KeepContest(lock) => done(&store.keep_contest(&lock)?),
                Request::Rename(names, lock) => {
                    let names = names.iter().map(|(from, to)| (from.as_ref(), to.as_ref())).collect();
                    done(&store.rename_programs(&names, &lock)?)
                }
                Request::Contests => done(&store.contests()?),
                Request::Same(pairing) => done(&store.same(&pairing)?),
                Request::Put(pairings) => done(&store.put(&pairings)?),
                Request::KnownGames(pairings) => done(&store.known_games(&pairings)?),
                Request::KeptGames(id) => done(&store.kept_games(id)?),
                Request::Find(key) => done(&store.find_pairing(key)?),
                Request::Pairings => done(&store.pairings()?),
                Request::Load(id) => done(&store.load(id)?),
                Request::Environments(game) => done(&store.environments(&game)?),
                Request::Keep(kept) => done(&store.put_all(&kept)?),
                Request::Blocks(id) => done(&store.blocks(id)?),
                Request::Matches(id) => done(&store.matches(id)?),
                Request::Answers(id, game) => done(&store.answers(id, game)?.map(wire::Answers)),
                Request::Voids(id) => done(&store.voids(id)?),
                Request::Census(id) => done(&store.census(id)?),
                Request::Forget(id) => done(&store.forget(id)?),
                Request::Export => {
                    self.exported.clear();
                    store.export(&mut self.exported).map_err(|error| error.in_memory(&store.path))?;
                    done(&(self.exported.len() as u64))
                }
                Request::Exported(from) => {
                    let from = usize::try_from(from).unwrap_or(usize::MAX).min(self.exported.len());
                    let to = self.exported.len().min(from.saturating_add(MAX_PART_BYTES));
                    done(&self.exported[from..to])
                }
            })
        }
    }

    fn done<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
        bytes(&Ok::<&T, StoreError>(value))
    }

    fn bytes<T: Serialize>(answer: &Result<T, StoreError>) -> Vec<u8> {
        // It is plain data, so writing succeeds. The other process would refuse an empty answer.
        postcard::to_stdvec(answer).unwrap_or_default()
    }
}
