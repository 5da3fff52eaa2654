//! The launcher for platforms that cannot isolate workers: the server starts them itself. They can play only
//! Esowar, Crash and bots in WebAssembly.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use contests::Failure;

use super::features::features_here;
use super::{Started, WorkerFeature};
use crate::config::{IsolationPolicy, Workers};
use crate::log::{self, LOG_VARIABLE};
use crate::server::Options;

/// Starts workers without isolation.
pub(crate) struct Launcher {
    line: Vec<OsString>,
}

impl Launcher {
    /// Checks that the settings do not require isolation, and creates the launcher.
    pub(crate) fn launch(options: &Options, settings: &Workers) -> Result<Self, Failure> {
        if settings.isolation == IsolationPolicy::Required {
            let why = "isolation = \"required\" in [workers]: workers can be isolated on x86-64 Linux only";
            return Err(Failure::Machine(why.into()));
        }
        Ok(Self { line: options.worker.clone() })
    }

    /// Returns the isolation features of workers on this machine.
    pub(crate) fn isolation(&self) -> Vec<WorkerFeature> {
        features_here(None)
    }

    /// Returns the folders that workers can access: without isolation, all.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        vec![PathBuf::new()]
    }

    /// Starts a worker.
    pub(crate) fn start(&self) -> io::Result<Started> {
        let [program, arguments @ ..] = self.line.as_slice() else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .env(LOG_VARIABLE, log::level())
            .spawn()?;
        let (orders, messages) = (child.stdin.take(), child.stdout.take());
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        Ok(Started {
            orders: Box::new(orders.ok_or_else(no_pipe)?),
            messages: Box::new(messages.ok_or_else(no_pipe)?),
            process: WorkerProcess(Mutex::new(child)),
        })
    }

    /// Does nothing: workers run as the user of the server here.
    pub(crate) fn hand_over(&self, _: &Path) {}
}

/// The process of a worker.
pub(crate) struct WorkerProcess(Mutex<Child>);

impl WorkerProcess {
    /// Returns the process ID.
    pub(crate) fn id(&self) -> u32 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).id()
    }

    /// Returns true if the process has ended.
    pub(crate) fn has_ended(&self) -> bool {
        !matches!(self.0.lock().unwrap_or_else(PoisonError::into_inner).try_wait(), Ok(None))
    }

    /// Kills the process and waits for its end.
    pub(crate) fn kill(&self) {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}
