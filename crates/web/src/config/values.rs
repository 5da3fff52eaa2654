//! Types of settings that check their values and say what is allowed. The TOML parser adds the line
//! and the column to errors.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::Uri;
use contests::file_name::FileName;
use ipnet::IpNet;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

/// A whole number from 1 to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Count<const MAX: u64>(u64);

impl<const MAX: u64> Count<MAX> {
    /// Creates a count from a constant.
    ///
    /// # Panics
    ///
    /// If it is out of range.
    #[must_use]
    pub(crate) const fn new(number: u64) -> Self {
        assert!(number >= 1 && number <= MAX, "it is out of range");
        Self(number)
    }

    /// Returns the number.
    #[must_use]
    pub(crate) const fn get(self) -> u64 {
        self.0
    }

    /// Returns the number as a `usize`.
    #[must_use]
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'de, const MAX: u64> Deserialize<'de> for Count<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole<const MAX: u64>;

        impl<const MAX: u64> Visitor<'_> for Whole<MAX> {
            type Value = Count<MAX>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "a whole number from 1 to {MAX}")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Count<MAX>, E> {
                match u64::try_from(number) {
                    Ok(number) => self.visit_u64(number),
                    Err(_) => Err(E::custom(format!("{number} is not a whole number from 1 to {MAX}"))),
                }
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Count<MAX>, E> {
                if (1..=MAX).contains(&number) {
                    Ok(Count(number))
                } else {
                    Err(E::custom(format!("{number} is not a whole number from 1 to {MAX}")))
                }
            }
        }

        deserializer.deserialize_u64(Whole)
    }
}

/// The address and the port to listen on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct BindAddress(String);

impl BindAddress {
    /// Returns the address as text.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for BindAddress {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.rsplit_once(':') {
            Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => Ok(Self(text)),
            _ => Err(format!(
                "`{}` is not an address with a port, such as \"127.0.0.1:8080\" or \"[::]:80\"",
                text.escape_debug()
            )),
        }
    }
}

/// The address under which people reach the site, without a `/` at the end.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    /// Returns the address as text.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for BaseUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let whole = text.parse::<Uri>().ok().filter(|uri| {
            matches!(uri.scheme_str(), Some("http" | "https"))
                && uri.authority().is_some_and(|authority| !authority.as_str().contains('@'))
                && matches!(uri.path(), "" | "/")
                && uri.query().is_none()
        });
        match whole {
            Some(_) => Ok(Self(text.trim_end_matches('/').to_owned())),
            None => Err(format!(
                "`{}` is not the address of a site, such as \"https://bout.example\"; a site has no path",
                text.escape_debug()
            )),
        }
    }
}

/// A proxy, or a network of proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Proxies(IpNet);

impl Proxies {
    /// Returns true if this is the address of one of them.
    #[must_use]
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl TryFrom<String> for Proxies {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let network = IpNet::from_str(&text).or_else(|_| IpAddr::from_str(&text).map(IpNet::from));
        network.map(Self).map_err(|_| {
            format!(
                "`{}` is not an address or a network, such as \"127.0.0.1\" or \"10.0.0.0/8\"",
                text.escape_debug()
            )
        })
    }
}

/// The name of a hill, a war or a sign-in provider. For hills and wars, it is also the name of the
/// folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct HillName(FileName);

impl HillName {
    /// Returns the name as a file name.
    #[must_use]
    pub(crate) const fn file_name(&self) -> &FileName {
        &self.0
    }
}

impl TryFrom<String> for HillName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        FileName::new(&text).map(Self)
    }
}

/// Who may submit programs through the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum Submissions {
    /// Nobody: programs come from the command line only.
    Closed,
    /// The hosts.
    Hosts,
    /// Everybody with an account.
    Members,
}

impl TryFrom<String> for Submissions {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "closed" => Ok(Self::Closed),
            "hosts" => Ok(Self::Hosts),
            "members" => Ok(Self::Members),
            other => {
                Err(format!("`{}` is not one of \"closed\", \"hosts\" and \"members\"", other.escape_debug()))
            }
        }
    }
}

/// Who may create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) enum SignUp {
    /// Everybody.
    Open,
    /// People to whom a host gives a link.
    Invitation,
    /// Nobody.
    Closed,
}

impl TryFrom<String> for SignUp {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "open" => Ok(Self::Open),
            "invitation" => Ok(Self::Invitation),
            "closed" => Ok(Self::Closed),
            other => Err(format!(
                "`{}` is not one of \"open\", \"invitation\" and \"closed\"",
                other.escape_debug()
            )),
        }
    }
}
