//! Forms, protected against cross-site request forgery.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request};
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::Visitor;
use crate::origin;
use crate::pages;
use crate::site::Site;

/// The purpose for which a session derives the hidden value of its forms.
pub(super) const PURPOSE: &str = "form";

/// The answer to a form that did not come from this site.
const FOREIGN: &str = "This form was not sent by a page of this site, or you signed in again since. Please go back and reload the page.";

/// The fields of a form. Rejects forms from pages of other sites, and members' forms without the
/// hidden value of their session.
pub(crate) struct Form<T>(pub(crate) T);

#[derive(Deserialize)]
struct Hidden {
    #[serde(default)]
    proof: String,
}

impl<T: DeserializeOwned> FromRequest<Arc<Site>> for Form<T> {
    type Rejection = Response;

    async fn from_request(request: Request, site: &Arc<Site>) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let foreign = || pages::problem(site, StatusCode::FORBIDDEN, FOREIGN);
        if !is_own(site, &parts) {
            return Err(foreign());
        }
        let Visitor(visitor) = Visitor::from_request_parts(&mut parts, site).await?;
        let request = Request::from_parts(parts, body);
        let too_large = |_| {
            pages::problem(site, StatusCode::PAYLOAD_TOO_LARGE, "The form is too large, or did not arrive.")
        };
        let bytes = Bytes::from_request(request, site).await.map_err(too_large)?;
        let unreadable = |error: serde_urlencoded::de::Error| {
            pages::problem(site, StatusCode::BAD_REQUEST, &format!("The form cannot be read: {error}."))
        };
        let hidden: Hidden = serde_urlencoded::from_bytes(&bytes).map_err(unreadable)?;
        if visitor.is_some_and(|member| !member.session.proves(PURPOSE, &hidden.proof)) {
            return Err(foreign());
        }
        serde_urlencoded::from_bytes(&bytes).map(Self).map_err(unreadable)
    }
}

/// The fields of a form with a file, checked like those of a [`Form`].
pub(crate) struct Upload {
    /// The names and values of the fields, in order.
    fields: Vec<(String, String)>,
    /// The file, if one was chosen.
    pub(crate) file: Option<UploadedFile>,
}

/// A file uploaded with a form.
pub(crate) struct UploadedFile {
    /// Its name according to the browser.
    pub(crate) name: String,
    /// Its content.
    pub(crate) bytes: Vec<u8>,
}

impl Upload {
    /// Returns the value of a field; empty if it is missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// Returns true if a box was ticked.
    pub(crate) fn is_ticked(&self, name: &str) -> bool {
        self.fields.iter().any(|(key, _)| key == name)
    }
}

impl FromRequest<Arc<Site>> for Upload {
    type Rejection = Response;

    async fn from_request(request: Request, site: &Arc<Site>) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let foreign = || pages::problem(site, StatusCode::FORBIDDEN, FOREIGN);
        if !is_own(site, &parts) {
            return Err(foreign());
        }
        let Visitor(visitor) = Visitor::from_request_parts(&mut parts, site).await?;
        let request = Request::from_parts(parts, body);
        let refused =
            |status, why: &str| pages::problem(site, status, &format!("The form cannot be read: {why}."));
        let unreadable = |error: &MultipartError| refused(error.status(), &error.body_text());
        let all = Multipart::from_request(request, site).await;
        let mut all = all.map_err(|error| refused(error.status(), &error.body_text()))?;
        let mut upload = Self { fields: Vec::new(), file: None };
        while let Some(field) = all.next_field().await.map_err(|error| unreadable(&error))? {
            let name = field.name().unwrap_or_default().to_owned();
            if let Some(file) = field.file_name().map(str::to_owned) {
                let bytes = field.bytes().await.map_err(|error| unreadable(&error))?.to_vec();
                // A form without a chosen file sends an empty one.
                upload.file = (!file.is_empty()).then_some(UploadedFile { name: file, bytes });
            } else {
                let value = field.text().await.map_err(|error| unreadable(&error))?;
                upload.fields.push((name, value));
            }
        }
        if visitor.is_some_and(|member| !member.session.proves(PURPOSE, upload.text("proof"))) {
            return Err(foreign());
        }
        Ok(upload)
    }
}

/// Returns true unless the browser says that a page of another site sent the request. Requests
/// without such headers pass, because forms of members need the hidden value anyway.
fn is_own(site: &Site, parts: &Parts) -> bool {
    let header = |name: HeaderName| parts.headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(from) = header(HeaderName::from_static("sec-fetch-site")) {
        return from == "same-origin" || from == "none";
    }
    header(ORIGIN).is_none_or(|from| {
        let base = origin::base(&site.config, &parts.headers, &parts.extensions);
        !base.is_empty() && from.eq_ignore_ascii_case(&base)
    })
}
