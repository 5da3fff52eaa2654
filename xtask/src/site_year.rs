//! Simulates a year of a site: its clock moves forward day by day, with some traffic on every day.
//!
//! `libfaketime` fakes only the site's date. Durations are measured with the real clock.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use accounts::{AccountName, Accounts, NewToken, Password, Role, Scope, Scopes};
use clap::Args;
use serde_json::{Value, json};

use crate::site::{Connection, Site, runtime};

/// The path of the library in Debian's package.
const LIBRARY: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/// Settings of a site that already deletes old data within the year, so that growth and deletion both show.
const SETTINGS: &str = "examples = false
[limits]
submissions_per_minute = 60000
sign_ins_per_minute = 60000
sign_ups_per_minute = 60000
programs_per_author = 3
[retention]
source_days = 60
[hills.crash]
game = \"crash\"
size = 10
games = 10
score = \"sampled\"
[hills.snakes]
game = \"snakes\"
size = 4
games = 2
score = \"sampled\"
[hills.snakes.rules]
turns = 20
[wars.daily]
round_every_s = 86400
[wars.daily.rules]
rounds = 1000
size = 40
";

const STILL: &str = include_str!("../../crates/bout/examples/snakes/still.c");

const PASSWORD: &str = "correct horse battery";

/// The pages that are requested every day.
const PATHS: [&str; 12] = [
    "/",
    "/hills/crash",
    "/hills/crash/standings",
    "/hills/crash/feed.atom",
    "/hills/snakes",
    "/wars/daily",
    "/feed.atom",
    "/players/author-5",
    "/search?q=a",
    "/manual/serve",
    "/api/v1/events",
    "/api/v1/hills/crash/history",
];

/// How many days a line of the table covers.
const MONTH: u32 = 30;

#[derive(Args)]
pub(crate) struct Options {
    /// The bout that serves; a release build shows what hosts have.
    #[arg(long, default_value = "target/release/bout")]
    bout: PathBuf,
    /// The days.
    #[arg(long, default_value_t = 360)]
    days: u32,
    /// Programs that are handed in on a day.
    #[arg(long, default_value_t = 4)]
    programs: u32,
    /// How often every page is looked at on a day.
    #[arg(long, default_value_t = 3)]
    views: u32,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    match runtime().and_then(|runtime| runtime.block_on(live(options))) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What was measured at the end of a month.
#[derive(Debug, Clone)]
struct Month {
    memory_bytes: u64,
    /// The size of files that the site deletes or shrinks some day: all but those in `kept_bytes`.
    bounded_bytes: u64,
    /// The size of files that the site keeps for ever: results, histories, programs that left, rounds, and
    /// the folders `seen`.
    kept_bytes: u64,
    /// The median response time of each page, in microseconds.
    page_us: BTreeMap<&'static str, u128>,
}

/// A site with a fake clock.
struct Year {
    site: Site,
    clock: tempfile::NamedTempFile,
    tokens: Vec<String>,
    day: u32,
    times: BTreeMap<&'static str, Vec<u128>>,
}

async fn live(options: &Options) -> io::Result<bool> {
    let mut year = Year::begin(&options.bout)?;
    println!(
        "{:>4} {:>10} {:>12} {:>12} {:>10} {:>10}",
        "day", "memory_kib", "bounded_kib", "kept_kib", "median_us", "worst_us"
    );
    let mut months = Vec::new();
    while year.day < options.days {
        year.next_day()?;
        year.traffic(options).await?;
        if year.day.is_multiple_of(MONTH) {
            let month = year.measure()?;
            let mut pages: Vec<u128> = month.page_us.values().copied().collect();
            pages.sort_unstable();
            println!(
                "{:>4} {:>10} {:>12} {:>12} {:>10} {:>10}",
                year.day,
                month.memory_bytes >> 10,
                month.bounded_bytes >> 10,
                month.kept_bytes >> 10,
                pages[pages.len() / 2],
                pages[pages.len() - 1],
            );
            months.push(month);
        }
    }
    Ok(is_flat(&months))
}

impl Year {
    fn begin(bout: &Path) -> io::Result<Self> {
        if !Path::new(LIBRARY).is_file() {
            return Err(io::Error::other(format!("{LIBRARY} is missing: apt-get install faketime")));
        }
        let clock = tempfile::NamedTempFile::new()?;
        fs::write(clock.path(), "+0d")?;
        let variables = [
            ("LD_PRELOAD", Path::new(LIBRARY)),
            ("FAKETIME_TIMESTAMP_FILE", clock.path()),
            ("FAKETIME_NO_CACHE", Path::new("1")),
            ("FAKETIME_DONT_FAKE_MONOTONIC", Path::new("1")),
            ("NO_FAKE_STAT", Path::new("1")),
            // Hides the daily warning about a guessed password.
            ("BOUT_LOG", Path::new("error")),
        ];
        let site = Site::start_with(bout, SETTINGS, &variables)?;
        let tokens = tokens(site.folder(), 12)?;
        Ok(Self { site, clock, tokens, day: 0, times: BTreeMap::new() })
    }

