//! Tests what only happens on a server: a schema for each store, several processes, and missing results.
#![cfg(all(unix, feature = "postgres"))]

mod common;

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use common::*;
use database::postgres::{Pool, Settings};
use database::testing;
use store::{Server, Servers, Store, StoreError, VERSION};

static SERVER: OnceLock<(testing::Server, String)> = OnceLock::new();

/// Stores whose paths have this word are on the server.
const WORD: &str = "on-server";

struct ThoseWithTheWord;

impl Servers for ThoseWithTheWord {
    fn with(&self, path: &Path) -> Result<Option<Server>, String> {
        static POOL: OnceLock<Arc<Pool>> = OnceLock::new();
        if !path.to_string_lossy().contains(WORD) {
            return Ok(None);
        }
        let pool = || Pool::open(Settings::read(&SERVER.get().unwrap().1, None, None, 4).unwrap()).unwrap();
        Ok(Some(Server::Connected(Arc::clone(POOL.get_or_init(pool)))))
    }

    fn for_new(&self, path: &Path) -> Result<Option<Server>, String> {
        self.with(path)
    }
}

/// Starts a server, which ends with this process.
fn server() -> &'static (testing::Server, String) {
    store::set_server_connector(Box::new(ThoseWithTheWord));
    SERVER.get_or_init(|| {
        let server = testing::Server::start();
        let settings = server.new_schema();
        (server, settings)
    })
}

fn schema_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap().lines().last().unwrap().to_owned()
}

/// The tables are those of `SQLite`. A change to the one needs a change to the other.
#[test]
fn the_tables_are_the_same() {
    let (server, settings) = server();
    let folder = tempfile::tempdir().unwrap();
    let (there, here) = (folder.path().join("on-server.db"), folder.path().join("file.db"));
    drop((Store::open(&there).unwrap(), Store::open(&here).unwrap()));
    let schema = schema_of(&there);
    let query = format!(
        "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
         FROM information_schema.columns WHERE table_schema = '{schema}' AND table_name <> 'bout_versions'
         ORDER BY table_name COLLATE \"C\", ordinal_position"
    );
    let on_server = server.psql(settings, &query);
    let query = "SELECT tables.name || '.' || columns.name || ' '
                     || CASE columns.type WHEN 'INTEGER' THEN 'bigint' WHEN 'BLOB' THEN 'bytea' ELSE 'text' END
                     || CASE WHEN columns.\"notnull\" OR columns.pk THEN ' NO' ELSE ' YES' END
                 FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
                 WHERE tables.type = 'table' ORDER BY tables.name, columns.cid";
    let file = raw(&here);
    let mut prepared = file.prepare(query).unwrap();
    let in_file: Vec<String> =
        prepared.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(on_server.lines().collect::<Vec<_>>(), in_file);
    let version = server.psql(settings, &format!("SELECT version FROM {schema}.bout_versions"));
    assert_eq!(version, VERSION.to_string());
    let about = server.psql(settings, &format!("SELECT obj_description('{schema}'::regnamespace)"));
    assert!(about.ends_with("/on-server.db"), "{about}");
    let _ = server.psql(settings, &format!("UPDATE {schema}.bout_versions SET version = 99"));
    assert!(matches!(Store::open(&there), Err(StoreError::NewerVersion { found: 99, .. })));
}

/// Only changes of the same store wait for a change in a store.
#[test]
fn only_who_changes_the_same_store_waits() {
    let (_, settings) = server();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(format!("on-server-{name}.db"));
    let patience = Duration::from_millis(50);
    let mut one = Store::open_with_patience(&path("one"), patience).unwrap();
    let mut other = Store::open_with_patience(&path("other"), patience).unwrap();
    let schema = schema_of(&path("one"));
    let holder = Pool::open(Settings::read(settings, None, None, 2).unwrap()).unwrap();
    holder
        .read(|database| {
            let query = "SELECT pg_advisory_xact_lock(1651471713, hashtext(?))";
            database.query_row(query, [schema], |_| Ok(()))?;
            assert!(matches!(one.keep_contest("lock"), Err(StoreError::Locked { .. })));
            assert_eq!(one.contests().unwrap(), [""; 0], "who reads waits for nobody");
            other.keep_contest("lock").unwrap();
            Ok(())
        })
        .unwrap();
    one.keep_contest("lock").unwrap();
    let again = Store::open_existing(&path("one")).unwrap();
    assert_eq!(again.contests().unwrap(), ["lock"]);
}

/// If a file names results that are not on the server, opening it fails. It does not start an empty store.
#[test]
fn results_that_are_missing_on_the_server_are_not_begun_anew() {
    let (server, settings) = server();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("on-server.db");
    fill(&mut Store::open(&path).unwrap());
    let schema = schema_of(&path);
    // A copy of the file, at a path where nothing says which server it is.
    let elsewhere = folder.path().join("copy.db");
    std::fs::copy(&path, &elsewhere).unwrap();
    assert!(matches!(Store::open(&elsewhere), Err(StoreError::OnServer { .. })));
    let _ = server.psql(settings, &format!("DROP SCHEMA {schema} CASCADE"));
    for outcome in [Store::open(&path), Store::open_existing(&path), Store::open_to_read(&path)] {
        let error = outcome.unwrap_err();
        assert!(matches!(error, StoreError::NotThere { .. }), "{error}");
        assert!(error.to_string().contains(&schema), "{error}");
    }
}

