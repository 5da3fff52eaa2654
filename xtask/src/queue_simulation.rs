//! Simulates a queue with many workers in virtual time, to find the bottleneck and the workers' utilisation.
//!
//! The coordinator and the server are single-threaded: each handles one message after the other. What that
//! costs is an option; the defaults were measured with `cargo xtask queue-load`.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::process::ExitCode;

use game::SeededRng;

/// A point in virtual time or a duration, in microseconds.
type Micros = u64;

/// After this time the server delivers a batch again whose worker was lost.
const DELIVERED_AGAIN: Micros = 10_000_000;

/// How many batches the coordinator publishes ahead per thread and in all, as in the real one.
const AHEAD_PER_THREAD: usize = 3;
const MOST_AHEAD: usize = 50_000;

/// How many batches the coordinator publishes at once, as in the real one.
const AT_ONCE: usize = 32;

/// What is simulated.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Workers.
    #[arg(long, default_value_t = 1000)]
    workers: usize,
    /// Threads of each.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Batches.
    #[arg(long, default_value_t = 1_000_000)]
    batches: u64,
    /// How long a batch takes on one thread, in milliseconds.
    #[arg(long, default_value_t = 2000)]
    batch_ms: u64,
    /// What a batch costs the coordinator: publishing, checking, storing, in microseconds.
    #[arg(long, default_value_t = 450)]
    coordinator_us: u64,
    /// What a batch costs the server, in microseconds.
    #[arg(long, default_value_t = 950)]
    server_us: u64,
    /// What a batch costs a worker besides playing, in microseconds.
    #[arg(long, default_value_t = 550)]
    worker_us: u64,
    /// How long a message takes on its way, in microseconds.
    #[arg(long, default_value_t = 500)]
    way_us: u64,
    /// How often a worker fails while it plays a batch: once in so many batches.
    #[arg(long, default_value_t = 10_000)]
    failures: u64,
    /// What the times of batches and the failures are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// An event at a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A batch reaches the server.
    Published,
    /// A thread becomes idle and asks for a batch.
    ThreadFree,
    /// A report reaches the server.
    Reported,
    /// A report reaches the coordinator.
    Arrived,
    /// The coordinator checks which reports have arrived.
    Look,
    /// The server delivers a batch again.
    Again,
}

/// A single thread that handles one message after the other.
#[derive(Default)]
struct Handler {
    free_at: Micros,
    busy: Micros,
}

impl Handler {
    /// Handles a message that arrives now. Returns when that is done.
    fn handle(&mut self, now: Micros, cost: Micros) -> Micros {
        self.free_at = self.free_at.max(now) + cost;
        self.busy += cost;
        self.free_at
    }
}

/// The result of a simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Outcome {
    /// When the coordinator took the last report.
    end: Micros,
    /// The share of the workers' time that they spent on matches that count, without repeated batches.
    efficiency: f64,
    coordinator: f64,
    server: f64,
    /// The maximum number of batches that waited in the queue.
    most_waiting: usize,
    played_again: u64,
}

struct Simulation<'o> {
    options: &'o Options,
    events: BinaryHeap<Reverse<(Micros, u64, Event)>>,
    number: u64,
    coordinator: Handler,
    server: Handler,
    /// The number of batches in the queue, and since when each idle thread has been waiting for one.
    waiting: u64,
    idle: VecDeque<Micros>,
    to_publish: u64,
    outstanding: usize,
    reported: u64,
    /// The number of reports that have arrived at the coordinator, and whether it is processing reports.
    arrived: u64,
    is_looking: bool,
    most_waiting: usize,
    played: Micros,
    played_again: u64,
    random: SeededRng,
}

impl<'o> Simulation<'o> {
    fn new(options: &'o Options) -> Self {
        Self {
            options,
            events: BinaryHeap::new(),
            number: 0,
            coordinator: Handler::default(),
            server: Handler::default(),
            waiting: 0,
            idle: VecDeque::new(),
            to_publish: options.batches,
            outstanding: 0,
            reported: 0,
            arrived: 0,
            is_looking: false,
            most_waiting: 0,
            played: 0,
            played_again: 0,
            random: SeededRng::for_setup(options.seed),
        }
    }

    fn at(&mut self, when: Micros, event: Event) {
        self.number += 1;
        self.events.push(Reverse((when, self.number, event)));
    }

    /// Publishes batches until enough are outstanding. The coordinator waits for the server's acknowledgement
    /// after each group that it publishes at once.
    fn publish(&mut self, now: Micros) {
        let threads = self.options.workers * self.options.threads;
        let wanted = (threads * AHEAD_PER_THREAD).clamp(8, MOST_AHEAD);
        let way = self.options.way_us;
        while self.to_publish > 0 && self.outstanding < wanted {
            let mut stored = 0;
            for _ in 0..AT_ONCE {
                if self.to_publish == 0 || self.outstanding == wanted {
                    break;
                }
                self.to_publish -= 1;
                self.outstanding += 1;
                let sent = self.coordinator.handle(now, self.options.coordinator_us / 2);
                stored = self.server.handle(sent + way, self.options.server_us / 2);
                self.at(stored, Event::Published);
            }
            self.coordinator.free_at = self.coordinator.free_at.max(stored + way);
        }
    }

