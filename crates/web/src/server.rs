//! `bout serve`: listens, answers, and ends cleanly.

use std::ffi::OsString;
use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use accounts::LinkPurpose;
use axum::Router;
use axum::routing::{get, post};
use contests::Failure;
use contests::confined_folder::{ConfinedFolder, create_durably};
use contests::internal_folder;
use games::{REGISTRY, RegisteredGame};

use crate::config::Config;
use crate::hill_view::HillView;
use crate::launcher::{Launcher, WorkerFeature};
use crate::metrics::FailureKind;
use crate::new_hills::NewHill;
use crate::public_answers::GzipCache;
use crate::site::{Site, failed, hill_folders};
use crate::supervisor::{self, WorkerCommand};
use crate::wars::{self, war_folders};
use crate::{
    api, author_news, behaviours, connections, dated, feed, guard, health, live, log, mail, metrics,
    new_hills, pages, practice, private_files, public_answers, requests, retention, service_manager,
    statistics, times, webhooks,
};
#[cfg(feature = "postgres")]
use crate::{leader, replicas};

/// How long the server waits for unfinished answers when it stops.
const MAX_GOODBYE: Duration = Duration::from_secs(1);

/// The lifetime of the link for the first host, in seconds. The next start creates another one.
const FIRST_HOST_S: u64 = 24 * 3600;

