//! Requests pages of a site while matches run, and measures response times and the site's memory.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Args;
use tokio::time::Instant;

use crate::site::{Connection, Site, runtime};

/// Settings with a hill whose games last longer than the measurement, and one that is quickly done.
const SETTINGS: &str = "[hills.busy]\ngame = \"crash\"\ngames = 1000000\nscore = \"sampled\"\n\
                        [hills.done]\ngame = \"crash\"\ngames = 10\nscore = \"sampled\"\n";

/// The requested pages, in turn. Half of them belong to the hill with results, which people visit most.
const PATHS: [&str; 8] = [
    "/",
    "/hills/done",
    "/hills/done/standings",
    "/hills/busy",
    "/site.css",
    "/api/v1/hills/done",
    "/api/v1/events",
    "/hills/done/feed.atom",
];

#[derive(Args)]
pub(crate) struct Options {
    /// The bout that serves; a release build shows what hosts have.
    #[arg(long, default_value = "target/release/bout")]
    bout: PathBuf,
    /// Views a minute.
    #[arg(long, default_value_t = 10_000)]
    views: u32,
    /// For how long.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Connections, which are kept.
    #[arg(long, default_value_t = 32)]
    connections: u32,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    match runtime().and_then(|runtime| runtime.block_on(measure(options))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(options: &Options) -> io::Result<()> {
    // Measures while `busy` is being played. `done` gets its results meanwhile, since workers alternate
    // between hills.
    let site = Site::start(&options.bout, SETTINGS)?;
    site.wait_for("/api/v1/hills/busy", "\"progress\":{").await?;
    look(&site, options, options.views / 10).await?;
    let before = site.memory()?;
    let all = u64::from(options.views) * u64::from(options.seconds) / 60;
    let mut times = look(&site, options, u32::try_from(all).unwrap_or(u32::MAX)).await?;
    let after = site.memory()?;
    times.sort_unstable();
    let at = |percent: usize| {
        times
            .get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    println!("views {}", times.len());
    println!("p50_us {}", at(50).as_micros());
    println!("p99_us {}", at(99).as_micros());
    println!("max_us {}", at(100).as_micros());
    println!("memory_before_bytes {before}");
    println!("memory_after_bytes {after}");
    Ok(())
}

/// Requests pages at even intervals. Returns how long after its scheduled time each response was complete,
/// including any wait for a free connection.
async fn look(site: &Site, options: &Options, views: u32) -> io::Result<Vec<Duration>> {
    let interval = Duration::from_mins(1) / options.views;
    let start = Instant::now();
    let next = Arc::new(AtomicU64::new(0));
    let mut visitors = Vec::new();
    for _ in 0..options.connections {
        let mut connection = Connection::open(&site.address).await?;
        let next = Arc::clone(&next);
        visitors.push(tokio::spawn(async move {
            let mut times = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(number) = u32::try_from(number).ok().filter(|&number| number < views) else {
                    return Ok::<_, io::Error>(times);
                };
                let moment = start + interval * number;
                tokio::time::sleep_until(moment).await;
                let path = PATHS[number as usize % PATHS.len()];
                let (status, _) = connection.get(path).await?;
                if status != 200 {
                    return Err(io::Error::other(format!("{path}: status {status}")));
                }
                times.push(moment.elapsed());
            }
        }));
    }
    let mut times = Vec::new();
    for visitor in visitors {
        times.extend(visitor.await.map_err(io::Error::other)??);
    }
    Ok(times)
}
