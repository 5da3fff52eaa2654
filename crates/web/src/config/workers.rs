//! `[workers]`: how matches are played.

use serde::Deserialize;

use super::Count;

/// How matches are played.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Workers {
    /// The number of threads of a worker that plays.
    pub(crate) threads: Count<1_024>,
    /// The seconds without a sign of life after which a worker is replaced.
    pub(crate) silence_s: Count<86_400>,
    /// The user that workers run as, if root starts the site; `None` for the user of the site.
    pub(crate) user: Option<String>,
    /// What happens where an isolation feature is missing.
    pub(crate) isolation: IsolationPolicy,
}

impl Default for Workers {
    fn default() -> Self {
        Self {
            threads: Count::new(1),
            silence_s: Count::new(60),
            user: None,
            isolation: IsolationPolicy::Available,
        }
    }
}

/// What happens where an isolation feature of workers is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum IsolationPolicy {
    /// The site runs with the features that are available, and reports which.
    Available,
    /// The site does not start.
    Required,
}
