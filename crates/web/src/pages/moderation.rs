//! The moderation page, for hosts: open reports, and the log of what hosts did.

use std::sync::Arc;

use accounts::LogEntry;
use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use super::filled;
use super::hill_admin::{ReportLine, report_line};
use super::sign_in::database_problem;
use crate::headers::private_page;
use crate::members::{Host, off_thread};
use crate::site::Site;
use crate::times;

#[derive(Template)]
#[template(path = "moderation.html")]
struct ModerationPage<'a> {
    site: &'a str,
    title: &'a str,
    proof: String,
    hills: Vec<(String, String)>,
    reports: Vec<ReportLine>,
    log: Vec<LogLine>,
}

struct LogLine {
    at: String,
    host: String,
    what: String,
    about: String,
    why: String,
}

pub(crate) async fn moderation(State(site): State<Arc<Site>>, Host(member): Host) -> Response {
    let read = off_thread(&site, |site| Ok((site.accounts.open_reports()?, site.accounts.moderation_log()?)));
    let (reports, log) = match read.await {
        Ok(read) => read,
        Err(error) => return database_problem(&site, &error),
    };
    let address = |hill: &str| format!("/hills/{}/look-after", url_segment(hill));
    let shown = ModerationPage {
        site: &site.config.title,
        title: "Moderation",
        proof: member.proof(),
        hills: site.all_hills().iter().map(|hill| (hill.name.clone(), address(&hill.name))).collect(),
        reports: reports.into_iter().map(report_line).collect(),
        log: log.into_iter().map(log_line).collect(),
    };
    private_page(StatusCode::OK, filled(&shown))
}

fn log_line(entry: LogEntry) -> LogLine {
    let about = [entry.account, entry.file, entry.hill];
    LogLine {
        at: times::in_words(entry.at_s),
        host: entry.host,
        what: entry.what,
        about: about.into_iter().flatten().collect::<Vec<_>>().join(", "),
        why: entry.why.unwrap_or_default(),
    }
}
