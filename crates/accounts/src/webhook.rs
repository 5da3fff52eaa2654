//! Webhooks of accounts: addresses to which the site sends news about their owner's programs.

use database::sql::{FromValue, Optional as _, Row, SqlError, ValueRef, params};
use serde::{Deserialize, Serialize};

use crate::news::news_of;
use crate::{AccountId, Accounts, AccountsError, News, Secret};

/// The format of messages to a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WebhookForm {
    /// All details, as signed JSON.
    Json,
    /// A sentence, in the format of Discord's webhooks.
    Discord,
}

impl WebhookForm {
    /// Returns its name in the database and the interface.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Discord => "discord",
        }
    }
}

impl FromValue for WebhookForm {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        match String::from_value(value)?.as_str() {
            "json" => Ok(Self::Json),
            "discord" => Ok(Self::Discord),
            _ => Err(SqlError::Unexpected("a known word")),
        }
    }
}

/// A webhook of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorWebhook {
    /// Its number.
    pub id: i64,
    /// Where messages go. The site checks its syntax, not this crate.
    pub url: String,
    /// The format of messages.
    pub form: WebhookForm,
    /// The kinds of news that it receives.
    pub events: Vec<String>,
    /// The key that signs messages. It is not hashed, because signing needs it.
    pub secret: String,
    /// The number of failed attempts since the last success.
    pub failures: u64,
    /// When it was switched off, in seconds since 1970.
    pub off_s: Option<u64>,
    /// Why the last attempt failed.
    pub trouble: Option<String>,
}

/// A webhook to add.
#[derive(Debug, Clone)]
pub struct NewWebhook<'a> {
    /// Where messages go.
    pub url: &'a str,
    /// The format of messages.
    pub form: WebhookForm,
    /// The kinds of news that it receives.
    pub events: &'a [String],
    /// The maximum number of webhooks per account.
    pub max_webhooks: u64,
}

const COLUMNS: &str =
    "author_webhooks.id, url, format, events, author_webhooks.secret, failures, off, trouble";

impl AuthorWebhook {
    fn of(row: &Row) -> Result<Self, SqlError> {
        Ok(Self {
            id: row.get(0)?,
            url: row.get(1)?,
            form: row.get(2)?,
            events: row.get::<String>(3)?.split(' ').map(str::to_owned).collect(),
            secret: row.get(4)?,
            failures: row.get(5)?,
            off_s: row.get(6)?,
            trouble: row.get(7)?,
        })
    }
}

