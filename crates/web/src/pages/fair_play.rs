//! The page on fair play, for hosts. It only informs them: the site takes no action by itself.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use super::filled;
use super::hill::program_address;
use super::sign_in::database_problem;
use crate::fair_play::{
    PlayMatch, Suspicion, TextMatch, not_compared_yet, play_matches, suspicions, text_matches,
};
use crate::headers::page;
use crate::hill_view::{HillView, ProgramView};
use crate::members::{Host, off_thread};
use crate::site::Site;

#[derive(Template)]
#[template(path = "fair-play.html")]
struct FairPlayPage<'a> {
    site: &'a str,
    title: &'a str,
    hills: Vec<HillPairs>,
}

/// The pairs of a hill, the most alike first.
struct HillPairs {
    name: String,
    address: String,
    pairs: Vec<PairLine>,
    /// Pairs that play alike, the most alike first.
    same_play: Vec<PairLine>,
    /// The number of programs that have not played the fixed setups.
    not_compared: usize,
    gifts: Vec<GiftLine>,
}

/// An author whose programs lose to the best program more often than expected.
struct GiftLine {
    king: ProgramLink,
    /// The author's programs, each with the address of its fight against the best program.
    programs: Vec<(ProgramLink, String)>,
    /// The actual and the expected score, in percent.
    share: String,
    expected: String,
    games: String,
    deviations: String,
    bound: String,
}

struct PairLine {
    one: ProgramLink,
    two: ProgramLink,
    /// How alike they are, in percent.
    percent: String,
    reason: String,
    /// The address of their fight.
    fight: String,
}

struct ProgramLink {
    name: String,
    author: String,
    address: String,
}

pub(crate) async fn fair_play(State(site): State<Arc<Site>>, Host(_): Host) -> Response {
    let pairs = |site: &Site| Ok(site.all_hills().iter().map(|hill| pairs_of(site, hill)).collect());
    match off_thread(&site, pairs).await {
        Ok(hills) => {
            let shown = FairPlayPage { site: &site.config.title, title: "Fair play", hills };
            page(StatusCode::OK, filled(&shown))
        }
        Err(error) => database_problem(&site, &error),
    }
}

fn pairs_of(site: &Site, hill: &HillView) -> HillPairs {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let link = |program: &ProgramView| ProgramLink {
        name: program.name.clone(),
        author: program.author.clone(),
        address: program_address(&address, &program.file),
    };
    let fight = |one: &ProgramView, two: &ProgramView| {
        format!("{address}/matches/{}/{}", url_segment(&one.file), url_segment(&two.file))
    };
    let pair = |alike: TextMatch<'_>| PairLine {
        one: link(alike.programs[0]),
        two: link(alike.programs[1]),
        percent: percent(alike.resemblance),
        reason: alike.reason,
        fight: fight(alike.programs[0], alike.programs[1]),
    };
    let same = |same: PlayMatch<'_>| PairLine {
        one: link(same.programs[0]),
        two: link(same.programs[1]),
        percent: percent(same.agreement.share()),
        reason: format!("Both do the same in {} of {} setups.", same.agreement.same, same.agreement.of),
        fight: fight(same.programs[0], same.programs[1]),
    };
    let gift = |one: Suspicion<'_>| GiftLine {
        king: link(one.king),
        programs: one.programs.iter().map(|program| (link(program), fight(program, one.king))).collect(),
        share: percent(one.gift.share),
        expected: percent(one.gift.expected),
        games: format!("{:.0}", one.gift.games),
        deviations: format!("{:.1}", one.gift.deviations),
        bound: format!("{:.1}", one.gift.bound),
    };
    let files = hill.files.as_ref();
    let pairs = files.map(text_matches).unwrap_or_default();
    let same_play = files.map(|files| play_matches(files, &site.behaviours)).unwrap_or_default();
    HillPairs {
        name: hill.name.clone(),
        pairs: pairs.into_iter().map(pair).collect(),
        same_play: same_play.into_iter().map(same).collect(),
        not_compared: files.map_or(0, |files| not_compared_yet(files, &site.behaviours)),
        gifts: suspicions(hill).into_iter().map(gift).collect(),
        address: address.clone(),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use accounts::{AccountName, Password, Role};
    use axum::body::Body;
    use axum::http::Request;
    use axum::http::header::COOKIE;
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;

    use super::*;
    use crate::config::Config;
    use crate::{server, times};

    const PROGRAM: &str = "write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i\n";

    fn site(folder: &Path) -> Arc<Site> {
        let programs = folder.join("small").join("programs");
        std::fs::create_dir_all(&programs).unwrap();
        std::fs::write(folder.join("small").join("hill.toml"), "game = \"crash\"\nsize = 3\n").unwrap();
        for (file, author, code) in [
            ("one.crash", "<b>ann", PROGRAM),
            ("two.crash", "bob", &format!("noop\n{PROGRAM}")),
            ("other.crash", "cy", "store [i]-1 i\n"),
        ] {
            std::fs::write(programs.join(file), format!(";author {author}\n{code}")).unwrap();
        }
        let site = Arc::new(Site::new(folder, Config::default(), |_| Vec::new()).unwrap());
        site.refresh(|_| true).unwrap();
        site
    }

    /// Returns the cookie of a new account.
    fn signed_in(site: &Site, name: &str, role: Role) -> String {
        let name = AccountName::new(name).unwrap();
        let password = Password::typed("long enough to be one");
        let account = site.accounts.create(&name, &password, role, times::now()).unwrap();
        let session = site.accounts.begin_session(account.id, times::now()).unwrap();
        format!("bout={}", session.text())
    }

    fn asked(site: &Arc<Site>, cookie: &str) -> (StatusCode, String) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let service = TowerToHyperService::new(server::routes(Arc::clone(site)));
        let request = Request::get("/hosts/fair-play").header(COOKIE, cookie).body(Body::empty()).unwrap();
        runtime.block_on(async {
            let response = service.call(request).await.unwrap();
            let status = response.status();
            let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
            (status, String::from_utf8(body.to_vec()).unwrap())
        })
    }

    #[test]
    fn hosts_alone_see_which_programs_are_alike() {
        let folder = tempfile::tempdir().unwrap();
        let site = site(folder.path());
        let (status, shown) = asked(&site, &signed_in(&site, "helen", Role::Host));
        assert_eq!(status, StatusCode::OK);
        assert!(shown.contains("/hills/small/matches/one.crash/two.crash"), "{shown}");
        assert!(!shown.contains("other.crash"), "{shown}");
        assert!(!shown.contains("<b>"), "{shown}");
        assert_eq!(asked(&site, &signed_in(&site, "paul", Role::Player)).0, StatusCode::FORBIDDEN);
        assert_eq!(asked(&site, "").0, StatusCode::SEE_OTHER);
    }
}
