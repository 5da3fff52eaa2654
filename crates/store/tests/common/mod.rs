//! What the tests keep.
#![allow(dead_code, reason = "every test uses a part of it")]

use std::path::Path;

use game::{AnswerLog, Counts, Digest, FaultKind, Reply};
use rusqlite::Connection;
use store::{
    Block, NewResult, Pairing, PairingId, Store, StoredCensus, StoredMatch, StoredProgram, StoredVoid,
};

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

/// Fills a store with one of each, and gives the pairing.
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
