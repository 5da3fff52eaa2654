//! `bout serve`: listens, answers, and ends cleanly.

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use contests::Failure;
use contests::confined_folder::create_durably;
use games::{REGISTRY, RegisteredGame};

use crate::config::Config;
use crate::foreman::{self, WorkerCommand};
use crate::hill_view::HillView;
use crate::seeds::NewHill;
use crate::site::{Site, hill_folders};
use crate::{api, connections, dated, feed, guard, live, pages, seeds};

/// The time that answers have to end when the server stops.
const MAX_GOODBYE: Duration = Duration::from_secs(1);

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
    let bind = options.bind.clone().unwrap_or_else(|| config.bind.as_str().to_owned());
    let named = config.new_hills(&options.folder, options.examples)?;
    let listener = listen(&bind)?;
    let site = Arc::new(Site::new(&options.folder, config, options.examples));
    // Who names hills wants these, and not one of every game.
    let is_new = site.config.hills.is_empty()
        && (hill_folders(&options.folder)?.is_empty() || seeds::are_unfinished(&options.folder));
    for hill in named {
        let examples = examples_for(&site, options, hill.game);
        let queue = site.queue(hill.name.as_str());
        NewHill { name: hill.name, game: hill.game, settings: hill.settings, examples }
            .plant(&options.folder, &queue)?;
    }
    if is_new {
        seeds::begin(&options.folder)?;
        plant(&site, options, |game| !game.runs_foreign_code())?;
    }
    site.announce_contests()?;
    site.refresh(|_| true)?;
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
        let hill = NewHill::of_game(*game, examples_for(site, options, *game));
        hill.plant(&options.folder, &site.queue(game.info().name))?;
    }
    Ok(())
}

/// Returns the programs that are to challenge a new hill of a game.
fn examples_for(site: &Site, options: &Options, game: &dyn RegisteredGame) -> Examples {
    if site.config.examples { (options.examples)(game.info().name) } else { Vec::new() }
}

fn start_foremen(site: &Arc<Site>, options: &Options, is_new: bool) -> [std::thread::JoinHandle<()>; 4] {
    let command = WorkerCommand {
        line: options.worker.clone(),
        max_silence: Duration::from_secs(site.config.workers.silence_s.get()),
    };
    let stop = options.stop;
    let player = {
        let (site, command) = (Arc::clone(site), command.clone());
        let (folder, examples) = (options.folder.clone(), options.examples);
        let with_examples = site.config.examples;
        std::thread::spawn(move || {
            // Whether a game's foreign code can run here is found out by a worker.
            if is_new && let Ok(playable) = foreman::playable(&command, stop) {
                let foreign =
                    REGISTRY.iter().filter(|game| playable.iter().any(|name| name == game.info().name));
                let planted = foreign.into_iter().try_for_each(|game| {
                    let name = game.info().name;
                    let examples = if with_examples { examples(name) } else { Vec::new() };
                    NewHill::of_game(*game, examples).plant(&folder, &site.queue(name))
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
    let of_contests = {
        let (site, command) = (Arc::clone(site), command.clone());
        std::thread::spawn(move || dated::play(&site, command, stop))
    };
    let recorder = {
        let site = Arc::clone(site);
        std::thread::spawn(move || foreman::make_records(&site, command, stop))
    };
    [player, other_player, of_contests, recorder]
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
        .route("/contests", get(pages::contests))
        .route("/contests/{contest}", get(pages::contest))
        .route("/games/{game}", get(pages::game))
        .route("/feed.atom", get(feed::of_site))
        .route("/api", get(api::page))
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
        .layer(axum::extract::DefaultBodyLimit::max(site.config.limits.body_bytes.size()))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&site), guard::guard))
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

    /// The folder of the site, for the function that hears when it listens.
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
            stop: || true,
            listening: |address| {
                assert!(address.starts_with("http://127.0.0.1:"));
                for game in REGISTRY {
                    let is_there = FOLDER.get().unwrap().join(game.info().name).exists();
                    assert_eq!(is_there, !game.runs_foreign_code(), "{}", game.info().name);
                }
                Err(Failure::OutputClosed)
            },
        });
        assert!(matches!(served, Err(Failure::OutputClosed)));
    }
}
