//! Replaces `remote` in a bout without queues: the workers of the site play all games. The check
//! of the settings has already refused `[queue]`.

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

/// The server's side of the connection to the queue for one order.
pub(crate) struct RequestConnection;

impl RequestConnection {
    pub(crate) const fn new(_: Option<&Arc<SiteQueue>>, _: &Order) -> Self {
        Self
    }

    pub(crate) fn answer(&mut self, _: &[u8]) -> io::Result<Vec<u8>> {
        Err(io::Error::other("the site has no queue"))
    }
}

/// Returns the dispatcher with which a worker plays the games of an order.
pub(crate) fn dispatcher(
    _: Option<u32>,
    _: impl Fn() -> bool + Send + Sync + 'static,
) -> Arc<dyn Dispatcher<Failure> + Send> {
    Arc::new(dispatch::Local)
}
