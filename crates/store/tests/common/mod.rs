//! The data that the tests keep.
#![allow(dead_code, reason = "every test uses a part of it")]

use std::path::Path;

use game::{AnswerLog, Counts, Digest, FaultKind, Reply};
use rusqlite::Connection;
use store::{
    Block, NewResult, Pairing, PairingId, Store, StoreError, StoredCensus, StoredMatch, StoredProgram,
    StoredVoid,
};

/// An empty store: in memory, or on a server if the tests run there.
pub(crate) struct Fresh {
    store: Store,
    /// The folder of the file that says where on the server the store is.
    _folder: Option<tempfile::TempDir>,
}

impl std::ops::Deref for Fresh {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

impl std::ops::DerefMut for Fresh {
    fn deref_mut(&mut self) -> &mut Store {
        &mut self.store
    }
}

pub(crate) fn fresh() -> Fresh {
    if !on_server() {
        return Fresh { store: Store::in_memory().unwrap(), _folder: None };
    }
    let folder = tempfile::tempdir().unwrap();
    Fresh { store: Store::open(&folder.path().join("results.db")).unwrap(), _folder: Some(folder) }
}

/// Opens a store at a path. If the tests run on a server, a file at this path says that the store is there.
pub(crate) fn open(path: &Path) -> Result<Store, StoreError> {
    on_server();
    Store::open(path)
}

/// Changes a store behind its back.
pub(crate) fn tamper(path: &Path, statements: &str) {
    #[cfg(all(unix, feature = "postgres"))]
    if on_server() {
        return server::tamper(path, statements);
    }
    raw(path).execute_batch(&format!("PRAGMA foreign_keys = OFF; {statements}")).unwrap();
}

/// Whether the tests run on a server. From now on, new stores are made there.
pub(crate) fn on_server() -> bool {
    #[cfg(all(unix, feature = "postgres"))]
    return server::is_there();
    #[cfg(not(all(unix, feature = "postgres")))]
    return false;
}

/// The variable by which tests on a server reach it through a relay.
pub(crate) const RELAYED: &str = "BOUT_TEST_RELAYED";

#[cfg(all(unix, feature = "postgres"))]
mod server {
    use std::path::Path;
    use std::sync::{Arc, Mutex, OnceLock};

    use database::postgres::Pool;
    use store::{Relay, Server};

    use super::RELAYED;

    static POOL: OnceLock<Option<Arc<Pool>>> = OnceLock::new();

    struct All;

    impl store::Servers for All {
        fn with(&self, _: &Path) -> Result<Option<Server>, String> {
            let pool = POOL.get().cloned().flatten();
            Ok(pool.map(|pool| {
                if std::env::var_os(RELAYED).is_some() { relayed(pool) } else { Server::Connected(pool) }
            }))
        }

        fn for_new(&self, path: &Path) -> Result<Option<Server>, String> {
            self.with(path)
        }
    }

    pub(super) fn is_there() -> bool {
        let pool =
            POOL.get_or_init(|| database::testing::on_server().map(|server| Pool::open(server).unwrap()));
        store::set_server_connector(Box::new(All));
        pool.is_some()
    }

    /// Reaches the server through a relay, as a process without a network does.
    fn relayed(pool: Arc<Pool>) -> Server {
        let relay = Mutex::new(Relay::new(pool, "a test"));
        let ask =
            move |request: Vec<u8>| relay.lock().unwrap().answer(&request).map_err(std::io::Error::other);
        Server::Relayed(Arc::new(ask))
    }

    pub(super) fn tamper(path: &Path, statements: &str) {
        let pointer = std::fs::read_to_string(path).unwrap();
        let schema = pointer.lines().last().unwrap();
        let statements =
            statements.replace("x'", "'\\x").replace("zeroblob(32)", "decode(repeat('00', 32), 'hex')");
        let pool = POOL.get().unwrap().as_ref().unwrap();
        pool.change(|database| database.batch(&format!("SET LOCAL search_path = {schema}; {statements}")))
            .unwrap();
    }
}

pub(crate) fn program(name: &str) -> StoredProgram {
    StoredProgram {
        id: Digest::of(name.as_bytes()),
        game: "nim".into(),
        file: format!("{name}.nim"),
        source: vec![b'1', 0xff, 0],
    }
}

pub(crate) fn pairing(name: &str) -> Pairing {
    Pairing {
        key: Digest::of(name.as_bytes()),
        game: "nim".into(),
        rules_version: u32::MAX,
        parameters: vec![("turns".into(), u64::MAX), ("heap".into(), 0)],
        programs: vec![Digest::of(b"a"), Digest::of(b"b")],
        seed: u64::MAX,
        environment: "cc 1\nnone".into(),
    }
}

pub(crate) fn block(first_game: u64, results: &str) -> Block {
    Block { first_game, results: results.into(), turns: u64::MAX - 1 }
}

pub(crate) fn played(game: u64) -> StoredMatch {
    StoredMatch {
        game,
        places: "12".into(),
        reason: "fault".into(),
        turns: 7,
        fault: Some((1, "time".into(), "2 s".into())),
        digest: Digest::of(b"match"),
    }
}

pub(crate) fn answers() -> AnswerLog {
    AnswerLog { replies: vec![Reply::Answer(vec![0, 255]), Reply::Fault(FaultKind::Time, "2 s".into())] }
}

pub(crate) fn void(game: u64, attempts: u32) -> StoredVoid {
    StoredVoid { game, attempts, cause: "no \"room\"\n".into() }
}

pub(crate) const COUNTS: Counts = Counts { wins: [u64::MAX, 2], draws: 3 };

pub(crate) fn census(counts: Option<Counts>) -> StoredCensus {
    StoredCensus { estimated_ms: 170, counts }
}

pub(crate) fn kept_census(pairing: PairingId, census: StoredCensus) -> NewResult {
    NewResult::Census { pairing, census }
}

pub(crate) fn kept_block(pairing: PairingId, block: Block) -> NewResult {
    NewResult::Block { pairing, block }
}

pub(crate) fn kept_match(pairing: PairingId, played: StoredMatch) -> NewResult {
    NewResult::Match { pairing, played, answers: answers() }
}

pub(crate) fn kept_void(pairing: PairingId, void: StoredVoid) -> NewResult {
    NewResult::Void { pairing, void }
}

/// Fills a store with one item of each kind, and returns the pairing.
pub(crate) fn fill(store: &mut Store) -> PairingId {
    store.keep_program(&program("a")).unwrap();
    store.keep_contest("lock").unwrap();
    let id = store.pairing(&pairing("p")).unwrap();
    let kept = [
        kept_block(id, block(0, "1221")),
        kept_match(id, played(10)),
        kept_void(id, void(11, 3)),
        kept_census(id, census(Some(COUNTS))),
    ];
    store.keep(&kept).unwrap();
    id
}

pub(crate) fn export(store: &Store) -> Vec<u8> {
    let mut out = Vec::new();
    store.export(&mut out).unwrap();
    out
}

/// A connection that knows nothing of the store's rules.
pub(crate) fn raw(path: &Path) -> Connection {
    Connection::open(path).unwrap()
}
