//! Machines on which nothing foreign is run: there are no walls to look for.

use crate::isolation_features::Catch;
use crate::{IsolationFeatures, SandboxError};

pub(crate) fn isolation_features_of_this_machine() -> IsolationFeatures {
    IsolationFeatures::none()
}

/// Nothing can be tried.
pub(crate) fn try_all() -> Result<Vec<Catch>, SandboxError> {
    Err(SandboxError::OtherPlatform)
}

/// Whoever runs bout: no foreign code gets rights of anybody's.
pub(crate) fn is_root() -> bool {
    false
}
