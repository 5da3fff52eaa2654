//! Browsers and API clients of members of a site.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Sandbox;
use super::site::{Answer, Site};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// A site with a hill without games, and limits that tests do not reach.
pub(crate) const QUIET: &str =
    "examples = false\n[hills.small]\ngame = \"crash\"\nsize = 5\ngames = 2\nscore = \"sampled\"\n";
const WIDE: &str = "[limits]\nsign_ins_per_minute = 60000\nsign_ups_per_minute = 60000\n";

pub(crate) const FORM: &str = "application/x-www-form-urlencoded";
pub(crate) const UPLOAD: &str = "multipart/form-data; boundary=limit";

pub(crate) fn site_with(settings: &str) -> (Sandbox, Site) {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", settings);
    let site = Site::start(&sandbox, "site");
    (sandbox, site)
}

/// Returns true once a hill has this number of programs and all their matches are played.
pub(crate) fn are_there(hill: &Value, programs: usize) -> bool {
    hill["programs"].as_array().map(Vec::len) == Some(programs) && hill["complete"] == true
}

pub(crate) fn quiet() -> (Sandbox, Site) {
    site_with(&format!("{QUIET}{WIDE}"))
}

pub(crate) fn make_host(sandbox: &Sandbox, name: &str) {
    sandbox.bout(&["admin", "role", name, "host", "--site", "site"]).ok();
}

/// A browser that keeps the cookie of a session.
#[derive(Clone, Default)]
pub(crate) struct Browser {
    pub(crate) cookie: String,
    /// The hidden value in the forms of its session.
    pub(crate) proof: String,
}

impl Browser {
    /// Creates an account and signs in.
    pub(crate) fn join(site: &Site, name: &str) -> Self {
        let mut browser = Self::default();
        let answer = browser.post(site, "/join", &[("name", name), ("password", PASSWORD)]);
        assert_eq!((answer.status, answer.header("location")), (303, "/account"), "{answer:?}");
        browser.take(site, &answer);
        browser
    }

    /// Signs in.
    pub(crate) fn sign_in(site: &Site, name: &str, password: &str) -> Self {
        let mut browser = Self::default();
        let answer = browser.post(site, "/sign-in", &[("name", name), ("password", password)]);
        assert_eq!(answer.status, 303, "{answer:?}");
        browser.take(site, &answer);
        browser
    }

    /// Stores the cookie of an answer.
    pub(crate) fn take(&mut self, site: &Site, answer: &Answer) {
        let set = answer.header("set-cookie");
        set.split(';').next().unwrap().clone_into(&mut self.cookie);
        let page = self.get(site, "/account").text();
        self.proof = hidden(&page, "proof");
    }

    pub(crate) fn is_signed_in(&self, site: &Site) -> bool {
        self.get(site, "/account").status == 200
    }

    pub(crate) fn get(&self, site: &Site, path: &str) -> Answer {
        self.send(site, "GET", path, &[], b"")
    }

    /// Sends a form, as a page of the site does.
    pub(crate) fn post(&self, site: &Site, path: &str, fields: &[(&str, &str)]) -> Answer {
        let proof = [("proof", self.proof.as_str())];
        let form = form(&[&proof[..], fields].concat());
        self.send(
            site,
            "POST",
            path,
            &[("content-type", "application/x-www-form-urlencoded")],
            form.as_bytes(),
        )
    }

    pub(crate) fn send(
        &self,
        site: &Site,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", site.address);
        if !self.cookie.is_empty() {
            write!(head, "cookie: {}\r\n", self.cookie).unwrap();
        }
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        write!(head, "content-length: {}\r\n\r\n", body.len()).unwrap();
        site.raw(&[head.as_bytes(), body].concat())
    }

    /// Creates a token.
    pub(crate) fn token(&self, site: &Site, submits: bool) -> String {
        let mut fields = vec![("label", "test"), ("days", "30")];
        if submits {
            fields.push(("submit", "on"));
        }
        let answer = self.post(site, "/account/tokens", &fields);
        assert_eq!(answer.status, 201, "{answer:?}");
        let page = answer.text();
        let token = page.split("<code class=\"secret\">").nth(1).unwrap();
        token.split('<').next().unwrap().to_owned()
    }
}

/// Returns the value of a hidden field on a page.
pub(crate) fn hidden(page: &str, name: &str) -> String {
    let rest = page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_default();
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// Encodes fields as a form sends them.
pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={}", quoted(value))).collect();
    pairs.join("&")
}

fn quoted(text: &str) -> String {
    let one = |byte: u8| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(one).collect()
}

/// Encodes fields as a form with a file sends them: names, file names and values.
pub(crate) fn multipart(fields: &[(&str, Option<&str>, &str)]) -> Vec<u8> {
    let mut body = String::new();
    for (name, file, value) in fields {
        let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
        write!(body, "--limit\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n")
            .unwrap();
    }
    body.push_str("--limit--\r\n");
    body.into_bytes()
}

/// Sends a request to the API with a token.
pub(crate) fn ask(site: &Site, token: &str, method: &str, path: &str, body: Option<&Value>) -> Answer {
    let bearer = format!("Bearer {token}");
    let mut headers = vec![("authorization", bearer.as_str())];
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        headers.push(("content-type", "application/json"));
    }
    Browser::default().send(site, method, path, &headers, body.as_bytes())
}

/// Creates a host's token with all scopes.
pub(crate) fn host_token(browser: &Browser, site: &Site) -> String {
    let fields = [("label", "test"), ("days", "30"), ("manage", "on")];
    let page = browser.post(site, "/account/tokens", &fields).text();
    page.split("<code class=\"secret\">").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

/// Hands in a program through the API.
pub(crate) fn submit(site: &Site, token: &str, hill: &str, file: &str, source: &str) -> Answer {
    let body = json!({ "file": file, "source": source });
    ask(site, token, "POST", &format!("/api/v1/hills/{hill}/submissions"), Some(&body))
}
