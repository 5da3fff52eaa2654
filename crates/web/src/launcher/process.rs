//! The launcher process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use contests::Failure;
use sandbox::{IsolationFeatures, RunningService, Service, User};

use super::features::{WorkerFeature, features_here};
use super::folders::Folders;
use super::owner;
use super::protocol::{Reply, Request, receive, send};
use crate::config::Config;
use crate::log::LOG_VARIABLE;

/// How long workers may take to exit by themselves after the server is gone.
const MAX_GOODBYE: Duration = Duration::from_secs(3);

/// The polling interval while workers exit.
const TICK: Duration = Duration::from_millis(20);

/// Starts workers for the site in a folder. Reads the server's requests from standard input until the server
/// is gone.
pub fn start_workers(folder: &Path, worker: &[OsString], stop: fn() -> bool) -> Result<(), Failure> {
    let server = io::stdin();
    let tell = |reply: &Reply| send(&server, reply, None).map_err(|_| Failure::OutputClosed);
    let mut launcher = match LauncherProcess::new(folder, worker) {
        Ok(launcher) => launcher,
        Err(failure) => return tell(&Reply::Failed(failure.to_string())),
    };
    tell(&Reply::Ready(launcher.isolation()))?;
    loop {
        match receive(&server) {
            Ok(Some((request, file))) => tell(&launcher.answer(&request, file))?,
            Ok(None) => break,
            // Ctrl-C in a terminal also interrupts this process. Ignore it: the server decides when to stop.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) if stop() => break,
            Err(error) => tell(&Reply::Failed(error.to_string()))?,
        }
    }
    let start = Instant::now();
    while launcher.running.values().any(|worker| !worker.has_ended()) && start.elapsed() < MAX_GOODBYE {
        std::thread::sleep(TICK);
    }
    Ok(())
}

pub(super) struct LauncherProcess {
    folders: Folders,
    program: PathBuf,
    arguments: Vec<String>,
    user: Option<(String, User)>,
    features: IsolationFeatures,
    running: BTreeMap<u32, RunningService>,
}

impl LauncherProcess {
    pub(super) fn new(site: &Path, worker: &[OsString]) -> Result<Self, Failure> {
        let [program, arguments @ ..] = worker else {
            return Err(Failure::Machine("there is no command line of workers".into()));
        };
        let name = Config::read(site)?.workers.user;
        let user = name.map(|name| owner::user(&name).map(|user| (name, user))).transpose()?;
        let folders = Folders::of(site);
        if folders.is_one_hill() && user.is_some() {
            let why = "the folder of the site is itself a hill or a war, whose files would be those of the workers; serve the folder above, or leave `user` out of [workers]";
            return Err(Failure::Machine(why.into()));
        }
        Ok(Self {
            folders,
            program: program.into(),
            arguments: arguments.iter().map(|one| one.to_string_lossy().into_owned()).collect(),
            features: IsolationFeatures::available().of_services(user.is_some()),
            user,
            running: BTreeMap::new(),
        })
    }

    /// Returns the isolation features of the workers of this site.
    pub(super) fn isolation(&self) -> Vec<WorkerFeature> {
        let mut isolation = features_here(self.user.as_ref().map(|(name, _)| name.as_str()));
        if self.folders.is_one_hill() {
            let files = isolation.iter_mut().filter(|feature| feature.name == "files");
            files.for_each(|feature| {
                feature.is_present = false;
                feature.remedy = "the folder of the site is itself a hill or a war, so workers reach its database of accounts: serve the folder above".into();
            });
        }
        isolation
    }

    fn answer(&mut self, request: &Request, file: Option<OwnedFd>) -> Reply {
        match (request, file) {
            (Request::Start, Some(file)) => match self.start(&file) {
                Ok(id) => Reply::Started(id),
                Err(failure) => Reply::Failed(failure.to_string()),
            },
            (Request::Start, None) => Reply::Failed("no file came with the request".into()),
            (Request::HasEnded(id), _) => {
                let has_ended = self.running.get(id).is_none_or(RunningService::has_ended);
                if has_ended {
                    // Removing the entry waits for the process. Until then, the system does not reuse its
                    // process ID.
                    self.running.remove(id);
                }
                Reply::Ended(has_ended)
            }
            (Request::Kill(id), _) => {
                self.running.remove(id);
                Reply::Done
            }
            (Request::HandOver(folder), _) => match self.hand_over(folder) {
                Ok(()) => Reply::Done,
                Err(failure) => Reply::Failed(failure.to_string()),
            },
        }
    }

    pub(super) fn start(&mut self, file: &OwnedFd) -> Result<u32, Failure> {
        let writable = self.folders.writable()?;
        if let Some((_, user)) = &self.user {
            owner::hand_over(&self.folders.own, *user);
            writable.iter().filter(|path| path.is_dir()).for_each(|folder| owner::hand_over(folder, *user));
        }
        let path = |path: PathBuf| path.to_string_lossy().into_owned();
        let temporary = path(self.folders.temporary());
        let environment = [
            ("PATH", std::env::var("PATH").unwrap_or_else(|_| "/usr/bin:/bin".into())),
            ("HOME", temporary.clone()),
            ("TMPDIR", temporary),
            ("BOUT_CACHE_DIR", path(self.folders.cache())),
            (LOG_VARIABLE, std::env::var(LOG_VARIABLE).unwrap_or_default()),
        ];
        let service = Service {
            program: self.program.clone(),
            arguments: self.arguments.clone(),
            environment: environment.map(|(key, value)| (key.to_owned(), value)).into(),
            readable: Folders::readable(&self.program),
            writable,
            user: self.user.as_ref().map(|(_, user)| *user),
        };
        let failed = |error: io::Error| Failure::Machine(error.to_string());
        let nowhere = OwnedFd::from(File::options().write(true).open("/dev/null").map_err(failed)?);
        let worker = service.start([file, file, &nowhere], self.features);
        let worker = worker.map_err(|error| Failure::Machine(error.to_string()))?;
        let id = worker.id();
        self.running.insert(id, worker);
        Ok(id)
    }

    /// Gives ownership of a folder of the site to the user of the workers.
    fn hand_over(&self, folder: &Path) -> Result<(), Failure> {
        let known = self.folders.of_contests()?;
        if let (Some((_, user)), true) = (&self.user, known.iter().any(|known| folder.starts_with(known))) {
            owner::hand_over(folder, *user);
        }
        Ok(())
    }
}