/// Example programs: their files and their contents.
pub type Examples = Vec<(String, &'static [u8])>;

/// The options of `bout serve`.
pub struct Options {
    /// The folder with the site: a hill, or a folder of hills. It is created if it does not exist.
    pub folder: PathBuf,
    /// The address to listen on, instead of that of `bout.toml`.
    pub bind: Option<String>,
    /// Returns the example programs of a game, by its name: their files and their contents.
    pub examples: fn(&str) -> Examples,
    /// The command line of a worker, which calls [`work`](crate::work).
    pub worker: Vec<OsString>,
    /// The command line of the process that starts workers, which calls
    /// [`start_workers`](crate::start_workers) for the folder that is appended to it.
    pub launcher: Vec<OsString>,
    /// Returns true once the server is to stop.
    pub stop: fn() -> bool,
    /// Called with the address that the server listens on.
    pub listening: fn(&str) -> Result<(), Failure>,
    /// Called with the isolation features that workers have.
    pub isolation: fn(&[WorkerFeature]) -> Result<(), Failure>,
    /// Called with the link by which the first host creates an account, if there is no host yet.
    pub first_host: fn(&str) -> Result<(), Failure>,
}

/// Serves a folder until `options.stop` returns true.
pub fn serve(options: &Options) -> Result<(), Failure> {
    private_files::keep_files_private();
    create_durably(&options.folder)?;
    let mut config = Config::read(&options.folder)?;
    let bind = options.bind.clone().unwrap_or_else(|| config.bind.as_str().to_owned());
    let named = config.new_hills(&options.folder, options.examples)?;
    // A service manager may already listen for the site, so that no connection is refused while it
    // starts.
    let listener = match service_manager::socket()? {
        Some(listener) => listener,
        None => TcpListener::bind(&bind).map_err(|error| cannot_listen(&bind, &error))?,
    };
    listener.set_nonblocking(true).map_err(|error| cannot_listen(&bind, &error))?;
    let launcher = Arc::new(Launcher::launch(options, &config.workers)?);
    config.make_wars(&options.folder)?;
    let address = listener.local_addr().map_err(|error| cannot_listen(&bind, &error))?;
    config.sign_up = Some(config.who_signs_up(address));
    let site = Arc::new(Site::new(&options.folder, config, options.examples)?);
    let _only_server = lock_folder(&site)?;
    // Only one process makes the hills of a new site.
    #[cfg(feature = "postgres")]
    let alone = replicas::alone(&site, "the first start")?;
    // If the settings name hills, only these are created, and not one for each game.
    let is_new = site.config.hills.is_empty()
        && war_folders(&options.folder)?.is_empty()
        && (hill_folders(&options.folder)?.is_empty() || new_hills::are_unfinished(&options.folder));
    for hill in named {
        let examples = examples_for(&site, options, hill.game);
        NewHill { name: hill.name, game: hill.game, settings: hill.settings, examples }.create(&site)?;
    }
    if is_new {
        new_hills::begin(&options.folder)?;
        create_hills(&site, options, |game| !game.runs_foreign_code())?;
    }
    for mistake in site.config.webhooks_in_vain(&options.folder)? {
        tracing::warn!("{mistake}");
    }
    site.announce_contests()?;
    site.refresh(|_| true)?;
    site.wars.refresh(&site)?;
    #[cfg(feature = "postgres")]
    drop(alone);
    (options.listening)(&format!("http://{address}/"))?;
    (options.isolation)(&launcher.isolation())?;
    site.board.note_isolation(launcher.isolation());
    if log::keeps_output() {
        // Does not show a link, because readers of the log must not become hosts.
        if site.accounts.has_no_host().map_err(|error| failed(&error))? {
            tracing::warn!("the site has no host yet; `bout admin host-link` makes a link for one");
        }
    } else if let Some(link) = first_host(&site, address)? {
        (options.first_host)(&link)?;
    }
    let command = WorkerCommand::new(launcher, &site);
    site.health.set_worker(command.clone());
    tracing::info!(version = env!("CARGO_PKG_VERSION"), %address, "the site listens");
    let mut threads = start_playing(&site, options, &command, is_new)?;
    threads.extend(start_helpers(&site, &command, options.stop));
    threads.push(retention::start(&site, options.stop));
    threads.extend(site.queue.clone().map(|queue| {
        let stop = options.stop;
        std::thread::spawn(move || queue.watch(stop))
    }));
    let served = run(&site, listener, options.stop);
    for supervisor in threads {
        // Ignores threads that panicked: the panic is in the log.
        let _ = supervisor.join();
    }
    tracing::info!("the site has stopped");
    served
}

/// Creates the link by which the first host creates an account; `None` if there is a host.
fn first_host(site: &Site, address: SocketAddr) -> Result<Option<String>, Failure> {
    if !site.accounts.has_no_host().map_err(|error| failed(&error))? {
        return Ok(None);
    }
    let expires = times::now() + FIRST_HOST_S;
    let link = site.accounts.make_link(LinkPurpose::FirstHost, expires).map_err(|error| failed(&error))?;
    let base = site.config.base_url.as_ref();
    let base = base.map_or_else(|| format!("http://{address}"), |base| base.as_str().to_owned());
    Ok(Some(format!("{base}/links/{}", link.text())))
}

fn cannot_listen(bind: &str, error: &std::io::Error) -> Failure {
    let advice = match error.kind() {
        std::io::ErrorKind::AddrInUse => "another program listens there; choose another port with --bind",
        std::io::ErrorKind::PermissionDenied => {
            "ports below 1024 need permission; choose another with --bind"
        }
        _ => "an address looks like 127.0.0.1:8080",
    };
    Failure::Machine(format!("cannot listen on {}: {error}; {advice}", bind.escape_debug()))
}

/// Creates the hills of the wanted games, with example programs in their queues.
fn create_hills(
    site: &Site,
    options: &Options,
    wanted: impl Fn(&dyn RegisteredGame) -> bool,
) -> Result<(), Failure> {
    for game in REGISTRY.iter().filter(|game| wanted(**game)) {
        let hill = NewHill::of_game(*game, examples_for(site, options, *game));
        hill.create(site)?;
    }
    Ok(())
}

/// Returns the example programs for a new hill of a game; none if the settings disable them.
fn examples_for(site: &Site, options: &Options, game: &dyn RegisteredGame) -> Examples {
    if site.config.examples { (options.examples)(game.info().name) } else { Vec::new() }
}

/// Refuses a second server for a folder, because both would play its submissions. Several processes can serve a site
/// whose accounts are in `PostgreSQL`, which says who plays.
fn lock_folder(site: &Site) -> Result<Option<File>, Failure> {
    #[cfg(feature = "postgres")]
    if site.accounts.pool().is_some() {
        return Ok(None);
    }
    let lock = internal_folder::lock_if_free(&ConfinedFolder::open(&site.folder)?)?;
    lock.map(Some).ok_or_else(|| {
        let folder = site.folder.display();
        let remedy = "stop it first; several can serve one site only if its accounts are in PostgreSQL";
        Failure::Refused(format!("{folder}: another `bout serve` serves this folder; {remedy}"))
    })
}

/// Starts the threads that play and send notifications: at once if this is the only process, or
/// else while this process is the leader.
fn start_playing(
    site: &Arc<Site>,
    options: &Options,
    command: &WorkerCommand,
    is_new: bool,
) -> Result<Vec<JoinHandle<()>>, Failure> {
    let players = Players {
        site: Arc::clone(site),
        folder: options.folder.clone(),
        examples: options.examples,
        command: command.clone(),
        is_new,
    };
    #[cfg(feature = "postgres")]
    if let Some(pool) = site.accounts.pool() {
        site.replicas.set_plays(false);
        let mut threads = Vec::from(replicas::start(site, &pool, options.stop)?);
        threads.push(leader::start(site, pool, options.stop, move |stop| players.start(stop).into()));
        return Ok(threads);
    }
    // Queues the submissions again that were being played when an earlier process was killed.
    site.accounts.put_all_back().map_err(|error| failed(&error))?;
    Ok(players.start(options.stop).into())
}

/// The threads that play and send notifications. A site has them in one process only.
struct Players {
    site: Arc<Site>,
    folder: PathBuf,
    examples: fn(&str) -> Examples,
    command: WorkerCommand,
    is_new: bool,
}

impl Players {
    fn start(&self, stop: fn() -> bool) -> [JoinHandle<()>; 8] {
        let Self { site, command, .. } = self;
        let player = self.start_player(stop);
        // Foreign code is slow, so the other hills have a thread of their own.
        let other_player = {
            let (site, command) = (Arc::clone(site), command.with_role("other hills"));
            std::thread::spawn(move || {
                supervisor::play(&site, command, stop, |hill| !hill.asks_foreign_code());
            })
        };
        let war_player = {
            let (site, command) = (Arc::clone(site), command.clone());
            std::thread::spawn(move || wars::play(&site, &command, stop))
        };
        let of_contests = {
            let (site, command) = (Arc::clone(site), command.clone());
            std::thread::spawn(move || dated::play(&site, &command, stop))
        };
        let comparer = {
            let (site, command) = (Arc::clone(site), command.clone());
            std::thread::spawn(move || behaviours::play(&site, &command, stop))
        };
        let messenger = {
            let site = Arc::clone(site);
            std::thread::spawn(move || webhooks::deliver(&site, stop))
        };
        let noter = {
            let site = Arc::clone(site);
            std::thread::spawn(move || author_news::note(&site, stop))
        };
        let teller = {
            let site = Arc::clone(site);
            std::thread::spawn(move || author_news::deliver(&site, stop))
        };
        [player, other_player, war_player, of_contests, comparer, messenger, noter, teller]
    }

    /// Starts the thread that plays hills with C or Perl. On a new site, it creates these hills
    /// first.
    fn start_player(&self, stop: fn() -> bool) -> JoinHandle<()> {
        let (site, command) = (Arc::clone(&self.site), self.command.with_role("hills with C or Perl"));
        let (folder, examples, is_new) = (self.folder.clone(), self.examples, self.is_new);
        std::thread::spawn(move || {
            // A worker finds out which games' foreign code can run here.
            if is_new && let Ok(playable) = supervisor::playable(&command, stop) {
                let foreign =
                    REGISTRY.iter().filter(|game| playable.iter().any(|name| name == game.info().name));
                let created = foreign.into_iter().try_for_each(|game| {
                    let name = game.info().name;
                    let examples = if site.config.examples { examples(name) } else { Vec::new() };
                    NewHill::of_game(*game, examples).create(&site)
                });
                // If this fails, the next start tries again.
                let created = created.and_then(|()| new_hills::finish(&folder));
                let created = created.and_then(|()| site.announce_contests());
                let _ = site.note(FailureKind::Folder, "new hills", created);
            }
            supervisor::play(&site, command, stop, HillView::asks_foreign_code);
        })
    }
}

/// Starts the threads that each process needs for its own visitors.
fn start_helpers(site: &Arc<Site>, command: &WorkerCommand, stop: fn() -> bool) -> [JoinHandle<()>; 5] {
    let war_recorder = {
        let site = Arc::clone(site);
        std::thread::spawn(move || wars::make_records(&site, stop))
    };
    let recorder = {
        let (site, command) = (Arc::clone(site), command.clone());
        std::thread::spawn(move || supervisor::make_records(&site, &command, stop))
    };
    let mailer = {
        let site = Arc::clone(site);
        std::thread::spawn(move || mail::deliver(&site, stop))
    };
    let watchman = {
        let site = Arc::clone(site);
        std::thread::spawn(move || statistics::watch(&site, stop))
    };
    let practice = {
        let (site, command) = (Arc::clone(site), command.clone());
        std::thread::spawn(move || practice::play_orders(&site, &command, stop))
    };
    [war_recorder, recorder, mailer, watchman, practice]
}

/// Returns the routes of the site.
pub(crate) fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(pages::front))
        .route("/hills/{hill}", get(pages::hill))
        .route("/hills/{hill}/standings", get(pages::standings))
        .route("/hills/{hill}/live", get(live::events))
        .route("/hills/{hill}/programs/{program}", get(pages::program))
        .route("/hills/{hill}/matches/{one}/{two}", get(pages::fight))
        .route("/hills/{hill}/matches/{one}/{two}/viewer", get(pages::viewer))
        .route("/hills/{hill}/feed.atom", get(feed::of_hill))
        .route("/wars", get(pages::wars))
        .route("/wars/{war}", get(pages::war))
        .route("/wars/{war}/standings", get(pages::war_standings))
        .route("/wars/{war}/live", get(live::war_events))
        .route("/wars/{war}/feed.atom", get(feed::of_war))
        .route("/wars/{war}/rounds/{round}", get(pages::round))
        .route("/wars/{war}/rounds/{round}/viewer", get(pages::round_viewer))
        .route("/contests", get(pages::contests))
        .route("/contests/{contest}", get(pages::contest))
        .route("/contests/{contest}/entry", get(pages::contest_entry).post(pages::contest_entered))
        .route("/games/{game}", get(pages::game))
        .route("/feed.atom", get(feed::of_site))
        .route("/api", get(api::page))
        .route("/live/{hill}", get(pages::broadcast))
        .route("/live/{hill}/now", get(pages::now))
        .route("/broadcast.js", get(pages::broadcast_script))
        .route("/soon.js", get(pages::soon_script))
        .route("/players/{author}", get(pages::player))
        .route("/playground", get(pages::playground))
        .route("/playground/{game}", get(pages::playground_of))
        .route("/playground/{game}/course", get(pages::practice_course))
        .route("/playground/games", post(pages::practice_games))
        .route("/playground/lessons", post(pages::practice_lesson))
        .route("/search", get(pages::search))
        .route("/manual", get(pages::contents))
        .route("/manual/", get(pages::contents))
        .route("/manual/{page}", get(pages::manual))
        .route("/wars/{war}/submit", get(pages::war_submit).post(pages::war_submitted))
        .route("/wars/{war}/rounds", post(pages::round_requested))
        .route("/sign-in", get(pages::sign_in).post(pages::signed_in))
        .route("/sign-in/with/{provider}", get(pages::provider))
        .route("/sign-in/with/{provider}/answer", get(pages::answered))
        .route("/sign-in/finish", post(pages::finished))
        .route("/account/identities/disconnect", post(pages::disconnected))
        .route("/sign-out", post(pages::signed_out))
        .route("/join", get(pages::join).post(pages::joined))
        .route("/links/{secret}", get(pages::link).post(pages::link_used))
        .route("/forgot", get(pages::forgot).post(pages::forgotten))
        .route("/mail/{secret}", get(pages::address).post(pages::address_confirmed))
        .route("/account", get(pages::account))
        .route("/account/mail", post(pages::address_changed))
        .route("/account/news", get(pages::author_news))
        .route("/account/news/feed", post(pages::feed_changed))
        .route("/account/news/webhooks", post(pages::webhook_added))
        .route("/account/news/webhooks/{id}", post(pages::webhook_changed))
        .route("/feeds/{secret}", get(feed::of_author))
        .route("/account/tokens", post(pages::token_made))
        .route("/account/tokens/{id}/delete", post(pages::token_deleted))
        .route("/account/password", post(pages::password_changed))
        .route("/account/sessions/end", post(pages::sessions_ended))
        .route("/account/delete", post(pages::deleted))
        .route("/hosts", get(pages::hosts))
        .route("/hosts/fair-play", get(pages::fair_play))
        .route("/hosts/moderation", get(pages::moderation))
        .route("/hosts/statistics", get(pages::statistics))
        .route("/hills/{hill}/look-after", get(pages::hill_admin).post(pages::save_hill_admin))
        .route("/hills/{hill}/programs/{program}/report", get(pages::report_program).post(pages::reported))
        .route("/hill-links/{secret}", get(pages::hill_link).post(pages::hill_joined))
        .route("/hosts/invitations", post(pages::invited))
        .route("/hosts/accounts/{name}", post(pages::account_changed))
        .route("/hills/{hill}/submit", get(pages::submit).post(pages::submitted))
        .route("/submissions/{submission}", get(pages::submission))
        .route("/submissions/{submission}/live", get(pages::submission_live))
        .route("/submissions/{submission}/withdraw", post(pages::withdrawn))
        .route("/submit.js", get(pages::submit_script))
        .route("/submission.js", get(pages::submission_script))
        .route("/site.css", get(pages::style))
        .route("/live.js", get(pages::script))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::metrics))
        .merge(api::routes())
        .fallback(pages::not_found)
        .layer(axum::extract::DefaultBodyLimit::max(site.config.limits.body_bytes.size()))
        .layer(axum::middleware::from_fn_with_state(Arc::new(GzipCache::new()), public_answers::finish))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&site), guard::guard))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&site), requests::observe))
        .with_state(site)
}

