//! The worker's side of wars: plays a round.

use std::path::Path;

use contests::foreign::ForeignCode;
use contests::war::{Folder, RoundPlayer};
use contests::{Client, Failure, Isolation};
use games::perlwar::PerlWar;

/// Plays a round of a war, unless the round was already played or the war is over. The round is stored
/// completely or not at all.
pub(crate) fn play_round(war: &Path, round: u64, client: &Client) -> Result<(), Failure> {
    let mut folder = Folder::open(war, client)?;
    let mut state = folder.replay(|_| {})?;
    folder.end(&state)?;
    if state.is_over() || state.rounds() + 1 != round {
        return Ok(());
    }
    let foreign = ForeignCode::of(&PerlWar, Isolation::Fork, client)?;
    let lineup = folder.lineup()?;
    let mut player = RoundPlayer::new(&lineup, foreign, folder.config.seed, client);
    let answers = player.play_round(&mut state)?;
    folder.keep_round(&state, &answers, player.environment())?;
    folder.end(&state)?;
    Ok(())
}
