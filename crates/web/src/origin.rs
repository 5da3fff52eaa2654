//! Where a request comes from, and under which address it reaches the site.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::HeaderName;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Extensions, HeaderMap};

use crate::config::Config;
use crate::site::Site;

/// The other end of a connection, which may be a proxy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The address of the site for absolute links, without a trailing `/`. Empty if it is unknown.
#[derive(Debug, Clone)]
pub(crate) struct Base(pub(crate) String);

impl FromRequestParts<Arc<Site>> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        Ok(Self(base(&site.config, &parts.headers, &parts.extensions)))
    }
}

/// The address that stands for a visitor: an IPv4 address, or the first 64 bits of an IPv6 address,
/// because a household or a machine gets that whole network.
pub(crate) struct Remote(pub(crate) String);

impl FromRequestParts<Arc<Site>> for Remote {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        let address = visitor(&site.config, &parts.headers, &parts.extensions).map(|one| one.to_canonical());
        Ok(Self(match address {
            Some(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}")
            }
            Some(IpAddr::V4(address)) => address.to_string(),
            None => String::new(),
        }))
    }
}

/// Returns the address of the site from the settings, or the one that the request was sent to.
pub(crate) fn base(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> String {
    if let Some(base) = &config.base_url {
        return base.as_str().to_owned();
    }
    let is_trusted = is_from_proxy(config, extensions);
    // Of several values, the trusted proxy wrote the last one; a visitor may have invented the
    // others.
    let forwarded = |name: &'static str| values(headers, name).filter(|_| is_trusted).last();
    let host = || values(headers, "host").last();
    let is_host = |host: &&str| host.parse::<Authority>().is_ok_and(|host| !host.as_str().contains('@'));
    let Some(host) = forwarded("x-forwarded-host").or_else(host).filter(is_host) else {
        return String::new();
    };
    let is_secure = forwarded("x-forwarded-proto") == Some("https");
    format!("{}://{host}", if is_secure { "https" } else { "http" })
}

/// Returns the address of the visitor: the other end of the connection or, if that is a trusted
/// proxy, the last address in `X-Forwarded-For` that is not a trusted proxy.
pub(crate) fn visitor(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> Option<IpAddr> {
    let Peer(peer) = *extensions.get::<Peer>()?;
    let mut chain: Vec<IpAddr> = Vec::new();
    // Nothing before an invalid address can be trusted.
    for text in values(headers, "x-forwarded-for") {
        match text.parse() {
            Ok(address) => chain.push(address),
            Err(_) => chain.clear(),
        }
    }
    chain.push(peer);
    let is_visitor = |address: &&IpAddr| !is_proxy(config, **address);
    chain.iter().rev().find(is_visitor).or(chain.first()).copied()
}

/// Returns true if a trusted proxy sent a request.
pub(crate) fn is_from_proxy(config: &Config, extensions: &Extensions) -> bool {
    extensions.get::<Peer>().is_some_and(|Peer(peer)| is_proxy(config, *peer))
}

fn is_proxy(config: &Config, address: IpAddr) -> bool {
    config.trusted_proxies.iter().any(|proxies| proxies.contains(address))
}

/// Returns the values of a header that may have several, in order.
fn values<'h>(headers: &'h HeaderMap, name: &'static str) -> impl Iterator<Item = &'h str> {
    let all = headers.get_all(HeaderName::from_static(name)).into_iter();
    all.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).map(str::trim)
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

    #[test]
    fn a_visitor_is_the_last_one_that_a_trusted_proxy_names() {
        let visitor_of = |settings: &str, peer: &str, forwarded: &str| {
            let config: Config = toml::from_str(settings).unwrap();
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static("x-forwarded-for"),
                forwarded.parse().unwrap(),
            )]);
            let mut extensions = Extensions::new();
            extensions.insert(Peer(peer.parse().unwrap()));
            visitor(&config, &headers, &extensions).unwrap().to_string()
        };
        let trusting = "trusted_proxies = [\"10.0.0.0/8\"]";
        assert_eq!(visitor_of(trusting, "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2"), "1.2.3.4");
        assert_eq!(visitor_of(trusting, "10.0.0.1", "6.6.6.6, nonsense, 10.0.0.2"), "10.0.0.2");
        assert_eq!(visitor_of(trusting, "1.1.1.1", "6.6.6.6"), "1.1.1.1");
        assert_eq!(visitor_of("", "10.0.0.1", "6.6.6.6"), "10.0.0.1");
    }
}
