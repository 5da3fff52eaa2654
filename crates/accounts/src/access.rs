//! Who may see a hill, who looks after it, and who is excluded from it.

use std::collections::{BTreeMap, BTreeSet};

use database::sql::{FromValue, Optional as _, Row, SqlError, ValueRef, params};
use serde::{Deserialize, Serialize};

use crate::{Account, AccountId, AccountName, Accounts, AccountsError, Password, Role, Secret};

/// The maximum number of links per hill. A new one replaces the one that expires first.
const MAX_LINKS: usize = 10;

/// Who sees a hill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Everybody,
    /// Anyone with a link, and the hill's group.
    Link,
    /// Its group: the accounts that a host added, or that joined through a link.
    Group,
}

impl Visibility {
    /// All visibilities, the most open first.
    pub const ALL: [Self; 3] = [Self::Everybody, Self::Link, Self::Group];

    /// Returns its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Everybody => "everybody",
            Self::Link => "link",
            Self::Group => "group",
        }
    }

    /// Returns the visibility with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

impl FromValue for Visibility {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        Self::named(String::from_value(value)?.as_str()).ok_or(SqlError::Unexpected("a known word"))
    }
}

/// The role of an account on a hill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HillRole {
    /// It sees the hill, and may hand in programs.
    Member,
    /// A member that also looks after the hill.
    Host,
    /// It may not hand in programs, and does not see the hill if that is private.
    Excluded,
}

impl HillRole {
    /// All roles.
    pub const ALL: [Self; 3] = [Self::Member, Self::Host, Self::Excluded];

    /// Returns its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Host => "host",
            Self::Excluded => "excluded",
        }
    }

    /// Returns the role with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }
}

impl FromValue for HillRole {
    fn from_value(value: ValueRef<'_>) -> Result<Self, SqlError> {
        Self::named(String::from_value(value)?.as_str()).ok_or(SqlError::Unexpected("a known word"))
    }
}

/// Who may see a hill, and who looks after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HillAccess {
    /// Who sees it.
    pub visibility: Visibility,
    /// The roles of accounts on it.
    pub roles: BTreeMap<AccountId, HillRole>,
    /// The hashes of the secrets in its links, and when each link expires, in seconds since 1970.
    links: BTreeMap<[u8; 32], u64>,
}

impl HillAccess {
    /// Returns true if `account`, or a visitor who has opened these links, may see the hill.
    #[must_use]
    pub fn is_visible_to(&self, account: Option<&Account>, links: &[Secret], now_s: u64) -> bool {
        let role = account.and_then(|account| self.roles.get(&account.id));
        let has_link = || {
            let ends = links.iter().filter_map(|link| self.links.get(&link.hash()));
            ends.into_iter().any(|ends_s| *ends_s > now_s)
        };
        match (self.visibility, role) {
            (Visibility::Everybody, _) | (_, Some(HillRole::Member | HillRole::Host)) => true,
            _ if account.is_some_and(Account::is_host) => true,
            (_, Some(HillRole::Excluded)) | (Visibility::Group, None) => false,
            (Visibility::Link, None) => has_link(),
        }
    }

    /// Returns true if an account looks after the hill, as host of the hill or of the site.
    #[must_use]
    pub fn is_host(&self, account: &Account) -> bool {
        account.is_host() || account.banned.is_none() && self.roles.get(&account.id) == Some(&HillRole::Host)
    }

    /// Returns true if a host has excluded the account.
    #[must_use]
    pub fn excludes(&self, account: &Account) -> bool {
        self.roles.get(&account.id) == Some(&HillRole::Excluded)
    }
}

/// An account that has a role on a hill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HillMember {
    /// Its name.
    pub name: String,
    /// Its role on the hill.
    pub role: HillRole,
}

impl Accounts {
    /// Returns who may see a hill, and who looks after it.
    pub fn hill_access(&self, hill: &str) -> Result<HillAccess, AccountsError> {
        self.read(|database| {
            let visibility = database
                .query_row("SELECT visible FROM hill_access WHERE hill = ?", [hill], |row| row.get(0))
                .optional()?
                .unwrap_or_default();
            let pair = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            let query = "SELECT account, role FROM hill_members WHERE hill = ?";
            let roles = database.query_all(query, [hill], pair)?;
            let query = "SELECT secret, expires FROM hill_links WHERE hill = ?";
            let link = |row: &Row| Ok((row.get(0)?, row.get(1)?));
            let links = database.query_all(query, [hill], link)?;
            Ok(HillAccess { visibility, roles, links })
        })
    }