fn run(site: &Arc<Site>, listener: TcpListener, stop: fn() -> bool) -> Result<(), Failure> {
    let machine = |error: std::io::Error| Failure::Machine(format!("the server cannot run: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(machine)?;
    let result = runtime.block_on(connections::accept(site, listener, stop)).map_err(machine);
    runtime.shutdown_timeout(MAX_GOODBYE);
    result
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;

    /// The folder of the site, for the callback `listening`, which cannot capture it.
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();

    #[test]
    fn the_site_listens_before_it_looks_for_foreign_code() {
        let folder = tempfile::tempdir().unwrap();
        FOLDER.set(folder.path().to_owned()).unwrap();
        let served = serve(&Options {
            folder: folder.path().to_owned(),
            bind: Some("127.0.0.1:0".into()),
            examples: |_| Vec::new(),
            worker: Vec::new(),
            launcher: Vec::new(),
            isolation: |_| Ok(()),
            stop: || true,
            listening: |address| {
                assert!(address.starts_with("http://127.0.0.1:"));
                for game in REGISTRY {
                    let is_there = FOLDER.get().unwrap().join(game.info().name).exists();
                    assert_eq!(is_there, !game.runs_foreign_code(), "{}", game.info().name);
                }
                Err(Failure::OutputClosed)
            },
            first_host: |_| Ok(()),
        });
        assert!(matches!(served, Err(Failure::OutputClosed)));
    }
}
