//! `bout serve`: listens, answers, and ends cleanly.

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use contests::Failure;
use contests::enclosed::create_durably;
use games::{REGISTRY, RegisteredGame};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::foreman::{self, WorkerCommand};
use crate::hill_view::HillView;
use crate::site::{Site, hill_folders};
use crate::{api, live, pages, seeds};

/// The interval for checking whether the server is to stop.
const TICK: Duration = Duration::from_millis(50);

/// The time that answers have to end when the server stops.
const MAX_GOODBYE: Duration = Duration::from_secs(1);

/// What is said to clients for whom there is no room.
const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n\
                    content-length: 68\r\nconnection: close\r\n\r\n\
                    Too many are connected to this site; please try again in 5 seconds.\n";

/// Example programs: their files and their contents.
pub type Examples = Vec<(String, &'static [u8])>;

/// What `bout serve` was asked for.
pub struct Options {
    /// The folder with the site: a hill, or a folder of hills. It is created if it does not exist.
    pub folder: PathBuf,
    /// The address to listen on, instead of that of `bout.toml`.
    pub bind: Option<String>,
    /// Returns the example programs of a game, by its name: their files and their contents.
    pub examples: fn(&str) -> Examples,
    /// The command line of a worker, which calls [`work`](crate::work).
    pub worker: Vec<OsString>,
    /// Returns true once the server is to stop.
    pub stop: fn() -> bool,
    /// Hears the address that the server listens on.
    pub listening: fn(&str) -> Result<(), Failure>,
}

/// Serves a folder until it is to stop.
pub fn serve(options: &Options) -> Result<(), Failure> {
    create_durably(&options.folder)?;
    let config = Config::read(&options.folder)?;
    let bind = options.bind.clone().unwrap_or_else(|| config.bind.clone());
    let listener = listen(&bind)?;
    let site = Arc::new(Site::new(&options.folder, config, options.examples));
    let is_new = hill_folders(&options.folder)?.is_empty() || seeds::are_unfinished(&options.folder);
    if is_new {
        seeds::begin(&options.folder)?;
        plant(&site, options, |game| !game.runs_foreign_code())?;
    }
    site.look(|_| true)?;
    let address = listener.local_addr().map_err(|error| cannot_listen(&bind, &error))?;
    (options.listening)(&format!("http://{address}/"))?;
    let foremen = start_foremen(&site, options, is_new);
    let served = run(&site, listener, options.stop);
    for foreman in foremen {
        // A foreman that panicked has nothing left to do.
        let _ = foreman.join();
    }
    served
}

fn listen(bind: &str) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(bind).map_err(|error| cannot_listen(bind, &error))?;
    listener.set_nonblocking(true).map_err(|error| cannot_listen(bind, &error))?;
    Ok(listener)
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

/// Creates the hills of some games, where example programs wait.
fn plant(
    site: &Site,
    options: &Options,
    wanted: impl Fn(&dyn RegisteredGame) -> bool,
) -> Result<(), Failure> {
    for game in REGISTRY.iter().filter(|game| wanted(**game)) {
        let name = game.info().name;
        seeds::plant(&options.folder, &site.queue(name), *game, (options.examples)(name))?;
    }
    Ok(())
}

fn start_foremen(site: &Arc<Site>, options: &Options, is_new: bool) -> [std::thread::JoinHandle<()>; 3] {
    let command = WorkerCommand(options.worker.clone());
    let stop = options.stop;
    let player = {
        let (site, command) = (Arc::clone(site), command.clone());
        let (folder, examples) = (options.folder.clone(), options.examples);
        std::thread::spawn(move || {
            // Whether a game's foreign code can run here is found out by a worker.
            if is_new && let Ok(playable) = foreman::playable(&command, stop) {
                let foreign =
                    REGISTRY.iter().filter(|game| playable.iter().any(|name| name == game.info().name));
                let planted = foreign.into_iter().try_for_each(|game| {
                    let name = game.info().name;
                    seeds::plant(&folder, &site.queue(name), *game, examples(name))
                });
                // What is not finished now is tried again at the next start.
                let _ = planted.and_then(|()| seeds::finish(&folder));
            }
            foreman::play(&site, command, stop, HillView::asks_foreign_code);
        })
    };
    // Foreign code is slow, and the other hills do not wait for it.
    let other_player = {
        let (site, command) = (Arc::clone(site), command.clone());
        std::thread::spawn(move || foreman::play(&site, command, stop, |hill| !hill.asks_foreign_code()))
    };
    let recorder = {
        let site = Arc::clone(site);
        std::thread::spawn(move || foreman::make_records(&site, command, stop))
    };
    [player, other_player, recorder]
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
        .route("/games/{game}", get(pages::game))
        .route("/live/{hill}", get(pages::broadcast))
        .route("/live/{hill}/now", get(pages::now))
        .route("/broadcast.js", get(pages::broadcast_script))
        .route("/soon.js", get(pages::soon_script))
        .route("/players/{author}", get(pages::player))
        .route("/search", get(pages::search))
        .route("/manual", get(pages::contents))
        .route("/manual/", get(pages::contents))
        .route("/manual/{page}", get(pages::manual))
        .route("/site.css", get(pages::style))
        .route("/live.js", get(pages::script))
        .merge(api::routes())
        .fallback(pages::not_found)
        .with_state(site)
}

fn run(site: &Arc<Site>, listener: TcpListener, stop: fn() -> bool) -> Result<(), Failure> {
    let machine = |error: std::io::Error| Failure::Machine(format!("the server cannot run: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(machine)?;
    let result = runtime.block_on(accept(site, listener, stop)).map_err(machine);
    runtime.shutdown_timeout(MAX_GOODBYE);
    result
}

async fn accept(site: &Arc<Site>, listener: TcpListener, stop: fn() -> bool) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let routes = routes(Arc::clone(site));
    let limits = &site.config.limits;
    let room = Arc::new(Semaphore::new(usize::from(limits.connections)));
    let header_timeout = Duration::from_secs(u64::from(limits.header_timeout_s));
    while !stop() {
        let Ok(accepted) = tokio::time::timeout(TICK, listener.accept()).await else { continue };
        let Ok((mut stream, _)) = accepted else {
            // Too many open files, for example: others may close soon.
            tokio::time::sleep(TICK).await;
            continue;
        };
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else {
            tokio::spawn(async move {
                let _ = tokio::time::timeout(MAX_GOODBYE, stream.write_all(FULL.as_bytes())).await;
            });
            continue;
        };
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let served = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(header_timeout)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), service);
            // A client that goes away is nothing to report.
            let _ = served.await;
            drop(place);
        });
    }
    Ok(())
}
