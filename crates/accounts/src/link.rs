//! Links that work once: for the first host, for people who are invited, and for those who forgot their password.

use database::sql::{Optional as _, Row, Sql, params};

use crate::account::{insert, no_more_resets};
use crate::database::ChangeError;
use crate::{Account, AccountId, AccountName, Accounts, AccountsError, Password, Role, Secret};

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// To create the account of the first host.
    FirstHost,
    /// To create an account on a site that is not open to all.
    Invitation,
    /// To choose a new password.
    Reset,
}

impl LinkPurpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::FirstHost => "first-host",
            Self::Invitation => "invitation",
            Self::Reset => "reset",
        }
    }

    fn read(text: &str) -> Self {
        match text {
            "first-host" => Self::FirstHost,
            "invitation" => Self::Invitation,
            _ => Self::Reset,
        }
    }
}

/// A link that has not been used yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What it is for.
    pub purpose: LinkPurpose,
    /// The name of the account, if it is for one.
    pub account: Option<String>,
}

impl Accounts {
    /// Makes a link for creating an account. A new link for the first host replaces older ones.
    pub fn make_link(&self, purpose: LinkPurpose, expires_s: u64) -> Result<Secret, AccountsError> {
        self.insert_link(purpose, None, expires_s)
    }

    /// Makes a link for choosing a new password for an account. It replaces older ones.
    pub fn make_reset(&self, account: AccountId, expires_s: u64) -> Result<Secret, AccountsError> {
        self.insert_link(LinkPurpose::Reset, Some(account), expires_s)
    }

    fn insert_link(
        &self,
        purpose: LinkPurpose,
        account: Option<AccountId>,
        expires_s: u64,
    ) -> Result<Secret, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            if purpose != LinkPurpose::Invitation {
                transaction.execute(
                    "DELETE FROM links WHERE purpose = ? AND account IS NOT DISTINCT FROM ?",
                    params![purpose.as_str(), account],
                )?;
            }
            transaction.execute(
                "INSERT INTO links (secret, purpose, account, expires) VALUES (?, ?, ?, ?)",
                params![secret.hash(), purpose.as_str(), account, expires_s],
            )?;
            Ok(())
        })?;
        Ok(secret)
    }

    /// Returns what a link is for; `None` if it was used, has expired or never existed.
    pub fn link(&self, secret: &Secret, now_s: u64) -> Result<Option<Link>, AccountsError> {
        self.read(|database| {
            let query = "SELECT purpose, accounts.name FROM links LEFT JOIN accounts ON accounts.id = account
                         WHERE secret = ? AND expires > ?";
            let row = |row: &Row| {
                let purpose = LinkPurpose::read(&row.get::<String>(0)?);
                Ok(Link { purpose, account: row.get(1)? })
            };
            database.query_row(query, params![secret.hash(), now_s], row).optional()
        })
    }

    /// Creates an account through a link, and uses the link up. Returns `None` if the link is not valid.
    pub fn join(
        &self,
        link: &Secret,
        name: &AccountName,
        password: &Password,
        now_s: u64,
    ) -> Result<Option<Account>, AccountsError> {
        let hash = password.hash();
        self.change(|transaction| {
            let Some(role) = use_invitation(transaction, link, now_s)? else { return Ok(None) };
            insert(transaction, name, Some(&hash), role, now_s).map(Some)
        })
    }

    /// Changes the password of the account that a link is for, ends its sessions, and uses the link up.
    /// Returns false if the link is not valid.
    pub fn reset_password(
        &self,
        link: &Secret,
        password: &Password,
        now_s: u64,
    ) -> Result<bool, AccountsError> {
        let hash = password.hash();
        self.change(|transaction| {
            let Some((LinkPurpose::Reset, Some(account))) = use_up(transaction, link, now_s)? else {
                return Ok(false);
            };
            transaction.execute("DELETE FROM sessions WHERE account = ?", [account])?;
            no_more_resets(transaction, account)?;
            let changed = transaction.execute(
                "UPDATE accounts SET password = ? WHERE id = ? AND deleted IS NULL",
                params![hash, account],
            )?;
            Ok(changed == 1)
        })
    }
}

/// Uses up a link for a new account, and returns the role of that account; `None` if the link is not valid.
pub(crate) fn use_invitation(
    transaction: &Sql<'_>,
    link: &Secret,
    now_s: u64,
) -> Result<Option<Role>, ChangeError> {
    Ok(match use_up(transaction, link, now_s)? {
        Some((LinkPurpose::FirstHost, _)) => Some(Role::Host),
        Some((LinkPurpose::Invitation, _)) => Some(Role::Player),
        _ => None,
    })
}

/// Removes a link if it is valid, and returns what it is for.
fn use_up(
    transaction: &Sql<'_>,
    link: &Secret,
    now_s: u64,
) -> Result<Option<(LinkPurpose, Option<AccountId>)>, ChangeError> {
    let row = |row: &Row| Ok((LinkPurpose::read(&row.get::<String>(0)?), row.get(1)?));
    let query = "DELETE FROM links WHERE secret = ? AND expires > ? RETURNING purpose, account";
    Ok(transaction.query_row(query, params![link.hash(), now_s], row).optional()?)
}
