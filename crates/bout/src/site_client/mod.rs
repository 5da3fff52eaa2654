//! A client for sites of `bout serve`.
//!
//! Sites are not trusted: answers are bounded in size and time, a token is sent only to its own
//! site, and text is printed without characters that could control the terminal.

mod address;
mod error;
mod event_stream;
mod follow;
mod http;
mod roots;
mod submission;
mod tokens;

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub(crate) use address::SiteAddress;
pub(crate) use error::SiteError;
pub(crate) use follow::Followed;
pub(crate) use submission::{NewSubmission, Submission, SubmissionMode, SubmissionState, random_key};
pub(crate) use tokens::{StoredToken, TokenFolder, token_from};

use http::{Http, Request};

/// The environment variable with a token, for continuous integration.
pub(crate) const TOKEN_VARIABLE: &str = "BOUT_TOKEN";

/// How requests are made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConnectionRules {
    /// The timeout per answer.
    pub(crate) timeout: Duration,
    /// Whether to send a token unencrypted to another machine.
    pub(crate) unencrypted: UnencryptedTokens,
}

/// Whether a token may be sent over plain HTTP to another machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnencryptedTokens {
    /// Refused, because others on the network could read the token.
    Refuse,
    /// Allowed, because the user trusts the network.
    Allow,
}

/// The account that a token belongs to.
#[derive(Debug, Deserialize)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) role: String,
    #[serde(default)]
    pub(crate) scopes: Vec<String>,
    pub(crate) expires: Option<String>,
}

/// A site, and the token for it, if any.
pub(crate) struct SiteClient {
    http: Http,
}

impl SiteClient {
    /// Creates a client. Nothing is sent yet.
    pub(crate) fn new(
        site: SiteAddress,
        token: Option<String>,
        rules: ConnectionRules,
    ) -> Result<Self, SiteError> {
        let unprotected = !site.is_encrypted() && !site.is_this_machine();
        if token.is_some() && unprotected && rules.unencrypted == UnencryptedTokens::Refuse {
            return Err(SiteError::Unencrypted(site.to_string()));
        }
        Ok(Self { http: Http::new(site, token, rules.timeout)? })
    }

    /// Returns the address of the site.
    pub(crate) fn site(&self) -> &SiteAddress {
        self.http.site()
    }

    /// Returns the account of the token.
    pub(crate) fn account(&self) -> Result<Account, SiteError> {
        self.get("/api/v1/account")
    }

    /// Returns the site's description of a hill, with its table.
    pub(crate) fn hill(&self, name: &str) -> Result<Value, SiteError> {
        let hill: Value = self.get(&format!("/api/v1/hills/{}", address::segment(name)))?;
        if hill.is_object() { Ok(hill) } else { Err(self.http.garbage("a hill was expected")) }
    }

    /// Submits a program. Repeating the request does not create another submission.
    pub(crate) fn submit(&self, new: &NewSubmission) -> Result<Submission, SiteError> {
        let request = Request::post(
            format!("/api/v1/hills/{}/submissions", address::segment(&new.hill)),
            new.body().to_string(),
            new.idempotency_key(),
        );
        self.known(serde_json::from_slice(&self.http.answer(&request)?))
    }

    /// Returns the present state of a submission.
    pub(crate) fn submission(&self, id: &str) -> Result<Submission, SiteError> {
        let found = self.http.answer(&Request::get(format!("/api/v1/submissions/{id}")))?;
        self.known(serde_json::from_slice(&found))
    }

    /// Withdraws a submission that is still queued.
    pub(crate) fn withdraw(&self, id: &str) -> Result<(), SiteError> {
        self.http.answer(&Request::delete(format!("/api/v1/submissions/{id}"))).map(drop)
    }

    /// Returns the address of the page of a submission, for people.
    pub(crate) fn page_of(&self, submission: &Submission) -> String {
        format!("{}/submissions/{}", self.site(), submission.id)
    }

    fn known(&self, read: serde_json::Result<Submission>) -> Result<Submission, SiteError> {
        let submission = read.map_err(|error| self.http.garbage(&error.to_string()))?;
        // The id becomes a part of URLs.
        if submission.has_plain_id() {
            Ok(submission)
        } else {
            Err(self.http.garbage("the id of the submission has other characters than letters and digits"))
        }
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, SiteError> {
        let answer = self.http.answer(&Request::get(path.to_owned()))?;
        serde_json::from_slice(&answer).map_err(|error| self.http.garbage(&error.to_string()))
    }
}

impl NewSubmission {
    fn body(&self) -> Value {
        use base64::Engine as _;
        let (key, source) = match std::str::from_utf8(&self.source) {
            Ok(text) => ("source", text.to_owned()),
            Err(_) => ("source_base64", base64::prelude::BASE64_STANDARD.encode(&self.source)),
        };
        json!({ "file": self.file, key: source, "mode": self.mode, "secret": self.is_secret })
    }
}
