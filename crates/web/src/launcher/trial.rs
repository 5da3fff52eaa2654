//! Tests the isolation of workers: a process with the isolation of a worker attempts what no worker may do.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use contests::Failure;
use rustix::process::{Pid, test_kill_process};
use serde::{Deserialize, Serialize};

use super::process::LauncherProcess;
use super::{IsolationTrial, WorkerFeature};

/// How long to wait for the answer of a test process.
const PATIENCE: Duration = Duration::from_mins(1);

/// A hill of the test site, and a file in it without read permission for anybody.
const HILL: &str = "hill";
const SEALED: &str = "sealed";

/// A file of the site that workers must not access.
const SECRET: &str = "secret";

/// The attempts that a test process has to make.
#[derive(Debug, Serialize, Deserialize)]
enum Orders {
    /// Act as a worker of the site in this folder. `port` is an open port of this machine; `process` is the
    /// ID of a process that does not belong to the worker.
    Worker { site: PathBuf, port: u16, process: u32 },
    /// Act as the server: try to start this program.
    Server { program: PathBuf },
}

/// An attempt that succeeded, and the feature that should have stopped it.
#[derive(Debug, Serialize, Deserialize)]
struct Reached {
    feature: String,
    what: String,
}

/// Tests the isolation features that workers have on this machine. `own` is the executable of workers, and
/// `trial` is the name of the command that calls [`attempt`].
///
/// # Errors
/// If the test cannot run, for example without a folder for temporary files.
pub fn try_isolation(own: &OsString, trial: &str) -> Result<Vec<IsolationTrial>, Failure> {
    let failed = |error: io::Error| Failure::Machine(format!("cannot try the isolation of workers: {error}"));
    let folder = tempfile::tempdir().map_err(failed)?;
    let site = fs::canonicalize(folder.path()).map_err(failed)?;
    make_site(&site).map_err(failed)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    // Use the ID of a new process. In a container, this process may have ID 1, which also exists in the
    // worker's process namespace.
    let mut server = Command::new(own)
        .arg(trial)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;

    let mut launcher = LauncherProcess::new(&site, &[own.clone(), trial.into()])?;
    let as_worker = Orders::Worker { site: site.clone(), port, process: server.id() };
    let (ours, theirs) = UnixStream::pair().map_err(failed)?;
    let worker = launcher.start(&OwnedFd::from(theirs)).map_err(|failure| failure.to_string());
    let by_worker = worker.and_then(|_| ask(&ours, &as_worker).map_err(|error| error.to_string()));
    let orders = order(server.stdin.take(), &Orders::Server { program: own.into() });
    let by_server = orders.and_then(|()| Ok(serde_json::from_slice(&server.wait_with_output()?.stdout)?));
    let by_server = by_server.map_err(|error: io::Error| error.to_string());

    let mut all: Vec<IsolationTrial> =
        launcher.isolation().into_iter().map(|feature| judge(feature, &by_worker)).collect();
    all.push(judge(WorkerFeature::of_server(true), &by_server));
    Ok(all)
}

/// Creates the folder of a site, with files for the attempts.
fn make_site(site: &Path) -> io::Result<()> {
    fs::create_dir(site.join(HILL))?;
    fs::write(site.join(HILL).join("hill.toml"), "game = \"crash\"\n")?;
    fs::write(site.join(SECRET), "secret")?;
    let sealed = site.join(HILL).join(SEALED);
    fs::write(&sealed, "sealed")?;
    fs::set_permissions(sealed, Permissions::from_mode(0o000))
}

/// Sends orders to a worker and returns the attempts that succeeded.
fn ask(worker: &UnixStream, orders: &Orders) -> io::Result<Vec<Reached>> {
    worker.set_read_timeout(Some(PATIENCE))?;
    order(Some(worker), orders)?;
    let mut line = String::new();
    BufReader::new(worker).read_line(&mut line)?;
    Ok(serde_json::from_str(&line)?)
}

/// Sends orders to a test process.
fn order(to: Option<impl io::Write>, orders: &Orders) -> io::Result<()> {
    let mut to = to.ok_or(io::ErrorKind::BrokenPipe)?;
    writeln!(to, "{}", serde_json::to_string(orders)?)
}

/// Checks whether any attempt against a feature succeeded.
fn judge(feature: WorkerFeature, reached: &Result<Vec<Reached>, String>) -> IsolationTrial {
    let seen = match reached {
        _ if !feature.is_present => Err(feature.remedy.clone()),
        Err(why) => Err(format!("a process that is isolated like a worker does not work: {why}")),
        Ok(reached) => match reached.iter().find(|one| one.feature == feature.name) {
            Some(one) => Err(format!("a process that is isolated like a worker {}", one.what)),
            None => Ok(attempts_on(&feature.name).to_owned()),
        },
    };
    IsolationTrial { feature, seen }
}

/// Describes the attempts against a feature when all of them failed.
fn attempts_on(feature: &str) -> &'static str {
    match feature {
        "files" => "a worker used the folder of a hill; it could not read or write a file beside it",
        "network" => "a worker could not reach an open port of this machine",
        "user" => "a worker could not give a file to somebody else, or read one without permission",
        "processes" => "a worker could not see another process, or send it a signal",
        _ => "a process that speaks HTTP could not start a program",
    }
}

/// Reads orders from standard input, and writes the attempts that succeeded to standard output.
///
/// # Errors
/// If standard input or output fails, or if the orders are invalid.
pub fn attempt() -> Result<(), Failure> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).map_err(|_| Failure::OutputClosed)?;
    let orders = serde_json::from_str(&line).map_err(|error| Failure::Usage(error.to_string()))?;
    let reached = match orders {
        Orders::Worker { site, port, process } => as_worker(&site, port, process),
        Orders::Server { program } => as_server(&program),
    };
    let reached = serde_json::to_string(&reached).map_err(|error| Failure::Machine(error.to_string()))?;
    writeln!(io::stdout(), "{reached}").map_err(|_| Failure::OutputClosed)
}

fn as_worker(site: &Path, port: u16, process: u32) -> Vec<Reached> {
    let hill = site.join(HILL);
    let sealed = hill.join(SEALED);
    let other = i32::try_from(process).ok().and_then(Pid::from_raw);
    let attempts = [
        ("files", "cannot use the folder of its hill", fs::write(hill.join("new"), "new").is_err()),
        ("files", "read a file beside its hill", can_read(&site.join(SECRET))),
        ("files", "wrote a file beside its hill", fs::write(site.join("new"), "new").is_ok()),
        ("network", "reached an open port", TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()),
        ("user", "gave a file to somebody else", chown(hill.join("new"), Some(1), Some(1)).is_ok()),
        ("user", "read a file without permission", can_read(&sealed)),
        ("processes", "saw another process", Path::new("/proc").join(process.to_string()).exists()),
        (
            "processes",
            "could send another process a signal",
            other.is_some_and(|other| test_kill_process(other).is_ok()),
        ),
    ];
    succeeded(&attempts)
}

fn as_server(program: &Path) -> Vec<Reached> {
    let is_forbidden = sandbox::forbid_programs();
    let started = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    succeeded(&[("programs", "could start a program", !is_forbidden || started)])
}

fn can_read(file: &Path) -> bool {
    File::open(file).and_then(|mut file| file.read(&mut [0])).is_ok()
}

fn succeeded(attempts: &[(&str, &str, bool)]) -> Vec<Reached> {
    let succeeded = attempts.iter().filter(|(_, _, is_so)| *is_so);
    succeeded.map(|&(feature, what, _)| Reached { feature: feature.into(), what: what.into() }).collect()
}
