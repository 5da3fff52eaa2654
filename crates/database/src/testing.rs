//! A server of `PostgreSQL` for tests, with its own cluster in a temporary folder. Tests connect by a socket in that folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::postgres::{Pool, Settings};

/// How long the server may take to start or to stop.
const PATIENCE: Duration = Duration::from_mins(1);

/// The variable with the connection to the server for tests in a child process.
pub const VARIABLE: &str = "BOUT_TEST_POSTGRES";

/// A server, which ends when this value is dropped.
pub struct Server {
    folder: tempfile::TempDir,
    programs: PathBuf,
    process: Option<Child>,
    /// Settings of the server in addition to those for all tests.
    more: Vec<String>,
}

impl Server {
    /// Makes a cluster and starts its server.
    ///
    /// # Panics
    ///
    /// If this machine has no `PostgreSQL`, or the server does not start.
    #[must_use]
    pub fn start() -> Self {
        let programs = programs().expect(
            "this test needs the server of PostgreSQL (Debian: apt-get install postgresql; test.sh installs it)",
        );
        let folder =
            tempfile::Builder::new().prefix("bout-pg-").tempdir_in("/tmp").expect("a temporary folder");
        if let Some((user, group)) = &other_user() {
            let path = folder.path();
            std::os::unix::fs::chown(path, Some(*user), Some(*group)).expect("root may give a folder away");
        }
        let mut server = Self { folder, programs, process: None, more: Vec::new() };
        let made = server
            .program("initdb")
            .args([
                "--username=bout",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
                "-D",
            ])
            .arg(server.folder.path().join("data"))
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        server.resume();
        server
    }

    /// Returns the settings for connecting to it.
    #[must_use]
    pub fn settings(&self) -> String {
        format!("host={} dbname=postgres user=bout", self.folder.path().display())
    }

    /// Returns the settings for connecting to its own new, empty schema.
    #[must_use]
    pub fn new_schema(&self) -> String {
        new_schema(&self.settings())
    }

    /// Runs a statement by `psql`, and returns what it prints.
    ///
    /// # Panics
    ///
    /// If the statement fails.
    #[must_use]
    pub fn psql(&self, settings: &str, statement: &str) -> String {
        let said = Command::new(self.programs.join("psql"))
            .args(["--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", statement, "-d", settings])
            .output()
            .expect("psql runs");
        assert!(said.status.success(), "psql: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8_lossy(&said.stdout).trim_end().to_owned()
    }

    /// Returns the path of one of its programs, such as `pg_dump`.
    #[must_use]
    pub fn path_of(&self, program: &str) -> PathBuf {
        self.programs.join(program)
    }

    /// Ends the server at once, as a failure of the machine does.
    ///
    /// # Panics
    ///
    /// If it cannot be ended.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Immediate shutdown: it writes nothing, and waits for no client.
            let sent = Command::new("kill").arg("-QUIT").arg(process.id().to_string()).status();
            assert!(sent.is_ok_and(|status| status.success()), "the server gets a signal");
            process.wait().expect("the server ends");
        }
    }

    /// Starts the server again.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn resume(&mut self) {
        let log = std::fs::File::create(self.folder.path().join("log")).expect("a log");
        let folder = self.folder.path();
        let mut command = self.program("postgres");
        command.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
        for setting in ["listen_addresses=", "fsync=off", "full_page_writes=off", "max_connections=200"] {
            command.args(["-c", setting]);
        }
        for setting in &self.more {
            command.args(["-c", setting]);
        }
        command.stdout(Stdio::null()).stderr(log);
        self.process = Some(command.spawn().expect("the server starts"));
        let start = Instant::now();
        let is_ready = || {
            let mut command = Command::new(self.programs.join("pg_isready"));
            command.arg("-q").arg("-h").arg(folder);
            let port = self.more.iter().find_map(|setting| setting.strip_prefix("port="));
            command.args(port.map(|port| format!("--port={port}")));
            let asked = command.status();
            asked.is_ok_and(|status| status.success())
        };
        while !is_ready() {
            let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(start.elapsed() < PATIENCE, "the server does not start: {}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Starts the server again, so that it accepts only TCP connections with TLS. Its certificate is for `bout.test`.
    /// Returns the settings for connecting, and the file with the certificate of the authority.
    ///
    /// # Panics
    ///
    /// If `openssl` does not make certificates, or the server does not start.
    pub fn with_tls(&mut self) -> (String, PathBuf) {
        let script = "set -e; cd data
            openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=authority -keyout ca.key -out ca.crt
            openssl req -new -newkey rsa:2048 -nodes -subj /CN=bout.test -keyout server.key -out server.csr
            echo subjectAltName=DNS:bout.test > names
            openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile names -out server.crt
            chmod 600 server.key; echo 'hostssl all all 127.0.0.1/32 trust' > pg_hba.conf; echo 'local all all trust' >> pg_hba.conf";
        let shell = self.folder.path().join("make-certificates");
        std::fs::write(&shell, script).expect("a script");
        let mut command = self.program("sh");
        let made = command.arg(&shell).output().expect("sh runs");
        assert!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        self.kill();
        self.more = vec!["listen_addresses=127.0.0.1".into(), format!("port={port}"), "ssl=on".into()];
        self.resume();
        let folder = self.folder.path();
        let settings = format!("host=bout.test hostaddr=127.0.0.1 port={port} dbname=postgres user=bout");
        (settings, folder.join("data/ca.crt"))
    }

    /// Lets a user in only with a password.
    ///
    /// # Panics
    ///
    /// If the server's files cannot be changed.
    pub fn ask_for_password(&self, user: &str) {
        let path = self.folder.path().join("data/pg_hba.conf");
        let rules = std::fs::read_to_string(&path).expect("the rules of the server");
        let own = format!("local all {user} scram-sha-256\n{rules}");
        std::fs::write(&path, own).expect("the rules of the server");
        let _ = self.psql(&self.settings(), "SELECT pg_reload_conf()");
    }

    /// Returns a command for a program of the server, which refuses to run as root.
    fn program(&self, name: &str) -> Command {
        let path = if name == "sh" { PathBuf::from("/bin/sh") } else { self.programs.join(name) };
        let mut command = Command::new("setpriv");
        // No server is left behind if the test is killed.
        command.arg("--pdeathsig=QUIT");
        if let Some((user, group)) = other_user() {
            command.arg(format!("--reuid={user}")).arg(format!("--regid={group}")).arg("--clear-groups");
        }
        command.arg(path).current_dir(self.folder.path());
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = Command::new("kill").arg("-QUIT").arg(process.id().to_string()).status();
            let _ = process.wait();
        }
    }
}

