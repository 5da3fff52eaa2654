//! Deletes old data that nobody needs any more, so that it does not fill the database.

use database::sql::{Kind, Sql, SqlError, params};

use crate::{Accounts, AccountsError, SESSION_IDLE_S};

/// The maximum number of submissions per transaction. It is small because others wait for the database
/// meanwhile.
const STEP: usize = 500;

/// How many entries were deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Expired sessions, links and addresses that were never confirmed.
    pub expired: usize,
    /// Submissions whose source and idempotency key were deleted. Their results stay.
    pub sources: usize,
    /// Submissions that were only tests, deleted as a whole.
    pub tests: usize,
}

impl Accounts {
    /// Deletes what has expired. Of submissions that finished more than `keep_s` seconds ago, deletes the
    /// sources and idempotency keys, and deletes tests as a whole.
    ///
    /// If the clock is ahead of the newest submission, ages are measured from that submission. So a clock
    /// that is ahead by years deletes no source. Old sources may then stay longer, but without new
    /// submissions, the database does not grow.
    pub fn forget_old(&self, keep_s: u64, now_s: u64) -> Result<Forgotten, AccountsError> {
        let newest: Option<u64> = self.read(|database| {
            database.query_row("SELECT max(submitted) FROM submissions", (), |row| row.get(0))
        })?;
        let before = now_s.min(newest.unwrap_or(0)).saturating_sub(keep_s);
        let expired = self.change(|transaction| Ok(forget_expired(transaction, now_s)?))?;
        let mut forgotten = Forgotten { expired, ..Forgotten::default() };
        loop {
            let (sources, tests) = self.change(|transaction| Ok(forget_submissions(transaction, before)?))?;
            forgotten.sources += sources;
            forgotten.tests += tests;
            if sources + tests == 0 {
                return Ok(forgotten);
            }
        }
    }
}

fn forget_expired(transaction: &Sql<'_>, now_s: u64) -> Result<usize, SqlError> {
    // If the clock was ahead once, a session must not stay valid for years.
    transaction.execute("UPDATE sessions SET seen = ?1 WHERE seen > ?1", [now_s])?;
    let mut expired =
        transaction.execute("DELETE FROM sessions WHERE seen < ?", [now_s.saturating_sub(SESSION_IDLE_S)])?;
    for table in ["links", "hill_links", "mail_confirmations"] {
        expired += transaction.execute(&format!("DELETE FROM {table} WHERE expires <= ?"), [now_s])?;
    }
    Ok(expired)
}

/// Deletes one batch of sources and tests. Returns how many it deleted of each.
fn forget_submissions(transaction: &Sql<'_>, before: u64) -> Result<(usize, usize), SqlError> {
    let tests = transaction.execute(
        "DELETE FROM submissions WHERE id IN (
             SELECT id FROM submissions WHERE mode = 'test' AND finished < ? ORDER BY id LIMIT ?)",
        params![before, STEP],
    )?;
    Ok((forget_sources(transaction, before)?, tests))
}

