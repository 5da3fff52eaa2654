//! The description of the interface: a document in `OpenAPI`, and a page made of it.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use report::url_segment;
use serde_json::{Value, json};

use super::json_answer;
use crate::headers::page as html_page;
use crate::origin::Base;
use crate::site::Site;

/// The description, which a test compares with the routes and with answers.
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

/// A path of the interface on its page.
struct Resource {
    path: String,
    summary: String,
    about: String,
    example: Option<String>,
    is_list: bool,
}

/// Returns the page of the interface, with links that work on this site.
pub(crate) async fn page(State(site): State<Arc<Site>>) -> Response {
    let all = description();
    let names = example_names(&site);
    let paths = all["paths"].as_object().into_iter().flatten();
    let resources = paths.map(|(path, item)| {
        let read = &item["get"];
        let parameters = read["parameters"].as_array().map_or(&[][..], Vec::as_slice);
        Resource {
            summary: words(&read["summary"]),
            about: words(&read["description"]),
            example: filled_in(path, &names),
            is_list: parameters.iter().any(|one| one["$ref"] == "#/components/parameters/cursor"),
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

/// Returns a text of the description, whose marks for code a page does not show.
fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace('`', "")
}

/// Returns names for the parameters of paths: those of the first hill with two programs.
fn example_names(site: &Site) -> Vec<(&'static str, String)> {
    let mut names = vec![("{game}", games::REGISTRY[0].info().name.to_owned())];
    let contests = site.contests.all();
    if let Some(contest) = contests.iter().find(|contest| contest.standings.is_some()) {
        names.push(("{contest}", contest.about.name.to_string()));
        let first = contest.frozen.iter().flat_map(|frozen| &frozen.entrants).next();
        names.extend(first.map(|first| ("{entrant}", first.file.to_string())));
    }
    let hills = site.hills();
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
    names
}

/// Returns a path with names for its parameters; `None` if a name is missing.
fn filled_in(path: &str, names: &[(&'static str, String)]) -> Option<String> {
    let whole = names
        .iter()
        .fold(path.to_owned(), |path, (parameter, name)| path.replace(parameter, &url_segment(name)));
    (!whole.contains('{')).then_some(whole)
}
