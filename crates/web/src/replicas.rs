//! Several processes that serve the same site side by side. They share its folder, and its accounts
//! in `PostgreSQL`.
//!
//! Only one of them plays ([`leader`](crate::leader)); all of them answer requests. They tell each
//! other about events by `NOTIFY`. The standings that workers report are stored in a table, where
//! the other processes read them. A site with its accounts in a file has only one process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "postgres")]
pub(crate) use of_postgres::{alone, start};

use crate::site::HillEvent;

/// The role of this process among those that serve the site.
pub(crate) struct Replicas {
    /// True if this process plays.
    plays: AtomicBool,
    /// Held while a process that does not play rereads the hills.
    following: Mutex<()>,
    /// Passes events on to the other processes; `None` if there are none.
    #[cfg(feature = "postgres")]
    told: Mutex<Option<std::sync::mpsc::Sender<HillEvent>>>,
}

impl Default for Replicas {
    /// Describes the only process of a site.
    fn default() -> Self {
        Self {
            plays: AtomicBool::new(true),
            following: Mutex::default(),
            #[cfg(feature = "postgres")]
            told: Mutex::default(),
        }
    }
}

impl Replicas {
    /// Returns true if this process plays. Only this process writes the files that the site keeps
    /// about hills.
    pub(crate) fn plays(&self) -> bool {
        self.plays.load(Ordering::SeqCst)
    }

    /// Sets whether this process plays. Waits for a thread that is rereading the hills, because
    /// only processes that do not play may reread them that way.
    #[cfg(feature = "postgres")]
    pub(crate) fn set_plays(&self, plays: bool) {
        let _nobody_follows = self.following();
        self.plays.store(plays, Ordering::SeqCst);
    }

    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "there is nobody to follow"))]
    fn following(&self) -> MutexGuard<'_, ()> {
        self.following.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the other processes what happened.
    #[cfg(feature = "postgres")]
    pub(crate) fn tell(&self, event: &HillEvent) {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(told) = &*told {
            // The channel is closed when the site stops.
            let _ = told.send(event.clone());
        }
    }

    /// Does nothing, because without `PostgreSQL` there are no other processes.
    #[cfg(not(feature = "postgres"))]
    #[expect(clippy::unused_self, reason = "with PostgreSQL, there are others")]
    pub(crate) fn tell(&self, _: &HillEvent) {}
}

#[cfg(feature = "postgres")]
mod of_postgres {
    use std::collections::BTreeMap;
    use std::sync::mpsc::{self, Receiver};
    use std::sync::{Arc, PoisonError};
    use std::thread::JoinHandle;
    use std::time::Duration;

    use contests::Failure;
    use database::params;
    use database::postgres::{ExclusiveLock, NotificationListener, Pool, Tables};
    use database::sql::SqlError;
    use serde::{Deserialize, Serialize};

    use crate::metrics::FailureKind;
    use crate::site::{HillEvent, HillUpdate, Site};
    use crate::standings::HillStandings;
    use crate::supervisor::{PAUSE, TICK, pause};

