//! A deadline for the bodies of requests. Without it, a client that sends a byte now and then would
//! keep its place for ever.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};
use tokio::time::Sleep;

/// Whether the body of a request arrived too late.
#[derive(Debug, Default, Clone)]
pub(crate) struct Lateness(Arc<AtomicBool>);

impl Lateness {
    /// Returns true if the body was read, and was not complete in time.
    pub(crate) fn is_too_late(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Sets a deadline for the body of a request. After the deadline, reading the body fails.
pub(crate) fn timed(request: Request, most: Duration) -> (Request, Lateness) {
    let lateness = Lateness::default();
    if request.body().is_end_stream() {
        return (request, lateness);
    }
    let timed = |body| {
        let (end, lateness) = (Box::pin(tokio::time::sleep(most)), lateness.clone());
        Body::new(TimedBody { body, end, lateness })
    };
    (request.map(timed), lateness)
}

#[derive(Debug, thiserror::Error)]
#[error("the body of the request did not arrive in time")]
struct TooLate;

struct TimedBody {
    body: Body,
    end: Pin<Box<Sleep>>,
    lateness: Lateness,
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.end.as_mut().poll(context).is_ready() {
            self.lateness.0.store(true, Ordering::Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new(TooLate))));
        }
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
