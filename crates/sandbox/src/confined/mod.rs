//! Confines and runs foreign processes, on x86-64 Linux only.

pub mod calls;
pub(crate) mod cgroup;
pub(crate) mod child;
pub(crate) mod clock;
pub(crate) mod files;
pub(crate) mod filter;
pub(crate) mod idleness;
pub(crate) mod limits;
pub(crate) mod mounts;
pub(crate) mod probes;
pub(crate) mod processor;
pub(crate) mod run;
pub(crate) mod service;
pub mod snapshot;
pub(crate) mod spawn;
pub(crate) mod system;
pub(crate) mod table;
pub(crate) mod trials;
pub(crate) mod usage;
pub(crate) mod worker_channel;

pub(crate) use self::table::try_all;
pub(crate) use self::trials::features as isolation_features_of_this_machine;
pub use clock::{ClocklessThread, Moment};
pub use limits::Limits;
pub use processor::{Processor, StateReset};
pub use run::{Executable, ExitStatus, FIRST_INPUT, FinishedRun, Program, run, run_within};
pub use service::{RunningService, Service, forbid_programs, user_named};
pub use spawn::User;
pub(crate) use system::is_root;
pub use system::thread_time;
pub use usage::processor_time_of_all;
