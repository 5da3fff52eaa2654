//! Finds the environments that a contest accepts, by the names that the user gave.

use std::path::Path;

use contests::Failure;
use contests::contest::lock_file::{LOCK_FILE, Lock};
use contests::contest::{AcceptedEnvironments, Contest, HERE, environment_in_words};
use dispatch::Tools;

use crate::cli::OptionalQueue;
use crate::players::Players;

/// Finds the environments with these names: in the lock in `folder`, on this machine, or among the
/// workers. `unchecked` is the reason why this machine cannot play the programs, if it cannot.
pub(crate) fn accepted(
    names: &[String],
    contest: &Contest,
    unchecked: Option<&str>,
    folder: &Path,
    queue: &OptionalQueue,
) -> Result<AcceptedEnvironments, Failure> {
    let game = contest.game.info().name;
    if let Some(why) = unchecked.filter(|_| names.is_empty() || names.iter().any(|name| name == HERE)) {
        return Err(Failure::Machine(format!(
            "{why}. Workers may play it: say with --accept-environment which environment they have; \
             `bout queue status` lists them"
        )));
    }
    if names.is_empty() {
        return Ok(AcceptedEnvironments::default());
    }
    if !contest.game.runs_foreign_code() {
        let why = format!("--accept-environment is for games with foreign code, and {game} has none");
        return Err(Failure::Usage(why));
    }
    let here = &contest.foreign.environment;
    let path = folder.join(LOCK_FILE);
    let locked = if path.exists() { Lock::read(&path)?.accepted() } else { AcceptedEnvironments::default() };
    let mut known = locked.all().to_vec();
    if let Ok(accepted) = AcceptedEnvironments::named(names, here, &known) {
        return Ok(accepted);
    }
    let are_enough = |all: &[Tools]| AcceptedEnvironments::named(names, here, all).is_ok();
    known.extend(Players::environments(queue, game, &are_enough)?);
    AcceptedEnvironments::named(names, here, &known).map_err(|unknown| {
        let known: Vec<String> = known.iter().map(|tools| environment_in_words(tools)).collect();
        let known = if known.is_empty() { "no worker of the queue has one".into() } else { known.join(", ") };
        Failure::Usage(format!(
            "--accept-environment {unknown}: nobody knows this environment. Start a worker that has it, or give one of \
             these: {HERE}, which is {}; {known}",
            environment_in_words(here)
        ))
    })
}
