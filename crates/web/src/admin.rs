//! Manages the accounts of a site for the owner of its machine, even while the site is running.

use std::path::Path;

use accounts::{Accounts, LinkPurpose, Role};
use contests::Failure;
use serde::Serialize;

use crate::config::Config;
use crate::site::failed;
use crate::store;
use crate::times;

/// The lifetime of a link, in seconds: one day.
const LINK_S: u64 = 24 * 3600;

/// The accounts of a site, for the owner of its folder.
pub struct Admin {
    accounts: Accounts,
    base: String,
}

/// An account in a list.
#[derive(Debug, Serialize)]
pub struct AccountRow {
    /// Its name.
    pub name: String,
    /// `host` or `player`.
    pub role: &'static str,
    /// When it was created.
    pub created: String,
    /// Why a host closed it; `None` if it is open.
    pub closed: Option<String>,
}

impl Admin {
    /// Opens the accounts of the site in a folder.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let config = Config::read(folder)?;
        if !store::was_served(folder, &config) {
            let folder = folder.display();
            let why = format!(
                "{folder}: no site has been served from this folder yet; bout serve {folder} creates it"
            );
            return Err(Failure::Usage(why));
        }
        let base = config
            .base_url
            .as_ref()
            .map_or_else(|| format!("http://{}", config.bind.as_str()), |base| base.as_str().to_owned());
        Ok(Self { accounts: store::open(folder, &config)?, base })
    }

    /// Returns all accounts, sorted by name.
    pub fn accounts(&self) -> Result<Vec<AccountRow>, Failure> {
        let all = self.accounts.accounts().map_err(|error| failed(&error))?;
        let row = |account: accounts::Account| AccountRow {
            role: account.role.as_str(),
            created: times::in_words(account.created_s),
            closed: account.banned,
            name: account.name,
        };
        Ok(all.into_iter().map(row).collect())
    }

    /// Creates a link that makes its user a host. It expires after a day.
    pub fn host_link(&self) -> Result<String, Failure> {
        let link = self.accounts.make_link(LinkPurpose::FirstHost, times::now() + LINK_S);
        Ok(format!("{}/links/{}", self.base, link.map_err(|error| failed(&error))?.text()))
    }

    /// Creates a link with which the owner of an account can choose a new password. It expires
    /// after a day.
    pub fn password_link(&self, name: &str) -> Result<String, Failure> {
        let account = self.find(name)?;
        let link = self.accounts.make_reset(account.id, times::now() + LINK_S);
        Ok(format!("{}/links/{}", self.base, link.map_err(|error| failed(&error))?.text()))
    }

    /// Changes the role of an account.
    pub fn set_role(&self, name: &str, role: Role) -> Result<(), Failure> {
        let account = self.find(name)?;
        self.accounts.set_role(account.id, role).map_err(|error| Failure::Usage(error.to_string()))
    }

    fn find(&self, name: &str) -> Result<accounts::Account, Failure> {
        let found = self.accounts.account(name).map_err(|error| failed(&error))?;
        found.ok_or_else(|| {
            let name = name.escape_debug();
            Failure::Usage(format!("there is no account named {name}; bout admin accounts lists all"))
        })
    }
}
