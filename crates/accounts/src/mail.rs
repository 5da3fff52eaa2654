//! Mail addresses of accounts, to which the site may send links for forgotten passwords.
//!
//! An address counts once its owner has used a link that was sent there. Several accounts may share an
//! address, because a refusal would reveal which addresses are known. The site checks the syntax of
//! addresses, not this crate.

use database::sql::{Optional as _, Row, SqlError, ToValue, params};

use crate::account::{no_more_resets, one};
use crate::{Account, AccountId, Accounts, AccountsError, Secret};

/// The maximum number of accounts per message if several share an address.
const MAX_ACCOUNTS_OF_ADDRESS: u64 = 5;

/// The mail addresses of an account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailAddresses {
    /// The address that its owner has confirmed.
    pub confirmed: Option<String>,
    /// The address that its owner has not confirmed yet.
    pub waiting: Option<String>,
}

/// An address that was confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedAddress {
    /// The name of the account.
    pub account: String,
    /// The address.
    pub address: String,
    /// The confirmed address that it replaces.
    pub replaced: Option<String>,
}

impl Accounts {
    /// Returns the mail addresses of an account.
    pub fn mail_addresses(&self, account: AccountId, now_s: u64) -> Result<MailAddresses, AccountsError> {
        self.read(|database| {
            let one = |query: &str, parameters: &[&dyn ToValue]| {
                database.query_row(query, parameters, |row| row.get(0)).optional()
            };
            let waiting = "SELECT address FROM mail_confirmations WHERE account = ? AND expires > ?";
            Ok(MailAddresses {
                confirmed: one("SELECT address FROM mail_addresses WHERE account = ?", params![account])?,
                waiting: one(waiting, params![account, now_s])?,
            })
        })
    }

    /// Records the address that an account wants, and returns the secret to send there. The address counts
    /// when its owner confirms it with the secret before `expires_s`; until then, the former address stays.
    /// Replaces an address that was still waiting.
    pub fn ask_for_address(
        &self,
        account: AccountId,
        address: &str,
        expires_s: u64,
    ) -> Result<Secret, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            transaction.execute("DELETE FROM mail_confirmations WHERE account = ?", [account])?;
            let inserted = transaction.execute(
                "INSERT INTO mail_confirmations (secret, account, address, expires)
                 SELECT ?, id, ?, ? FROM accounts WHERE id = ? AND deleted IS NULL",
                params![secret.hash(), address, expires_s, account],
            )?;
            one(inserted)
        })?;
        Ok(secret)
    }

    /// Returns the account and the address that a secret confirms; `None` if the secret was used, has expired
    /// or never existed.
    pub fn address_to_confirm(
        &self,
        secret: &Secret,
        now_s: u64,
    ) -> Result<Option<ConfirmedAddress>, AccountsError> {
        self.read(|database| {
            database.query_row(TO_CONFIRM, params![secret.hash(), now_s], confirmed).optional()
        })
    }

    /// Confirms an address, and uses the secret up. Returns `None` if the secret is not valid.
    pub fn confirm_address(
        &self,
        secret: &Secret,
        now_s: u64,
    ) -> Result<Option<ConfirmedAddress>, AccountsError> {
        self.change(|transaction| {
            let found =
                transaction.query_row(TO_CONFIRM, params![secret.hash(), now_s], confirmed).optional()?;
            transaction.execute(
                "INSERT INTO mail_addresses (account, address)
                 SELECT account, address FROM mail_confirmations WHERE secret = ? AND expires > ?
                 ON CONFLICT (account) DO UPDATE SET address = excluded.address",
                params![secret.hash(), now_s],
            )?;
            transaction.execute("DELETE FROM mail_confirmations WHERE secret = ?", [secret.hash()])?;
            Ok(found)
        })
    }

    /// Deletes the addresses of an account, and ends its links for a new password, because they may have been
    /// sent there.
    pub fn forget_addresses(&self, account: AccountId) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute("DELETE FROM mail_confirmations WHERE account = ?", [account])?;
            transaction.execute("DELETE FROM mail_addresses WHERE account = ?", [account])?;
            no_more_resets(transaction, account)?;
            Ok(())
        })
    }

    /// Returns the accounts whose name or confirmed address is `typed`, with their confirmed addresses.
    /// Leaves out banned accounts.
    pub fn accounts_to_mail(&self, typed: &str) -> Result<Vec<(Account, String)>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {}, address FROM accounts JOIN mail_addresses ON account = accounts.id
                 WHERE (nocase(name) = nocase(?1) OR nocase(address) = nocase(?1)) AND deleted IS NULL AND banned IS NULL
                 ORDER BY accounts.id LIMIT ?2",
                Account::COLUMNS
            );
            let row = |row: &Row| Ok((Account::of(row)?, row.get(5)?));
            database.query_all(&query, params![typed.trim(), MAX_ACCOUNTS_OF_ADDRESS], row)
        })
    }

    /// Makes a link for a new password, to be sent to the confirmed address of an account. Older links stay
    /// valid, because anybody can ask for this mail and must not invalidate the links of others.
    pub fn make_reset_by_mail(&self, account: AccountId, expires_s: u64) -> Result<Secret, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO links (secret, purpose, account, expires) VALUES (?, 'reset', ?, ?)",
                params![secret.hash(), account, expires_s],
            )?;
            Ok(())
        })?;
        Ok(secret)
    }
}

