//! Creates the records of fights that pages request.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::{OrderFailed, TICK, WorkerCommand, WorkerSlot};
use crate::dated::hidden_words;
use crate::orders::{Message, Order};
use crate::records::{Fight, Wanted};
use crate::site::Site;

/// Creates the requested records, until `stop` returns true.
pub(crate) fn make_records(site: &Arc<Site>, command: &WorkerCommand, stop: fn() -> bool) {
    let mut slot = WorkerSlot::new(command.with_role("records of fights"));
    while !stop() {
        let Some(fight) = site.records.next(TICK) else { continue };
        let mut made = made(site, &mut slot, &fight, stop);
        if let Err(OrderFailed::NoWorker(_)) = made {
            // Retry once with a new worker. If that one is lost too, the fight itself may be the cause.
            made = self::made(site, &mut slot, &fight, stop);
        }
        if stop() {
            return;
        }
        site.records.put(&fight, made.unwrap_or_else(|failed| Wanted::Never(failed.to_string())));
    }
}

fn made(
    site: &Site,
    slot: &mut WorkerSlot,
    fight: &Fight,
    stop: fn() -> bool,
) -> Result<Wanted, OrderFailed> {
    let Some(hill) = site.any_hill(&fight.hill) else {
        return Ok(Wanted::Never("there is no such hill".into()));
    };
    // A record contains the sources of its programs, which a contest may hide for now.
    if let Some(contest) = site.hidden_by(&fight.hill) {
        return Ok(Wanted::Never(hidden_words(&contest)));
    }
    let Fight { one, two, game, .. } = fight.clone();
    let mut made = Wanted::Never("no game of the two was found".into());
    let order = Order::Record { hill: hill.folder.clone(), one, two, game };
    slot.carry_out(&order, stop, |message| {
        if let Message::Record { what, record } = message
            && let Ok(bytes) = BASE64_STANDARD.decode(record)
        {
            made = Wanted::There(what, Arc::new(bytes));
        }
    })?;
    Ok(made)
}
