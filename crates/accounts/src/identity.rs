//! Identities: how an identity provider knows a person who signs in.
//!
//! An identity is an issuer and a subject, as in OpenID Connect Core 1.0 (section 2): only the pair is
//! guaranteed to stay with one person. Names and mail addresses from a provider are ignored.

use database::sql::{Optional as _, Sql, params};

use crate::account::insert;
use crate::database::ChangeError;
use crate::link::use_invitation;
use crate::{Account, AccountId, AccountName, Accounts, AccountsError, Role, Secret};

/// How a provider knows a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The address of the provider.
    pub issuer: String,
    /// The provider's name for the person, which never changes.
    pub subject: String,
}

impl Accounts {
    /// Returns the account that an identity is connected to, even if the account is banned.
    pub fn account_of_identity(&self, identity: &Identity) -> Result<Option<Account>, AccountsError> {
        self.read(|database| {
            let query = format!(
                "SELECT {} FROM identities JOIN accounts ON accounts.id = account
                 WHERE issuer = ? AND subject = ? AND deleted IS NULL",
                Account::COLUMNS
            );
            database.query_row(&query, params![identity.issuer, identity.subject], Account::of).optional()
        })
    }

    /// Connects an identity to an account, so that its owner can sign in with it.
    pub fn connect_identity(&self, account: AccountId, identity: &Identity) -> Result<(), AccountsError> {
        self.change(|transaction| connect(transaction, account, identity))
    }

    /// Creates an account that signs in with an identity, and has no password.
    pub fn create_by_identity(
        &self,
        identity: &Identity,
        name: &AccountName,
        now_s: u64,
    ) -> Result<Account, AccountsError> {
        self.change(|transaction| {
            let account = insert(transaction, name, None, Role::Player, now_s)?;
            connect(transaction, account.id, identity)?;
            Ok(account)
        })
    }

    /// Creates an account that signs in with an identity, and uses up the link that allows this. Returns
    /// `None` if the link is not valid.
    pub fn join_by_identity(
        &self,
        link: &Secret,
        identity: &Identity,
        name: &AccountName,
        now_s: u64,
    ) -> Result<Option<Account>, AccountsError> {
        self.change(|transaction| {
            let Some(role) = use_invitation(transaction, link, now_s)? else { return Ok(None) };
            let account = insert(transaction, name, None, role, now_s)?;
            connect(transaction, account.id, identity)?;
            Ok(Some(account))
        })
    }

    /// Disconnects an account from the identities of an issuer. Refuses if the account could not sign in any
    /// more.
    pub fn disconnect_identity(&self, account: AccountId, issuer: &str) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "DELETE FROM identities WHERE account = ? AND issuer = ?",
                params![account, issuer],
            )?;
            let can_sign_in: bool = transaction.query_row(
                "SELECT password IS NOT NULL OR EXISTS (SELECT 1 FROM identities WHERE account = ?1)
                 FROM accounts WHERE id = ?1",
                [account],
                |row| row.get(0),
            )?;
            if can_sign_in { Ok(()) } else { Err(AccountsError::LastWayIn.into()) }
        })
    }

    /// Returns the issuers of the identities of an account, sorted by address.
    pub fn issuers(&self, account: AccountId) -> Result<Vec<String>, AccountsError> {
        self.read(|database| {
            let query = "SELECT DISTINCT issuer FROM identities WHERE account = ? ORDER BY issuer";
            database.query_all(query, [account], |row| row.get(0))
        })
    }

    /// Returns true if an account can sign in with a password.
    pub fn has_password(&self, account: AccountId) -> Result<bool, AccountsError> {
        self.read(|database| {
            let query = "SELECT password IS NOT NULL FROM accounts WHERE id = ? AND deleted IS NULL";
            Ok(database.query_row(query, [account], |row| row.get(0)).optional()?.unwrap_or(false))
        })
    }
}