const TO_CONFIRM: &str = "
    SELECT accounts.name, waiting.address, known.address
    FROM mail_confirmations AS waiting JOIN accounts ON accounts.id = waiting.account
    LEFT JOIN mail_addresses AS known ON known.account = waiting.account
    WHERE secret = ? AND expires > ? AND deleted IS NULL";

fn confirmed(row: &Row) -> Result<ConfirmedAddress, SqlError> {
    Ok(ConfirmedAddress { account: row.get(0)?, address: row.get(1)?, replaced: row.get(2)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccountName, Password, Role};

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

    fn with_address(accounts: &Accounts, account: AccountId, address: &str) {
        let secret = accounts.ask_for_address(account, address, 100).unwrap();
        accounts.confirm_address(&secret, 1).unwrap().unwrap();
    }

    #[test]
    fn an_address_counts_once_it_is_confirmed() {
        let (accounts, ids) = with_accounts(&["anna"]);
        let secret = accounts.ask_for_address(ids[0], "anna@example.org", 100).unwrap();
        let waiting = accounts.mail_addresses(ids[0], 50).unwrap();
        assert_eq!((waiting.confirmed, waiting.waiting.as_deref()), (None, Some("anna@example.org")));
        assert!(accounts.accounts_to_mail("anna").unwrap().is_empty());
        assert!(accounts.accounts_to_mail("anna@example.org").unwrap().is_empty());
        assert_eq!(accounts.confirm_address(&secret, 100).unwrap(), None, "it ended at 100");
        let secret = accounts.ask_for_address(ids[0], "anna@example.org", 100).unwrap();
        let done = accounts.confirm_address(&secret, 99).unwrap().unwrap();
        assert_eq!((done.account.as_str(), done.replaced), ("anna", None));
        assert_eq!(accounts.confirm_address(&secret, 99).unwrap(), None, "it was used");
        for typed in ["ANNA", " anna@EXAMPLE.org "] {
            let found = accounts.accounts_to_mail(typed).unwrap();
            assert_eq!(found.len(), 1, "{typed}");
            assert_eq!(found[0].1, "anna@example.org");
        }
    }

    #[test]
    fn a_new_address_replaces_the_old_one_when_it_is_confirmed() {
        let (accounts, ids) = with_accounts(&["anna"]);
        with_address(&accounts, ids[0], "old@example.org");
        let older = accounts.ask_for_address(ids[0], "older@example.org", 100).unwrap();
        let secret = accounts.ask_for_address(ids[0], "new@example.org", 100).unwrap();
        assert_eq!(accounts.confirm_address(&older, 1).unwrap(), None, "another address was asked for since");
        assert_eq!(accounts.accounts_to_mail("anna").unwrap()[0].1, "old@example.org");
        let done = accounts.confirm_address(&secret, 1).unwrap().unwrap();
        assert_eq!(done.replaced.as_deref(), Some("old@example.org"));
        assert_eq!(accounts.accounts_to_mail("anna").unwrap()[0].1, "new@example.org");
    }

    #[test]
    fn accounts_share_an_address_and_closed_ones_get_nothing() {
        let (accounts, ids) = with_accounts(&["anna", "bert", "carl"]);
        for id in &ids {
            with_address(&accounts, *id, "class@example.org");
        }
        accounts.set_ban(ids[1], Some("spam")).unwrap();
        accounts.delete(ids[2], 2).unwrap();
        let found = accounts.accounts_to_mail("class@example.org").unwrap();
        assert_eq!(found.iter().map(|(account, _)| account.name.as_str()).collect::<Vec<_>>(), ["anna"]);
        let left = accounts.mail_addresses(ids[2], 1).unwrap();
        assert_eq!(left, MailAddresses::default(), "a deleted account leaves no address");
    }

    #[test]
    fn a_new_password_ends_all_links_for_one() {
        let (accounts, ids) = with_accounts(&["anna"]);
        let by_host = accounts.make_reset(ids[0], 100).unwrap();
        let by_mail = accounts.make_reset_by_mail(ids[0], 100).unwrap();
        assert!(accounts.link(&by_host, 1).unwrap().is_some(), "asking for mail ends no other link");
        let password = Password::choose("another long one", "anna").unwrap();
        assert!(accounts.reset_password(&by_mail, &password, 1).unwrap());
        assert!(!accounts.reset_password(&by_host, &password, 1).unwrap());
        let by_mail = accounts.make_reset_by_mail(ids[0], 100).unwrap();
        accounts.forget_addresses(ids[0]).unwrap();
        assert!(accounts.link(&by_mail, 1).unwrap().is_none());
    }
}