impl Accounts {
    /// Adds a webhook, and draws its key for signatures. The webhook receives only later news.
    pub fn add_webhook(
        &self,
        account: AccountId,
        new: &NewWebhook<'_>,
    ) -> Result<AuthorWebhook, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            let query = "SELECT count(*) FROM author_webhooks WHERE account = ?";
            let count: u64 = transaction.query_row(query, [account], |row| row.get(0))?;
            if count >= new.max_webhooks {
                return Err(AccountsError::TooManyWebhooks(new.max_webhooks).into());
            }
            let id: i64 = transaction.query_row(
                "INSERT INTO author_webhooks (account, url, format, events, secret, told)
                 VALUES (?1, ?2, ?3, ?4, ?5, (SELECT coalesce(max(id), 0) FROM news WHERE account = ?1))
                 RETURNING id",
                params![account, new.url, new.form.as_str(), new.events.join(" "), secret.text()],
                |row| row.get(0),
            )?;
            let query = format!("SELECT {COLUMNS} FROM author_webhooks WHERE id = ?");
            Ok(transaction.query_row(&query, [id], AuthorWebhook::of)?)
        })
    }

    /// Returns the webhooks of an account, the oldest first.
    pub fn webhooks(&self, account: AccountId) -> Result<Vec<AuthorWebhook>, AccountsError> {
        self.read(|database| {
            let query = format!("SELECT {COLUMNS} FROM author_webhooks WHERE account = ? ORDER BY id");
            database.query_all(&query, [account], AuthorWebhook::of)
        })
    }

    /// Deletes a webhook of an account. Returns false if the account has none with this number.
    pub fn delete_webhook(&self, account: AccountId, id: i64) -> Result<bool, AccountsError> {
        self.change(|transaction| {
            let query = "DELETE FROM author_webhooks WHERE account = ? AND id = ?";
            Ok(transaction.execute(query, params![account, id])? > 0)
        })
    }

    /// Switches a webhook of an account on again. It receives the news since it was switched off, as far as
    /// they are kept. Returns false if the account has no webhook with this number.
    pub fn resume_webhook(&self, account: AccountId, id: i64) -> Result<bool, AccountsError> {
        self.change(|transaction| {
            let query = "UPDATE author_webhooks SET off = NULL, failures = 0, next_try = 0, trouble = NULL
                         WHERE account = ? AND id = ?";
            Ok(transaction.execute(query, params![account, id])? > 0)
        })
    }

    /// Returns the webhooks that are due for a message, each with the oldest news that was not sent to it.
    pub fn due_webhooks(&self, now_s: u64) -> Result<Vec<(AuthorWebhook, News)>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {COLUMNS}, (SELECT min(news.id) FROM news
                                    WHERE news.account = author_webhooks.account AND news.id > told)
                 FROM author_webhooks JOIN accounts ON accounts.id = account
                 WHERE off IS NULL AND next_try <= ? AND banned IS NULL AND deleted IS NULL
                 ORDER BY author_webhooks.id"
            );
            let row = |row: &Row| Ok((AuthorWebhook::of(row)?, row.get::<Option<i64>>(8)?));
            let found: Vec<(AuthorWebhook, Option<i64>)> = database.query_all(&query, [now_s], row)?;
            let mut due = Vec::new();
            for (webhook, first) in found {
                let query = "SELECT id, uid, event, message, at FROM news WHERE id = ?";
                let news = database.query_row(query, [first], news_of).optional()?;
                due.extend(news.map(|news| (webhook, news)));
            }
            Ok(due)
        })
    }

    /// Records that news were sent to a webhook, or that it does not want them.
    pub fn webhook_told(&self, id: i64, news: i64) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "UPDATE author_webhooks SET told = CASE WHEN told < ?1 THEN ?1 ELSE told END, failures = 0, next_try = 0, trouble = NULL
                 WHERE id = ?2",
                params![news, id],
            )?;
            Ok(())
        })
    }

    /// Records that an attempt failed, and when the next one is due. Without a time, switches the webhook
    /// off.
    pub fn webhook_failed(
        &self,
        id: i64,
        why: &str,
        next_try_s: Option<u64>,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        let off = next_try_s.is_none().then_some(now_s);
        self.change(|transaction| {
            transaction.execute(
                "UPDATE author_webhooks SET failures = failures + 1, next_try = ?, off = ?, trouble = ? WHERE id = ?",
                params![next_try_s.unwrap_or(0), off, why, id],
            )?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccountName, NewNews, Password, Role};

    fn with_accounts(names: &[&str]) -> (Accounts, Vec<AccountId>) {
        let accounts = crate::testing::fresh();
        let create = |name: &&str| {
            let name = AccountName::new(name).unwrap();
            let password = Password::choose("a long enough one", name.as_str()).unwrap();
            accounts.create(&name, &password, Role::Player, 1).unwrap().id
        };
        let ids = names.iter().map(create).collect();
        (accounts, ids)
    }

    fn news(account: AccountId, uid: &str) -> NewNews {
        NewNews { account, uid: uid.into(), event: "pushed-off".into(), message: "{}".into() }
    }

    fn hook(accounts: &Accounts, account: AccountId) -> AuthorWebhook {
        let events = ["pushed-off".to_owned(), "new-king".to_owned()];
        let new = NewWebhook {
            url: "https://a.example/",
            form: WebhookForm::Json,
            events: &events,
            max_webhooks: 2,
        };
        accounts.add_webhook(account, &new).unwrap()
    }

    #[test]
    fn a_webhook_hears_what_happens_after_it_was_added_in_order_and_once() {
        let (accounts, ids) = with_accounts(&["anna", "bert"]);
        accounts.keep_news("small", 1, &[news(ids[0], "a")], 1).unwrap();
        let hook = hook(&accounts, ids[0]);
        assert!(accounts.due_webhooks(9).unwrap().is_empty(), "it hears nothing of before");
        let more = [news(ids[0], "b"), news(ids[0], "a"), news(ids[1], "c"), news(ids[0], "d")];
        accounts.keep_news("small", 4, &more, 2).unwrap();
        assert_eq!(accounts.news_positions().unwrap()["small"], 4);
        let mut heard = Vec::new();
        while let Some((known, one)) = accounts.due_webhooks(9).unwrap().first().cloned() {
            assert_eq!((known.id, &known.events), (hook.id, &hook.events));
            accounts.webhook_told(known.id, one.id).unwrap();
            heard.push(one.uid);
        }
        assert_eq!(heard, ["b", "d"]);
        let kept: Vec<String> = accounts.news(ids[0], 9).unwrap().into_iter().map(|one| one.uid).collect();
        assert_eq!(kept, ["d", "b", "a"]);
    }

    #[test]
    fn a_webhook_that_fails_waits_and_is_switched_off_until_its_owner_resumes_it() {
        let (accounts, ids) = with_accounts(&["anna", "bert"]);
        let hook = hook(&accounts, ids[0]);
        accounts.keep_news("small", 1, &[news(ids[0], "a")], 1).unwrap();
        accounts.webhook_failed(hook.id, "it answered 500", Some(10), 2).unwrap();
        assert!(accounts.due_webhooks(9).unwrap().is_empty());
        assert_eq!(accounts.due_webhooks(10).unwrap()[0].0.failures, 1);
        accounts.webhook_failed(hook.id, "it answered 500", None, 11).unwrap();
        assert!(accounts.due_webhooks(99).unwrap().is_empty());
        let known = &accounts.webhooks(ids[0]).unwrap()[0];
        assert_eq!((known.off_s, known.trouble.as_deref()), (Some(11), Some("it answered 500")));
        assert!(!accounts.resume_webhook(ids[1], hook.id).unwrap(), "it is another's");
        assert!(!accounts.delete_webhook(ids[1], hook.id).unwrap(), "it is another's");
        assert!(accounts.resume_webhook(ids[0], hook.id).unwrap());
        assert_eq!(accounts.due_webhooks(0).unwrap()[0].1.uid, "a");
        accounts.set_ban(ids[0], Some("spam")).unwrap();
        assert!(accounts.due_webhooks(99).unwrap().is_empty(), "the account is closed");
    }

    #[test]
    fn there_are_few_webhooks_and_a_deleted_account_leaves_none() {
        let (accounts, ids) = with_accounts(&["anna", "bert"]);
        let first = hook(&accounts, ids[0]);
        let second = hook(&accounts, ids[0]);
        assert_ne!(first.secret, second.secret);
        let new = NewWebhook { url: "x", form: WebhookForm::Discord, events: &[], max_webhooks: 2 };
        let third = accounts.add_webhook(ids[0], &new);
        assert!(matches!(third, Err(AccountsError::TooManyWebhooks(2))));
        let feed = accounts.make_feed(ids[0]).unwrap();
        let replaced = accounts.make_feed(ids[0]).unwrap();
        assert_eq!(accounts.feed_owner(&feed).unwrap(), None);
        assert_eq!(accounts.feed_owner(&replaced).unwrap().unwrap().name, "anna");
        accounts.keep_news("small", 1, &[news(ids[0], "a")], 1).unwrap();
        accounts.delete(ids[0], 5).unwrap();
        assert!(accounts.webhooks(ids[0]).unwrap().is_empty());
        assert!(accounts.news(ids[0], 9).unwrap().is_empty());
        assert!(accounts.feed_owner(&replaced).unwrap().is_none());
        accounts.keep_news("small", 2, &[news(ids[0], "b")], 6).unwrap();
        assert!(accounts.news(ids[0], 9).unwrap().is_empty(), "nothing is kept for who left");
    }

    #[test]
    fn old_news_make_room() {
        let (accounts, ids) = with_accounts(&["anna"]);
        for number in 0..210 {
            accounts.keep_news("small", number, &[news(ids[0], &number.to_string())], 1).unwrap();
        }
        let kept = accounts.news(ids[0], 999).unwrap();
        assert_eq!((kept.len(), kept[0].uid.as_str(), kept[199].uid.as_str()), (200, "209", "10"));
    }
}
