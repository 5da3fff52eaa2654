//! What happened on the whole site.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use serde_json::Map;

use super::paging::Paging;
use crate::dated::{self, ContestNews};
use crate::events::{self, Event};
use crate::members::Viewer;
use crate::site::Site;
use crate::times;
use crate::wars::{self, RoundEvent};

/// What happened on a hill, in a war or in a contest. Each kind has a field with the name of its place.
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
) -> Response {
    let (own, now) = (site.config.own_base(), times::now());
    let (hills, wars, contests) = (site.hills(&viewer), site.wars.all(), site.visible_contests(&viewer));
    let of_hills = events::of_hills(hills.iter().map(AsRef::as_ref), own).into_iter().map(SiteEvent::Hill);
    let of_wars = wars.iter().flat_map(|war| wars::of_war(war, own)).map(SiteEvent::War);
    let of_contests =
        contests.iter().flat_map(|contest| dated::news(contest, own, now)).map(SiteEvent::Contest);
    let mut events: Vec<SiteEvent> = of_hills.chain(of_wars).chain(of_contests).collect();
    // The order within a hill, a war or a contest and a second stays.
    events.sort_by_key(|event| Reverse(event.at()));
    paging.answer(&request, Map::new(), "events", &events, |event| event.id().to_owned())
}
