//! How values become columns, and the checksums over rows.
//!
//! A checksum is the first 8 bytes of the blake3 hash of the row's canonical bytes. It guards against accidents, not
//! against forgery. These bytes are part of the format: changing them is a migration.

use database::sql::{Row, SqlError};
use game::{Canonical, Counts, Digest};

use crate::error::InnerError;
use crate::{Block, Pairing, StoredCensus, StoredMatch, StoredProgram, StoredVoid};

/// The digest in a column.
pub(crate) fn digest(row: &Row<'_>, column: usize) -> Result<Digest, SqlError> {
    row.get(column).map(Digest::from_bytes)
}

/// The number in a column, which stores it bit-cast.
pub(crate) fn number(row: &Row<'_>, column: usize) -> Result<u64, SqlError> {
    row.get(column).map(i64::cast_unsigned)
}

/// The ranges of column values that together hold the numbers from `first` to `last`, in rising order of the numbers. There
/// can be two, since the upper half of all numbers is negative when bit-cast, and sorts first.
pub(crate) fn ranges(first: u64, last: u64) -> impl DoubleEndedIterator<Item = (i64, i64)> {
    const MIDDLE: u64 = 1 << 63;
    let halves = [(first, last.min(MIDDLE - 1)), (first.max(MIDDLE), last)];
    halves
        .into_iter()
        .filter(|(first, last)| first <= last)
        .map(|(first, last)| (first.cast_signed(), last.cast_signed()))
}

/// Refuses a row if its computed checksum differs from the stored one.
pub(crate) fn check(stored: i64, computed: i64, what: impl FnOnce() -> String) -> Result<(), InnerError> {
    if stored == computed {
        Ok(())
    } else {
        Err(InnerError::Damaged(format!("{} has a wrong checksum", what())))
    }
}

pub(crate) fn program_sum(program: &StoredProgram) -> i64 {
    let StoredProgram { id, game, file, source } = program;
    let mut canonical = Canonical::new("stored program");
    canonical.bytes("id", id.as_bytes());
    canonical.text("game", game);
    canonical.text("file", file);
    canonical.bytes("source", source);
    sum(&canonical)
}

pub(crate) fn pairing_sum(pairing: &Pairing) -> i64 {
    let Pairing { key, game, rules_version, parameters, programs, seed, environment } = pairing;
    let mut canonical = Canonical::new("stored pairing");
    canonical.bytes("key", key.as_bytes());
    canonical.text("game", game);
    canonical.number("rules", u64::from(*rules_version));
    for (name, value) in parameters {
        canonical.text("parameter", name);
        canonical.number("value", *value);
    }
    for program in programs {
        canonical.bytes("program", program.as_bytes());
    }
    canonical.number("seed", *seed);
    canonical.text("environment", environment);
    sum(&canonical)
}

pub(crate) fn block_sum(key: Digest, block: &Block) -> i64 {
    let Block { first_game, results, turns } = block;
    let mut canonical = of_pairing("stored block", key);
    canonical.number("first", *first_game);
    canonical.text("results", results);
    canonical.number("turns", *turns);
    sum(&canonical)
}

pub(crate) fn match_sum(key: Digest, played: &StoredMatch) -> i64 {
    let StoredMatch { game, places, reason, turns, fault, digest } = played;
    let mut canonical = of_pairing("stored match", key);
    canonical.number("game", *game);
    canonical.text("places", places);
    canonical.text("reason", reason);
    canonical.number("turns", *turns);
    if let Some((seat, kind, detail)) = fault {
        canonical.number("seat", *seat as u64);
        canonical.text("kind", kind);
        canonical.text("detail", detail);
    }
    canonical.bytes("digest", digest.as_bytes());
    sum(&canonical)
}

pub(crate) fn answers_sum(key: Digest, game: u64, packed: &[u8]) -> i64 {
    let mut canonical = of_pairing("stored answers", key);
    canonical.number("game", game);
    canonical.bytes("packed", packed);
    sum(&canonical)
}

pub(crate) fn void_sum(key: Digest, void: &StoredVoid) -> i64 {
    let StoredVoid { game, attempts, cause } = void;
    let mut canonical = of_pairing("stored void", key);
    canonical.number("game", *game);
    canonical.number("attempts", u64::from(*attempts));
    canonical.text("cause", cause);
    sum(&canonical)
}

pub(crate) fn census_sum(key: Digest, census: &StoredCensus) -> i64 {
    let StoredCensus { estimated_ms, counts } = census;
    let mut canonical = of_pairing("stored census", key);
    canonical.number("estimated", *estimated_ms);
    if let Some(Counts { wins, draws }) = counts {
        canonical.number("first", wins[0]);
        canonical.number("second", wins[1]);
        canonical.number("draws", *draws);
    }
    sum(&canonical)
}

fn of_pairing(kind: &str, key: Digest) -> Canonical {
    let mut canonical = Canonical::new(kind);
    canonical.bytes("pairing", key.as_bytes());
    canonical
}

fn sum(canonical: &Canonical) -> i64 {
    canonical.finish().first_u64().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_rise_and_leave_nothing_out() {
        let all = |first, last| ranges(first, last).collect::<Vec<_>>();
        let middle = 1 << 63;
        assert_eq!(all(3, 7), [(3, 7)]);
        assert_eq!(all(middle, u64::MAX), [(i64::MIN, -1)]);
        assert_eq!(all(5, middle + 1), [(5, i64::MAX), (i64::MIN, i64::MIN + 1)]);
        assert_eq!(all(7, 3), []);
    }
}
