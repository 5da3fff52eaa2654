//! Accounts, sessions, tokens and links.

use accounts::{
    Account, AccountName, Accounts, AccountsError, LinkPurpose, MAX_SESSIONS, MAX_TOKENS, NewToken, Password,
    Role, SESSION_IDLE_S, Scope, Scopes, Secret,
};

const NOW: u64 = 1_800_000_000;

fn password() -> Password {
    Password::choose("correct horse", "").unwrap()
}

fn create(accounts: &Accounts, name: &str, role: Role) -> Account {
    accounts.create(&AccountName::new(name).unwrap(), &password(), role, NOW).unwrap()
}

fn token(accounts: &Accounts, account: &Account, expires_s: Option<u64>) -> Result<String, AccountsError> {
    let new = NewToken { label: "ci\u{7}", scopes: Scopes::new(&[Scope::Submit]), expires_s };
    accounts.make_token(account.id, &new, NOW)
}

#[test]
fn only_name_and_password_together_sign_in() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna", Role::Player);
    assert_eq!(accounts.sign_in("anna", &password()).unwrap(), Some(anna.clone()), "case does not matter");
    assert_eq!(accounts.sign_in("Anna", &Password::typed("wrong horse")).unwrap(), None);
    assert_eq!(accounts.sign_in("Bob", &password()).unwrap(), None);
    let again = accounts.create(&AccountName::new("ANNA").unwrap(), &password(), Role::Player, NOW);
    assert!(matches!(again, Err(AccountsError::NameTaken(_))));
    accounts.set_password(anna.id, &Password::typed("battery staple")).unwrap();
    assert_eq!(accounts.sign_in("Anna", &password()).unwrap(), None);
}

#[test]
fn a_session_lasts_as_long_as_it_is_used() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna", Role::Player);
    let secret = accounts.begin_session(anna.id, NOW).unwrap();
    assert_eq!(accounts.session(&secret, NOW + SESSION_IDLE_S - 1).unwrap(), Some(anna.clone()));
    let later = NOW + 2 * SESSION_IDLE_S - 2;
    assert_eq!(accounts.session(&secret, later).unwrap(), Some(anna.clone()), "it was used in between");
    assert_eq!(accounts.session(&secret, later + SESSION_IDLE_S + 1).unwrap(), None);
    assert_eq!(accounts.session(&Secret::draw().unwrap(), NOW).unwrap(), None);
    accounts.end_session(&secret).unwrap();
    assert_eq!(accounts.session(&secret, later).unwrap(), None);
}

#[test]
fn an_account_has_a_bounded_number_of_sessions_and_tokens() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna", Role::Player);
    let first = accounts.begin_session(anna.id, NOW).unwrap();
    for second in 1..=MAX_SESSIONS {
        accounts.begin_session(anna.id, NOW + second).unwrap();
    }
    assert_eq!(accounts.sessions(anna.id).unwrap().len() as u64, MAX_SESSIONS);
    assert_eq!(accounts.session(&first, NOW + 99).unwrap(), None, "the oldest has ended");
    for _ in 0..MAX_TOKENS {
        token(&accounts, &anna, None).unwrap();
    }
    assert!(matches!(token(&accounts, &anna, None), Err(AccountsError::TooManyTokens(MAX_TOKENS))));
}

#[test]
fn a_token_has_its_scopes_until_it_ends() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna", Role::Player);
    let text = token(&accounts, &anna, Some(NOW + 10)).unwrap();
    let (owner, found) = accounts.token(&text, NOW + 9).unwrap().unwrap();
    assert_eq!((owner.id, found.label.as_str()), (anna.id, "ci"));
    assert!(
        found.scopes.has(Scope::Submit) && found.scopes.has(Scope::Read) && !found.scopes.has(Scope::Manage)
    );
    assert!(accounts.token(&text, NOW + 10).unwrap().is_none());
    assert!(accounts.token(text.strip_prefix("bout_").unwrap(), NOW).unwrap().is_none());
    let bob = create(&accounts, "Bob", Role::Player);
    accounts.delete_token(bob.id, found.id).unwrap();
    assert!(accounts.token(&text, NOW).unwrap().is_some(), "nobody deletes another's token");
    accounts.delete_token(anna.id, found.id).unwrap();
    assert!(accounts.token(&text, NOW).unwrap().is_none());
}

