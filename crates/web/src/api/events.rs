//! The events of the whole site.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contests::Failure;
use serde::Serialize;
use serde_json::Map;

use super::Problem;
use super::hills::reading;
use super::paging::{BAD_CURSOR, Paging};
use crate::dated::{self, ContestNews};
use crate::events::{self, Event};
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::site::Site;
use crate::times;
use crate::wars::{self, RoundEvent};

/// An event of a hill, a war or a contest. Each kind has a field that names the place: `hill`, `war` or
/// `contest`.
#[derive(Serialize)]
#[serde(untagged)]
enum SiteEvent {
    Hill(Event),
    War(RoundEvent),
    Contest(ContestNews),
}

impl SiteEvent {
    fn id(&self) -> &str {
        match self {
            Self::Hill(event) => &event.id,
            Self::War(event) => &event.id,
            Self::Contest(event) => &event.id,
        }
    }

    fn at(&self) -> u64 {
        match self {
            Self::Hill(event) => event.at,
            Self::War(event) => event.at,
            Self::Contest(event) => event.at,
        }
    }
}

pub(super) async fn events(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    paging: Paging,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let (own, now) = (site.config.own_base().to_owned(), times::now());
    let (hills, wars, contests) = (site.hills(&viewer), site.wars.all(), site.visible_contests(&viewer));
    let after = After::read(&paging)?;
    let latest = after.as_ref().map_or(u64::MAX, |after| after.at);
    let (base, more) = (own.clone(), paging.limit() + 1);
    let of_hills = reading(move || until(&hills, latest, more, &base)).await?;
    let of_wars = wars.iter().flat_map(|war| wars::of_war(war, &own)).map(SiteEvent::War);
    let of_contests =
        contests.iter().flat_map(|contest| dated::news(contest, &own, now)).map(SiteEvent::Contest);
    let mut events: Vec<SiteEvent> =
        of_hills.into_iter().map(SiteEvent::Hill).chain(of_wars).chain(of_contests).collect();
    events.retain(|event| event.at() <= latest);
    // The sort is stable: events of one hill, war or contest in one second keep their order.
    events.sort_by_key(|event| Reverse(event.at()));
    let begin = after.map_or(0, |after| after.end(&events));
    let page = &events[begin..events.len().min(begin + paging.limit())];
    let next = page.last().filter(|_| begin + page.len() < events.len());
    let next = next.map(|last| format!("{} {}", last.at(), last.id()));
    Ok(paging.answer_part(&request, Map::new(), "events", page, next))
}

/// The last event of the previous page.
struct After {
    /// When it was first seen.
    at: u64,
    id: String,
}

impl After {
    fn read(paging: &Paging) -> Result<Option<Self>, Problem> {
        let Some(key) = paging.after() else { return Ok(None) };
        let parts =
            key.split_once(' ').and_then(|(at, id)| Some(Self { at: at.parse().ok()?, id: id.to_owned() }));
        parts.map(Some).ok_or_else(|| Problem::new(StatusCode::BAD_REQUEST, BAD_CURSOR))
    }

    /// Returns the index after this event. If the event is gone, returns the index of the next older one.
    fn end(&self, events: &[SiteEvent]) -> usize {
        let found = events.iter().position(|event| event.id() == self.id);
        let older = || events.partition_point(|event| event.at() >= self.at);
        found.map_or_else(older, |at| at + 1)
    }
}

/// Returns the events of hills up to a time: all events at that time itself, and at least `more` earlier
/// events per hill if there are that many.
fn until(hills: &[Arc<HillView>], latest: u64, more: usize, base: &str) -> Result<Vec<Event>, Failure> {
    let mut events = Vec::new();
    for hill in hills {
        // The times are sorted: a later change never has an earlier time.
        let end = hill.seen.partition_point(|seen| *seen <= latest).min(hill.changes());
        let begin = hill.seen.partition_point(|seen| *seen < latest).min(end).saturating_sub(more);
        events.extend(events::of_hill(hill, begin..end, base)?);
    }
    Ok(events)
}
