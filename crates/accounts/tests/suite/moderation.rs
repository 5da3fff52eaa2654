//! Private hills, reports, hidden programs and the names of deleted accounts.

use accounts::{
    Account, AccountName, Accounts, AccountsError, Decision, HillRole, MAX_REPORTS, Mode, ModerationAction,
    NameChange, NewSubmission, Outcome, Password, Role, SubmissionState, Visibility,
};

const NOW: u64 = 1_800_000_000;

const HILL: &str = "small";

fn create(accounts: &Accounts, name: &str, role: Role) -> Account {
    let password = Password::typed("correct horse");
    accounts.create(&AccountName::new(name).unwrap(), &password, role, NOW).unwrap()
}

fn player(accounts: &Accounts, name: &str) -> Account {
    create(accounts, name, Role::Player)
}

fn submit(accounts: &Accounts, account: &Account, given: &str) {
    let new = NewSubmission {
        account: account.id,
        hill: HILL,
        given,
        source: given.as_bytes(),
        mode: Mode::Enter,
        is_secret: false,
        idempotency_key: None,
        known_files: &[],
        present_files: &[],
        max_programs: 9,
        max_waiting: 9,
    };
    accounts.submit(&new, NOW).unwrap();
}

fn has_ending(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| ending == "crash")
}

/// Plays the next submission, and records that it pushed `pushed_off` off the hill.
fn play(accounts: &Accounts, pushed_off: &str) {
    let (begun, _) = accounts.begin_next(HILL, u64::MAX, NOW).unwrap().unwrap();
    let outcome = Outcome {
        program: begun.file.clone(),
        is_in: true,
        rank: 1,
        of: 2,
        pushed_off: vec![pushed_off.into()],
        worst: vec![],
    };
    accounts.finish(begun.id, SubmissionState::Entered, Some(&outcome), None, NOW).unwrap();
}

#[test]
fn a_hill_is_seen_by_those_for_whom_it_is() {
    let accounts = crate::fresh();
    let host = create(&accounts, "Helen", Role::Host);
    let (anna, bob) = (player(&accounts, "Anna"), player(&accounts, "Bob"));
    let link = accounts.make_hill_link(HILL, NOW + 10, NOW).unwrap();
    let forged = accounts.make_hill_link("other", NOW + 10, NOW).unwrap();
    accounts.set_hill_role(HILL, anna.id, Some(HillRole::Member)).unwrap();
    let sees = |who: Option<&Account>, links: &[_], now| {
        accounts.hill_access(HILL).unwrap().is_visible_to(who, links, now)
    };
    assert!(sees(None, &[], NOW), "a hill is open until somebody says otherwise");

    accounts.set_visibility(HILL, Visibility::Group).unwrap();
    assert!(sees(Some(&anna), &[], NOW) && sees(Some(&host), &[], NOW));
    assert!(!sees(Some(&bob), &[], NOW) && !sees(None, std::slice::from_ref(&link), NOW));

    accounts.set_visibility(HILL, Visibility::Link).unwrap();
    assert!(
        sees(None, &[forged.clone(), link.clone()], NOW)
            && sees(Some(&bob), std::slice::from_ref(&link), NOW + 9)
    );
    assert!(
        !sees(None, &[forged], NOW)
            && !sees(None, std::slice::from_ref(&link), NOW + 10)
            && !sees(Some(&bob), &[], NOW)
    );

    accounts.set_hill_role(HILL, bob.id, Some(HillRole::Excluded)).unwrap();
    assert!(!sees(Some(&bob), std::slice::from_ref(&link), NOW), "a link does not help who is excluded");
    assert!(accounts.hill_access(HILL).unwrap().excludes(&bob));
    accounts.end_hill_links(HILL).unwrap();
    assert!(!sees(None, &[link], NOW));
    assert!(accounts.hill_access("other").unwrap().is_visible_to(None, &[], NOW), "it is another hill");
}

