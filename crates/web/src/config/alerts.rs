//! `[alerts]`: when hosts hear that something is wrong.

use serde::Deserialize;

use super::Count;

/// When hosts hear that something is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Alerts {
    /// The bytes of the disk below which too little is free.
    pub(crate) disk_free_bytes: Count<{ 1 << 60 }>,
    /// The minutes after which a submission has waited too long.
    pub(crate) queue_minutes: Count<525_600>,
    /// The workers lost within an hour that are too many.
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