    /// Changes who sees a hill. Existing links stay valid until they expire.
    pub fn set_visibility(&self, hill: &str, visibility: Visibility) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO hill_access (hill, visible) VALUES (?, ?)
                 ON CONFLICT (hill) DO UPDATE SET visible = excluded.visible",
                params![hill, visibility.as_str()],
            )?;
            Ok(())
        })
    }

    /// Makes a link to a hill. Any number of people can use it until it expires.
    pub fn make_hill_link(&self, hill: &str, expires_s: u64, now_s: u64) -> Result<Secret, AccountsError> {
        let secret = Secret::draw()?;
        self.change(|transaction| {
            transaction.execute("DELETE FROM hill_links WHERE expires <= ?", [now_s])?;
            transaction.execute(
                "DELETE FROM hill_links WHERE secret IN (
                     SELECT secret FROM hill_links WHERE hill = ? ORDER BY expires DESC, secret LIMIT 9223372036854775807 OFFSET ?)",
                params![hill, MAX_LINKS - 1],
            )?;
            transaction.execute(
                "INSERT INTO hill_links (secret, hill, expires) VALUES (?, ?, ?)",
                params![secret.hash(), hill, expires_s],
            )?;
            Ok(())
        })?;
        Ok(secret)
    }

    /// Ends all links to a hill. Accounts that joined its group through a link stay in it.
    pub fn end_hill_links(&self, hill: &str) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute("DELETE FROM hill_links WHERE hill = ?", [hill])?;
            Ok(())
        })
    }

    /// Returns the hill that a link leads to; `None` if the link has expired or never existed.
    pub fn hill_of_link(&self, link: &Secret, now_s: u64) -> Result<Option<String>, AccountsError> {
        self.read(|database| {
            let query = "SELECT hill FROM hill_links WHERE secret = ? AND expires > ?";
            database.query_row(query, params![link.hash(), now_s], |row| row.get(0)).optional()
        })
    }

    /// Adds an account to the group of the hill that a link leads to, and returns the hill; `None` if the
    /// link is not valid. An account that already has a role, such as excluded or host, keeps it.
    pub fn join_hill(
        &self,
        link: &Secret,
        account: AccountId,
        now_s: u64,
    ) -> Result<Option<String>, AccountsError> {
        self.change(|transaction| {
            let query = "SELECT hill FROM hill_links WHERE secret = ? AND expires > ?";
            let hill: Option<String> =
                transaction.query_row(query, params![link.hash(), now_s], |row| row.get(0)).optional()?;
            if let Some(hill) = &hill {
                transaction.execute(
                    "INSERT INTO hill_members (hill, account, role) VALUES (?, ?, 'member')
                     ON CONFLICT (hill, account) DO NOTHING",
                    params![hill, account],
                )?;
            }
            Ok(hill)
        })
    }

    /// Creates an account through a link to a hill, and adds it to the hill's group. Unlike an invitation,
    /// the link can be used again. Returns `None` if the link is not valid.
    pub fn join_with_hill_link(
        &self,
        link: &Secret,
        name: &AccountName,
        password: &Password,
        now_s: u64,
    ) -> Result<Option<Account>, AccountsError> {
        if self.hill_of_link(link, now_s)?.is_none() {
            return Ok(None);
        }
        let account = self.create(name, password, Role::Player, now_s)?;
        // If the link has expired in between, the account is created all the same, but does not join the
        // group.
        self.join_hill(link, account.id, now_s)?;
        Ok(Some(account))
    }

    /// Changes the role of an account on a hill; `None` removes it. Excluding an account withdraws its
    /// waiting submissions.
    pub fn set_hill_role(
        &self,
        hill: &str,
        account: AccountId,
        role: Option<HillRole>,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            let Some(role) = role else {
                transaction.execute(
                    "DELETE FROM hill_members WHERE hill = ? AND account = ?",
                    params![hill, account],
                )?;
                return Ok(());
            };
            transaction.execute(
                "INSERT INTO hill_members (hill, account, role) VALUES (?, ?, ?)
                 ON CONFLICT (hill, account) DO UPDATE SET role = excluded.role",
                params![hill, account, role.as_str()],
            )?;
            if role == HillRole::Excluded {
                transaction.execute(
                    "UPDATE submissions SET state = 'withdrawn', finished = submitted
                     WHERE hill = ? AND account = ? AND state = 'queued'",
                    params![hill, account],
                )?;
            }
            Ok(())
        })
    }

    /// Returns the accounts that have a role on a hill, by name.
    pub fn hill_members(&self, hill: &str) -> Result<Vec<HillMember>, AccountsError> {
        self.read(|database| {
            let query = "SELECT accounts.name, hill_members.role FROM hill_members
                         JOIN accounts ON accounts.id = account WHERE hill = ? AND deleted IS NULL
                         ORDER BY nocase(accounts.name)";
            let row = |row: &Row| Ok(HillMember { name: row.get(0)?, role: row.get(1)? });
            database.query_all(query, [hill], row)
        })
    }

    /// Returns the hills of which an account is a host. A host of the site looks after all others, too.
    pub fn hills_of_host(&self, account: AccountId) -> Result<BTreeSet<String>, AccountsError> {
        self.read(|database| {
            let query = "SELECT hill FROM hill_members WHERE account = ? AND role = 'host'";
            database.query_all(query, [account], |row| row.get(0))
        })
    }
}