#[test]
fn a_link_adds_many_to_a_group_and_nobody_who_is_excluded() {
    let accounts = crate::fresh();
    let (anna, bob) = (player(&accounts, "Anna"), player(&accounts, "Bob"));
    accounts.set_hill_role(HILL, bob.id, Some(HillRole::Excluded)).unwrap();
    let link = accounts.make_hill_link(HILL, NOW + 10, NOW).unwrap();
    for account in [&anna, &bob, &anna] {
        assert_eq!(accounts.join_hill(&link, account.id, NOW).unwrap().as_deref(), Some(HILL));
    }
    let (name, password) = (AccountName::new("Cleo").unwrap(), Password::typed("correct horse"));
    assert!(accounts.join_with_hill_link(&link, &name, &password, NOW + 10).unwrap().is_none());
    assert!(accounts.account("Cleo").unwrap().is_none(), "a link that has ended creates nothing");
    accounts.join_with_hill_link(&link, &name, &password, NOW).unwrap().unwrap();
    let members = accounts.hill_members(HILL).unwrap();
    let members: Vec<_> = members.iter().map(|one| (one.name.as_str(), one.role)).collect();
    let expected = [("Anna", HillRole::Member), ("Bob", HillRole::Excluded), ("Cleo", HillRole::Member)];
    assert_eq!(members, expected);
    assert_eq!(accounts.join_hill(&link, anna.id, NOW + 10).unwrap(), None);
    accounts.delete(anna.id, NOW).unwrap();
    accounts.set_hill_role(HILL, bob.id, None).unwrap();
    assert_eq!(accounts.hill_members(HILL).unwrap().len(), 1);
}

#[test]
fn a_host_of_a_hill_is_no_host_of_another() {
    let accounts = crate::fresh();
    let (anna, bob) = (player(&accounts, "Anna"), player(&accounts, "Bob"));
    accounts.set_hill_role(HILL, anna.id, Some(HillRole::Host)).unwrap();
    let access = accounts.hill_access(HILL).unwrap();
    assert!(access.is_host(&anna) && !access.is_host(&bob));
    assert!(!accounts.hill_access("other").unwrap().is_host(&anna));
    assert_eq!(accounts.hills_of_host(anna.id).unwrap().into_iter().collect::<Vec<_>>(), [HILL]);
    create(&accounts, "Helen", Role::Host);
    accounts.set_ban(anna.id, Some("spam")).unwrap();
    let banned = accounts.account("Anna").unwrap().unwrap();
    assert!(!access.is_host(&banned));
}

#[test]
fn a_report_waits_until_a_host_decides() {
    let accounts = crate::fresh();
    let host = create(&accounts, "Helen", Role::Host);
    let (anna, bob) = (player(&accounts, "Anna"), player(&accounts, "Bob"));
    accounts.report(anna.id, HILL, "rude.crash", "it is\r\nrude\u{1b}[31m", NOW).unwrap();
    accounts.report(bob.id, HILL, "rude.crash", "yes", NOW).unwrap();
    let again = accounts.report(anna.id, HILL, "RUDE.crash", "again", NOW);
    assert!(matches!(again, Err(AccountsError::ReportedAlready)));
    let open = accounts.open_reports().unwrap();
    assert_eq!(open.len(), 2);
    assert_eq!((open[0].reporter.as_str(), open[0].why.as_str()), ("Anna", "it is  rude [31m"));

    accounts.decide(host.id, (HILL, "rude.crash"), Decision::Dismissed, "no", NOW).unwrap();
    assert_eq!(accounts.open_reports().unwrap(), []);
    assert!(accounts.hidden(HILL).unwrap().is_empty());
    accounts.report(anna.id, HILL, "rude.crash", "look again", NOW).unwrap();
    accounts.decide(host.id, (HILL, "rude.crash"), Decision::Hidden, "rude", NOW + 1).unwrap();
    assert_eq!(accounts.hidden(HILL).unwrap()["rude.crash"], "rude");
    let decisions = accounts.reports_of(anna.id).unwrap();
    let decisions: Vec<_> = decisions.iter().map(|one| one.decision.as_deref().unwrap()).collect();
    assert_eq!(decisions, ["hidden", "dismissed"]);
    accounts.unhide(host.id, (HILL, "rude.crash"), NOW + 2).unwrap();
    assert!(accounts.hidden(HILL).unwrap().is_empty());

    let action = ModerationAction {
        what: "closed an account",
        account: Some(bob.id),
        why: Some("spam"),
        ..ModerationAction::default()
    };
    accounts.log(host.id, &action, NOW + 3).unwrap();
    accounts.delete(bob.id, NOW + 4).unwrap();
    let log = accounts.moderation_log().unwrap();
    let what: Vec<_> = log.iter().map(|one| (one.at_s - NOW, one.what.as_str())).collect();
    let expected = [
        (3, "closed an account"),
        (2, "showed a program again"),
        (1, "hid a program"),
        (0, "dismissed a report"),
    ];
    assert_eq!(what, expected);
    assert_ne!(log[0].account.as_deref(), Some("Bob"), "the log forgets names too");
}