#[test]
fn secrets_are_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("accounts.db");
    let accounts = Accounts::open(&path).unwrap();
    let anna = create(&accounts, "Anna", Role::Player);
    let session = accounts.begin_session(anna.id, NOW).unwrap();
    let token = token(&accounts, &anna, None).unwrap();
    let link = accounts.make_link(LinkPurpose::Invitation, NOW + 9).unwrap();
    drop(accounts);
    let everything: Vec<u8> = folder
        .path()
        .read_dir()
        .unwrap()
        .flat_map(|file| std::fs::read(file.unwrap().path()).unwrap())
        .collect();
    let has = |text: &str| everything.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has("Anna"));
    for secret in [session.text(), token.strip_prefix("bout_").unwrap(), link.text(), "correct horse"] {
        assert!(!has(secret));
    }
}

#[test]
fn a_link_works_once_and_for_its_purpose() {
    let accounts = crate::fresh();
    let name = |text: &str| AccountName::new(text).unwrap();
    let replaced = accounts.make_link(LinkPurpose::FirstHost, NOW + 10).unwrap();
    let first = accounts.make_link(LinkPurpose::FirstHost, NOW + 10).unwrap();
    assert!(accounts.link(&replaced, NOW).unwrap().is_none());
    assert!(accounts.has_no_host().unwrap());
    assert!(accounts.join(&first, &name("Ada"), &password(), NOW + 10).unwrap().is_none(), "it has ended");
    let ada = accounts.join(&first, &name("Ada"), &password(), NOW).unwrap().unwrap();
    assert!(ada.is_host() && !accounts.has_no_host().unwrap());
    assert!(accounts.join(&first, &name("Eve"), &password(), NOW).unwrap().is_none(), "it is used up");
    let invitation = accounts.make_link(LinkPurpose::Invitation, NOW + 10).unwrap();
    assert!(matches!(
        accounts.join(&invitation, &name("ADA"), &password(), NOW),
        Err(AccountsError::NameTaken(_))
    ));
    let bob = accounts.join(&invitation, &name("Bob"), &password(), NOW).unwrap().unwrap();
    assert!(!bob.is_host(), "a name that was taken does not use the link up");
    let session = accounts.begin_session(bob.id, NOW).unwrap();
    let reset = accounts.make_reset(bob.id, NOW + 10).unwrap();
    assert_eq!(accounts.link(&reset, NOW).unwrap().unwrap().account.as_deref(), Some("Bob"));
    assert!(accounts.reset_password(&reset, &Password::typed("battery staple"), NOW).unwrap());
    assert!(!accounts.reset_password(&reset, &Password::typed("another one"), NOW).unwrap());
    assert!(accounts.session(&session, NOW).unwrap().is_none(), "who knew the old password is out");
    assert!(accounts.sign_in("Bob", &Password::typed("battery staple")).unwrap().is_some());
}

#[test]
fn the_last_host_stays() {
    let accounts = crate::fresh();
    let ada = create(&accounts, "Ada", Role::Host);
    for refused in [
        accounts.set_role(ada.id, Role::Player),
        accounts.set_ban(ada.id, Some("spam")),
        accounts.delete(ada.id, NOW),
    ] {
        assert!(matches!(refused, Err(AccountsError::LastHost)));
    }
    create(&accounts, "Bea", Role::Host);
    accounts.set_role(ada.id, Role::Player).unwrap();
}

#[test]
fn a_banned_or_deleted_account_is_out_everywhere() {
    let accounts = crate::fresh();
    for (delete, name) in [(false, "Anna"), (true, "Anna-2")] {
        let anna = create(&accounts, name, Role::Player);
        let session = accounts.begin_session(anna.id, NOW).unwrap();
        let token = token(&accounts, &anna, None).unwrap();
        if delete {
            accounts.delete(anna.id, NOW).unwrap();
            assert!(accounts.sign_in("Anna", &password()).unwrap().is_none());
            assert!(accounts.accounts().unwrap().is_empty());
            assert!(matches!(accounts.delete(anna.id, NOW), Err(AccountsError::NoAccount)));
        } else {
            accounts.set_ban(anna.id, Some("spam")).unwrap();
            let new = accounts.begin_session(anna.id, NOW).unwrap();
            assert!(accounts.session(&new, NOW).unwrap().is_none());
        }
        assert!(accounts.session(&session, NOW).unwrap().is_none());
        assert!(accounts.token(&token, NOW).unwrap().is_none());
        if !delete {
            accounts.delete(anna.id, NOW).unwrap();
        }
    }
}
