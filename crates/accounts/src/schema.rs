//! The tables, and the migrations from older versions.
//!
//! Times are seconds since 1970. Hashes are blobs of 32 bytes.

/// The application id in the header of a database with the accounts of a site: `boua` in ASCII.
pub(crate) const APPLICATION_ID: u32 = 0x626f_7561;

/// The newest version of the tables that this build knows.
pub const VERSION: usize = MIGRATIONS.len();

/// Never change one of these, because databases made by it exist. Add another one instead.
pub(crate) const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6];

const VERSION_1: &str = "
PRAGMA application_id = 0x626f7561;

CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    -- NULL if the account signs in by other means, or not at all.
    password TEXT,
    role TEXT NOT NULL CHECK (role IN ('player', 'host')),
    created INTEGER NOT NULL,
    banned TEXT,
    deleted INTEGER
) STRICT;

CREATE TABLE sessions (
    secret BLOB NOT NULL PRIMARY KEY CHECK (length(secret) = 32),
    account INTEGER NOT NULL REFERENCES accounts (id),
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_account ON sessions (account, seen);

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    secret BLOB NOT NULL UNIQUE CHECK (length(secret) = 32),
    account INTEGER NOT NULL REFERENCES accounts (id),
    label TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    seen INTEGER
) STRICT;
CREATE INDEX tokens_of_account ON tokens (account);

CREATE TABLE links (
    secret BLOB NOT NULL PRIMARY KEY CHECK (length(secret) = 32),
    purpose TEXT NOT NULL CHECK (purpose IN ('first-host', 'invitation', 'reset')),
    account INTEGER REFERENCES accounts (id),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE programs (
    hill TEXT NOT NULL,
    file TEXT NOT NULL COLLATE NOCASE,
    -- The name under which its author hands it in.
    given TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    secret INTEGER NOT NULL,
    PRIMARY KEY (hill, file),
    UNIQUE (hill, account, given)
) STRICT;

CREATE TABLE submissions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    public TEXT NOT NULL UNIQUE,
    -- NULL for the examples of a new site.
    account INTEGER REFERENCES accounts (id),
    hill TEXT NOT NULL,
    given TEXT NOT NULL,
    -- Its file on the hill, or the one it would have.
    file TEXT NOT NULL,
    source BLOB NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('enter', 'test')),
    secret INTEGER NOT NULL,
    state TEXT NOT NULL,
    outcome TEXT,
    why TEXT,
    idempotency_key TEXT,
    request BLOB NOT NULL CHECK (length(request) = 32),
    submitted INTEGER NOT NULL,
    -- The position in the order in which submissions were begun.
    began INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    finished INTEGER,
    UNIQUE (account, idempotency_key)
) STRICT;
CREATE INDEX waiting_submissions ON submissions (hill, id) WHERE state = 'queued';
CREATE INDEX submissions_of_account ON submissions (account, id);
CREATE INDEX begun_submissions ON submissions (hill, account, began) WHERE began IS NOT NULL;
";

/// Moderation: private hills, groups, reports, hidden programs, and a log of what hosts did.
const VERSION_2: &str = "
CREATE TABLE hill_access (
    hill TEXT NOT NULL PRIMARY KEY,
    visible TEXT NOT NULL CHECK (visible IN ('everybody', 'link', 'group'))
) STRICT;

CREATE TABLE hill_links (
    secret BLOB NOT NULL PRIMARY KEY CHECK (length(secret) = 32),
    hill TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_of_hill ON hill_links (hill);

CREATE TABLE hill_members (
    hill TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    role TEXT NOT NULL CHECK (role IN ('member', 'host', 'excluded')),
    PRIMARY KEY (hill, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE hidden_programs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hill TEXT NOT NULL,
    file TEXT NOT NULL COLLATE NOCASE,
    why TEXT NOT NULL,
    -- True once the file has a name without words of its author.
    renamed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (hill, file)
) STRICT;

-- True once the file of a deleted account has a name without words of its author.
ALTER TABLE programs ADD COLUMN renamed INTEGER NOT NULL DEFAULT 0;

-- Hashes of the names of deleted accounts and of files that were renamed, and what stands in their places.
CREATE TABLE former_names (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    shown TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hill TEXT NOT NULL,
    file TEXT NOT NULL COLLATE NOCASE,
    account INTEGER NOT NULL REFERENCES accounts (id),
    why TEXT NOT NULL,
    filed INTEGER NOT NULL,
    -- NULL while nobody has decided.
    decision TEXT CHECK (decision IN ('hidden', 'dismissed')),
    decided_by INTEGER REFERENCES accounts (id),
    decided INTEGER
) STRICT;
CREATE INDEX open_reports ON reports (hill, id) WHERE decision IS NULL;
CREATE UNIQUE INDEX one_open_report ON reports (account, hill, file) WHERE decision IS NULL;

CREATE TABLE moderation_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    host INTEGER NOT NULL REFERENCES accounts (id),
    what TEXT NOT NULL,
    hill TEXT,
    file TEXT,
    account INTEGER REFERENCES accounts (id),
    why TEXT
) STRICT;
";

/// Mail addresses, to which links for forgotten passwords may go.
const VERSION_3: &str = "
CREATE TABLE mail_addresses (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id),
    address TEXT NOT NULL COLLATE NOCASE
) STRICT;
CREATE INDEX accounts_of_address ON mail_addresses (address);

