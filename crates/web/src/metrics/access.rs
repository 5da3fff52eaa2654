//! Decides who may read the metrics: clients with the token from the settings or, without a token,
//! programs on this machine.

use std::convert::Infallible;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use contests::Failure;
use game::Digest;

use crate::config::{Config, read_secret};
use crate::origin::Peer;
use crate::site::Site;

/// The headers that proxies add to requests.
const FORWARDED: [&str; 6] =
    ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// Who may read the metrics of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Programs on this machine.
    Local,
    /// Nobody: there is no token, and the site is behind a proxy, so that all visitors seem to be
    /// on this machine.
    Nobody,
    /// Clients with the token that has this hash. Comparing hashes prevents timing attacks on the
    /// token.
    Token(Digest),
}

impl Readers {
    /// Returns who may read the metrics according to the settings.
    pub(crate) fn new(config: &Config, folder: &Path) -> Result<Self, Failure> {
        match &config.metrics.token_file {
            Some(file) => Ok(Self::Token(Digest::of(read_secret(&folder.join(file))?.as_bytes()))),
            None if config.base_url.is_none() && config.trusted_proxies.is_empty() => Ok(Self::Local),
            None => Ok(Self::Nobody),
        }
    }

    fn may_read(self, peer: Option<IpAddr>, headers: &HeaderMap) -> bool {
        match self {
            Self::Local => peer.is_some_and(|peer| peer.to_canonical().is_loopback()) && is_direct(headers),
            Self::Nobody => false,
            Self::Token(hash) => {
                let said =
                    headers.get(AUTHORIZATION).and_then(|said| said.as_bytes().strip_prefix(b"Bearer "));
                said.is_some_and(|token| Digest::of(token) == hash)
            }
        }
    }
}

/// Returns true if a request names this machine as its host, and has no headers of a proxy.
fn is_direct(headers: &HeaderMap) -> bool {
    if FORWARDED.iter().any(|name| headers.contains_key(*name)) {
        return false;
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    host.is_some_and(|host| {
        let name = host.host().trim_start_matches('[').trim_end_matches(']');
        name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

/// Whether a visitor may read the metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetricsReader {
    Allowed,
    Stranger,
}

impl FromRequestParts<Arc<Site>> for MetricsReader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|Peer(peer)| *peer);
        Ok(if site.metrics_readers.may_read(peer, &parts.headers) { Self::Allowed } else { Self::Stranger })
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    fn readers(settings: &str) -> Readers {
        let config: Config = toml::from_str(settings).unwrap();
        Readers::new(&config, Path::new("/")).unwrap()
    }

    #[test]
    fn without_a_proxy_programs_on_this_machine_may_read() {
        let readers = readers("");
        let may = |peer: &str, pairs: &[(&'static str, &str)]| {
            readers.may_read(Some(peer.parse().unwrap()), &headers(pairs))
        };
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
            assert!(may("127.0.0.1", &[("host", host)]), "{host}");
        }
        assert!(may("::1", &[("host", "localhost")]) && may("::ffff:127.0.0.1", &[("host", "localhost")]));
        assert!(!may("10.0.0.1", &[("host", "localhost")]));
        assert!(!may("127.0.0.1", &[("host", "bout.example")]));
        assert!(!may("127.0.0.1", &[]));
        for name in FORWARDED {
            assert!(!may("127.0.0.1", &[("host", "localhost"), (name, "127.0.0.1")]), "{name}");
        }
    }

    #[test]
    fn behind_a_proxy_only_a_token_counts() {
        for settings in ["trusted_proxies = [\"127.0.0.1\"]", "base_url = \"https://bout.example\""] {
            assert_eq!(readers(settings), Readers::Nobody);
        }
        let with_token = Readers::Token(Digest::of(b"a long token"));
        let may = |said: &str| with_token.may_read(None, &headers(&[("authorization", said)]));
        assert!(may("Bearer a long token"));
        assert!(!may("Bearer a long toke") && !may("Basic a long token") && !may("a long token"));
        let local = headers(&[("host", "localhost")]);
        assert!(!with_token.may_read(Some("127.0.0.1".parse().unwrap()), &local));
    }
}
