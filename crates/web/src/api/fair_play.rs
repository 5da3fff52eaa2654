//! Programs and results that look unfair, for hosts to check.

use std::sync::Arc;

use accounts::Scope;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use report::url_segment;
use serde_json::{Value, json};

use super::{Problem, json_answer};
use crate::fair_play::{
    PlayMatch, Suspicion, TextMatch, not_compared_yet, play_matches, suspicions, text_matches,
};
use crate::hill_view::{HillView, ProgramView};
use crate::members::{Bearer, off_thread};
use crate::site::Site;

/// Returns programs that are nearly identical to another author's, and results that look like gifts, for the
/// hosts of the site.
pub(super) async fn fair_play(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    request: HeaderMap,
) -> Result<Response, Problem> {
    bearer.require(Scope::Manage)?;
    let found =
        off_thread(&site, |site| Ok(site.all_hills().iter().map(|hill| of_hill(site, hill)).collect())).await;
    let hills: Vec<Value> = found.map_err(|error| Problem::of_accounts(&error))?;
    Ok(json_answer(&request, &json!({ "hills": hills })))
}

fn of_hill(site: &Site, hill: &HillView) -> Value {
    let about = |program: &ProgramView| {
        let segment = url_segment(&program.file);
        json!({
            "program": program.file,
            "author": program.author,
            "url": format!("/api/v1/hills/{}/programs/{segment}", url_segment(&hill.name)),
        })
    };
    let pair = |one: &TextMatch<'_>| {
        json!({
            "programs": one.programs.map(about),
            "resemblance": thousandths(one.resemblance),
            "why": one.reason,
        })
    };
    let same = |one: &PlayMatch<'_>| {
        json!({
            "programs": one.programs.map(about),
            "share": thousandths(one.agreement.share()),
            "same": one.agreement.same,
            "setups": one.agreement.of,
        })
    };
    let gift = |one: &Suspicion<'_>| {
        json!({
            "programs": one.programs.iter().map(|program| about(program)).collect::<Vec<_>>(),
            "king": about(one.king),
            "games": one.gift.games,
            "share": thousandths(one.gift.share),
            "expected": thousandths(one.gift.expected),
            "deviations": thousandths(one.gift.deviations),
            "bound": thousandths(one.gift.bound),
        })
    };
    let files = hill.files.as_ref();
    let pairs = files.map(text_matches).unwrap_or_default();
    let same_play = files.map(|files| play_matches(files, &site.behaviours)).unwrap_or_default();
    json!({
        "hill": hill.name,
        "alike": pairs.iter().map(pair).collect::<Vec<_>>(),
        "play_alike": same_play.iter().map(same).collect::<Vec<_>>(),
        "not_compared": files.map_or(0, |files| not_compared_yet(files, &site.behaviours)),
        "gifts": suspicions(hill).iter().map(gift).collect::<Vec<_>>(),
    })
}

fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