-- Addresses whose owners have not confirmed them yet.
CREATE TABLE mail_confirmations (
    secret BLOB NOT NULL PRIMARY KEY CHECK (length(secret) = 32),
    account INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
    address TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// Sign-ins with providers of OpenID Connect.
const VERSION_4: &str = "
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_of_account ON identities (account);
";

/// What submissions cost, and how many visitors come.
const VERSION_5: &str = "
-- Days are those since 1970, of universal time.
CREATE TABLE processor_use (
    account INTEGER NOT NULL REFERENCES accounts (id),
    day INTEGER NOT NULL,
    used_ms INTEGER NOT NULL,
    PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;

ALTER TABLE submissions ADD COLUMN processor_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN games INTEGER NOT NULL DEFAULT 0;

CREATE TABLE daily_visits (
    day INTEGER NOT NULL PRIMARY KEY,
    visitors INTEGER NOT NULL,
    requests INTEGER NOT NULL
) STRICT;
";

/// News for authors about their programs, private feeds, and webhooks.
const VERSION_6: &str = "
CREATE TABLE news (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id),
    uid TEXT NOT NULL,
    event TEXT NOT NULL,
    message TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (account, uid)
) STRICT;
CREATE INDEX news_of_account ON news (account, id);

-- How much of each hill and contest was looked at.
CREATE TABLE news_positions (
    place TEXT NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- True once the result was looked at. What was over before is not told.
ALTER TABLE submissions ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
UPDATE submissions SET told = 1 WHERE finished IS NOT NULL;
CREATE INDEX untold_submissions ON submissions (id)
    WHERE told = 0 AND finished IS NOT NULL AND account IS NOT NULL;

CREATE TABLE author_feeds (
    account INTEGER NOT NULL PRIMARY KEY REFERENCES accounts (id),
    secret BLOB NOT NULL UNIQUE CHECK (length(secret) = 32)
) STRICT;

CREATE TABLE author_webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    format TEXT NOT NULL CHECK (format IN ('json', 'discord')),
    events TEXT NOT NULL,
    -- Messages are signed with it, so it is kept as it is.
    secret TEXT NOT NULL,
    -- The last news that it was told.
    told INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    next_try INTEGER NOT NULL DEFAULT 0,
    -- When it was switched off.
    off INTEGER,
    trouble TEXT
) STRICT;
CREATE INDEX webhooks_of_account ON author_webhooks (account);
";

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::Accounts;

    /// Creates a database as an earlier version left it.
    fn of_version(path: &std::path::Path, version: usize) {
        let mut connection = Connection::open(path).unwrap();
        connection.pragma_update(None, "journal_mode", "wal").unwrap();
        database::known(MIGRATIONS).to_version(&mut connection, version).unwrap();
        let rows = "INSERT INTO accounts (name, role, created) VALUES ('anna', 'host', 7);
            INSERT INTO programs VALUES ('small', 'a.crash', 'a.crash', 1, 0);
            INSERT INTO submissions (public, account, hill, given, file, source, mode, secret, state, request, submitted)
                VALUES ('one', 1, 'small', 'a.crash', 'a.crash', x'41', 'enter', 0, 'queued', zeroblob(32), 8)";
        let rows = if version > 1 { rows.replace("1, 0);", "1, 0, 0);") } else { rows.to_owned() };
        connection.execute_batch(&rows).unwrap();
    }

    #[test]
    fn what_earlier_versions_kept_is_there_afterwards_and_in_the_copy() {
        for version in 1..MIGRATIONS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("accounts.db");
            of_version(&path, version);
            let accounts = Accounts::open(&path).unwrap();
            assert_eq!(accounts.account("anna").unwrap().unwrap().created_s, 7);
            assert_eq!(accounts.submission("one").unwrap().unwrap().submitted_s, 8);
            let copy = Connection::open(database::copy_before(&path, version)).unwrap();
            let found: usize = copy.query_row("PRAGMA user_version", (), |row| row.get(0)).unwrap();
            let names: u64 =
                copy.query_row("SELECT count(*) FROM submissions", (), |row| row.get(0)).unwrap();
            assert_eq!((found, names), (version, 1));
        }
    }

    #[test]
    fn a_newer_database_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("accounts.db");
        drop(Accounts::open(&path).unwrap());
        let newer = MIGRATIONS.len() + 1;
        Connection::open(&path).unwrap().pragma_update(None, "user_version", newer).unwrap();
        let before = std::fs::read(&path).unwrap();
        let refused = Accounts::open(&path).unwrap_err().to_string();
        assert!(refused.contains("a newer bout made it") && refused.contains("accounts.db"), "{refused}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
