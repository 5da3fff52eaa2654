//! Where a request comes from, and under which address it reaches the site.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::{HOST, HeaderName};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Extensions, HeaderMap};

use crate::config::Config;
use crate::site::Site;

/// The other end of a connection, which may be a proxy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address of the site for links that leave it, without a `/` at the end. Empty if the request does not say.
#[derive(Debug, Clone)]
pub(crate) struct Base(pub(crate) String);

impl FromRequestParts<Arc<Site>> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        Ok(Self(base(&site.config, &parts.headers, &parts.extensions)))
    }
}

/// Returns the address in the settings, or the one that the request was sent to.
fn base(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> String {
    if let Some(base) = &config.base_url {
        return base.as_str().to_owned();
    }
    let peer = extensions.get::<Peer>();
    let is_trusted =
        peer.is_some_and(|Peer(peer)| config.trusted_proxies.iter().any(|proxies| proxies.contains(*peer)));
    let forwarded = |name: &'static str| {
        let value = headers.get(HeaderName::from_static(name)).filter(|_| is_trusted)?;
        // Of several values, the trusted proxy wrote the last one; a visitor may have invented the others.
        Some(value.to_str().ok()?.rsplit(',').next()?.trim().to_owned())
    };
    let host = || Some(headers.get(HOST)?.to_str().ok()?.to_owned());
    let is_host =
        |host: &String| host.parse::<Authority>().is_ok_and(|authority| !authority.as_str().contains('@'));
    let Some(host) = forwarded("x-forwarded-host").or_else(host).filter(is_host) else {
        return String::new();
    };
    let is_secure = forwarded("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    format!("{}://{host}", if is_secure { "https" } else { "http" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn based(settings: &str, peer: &str, headers: &[(&'static str, &str)]) -> String {
        let config: Config = toml::from_str(settings).unwrap();
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()))
            .collect();
        let mut extensions = Extensions::new();
        extensions.insert(Peer(peer.parse().unwrap()));
        base(&config, &headers, &extensions)
    }

    #[test]
    fn only_a_trusted_proxy_says_what_the_visitor_asked_for() {
        let headers = [
            ("host", "inner:80"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "evil.example, bout.example"),
        ];
        let trusting = "trusted_proxies = [\"127.0.0.1\"]";
        assert_eq!(based(trusting, "127.0.0.1", &headers), "https://bout.example");
        assert_eq!(based(trusting, "127.0.0.2", &headers), "http://inner:80");
        assert_eq!(based("", "127.0.0.1", &headers), "http://inner:80");
        assert_eq!(based("base_url = \"https://a.example/\"", "127.0.0.1", &headers), "https://a.example");
        assert_eq!(based("", "127.0.0.1", &[("host", "a b")]), "");
        assert_eq!(based("", "127.0.0.1", &[]), "");
    }
}
