//! The queue of submissions.

use accounts::{
    Account, AccountName, Accounts, AccountsError, Mode, NewSubmission, Outcome, Password, Role, Submission,
    SubmissionState, SubmitOutcome,
};

const NOW: u64 = 1_800_000_000;

fn create(accounts: &Accounts, name: &str) -> Account {
    let password = Password::typed("correct horse");
    accounts.create(&AccountName::new(name).unwrap(), &password, Role::Player, NOW).unwrap()
}

fn new<'a>(account: &Account, given: &'a str, source: &'a [u8]) -> NewSubmission<'a> {
    NewSubmission {
        account: account.id,
        hill: "small",
        given,
        source,
        mode: Mode::Enter,
        is_secret: false,
        idempotency_key: None,
        known_files: &[],
        present_files: &[],
        max_programs: 3,
        max_waiting: 10,
    }
}

fn submit(accounts: &Accounts, new: &NewSubmission<'_>) -> Submission {
    match accounts.submit(new, NOW).unwrap() {
        SubmitOutcome::New(submission) => submission,
        SubmitOutcome::Known(known) => panic!("{known:?} was known"),
    }
}

fn outcome(file: &str) -> Outcome {
    Outcome { program: file.into(), is_in: true, rank: 1, of: 2, pushed_off: vec![], worst: vec![] }
}

#[test]
fn a_request_that_is_repeated_is_one_submission() {
    let accounts = crate::fresh();
    let (anna, bob) = (create(&accounts, "Anna"), create(&accounts, "Bob"));
    let keyed = NewSubmission { idempotency_key: Some("k"), ..new(&anna, "a.crash", b"one") };
    let first = submit(&accounts, &keyed);
    assert_eq!(accounts.submit(&keyed, NOW + 5).unwrap(), SubmitOutcome::Known(first));
    let other = NewSubmission { source: b"two", ..keyed.clone() };
    assert!(matches!(accounts.submit(&other, NOW), Err(AccountsError::KeyReused)));
    submit(&accounts, &NewSubmission { account: bob.id, ..keyed });
    assert_eq!(accounts.queue("small").unwrap().len(), 2);
}

#[test]
fn a_file_name_belongs_to_one_author() {
    let accounts = crate::fresh();
    let (anna, bob) = (create(&accounts, "Anna"), create(&accounts, "Bob"));
    assert_eq!(submit(&accounts, &new(&anna, "hawk.crash", b"1")).file, "hawk.crash");
    assert_eq!(submit(&accounts, &new(&bob, "Hawk.crash", b"2")).file, "Hawk-2.crash");
    assert_eq!(submit(&accounts, &new(&bob, "Hawk.crash", b"3")).file, "Hawk-2.crash", "a new version");
    let known = ["dove.crash".to_owned()];
    let example = NewSubmission { known_files: &known, ..new(&anna, "Dove.crash", b"4") };
    assert_eq!(submit(&accounts, &example).file, "Dove-2.crash", "it was on the hill before");
    let owned = accounts.programs_of_hill("small").unwrap();
    assert_eq!(owned["Hawk-2.crash"].author, "Bob");
    assert_eq!(owned.len(), 3);
}

#[test]
fn an_author_has_a_bounded_number_of_programs() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna");
    for file in ["a", "b", "c"] {
        submit(&accounts, &new(&anna, file, b"1"));
    }
    let refused = accounts.submit(&new(&anna, "d", b"1"), NOW);
    assert!(matches!(refused, Err(AccountsError::TooManyPrograms { files }) if files == ["a", "b", "c"]));
    submit(&accounts, &new(&anna, "b", b"2"));
    submit(&accounts, &NewSubmission { mode: Mode::Test, ..new(&anna, "d", b"1") });
    while let Some((begun, _)) = accounts.begin_next("small", u64::MAX, NOW).unwrap() {
        accounts.finish(begun.id, SubmissionState::NotGoodEnough, None, None, NOW).unwrap();
    }
    let present = ["a".to_owned()];
    submit(&accounts, &NewSubmission { present_files: &present, ..new(&anna, "d", b"1") });
    let waiting = NewSubmission { max_waiting: 1, present_files: &present, ..new(&anna, "a", b"9") };
    assert!(matches!(accounts.submit(&waiting, NOW), Err(AccountsError::TooManyWaiting(1))));
}

