//! The page of statistics, for hosts: what waits, what runs, what failed, and what it costs.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::filled;
use super::sign_in::database_problem;
use crate::headers::private_page;
use crate::members::{Host, off_thread};
use crate::site::Site;
use crate::statistics::{Figures, Machines, in_bytes};

#[derive(Template)]
#[template(path = "statistics.html")]
struct StatisticsPage<'a> {
    site: &'a str,
    title: &'a str,
    figures: Figures,
    /// What uses disk space or memory, and how much.
    room: Vec<(&'static str, String)>,
    /// The work in the site's queue and its workers, if it has a queue.
    machines: Option<Machines>,
}

pub(crate) async fn statistics(State(site): State<Arc<Site>>, Host(_): Host) -> Response {
    let figures = match off_thread(&site, Figures::of).await {
        Ok(figures) => figures,
        Err(error) => return database_problem(&site, &error),
    };
    let disk = figures.disk;
    let room = vec![
        ("accounts and submissions", in_bytes(disk.accounts_bytes)),
        ("hills, wars and contests", in_bytes(disk.contests_bytes)),
        ("records in memory", in_bytes(disk.records_bytes)),
        ("free", disk.free_bytes.map_or_else(|| "not known".into(), in_bytes)),
    ];
    let machines = site.queue.as_ref().map(|queue| queue.machines());
    let shown = StatisticsPage { machines, site: &site.config.title, title: "Statistics", figures, room };
    private_page(StatusCode::OK, filled(&shown))
}
