//! Actions of hosts on accounts. Pages and the API share these rules.

use accounts::{Account, AccountsError, LinkPurpose, ModerationAction, Role, Secret};
use serde::Deserialize;

use crate::config::SignUp;
use crate::site::Site;
use crate::times;

/// The lifetime of an invitation, in seconds: a week.
const INVITATION_S: u64 = 7 * 24 * 3600;

/// The lifetime of a link for a new password, in seconds: a day.
const RESET_S: u64 = 24 * 3600;

/// The maximum length of a reason, in characters.
const MAX_REASON_CHARS: usize = 200;

/// An action of a host on an account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum AccountAction {
    /// Creates a link with which its owner can choose a new password.
    Reset,
    /// Closes it.
    Close {
        /// The reason, which its owner sees.
        #[serde(default)]
        why: String,
    },
    /// Reopens it.
    Open,
    /// Makes it a host of the site.
    Host,
    /// Makes it a player like any other.
    Player,
    /// Deletes it for ever.
    Delete {
        /// The reason, for the log.
        #[serde(default)]
        why: String,
    },
}

/// Why an action on an account is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccountActionRefused {
    /// There is no account with this name.
    #[error("there is no such account")]
    NoAccount,
    /// The site creates no accounts.
    #[error("the site creates no accounts: `sign_up` in bout.toml says so")]
    Closed,
    /// It is the only host, or the database fails.
    #[error("{}", crate::failures::of_accounts(.0))]
    Accounts(#[from] AccountsError),
}

impl Site {
    /// Carries out a host's action on an account, and records it in the log of actions. Returns the
    /// secret of a link, if one was created.
    pub(crate) fn change_account(
        &self,
        host: &Account,
        name: &str,
        action: &AccountAction,
    ) -> Result<Option<Secret>, AccountActionRefused> {
        let accounts = &self.accounts;
        let id = accounts.account(name)?.ok_or(AccountActionRefused::NoAccount)?.id;
        let now_s = times::now();
        let mut link = None;
        let mut reason = None;
        let what = match action {
            AccountAction::Reset => {
                link = Some(accounts.make_reset(id, now_s + RESET_S)?);
                "made a link for a new password"
            }
            AccountAction::Close { why } => {
                let why = reason_of(why);
                accounts.set_ban(id, Some(&why))?;
                reason = Some(why);
                "closed an account"
            }
            AccountAction::Open => {
                accounts.set_ban(id, None)?;
                "opened an account again"
            }
            AccountAction::Host => {
                accounts.set_role(id, Role::Host)?;
                "made an account a host"
            }
            AccountAction::Player => {
                accounts.set_role(id, Role::Player)?;
                "made an account a player"
            }
            AccountAction::Delete { why } => {
                accounts.delete(id, now_s)?;
                reason = Some(reason_of(why));
                "deleted an account"
            }
        };
        let entry = ModerationAction {
            what,
            account: Some(id),
            why: reason.as_deref(),
            ..ModerationAction::default()
        };
        accounts.log(host.id, &entry, now_s)?;
        Ok(link)
    }

    /// Creates an invitation: a link with which somebody can create an account.
    pub(crate) fn invite(&self, host: &Account) -> Result<Secret, AccountActionRefused> {
        if self.sign_up() == SignUp::Closed {
            return Err(AccountActionRefused::Closed);
        }
        let now_s = times::now();
        let link = self.accounts.make_link(LinkPurpose::Invitation, now_s + INVITATION_S)?;
        self.accounts.log(
            host.id,
            &ModerationAction { what: "made an invitation", ..ModerationAction::default() },
            now_s,
        )?;
        Ok(link)
    }
}

fn reason_of(why: &str) -> String {
    let why: String = why.chars().filter(|one| !one.is_control()).take(MAX_REASON_CHARS).collect();
    if why.trim().is_empty() { "no reason was given".to_owned() } else { why }
}
