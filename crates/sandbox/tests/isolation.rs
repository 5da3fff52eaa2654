//! Tests what each isolation feature stops by itself, and that all of them together stop everything.
//!
//! The test runs every probe with every isolation feature and compares the results with `TABLE`. If only one
//! feature stops a probe, safety depends on that feature; a feature that no probe needs is not worth its
//! code. `cargo test -p bout-sandbox --test isolation each -- --nocapture` prints the results as a table.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
// The standard library cannot create shared memory segments or set groups.
#![allow(unsafe_code)]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use sandbox::{ExitStatus, IsolationFeatures, Limits, Program, run_within};
use support::{Place, again_as_ordinary_user, expect_success, is_root, open_to, task};

/// The bytes in a shared memory segment, in files and in our memory that no probe may read.
static SECRET: [u8; 6] = *b"secret";
/// A group to which only the test belongs.
static GROUP: libc::gid_t = 424_242;
/// The exit code of a probe if the kernel lacks the feature that the probe tries.
const LACKING: i32 = 77;
// The limits of the probes. Some probes try to exceed them.
const PROCESSES: u64 = 8;
const MEMORY_BYTES: u64 = 64 << 20;
const FILE_BYTES: u64 = 1 << 20;

/// The isolation features by themselves, and pairs that work only together: a new root directory also needs a
/// pid namespace, and limits do not bind the superuser.
const COLUMNS: &[&str] = &[
    "none",
    "seccomp",
    "limits",
    "landlock",
    "user",
    "pid",
    "net",
    "mount",
    "ipc",
    "cgroup",
    "root",
    "pid+mount",
    "limits+root",
    "all",
];

/// Where the result of a probe is meaningful.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// Only if this kernel lets the probe through without isolation features. It may lack the feature, or
    /// reserve it for the superuser or for one with more rights.
    KernelHasIt,
    /// Only as the superuser: other users cannot set the scene.
    Root,
    /// The probe takes long, so it runs only with the isolation features that should stop it, with all and
    /// with none.
    Slow,
    /// Only where there are control groups: without them, nothing stops the probe.
    Cgroup,
    /// As an ordinary user, only where there are control groups or user namespaces.
    Counted,
}
use When::{Always, Cgroup, Counted, KernelHasIt, Root, Slow};

/// A probe and what must stop it.
struct Row {
    name: &'static str,
    arguments: fn(&Scene) -> Vec<String>,
    /// The isolation features that stop it by themselves, and pairs that stop it only together. All features together
    /// stop it, too; without isolation features it succeeds.
    stopped_by: &'static [&'static str],
    when: When,
}

impl Row {
    /// Whether the probe must be stopped in a column.
    fn claims(&self, column: &str) -> bool {
        let is_named = |name| self.stopped_by.contains(&name);
        let by_all = column == "all" || self.stopped_by == WITHOUT;
        by_all || is_named(column) || column.split('+').any(is_named)
    }

    /// Returns how a result in a column contradicts the table, if it does.
    fn contradicts(&self, column: &str, is_open: bool, found: &Found) -> Option<String> {
        let is_bound_to_tell = is_open && self.when != KernelHasIt && !VARIES.contains(&(self.name, column));
        match found {
            Ok(Some(true)) if self.claims(column) => Some("it gets through".into()),
            Ok(Some(false)) if !self.claims(column) && is_bound_to_tell => Some("it is stopped".into()),
            Ok(Some(false)) if column == "none" && self.when != KernelHasIt && !self.claims(column) => {
                Some("it is stopped without isolation features".into())
            }
            Err(why) => Some(why.clone()),
            Ok(_) => None,
        }
    }
}

/// Whether a probe succeeded; `None` if this kernel lacks the feature that it tries.
type Found = Result<Option<bool>, String>;

/// For probes that fail even without isolation features, because a program never receives what they look for.
const WITHOUT: &[&str] = &["none"];

/// Cells that differ between machines. In newer versions of Linux, `CAP_PERFMON` is enough to read an
/// environment. If there is swap, a control group swaps memory out instead of stopping the program.
const VARIES: &[(&str, &str)] = &[("read_environment", "landlock"), ("much_memory", "cgroup")];
/// The first version of Landlock that covers sockets and signals.
const LANDLOCK_CLAIMED: i64 = 6;

