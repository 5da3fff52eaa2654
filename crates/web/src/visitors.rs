//! Limits the requests of one visitor that are answered at the same time, so that a visitor with
//! many live pages leaves room for others.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

/// Counts the requests of each visitor.
#[derive(Debug)]
pub(crate) struct Visitors {
    most: u64,
    open: Arc<Mutex<HashMap<IpAddr, u64>>>,
}

/// The place of a request that is being answered. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Visit {
    visitor: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, u64>>>,
}

impl Visitors {
    /// Allows each visitor at most `most` requests at the same time.
    pub(crate) fn new(most: u64) -> Self {
        Self { most, open: Arc::default() }
    }

    /// Reserves a place for a request; `None` if the visitor has too many open requests.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Visit> {
        let visitor = network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = open.entry(visitor).or_default();
        if *requests >= self.most {
            return None;
        }
        *requests += 1;
        Some(Visit { visitor, open: Arc::clone(&self.open) })
    }
}

impl Visit {
    /// Returns a body that keeps the place until it has been sent.
    pub(crate) fn until_sent(self, body: Body) -> Body {
        Body::new(CountedBody { body, _visit: self })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(requests) = open.get_mut(&self.visitor) {
            *requests -= 1;
            if *requests == 0 {
                open.remove(&self.visitor);
            }
        }
    }
}

/// Returns what counts as one visitor: an IPv4 address, or an IPv6 network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address @ IpAddr::V4(_) => address,
    }
}

struct CountedBody {
    body: Body,
    _visit: Visit,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_has_room_again_after_an_answer() {
        let visitors = Visitors::new(2);
        let enter = |address: &str| visitors.enter(address.parse().unwrap());
        let (one, two) = (enter("10.0.0.1"), enter("::ffff:10.0.0.1"));
        assert!(one.is_some() && two.is_some());
        assert!(enter("10.0.0.1").is_none());
        assert!(enter("10.0.0.2").is_some());
        drop(one);
        assert!(enter("10.0.0.1").is_some());
        drop(two);
        assert!(visitors.open.lock().unwrap().is_empty());
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_visitor() {
        let visitors = Visitors::new(1);
        let _one = visitors.enter("2001:db8::1".parse().unwrap());
        assert!(visitors.enter("2001:db8::2".parse().unwrap()).is_none());
        assert!(visitors.enter("2001:db8:0:1::2".parse().unwrap()).is_some());
    }
}
