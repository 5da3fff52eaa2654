//! Follows a submission until it reaches a final state.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use contests::Failure;

use super::http::pause;
use super::{SiteClient, SiteError, Submission};

/// The pause after an attempt without news. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest of these pauses.
const MAX_PAUSE: Duration = Duration::from_secs(8);

/// The interval for checking whether to stop.
const TICK: Duration = Duration::from_millis(50);

/// How following a submission ended.
#[derive(Debug)]
pub(crate) enum Followed {
    /// The submission reached a final state.
    Finished(Submission),
    /// The caller stopped waiting, and the submission continues.
    Stopped(Submission),
}

/// Called for each change of the submission.
type OnStep<'a> = &'a mut dyn FnMut(&Submission) -> Result<(), Failure>;

impl SiteClient {
    /// Follows a submission, and calls `on_step` for each change. The site sends events, but some
    /// proxies block them; so this also polls the site whenever an event stream ends.
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
                // Ignores unreadable data: polling after the stream gets the state.
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

/// Stores and reports a state of the submission, if it is new.
fn take(now: Submission, last: &mut Submission, on_step: OnStep) -> Result<(), Failure> {
    if now.id != last.id || now == *last {
        return Ok(());
    }
    *last = now;
    on_step(last)
}
