//! The server's side: requests workers from the launcher.

use std::io::{self, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use contests::Failure;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

use super::folders::Folders;
use super::protocol::{Reply, Request, receive, send};
use super::{Started, WorkerFeature};
use crate::config::{IsolationPolicy, Workers};
use crate::log::{self, LOG_VARIABLE};
use crate::server::Options;

/// A handle to the launcher process, which starts workers. When the last handle is dropped, the launcher and
/// all workers end.
pub(crate) struct Launcher {
    /// `None` if the options have no command line for a launcher. No worker can be started then.
    channel: Option<Arc<Channel>>,
    /// The folder of the site.
    site: PathBuf,
    isolation: Vec<WorkerFeature>,
    workers_have_user: bool,
}

/// The connection to the launcher. The lock allows one request at a time.
struct Channel(Mutex<OwnedFd>);

impl Channel {
    fn ask(&self, request: &Request, file: Option<&UnixStream>) -> io::Result<Reply> {
        let socket = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        send(&*socket, request, file.map(UnixStream::as_fd))?;
        match receive(&*socket)? {
            Some((Reply::Failed(why), _)) => Err(io::Error::other(why)),
            Some((reply, _)) => Ok(reply),
            None => Err(io::Error::other("the process that starts workers has ended; start the site again")),
        }
    }
}

impl Launcher {
    /// Starts the launcher and waits until it reports the available isolation features. After that, this
    /// process can no longer start programs, and has no need to.
    pub(crate) fn launch(options: &Options, settings: &Workers) -> Result<Self, Failure> {
        let [program, arguments @ ..] = options.launcher.as_slice() else {
            return Ok(Self {
                channel: None,
                site: options.folder.clone(),
                isolation: Vec::new(),
                workers_have_user: false,
            });
        };
        let failed =
            |error: io::Error| Failure::Machine(format!("cannot start the process of the workers: {error}"));
        let pair = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None);
        let (ours, theirs) = pair.map_err(|error| failed(error.into()))?;
        let site = std::path::absolute(&options.folder).map_err(failed)?;
        // The launcher ends when its standard input is closed, so it ends with the server. No code waits for
        // it.
        Command::new(program)
            .args(arguments)
            .arg(&site)
            .env(LOG_VARIABLE, log::level())
            .stdin(Stdio::from(theirs))
            .stdout(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let mut isolation = match receive(&ours).map_err(failed)? {
            Some((Reply::Ready(isolation), _)) => isolation,
            Some((Reply::Failed(why), _)) => return Err(Failure::Machine(why)),
            _ => return Err(failed(io::ErrorKind::UnexpectedEof.into())),
        };
        isolation.push(WorkerFeature::of_server(sandbox::forbid_programs()));
        if settings.isolation == IsolationPolicy::Required
            && let Some(missing) = isolation.iter().find(|feature| !feature.is_present)
        {
            let WorkerFeature { name, about, remedy, .. } = missing;
            let why = format!(
                "isolation = \"required\" in [workers], but a feature is missing: {name} ({about}); {remedy}"
            );
            return Err(Failure::Machine(why));
        }
        let channel = Some(Arc::new(Channel(Mutex::new(ours))));
        Ok(Self { channel, site, isolation, workers_have_user: settings.user.is_some() })
    }

    /// Returns the isolation features of workers on this machine.
    pub(crate) fn isolation(&self) -> Vec<WorkerFeature> {
        self.isolation.clone()
    }

    /// Returns the folders that a worker started now can access.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        Folders::of(&self.site).of_contests().unwrap_or_default()
    }

    /// Starts a worker.
    pub(crate) fn start(&self) -> io::Result<Started> {
        let channel = self.channel.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let (ours, theirs) = UnixStream::pair()?;
        match channel.ask(&Request::Start, Some(&theirs))? {
            Reply::Started(id) => Ok(Started {
                orders: Box::new(Orders(ours.try_clone()?)),
                messages: Box::new(ours),
                process: WorkerProcess { channel: Arc::clone(channel), id },
            }),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Gives ownership of a folder's contents to the user of the workers, if they have their own user.
    pub(crate) fn hand_over(&self, folder: &Path) {
        if let (true, Some(channel)) = (self.workers_have_user, &self.channel) {
            // Ignore errors: the worker reports files that it cannot use.
            let _ = channel.ask(&Request::HandOver(folder.to_owned()), None);
        }
    }
}

/// The sending half for a worker's orders. Dropping it closes the stream, so that the worker sees the end of
/// its orders.
struct Orders(UnixStream);

impl Write for Orders {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        // The worker may have ended already.
        let _ = self.0.shutdown(Shutdown::Write);
    }
}

/// The process of a worker.
pub(crate) struct WorkerProcess {
    channel: Arc<Channel>,
    id: u32,
}

impl WorkerProcess {
    /// Returns the process ID.
    pub(crate) const fn id(&self) -> u32 {
        self.id
    }

    /// Returns true if the process has ended, or if the launcher does not answer.
    pub(crate) fn has_ended(&self) -> bool {
        !matches!(self.channel.ask(&Request::HasEnded(self.id), None), Ok(Reply::Ended(false)))
    }

    /// Kills the worker with all its child processes.
    pub(crate) fn kill(&self) {
        let _ = self.channel.ask(&Request::Kill(self.id), None);
    }
}
