//! A bout without queues: workers of the site play all games. Settings of a queue are refused before anything else.

use std::io;
use std::path::Path;
use std::sync::Arc;

use contests::Failure;
use dispatch::Dispatcher;

use crate::config::QueueSettings;
use crate::orders::Order;
use crate::statistics::Machines;

/// The queue of a site.
pub(crate) struct SiteQueue;

impl SiteQueue {
    pub(crate) const fn new(_: &QueueSettings, _: &Path) -> Self {
        Self
    }

    pub(crate) fn machines(&self) -> Machines {
        Machines::default()
    }

    pub(crate) const fn watch(&self, _: fn() -> bool) {}

    pub(crate) const fn audited_games(&self, _: &Order) -> Option<u32> {
        None
    }
}

/// The server's end of a connection for one order.
pub(crate) struct OrderLine;

impl OrderLine {
    pub(crate) const fn new(_: Option<&Arc<SiteQueue>>, _: &Order) -> Self {
        Self
    }

    pub(crate) fn answer(&mut self, _: &[u8]) -> io::Result<Vec<u8>> {
        Err(io::Error::other("the site has no queue"))
    }
}

/// Returns who plays the games of an order, in a worker.
pub(crate) fn dispatcher(
    _: Option<u32>,
    _: impl Fn() -> bool + Send + Sync + 'static,
) -> Arc<dyn Dispatcher<Failure> + Send> {
    Arc::new(dispatch::Local)
}
