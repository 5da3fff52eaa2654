//! The description of the API: an `OpenAPI` document, and a page made from it.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use report::url_segment;
use serde_json::{Value, json};

use super::json_answer;
use crate::headers::page as html_page;
use crate::members::Viewer;
use crate::origin::Base;
use crate::site::Site;

/// The description. A test compares it with the routes and with real responses.
const OPENAPI: &str = include_str!("../../static/openapi.json");

pub(super) async fn openapi(Base(base): Base, request: HeaderMap) -> Response {
    let mut all = description();
    all["servers"] = json!([{ "url": if base.is_empty() { "/" } else { &base } }]);
    json_answer(&request, &all)
}

fn description() -> Value {
    let mut all: Value = serde_json::from_str(OPENAPI).expect("a test reads it");
    all["info"]["version"] = json!(env!("CARGO_PKG_VERSION"));
    all
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage<'a> {
    site: &'a str,
    title: &'a str,
    about: String,
    resources: Vec<Resource>,
}

/// One operation of the API, as its page shows it.
struct Resource {
    method: String,
    path: String,
    summary: String,
    about: String,
    example: Option<String>,
    is_list: bool,
    /// The scope that a token needs for the operation.
    needs: Option<String>,
}

/// Returns the page of the API, with links that work on this site.
pub(crate) async fn page(State(site): State<Arc<Site>>) -> Response {
    let all = description();
    let names = example_names(&site);
    let paths = all["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        item.as_object().into_iter().flatten().map(move |(method, operation)| (path, method, operation))
    });
    let resources = operations.map(|(path, method, operation)| {
        let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
        // A link can only read, and sends no token.
        let is_public =
            method == "get" && (operation["security"].is_null() || operation["security"][0] == json!({}));
        Resource {
            method: method.to_uppercase(),
            summary: words(&operation["summary"]),
            about: words(&operation["description"]),
            example: filled_in(path, &names).filter(|_| is_public),
            is_list: parameters.iter().any(|one| one["$ref"] == "#/components/parameters/cursor"),
            needs: operation["security"][0]["token"][0].as_str().map(str::to_owned),
            path: path.clone(),
        }
    });
    let shown = ApiPage {
        site: &site.config.title,
        title: "Interface for programs",
        about: words(&all["info"]["description"]),
        resources: resources.collect(),
    };
    html_page(StatusCode::OK, shown.render().expect("a string takes all text"))
}

/// Returns a text of the description without its backticks, which a page would show as they are.
fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace('`', "")
}

/// Returns example values for path parameters: from the first hill with two programs, and from the war with
/// the most rounds.
fn example_names(site: &Site) -> Vec<(&'static str, String)> {
    let mut names = vec![("{game}", games::REGISTRY[0].info().name.to_owned())];
    let contests = site.visible_contests(&Viewer::default());
    if let Some(contest) = contests.iter().find(|contest| contest.standings.is_some()) {
        names.push(("{contest}", contest.about.name.to_string()));
        let first = contest.frozen.iter().flat_map(|frozen| &frozen.entrants).next();
        names.extend(first.map(|first| ("{entrant}", first.file.to_string())));
    }
    let hills = site.hills(&Viewer::default());
    let with_two = hills.iter().find(|hill| hill.files.as_ref().is_ok_and(|files| files.programs.len() > 1));
    if let Some(hill) = with_two.or_else(|| hills.first()) {
        names.push(("{hill}", hill.name.clone()));
        let programs = hill.files.as_ref().map_or(&[][..], |files| &files.programs);
        if let [one, two, ..] = programs {
            names.push(("{program}", one.file.clone()));
            names.push(("{one}", one.file.clone()));
            names.push(("{two}", two.file.clone()));
        }
    }
    if let Some(war) = site.wars.all().iter().max_by_key(|war| war.rounds()) {
        names.push(("{war}", war.name.clone()));
        if war.rounds() > 0 {
            names.push(("{round}", war.rounds().to_string()));
        }
    }
    names
}

/// Fills in the parameters of a path. Returns `None` if the value of a parameter is missing.
fn filled_in(path: &str, names: &[(&'static str, String)]) -> Option<String> {
    let whole = names
        .iter()
        .fold(path.to_owned(), |path, (parameter, name)| path.replace(parameter, &url_segment(name)));
    (!whole.contains('{')).then_some(whole)
}
