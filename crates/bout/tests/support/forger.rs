//! A worker that reports false results: every game has a different outcome.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use async_nats::jetstream::{self, consumer::PullConsumer};
use dispatch::wire::{Report, Task, decode_task, encode_report};
use dispatch::{Batch, BatchResult, PartResult, run_batch};
use futures_util::{StreamExt, TryStreamExt};
use game::{Digest, NoPlayers, Participant};
use games::RegisteredGame;
use tournament::Places;

/// What the forger does with the batches that it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manners {
    /// Reports and acknowledges all.
    Acknowledges,
    /// Reports and acknowledges all, and reports the first ones truthfully.
    HonestAtFirst,
    /// Takes two, reports the first, and acknowledges neither, so others get both after a while.
    LeavesTwoToOthers,
}

/// The number of batches that a forger reports truthfully if it is honest at first.
const HONEST_BATCHES: usize = 10;

/// A forger that works until it is dropped.
pub(crate) struct Forger {
    stop: Arc<AtomicBool>,
    taken: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

impl Forger {
    /// Returns how many batches it has taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Starts a forger that knows the programs in a folder. The workers' consumer must exist.
    pub(crate) fn start(
        url: &str,
        game: &'static dyn RegisteredGame,
        field: &Path,
        manners: Manners,
    ) -> Self {
        let programs = std::fs::read_dir(field).unwrap().map(|file| {
            let program = game.read(&std::fs::read(file.unwrap().path()).unwrap()).program.unwrap();
            (program.id(), program)
        });
        let programs: HashMap<Digest, Participant> = programs.collect();
        let (stop, url) = (Arc::new(AtomicBool::new(false)), url.to_owned());
        let asked = Arc::clone(&stop);
        let taken = Arc::new(AtomicUsize::new(0));
        let number = Arc::clone(&taken);
        let thread = Some(thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(forge(&url, game, &programs, manners, &number, &asked));
        }));
        Self { stop, taken, thread }
    }
}

impl Drop for Forger {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn forge(
    url: &str,
    game: &'static dyn RegisteredGame,
    programs: &HashMap<Digest, Participant>,
    manners: Manners,
    taken: &AtomicUsize,
    stop: &AtomicBool,
) {
    let stream_context = jetstream::new(async_nats::connect(url).await.unwrap());
    let stream = stream_context.get_stream("BOUT_WORK").await.unwrap();
    let names: Vec<String> = stream.consumer_names().try_collect().await.unwrap();
    let mut consumers = Vec::<PullConsumer>::new();
    for name in names {
        consumers.push(stream.get_consumer(&name).await.unwrap());
    }
    while !stop.load(Ordering::Relaxed) {
        for consumer in &consumers {
            if manners == Manners::LeavesTwoToOthers && taken.load(Ordering::Relaxed) == 2 {
                break;
            }
            let mut messages = consumer.fetch().max_messages(1).messages().await.unwrap();
            while let Some(Ok(message)) = messages.next().await {
                let before = taken.fetch_add(1, Ordering::Relaxed);
                if manners == Manners::LeavesTwoToOthers && before == 1 {
                    break;
                }
                let Task { batch, sources } = decode_task(&message.payload).unwrap();
                let mut programs = programs.clone();
                let own = sources.iter().filter_map(|source| game.read(source).program);
                programs.extend(own.map(|program| (program.id(), program)));
                let mut result = played(&batch, game, &programs);
                if manners != Manners::HonestAtFirst || before >= HONEST_BATCHES {
                    forge_all(&mut result);
                }
                let report = Report { worker: "forger".into(), outcome: Ok(result), batch };
                let [.., contest, id] = message.subject.split('.').collect::<Vec<_>>()[..] else { panic!() };
                let subject = format!("bout.reports.{contest}.{id}");
                stream_context.publish(subject, encode_report(&report).into()).await.unwrap().await.unwrap();
                if manners != Manners::LeavesTwoToOthers {
                    message.ack().await.unwrap();
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn played(batch: &Batch, game: &dyn RegisteredGame, programs: &HashMap<Digest, Participant>) -> BatchResult {
    let program = |id| programs.get(&id).cloned();
    run_batch(batch, game, &program, &NoPlayers, Duration::from_mins(1), &|| false).unwrap()
}

/// Makes all results wrong.
fn forge_all(result: &mut BatchResult) {
    for part in &mut result.parts {
        if let PartResult::Places(places) = part {
            let mut wrong = Places::new(2);
            for game in places.places.games() {
                wrong.push(if game == [1, 2] { &[2, 1] } else { &[1, 2] });
            }
            places.places = wrong;
        }
    }
}
