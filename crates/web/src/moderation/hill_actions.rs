//! Actions of the hosts of a hill. Pages and the API share these rules.

use accounts::{Account, AccountsError, DAY_S, Decision, HillRole, ModerationAction, Secret, Visibility};
use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::hill::Folder;
use serde::{Deserialize, Serialize};

use crate::site::{HillUpdate, Site};
use crate::times;

/// An action of a host of a hill.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum HillAction {
    /// Sets who can see the hill.
    Visibility {
        /// Who can see it.
        visible_to: Visibility,
    },
    /// Creates a link to the hill.
    MakeLink {
        /// How long it can be used.
        lasts: LinkLifetime,
    },
    /// Ends all links to the hill.
    EndLinks,
    /// Sets the role of an account on the hill.
    Role {
        /// The name of the account.
        name: String,
        /// Its new role.
        role: NewRole,
    },
    /// Starts a renewal: all programs play again in the present environment, in the background.
    Renew,
    /// Stops the renewal. The results that it has played are kept.
    EndRenewal,
    /// Hides a program. This settles the reports about it.
    Hide {
        /// Its file.
        file: String,
        /// The reason, which its author sees.
        #[serde(default)]
        why: String,
    },
    /// Shows a hidden program again.
    Show {
        /// Its file.
        file: String,
    },
    /// Dismisses the reports about a program, and leaves the program as it is.
    Dismiss {
        /// Its file.
        file: String,
        /// The reason.
        #[serde(default)]
        why: String,
    },
}

/// How long a link can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LinkLifetime {
    Day,
    Week,
    Month,
    Year,
}

impl LinkLifetime {
    fn seconds(self) -> u64 {
        DAY_S
            * match self {
                Self::Day => 1,
                Self::Week => 7,
                Self::Month => 30,
                Self::Year => 365,
            }
    }
}

/// The new role of an account on a hill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NewRole {
    Member,
    Host,
    Excluded,
    /// No special role.
    None,
}

impl NewRole {
    fn role(self) -> Option<HillRole> {
        match self {
            Self::Member => Some(HillRole::Member),
            Self::Host => Some(HillRole::Host),
            Self::Excluded => Some(HillRole::Excluded),
            Self::None => None,
        }
    }

    /// Returns the text for the log of actions.
    fn in_words(self) -> &'static str {
        match self {
            Self::Member => "added an account to the group",
            Self::Host => "made an account a host of the hill",
            Self::Excluded => "excluded an account",
            Self::None => "took an account off the list",
        }
    }
}

/// Why an action on a hill is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HillActionRefused {
    /// There is no account with this name.
    #[error("there is no account named {0:?}")]
    NoAccount(String),
    /// The hill has never had a program with this file name.
    #[error("no program on this hill has the file name {0:?}")]
    NoProgram(String),
    /// The folder of the hill cannot be changed.
    #[error("{0}")]
    Folder(#[from] Failure),
    /// The database fails.
    #[error("{}", crate::failures::of_accounts(.0))]
    Accounts(#[from] AccountsError),
}

impl Site {
    /// Carries out a host's action on a hill, and records it in the log of actions. Returns the
    /// secret of a link, if one was created.
    pub(crate) fn carry_out(
        &self,
        host: &Account,
        hill: &str,
        action: &HillAction,
    ) -> Result<Option<Secret>, HillActionRefused> {
        let done = self.change_hill(host, hill, action);
        // Also after a failure, because a part of the action may have been done before it.
        self.moderate(hill)?;
        self.tell(hill, HillUpdate::Submissions);
        done
    }

    fn change_hill(
        &self,
        host: &Account,
        hill: &str,
        action: &HillAction,
    ) -> Result<Option<Secret>, HillActionRefused> {
        let now_s = times::now();
        let log = |action: ModerationAction<'_>| {
            self.accounts.log(host.id, &ModerationAction { hill: Some(hill), ..action }, now_s)
        };
        match action {
            HillAction::Visibility { visible_to } => {
                self.accounts.set_visibility(hill, *visible_to)?;
                let what = format!("made the hill visible to: {}", visible_to.as_str());
                log(ModerationAction { what: &what, ..ModerationAction::default() })?;
            }
            HillAction::MakeLink { lasts } => {
                let link = self.accounts.make_hill_link(hill, now_s + lasts.seconds(), now_s)?;
                log(ModerationAction { what: "made a link to the hill", ..ModerationAction::default() })?;
                return Ok(Some(link));
            }
            HillAction::EndLinks => {
                self.accounts.end_hill_links(hill)?;
                log(ModerationAction { what: "ended all links to the hill", ..ModerationAction::default() })?;
            }
            HillAction::Role { name, role } => {
                let found = self.accounts.account(name)?;
                let account = found.ok_or_else(|| HillActionRefused::NoAccount(name.clone()))?.id;
                self.accounts.set_hill_role(hill, account, role.role())?;
                log(ModerationAction {
                    what: role.in_words(),
                    account: Some(account),
                    ..ModerationAction::default()
                })?;
            }
            HillAction::Renew => {
                Folder::ask_for_renewal(&self.folder_of(hill)?)?;
                self.look_for_renewal(hill);
                log(ModerationAction { what: "began a renewal of the hill", ..ModerationAction::default() })?;
            }
            HillAction::EndRenewal => {
                Folder::give_up_renewal(&self.folder_of(hill)?)?;
                self.look_for_renewal(hill);
                log(ModerationAction {
                    what: "ended the renewal of the hill",
                    ..ModerationAction::default()
                })?;
            }
            HillAction::Hide { file, why } => {
                self.find_program(hill, file)?;
                self.accounts.decide(host.id, (hill, file), Decision::Hidden, why, now_s)?;
            }
            HillAction::Show { file } => self.accounts.unhide(host.id, (hill, file), now_s)?,
            // Does not require the program on the hill: it may have left since it was reported.
            HillAction::Dismiss { file, why } => {
                self.accounts.decide(host.id, (hill, file), Decision::Dismissed, why, now_s)?;
            }
        }
        Ok(None)
    }

    /// Opens the folder of a hill.
    fn folder_of(&self, hill: &str) -> Result<ConfinedFolder, HillActionRefused> {
        let hill = self.any_hill(hill).ok_or_else(|| HillActionRefused::NoProgram(hill.to_owned()))?;
        Ok(ConfinedFolder::open(&hill.folder)?)
    }

    /// Updates whether a hill is being renewed, so that the next page shows it.
    fn look_for_renewal(&self, hill: &str) {
        let Some(known) = self.any_hill(hill) else { return };
        let mut view = (*known).clone();
        view.look_for_renewal();
        self.put(view);
    }

    fn find_program(&self, hill: &str, file: &str) -> Result<(), HillActionRefused> {
        let known = self.any_hill(hill);
        let was_there = |hill: &crate::hill_view::HillView| {
            let was_there = |files: &crate::hill_view::HillFiles| !files.history.lines_of(file).is_empty();
            hill.program(file).is_some() || hill.files.as_ref().is_ok_and(was_there)
        };
        if known.is_some_and(|hill| was_there(&hill)) {
            Ok(())
        } else {
            Err(HillActionRefused::NoProgram(file.to_owned()))
        }
    }
}
