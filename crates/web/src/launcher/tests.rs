//! Tests what a compromised worker can access, and what it cannot.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::Read as _;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::Path;

use super::process::LauncherProcess;

/// The attacker's program. It prints one line per attempt: the name, and 1 if the attempt succeeded. The
/// arguments are the folder of the site, an open port of this machine, the process ID of the server, and a
/// file outside the site.
const ATTACKER: &str = r#"
use strict; use Socket;
my ($site, $port, $server, $elsewhere) = @ARGV;
sub say_of { my ($name, $done) = @_; print "$name=", ($done ? 1 : 0), "\n"; }
sub can_read { my $file; my $byte; return open($file, '<', $_[0]) && sysread($file, $byte, 1); }
sub can_write { my $file; return open($file, '>>', $_[0]); }
say_of("hill", can_read("$site/small/hill.toml") && can_write("$site/small/new"));
say_of("temp", can_write("$ENV{TMPDIR}/new"));
say_of("accounts", can_read("$site/.bout/accounts.db"));
say_of("settings", can_read("$site/bout.toml") || can_write("$site/bout.toml"));
say_of("password", can_read("$site/mail-password"));
say_of("elsewhere", can_read($elsewhere) || can_write("$elsewhere-new"));
say_of("users", can_read("/etc/shadow") || can_read("/etc/passwd"));
say_of("program", can_write("/usr/bin/perl") || can_write("/usr/new"));
say_of("machine", can_write("/proc/sys/kernel/core_pattern") || can_write("/proc/sysrq-trigger"));
say_of("socket", socket(my $any, PF_INET, SOCK_STREAM, 0));
my $one;
say_of("connect", socket($one, PF_INET, SOCK_STREAM, 0) && connect($one, sockaddr_in($port, INADDR_LOOPBACK)));
say_of("signal", kill(0, $server) || kill(0, getppid()) && getppid() > 0);
say_of("memory", can_read("/proc/$server/mem") || can_read("/proc/$server/environ"));
say_of("sees", -e "/proc/$server/stat");
say_of("root", ($> = 0, $> == 0)[1]);
"#;

/// Runs the attacker as a worker of a site with these settings. Returns the result of each attempt, and the
/// isolation features that are present.
fn attacked(settings: &str) -> (BTreeMap<String, bool>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let site = folder.path().join("site");
    fs::create_dir_all(site.join("small")).unwrap();
    fs::create_dir_all(site.join(".bout")).unwrap();
    for (file, text) in [
        ("bout.toml", settings),
        ("mail-password", "secret"),
        (".bout/accounts.db", "hashes"),
        ("small/hill.toml", "game = \"crash\"\n"),
    ] {
        fs::write(site.join(file), text).unwrap();
    }
    let elsewhere = folder.path().join("elsewhere");
    fs::write(&elsewhere, "a diary").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let server = std::process::id().to_string();
    let (site_text, elsewhere) = (site.to_str().unwrap(), elsewhere.to_str().unwrap());
    let line = ["/usr/bin/perl", "-e", ATTACKER, site_text, &port, &server, elsewhere];
    assert!(Path::new(line[0]).exists(), "this test needs Perl: apt-get install perl");
    let mut launcher = LauncherProcess::new(&site, &line.map(Into::into)).unwrap();
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    launcher.start(&OwnedFd::from(theirs)).unwrap();
    let mut said = String::new();
    ours.read_to_string(&mut said).unwrap();
    let said = said.lines().filter_map(|line| line.split_once('='));
    let done = said.map(|(name, done)| (name.to_owned(), done == "1")).collect();
    let isolation =
        launcher.isolation().into_iter().filter(|feature| feature.is_present).map(|feature| feature.name);
    (done, isolation.collect())
}

fn is_held(settings: &str) {
    let (done, isolation) = attacked(settings);
    let what = |name: &str| *done.get(name).unwrap_or_else(|| panic!("{name} was not tried: {done:?}"));
    assert!(what("hill") && what("temp"), "a worker can do its work: {done:?}");
    let held_by = [
        ("files", &["accounts", "settings", "password", "elsewhere", "users", "program", "machine"][..]),
        ("network", &["socket", "connect"]),
        ("processes", &["signal", "memory", "sees"]),
        ("user", &["root"]),
    ];
    for (feature, attempts) in
        held_by.iter().filter(|(feature, _)| isolation.iter().any(|present| present == feature))
    {
        for attempt in *attempts {
            assert!(!what(attempt), "{feature} does not hold {attempt}: {done:?}");
        }
    }
}

#[test]
fn a_worker_that_is_taken_over_reaches_only_its_folders() {
    is_held("");
}

#[test]
fn so_does_one_with_a_user_of_its_own() {
    if rustix::process::geteuid().is_root() {
        is_held("[workers]\nuser = \"nobody\"\n");
    }
}

#[test]
fn a_site_that_is_one_hill_says_that_its_files_are_within_reach() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hill.toml"), "game = \"crash\"\n").unwrap();
    let launcher = LauncherProcess::new(folder.path(), &["/bin/true".into()]).unwrap();
    let files = launcher.isolation().into_iter().find(|feature| feature.name == "files").unwrap();
    assert!(!files.is_present && files.remedy.contains("serve the folder above"), "{files:?}");
}

#[test]
fn a_user_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bout.toml"), "[workers]\nuser = \"nobody-has-this-name\"\n").unwrap();
    let error = LauncherProcess::new(folder.path(), &["/bin/true".into()]).err().unwrap().to_string();
    let words =
        if rustix::process::geteuid().is_root() { "there is no such user" } else { "only a site that root" };
    assert!(error.contains(words), "{error}");
}

/// The kernel prevents the server from starting programs (`serve_isolation`). This test checks that its
/// source does not even try: only these files may touch foreign code or start a process.
#[test]
fn only_workers_touch_foreign_code_and_only_the_launcher_starts_processes() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_workers = [
        "worker.rs",
        "challenge.rs",
        "wars/rounds.rs",
        "upgrade_check.rs",
        "practice/checking.rs",
        "practice/playing.rs",
    ];
    let mut looked_at = 0;
    for entry in walkdir::WalkDir::new(&source).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(&source).unwrap();
        let is_rust = path.extension().is_some_and(|ending| ending == "rs");
        if !is_rust || path.starts_with("launcher") || of_workers.iter().any(|file| path == Path::new(file)) {
            continue;
        }
        looked_at += 1;
        let text = fs::read_to_string(entry.path()).unwrap();
        for words in ["contests::foreign", "guests::", "process::Command", "sandbox::"] {
            assert!(!text.contains(words), "{}: {words}", path.display());
        }
    }
    assert!(looked_at > 100, "{looked_at}");
}
