//! The front page: an introduction, the hills, and the latest news.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use super::contest_list::{ContestCard, coming};
use super::events::{HillNews, news};
use super::filled;
use super::wars::{WarCard, cards};
use crate::headers::page;
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::site::Site;
use crate::times;

/// The number of programs that the front page shows per hill.
const BEST: usize = 3;

/// The number of challenges that the front page shows per hill.
const NEWS: usize = 3;

#[derive(Template)]
#[template(path = "front.html")]
struct Front<'a> {
    site: &'a str,
    title: &'a str,
    hills: Vec<Card>,
    contests: Vec<ContestCard>,
    is_new: bool,
    featured: Option<Featured>,
    wars: Vec<WarCard>,
    news: Vec<(String, String, Vec<HillNews>)>,
}

/// A hill on the front page.
struct Card {
    name: String,
    address: String,
    game: String,
    about: String,
    best: Vec<(String, String)>,
    state: String,
    /// The address of its broadcast, if it has one.
    live: Option<String>,
}

/// A fight to watch.
struct Featured {
    address: String,
    title: String,
}

pub(crate) async fn front(State(site): State<Arc<Site>>, viewer: Viewer) -> Response {
    let hills = site.hills(&viewer);
    let hills_shown = hills.iter().map(|hill| card(&site, hill)).collect();
    let front = Front {
        site: &site.config.title,
        title: &site.config.title,
        hills: hills_shown,
        wars: cards(&site),
        contests: coming(&site, &viewer, times::now()),
        is_new: hills.iter().all(|hill| hill.standings.is_none()) && site.wars.all().is_empty(),
        featured: hills
            .iter()
            .filter(|hill| site.hidden_by(&hill.name).is_none())
            .find_map(|hill| featured(hill)),
        news: hills.iter().map(|hill| latest(hill)).filter(|(.., news)| !news.is_empty()).collect(),
    };
    page(StatusCode::OK, filled(&front))
}

fn card(site: &Site, hill: &HillView) -> Card {
    let is_shown = !hill.table().is_empty() && site.hidden_by(&hill.name).is_none();
    let address = format!("/hills/{}", url_segment(&hill.name));
    let program =
        |file: &String| (format!("{address}/programs/{}", url_segment(file)), hill.name_of(file).to_owned());
    Card {
        name: hill.name.clone(),
        best: hill.table().iter().take(BEST).map(|place| program(&place.program)).collect(),
        game: hill.files.as_ref().map_or_else(|_| String::new(), |files| files.game.info().title.to_owned()),
        about: hill
            .files
            .as_ref()
            .map_or_else(|_| String::new(), |files| files.game.info().summary.replace('`', "")),
        state: super::hill::state(hill),
        live: is_shown.then(|| format!("/live/{}", url_segment(&hill.name))),
        address,
    }
}

/// Returns the name, the address and the latest challenges of a hill.
fn latest(hill: &HillView) -> (String, String, Vec<HillNews>) {
    (hill.name.clone(), format!("/hills/{}", url_segment(&hill.name)), news(hill, NEWS))
}

/// Returns the fight of the two best programs, if everybody may watch it.
fn featured(hill: &HillView) -> Option<Featured> {
    let [one, two, ..] = hill.table() else { return None };
    hill.pair(&one.program, &two.program)
        .filter(|_| hill.may_be_watched([&one.program, &two.program], &Viewer::default()))?;
    let path = format!(
        "/hills/{}/matches/{}/{}",
        url_segment(&hill.name),
        url_segment(&one.program),
        url_segment(&two.program)
    );
    let title = format!("{} against {}", hill.name_of(&one.program), hill.name_of(&two.program));
    Some(Featured { address: path, title })
}
