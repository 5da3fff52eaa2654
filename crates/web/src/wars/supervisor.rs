//! Plays the rounds of wars when they are due, and creates records of rounds.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use contests::Failure;
use contests::war::Folder;

use super::{WarRound, WarView};
use crate::metrics::FailureKind;
use crate::orders::Order;
use crate::records::Wanted;
use crate::site::{Site, failed};
use crate::standings::silent;
use crate::supervisor::{OrderFailed, TICK, WorkerCommand, WorkerSlot, pause, playable};
use crate::times::now;

/// The pause after a failed attempt to play a round, and between checks whether Perl is available.
const PATIENCE: Duration = Duration::from_secs(15);

/// Adds submitted snippets to their wars and plays the due rounds, until `stop` returns true.
pub(crate) fn play(site: &Arc<Site>, command: &WorkerCommand, stop: fn() -> bool) {
    let mut slot = WorkerSlot::new(command.with_role("wars"));
    let mut asked_for_perl: Option<Instant> = None;
    let mut failed: BTreeMap<String, Instant> = BTreeMap::new();
    while !stop() {
        // Ignore errors: a folder may become readable again later. Until then, pages show the last known
        // state.
        let _ = site.note(FailureKind::Folder, "wars", site.wars.refresh(site));
        let wars = site.wars.all();
        let is_known = asked_for_perl.is_some_and(|at| !site.wars.lack_perl() || at.elapsed() < PATIENCE);
        if !wars.is_empty() && !is_known {
            ask_for_perl(site, command, stop);
            asked_for_perl = Some(Instant::now());
        }
        failed.retain(|_, at| at.elapsed() < PATIENCE);
        let can_play = |war: &&Arc<WarView>| {
            !site.wars.lack_perl() && !failed.contains_key(&war.name) && war.is_due(now())
        };
        let due: Vec<Arc<WarView>> = wars.iter().filter(can_play).cloned().collect();
        for war in &due {
            if stop() {
                return;
            }
            if play_round(site, &mut slot, war, stop).is_err() {
                failed.insert(war.name.clone(), Instant::now());
            }
        }
        if due.is_empty() {
            pause(stop);
        }
    }
}

/// Asks a new worker whether it can run Perl.
fn ask_for_perl(site: &Site, command: &WorkerCommand, stop: fn() -> bool) {
    let known = playable(command, stop);
    // A worker that was stopped has not answered.
    if let (Ok(games), false) = (known, stop()) {
        let lacked = site.wars.lack_perl();
        site.wars.note_perl(games.iter().any(|game| game == "perlwar"));
        if lacked != site.wars.lack_perl() {
            site.wars.all().iter().for_each(|war| site.wars.change(&war.name, |_| {}));
        }
    }
}

fn play_round(
    site: &Arc<Site>,
    slot: &mut WorkerSlot,
    war: &WarView,
    stop: fn() -> bool,
) -> Result<(), OrderFailed> {
    site.wars.change(&war.name, |war| war.is_playing = true);
    let order = Order::Round { war: war.folder.clone(), round: war.rounds() + 1 };
    let done = slot.carry_out(&order, stop, |_| {});
    let done = site.note(FailureKind::Work, &war.name, done);
    let _ = site.note(FailureKind::Folder, "wars", site.wars.refresh(site));
    let trouble = done.as_ref().err().map(ToString::to_string);
    site.wars.change(&war.name, |war| (war.is_playing, war.trouble) = (false, trouble));
    done
}

/// Creates the requested records of rounds from the stored answers, until `stop` returns true.
pub(crate) fn make_records(site: &Arc<Site>, stop: fn() -> bool) {
    while !stop() {
        let Some(round) = site.wars.records.next(TICK) else { continue };
        let made = record_of(site, &round).unwrap_or_else(|failure| Wanted::Never(failure.to_string()));
        site.wars.records.put(&round, made);
    }
}

fn record_of(site: &Site, WarRound { war, round, .. }: &WarRound) -> Result<Wanted, Failure> {
    let Some(war) = site.wars.get(war) else { return Ok(Wanted::Never("there is no such war".into())) };
    let former = site.accounts.former_names().map_err(|error| failed(&error))?;
    let mut folder = Folder::look(&war.folder, &silent())?;
    folder.show_as(|name| former.author(name));
    let Some(record) = folder.record_until(*round)? else {
        return Ok(Wanted::Never("this round was not played".into()));
    };
    let bytes = record::write(&record);
    Ok(match record::read(&bytes) {
        Ok(_) => Wanted::There(format!("round {round}"), Arc::new(bytes)),
        Err(error) => Wanted::Never(error.to_string()),
    })
}
