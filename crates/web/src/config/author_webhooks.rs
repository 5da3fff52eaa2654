//! `[author_webhooks]`: the webhooks of members.

use serde::Deserialize;

use super::Count;

/// What members may do with webhooks, and when the site gives up on one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AuthorWebhooks {
    /// The maximum number of webhooks per member.
    pub(crate) per_author: Count<20>,
    /// Whether they may reach this machine and private networks, and use HTTP without TLS.
    pub(crate) private_addresses: bool,
    /// The seconds before the second attempt. Each further pause is twice as long, up to six hours.
    pub(crate) first_pause_s: Count<86_400>,
    /// The number of failures in a row after which a webhook is switched off.
    pub(crate) attempts: Count<100>,
}

impl Default for AuthorWebhooks {
    fn default() -> Self {
        Self {
            per_author: Count::new(3),
            private_addresses: false,
            first_pause_s: Count::new(30),
            attempts: Count::new(12),
        }
    }
}
