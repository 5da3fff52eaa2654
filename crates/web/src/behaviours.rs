//! The behaviour of programs on hills in fixed setups. A worker lets each program play the setups
//! once. The behaviour is kept in `.bout/behaviour`, by program and list of setups.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use contests::Failure;
use contests::behaviour::{self, Behaviour};
use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use game::Digest;
use games::RegisteredGame;

use crate::hill_view::ProgramView;
use crate::orders::{Message, Order};
use crate::site::Site;
use crate::supervisor::{OrderFailed, WorkerCommand, WorkerSlot, pause};

/// The folder in `.bout`.
const FOLDER: FileName = FileName::own("behaviour");

/// The maximum number of programs whose behaviour is kept on the disk. The oldest ones are removed
/// first; if they are still needed, they play again.
const MAX_KEPT: usize = 10_000;

/// The number of failures after which a program is skipped until the next start.
const MAX_ATTEMPTS: u32 = 3;

/// What is known about the programs on all hills.
#[derive(Default)]
pub(crate) struct Behaviours(RwLock<BTreeMap<Digest, Known>>);

/// What is known about a program.
#[derive(Clone)]
enum Known {
    Played(Arc<Behaviour>),
    /// The number of failed attempts.
    Failed(u32),
}

impl Behaviours {
    /// Returns the behaviour of a program; `None` if it has not played.
    pub(crate) fn of(&self, program: &ProgramView) -> Option<Arc<Behaviour>> {
        match self.known(program.id?)? {
            Known::Played(behaviour) => Some(behaviour),
            Known::Failed(_) => None,
        }
    }

    fn known(&self, program: Digest) -> Option<Known> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&program).cloned()
    }

    fn is_wanted(&self, program: Digest) -> bool {
        match self.known(program) {
            None => true,
            Some(Known::Failed(attempts)) => attempts < MAX_ATTEMPTS,
            Some(Known::Played(_)) => false,
        }
    }

    fn put(&self, program: Digest, behaviour: Behaviour) {
        let played = Known::Played(Arc::new(behaviour));
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(program, played);
    }

    /// Forgets all programs but these.
    fn keep_only(&self, programs: &BTreeSet<Digest>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).retain(|id, _| programs.contains(id));
    }

    fn note_failure(&self, program: Digest) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match known.entry(program).or_insert(Known::Failed(0)) {
            Known::Failed(attempts) => *attempts += 1,
            Known::Played(_) => {}
        }
    }
}

/// Lets the programs on all hills play the setups of their games, one after the other, until `stop` returns true.
pub(crate) fn play(site: &Site, command: &WorkerCommand, stop: fn() -> bool) {
    while !stop() {
        // The worker process ends with the round, so an idle site has one process fewer.
        let mut slot = WorkerSlot::new(command.with_role("behaviour of programs"));
        let hills = site.all_hills();
        let mut has_learnt = false;
        for hill in &hills {
            let Ok(files) = &hill.files else { continue };
            for program in &files.programs {
                let Some(id) = program.id.filter(|id| site.behaviours.is_wanted(*id)) else { continue };
                if stop() {
                    return;
                }
                match learnt(site, &mut slot, files.game, id, &program.source, stop) {
                    Ok(Some(behaviour)) => site.behaviours.put(id, behaviour),
                    Ok(None) | Err(_) => site.behaviours.note_failure(id),
                }
                has_learnt = true;
            }
        }
        // Otherwise, nothing was added that could be removed.
        if has_learnt {
            let files = hills.iter().filter_map(|hill| hill.files.as_ref().ok());
            let programs = files.flat_map(|files| &files.programs).filter_map(|program| program.id);
            site.behaviours.keep_only(&programs.collect());
        }
        pause(stop);
    }
}

/// Returns the behaviour of a program: from the disk if it is there, otherwise from a worker.
fn learnt(
    site: &Site,
    slot: &mut WorkerSlot,
    game: &'static dyn RegisteredGame,
    id: Digest,
    source: &[u8],
    stop: fn() -> bool,
) -> Result<Option<Behaviour>, OrderFailed> {
    let list = behaviour::list(game).to_string();
    let name = FileName::new(&format!("{id}-{}.json", &list[..16])).map_err(OrderFailed::Refused)?;
    if let Ok(Some(kept)) = read(site, &name) {
        return Ok(Some(kept));
    }
    let order = Order::Behave { game: game.info().name.to_owned(), source: BASE64_STANDARD.encode(source) };
    let mut told = None;
    slot.carry_out(&order, stop, |message| {
        if let Message::Behaved { behaviour } = message {
            told = Some(*behaviour);
        }
    })?;
    if let Some(behaviour) = &told {
        // If it cannot be written, the behaviour is kept in memory only.
        let _ = write(site, &name, behaviour);
    }
    Ok(told)
}

/// Reads a behaviour from the disk. A file that something else wrote counts as missing, so the
/// program plays again.
fn read(site: &Site, name: &FileName) -> Result<Option<Behaviour>, Failure> {
    let Some(folder) = ConfinedFolder::open(&site.folder.join(".bout"))?.folder(&FOLDER)? else {
        return Ok(None);
    };
    let bytes = folder.read(name)?;
    let kept = bytes.and_then(|bytes| serde_json::from_slice::<Behaviour>(&bytes).ok());
    Ok(kept.filter(Behaviour::is_whole))
}

fn write(site: &Site, name: &FileName, behaviour: &Behaviour) -> Result<(), Failure> {
    let text = serde_json::to_vec(behaviour).expect("a behaviour is plain data");
    let folder = ConfinedFolder::open(&site.folder.join(".bout"))?.make_folder(&FOLDER)?;
    folder.write_durably(name, &text)?;
    folder.keep_newest("json", MAX_KEPT)
}
