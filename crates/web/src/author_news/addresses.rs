//! Restricts the addresses that the webhooks of members may reach. Members are strangers, so their
//! webhooks must not reach anything that is only open to this machine or its network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;
use ipnet::{Ipv4Net, Ipv6Net};
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// The IPv4 networks outside the public internet: those of RFC 6890 and its updates, and multicast.
const NOT_PUBLIC_V4: [(Ipv4Addr, u8); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The IPv6 range of the public internet, and the networks in it that are reserved or lead to IPv4
/// addresses.
const PUBLIC_V6: (Ipv6Addr, u8) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
const NOT_PUBLIC_V6: [(Ipv6Addr, u8); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Returns true if an address belongs to the public internet.
pub(super) fn is_public(address: IpAddr) -> bool {
    let v4 = |(network, length): &(Ipv4Addr, u8)| Ipv4Net::new_assert(*network, *length);
    let v6 = |(network, length): &(Ipv6Addr, u8)| Ipv6Net::new_assert(*network, *length);
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|network| v4(network).contains(&address)),
        IpAddr::V6(address) => {
            v6(&PUBLIC_V6).contains(&address)
                && !NOT_PUBLIC_V6.iter().any(|network| v6(network).contains(&address))
        }
    }
}

/// The error for a receiver without a public address.
#[derive(Debug, thiserror::Error)]
#[error("its address does not belong to the public internet")]
pub(super) struct NotPublic;

/// Resolves a host name, and leaves out the addresses that are not public. The connection uses the
/// returned addresses without another lookup, so a name server gains nothing by changing its
/// answer.
#[derive(Debug)]
pub(super) struct PublicResolver {
    /// True if private addresses are allowed, too.
    pub(super) allows_private: bool,
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let mut allowed = self.empty();
        for address in &*found {
            if self.allows_private || is_public(address.ip()) {
                allowed.push(*address);
            }
        }
        if allowed.is_empty() { Err(ureq::Error::Other(Box::new(NotPublic))) } else { Ok(allowed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_public() {
        let parsed = |text: &str| is_public(text.parse().unwrap());
        for public in ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00::1"]
        {
            assert!(parsed(public), "{public}");
        }
        for hidden in [
            "0.0.0.0",
            "127.0.0.1",
            "127.255.255.254",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "239.255.255.250",
            "255.255.255.255",
            "240.0.0.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "100::1",
            "fec0::1",
        ] {
            assert!(!parsed(hidden), "{hidden}");
        }
    }
}
