//! `[alerts]`: the thresholds at which hosts are alerted.

use serde::Deserialize;

use super::Count;

/// The thresholds at which hosts are alerted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Alerts {
    /// The smallest number of free bytes on the disk that raises no alert.
    pub(crate) disk_free_bytes: Count<{ 1 << 60 }>,
    /// The number of minutes after which a waiting submission raises an alert.
    pub(crate) queue_minutes: Count<525_600>,
    /// The number of workers lost within an hour that raises an alert.
    pub(crate) workers_lost_per_hour: Count<65_535>,
}

impl Default for Alerts {
    fn default() -> Self {
        Self {
            disk_free_bytes: Count::new(1 << 30),
            queue_minutes: Count::new(120),
            workers_lost_per_hour: Count::new(6),
        }
    }
}
