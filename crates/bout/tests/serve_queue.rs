//! `bout serve`: many submissions by many authors at once, with kills in between.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::site::Site;
use support::{Sandbox, load, signal};

/// Kills the site and its workers, as a machine failure would.
fn kill(site: Site) {
    site.workers().into_iter().for_each(kill_process);
    signal(&site.child, "KILL");
    assert_eq!(site.wait(), None);
}

/// Each author hands in `each` programs at once. The site is killed three times, and then
/// everything is checked.
fn all_are_played_once_and_in_turn(authors: usize, each: usize) {
    let sandbox = Sandbox::new();
    let mut site = load::begin(&sandbox, load::SETTINGS);
    let tokens = load::authors(&site, authors);
    load::submit_all(&site, &tokens, 0..each);
    let all = authors * each;
    // Challenges that began before the last submission arrived could not take all of
    // them into account.
    let early = load::history(&sandbox, "site/small").len() + 1;
    for part in 1..=3_u64 {
        let enough = (all as u64 * part / 4).max(early as u64);
        site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() >= Some(enough));
        kill(site);
        site = Site::start(&sandbox, "site");
    }
    load::wait_until_played(&site, all);

    let made = load::all_are_judged_once(&sandbox, &site, "site/small", &tokens, all);
    is_fair(&made, early);
    load::table_is_that_of_a_calm_hill(&sandbox, "site/small", &made);
}

/// Checks fairness: between two turns of one author, every other author with waiting programs
/// has a turn.
fn is_fair(made: &[Value], early: usize) {
    let author = |one: &Value| one["program"].as_str().unwrap().split('-').next().unwrap().to_owned();
    let turns: Vec<String> = made.iter().skip(early).map(author).collect();
    for (at, who) in turns.iter().enumerate() {
        let Some(before) = turns[..at].iter().rposition(|other| other == who) else { continue };
        for later in &turns[at..] {
            assert!(later == who || turns[before..at].contains(later), "{later} waits for {who}: {turns:?}");
        }
    }
}

#[test]
fn sixty_submissions_of_ten_authors_survive_three_kills() {
    all_are_played_once_and_in_turn(10, 6);
}

#[test]
#[ignore = "it takes minutes: cargo test -p bout --test serve_queue -- --ignored"]
fn a_thousand_submissions_of_fifty_authors_survive_three_kills() {
    all_are_played_once_and_in_turn(50, 20);
}

/// Pseudo-random moments, the same in every run.
struct Moments(u64);

impl Moments {
    /// Returns a number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        // Knuth's generator; any other would do.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Kills the site with its workers, or only a worker, at random moments, while programs are handed
/// in and played.
///
/// Like real clients, the test repeats a submission with the same key until the site
/// has accepted it.
fn kills(authors: usize, each: usize, kills: usize, longest_ms: u64) {
    let sandbox = Sandbox::new();
    let mut site = load::begin(&sandbox, load::SETTINGS);
    let tokens = load::authors(&site, authors);
    let mut moments = Moments(7);
    let all = authors * each;
    let mut handed = 0;
    let mut of_workers = 0;
    for kill_number in 0..kills {
        // Some programs are handed in between two kills, so that some are in flight at every kill.
        let until = all * (kill_number + 1) / kills;
        let wait = Duration::from_millis(moments.below(longest_ms));
        let is_of_worker = moments.below(4) == 0 && of_workers < 2;
        handed = std::thread::scope(|scope| {
            let (site, tokens) = (&site, &tokens);
            let handing = scope.spawn(move || load::submit_while_possible(site, tokens, handed..until));
            std::thread::sleep(wait);
            site.workers().into_iter().for_each(kill_process);
            if !is_of_worker {
                signal(&site.child, "KILL");
            }
            handing.join().unwrap()
        });
        // A submission that kills three workers is set aside, so at most two workers are killed
        // in a row.
        of_workers = if is_of_worker { of_workers + 1 } else { 0 };
        if !is_of_worker {
            assert_eq!(site.wait(), None);
            site = Site::start(&sandbox, "site");
        }
    }
    handed = load::submit_while_possible(&site, &tokens, handed..all);
    assert_eq!(handed, all);
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"] == all && hill["waiting"] == 0);
    let made = load::all_are_judged_once(&sandbox, &site, "site/small", &tokens, all);
    load::table_is_that_of_a_calm_hill(&sandbox, "site/small", &made);
}

fn kill_process(process: u32) {
    // It may have ended in the meantime.
    let _ = Command::new("kill").arg("-KILL").arg(process.to_string()).status();
}

#[test]
fn kills_while_programs_are_handed_in_lose_none() {
    kills(3, 4, 6, 300);
}

/// `BOUT_KILLS` is the number of kills, `BOUT_KILL_MS` the longest time between two
/// kills in milliseconds.
#[test]
#[ignore = "it takes many minutes: BOUT_KILLS=200 cargo test --release -p bout --test serve_queue -- --ignored two_hundred"]
fn two_hundred_kills_lose_nothing_and_count_nothing_twice() {
    let text = |name: &str, usual: &str| std::env::var(name).unwrap_or_else(|_| usual.into());
    let times = text("BOUT_KILLS", "200").parse().expect("it is a number");
    kills(10, 20, times, text("BOUT_KILL_MS", "1500").parse().expect("it is a number"));
}
