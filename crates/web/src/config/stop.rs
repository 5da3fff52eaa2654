//! `[stop]` and `[metrics]`: how a site ends, and who may read its metrics.

use std::path::PathBuf;

use serde::Deserialize;

use super::Count;

/// How long what is going on may take when the site stops.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Stop {
    /// The seconds that answers have to end.
    pub(crate) answers_s: Count<3_600>,
    /// The seconds that workers have to end what they play; `None` means: it is put back into its queue at once.
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
    /// The file with the token that readers must have; `None` means: programs on this machine may read, if no proxy
    /// stands before the site.
    pub(crate) token_file: Option<PathBuf>,
}
