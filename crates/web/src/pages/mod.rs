//! The pages.

mod account;
mod author_news;
mod broadcast;
mod charts;
mod contest;
mod contest_entry;
mod contest_list;
mod events;
mod fair_play;
mod fight;
mod front;
mod game;
mod hill;
mod hill_admin;
mod hill_link;
mod hosts;
mod mail;
mod manual;
mod markdown;
mod moderation;
mod player;
mod playground;
mod practice;
mod program;
mod provider;
mod report_program;
mod search;
mod sign_in;
mod statistics;
mod submission;
mod submit;
mod versions;
mod wars;
mod which_game;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::headers::{page, tagged};
use crate::site::Site;

pub(crate) use account::{account, deleted, password_changed, sessions_ended, token_deleted, token_made};
pub(crate) use author_news::{author_news, feed_changed, webhook_added, webhook_changed};
pub(crate) use broadcast::{broadcast, broadcast_script, now};
pub(crate) use contest::contest;
pub(crate) use contest_entry::{contest_entered, contest_entry};
pub(crate) use contest_list::contests;
pub(crate) use fair_play::fair_play;
pub(crate) use fight::{fight, soon_script, viewer};
pub(crate) use front::front;
pub(crate) use game::game;
pub(crate) use hill::{hill, standings};
pub(crate) use hill_admin::{hill_admin, save_hill_admin};
pub(crate) use hill_link::{hill_joined, hill_link};
pub(crate) use hosts::{account_changed, hosts, invited};
pub(crate) use mail::{address, address_changed, address_confirmed, forgot, forgotten};
pub(crate) use manual::{contents, manual};
pub(crate) use moderation::moderation;
pub(crate) use player::player;
pub(crate) use playground::{playground, playground_of};
pub(crate) use practice::{practice_course, practice_games, practice_lesson};
pub(crate) use program::program;
pub(crate) use provider::{answered, disconnected, finished, provider};
pub(crate) use report_program::{report_program, reported};
pub(crate) use search::search;
pub(crate) use sign_in::{database_problem, join, joined, link, link_used, sign_in, signed_in, signed_out};
pub(crate) use statistics::statistics;
pub(crate) use submission::{
    in_words as result_in_words, submission, submission_live, submission_script, withdrawn,
};
pub(crate) use submit::{submit, submit_script, submitted};
pub(crate) use wars::{
    round, round_requested, viewer as round_viewer, war, war_standings, war_submit, war_submitted, wars,
};

#[derive(Template)]
#[template(path = "problem.html")]
struct Problem<'a> {
    site: &'a str,
    title: &'a str,
    what: &'a str,
}

/// Returns a page that says what is wrong.
pub(crate) fn problem(site: &Site, status: StatusCode, what: &str) -> Response {
    let title = status.canonical_reason().unwrap_or("Error");
    page(status, filled(&Problem { site: &site.config.title, title, what }))
}

pub(crate) async fn not_found(State(site): State<Arc<Site>>) -> Response {
    problem(&site, StatusCode::NOT_FOUND, "There is no such page.")
}

pub(crate) async fn style(request: HeaderMap) -> Response {
    let style = [report::STYLE, report::HEAT, include_str!("../../static/site.css")].concat();
    tagged(&request, "text/css; charset=utf-8", style)
}

pub(crate) async fn script(request: HeaderMap) -> Response {
    let script = include_str!("../../static/live.js").to_owned();
    tagged(&request, "text/javascript; charset=utf-8", script)
}

fn filled(template: &impl Template) -> String {
    template.render().expect("a string takes all text")
}
