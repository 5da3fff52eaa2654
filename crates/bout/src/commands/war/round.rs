//! `bout war round`: plays the next round, or several.

mod report;

use std::path::Path;

use contests::Failure;
use contests::foreign::ForeignCode;
use contests::war::{Folder, RoundPlayer, WarState};
use game::Game;
use games::perlwar::PerlWar;

use crate::cli::RoundOptions;
use crate::client::client;
use crate::failure::with_continuation;
use crate::interrupt;
use crate::progress::Progress;

use report::Report;

pub(super) fn run(path: &Path, options: &RoundOptions) -> Result<(), Failure> {
    let mut folder = Folder::open(path, &client())?;
    let mut state = folder.replay(|_| {})?;
    folder.end(&state)?;
    check_can_go_on(&folder, &state)?;
    let foreign = ForeignCode::of(&PerlWar, options.isolation, &client())?;
    let lineup = folder.lineup()?;
    let mut round_player = RoundPlayer::new(&lineup, foreign, folder.config.seed, &client());
    let mut report = Report::new(options.output.form)?;
    let end = play(&mut folder, &mut state, &mut round_player, options.rounds, &mut report);
    // Rounds played before a failure are reported, too.
    report.finish()?;
    end.map_err(|failure| with_continuation(failure, "continue", &interrupt::command()))
}

fn check_can_go_on(folder: &Folder, state: &WarState) -> Result<(), Failure> {
    let refused = |why: String| Err(Failure::Refused(format!("{}: {why}", folder.inside.path().display())));
    if let Some(how) = folder.ended_in_words(state) {
        return refused(format!("the war is over: {how}"));
    }
    let (least, there) = (*PerlWar::INFO.seats.start(), folder.players.len());
    if there < least {
        let why = "more players submit snippets with `bout war submit DIR SNIPPET.pl`";
        return refused(format!("a war needs at least {least} players, and has {there} so far; {why}"));
    }
    Ok(())
}

/// Plays the requested number of rounds, or until the war ends. Stores each round before reporting
/// it.
fn play(
    folder: &mut Folder,
    state: &mut WarState,
    round_player: &mut RoundPlayer,
    rounds: u64,
    report: &mut Report,
) -> Result<(), Failure> {
    let progress = Progress::of("war", "rounds");
    progress.start(rounds.min(folder.config.parameters.rounds.saturating_sub(state.rounds())));
    for _ in 0..rounds {
        let answers = round_player.play_round(state)?;
        folder.keep_round(state, &answers, round_player.environment())?;
        let ending = folder.end(state)?;
        report.add(folder, state, ending.as_ref())?;
        progress.advance(1);
        if ending.is_some() {
            break;
        }
    }
    progress.finish();
    Ok(())
}
