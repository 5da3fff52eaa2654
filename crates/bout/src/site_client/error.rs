//! Why a request to a site fails.

use std::time::Duration;

use contests::Failure;
use serde_json::Value;

/// An error of a request to a site. Text from the site is reduced to one line of bounded length.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SiteError {
    /// The address is not that of a site.
    #[error(
        "this is not the address of a site: {0}; expected an address such as https://bout.example or http://127.0.0.1:8080"
    )]
    Address(String),
    /// There is no token for the site.
    #[error(
        "there is no token for {site}; make one at {site}/account, and run `bout login {site}`, or set BOUT_TOKEN"
    )]
    NoToken { site: String },
    /// The token cannot have come from a site.
    #[error("this is not a token of a site: {0}; copy it from the page /account of the site")]
    Token(&'static str),
    /// The token would be sent unencrypted to another machine.
    #[error(
        "the token is not sent: everybody on the way to {0} could read it; use https://, or --insecure-http if you trust the network"
    )]
    Unencrypted(String),
    /// The site does not know the token.
    #[error("{site} refuses the token: {detail} To store another one, run `bout login {site}`")]
    Unauthorised { site: String, detail: String },
    /// The token or its account lacks the permission.
    #[error("{site} does not allow this: {detail}")]
    Forbidden { site: String, detail: String },
    /// The site does not have the requested resource.
    #[error("{site} does not have it: {detail}")]
    NotFound { site: String, detail: String },
    /// The state of the site does not allow it.
    #[error("{site} refuses this: {detail}")]
    Refused { site: String, detail: String },
    /// The program has errors.
    #[error("{site} refuses the program: {detail}")]
    Invalid { site: String, detail: String, diagnostics: Vec<Value> },
    /// The site asked the client to wait too often or for too long.
    #[error("{site} is busy: {detail} {}", later(*.wait))]
    Busy { site: String, detail: String, wait: Option<Duration> },
    /// The site redirects to an address that the client does not follow.
    #[error("{site} sends this request to {to}; if you trust that address, use it instead")]
    Moved { site: String, to: String },
    /// The connection fails or breaks.
    #[error("cannot reach {site}: {why}; check the address and the network, and run the command again")]
    Unreachable { site: String, why: String },
    /// The answer is larger than any genuine one.
    #[error("the answer of {site} is larger than {} MiB; is this a site of bout?", .limit >> 20)]
    TooLarge { site: String, limit: u64 },
    /// The answer is malformed.
    #[error(
        "the answer of {site} cannot be read: {why}; is this a site of bout, and is bout here up to date?"
    )]
    Garbage { site: String, why: String },
    /// The site reports an internal error.
    #[error("{site} cannot answer: status {status}, {detail} Run the command again later")]
    Fails { site: String, status: u16, detail: String },
    /// A file with a token or certificates cannot be read or written.
    #[error("{0}")]
    File(String),
    /// The user pressed Ctrl-C.
    #[error("the request was stopped")]
    Stopped,
}

fn later(wait: Option<Duration>) -> String {
    wait.map_or("Try again later".into(), |wait| format!("Try again in {} s", wait.as_secs()))
}

impl From<SiteError> for Failure {
    fn from(error: SiteError) -> Self {
        let text = error.to_string();
        match error {
            SiteError::Address(_)
            | SiteError::NoToken { .. }
            | SiteError::Token(_)
            | SiteError::Unencrypted(_)
            | SiteError::Unauthorised { .. }
            | SiteError::Forbidden { .. }
            | SiteError::NotFound { .. }
            | SiteError::Moved { .. } => Self::Usage(text),
            SiteError::Refused { .. } | SiteError::Invalid { .. } => Self::Refused(text),
            SiteError::File(_) => Self::File(text),
            SiteError::Busy { .. }
            | SiteError::Unreachable { .. }
            | SiteError::TooLarge { .. }
            | SiteError::Garbage { .. }
            | SiteError::Fails { .. } => Self::Machine(text),
            SiteError::Stopped => Self::Interrupted(text),
        }
    }
}
