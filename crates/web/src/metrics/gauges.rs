//! Metrics that are measured on request: queues, listeners, sizes, and the process.

use std::path::Path;
use std::sync::atomic::Ordering;

use prometheus::core::Collector as _;
use prometheus::proto::MetricFamily;
use prometheus::{GaugeVec, Opts};

use crate::mail::Mail;
use crate::site::Site;
use crate::statistics::accounts_bytes;
use crate::times;

/// The maximum number of files whose sizes are added up. For a larger folder, the sum is a lower
/// bound.
const MAX_FILES: usize = 100_000;

/// Measures all gauges.
pub(super) fn of(site: &Site) -> Vec<MetricFamily> {
    let mut gauges = Gauges::default();
    gauges.set("bout_info", "The version of bout", &[("version", env!("CARGO_PKG_VERSION"))], 1.0);
    let connections = site.metrics.connections.load(Ordering::Relaxed);
    gauges.set("bout_http_connections", "Connections that are open", &[], number(connections));
    let listeners = site.events.receiver_count() + site.wars.changes.receiver_count();
    gauges.set("bout_live_listeners", "Pages that listen to live events", &[], count(listeners));
    queues(site, &mut gauges);
    sizes(site, &mut gauges);
    let mut families = gauges.0;
    #[cfg(target_os = "linux")]
    families.extend(prometheus::process_collector::ProcessCollector::for_self().collect());
    families
}

fn queues(site: &Site, gauges: &mut Gauges) {
    const WAITING: &str = "bout_queue_waiting";
    const WAITING_HELP: &str = "What waits, by queue";
    let waiting = site.accounts.waiting_by_hill().unwrap_or_default();
    let all: u64 = waiting.values().map(|(waiting, _)| waiting).sum();
    let oldest = waiting.values().map(|(_, since_s)| *since_s).min();
    let age_s = oldest.map_or(0, |since_s| times::now().saturating_sub(since_s));
    let mail = site.mail.as_ref().map_or(0, Mail::waiting);
    for (queue, waits) in [
        ("submissions", number(all)),
        ("records", count(site.records.waiting() + site.wars.records.waiting())),
        ("mail", count(mail)),
    ] {
        gauges.set(WAITING, WAITING_HELP, &[("queue", queue)], waits);
    }
    gauges.set(
        "bout_submissions_oldest_seconds",
        "Seconds that the oldest submission has waited",
        &[],
        number(age_s),
    );
    for (hill, (waits, _)) in &waiting {
        let help = "Submissions that wait or are played, by hill";
        gauges.set("bout_hill_submissions", help, &[("hill", hill)], number(*waits));
    }
}

fn sizes(site: &Site, gauges: &mut Gauges) {
    let database = number(accounts_bytes(site));
    gauges.set("bout_database_bytes", "Bytes of the database of accounts", &[], database);
    let help = "Bytes of all files in the folder of the site";
    gauges.set("bout_folder_bytes", help, &[], number(bytes_in(&site.folder)));
    #[cfg(unix)]
    if let Ok(about) = rustix::fs::statvfs(&site.folder) {
        let bytes = |blocks: u64| number(blocks.saturating_mul(about.f_frsize));
        gauges.set("bout_disk_bytes", "Bytes of the file system", &[], bytes(about.f_blocks));
        let help = "Bytes of the file system that the site may still use";
        gauges.set("bout_disk_free_bytes", help, &[], bytes(about.f_bavail));
    }
}

/// Returns the total size of the files in a folder, in bytes. Links are not followed.
fn bytes_in(folder: &Path) -> u64 {
    let mut folders = vec![folder.to_owned()];
    let (mut bytes, mut files) = (0_u64, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            files += 1;
            if files > MAX_FILES {
                return bytes;
            }
            match entry.metadata() {
                Ok(about) if about.is_dir() => folders.push(entry.path()),
                Ok(about) => bytes += about.len(),
                Err(_) => {}
            }
        }
    }
    bytes
}

/// Values with their names and labels.
#[derive(Default)]
struct Gauges(Vec<MetricFamily>);

impl Gauges {
    /// Adds a value. Values with the same name must be added one after the other.
    fn set(&mut self, name: &str, help: &str, labels: &[(&str, &str)], value: f64) {
        let (names, values): (Vec<&str>, Vec<&str>) = labels.iter().copied().unzip();
        let gauge = GaugeVec::new(Opts::new(name, help), &names).expect("the names of metrics are valid");
        gauge.with_label_values(&values).set(value);
        for mut family in gauge.collect() {
            match self.0.last_mut().filter(|last| last.name() == name) {
                Some(last) => {
                    let mut metrics = last.take_metric();
                    metrics.extend(family.take_metric());
                    last.set_metric(metrics);
                }
                None => self.0.push(family),
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "Prometheus has no other numbers")]
const fn number(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "Prometheus has no other numbers")]
const fn count(number: usize) -> f64 {
    number as f64
}
