//! The list of all contests with a date.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use contests::dated::Phase;
use report::url_segment;

use super::filled;
use crate::dated::ContestView;
use crate::headers::page;
use crate::members::Viewer;
use crate::site::Site;
use crate::times;

#[derive(Template)]
#[template(path = "contests.html")]
struct ContestsPage<'a> {
    site: &'a str,
    title: &'a str,
    contests: Vec<ContestCard>,
}

/// A contest in a list.
pub(super) struct ContestCard {
    pub(super) title: String,
    pub(super) address: String,
    /// The hill: its name and its address.
    pub(super) hill: (String, String),
    pub(super) state: String,
}

pub(crate) async fn contests(State(site): State<Arc<Site>>, viewer: Viewer) -> Response {
    let now = times::now();
    let mut contests = site.visible_contests(&viewer);
    contests.sort_by_key(|contest| (contest.phase(now) == Phase::Finished, contest.about.times.closes));
    let contests = contests.iter().map(|contest| card(contest, now)).collect();
    page(StatusCode::OK, filled(&ContestsPage { site: &site.config.title, title: "Contests", contests }))
}

/// Returns the contests that are not over yet, sorted by closing time.
pub(super) fn coming(site: &Site, viewer: &Viewer, now: u64) -> Vec<ContestCard> {
    let mut contests = site.visible_contests(viewer);
    contests.retain(|contest| contest.phase(now) != Phase::Finished);
    contests.sort_by_key(|contest| contest.about.times.closes);
    contests.iter().map(|contest| card(contest, now)).collect()
}

/// Returns the address of a contest.
pub(super) fn contest_address(contest: &str) -> String {
    format!("/contests/{}", url_segment(contest))
}

fn card(contest: &ContestView, now: u64) -> ContestCard {
    let about = &contest.about;
    ContestCard {
        title: about.title.clone(),
        address: contest_address(about.name.as_str()),
        hill: (about.hill.clone(), format!("/hills/{}", url_segment(&about.hill))),
        state: state(contest, now),
    }
}

/// Describes the state of a contest in a sentence or two.
pub(super) fn state(contest: &ContestView, now: u64) -> String {
    let times = &contest.about.times;
    let progress =
        contest.progress.map_or_else(String::new, |(done, total)| format!(" ({done} of {total} games)"));
    match contest.phase(now) {
        Phase::Announced if times.registration_opens < times.opens => {
            format!("Announced. Registration opens {}.", when(times.registration_opens, now))
        }
        Phase::Announced => format!("Announced. It opens {}.", when(times.opens, now)),
        Phase::Registration => format!("Registration is open. The contest opens {}.", when(times.opens, now)),
        Phase::Open => format!("Open. It closes {}.", when(times.closes, now)),
        Phase::Closed if contest.trouble.is_some() => {
            "Closed. The last attempt to play the final failed; it is repeated, and nobody loses by it."
                .into()
        }
        Phase::Closed => format!("Closed. The final is being played{progress}."),
        Phase::Finished if contest.standings.is_none() => {
            "Over. Fewer than two programs entered, so there was no final.".into()
        }
        Phase::Finished => {
            let at = contest.finished_at.unwrap_or(times.closes);
            format!("Over. The final was played {}.", when(at, now))
        }
    }
}

/// Says in words how far away a point in time is.
pub(super) fn when(at: u64, now: u64) -> String {
    let (seconds, is_past) = (at.abs_diff(now), at <= now);
    let unit =
        [("day", 86_400), ("hour", 3_600), ("minute", 60)].into_iter().find(|(_, length)| seconds >= *length);
    let length = match unit {
        None => "less than a minute".to_owned(),
        Some((unit, length)) => {
            let number = seconds / length;
            format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
        }
    };
    if is_past { format!("{length} ago") } else { format!("in {length}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_the_largest_unit() {
        let day = 86_400;
        for (at, words) in [
            (3 * day, "in 3 days"),
            (day, "in 1 day"),
            (day - 1, "in 23 hours"),
            (3_600, "in 1 hour"),
            (61, "in 1 minute"),
            (59, "in less than a minute"),
        ] {
            assert_eq!(when(at, 0), words);
        }
        assert_eq!(when(0, 2 * day), "2 days ago");
        assert_eq!(when(0, 0), "less than a minute ago");
    }
}
