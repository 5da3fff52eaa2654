//! How foreign code is run.

use sandbox::{Isolation, IsolationFeatures};

/// How programs are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsolationSettings {
    /// How their calls are kept apart.
    pub isolation: Isolation,
    /// The isolation features around them.
    pub features: IsolationFeatures,
}
