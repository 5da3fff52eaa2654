//! Tests of many sessions, and of expired ones.

use std::path::Path;
use std::sync::Arc;

use accounts::{AccountName, MAX_SESSIONS, NewToken, Password, Role, SESSION_IDLE_S, Scopes, Secret};
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{Request, StatusCode};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;

use crate::config::Config;
use crate::site::Site;
use crate::{server, times};

fn site(folder: &Path) -> Arc<Site> {
    Arc::new(Site::new(folder, Config::default(), |_| Vec::new()).unwrap())
}

fn account(site: &Site, name: &str) -> accounts::Account {
    let password = Password::typed("correct horse");
    site.accounts.create(&AccountName::new(name).unwrap(), &password, Role::Player, times::now()).unwrap()
}

/// Requests a page with a header, and returns the status and the page.
fn ask(site: &Arc<Site>, path: &str, header: (axum::http::HeaderName, String)) -> (StatusCode, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let service = TowerToHyperService::new(server::routes(Arc::clone(site)));
    let request = Request::get(path).header(header.0, header.1).body(Body::empty()).unwrap();
    runtime.block_on(async {
        let response = service.call(request).await.unwrap();
        let status = response.status();
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    })
}

fn cookie(session: &Secret) -> (axum::http::HeaderName, String) {
    (COOKIE, format!("bout={}", session.text()))
}

#[test]
fn a_thousand_sessions_are_kept_apart() {
    are_kept_apart(50);
}

#[test]
#[ignore = "it takes a minute: cargo test -p bout-web ten_thousand -- --ignored"]
fn ten_thousand_sessions_are_kept_apart() {
    are_kept_apart(500);
}

/// Creates this many accounts, each with the maximum number of sessions, and checks that each
/// session belongs to its own account.
fn are_kept_apart(accounts: usize) {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let now = times::now();
    let mut sessions = Vec::new();
    for number in 0..accounts {
        let name = format!("player-{number}");
        let id = account(&site, &name).id;
        for _ in 0..MAX_SESSIONS {
            sessions.push((name.clone(), site.accounts.begin_session(id, now).unwrap()));
        }
    }
    for (name, session) in sessions.iter().step_by(97) {
        let (status, page) = ask(&site, "/account", cookie(session));
        assert_eq!(status, StatusCode::OK);
        assert!(page.contains(&format!("<h1><bdi>{name}</bdi></h1>")), "{name}");
    }
    // One more session ends exactly one other: the least recently used one of its account.
    let id = site.accounts.account("player-7").unwrap().unwrap().id;
    site.accounts.begin_session(id, now + 1).unwrap();
    let own = sessions.iter().filter(|(name, _)| name == "player-7");
    let ended = own.filter(|(_, session)| site.accounts.session(session, now + 1).unwrap().is_none());
    assert_eq!(ended.count(), 1);
    assert!(site.accounts.session(&sessions[0].1, now + 1).unwrap().is_some());
    assert!(site.accounts.session(&Secret::draw().unwrap(), now + 1).unwrap().is_none());
}

#[test]
fn sessions_and_tokens_that_have_ended_open_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let id = account(&site, "anna").id;
    let now = times::now();
    let sessions =
        [now - SESSION_IDLE_S - 60, now - 60].map(|since| site.accounts.begin_session(id, since).unwrap());
    // A new session removes expired ones. The second one began before the first had expired, so the
    // first one is still in the database.
    let old = ask(&site, "/account", cookie(&sessions[0]));
    assert_eq!(old.0, StatusCode::SEE_OTHER);
    assert_eq!(ask(&site, "/account", cookie(&sessions[1])).0, StatusCode::OK);
    let token = |expires_s| {
        let new = NewToken { label: "test", scopes: Scopes::new(&[]), expires_s };
        let token = site.accounts.make_token(id, &new, now - 60).unwrap();
        ask(&site, "/api/v1/account", (AUTHORIZATION, format!("Bearer {token}"))).0
    };
    assert_eq!(token(Some(now - 1)), StatusCode::UNAUTHORIZED);
    assert_eq!(token(Some(now + 3600)), StatusCode::OK);
    assert_eq!(token(None), StatusCode::OK);
}
