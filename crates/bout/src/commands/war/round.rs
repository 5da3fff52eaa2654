//! `bout war round`: playing the next round, or several.

mod report;

use std::path::Path;

use game::Game;
use games::perlwar::PerlWar;

use super::standing::ended_in_words;
use crate::cli::RoundOptions;
use crate::contest::progress::Progress;
use crate::failure::Failure;
use crate::foreign::Foreign;
use crate::war::{Arena, Course, Folder};

use report::Report;

pub(super) fn run(path: &Path, options: &RoundOptions) -> Result<(), Failure> {
    let mut folder = Folder::open(path)?;
    let mut course = folder.replay(|_| {})?;
    folder.end(&course)?;
    check_can_go_on(&folder, &course)?;
    let foreign = Foreign::of(&PerlWar, options.isolation)?;
    let lineup = folder.lineup()?;
    let mut arena = Arena::new(&lineup, foreign, folder.config.seed);
    let mut report = Report::new(options.output.form)?;
    let end = play(&mut folder, &mut course, &mut arena, options.rounds, &mut report);
    // What was played before a failure is a result, too.
    report.finish()?;
    end
}

fn check_can_go_on(folder: &Folder, course: &Course) -> Result<(), Failure> {
    let refused = |why: String| Err(Failure::Refused(format!("{}: {why}", folder.inside.path().display())));
    if let Some(how) = ended_in_words(folder, course) {
        return refused(format!("the war is over: {how}"));
    }
    let (least, there) = (*PerlWar::SEATS.start(), folder.players.len());
    if there < least {
        let why = "more hand something in with `bout war submit DIR SNIPPET.pl`";
        return refused(format!("a war needs {least} players at least, and has {there} so far; {why}"));
    }
    Ok(())
}

/// Plays rounds until there are enough or the war is over. Each is kept before it is told.
fn play(
    folder: &mut Folder,
    course: &mut Course,
    arena: &mut Arena,
    rounds: u64,
    report: &mut Report,
) -> Result<(), Failure> {
    let progress = Progress::of("war", "rounds");
    progress.start(rounds.min(folder.config.parameters.rounds.saturating_sub(course.rounds())));
    for _ in 0..rounds {
        let answers = arena.play_round(course)?;
        folder.keep_round(course, &answers, arena.environment())?;
        let ending = folder.end(course)?;
        report.add(folder, course, ending.as_ref())?;
        progress.advance(1);
        if ending.is_some() {
            break;
        }
    }
    progress.finish();
    Ok(())
}