/// Makes a schema on a server, and returns the settings for connecting to it.
///
/// # Panics
///
/// If the server does not answer.
#[must_use]
pub fn new_schema(settings: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("test_{}_{number}", std::process::id());
    let server = Settings::read(settings, None, None, 2).expect("settings of the server");
    let pool = Pool::open(server).expect("the server answers");
    pool.change(|database| database.batch(&format!("CREATE SCHEMA {name}"))).expect("a new schema");
    format!("{settings} options='-c search_path={name}'")
}

/// Runs all tests of this binary that call [`on_server`] again, on a server. Tests whose names contain one of these words are
/// left out.
///
/// # Panics
///
/// If one of them fails.
pub fn run_again_on_a_server(left_out: &[&str]) {
    run_again_on_a_server_with(&[], left_out);
}

/// Works like [`run_again_on_a_server`], with these variables.
///
/// # Panics
///
/// If one of the tests fails.
pub fn run_again_on_a_server_with(variables: &[(&str, &str)], left_out: &[&str]) {
    let server = Server::start();
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.envs(variables.iter().copied());
    command.env(VARIABLE, server.settings()).args(["--test-threads", "4"]);
    // Making tables takes longer on a server.
    command.env("PROPTEST_CASES", "12");
    for word in left_out {
        command.args(["--skip", word]);
    }
    // With these variables, nextest's rules would apply as for a single test.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("NEXTEST")) {
        command.env_remove(name);
    }
    let said = command.output().expect("the tests run");
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let out = words(&said.stdout);
    assert!(said.status.success(), "{out}\n{}", words(&said.stderr));
    assert!(!out.contains("ok. 0 passed"), "no test was run: {out}");
}

/// Returns the connection to a new schema if the tests should run on a server.
///
/// # Panics
///
/// If that server does not answer.
#[must_use]
pub fn on_server() -> Option<Settings> {
    let settings = new_schema(&std::env::var(VARIABLE).ok()?);
    Some(Settings::read(&settings, None, None, 4).expect("settings of a schema"))
}

/// Returns the folder with the programs of the server.
fn programs() -> Option<PathBuf> {
    let has_server = |folder: &Path| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let path: OsString = std::env::var_os("PATH").unwrap_or_default();
    // Debian keeps them in a separate folder for each version.
    let mut of_debian: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.flatten().map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    of_debian.sort();
    of_debian.into_iter().rev().chain(std::env::split_paths(&path)).find(|folder| has_server(folder))
}

/// Returns a user and a group for the server if this process runs as root: the owner of nothing.
fn other_user() -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt as _;
    const NOBODY: u32 = 65_534;
    let own = std::fs::metadata("/proc/self").ok()?.uid();
    (own == 0).then_some((NOBODY, NOBODY))
}