#[test]
fn what_was_begun_is_finished_first_and_given_up_after_three_times() {
    let accounts = crate::fresh();
    let (anna, bob) = (create(&accounts, "Anna"), create(&accounts, "Bob"));
    let first = submit(&accounts, &new(&anna, "a", b"1"));
    let second = submit(&accounts, &new(&anna, "b", b"2"));
    for _ in 0..3 {
        let (begun, source) = accounts.begin_next("small", u64::MAX, NOW).unwrap().unwrap();
        assert_eq!((begun.id, source.as_slice()), (first.id, b"1".as_slice()));
        assert_eq!(begun.state, SubmissionState::Playing);
        accounts.put_back(begun.id).unwrap();
        assert_eq!(accounts.begin_next("small", u64::MAX, NOW).unwrap().unwrap().0.id, first.id);
        submit(&accounts, &new(&bob, "c", b"3"));
    }
    assert!(matches!(accounts.withdraw(first.id, NOW), Err(AccountsError::NotWaiting)));
    let (next, _) = accounts.begin_next("small", u64::MAX, NOW).unwrap().unwrap();
    assert_eq!(next.account, Some(bob.id), "it is Bob's turn");
    let given_up = accounts.submission(&first.public).unwrap().unwrap();
    assert_eq!(given_up.state, SubmissionState::Failed);
    accounts.finish(next.id, SubmissionState::Entered, Some(&outcome("c")), None, NOW).unwrap();
    let done = accounts.submission(&next.public).unwrap().unwrap();
    assert_eq!((done.state, done.outcome), (SubmissionState::Entered, Some(outcome("c"))));
    accounts.withdraw(second.id, NOW).unwrap();
    assert_eq!(accounts.submission(&second.public).unwrap().unwrap().state, SubmissionState::Withdrawn);
}

#[test]
fn the_source_that_is_played_while_its_author_is_deleted_goes_when_its_matches_end() {
    let accounts = crate::fresh();
    let (anna, bob) = (create(&accounts, "Anna"), create(&accounts, "Bob"));
    let played = submit(&accounts, &new(&anna, "a", b"1"));
    let other = submit(&accounts, &new(&bob, "b", b"2"));
    accounts.begin_next("small", u64::MAX, NOW).unwrap();
    accounts.delete(anna.id, NOW).unwrap();
    assert_eq!(accounts.source(played.id).unwrap(), b"1", "the worker still needs it");
    accounts.finish(played.id, SubmissionState::NotGoodEnough, None, None, NOW).unwrap();
    assert_eq!(accounts.source(played.id).unwrap(), b"");
    accounts.begin_next("small", u64::MAX, NOW).unwrap();
    accounts.finish(other.id, SubmissionState::NotGoodEnough, None, None, NOW).unwrap();
    assert_eq!(accounts.source(other.id).unwrap(), b"2", "Bob is still a member");
}

#[test]
fn a_source_of_a_deleted_author_goes_when_it_is_given_up() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna");
    let played = submit(&accounts, &new(&anna, "a", b"1"));
    for _ in 0..3 {
        assert!(accounts.begin_next("small", u64::MAX, NOW).unwrap().is_some());
    }
    accounts.delete(anna.id, NOW).unwrap();
    assert!(accounts.begin_next("small", u64::MAX, NOW).unwrap().is_none());
    assert_eq!(accounts.submission(&played.public).unwrap().unwrap().state, SubmissionState::Failed);
    assert_eq!(accounts.source(played.id).unwrap(), b"");
}

#[test]
fn a_deleted_author_leaves_programs_without_name_and_source() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna");
    let played = submit(&accounts, &new(&anna, "a", b"1"));
    accounts.begin_next("small", u64::MAX, NOW).unwrap();
    accounts.finish(played.id, SubmissionState::Entered, Some(&outcome("a")), None, NOW).unwrap();
    let waiting = submit(&accounts, &new(&anna, "b", b"2"));
    accounts.delete(anna.id, NOW).unwrap();
    assert_eq!(accounts.submission(&waiting.public).unwrap().unwrap().state, SubmissionState::Withdrawn);
    assert_eq!(accounts.source(played.id).unwrap(), b"");
    let author = &accounts.programs_of_hill("small").unwrap()["a"].author;
    assert!(author.starts_with("deleted-"), "{author}");
}

#[test]
fn secrecy_is_that_of_the_version_on_the_hill() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "Anna");
    let is_secret = || accounts.programs_of_hill("small").unwrap()["a"].is_secret;
    for (secret, state, expected) in [
        (true, SubmissionState::Entered, true),
        (false, SubmissionState::NotGoodEnough, true),
        (false, SubmissionState::Entered, false),
        (true, SubmissionState::Entered, true),
    ] {
        submit(&accounts, &NewSubmission { is_secret: secret, ..new(&anna, "a", b"1") });
        let (begun, _) = accounts.begin_next("small", u64::MAX, NOW).unwrap().unwrap();
        accounts.finish(begun.id, state, Some(&outcome("a")), None, NOW).unwrap();
        assert_eq!(is_secret(), expected);
    }
    accounts.open_sources("small").unwrap();
    assert!(!is_secret());
}