/// The probes, and the claim of what stops each of them.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    Row { name: "read_file", arguments: |scene| vec![scene.path("public")], stopped_by: &["landlock", "pid+mount"], when: Always },
    Row { name: "read_file private", arguments: |scene| vec![scene.path("private")], stopped_by: &["landlock", "root", "pid+mount"], when: Always },
    Row { name: "read_file grouped", arguments: |scene| vec![scene.path("grouped")], stopped_by: &["landlock", "root", "pid+mount"], when: Root },
    Row { name: "write_file", arguments: |scene| vec![scene.path("folder")], stopped_by: &["landlock", "pid+mount"], when: Always },
    Row { name: "change_mode", arguments: |scene| vec![scene.path("changed")], stopped_by: &["seccomp", "root", "pid+mount"], when: Always },
    Row { name: "read_descriptor", arguments: |_| Vec::new(), stopped_by: WITHOUT, when: Always },
    Row { name: "environment", arguments: |_| Vec::new(), stopped_by: WITHOUT, when: Always },
    Row { name: "large_file", arguments: |_| vec![(2 * FILE_BYTES).to_string()], stopped_by: &["limits"], when: Always },
    Row { name: "core_dump", arguments: |scene| vec![scene.path("folder")], stopped_by: &["landlock", "pid+mount", "limits+root"], when: KernelHasIt },
    Row { name: "see_processes", arguments: |_| vec![host()], stopped_by: &["pid+mount"], when: Always },
    Row { name: "read_environment", arguments: |_| vec![host()], stopped_by: &["user", "root", "pid+mount"], when: Always },
    Row { name: "memory_file", arguments: |_| vec![host(), SECRET.as_ptr().addr().to_string()], stopped_by: &["landlock", "user", "root", "pid+mount"], when: Always },
    Row { name: "read_memory", arguments: |_| vec![host(), SECRET.as_ptr().addr().to_string()], stopped_by: &["seccomp", "landlock", "user", "pid", "root"], when: Always },
    Row { name: "trace_host", arguments: |_| vec![host()], stopped_by: &["seccomp", "landlock", "user", "pid", "root"], when: Always },
    Row { name: "signal_host", arguments: |_| vec![host()], stopped_by: &["seccomp", "landlock", "pid", "root"], when: Always },
    Row { name: "signal_otherwise", arguments: |_| vec![host()], stopped_by: &["seccomp", "landlock", "pid", "root"], when: Always },
    Row { name: "own_signals", arguments: |_| vec![host()], stopped_by: &["seccomp", "pid"], when: Always },
    Row { name: "limit_host", arguments: |_| vec![host()], stopped_by: &["seccomp", "pid", "root"], when: Always },
    Row { name: "fork_bomb", arguments: |_| vec![(2 * PROCESSES).to_string()], stopped_by: &["cgroup", "limits+root"], when: Counted },
    Row { name: "much_memory", arguments: |_| vec![(MEMORY_BYTES * 3 / 2).to_string()], stopped_by: &["limits"], when: Always },
    Row { name: "memory_together", arguments: |_| vec!["4".into(), (MEMORY_BYTES / 2).to_string()], stopped_by: &["cgroup"], when: Cgroup },
    Row { name: "spin", arguments: |_| vec!["1500".into()], stopped_by: &["limits"], when: Slow },
    Row { name: "tcp", arguments: |scene| vec![scene.port()], stopped_by: &["seccomp", "net", "landlock"], when: Always },
    Row { name: "abstract_socket", arguments: |scene| vec![scene.abstract_name.clone()], stopped_by: &["seccomp", "net", "landlock"], when: Always },
    Row { name: "named_socket", arguments: |scene| vec![scene.path("socket")], stopped_by: &["seccomp", "pid+mount"], when: Always },
    Row { name: "shared_memory", arguments: |scene| vec![scene.segment.to_string()], stopped_by: &["seccomp", "ipc"], when: Always },
    Row { name: "mounts", arguments: |scene| vec![scene.path("folder")], stopped_by: &["seccomp", "landlock", "user", "root"], when: KernelHasIt },
    Row { name: "new_users", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
    Row { name: "back_to_root", arguments: |_| Vec::new(), stopped_by: &["user", "root"], when: Always },
    Row { name: "keys", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
    Row { name: "bpf", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
    Row { name: "io_uring", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
    Row { name: "page_faults", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
    Row { name: "old_calls", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
    Row { name: "x32_calls", arguments: |_| Vec::new(), stopped_by: &["seccomp"], when: KernelHasIt },
];

/// The files, sockets and segments that the probes try to reach.
struct Scene {
    place: Place,
    tcp: TcpListener,
    abstract_name: String,
    _sockets: [UnixListener; 2],
    segment: i32,
    /// A file that a program would inherit if the sandbox did not close it.
    _inherited: OwnedFd,
}

impl Scene {
    fn set() -> Self {
        let place = Place::new();
        let file = |name: &str, mode| {
            let path = place.path().join(name);
            fs::write(&path, SECRET).expect("a file can be written");
            open_to(&path, mode);
            path
        };
        let public = file("public", 0o644);
        file("private", 0o600);
        file("changed", 0o666);
        let grouped = file("grouped", 0o040);
        let folder = place.path().join("folder");
        fs::create_dir(&folder).expect("a folder can be made");
        open_to(&folder, 0o777);
        // A core is dumped in the current folder of the process.
        std::env::set_current_dir(&folder).expect("a folder to be in");
        if is_root() {
            std::os::unix::fs::chown(&grouped, Some(12345), Some(GROUP)).expect("root may do so");
            // SAFETY: the kernel reads one number.
            assert_eq!(unsafe { libc::setgroups(1, &raw const GROUP) }, 0, "root may do so");
        }
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let abstract_name = format!("bout-sandbox-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).expect("a name");
        let named = UnixListener::bind(place.path().join("socket")).expect("a socket");
        open_to(&place.path().join("socket"), 0o777);
        let sockets = [UnixListener::bind_addr(&address).expect("a socket"), named];
        Self {
            tcp,
            abstract_name,
            _sockets: sockets,
            segment: segment(),
            _inherited: inherited(&public),
            place,
        }
    }

    fn path(&self, name: &str) -> String {
        self.place.path().join(name).to_str().expect("a plain path").to_owned()
    }

    fn port(&self) -> String {
        self.tcp.local_addr().expect("it is bound").port().to_string()
    }

    fn program(&self, row: &Row) -> Program {
        let arguments = (row.arguments)(self);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut program = self.place.program(probe(row.name), &arguments);
        // Like the assembler, the probes may read /proc, which shows the processes of their own namespace.
        program.readable.extend([PathBuf::from("/proc"), self.path("changed").into()]);
        program.makes_file = true;
        program.limits = Limits {
            memory_bytes: MEMORY_BYTES,
            processor_time: Duration::from_secs(1),
            file_bytes: FILE_BYTES,
            open_files: 64,
            processes: PROCESSES,
        };
        program
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = std::env::set_current_dir("/");
        // SAFETY: plain numbers; the segment is ours.
        unsafe { libc::shmctl(self.segment, libc::IPC_RMID, std::ptr::null_mut()) };
    }
}

/// The process number of this test.
fn host() -> String {
    std::process::id().to_string()
}

/// Creates a shared memory segment that everybody may read.
fn segment() -> i32 {
    // SAFETY: the segment has one page, of which the first bytes are written; no other thread of ours uses
    // it.
    unsafe {
        let segment = libc::shmget(libc::IPC_PRIVATE, 4096, 0o666 | libc::IPC_CREAT);
        assert!(segment >= 0, "a segment can be made");
        let at = libc::shmat(segment, std::ptr::null(), 0).cast::<u8>();
        assert_ne!(at.addr(), usize::MAX, "a segment can be attached");
        std::ptr::copy_nonoverlapping(SECRET.as_ptr(), at, SECRET.len());
        libc::shmdt(at.cast());
        segment
    }
}

/// Opens a file that stays open when another program is started.
fn inherited(path: &std::path::Path) -> OwnedFd {
    let file = fs::File::open(path).expect("a file can be opened");
    // SAFETY: plain numbers; only the result owns the new descriptor.
    unsafe {
        let file = libc::fcntl(file.as_raw_fd(), libc::F_DUPFD, 50);
        assert!(file >= 50, "a file has another number");
        OwnedFd::from_raw_fd(file)
    }
}

/// Returns the probe's name: the first word of a row's name. Further words distinguish rows with the same
/// probe.
fn probe(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

/// Returns the isolation features of a column; `None` if this machine lacks one.
fn features(column: &str) -> Option<IsolationFeatures> {
    let available = IsolationFeatures::available();
    if column == "all" {
        return Some(available);
    }
    let mut features = IsolationFeatures::none();
    for name in column.split('+').filter(|&name| name != "none") {
        let (feature, has) = match name {
            "seccomp" => (&mut features.seccomp, available.seccomp),
            "limits" => (&mut features.limits, available.limits),
            "landlock" => (&mut features.landlock, available.landlock),
            "user" => (&mut features.user_namespace, available.user_namespace),
            "pid" => (&mut features.pid_namespace, available.pid_namespace),
            "net" => (&mut features.network_namespace, available.network_namespace),
            "mount" => (&mut features.mount_namespace, available.mount_namespace),
            "ipc" => (&mut features.ipc_namespace, available.ipc_namespace),
            "cgroup" => (&mut features.cgroup, available.cgroup),
            "root" => (&mut features.drop_root, available.drop_root),
            _ => unreachable!("unknown isolation feature: {name}"),
        };
        if !has {
            return None;
        }
        *feature = true;
    }
    Some(features)
}

fn landlock_version() -> i64 {
    const VERSION: libc::c_int = 1;
    // SAFETY: with this flag the kernel reads nothing.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION) }
}

fn gets_through(scene: &Scene, row: &Row, features: IsolationFeatures) -> Found {
    let ran = run_within(&scene.program(row), b"", features).map_err(|error| error.to_string())?;
    match ran.ending {
        ExitStatus::Exit(0) => Ok(Some(true)),
        ExitStatus::Exit(1) | ExitStatus::Signal(_) => Ok(Some(false)),
        ExitStatus::Exit(LACKING) => Ok(None),
        ending => Err(format!("{ending:?}: {}", String::from_utf8_lossy(&ran.errors))),
    }
}

/// Lets only one test have a scene at a time: each sets the current folder and the groups of the whole
/// process.
static SCENE: Mutex<()> = Mutex::new(());

#[test]
fn each_wall_stops_what_it_is_for() {
    if !is_root() {
        println!("skipped: only the superuser can switch isolation features off one by one");
        return;
    }
    let _alone = SCENE.lock();
    let scene = Scene::set();
    let mut columns = Vec::new();
    for &column in COLUMNS {
        if column == "landlock" && landlock_version() < LANDLOCK_CLAIMED {
            println!("skipped: this machine's Landlock knows no sockets and signals");
            continue;
        }
        match features(column) {
            Some(features) => columns.push((column, features)),
            None => println!("skipped: this machine lacks the isolation feature {column}"),
        }
    }
    let mut table = format!("{:24}", "");
    for (column, _) in &columns {
        write!(table, " {column}").expect("a text takes text");
    }
    table.push('\n');
    let mut wrong = Vec::new();
    for row in TABLE {
        if let Some(why) = untold(row, IsolationFeatures::available()) {
            println!("skipped: {}: {why}", row.name);
            continue;
        }
        write!(table, "{:24}", row.name).expect("a text takes text");
        let mut is_open = true;
        for &(column, features) in &columns {
            let mark = if row.when == Slow && column != "none" && !row.claims(column) {
                "-"
            } else {
                let found = gets_through(&scene, row, features);
                if column == "none" {
                    is_open = matches!(found, Ok(Some(true)));
                }
                if let Some(why) = row.contradicts(column, is_open, &found) {
                    wrong.push(format!("{} behind {column}: {why}", row.name));
                }
                match found {
                    Ok(Some(true)) => ".",
                    Ok(Some(false)) => "X",
                    Ok(None) => "?",
                    Err(_) => "!",
                }
            };
            write!(table, " {mark:^width$}", width = column.len()).expect("a text takes text");
        }
        if row.when == KernelHasIt && !is_open {
            println!("skipped: {}: it is stopped here without any isolation feature", row.name);
        }
        table.push('\n');
    }
    println!("\nX: stopped, .: gets through, -: not tried\n{table}");
    assert!(wrong.is_empty(), "{}\n{table}", wrong.join("\n"));
}

#[test]
fn all_walls_stop_everything() {
    let _alone = SCENE.lock();
    let scene = Scene::set();
    let mut wrong = Vec::new();
    for row in TABLE {
        if let Some(why) = untold(row, IsolationFeatures::available()) {
            println!("skipped: {}: {why}", row.name);
            continue;
        }
        match gets_through(&scene, row, IsolationFeatures::available()) {
            Ok(Some(false) | None) => {}
            Ok(Some(true)) => wrong.push(format!("{} gets through", row.name)),
            Err(why) => wrong.push(format!("{}: {why}", row.name)),
        }
    }
    assert!(wrong.is_empty(), "{:?}\n{}", IsolationFeatures::available(), wrong.join("\n"));
    println!(
        "all isolation features of user {} together: {:?}",
        if is_root() { "root" } else { "1000" },
        IsolationFeatures::available()
    );
}

#[test]
fn all_walls_stop_everything_for_an_ordinary_user() {
    if task().is_some() || !is_root() {
        println!("skipped: we are no superuser ourselves");
        return;
    }
    let place = Place::new();
    match again_as_ordinary_user(&place, "all_walls_stop_everything", "ordinary") {
        Some(helper) => expect_success(helper),
        None => println!("skipped: setpriv cannot make us an ordinary user"),
    }
}

/// Returns why the result of a probe would mean nothing here, if so.
fn untold(row: &Row, features: IsolationFeatures) -> Option<&'static str> {
    let pattern = fs::read_to_string("/proc/sys/kernel/core_pattern").unwrap_or_default();
    match row.when {
        _ if row.name == "core_dump" && !pattern.starts_with("core") => {
            Some("cores go elsewhere here than where the process is")
        }
        Root if !is_root() => Some("only the superuser can set the scene"),
        Cgroup if fs::read_to_string("/proc/swaps").is_ok_and(|swaps| swaps.lines().count() > 1) => {
            Some("with swap a control group moves memory rather than to stop it")
        }
        Cgroup if !features.cgroup => Some("without control groups nothing stops it"),
        Counted if !is_root() && !features.cgroup && !features.user_namespace => {
            Some("without control groups and users of its own nothing stops it")
        }
        _ => None,
    }
}
