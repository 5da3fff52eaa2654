//! What can happen only with a server: several processes, lost connections, encryption and passwords.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use accounts::{
    AccountId, AccountName, Accounts, AccountsError, Mode, NewSubmission, Password, Role, SubmitOutcome,
    VERSION,
};
use database::postgres::Settings;
use database::testing::{Server, run_again_on_a_server};

const NOW: u64 = 1_800_000_000;

fn open(settings: &str) -> Result<Accounts, AccountsError> {
    Accounts::open_postgres(Settings::read(settings, None, None, 4).unwrap())
}

fn create(accounts: &Accounts, name: &str) -> Result<accounts::Account, AccountsError> {
    accounts.create(&AccountName::new(name).unwrap(), &Password::typed("correct horse"), Role::Player, NOW)
}

/// Hands in a program as a test. Returns false if its author already has the maximum number of waiting
/// programs.
fn submit(accounts: &Accounts, account: AccountId, given: &str, max_waiting: u64) -> bool {
    let new = NewSubmission {
        account,
        hill: "small",
        given,
        source: b"x",
        mode: Mode::Test,
        is_secret: false,
        idempotency_key: None,
        known_files: &[],
        present_files: &[],
        max_programs: 99,
        max_waiting,
    };
    match accounts.submit(&new, NOW) {
        Ok(handed) => matches!(handed, SubmitOutcome::New(_)),
        Err(error) => {
            assert!(matches!(error, AccountsError::TooManyWaiting(_)), "{error}");
            false
        }
    }
}

/// Runs the tests of the other modules again, on a server.
#[test]
fn all_the_same() {
    run_again_on_a_server(&["postgres::", "what_is_returned_as_done"]);
}

/// The tables are the same as in `SQLite`. If you change one schema, change the other, too.
#[test]
fn the_tables_are_the_same() {
    let server = Server::start();
    let schema = server.new_schema();
    open(&schema).unwrap();
    let query = "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable FROM information_schema.columns
                 WHERE table_schema = current_schema() AND table_name <> 'bout_versions' AND column_name <> 'rowid'
                 ORDER BY table_name COLLATE \"C\", ordinal_position";
    let there = server.psql(&schema, query);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("accounts.db");
    drop(Accounts::open(&path).unwrap());
    let file = rusqlite::Connection::open(&path).unwrap();
    let query = "SELECT tables.name || '.' || columns.name || ' '
                     || CASE columns.type WHEN 'INTEGER' THEN 'bigint' WHEN 'BLOB' THEN 'bytea' ELSE 'text' END
                     || CASE WHEN columns.\"notnull\" OR columns.pk THEN ' NO' ELSE ' YES' END
                 FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
                 WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' ORDER BY tables.name, columns.cid";
    let mut prepared = file.prepare(query).unwrap();
    let here: Vec<String> =
        prepared.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(there.lines().collect::<Vec<_>>(), here);
    assert_eq!(server.psql(&schema, "SELECT version FROM bout_versions"), VERSION.to_string());
}

#[test]
fn a_newer_database_and_one_of_others_are_refused() {
    let server = Server::start();
    let schema = server.new_schema();
    open(&schema).unwrap();
    open(&schema).unwrap();
    let _ = server.psql(&schema, "UPDATE bout_versions SET version = 99");
    let why = open(&schema).unwrap_err().to_string();
    assert!(why.contains("a newer bout made them") && why.contains("postgres at /tmp"), "{why}");
    let other = server.new_schema();
    let _ = server.psql(&other, "CREATE TABLE mine (a INTEGER)");
    let why = open(&other).unwrap_err().to_string();
    assert!(why.contains("of another program, such as mine"), "{why}");
    assert_eq!(
        server.psql(
            &other,
            "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        ),
        "1"
    );
}

/// Several processes start at once, and the tables are made once. Then all of them hand in programs.
/// Together, they keep the limit, and each submission is begun once.
#[test]
fn several_processes_are_as_one() {
    let server = Server::start();
    let schema = server.new_schema();
    let processes: Vec<Accounts> = std::thread::scope(|scope| {
        let opening: Vec<_> = (0..4).map(|_| scope.spawn(|| open(&schema).unwrap())).collect();
        opening.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let anna = create(&processes[0], "anna").unwrap();
    let limit = 30;
    let all_of = |which: usize| {
        let given = (0..20).map(|number| format!("{which}-{number}.crash"));
        given.filter(|given| submit(&processes[which], anna.id, given, limit)).count()
    };
    let handed: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..processes.len())
            .map(|which| {
                let all_of = &all_of;
                scope.spawn(move || all_of(which))
            })
            .collect();
        threads.into_iter().map(|one| one.join().unwrap()).sum()
    });
    assert_eq!(handed as u64, limit, "no process exceeds the limit that all have together");
    let mut begun = BTreeSet::new();
    while let Some((one, _)) = processes[begun.len() % 4].begin_next("small", u64::MAX, NOW).unwrap() {
        processes[0].finish(one.id, accounts::SubmissionState::Tested, None, None, NOW).unwrap();
        assert!(begun.insert(one.id), "each is begun once");
    }
    assert_eq!(begun.len() as u64, limit);
    let taken = processes.iter().flat_map(|one| create(one, "Bert")).count();
    assert_eq!(taken, 1, "a name belongs to one account");
}