/// Deletes one batch of sources. Returns how many.
///
/// In `SQLite`, deletes the rows and inserts them again. `SQLite` merges nearly empty pages only when rows
/// are deleted; a row that was shortened in place would keep a page to itself.
fn forget_sources(transaction: &Sql<'_>, before: u64) -> Result<usize, SqlError> {
    if transaction.kind() == Kind::Postgres {
        return transaction.execute(
            "UPDATE submissions SET source = ?, idempotency_key = NULL WHERE id IN (
                 SELECT id FROM submissions
                 WHERE finished < ? AND (length(source) > 0 OR idempotency_key IS NOT NULL) ORDER BY id LIMIT ?)",
            params![[0_u8; 0], before, STEP],
        );
    }
    transaction.execute(
        "CREATE TEMPORARY TABLE shortened AS SELECT * FROM submissions
         WHERE finished < ? AND (length(source) > 0 OR idempotency_key IS NOT NULL) ORDER BY id LIMIT ?",
        params![before, STEP],
    )?;
    transaction.execute("UPDATE shortened SET source = x'', idempotency_key = NULL", ())?;
    let sources =
        transaction.execute("DELETE FROM submissions WHERE id IN (SELECT id FROM shortened)", ())?;
    transaction.execute("INSERT INTO submissions SELECT * FROM shortened", ())?;
    transaction.execute("DROP TABLE shortened", ())?;
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        AccountId, AccountName, LinkPurpose, Mode, NewSubmission, Password, Role, SubmissionState,
        SubmitOutcome,
    };

    const DAY_S: u64 = 24 * 3600;
    const KEEP_S: u64 = 90 * DAY_S;

    fn anna(accounts: &Accounts) -> AccountId {
        let name = AccountName::new("anna").unwrap();
        accounts
            .create(&name, &Password::choose("correct horse battery", "anna").unwrap(), Role::Player, 1)
            .unwrap()
            .id
    }

    fn submit(accounts: &Accounts, account: AccountId, number: u64, mode: Mode, now_s: u64) -> String {
        let key = number.to_string();
        let source = vec![b'x'; 2000];
        let new = NewSubmission {
            account,
            hill: "small",
            given: "a.crash",
            source: &source,
            mode,
            is_secret: false,
            idempotency_key: Some(&key),
            known_files: &[],
            present_files: &[],
            max_programs: 10,
            max_waiting: 10,
        };
        let SubmitOutcome::New(submission) = accounts.submit(&new, now_s).unwrap() else {
            panic!("it is new")
        };
        submission.public
    }

    fn play(accounts: &Accounts, now_s: u64) {
        let (begun, _) = accounts.begin_next("small", u64::MAX, now_s).unwrap().unwrap();
        let state =
            if begun.mode == Mode::Test { SubmissionState::Tested } else { SubmissionState::NotGoodEnough };
        accounts.finish(begun.id, state, None, None, now_s).unwrap();
    }

    #[test]
    fn what_became_of_a_submission_stays_and_what_waits_is_whole() {
        let accounts = crate::testing::fresh();
        let account = anna(&accounts);
        let old = submit(&accounts, account, 1, Mode::Enter, DAY_S);
        let test = submit(&accounts, account, 2, Mode::Test, DAY_S);
        play(&accounts, DAY_S);
        play(&accounts, DAY_S);
        let waits = submit(&accounts, account, 3, Mode::Enter, DAY_S);
        let now = DAY_S + KEEP_S + DAY_S;
        submit(&accounts, account, 4, Mode::Enter, now);
        let forgotten = accounts.forget_old(KEEP_S, now).unwrap();
        assert_eq!(forgotten, Forgotten { expired: 0, sources: 1, tests: 1 });
        let known = accounts.submission(&old).unwrap().unwrap();
        assert_eq!(known.state, SubmissionState::NotGoodEnough);
        assert!(accounts.source(known.id).unwrap().is_empty());
        assert!(accounts.submission(&test).unwrap().is_none());
        let waiting = accounts.submission(&waits).unwrap().unwrap();
        assert_eq!(accounts.source(waiting.id).unwrap().len(), 2000);
        assert_eq!(accounts.forget_old(KEEP_S, now).unwrap(), Forgotten::default());
    }

    #[test]
    fn a_clock_that_is_ahead_by_years_forgets_no_source() {
        let accounts = crate::testing::fresh();
        let account = anna(&accounts);
        submit(&accounts, account, 1, Mode::Enter, DAY_S);
        play(&accounts, DAY_S);
        let forgotten = accounts.forget_old(KEEP_S, 4000 * DAY_S).unwrap();
        assert_eq!((forgotten.sources, forgotten.tests), (0, 0));
    }

    /// Simulates three years. In the third, the database grows only by one short row per submission, its
    /// result.
    #[test]
    fn years_of_traffic_take_bounded_room() {
        let accounts = crate::testing::fresh();
        let account = anna(&accounts);
        let mut bytes = Vec::new();
        let mut number = 0;
        for year in 0..3 {
            for day in 0..365 {
                let now = (1 + year * 365 + day) * DAY_S;
                for mode in [Mode::Enter, Mode::Test, Mode::Test] {
                    number += 1;
                    submit(&accounts, account, number, mode, now);
                    play(&accounts, now);
                }
                accounts.begin_session(account, now).unwrap();
                accounts.make_link(LinkPurpose::Invitation, now + DAY_S).unwrap();
                accounts.forget_old(KEEP_S, now).unwrap();
            }
            bytes.push(length(&accounts));
        }
        let count = |query: &str| -> u64 {
            accounts.read(|database| database.query_row(query, (), |row| row.get(0))).unwrap()
        };
        assert!(count("SELECT count(*) FROM sessions") <= crate::MAX_SESSIONS);
        assert!(count("SELECT count(*) FROM links") <= 2);
        let kept = 90 + 1;
        assert!(count("SELECT count(*) FROM submissions WHERE mode = 'test'") <= 2 * kept);
        assert!(count("SELECT count(*) FROM submissions WHERE length(source) > 0") <= 3 * kept);
        assert_eq!(count("SELECT count(*) FROM submissions WHERE mode = 'enter'"), 3 * 365);
        let results = 365 * 500;
        assert!(bytes[2] <= bytes[1] + results, "{bytes:?}");
    }

    /// Returns the size of the database, in bytes.
    fn length(accounts: &Accounts) -> u64 {
        let one = |query: &str| -> u64 {
            accounts.read(|database| database.query_row(query, (), |row| row.get(0))).unwrap()
        };
        one("PRAGMA page_count") * one("PRAGMA page_size")
    }
}
