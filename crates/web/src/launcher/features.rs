//! Describes the isolation features of workers in words.

use sandbox::IsolationFeatures;
use serde::{Deserialize, Serialize};

/// An isolation feature of workers, and whether this machine has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerFeature {
    /// What it protects from workers: `files`, `network`, `user` or `processes`. `programs` restricts the
    /// server instead.
    pub name: String,
    /// What it does.
    pub about: String,
    /// True if this machine has it.
    pub is_present: bool,
    /// How to get it on a machine that lacks it.
    pub remedy: String,
}

impl WorkerFeature {
    fn new(name: &str, about: &str, is_present: bool, remedy: &str) -> Self {
        let [name, about, remedy] = [name, about, remedy].map(str::to_owned);
        Self { name, about, is_present, remedy }
    }

    /// Creates the feature that restricts the server process.
    pub(crate) fn of_server(is_present: bool) -> Self {
        let about = "the process that speaks HTTP cannot start programs";
        Self::new("programs", about, is_present, "use a Linux kernel with CONFIG_SECCOMP_FILTER")
    }
}

const NAMESPACES: &str = "allow user namespaces; `bout doctor` says how";

/// Returns the isolation features of workers on this machine, independent of any site. `user` is the user
/// that the settings name for the workers, if any.
#[must_use]
pub(super) fn features_here(user: Option<&str>) -> Vec<WorkerFeature> {
    let features = IsolationFeatures::available().of_services(user.is_some());
    let by_landlock =
        "workers reach the folders of hills, wars and contests, and programs of the system (Landlock)";
    let by_mounts = "workers reach the folders of hills, wars and contests, and programs of the system (a root of their own)";
    let files = if features.landlock { by_landlock } else { by_mounts };
    let by_user = match user {
        Some(user) => format!("workers run as {}", user.escape_debug()),
        None => "workers have no rights of their user over the machine (a user namespace)".to_owned(),
    };
    let network = match (features.network_namespace, features.seccomp) {
        (true, _) => "workers have no network (a network namespace, and no sockets)",
        (false, _) => "workers have no network (no sockets)",
    };
    vec![
        WorkerFeature::new(
            "files",
            files,
            features.landlock || features.mount_namespace,
            "use Linux 5.13 or later with Landlock, or allow user namespaces; `bout doctor` says how",
        ),
        WorkerFeature::new("network", network, features.network_namespace || features.seccomp, NAMESPACES),
        WorkerFeature::new(
            "user",
            &by_user,
            features.user_namespace || features.drop_root,
            "start the site as root with `user` in [workers], or allow user namespaces; `bout doctor` says how",
        ),
        WorkerFeature::new(
            "processes",
            "workers see no processes but their own, and none survives them (a process namespace)",
            features.pid_namespace,
            NAMESPACES,
        ),
    ]
}