fn connect(transaction: &Sql<'_>, account: AccountId, identity: &Identity) -> Result<(), ChangeError> {
    let inserted = transaction.execute(
        "INSERT INTO identities (issuer, subject, account)
         SELECT ?, ?, id FROM accounts WHERE id = ? AND deleted IS NULL ON CONFLICT DO NOTHING",
        params![identity.issuer, identity.subject, account],
    )?;
    if inserted == 1 {
        return Ok(());
    }
    let query = "SELECT account FROM identities WHERE issuer = ? AND subject = ?";
    let owner: Option<AccountId> = transaction
        .query_row(query, params![identity.issuer, identity.subject], |row| row.get(0))
        .optional()?;
    match owner {
        Some(owner) if owner == account => Ok(()),
        Some(_) => Err(AccountsError::IdentityTaken.into()),
        None => Err(AccountsError::NoAccount.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkPurpose, Password};

    fn identity(subject: &str) -> Identity {
        Identity { issuer: "https://id.example".into(), subject: subject.into() }
    }

    fn name(name: &str) -> AccountName {
        AccountName::new(name).unwrap()
    }

    #[test]
    fn an_identity_belongs_to_one_account() {
        let accounts = crate::testing::fresh();
        let anna = accounts.create_by_identity(&identity("1"), &name("anna"), 1).unwrap();
        let bert = accounts.create_by_identity(&identity("2"), &name("bert"), 1).unwrap();
        assert_eq!(accounts.account_of_identity(&identity("1")).unwrap(), Some(anna.clone()));
        assert_eq!(accounts.account_of_identity(&identity("3")).unwrap(), None);
        let elsewhere = Identity { issuer: "https://other.example".into(), subject: "1".into() };
        assert_eq!(
            accounts.account_of_identity(&elsewhere).unwrap(),
            None,
            "another issuer is another person"
        );
        accounts.connect_identity(anna.id, &identity("1")).unwrap();
        let taken = accounts.connect_identity(bert.id, &identity("1")).unwrap_err();
        assert!(matches!(taken, AccountsError::IdentityTaken));
        let taken = accounts.create_by_identity(&identity("1"), &name("carl"), 1).unwrap_err();
        assert!(matches!(taken, AccountsError::IdentityTaken));
        assert_eq!(accounts.account("carl").unwrap(), None, "nothing is half created");
        let taken = accounts.create_by_identity(&identity("3"), &name("Anna"), 1).unwrap_err();
        assert!(matches!(taken, AccountsError::NameTaken(_)));
        assert_eq!(accounts.account_of_identity(&identity("3")).unwrap(), None);
    }

    #[test]
    fn a_link_is_used_up_only_by_an_account_that_is_created() {
        let accounts = crate::testing::fresh();
        let link = accounts.make_link(LinkPurpose::FirstHost, 10).unwrap();
        let other = accounts.make_link(LinkPurpose::Invitation, 10).unwrap();
        assert_eq!(
            accounts.join_by_identity(&link, &identity("1"), &name("anna"), 10).unwrap(),
            None,
            "too late"
        );
        let anna = accounts.join_by_identity(&link, &identity("1"), &name("anna"), 9).unwrap().unwrap();
        assert_eq!(anna.role, Role::Host);
        assert_eq!(accounts.join_by_identity(&link, &identity("2"), &name("bert"), 9).unwrap(), None);
        let taken = accounts.join_by_identity(&other, &identity("1"), &name("bert"), 9).unwrap_err();
        assert!(matches!(taken, AccountsError::IdentityTaken));
        let bert = accounts.join_by_identity(&other, &identity("2"), &name("bert"), 9).unwrap().unwrap();
        assert_eq!(bert.role, Role::Player, "the refusal before left the link as it was");
    }

    #[test]
    fn nobody_ends_the_last_way_in() {
        let accounts = crate::testing::fresh();
        let anna = accounts.create_by_identity(&identity("1"), &name("anna"), 1).unwrap();
        assert!(!accounts.has_password(anna.id).unwrap());
        let nothing = Password::typed("");
        assert_eq!(accounts.sign_in("anna", &nothing).unwrap(), None, "no password is not an empty one");
        let last = accounts.disconnect_identity(anna.id, "https://id.example").unwrap_err();
        assert!(matches!(last, AccountsError::LastWayIn));
        assert_eq!(accounts.issuers(anna.id).unwrap(), ["https://id.example"], "nothing was changed");
        let password = Password::choose("a long enough one", "anna").unwrap();
        accounts.set_password(anna.id, &password).unwrap();
        accounts.disconnect_identity(anna.id, "https://id.example").unwrap();
        assert_eq!(accounts.account_of_identity(&identity("1")).unwrap(), None);
        assert!(accounts.has_password(anna.id).unwrap() && accounts.issuers(anna.id).unwrap().is_empty());
    }

    #[test]
    fn a_deleted_account_leaves_no_identity() {
        let accounts = crate::testing::fresh();
        let anna = accounts.create_by_identity(&identity("1"), &name("anna"), 1).unwrap();
        accounts.delete(anna.id, 2).unwrap();
        assert!(accounts.issuers(anna.id).unwrap().is_empty());
        let again = accounts.create_by_identity(&identity("1"), &name("bella"), 3).unwrap();
        assert_ne!(again.id, anna.id);
        assert!(matches!(accounts.connect_identity(anna.id, &identity("2")), Err(AccountsError::NoAccount)));
    }
}