    /// Lets the coordinator take all reports that have arrived, publish batches, and check again.
    fn look(&mut self, now: Micros) {
        let arrived = std::mem::take(&mut self.arrived);
        if arrived == 0 {
            self.is_looking = false;
            return;
        }
        for _ in 0..arrived {
            self.coordinator.handle(now, self.options.coordinator_us / 2);
        }
        self.reported += arrived;
        self.outstanding -= usize::try_from(arrived).unwrap_or(self.outstanding);
        self.publish(now);
        self.at(self.coordinator.free_at, Event::Look);
    }

    /// Assigns waiting batches to idle threads.
    fn deliver(&mut self, now: Micros) {
        while self.waiting > 0
            && let Some(since) = self.idle.pop_front()
        {
            self.waiting -= 1;
            let Options { batch_ms, worker_us, way_us, failures, .. } = *self.options;
            let sent = self.server.handle(now.max(since), self.options.server_us / 4);
            // The time of a batch varies between half and one and a half times the wanted length.
            let length = batch_ms * 500 + self.random.below(batch_ms * 1000 + 1);
            if failures > 0 && self.random.below(failures) == 0 {
                self.played_again += 1;
                self.at(sent + DELIVERED_AGAIN, Event::Again);
                self.at(sent + DELIVERED_AGAIN, Event::ThreadFree);
                continue;
            }
            self.played += length;
            let done = sent + way_us + worker_us + length;
            self.at(done, Event::ThreadFree);
            self.at(done + way_us, Event::Reported);
        }
    }

    fn run(mut self) -> Outcome {
        for _ in 0..self.options.workers * self.options.threads {
            self.idle.push_back(0);
        }
        self.publish(0);
        while let Some(Reverse((now, _, event))) = self.events.pop() {
            match event {
                Event::Published | Event::Again => self.waiting += 1,
                Event::ThreadFree => self.idle.push_back(now),
                Event::Reported => {
                    let stored = self.server.handle(now, self.options.server_us / 4);
                    self.at(stored + self.options.way_us, Event::Arrived);
                }
                Event::Arrived => {
                    self.arrived += 1;
                    if !self.is_looking {
                        self.is_looking = true;
                        self.at(now, Event::Look);
                    }
                }
                Event::Look => self.look(now),
            }
            let waiting = usize::try_from(self.waiting).unwrap_or(usize::MAX);
            self.most_waiting = self.most_waiting.max(waiting);
            self.deliver(now);
            if self.reported == self.options.batches {
                break;
            }
        }
        let threads = (self.options.workers * self.options.threads) as u64;
        let end = self.coordinator.free_at;
        Outcome {
            end,
            efficiency: part(self.played, end * threads),
            coordinator: part(self.coordinator.busy, end),
            server: part(self.server.busy, end),
            most_waiting: self.most_waiting,
            played_again: self.played_again,
        }
    }
}

fn part(one: Micros, of: Micros) -> f64 {
    let seconds = |micros: Micros| std::time::Duration::from_micros(micros.max(1)).as_secs_f64();
    seconds(one) / seconds(of)
}

/// Runs the simulation, and prints the results.
pub(crate) fn run(options: &Options) -> ExitCode {
    let Options { workers, threads, batches, batch_ms, .. } = *options;
    let Outcome { end, efficiency, coordinator, server, most_waiting, played_again } =
        Simulation::new(options).run();
    println!("{workers} workers with {threads} threads, {batches} batches of {batch_ms} ms:");
    println!("{:.0} s of virtual time; {:.3} of the workers' time is used", part(end, 1_000_000), efficiency);
    println!("busy: coordinator {coordinator:.3}, server {server:.3}");
    println!("at most {most_waiting} batches waited; {played_again} were delivered again");
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            workers: 1000,
            threads: 1,
            batches: 20_000,
            batch_ms: 2000,
            coordinator_us: 450,
            server_us: 950,
            worker_us: 550,
            way_us: 500,
            failures: 10_000,
            seed: 1,
        }
    }

    fn simulated(options: &Options) -> Outcome {
        Simulation::new(options).run()
    }

    #[test]
    fn the_same_seed_gives_the_same_simulation() {
        assert_eq!(simulated(&options()), simulated(&options()));
        assert_ne!(simulated(&options()), simulated(&Options { seed: 2, ..options() }));
    }

    #[test]
    fn one_worker_takes_as_long_as_its_batches() {
        let one = Options { workers: 1, batches: 50, failures: 0, ..options() };
        let outcome = simulated(&one);
        assert!(outcome.efficiency > 0.99 && outcome.efficiency <= 1.0, "{outcome:?}");
        assert_eq!(outcome.played_again, 0);
    }

    #[test]
    fn what_is_too_slow_is_busy_all_the_time() {
        let slow = Options { coordinator_us: 10_000, batches: 5000, ..options() };
        let outcome = simulated(&slow);
        assert!(outcome.coordinator > 0.7 && outcome.efficiency < 0.5, "{outcome:?}");
    }

    #[test]
    fn lost_workers_cost_time_and_no_batch() {
        let outcome = simulated(&Options { failures: 50, ..options() });
        assert!(outcome.played_again > 200, "{outcome:?}");
        assert!(outcome.efficiency < simulated(&options()).efficiency);
    }
}