    /// Moves the clock of the site forward with a single write, since the site cannot parse a half-written
    /// time.
    fn next_day(&mut self) -> io::Result<()> {
        self.day += 1;
        fs::write(self.clock.path(), format!("+{}d", self.day))
    }

    async fn traffic(&mut self, options: &Options) -> io::Result<()> {
        let mut connection = Connection::open(&self.site.address).await?;
        let author = |nth: u32| (self.day * options.programs + nth) as usize % self.tokens.len();
        let mut waiting = Vec::new();
        for nth in 0..options.programs {
            let token = &self.tokens[author(nth)];
            let number = self.day * options.programs + nth;
            let (hill, body) = program(number);
            let path = format!("/api/v1/hills/{hill}/submissions");
            let (status, answer) = connection.post(&path, token, &body).await?;
            expect(&path, status, &[200, 201], &answer)?;
            let answer: Value = serde_json::from_slice(&answer)?;
            waiting.push(answer["id"].as_str().unwrap_or_default().to_owned());
        }
        // Two players take part in the war from the first day, and change their snippets now and then.
        if self.day == 1 || self.day.is_multiple_of(10) {
            for token in &self.tokens[..2] {
                let snippet = json!({ "source": format!("':{}'", self.day % 7 + 1) });
                let (status, answer) =
                    connection.post("/api/v1/wars/daily/snippets", token, &snippet).await?;
                expect("/api/v1/wars/daily/snippets", status, &[201, 409], &answer)?;
            }
        }
        self.people(&mut connection).await?;
        for hill in ["crash", "snakes"] {
            self.site.wait_for(&format!("/api/v1/hills/{hill}"), "\"waiting\":0").await?;
        }
        for path in PATHS.iter().cycle().take(PATHS.len() * options.views as usize) {
            let start = Instant::now();
            let (status, body) = connection.get(path).await?;
            // Authors have no page before one of their programs is on a hill.
            let may_be_missing = path.starts_with("/players/");
            expect(path, status, if may_be_missing { &[200, 404] } else { &[200] }, &body)?;
            self.times.entry(path).or_default().push(start.elapsed().as_micros());
        }
        // The result of each submission must have a page.
        for id in waiting {
            let (status, body) = connection.get(&format!("/submissions/{id}")).await?;
            expect("/submissions/ID", status, &[303], &body)?;
        }
        Ok(())
    }

    /// Lets a new member join, a member sign in, and someone guess a password.
    async fn people(&self, connection: &mut Connection) -> io::Result<()> {
        let day = self.day;
        if day % 3 == 1 {
            let form = format!("name=member-{day}&password={}", PASSWORD.replace(' ', "+"));
            let (status, body) = connection.post_form("/join", form).await?;
            expect("/join", status, &[303], &body)?;
        }
        let member = day - (day - 1) % 3;
        for (password, expected) in [(PASSWORD, 303), ("not the password", 401)] {
            let form = format!("name=member-{member}&password={}", password.replace(' ', "+"));
            let (status, body) = connection.post_form("/sign-in", form).await?;
            expect("/sign-in", status, &[expected, 403, 422], &body)?;
        }
        Ok(())
    }

