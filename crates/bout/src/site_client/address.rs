//! The address of a site.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use ureq::http::Uri;
use ureq::http::uri::Scheme;

use super::SiteError;

/// The address of a site: `http` or `https`, a host and a port. Its text has no slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SiteAddress {
    is_encrypted: bool,
    /// In lower case, with IPv6 addresses in brackets, as in a URL.
    host: String,
    port: u16,
}

impl SiteAddress {
    /// Parses the address of a site as the user wrote it.
    pub(crate) fn parse(text: &str) -> Result<Self, SiteError> {
        // The text may contain a password, so errors do not repeat it.
        let wrong = |why: &str| SiteError::Address(why.to_owned());
        let uri: Uri = text.parse().map_err(|error| wrong(&format!("it cannot be read: {error}")))?;
        let site = Self::of(&uri).map_err(wrong)?;
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() || text.contains('#') {
            return Err(wrong("it has a path, but a site is named by its front page"));
        }
        Ok(site)
    }

    /// Returns the site of any URL.
    pub(super) fn of(uri: &Uri) -> Result<Self, &'static str> {
        let is_encrypted = match uri.scheme() {
            Some(scheme) if *scheme == Scheme::HTTPS => true,
            Some(scheme) if *scheme == Scheme::HTTP => false,
            _ => return Err("it does not begin with http:// or https://"),
        };
        let authority = uri.authority().ok_or("it names no host")?;
        if authority.as_str().contains('@') {
            return Err("it contains a name or a password; use `bout login` for a token");
        }
        let host = authority.host().to_ascii_lowercase();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
        if host.is_empty() || !host.bytes().all(is_plain) {
            return Err("its host is not a name of letters, digits and dots");
        }
        let default = if is_encrypted { 443 } else { 80 };
        let has_port = authority.as_str().len() > authority.host().len();
        let port = match authority.port_u16() {
            Some(port) => port,
            None if has_port => return Err("its port is not a number from 0 to 65535"),
            None => default,
        };
        Ok(Self { is_encrypted, host, port })
    }

    /// Returns true if the connection is encrypted.
    pub(crate) fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// Returns true if the site runs on this machine.
    pub(crate) fn is_this_machine(&self) -> bool {
        let v6 = self.host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        self.host == "localhost"
            || self.host.parse().is_ok_and(|v4: Ipv4Addr| v4.is_loopback())
            || v6.is_some_and(|v6| v6.parse().is_ok_and(|v6: Ipv6Addr| v6.is_loopback()))
    }

    /// Returns a file name for data of this site.
    pub(super) fn file_name(&self) -> String {
        let host = self.host.replace(['[', ']'], "").replace(':', "_");
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}-{host}-{}.json", self.port)
    }
}

impl fmt::Display for SiteAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { is_encrypted, host, port } = self;
        match (is_encrypted, port) {
            (true, 443) => write!(out, "https://{host}"),
            (true, port) => write!(out, "https://{host}:{port}"),
            (false, 80) => write!(out, "http://{host}"),
            (false, port) => write!(out, "http://{host}:{port}"),
        }
    }
}

/// Encodes text as one segment of a URL path.
pub(super) fn segment(text: &str) -> String {
    report::url_segment(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        SiteAddress::parse(text).unwrap().to_string()
    }

    #[test]
    fn one_site_has_one_address() {
        for text in ["https://bout.example", "https://bout.example/", "https://BOUT.example:443/"] {
            assert_eq!(read(text), "https://bout.example");
        }
        assert_eq!(read("http://127.0.0.1:8080/"), "http://127.0.0.1:8080");
        assert_eq!(read("http://[::1]:8080"), "http://[::1]:8080");
    }

    #[test]
    fn what_is_no_site_is_refused() {
        for text in [
            "bout.example",
            "",
            "ftp://bout.example",
            "file:///etc/passwd",
            "https://anna@bout.example",
            "https://anna:secret@bout.example",
            "https://bout.example/hills/crash",
            "https://bout.example/?a=1",
            "https://bout.example/#a",
            "https://bout.example:port",
            "https://bout.example:99999",
            "https://bout.example:",
            "https://b\u{1b}out.example",
            "https:///",
        ] {
            let refused = SiteAddress::parse(text).expect_err(text).to_string();
            assert!(!refused.contains("secret"), "{refused}");
        }
    }

    #[test]
    fn only_loopback_addresses_are_this_machine() {
        for (text, expected) in [
            ("http://localhost:8080", true),
            ("http://127.0.0.1", true),
            ("http://127.9.9.9", true),
            ("http://[::1]", true),
            ("http://localhost.example", false),
            ("http://127.0.0.1.example", false),
            ("http://10.0.0.1", false),
            ("http://[2001:db8::1]", false),
            ("http://0.0.0.0", false),
        ] {
            assert_eq!(SiteAddress::parse(text).unwrap().is_this_machine(), expected, "{text}");
        }
    }

    #[test]
    fn sites_have_files_of_their_own() {
        let file = |text| SiteAddress::parse(text).unwrap().file_name();
        let all =
            ["https://a.example", "http://a.example", "https://a.example:444", "https://[::1]"].map(file);
        assert_eq!(all[0], "https-a.example-443.json");
        assert_eq!(all[3], "https-__1-443.json");
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
