//! The command line as a client of the library: it shows progress, prints notes and errors, and writes records.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use contests::recorder::Recorder;
use contests::{Client, ContestEvent, Failure, Subscriber};
use record::Record;

use crate::progress::Progress;
use crate::{diagnostics, interrupt, output};

/// Returns the client of a command that shows progress.
pub(crate) fn client() -> Client {
    CommandLine::with(Shown::Progress, None)
}

/// Returns the client of a command that writes a record per match if there is a recorder.
pub(crate) fn recording_client(recorder: Option<Recorder>) -> Client {
    CommandLine::with(Shown::Progress, recorder)
}

/// Returns the client of a command that shows progress in another way, or not at all.
pub(crate) fn client_without_progress() -> Client {
    CommandLine::with(Shown::NotesOnly, None)
}

/// Which events a command shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Progress,
    NotesOnly,
}

struct CommandLine {
    shown: Shown,
    recorder: Option<Recorder>,
    /// The progress of the current task.
    task: Mutex<Option<Progress>>,
}

impl CommandLine {
    fn with(shown: Shown, recorder: Option<Recorder>) -> Client {
        Client::new(Arc::new(Self { shown, recorder, task: Mutex::default() }), interrupt::was_requested)
    }

    fn task(&self) -> MutexGuard<'_, Option<Progress>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows an event in the progress of the current task.
    fn show(&self, event: ContestEvent) {
        let mut task = self.task();
        if let ContestEvent::Started { task: name, unit, total } = event {
            task.insert(Progress::of(name, unit)).start(total);
            return;
        }
        if let ContestEvent::Stage { task: name, what, done, all } = event {
            task.get_or_insert_with(|| Progress::of(name, "steps")).stage(what, done, all);
            return;
        }
        let Some(progress) = task.as_ref() else { return };
        match event {
            ContestEvent::Advanced(number) => progress.advance(number),
            ContestEvent::Leader(name) => progress.leader(name),
            ContestEvent::TimeLeft(left) => progress.expect(left),
            ContestEvent::Counting { done, parts, elapsed } => progress.part(done, parts, elapsed),
            ContestEvent::Finished => {
                progress.finish();
                *task = None;
            }
            ContestEvent::Started { .. }
            | ContestEvent::Stage { .. }
            | ContestEvent::Played(_)
            | ContestEvent::PlayedElsewhere(_)
            | ContestEvent::Note(_)
            | ContestEvent::Refused { .. } => {}
        }
    }
}

impl Subscriber for CommandLine {
    fn on_event(&self, event: ContestEvent<'_>) {
        match event {
            ContestEvent::Note(line) => match self.task().as_ref() {
                Some(progress) => progress.note(line),
                None => output::note(line),
            },
            ContestEvent::Refused { file, diagnostics } => {
                diagnostics::show_errors(file, diagnostics.clone());
            }
            event if self.shown == Shown::Progress => self.show(event),
            _ => {}
        }
    }

    fn save_record(&self, record: &Record) -> Result<(), Failure> {
        self.recorder.as_ref().map_or(Ok(()), |recorder| recorder.write(record).map(drop))
    }
}
