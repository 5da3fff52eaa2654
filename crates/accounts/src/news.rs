//! News about the programs of an account, for its owner: stored in order, shown in a private feed, and sent
//! to webhooks.

use std::collections::BTreeMap;

use database::sql::{Optional as _, Row, Sql, SqlError, params};

use crate::database::ChangeError;
use crate::{Account, AccountId, Accounts, AccountsError, Secret, SubmissionId};

/// The maximum number of news kept per account. New ones replace the oldest.
const MAX_NEWS: u64 = 200;

/// A piece of news for an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// Its number. Later news have higher ones.
    pub id: i64,
    /// Its permanent identifier.
    pub uid: String,
    /// The kind of event.
    pub event: String,
    /// All details, as JSON.
    pub message: String,
    /// When the site saw it, in seconds since 1970.
    pub at_s: u64,
}

/// News to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNews {
    /// The account that the news are for.
    pub account: AccountId,
    /// Its permanent identifier. News whose identifier the account already has are ignored.
    pub uid: String,
    /// The kind of event.
    pub event: String,
    /// All details, as JSON.
    pub message: String,
}

impl Accounts {
    /// Returns how far the site has read each place, that is each hill and contest.
    pub fn news_positions(&self) -> Result<BTreeMap<String, u64>, AccountsError> {
        self.read(|database| {
            let query = "SELECT place, position FROM news_positions";
            database.query_all(query, (), |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// Stores the news from a place, and how far the site has read that place.
    pub fn keep_news(
        &self,
        place: &str,
        position: u64,
        news: &[NewNews],
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            news.iter().try_for_each(|one| insert(transaction, one, now_s))?;
            transaction.execute(
                "INSERT INTO news_positions (place, position) VALUES (?, ?)
                 ON CONFLICT (place) DO UPDATE SET position = excluded.position",
                params![place, position],
            )?;
            Ok(())
        })
    }

    /// Marks the result of a submission as processed, and stores the news about it, if there are any.
    pub fn keep_result(
        &self,
        submission: SubmissionId,
        news: Option<&NewNews>,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            news.map_or(Ok(()), |one| insert(transaction, one, now_s))?;
            transaction.execute("UPDATE submissions SET told = 1 WHERE id = ?", [submission])?;
            Ok(())
        })
    }

    /// Returns the news of an account, the newest first.
    pub fn news(&self, account: AccountId, limit: usize) -> Result<Vec<News>, AccountsError> {
        self.read(|database| {
            let query =
                "SELECT id, uid, event, message, at FROM news WHERE account = ? ORDER BY id DESC LIMIT ?";
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            database.query_all(query, params![account, limit], news_of)
        })
    }

    /// Makes a new address for the private feed of an account. A former address stops working.
    pub fn make_feed(&self, account: AccountId) -> Result<Secret, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO author_feeds (account, secret) VALUES (?, ?)
                 ON CONFLICT (account) DO UPDATE SET secret = excluded.secret",
                params![account, secret.hash()],
            )?;
            Ok(())
        })?;
        Ok(secret)
    }

    /// Ends the private feed of an account.
    pub fn end_feed(&self, account: AccountId) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute("DELETE FROM author_feeds WHERE account = ?", [account])?;
            Ok(())
        })
    }

    /// Returns true if an account has a private feed.
    pub fn has_feed(&self, account: AccountId) -> Result<bool, AccountsError> {
        self.read(|database| {
            let query = "SELECT EXISTS (SELECT 1 FROM author_feeds WHERE account = ?)";
            database.query_row(query, [account], |row| row.get(0))
        })
    }

    /// Returns the account whose feed has this secret; `None` if there is none, or if it is banned.
    pub fn feed_owner(&self, secret: &Secret) -> Result<Option<Account>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {} FROM author_feeds JOIN accounts ON accounts.id = account
                 WHERE author_feeds.secret = ? AND banned IS NULL AND deleted IS NULL",
                Account::COLUMNS
            );
            database.query_row(&query, [secret.hash()], Account::of).optional()
        })
    }
}

pub(crate) fn news_of(row: &Row) -> Result<News, SqlError> {
    Ok(News {
        id: row.get(0)?,
        uid: row.get(1)?,
        event: row.get(2)?,
        message: row.get(3)?,
        at_s: row.get(4)?,
    })
}

fn insert(transaction: &Sql<'_>, news: &NewNews, now_s: u64) -> Result<(), ChangeError> {
    let NewNews { account, uid, event, message } = news;
    // The account may have been deleted in the meantime.
    let inserted = transaction.execute(
        "INSERT INTO news (account, uid, event, message, at)
         SELECT id, ?, ?, ?, ? FROM accounts WHERE id = ? AND deleted IS NULL ON CONFLICT DO NOTHING",
        params![uid, event, message, now_s, account],
    )?;
    if inserted > 0 {
        transaction.execute(
            "DELETE FROM news WHERE account = ?1 AND id <= (
                 SELECT id FROM news WHERE account = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
            params![account, MAX_NEWS],
        )?;
    }
    Ok(())
}

/// Deletes the news, the private feed and the webhooks of an account.
pub(crate) fn forget(transaction: &Sql<'_>, account: AccountId) -> Result<(), SqlError> {
    for table in ["news", "author_feeds", "author_webhooks"] {
        transaction.execute(&format!("DELETE FROM {table} WHERE account = ?"), [account])?;
    }
    Ok(())
}
