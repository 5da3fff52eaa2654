//! Follows a submission until nothing more will happen.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use contests::Failure;

use super::http::pause;
use super::{SiteClient, SiteError, Submission};

/// The pause after a stream that told nothing new. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest of these pauses.
const MAX_PAUSE: Duration = Duration::from_secs(8);

/// The interval for checking whether to stop.
const TICK: Duration = Duration::from_millis(50);

/// Where following a submission has ended.
#[derive(Debug)]
pub(crate) enum Followed {
    /// Nothing more will happen.
    Finished(Submission),
    /// The caller does not want to wait any more; the submission goes on.
    Stopped(Submission),
}

/// Hears of each step.
type OnStep<'a> = &'a mut dyn FnMut(&Submission) -> Result<(), Failure>;

impl SiteClient {
    /// Follows a submission, and tells each change. The site says what changes by events. Where these do not get
    /// through, as behind some proxies, it is asked again and again.
    pub(crate) fn follow(
        &self,
        begun: Submission,
        stop: &dyn Fn() -> bool,
        on_step: OnStep,
    ) -> Result<Followed, Failure> {
        let mut last = begun;
        let mut wait = FIRST_PAUSE;
        on_step(&last)?;
        while !last.state.is_final() {
            let before = last.clone();
            self.listen(&mut last, stop, on_step)?;
            if stop() {
                return Ok(Followed::Stopped(last));
            }
            if last.state.is_final() {
                break;
            }
            match self.submission(&last.id) {
                Ok(now) => take(now, &mut last, on_step)?,
                Err(SiteError::Stopped) => return Ok(Followed::Stopped(last)),
                Err(error) => return Err(error.into()),
            }
            if last != before {
                wait = FIRST_PAUSE;
            } else if pause(wait, stop) {
                wait = (wait * 2).min(MAX_PAUSE);
            }
        }
        Ok(Followed::Finished(last))
    }

    /// Reads events until the stream ends.
    fn listen(&self, last: &mut Submission, stop: &dyn Fn() -> bool, on_step: OnStep) -> Result<(), Failure> {
        let path = format!("/api/v1/submissions/{}/events", last.id);
        let events = self.http.events(&path, "submission")?;
        while !stop() && !last.state.is_final() {
            match events.recv_timeout(TICK) {
                // What cannot be read is asked for when the stream has ended.
                Ok(data) => {
                    if let Ok(now) = serde_json::from_str(&data) {
                        take(now, last, on_step)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }
}

/// Takes a new state of the submission, if it is one.
fn take(now: Submission, last: &mut Submission, on_step: OnStep) -> Result<(), Failure> {
    if now.id != last.id || now == *last {
        return Ok(());
    }
    *last = now;
    on_step(last)
}
