//! The cost of submissions, and whose submissions have to wait.

use accounts::{
    Account, AccountName, Accounts, DAY_S, Mode, NewSubmission, Password, Role, Submission, SubmissionState,
    SubmitOutcome,
};

/// Noon of a day.
const NOW: u64 = 20_000 * DAY_S + DAY_S / 2;

fn create(accounts: &Accounts, name: &str) -> Account {
    let password = Password::typed("correct horse");
    accounts.create(&AccountName::new(name).unwrap(), &password, Role::Player, NOW).unwrap()
}

fn submit(accounts: &Accounts, account: &Account, given: &str) -> Submission {
    let new = NewSubmission {
        account: account.id,
        hill: "small",
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
    match accounts.submit(&new, NOW).unwrap() {
        SubmitOutcome::New(submission) => submission,
        SubmitOutcome::Known(known) => panic!("{known:?} was known"),
    }
}

#[test]
fn who_has_used_up_the_day_waits_for_the_next_one() {
    let accounts = crate::fresh();
    let (anna, bob) = (create(&accounts, "anna"), create(&accounts, "bob"));
    let first = submit(&accounts, &anna, "a.crash");
    let second = submit(&accounts, &anna, "b.crash");
    let begin = |now| accounts.begin_next("small", 1000, now).unwrap().map(|(begun, _)| begun.id);
    assert_eq!(begin(NOW), Some(first.id));
    // A worker that died early is charged for, and its submission is begun again.
    accounts.charge(first.id, 600, 0, NOW).unwrap();
    assert_eq!(begin(NOW), Some(first.id));
    accounts.charge(first.id, 400, 7, NOW).unwrap();
    accounts.finish(first.id, SubmissionState::NotGoodEnough, None, None, NOW).unwrap();
    assert_eq!(accounts.processor_used_ms(anna.id, NOW).unwrap(), 1000);
    assert_eq!(begin(NOW), None);
    let queue = |now| accounts.queue_lengths(1000, now).unwrap()["small"].clone();
    assert_eq!((queue(NOW).waiting, queue(NOW).oldest_ready_s), (1, None));
    let third = submit(&accounts, &bob, "c.crash");
    assert_eq!(queue(NOW).oldest_ready_s, Some(NOW));
    assert_eq!(begin(NOW), Some(third.id), "nobody else waits");
    accounts.finish(third.id, SubmissionState::NotGoodEnough, None, None, NOW).unwrap();
    assert_eq!(begin(NOW + DAY_S / 2 - 1), None);
    assert_eq!(begin(NOW + DAY_S / 2), Some(second.id));
    assert_eq!(accounts.processor_used_ms(anna.id, NOW + DAY_S).unwrap(), 0);
}

#[test]
fn the_most_expensive_come_first() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "anna");
    for (file, processor_ms, games) in [("a", 1000, 100), ("b", 900, 3), ("c", 0, 0)] {
        let one = submit(&accounts, &anna, file);
        accounts.charge(one.id, processor_ms, games, NOW).unwrap();
    }
    let costs = accounts.most_expensive(5).unwrap();
    let files: Vec<&str> = costs.iter().map(|cost| cost.file.as_str()).collect();
    assert_eq!(files, ["b", "a"]);
}

#[test]
fn days_are_counted_without_names() {
    let accounts = crate::fresh();
    let anna = create(&accounts, "anna");
    submit(&accounts, &anna, "a");
    submit(&accounts, &anna, "b");
    accounts.count_visits(3, 10, NOW).unwrap();
    accounts.count_visits(1, 5, NOW + 60).unwrap();
    accounts.count_visits(2, 2, NOW + DAY_S).unwrap();
    let days = accounts.days(14, NOW + DAY_S).unwrap();
    let counts: Vec<(u64, u64, u64)> =
        days.values().map(|day| (day.submissions, day.visitors, day.requests)).collect();
    assert_eq!(counts, [(2, 4, 15), (0, 2, 2)]);
    assert_eq!(accounts.days(1, NOW + DAY_S).unwrap().len(), 1);
    accounts.delete(anna.id, NOW).unwrap();
    assert_eq!(accounts.processor_used_ms(anna.id, NOW).unwrap(), 0);
}
