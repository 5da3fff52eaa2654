//! The decisions of hosts about hills: who may see them, and which programs are hidden.

mod account_actions;
mod hill_actions;
mod reports;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use accounts::{Accounts, AccountsError, HillAccess, Visibility};

pub(crate) use account_actions::{AccountAction, AccountActionRefused};
pub(crate) use hill_actions::{HillAction, HillActionRefused};
pub(crate) use reports::ReportRefused;

/// The name of a hidden program on all pages.
pub(crate) const HIDDEN_NAME: &str = "a hidden program";

/// The decisions of hosts about a hill.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Moderation {
    /// Who may see the hill, and who its hosts are.
    pub(crate) access: HillAccess,
    /// The reasons why programs are hidden, by file.
    pub(crate) hidden: BTreeMap<String, String>,
}

impl Moderation {
    /// Returns the moderation of a hill whose decisions have not been read: only the hosts of the
    /// site may see it.
    fn closed() -> Self {
        let mut closed = Self::default();
        closed.access.visibility = Visibility::Group;
        closed
    }
}

/// The decisions of hosts, by hill.
#[derive(Debug, Default)]
pub(crate) struct Decisions(Mutex<BTreeMap<String, Arc<Moderation>>>);

impl Decisions {
    /// Reads the decisions about a hill from the database. Returns true if they have changed.
    pub(crate) fn update(&self, hill: &str, accounts: &Accounts) -> Result<bool, AccountsError> {
        // The lock is held while reading, so that an older state never replaces a newer one.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Moderation { access: accounts.hill_access(hill)?, hidden: accounts.hidden(hill)? };
        if all.get(hill).is_some_and(|known| **known == now) {
            return Ok(false);
        }
        all.insert(hill.to_owned(), Arc::new(now));
        Ok(true)
    }

    /// Returns the decisions about a hill as last read.
    pub(crate) fn of(&self, hill: &str) -> Arc<Moderation> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(hill).map_or_else(|| Arc::new(Moderation::closed()), Arc::clone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hill_of_which_nothing_is_known_is_closed() {
        let (decisions, accounts) = (Decisions::default(), Accounts::in_memory().unwrap());
        let is_open = || decisions.of("small").access.is_visible_to(None, &[], 0);
        assert!(!is_open());
        assert!(decisions.update("small", &accounts).unwrap());
        assert!(is_open());
        assert!(!decisions.update("small", &accounts).unwrap());
        accounts.set_visibility("small", Visibility::Link).unwrap();
        assert!(is_open());
        assert!(decisions.update("small", &accounts).unwrap());
        assert!(!is_open());
    }
}
