//! The tables, and how a database of an older version becomes one of this version.
//!
//! Numbers are bit-cast from `u64` to `SQLite`'s `i64`. Digests are blobs of 32 bytes. Every row with content carries
//! a checksum over itself and its pairing's key, see [`crate::codec`].

/// What stands in a database's header to say that it is ours: `bout` in ASCII.
pub(crate) const APPLICATION_ID: u32 = 0x626f_7574;

/// The version of the tables that this build makes, and the newest that it knows: the number of migrations.
pub const VERSION: i64 = MIGRATIONS.len().cast_signed() as i64;

/// Never change one of these: databases exist that were made by it. Add another.
pub(crate) const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2];

/// The application's number is set in the transaction that makes the tables: a database that is only half made
/// when everything ends is either empty or ours.
///
/// `answers` is a table by itself so that going over matches does not read them.
const VERSION_1: &str = "
PRAGMA application_id = 0x626f7574;

CREATE TABLE programs (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    game TEXT NOT NULL,
    file TEXT NOT NULL,
    source BLOB NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE contests (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    lock TEXT NOT NULL
) STRICT;

CREATE TABLE pairings (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    parameters TEXT NOT NULL,
    seed INTEGER NOT NULL,
    environment TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE seats (
    pairing INTEGER NOT NULL REFERENCES pairings (id),
    seat INTEGER NOT NULL,
    program BLOB NOT NULL CHECK (length(program) = 32),
    PRIMARY KEY (pairing, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocks (
    pairing INTEGER NOT NULL REFERENCES pairings (id),
    first_game INTEGER NOT NULL,
    results TEXT NOT NULL,
    turns INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (pairing, first_game)
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    pairing INTEGER NOT NULL REFERENCES pairings (id),
    game INTEGER NOT NULL,
    places TEXT NOT NULL,
    reason TEXT NOT NULL,
    turns INTEGER NOT NULL,
    fault_seat INTEGER,
    fault_kind TEXT,
    fault_detail TEXT,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    checksum INTEGER NOT NULL,
    PRIMARY KEY (pairing, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    pairing INTEGER NOT NULL,
    game INTEGER NOT NULL,
    packed BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (pairing, game),
    FOREIGN KEY (pairing, game) REFERENCES matches (pairing, game)
) STRICT;

CREATE TABLE voids (
    pairing INTEGER NOT NULL REFERENCES pairings (id),
    game INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    cause TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (pairing, game)
) STRICT, WITHOUT ROWID;
";

/// Counts are null where a census was only estimated.
const VERSION_2: &str = "
CREATE TABLE censuses (
    pairing INTEGER PRIMARY KEY REFERENCES pairings (id),
    estimated_ms INTEGER NOT NULL,
    first_wins INTEGER,
    second_wins INTEGER,
    draws INTEGER,
    checksum INTEGER NOT NULL
) STRICT;
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_migrations_are_sound() {
        database::known(MIGRATIONS).validate().unwrap();
        assert!(VERSION_1.contains(&format!("{APPLICATION_ID:#x}")));
        assert_eq!(APPLICATION_ID.to_be_bytes(), *b"bout");
    }
}
