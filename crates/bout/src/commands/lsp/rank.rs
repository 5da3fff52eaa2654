//! Determines the rank of a program on a hill in memory, without changing the hill, like `bout
//! watch`.

use std::path::Path;
use std::sync::atomic::Ordering;

use contests::contest::{KnownResults, PlayOptions};
use contests::programs::examined;
use contests::watch::{HillField, StageResults, Version};
use contests::{Failure, Isolation};
use dispatch::Local;
use lsp::{ProgramText, Work};

use super::{file_of, quiet_client, refusal};
use crate::limits;

/// Returns a sentence about the rank that the program would have.
pub(super) fn rank(program: &ProgramText, hill: &Path, work: &Work) -> Result<String, Failure> {
    let client = quiet_client(work);
    let mut field = HillField::read(hill, Isolation::Reset, client.clone())?;
    let (diagnostics, entrant) = examined(&file_of(program), &client)?;
    let entrant = entrant.ok_or_else(|| refusal(&file_of(program).file_name(), &diagnostics))?;
    let name = entrant.name.clone();
    let mut version = Version::new(entrant, &field)?;
    if version.is_alone() {
        return Ok(format!("There are no other programs on the hill {}.", name_of(hill)));
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let options = PlayOptions {
        threads: limits::threads(cores),
        known: KnownResults::Use,
        only: Vec::new(),
        records: false,
        task: "rank",
        dispatcher: &Local,
    };
    let figures = play_stages(&mut version, &mut field, &options, work)?;
    Ok(sentence(&name, hill, &figures))
}

/// Plays stage after stage, up to the number of games that the hill plays.
fn play_stages(
    version: &mut Version,
    field: &mut HillField,
    options: &PlayOptions,
    work: &Work,
) -> Result<StageResults, Failure> {
    let stop_flag = work.stop_flag();
    let stop = move || stop_flag.load(Ordering::Relaxed);
    let stopped = || Failure::Interrupted("it was cancelled".into());
    let all_games = field.folder.config.games;
    while let Some(games) = version.next_stage(all_games) {
        let own = version.play(games, field, options, &stop)?.ok_or_else(stopped)?;
        if !field.play(games, options, &stop)? {
            return Err(stopped());
        }
        let figures = version.figures(own, field.played(games), field, games);
        let percent = u32::try_from(games * 100 / all_games.max(1)).unwrap_or(100);
        let rank = figures.rank().map_or(String::new(), |rank| format!("rank {rank} after "));
        work.report(format!("{rank}{games} games per pairing"), percent);
        version.stages.push(figures);
    }
    version.stages.pop().ok_or_else(stopped)
}

fn name_of(hill: &Path) -> String {
    hill.file_name().unwrap_or(hill.as_os_str()).to_string_lossy().into_owned()
}

fn sentence(name: &str, hill: &Path, figures: &StageResults) -> String {
    let folder = name_of(hill);
    let standing = &figures.standing;
    let score = format!("{} won, {} drawn, {} lost", standing.wins, standing.draws, standing.losses);
    match &figures.place {
        Some(place) if place.would_enter => {
            format!("{name} would enter the hill {folder} with rank {} of {}: {score}", place.rank, place.of)
        }
        Some(place) => {
            format!("{name} would not enter the hill {folder}: rank {} of {}, {score}", place.rank, place.of)
        }
        None => format!("{name} on the hill {folder}: {score}"),
    }
}
