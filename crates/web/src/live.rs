//! Live events of hills and wars, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;

use crate::members::Viewer;
use crate::pages;
use crate::site::{HillEvent, HillUpdate, Site};

/// Streams the events of a hill: `standings` when its table may have changed, `submissions` when
/// its queue has changed, and `progress` with the games done and in total.
pub(crate) async fn events(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Response {
    if site.hill(&name, &viewer).is_none() {
        return pages::problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    }
    let events = site.events.subscribe();
    let stream = unfold((events, name), |(mut events, name)| async move {
        loop {
            let event = match events.recv().await {
                Ok(HillEvent { hill, what }) if hill == name => event_of(what),
                Ok(_) => continue,
                // The listener was too slow and missed events: it only needs to reload the table.
                Err(RecvError::Lagged(_)) => event_of(HillUpdate::Standings),
                Err(RecvError::Closed) => return None,
            };
            return Some((Ok::<Event, Infallible>(event), (events, name)));
        }
    });
    let stream = stream.take_until(site.stopping.begun());
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}

/// Streams a `standings` event whenever anything about a war may have changed.
pub(crate) async fn war_events(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    if site.wars.get(&name).is_none() {
        return pages::problem(&site, StatusCode::NOT_FOUND, "There is no such war.");
    }
    let changes = site.wars.changes.subscribe();
    let stream = unfold((changes, name), |(mut changes, name)| async move {
        loop {
            match changes.recv().await {
                Ok(war) if war != name => {}
                Ok(_) | Err(RecvError::Lagged(_)) => {
                    return Some((Ok::<Event, Infallible>(event_of(HillUpdate::Standings)), (changes, name)));
                }
                Err(RecvError::Closed) => return None,
            }
        }
    });
    let stream = stream.take_until(site.stopping.begun());
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}

fn event_of(what: HillUpdate) -> Event {
    match what {
        HillUpdate::Standings => Event::default().event("standings").data("changed"),
        HillUpdate::Submissions => Event::default().event("submissions").data("changed"),
        HillUpdate::Progress(done, total) => {
            Event::default().event("progress").data(format!("{done} of {total} games"))
        }
    }
}
