//! Long work on a server is ended, and leaves nothing behind. This test has a file of its own, since its process ends all
//! long work from then on.
#![cfg(all(unix, feature = "postgres"))]

mod common;

use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use common::*;
use database::postgres::{Pool, Settings};
use database::testing;
use store::{ImportError, NoChecks, Server, Store, StoreError};

static POOL: OnceLock<Arc<Pool>> = OnceLock::new();

struct All;

impl store::Servers for All {
    fn with(&self, _: &Path) -> Result<Option<Server>, String> {
        Ok(POOL.get().cloned().map(Server::Connected))
    }

    fn for_new(&self, path: &Path) -> Result<Option<Server>, String> {
        self.with(path)
    }
}

/// The lines of an export that never ends: the first, and then the second again and again.
struct Endless {
    lines: [Vec<u8>; 2],
    rest: Vec<u8>,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.rest.clone_from(&self.lines[1]);
        }
        let length = self.rest.len().min(into.len());
        into[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

#[test]
fn what_never_ends_is_ended_and_what_is_short_is_done() {
    let server = testing::Server::start();
    POOL.set(Pool::open(Settings::read(&server.settings(), None, None, 4).unwrap()).unwrap()).unwrap();
    store::set_server_connector(Box::new(All));
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("results.db")).unwrap();
    fill(&mut store);
    let whole = export(&store);
    let lines = whole.split_inclusive(|&byte| byte == b'\n').take(2).map(<[u8]>::to_vec);
    let lines: Vec<Vec<u8>> = lines.collect();
    store::interrupt_when(|| true);
    for _ in 0..2 {
        let endless = Endless { rest: lines[0].clone(), lines: [lines[0].clone(), lines[1].clone()] };
        let outcome = store.import(BufReader::new(endless), &NoChecks);
        assert!(matches!(outcome, Err(ImportError::Store(StoreError::Stopped { .. }))), "{outcome:?}");
        assert!(export(&store) == whole);
        store.keep_contest("lock").unwrap();
    }
}