    /// The tables that processes share besides accounts.
    const TABLES: Tables<'static> = Tables {
        part: "hills",
        first: 1,
        steps: &["CREATE TABLE hill_standings (
                      hill TEXT COLLATE \"C\" PRIMARY KEY,
                      standings TEXT COLLATE \"C\" NOT NULL
                  )"],
    };

    /// The `NOTIFY` channel for events.
    const CHANNEL: &str = "bout_hills";

    /// How long [`alone`] waits for another process.
    const PATIENCE: Duration = Duration::from_mins(1);

    /// An event on a hill, as processes tell each other.
    #[derive(Debug, Serialize, Deserialize)]
    struct Notice {
        /// The id of the sending process.
        from: String,
        hill: String,
        what: HillUpdate,
    }

    /// Starts the threads that exchange events with the other processes until `stop` returns true.
    pub(crate) fn start(
        site: &Arc<Site>,
        pool: &Arc<Pool>,
        stop: fn() -> bool,
    ) -> Result<[JoinHandle<()>; 2], Failure> {
        let migrated = pool.migrate(&TABLES);
        migrated.map_err(|error| Failure::File(format!("{}: {error}", pool.place())))?;
        let (sender, told) = mpsc::channel();
        *site.replicas.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        let own = crate::ids::new_id();
        let teller = {
            let (site, pool, own) = (Arc::clone(site), Arc::clone(pool), own.clone());
            std::thread::spawn(move || tell_all(&site, &pool, &own, &told, stop))
        };
        let listener = {
            let (site, pool) = (Arc::clone(site), Arc::clone(pool));
            std::thread::spawn(move || listen(&site, &pool, &own, stop))
        };
        Ok([teller, listener])
    }

    /// Acquires a lock that only one process at a time can hold, and holds it as long as the result
    /// is kept. Returns `None` if the accounts are in a file, because then there are no other
    /// processes.
    pub(crate) fn alone(site: &Site, what: &str) -> Result<Option<ExclusiveLock>, Failure> {
        let Some(pool) = site.accounts.pool() else { return Ok(None) };
        let start = std::time::Instant::now();
        loop {
            match pool.hold(what) {
                Ok(Some(held)) => return Ok(Some(held)),
                Ok(None) if start.elapsed() < PATIENCE => std::thread::sleep(TICK),
                Ok(None) => {
                    let why = "another process that serves the site does not come to an end with this";
                    return Err(Failure::File(format!("{what}: {why}")));
                }
                Err(error) => return Err(Failure::File(format!("{}: {error}", pool.place()))),
            }
        }
    }

    fn tell_all(site: &Site, pool: &Pool, own: &str, told: &Receiver<HillEvent>, stop: fn() -> bool) {
        let mut kept: BTreeMap<String, String> = BTreeMap::new();
        while !stop() {
            let Ok(first) = told.recv_timeout(TICK) else { continue };
            // Of the waiting events of a hill, only the latest of each kind matters.
            let mut last: BTreeMap<(String, u8), HillUpdate> = BTreeMap::new();
            for HillEvent { hill, what } in std::iter::once(first).chain(told.try_iter()) {
                last.insert((hill, kind(what)), what);
            }
            for ((hill, _), what) in last {
                let done = keep_standings(site, pool, &hill, what, &mut kept).and_then(|()| {
                    let notice = Notice { from: own.to_owned(), hill: hill.clone(), what };
                    pool.notify(CHANNEL, &serde_json::to_string(&notice).unwrap_or_default())
                });
                // The other processes catch up after a failure, because they reread everything
                // regularly.
                let _ = site.note(FailureKind::Database, "events", done);
            }
        }
    }

    fn kind(what: HillUpdate) -> u8 {
        match what {
            HillUpdate::Standings => 0,
            HillUpdate::Submissions => 1,
            HillUpdate::Progress(..) => 2,
        }
    }

    /// Stores the standings of a hill for the other processes, if this process plays and they have
    /// changed.
    fn keep_standings(
        site: &Site,
        pool: &Pool,
        hill: &str,
        what: HillUpdate,
        kept: &mut BTreeMap<String, String>,
    ) -> Result<(), SqlError> {
        if what != HillUpdate::Standings || !site.replicas.plays() {
            kept.remove(hill);
            return Ok(());
        }
        let Some(standings) = site.any_hill(hill).and_then(|hill| hill.standings.clone()) else {
            return Ok(());
        };
        let text = serde_json::to_string(&standings).unwrap_or_default();
        if kept.get(hill) == Some(&text) {
            return Ok(());
        }
        pool.change::<_, SqlError>(|database| {
            database.execute(
                "INSERT INTO hill_standings (hill, standings) VALUES (?, ?)
                 ON CONFLICT (hill) DO UPDATE SET standings = excluded.standings",
                params![hill, text],
            )
        })?;
        kept.insert(hill.to_owned(), text);
        Ok(())
    }

    fn listen(site: &Site, pool: &Arc<Pool>, own: &str, stop: fn() -> bool) {
        while !stop() {
            let heard = pool.listen(CHANNEL).map_err(SqlError::from).and_then(|mut notices| {
                // Catches up on what happened while nobody listened.
                take_over(site, pool, None)?;
                for hill in site.all_hills() {
                    let _ =
                        site.events.send(HillEvent { hill: hill.name.clone(), what: HillUpdate::Standings });
                }
                apply_notices(site, pool, &mut notices, own, stop)
            });
            let _ = site.note(FailureKind::Database, "events of others", heard);
            pause(stop);
        }
    }

    /// Handles events of the other processes until the connection fails or `stop` returns true.
    fn apply_notices(
        site: &Site,
        pool: &Arc<Pool>,
        notices: &mut NotificationListener,
        own: &str,
        stop: fn() -> bool,
    ) -> Result<(), SqlError> {
        let mut looked = std::time::Instant::now();
        while !stop() {
            let heard = notices.next(TICK)?;
            let notice = heard.and_then(|text| serde_json::from_str::<Notice>(&text).ok());
            if let Some(Notice { from, hill, what }) = notice
                && from != own
            {
                // A process that plays rereads hills only between matches, but decisions of hosts
                // must take effect at once.
                let _ = site.note(FailureKind::Database, "decisions of hosts", site.moderate(&hill));
                take_over(site, pool, Some((&hill, what)))?;
                // This fails only if there are no listeners.
                let _ = site.events.send(HillEvent { hill, what });
            }
            // Files may also change without a notice.
            if looked.elapsed() >= PAUSE {
                take_over(site, pool, None)?;
                looked = std::time::Instant::now();
            }
        }
        Ok(())
    }

    /// Applies what another process has done, unless this process plays. Sets the progress of a
    /// hill, or rereads all hills, wars and contests.
    fn take_over(site: &Site, pool: &Arc<Pool>, what: Option<(&str, HillUpdate)>) -> Result<(), SqlError> {
        let _following = site.replicas.following();
        if site.replicas.plays() {
            return Ok(());
        }
        if let Some((name, HillUpdate::Progress(done, total))) = what {
            if let Some(hill) = site.any_hill(name) {
                let mut hill = (*hill).clone();
                hill.progress = Some((done, total));
                site.put(hill);
            }
            return Ok(());
        }
        let _ = site.note(FailureKind::Folder, "hills", site.refresh(|_| true));
        let _ = site.note(FailureKind::Folder, "wars", site.wars.refresh(site));
        site.refresh_contests();
        let told: Vec<(String, String)> = pool.read(|database| {
            let query = "SELECT hill, standings FROM hill_standings";
            database.query_all(query, (), |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        for (name, text) in told {
            let Ok(standings) = serde_json::from_str::<HillStandings>(&text) else { continue };
            let Some(hill) = site.any_hill(&name) else { continue };
            if hill.standings.as_ref() == Some(&standings) {
                continue;
            }
            let mut hill = (*hill).clone();
            hill.standings = Some(standings);
            hill.progress = None;
            site.put(hill);
            let _ = site.events.send(HillEvent { hill: name, what: HillUpdate::Standings });
        }
        Ok(())
    }
}
