//! `[stop]` and `[metrics]`: how a site stops, and who may read its metrics.

use std::path::PathBuf;

use serde::Deserialize;

use super::Count;

/// How long the site waits for work in progress when it stops.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Stop {
    /// The seconds that answers in progress have to finish.
    pub(crate) answers_s: Count<3_600>,
    /// The seconds that workers have to finish their work; with `None`, it goes back into its queue
    /// at once.
    pub(crate) work_s: Option<Count<3_600>>,
}

impl Default for Stop {
    fn default() -> Self {
        Self { answers_s: Count::new(10), work_s: None }
    }
}

/// Who may read the metrics.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MetricsSettings {
    /// The file with the token that readers must have. With `None`, programs on this machine may
    /// read the metrics, unless the site is behind a proxy.
    pub(crate) token_file: Option<PathBuf>,
}