/// The server is killed while others write. Completed writes survive, and the site recovers when the server
/// is back.
#[test]
fn a_server_that_ends_and_returns_loses_nothing() {
    let mut server = Server::start();
    let accounts = open(&server.new_schema()).unwrap();
    let anna = create(&accounts, "anna").unwrap();
    let is_over = AtomicBool::new(false);
    let kept = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut kept = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                if let Ok(session) = accounts.begin_session(anna.id, NOW) {
                    kept.push(session);
                    accounts.end_other_sessions(anna.id, kept.last().unwrap()).ok();
                }
            }
            kept
        });
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(300));
            server.kill();
            let start = Instant::now();
            let why = accounts.account("anna").unwrap_err();
            assert!(start.elapsed() < Duration::from_secs(5), "nobody waits for a server that is away");
            assert!(matches!(why, AccountsError::Database { .. }), "{why}");
            server.resume();
        }
        let start = Instant::now();
        while accounts.account("anna").is_err() {
            assert!(start.elapsed() < Duration::from_secs(30), "the site does not recover");
            std::thread::sleep(Duration::from_millis(50));
        }
        is_over.store(true, Ordering::Relaxed);
        writer.join().unwrap()
    });
    assert!(kept.len() > 3, "it wrote before, between and after");
    let last = kept.last().unwrap();
    assert!(accounts.session(last, NOW).unwrap().is_some(), "what was returned as done is there");
}

#[test]
fn a_text_that_no_server_keeps_finds_nothing_and_breaks_nothing() {
    let server = Server::start();
    let accounts = open(&server.new_schema()).unwrap();
    create(&accounts, "anna").unwrap();
    assert_eq!(accounts.account("an\0na").unwrap(), None);
    assert_eq!(accounts.sign_in("anna\0", &Password::typed("correct horse")).unwrap(), None);
    assert!(accounts.account("ANNA").unwrap().is_some());
    assert_eq!(accounts.account("ännä").unwrap(), None);
}

#[test]
fn connections_to_other_machines_are_encrypted_and_check_who_answers() {
    let mut server = Server::start();
    let (text, authority) = server.with_tls();
    let open = |text: &str, authority: Option<&std::path::Path>| {
        Accounts::open_postgres(Settings::read(text, None, authority, 2).unwrap()).map(drop)
    };
    open(&text, Some(&authority)).unwrap();
    let unknown = open(&text, None).unwrap_err().to_string();
    assert!(unknown.contains("UnknownIssuer"), "{unknown}");
    let other = open(&text.replace("bout.test", "other.test"), Some(&authority)).unwrap_err().to_string();
    assert!(other.contains("other.test"), "{other}");
    let open_text = open(&format!("{text} sslmode=disable"), None).unwrap_err().to_string();
    assert!(open_text.contains("no encryption"), "{open_text}");
}

#[test]
fn a_password_comes_from_a_file_and_is_never_repeated() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::start();
    let _ = server.psql(
        &server.settings(),
        "CREATE ROLE anna LOGIN PASSWORD 'hunter2'; CREATE SCHEMA anna AUTHORIZATION anna",
    );
    server.ask_for_password("anna");
    let text = server.settings().replace("user=bout", "user=anna");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    let with = |password: &str| {
        std::fs::write(&file, password).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        Settings::read(&text, Some(&file), None, 2).unwrap()
    };
    let accounts = Accounts::open_postgres(with("hunter2\n")).unwrap();
    create(&accounts, "anna").unwrap();
    assert!(!format!("{accounts:?}").contains("hunter2"));
    let why = Accounts::open_postgres(with("hunter3\n")).unwrap_err();
    let said = format!("{why} {why:?}");
    assert!(said.contains("password authentication failed") && !said.contains("hunter3"), "{said}");
}

#[test]
fn who_cannot_sign_in_there_hears_it_without_secrets() {
    let server = Server::start();
    let settings = server.settings().replace("user=bout", "user=nobody_here");
    let why = open(&settings).unwrap_err().to_string();
    assert!(why.contains("cannot be reached") && why.contains("nobody_here"), "{why}");
    let away = Settings::read("host=127.0.0.1 port=1 dbname=a user=b", None, None, 2).unwrap();
    let why = Accounts::open_postgres(away).unwrap_err().to_string();
    assert!(why.contains("the PostgreSQL database a at 127.0.0.1") && why.contains("refused"), "{why}");
}