#[test]
fn nobody_fills_the_list_of_reports() {
    let accounts = crate::fresh();
    let anna = player(&accounts, "Anna");
    for number in 0..MAX_REPORTS {
        accounts.report(anna.id, HILL, &format!("p{number}.crash"), "", NOW).unwrap();
    }
    let refused = accounts.report(anna.id, HILL, "last.crash", "", NOW);
    assert!(matches!(refused, Err(AccountsError::TooManyReports(MAX_REPORTS))));
}

#[test]
fn the_names_of_a_deleted_account_go_everywhere() {
    let accounts = crate::fresh();
    let (anna, bob) = (player(&accounts, "Anna"), player(&accounts, "Bob"));
    submit(&accounts, &anna, "anna-smith.crash");
    play(&accounts, "none.crash");
    submit(&accounts, &anna, "anna-two.crash");
    play(&accounts, "none.crash");
    submit(&accounts, &bob, "bob.crash");
    play(&accounts, "anna-smith.crash");
    assert_eq!(accounts.names_to_change(HILL).unwrap(), []);
    accounts.delete(anna.id, NOW).unwrap();
    let changes = accounts.names_to_change(HILL).unwrap();
    assert_eq!(changes.len(), 2);
    assert_eq!(changes, accounts.names_to_change(HILL).unwrap());
    assert_ne!(changes[0].to, changes[1].to);
    for change in &changes {
        assert!(change.to.starts_with("deleted-") && has_ending(&change.to), "{change:?}");
        accounts.renamed(HILL, change).unwrap();
    }
    assert_eq!(accounts.names_to_change(HILL).unwrap(), []);
    let files = accounts.programs_of_hill(HILL).unwrap();
    let others = accounts.submissions_of(bob.id, None, None, 9).unwrap();
    let own = accounts.submissions_of(anna.id, None, None, 9).unwrap();
    let all = format!("{files:?} {others:?} {own:?}");
    assert!(!all.contains("anna") && !all.contains("Anna"), "{all}");
    assert_eq!(others[0].outcome.as_ref().unwrap().pushed_off, [changes[0].to.clone()]);
    assert_eq!(files["bob.crash"].author, "Bob");
    // Only hashes are left. They still identify files elsewhere, and keep the name from being taken again.
    let former = accounts.former_names().unwrap();
    assert!(former.author("anna").unwrap().starts_with("deleted-") && former.author("bob").is_none());
    assert_eq!(former.file(HILL, "Anna-Two.crash"), Some(changes[1].to.as_str()));
    assert_eq!(former.file("other", "anna-two.crash"), None);
    assert!(!format!("{former:?}").to_lowercase().contains("anna"));
    let again = accounts.create(
        &AccountName::new("ANNA").unwrap(),
        &Password::typed("correct horse"),
        Role::Player,
        NOW,
    );
    assert!(matches!(again, Err(AccountsError::NameTaken(_))));
}

#[test]
fn a_hidden_file_has_another_name_and_its_author_keeps_it() {
    let accounts = crate::fresh();
    let host = create(&accounts, "Helen", Role::Host);
    let anna = player(&accounts, "Anna");
    submit(&accounts, &anna, "rude.crash");
    play(&accounts, "none.crash");
    accounts.decide(host.id, (HILL, "rude.crash"), Decision::Hidden, "rude", NOW).unwrap();
    let changes = accounts.names_to_change(HILL).unwrap();
    let [NameChange { file, to }] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!(file, "rude.crash");
    assert!(to.starts_with("hidden-") && has_ending(to), "{to}");
    accounts.renamed(HILL, &changes[0]).unwrap();
    assert_eq!(accounts.names_to_change(HILL).unwrap(), []);
    assert_eq!(accounts.hidden(HILL).unwrap()[to], "rude");
    assert_eq!(accounts.programs_of_hill(HILL).unwrap()[to].given, "rude.crash");
    // A new version still gets the file's new name.
    submit(&accounts, &anna, "rude.crash");
    let (begun, _) = accounts.begin_next(HILL, u64::MAX, NOW).unwrap().unwrap();
    assert_eq!(&begun.file, to);
}
