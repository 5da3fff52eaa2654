//! Platforms on which no foreign code is run: they have no isolation features.

pub use std::time::Instant as Moment;

use crate::isolation_features::ProbeReport;
use crate::{IsolationFeatures, SandboxError};

pub(crate) fn isolation_features_of_this_machine() -> IsolationFeatures {
    IsolationFeatures::none()
}

/// Always fails: no feature can be tested here.
pub(crate) fn try_all() -> Result<Vec<ProbeReport>, SandboxError> {
    Err(SandboxError::OtherPlatform)
}

/// Always false: no foreign code runs here, so the rights of the user do not matter.
pub(crate) fn is_root() -> bool {
    false
}

/// The processor time of this process and all that it has started is not known here.
#[must_use]
pub fn processor_time_of_all() -> std::time::Duration {
    std::time::Duration::ZERO
}