/// Texts and numbers that one of the databases might treat in its own way.
#[test]
fn everything_comes_back_as_from_a_file() {
    server();
    let folder = tempfile::tempdir().unwrap();
    let mut exports = Vec::new();
    for name in ["on-server.db", "file.db"] {
        let mut store = Store::open(&folder.path().join(name)).unwrap();
        let id = fill(&mut store);
        let mut odd = played(u64::MAX);
        odd.fault = Some((0, "\u{10}0".into(), "a\0b\u{10}\u{1f980}'\\".into()));
        store.keep(&[kept_match(id, odd.clone()), kept_void(id, void(1 << 63, 1))]).unwrap();
        assert_eq!(store.matches(id).unwrap(), [played(10), odd]);
        store.keep_contest("\0").unwrap();
        exports.push(export(&store));
    }
    assert!(exports[0] == exports[1]);
}

/// Moving results to the server and back changes nothing, even if an earlier move was killed.
#[test]
fn results_move_to_the_server_and_back() {
    let (server, settings) = server();
    let pool = Pool::open(Settings::read(settings, None, None, 4).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    // A store with this name is on the server if its file says so. A new one is made as a file.
    let path = folder.path().join("moved.db");
    let mut store = Store::open(&path).unwrap();
    let id = fill(&mut store);
    store.pairing(&pairing("q")).unwrap();
    let mut odd = played(u64::MAX);
    odd.fault = Some((0, "kind".into(), "a\0b".into()));
    store.keep(&[kept_match(id, odd)]).unwrap();
    let whole = export(&store);
    drop(store);

    // As if an earlier run was killed after it made the schema.
    let unfinished = folder.path().join("moved.db.moving");
    let schema = format!("bout_results_{}", "0".repeat(32));
    let text = |schema: &str| {
        format!("The results are in PostgreSQL (bout man postgresql), in this schema:\n{schema}\n")
    };
    std::fs::write(&unfinished, text(&schema)).unwrap();
    let _ = server.psql(settings, &format!("CREATE SCHEMA {schema}"));

    let moved = store::move_to_server(&path, &pool, "it's moved").unwrap();
    let rows = |table: &str| moved.iter().find(|one| one.table == table).unwrap().rows;
    assert_eq!((rows("pairings"), rows("matches"), rows("answers"), rows("seats")), (2, 2, 2, 4));
    assert!(!unfinished.exists() && store::is_on_server(&path).unwrap());
    assert_eq!(server.psql(settings, &format!("SELECT to_regnamespace('{schema}') IS NULL")), "t");
    assert_eq!(store::tables_on_server(&path, &pool).unwrap(), moved);
    assert!(matches!(Store::open(&path), Err(StoreError::OnServer { .. })), "nothing says which server");
    let before = folder.path().join("moved.db.before-postgres");
    assert!(export(&Store::open_existing(&before).unwrap()) == whole);

    // Opens the same file under a name that says which server it is.
    let named = folder.path().join("on-server.db");
    std::fs::rename(&path, &named).unwrap();
    let mut there = Store::open(&named).unwrap();
    assert!(export(&there) == whole);
    let other = there.pairing(&pairing("r")).unwrap();
    assert_ne!(other, id, "numbers go on");
    there.keep(&[kept_block(other, block(0, "12"))]).unwrap();
    let whole = export(&there);
    drop(there);

    let copy = folder.path().join("copy.db");
    store::copy_to_file(&named, &pool, &copy).unwrap();
    assert!(export(&Store::open(&copy).unwrap()) == whole);
    let schema = schema_of(&named);
    // The remains of a run that was killed while it wrote the file.
    std::fs::write(folder.path().join("on-server.db.from-postgres"), "half").unwrap();
    let back = store::move_to_file(&named, &pool).unwrap();
    assert_eq!(store::tables_in_file(&named).unwrap(), back);
    assert_eq!(server.psql(settings, &format!("SELECT to_regnamespace('{schema}') IS NULL")), "t");
    let mut file = Store::open(&named).unwrap();
    assert!(export(&file) == whole);
    assert_ne!(file.pairing(&pairing("s")).unwrap(), other);
}

/// If results are damaged, nothing is moved.
#[test]
fn a_database_that_is_not_whole_stays_where_it_is() {
    let (_, settings) = server();
    let pool = Pool::open(Settings::read(settings, None, None, 4).unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moved.db");
    fill(&mut Store::open(&path).unwrap());
    let before = std::fs::read(&path).unwrap();
    let mut damaged = before.clone();
    let end = damaged.len() - 3 * 4096;
    damaged[end..].fill(0xa5);
    std::fs::write(&path, &damaged).unwrap();
    let refused = store::move_to_server(&path, &pool, "damaged").unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
    assert!(!store::is_on_server(&path).unwrap());
    std::fs::write(&path, &before).unwrap();
    store::move_to_server(&path, &pool, "whole").unwrap();
}