    fn measure(&mut self) -> io::Result<Month> {
        let (bounded_bytes, kept_bytes) = sizes(self.site.folder());
        let median = |times: &mut Vec<u128>| {
            times.sort_unstable();
            times[times.len() / 2]
        };
        let page_us = self.times.iter_mut().map(|(path, times)| (*path, median(times))).collect();
        self.times.clear();
        Ok(Month { memory_bytes: self.site.memory()?, bounded_bytes, kept_bytes, page_us })
    }
}

/// Compares the last quarter of the year with the second one, in which the site already deleted its oldest
/// data.
fn is_flat(months: &[Month]) -> bool {
    let quarter = months.len() / 4;
    if quarter == 0 {
        println!("less than four months: nothing can be compared");
        return true;
    }
    let (before, after) = (&months[quarter..2 * quarter], &months[3 * quarter..]);
    let most = |months: &[Month], of: fn(&Month) -> u64| months.iter().map(of).max().unwrap_or_default();
    let mut is_flat = true;
    let mut compare = |what: &str, before: u64, after: u64, limit: f64| {
        #[expect(clippy::cast_precision_loss, reason = "sizes and times, as a ratio for people")]
        let ratio = after as f64 / before.max(1) as f64;
        let is_within = ratio <= limit;
        println!(
            "{} {what}: {ratio:.2} times the second quarter (limit {limit})",
            if is_within { "yes" } else { "NO " }
        );
        is_flat &= is_within;
    };
    let memory: fn(&Month) -> u64 = |month| month.memory_bytes;
    let bounded: fn(&Month) -> u64 = |month| month.bounded_bytes;
    compare("memory", most(before, memory), most(after, memory), 1.3);
    compare("what is forgotten some day", most(before, bounded), most(after, bounded), 1.3);
    for path in PATHS {
        let best =
            |months: &[Month]| months.iter().filter_map(|month| month.page_us.get(path)).min().copied();
        let (before, after) = (best(before).unwrap_or_default(), best(after).unwrap_or_default());
        let whole = |time: u128| u64::try_from(time).unwrap_or(u64::MAX);
        compare(path, whole(before), whole(after), 2.0);
    }
    is_flat
}

/// A program that has not been submitted before, and its hill.
fn program(number: u32) -> (&'static str, Value) {
    if number.is_multiple_of(16) {
        let source = format!("/* {number} */\n{STILL}");
        return ("snakes", json!({ "file": format!("still-{}.c", number % 48), "source": source }));
    }
    let (step, back) = (2 + number % 4001, 3 + number / 4001);
    let source = format!("store [a]+{step} a\nwrite crash [i]+[a]+{back}\nstore [i]-2 i\n");
    ("crash", json!({ "file": format!("walker-{}.crash", number % 36), "source": source }))
}

fn expect(path: &str, status: u16, expected: &[u16], body: &[u8]) -> io::Result<()> {
    if expected.contains(&status) {
        return Ok(());
    }
    let said: String = String::from_utf8_lossy(body).chars().take(400).collect();
    Err(io::Error::other(format!("{path}: status {status}: {said}")))
}

/// Creates authors, and returns a token for each, which is valid for years.
fn tokens(folder: &Path, count: usize) -> io::Result<Vec<String>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let accounts = Accounts::open(&folder.join(".bout").join("accounts.db")).map_err(io::Error::other)?;
    (1..=count)
        .map(|number| {
            let name = AccountName::new(&format!("author-{number}")).map_err(io::Error::other)?;
            let password = Password::choose(PASSWORD, name.as_str()).map_err(io::Error::other)?;
            let account = accounts.create(&name, &password, Role::Player, now).map_err(io::Error::other)?;
            let new = NewToken { label: "year", scopes: Scopes::new(&[Scope::Submit]), expires_s: None };
            accounts.make_token(account.id, &new, now).map_err(io::Error::other)
        })
        .collect()
}

/// Returns the total size of files that are deleted or shrunk some day, and of those that are kept for ever.
fn sizes(folder: &Path) -> (u64, u64) {
    let (mut bounded, mut kept) = (0, 0);
    for entry in walkdir::WalkDir::new(folder) {
        let Ok(entry) = entry else { continue };
        let Ok(about) = entry.metadata() else { continue };
        if !about.is_file() {
            continue;
        }
        let path = entry.path().to_string_lossy();
        let is_kept = ["hill.db", "history.jsonl", "/fallen/", "rounds.jsonl", "/seen/"];
        if is_kept.iter().any(|part| path.contains(part)) {
            kept += about.len();
        } else {
            bounded += about.len();
        }
    }
    (bounded, kept)
}
