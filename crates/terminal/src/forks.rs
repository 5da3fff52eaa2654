//! Makes, shows and drops forks.

use crate::app::{App, Fork, Watched};
use crate::change::ForkRequest;
use crate::side::Side;
use game::text::grouped;

impl App<'_> {
    /// Makes a fork with a change at this turn, and shows it beside the original.
    pub(crate) fn make_fork(&mut self, text: &str) -> Result<(), String> {
        let replay = &self.side().replay;
        let forked = match ForkRequest::parse(text)? {
            ForkRequest::Change(change) => {
                let players = self.fork_players.players(replay.lineup())?;
                replay.fork(&[change], Some(players)).map_err(|error| error.to_string())?
            }
            ForkRequest::Program(seat, path) => {
                let program = self.fork_players.program(replay.lineup().game(), &path)?;
                let lineup = replay.lineup_with(seat, program).map_err(|error| error.to_string())?;
                let players = self.fork_players.players(&lineup)?;
                replay.fork_with(seat, lineup, Some(players)).map_err(|error| error.to_string())?
            }
        };
        let mut changes = match (self.watched, self.fork.take()) {
            (Watched::Fork, Some(fork)) => fork.changes,
            _ => Vec::new(),
        };
        changes.push(text.to_owned());
        let turn = forked.turn();
        self.fork = Some(Fork { side: Side::new(forked), differing: Vec::new(), changes });
        self.watched = Watched::Fork;
        self.is_playing = false;
        self.seek(turn, &|| false);
        self.say(format!("forked at turn {}: o looks at the other side, X drops the fork", grouped(turn)));
        Ok(())
    }

    pub(crate) fn look_at_other_side(&mut self) {
        self.watched = match (self.watched, &self.fork) {
            (Watched::Original, Some(_)) => Watched::Fork,
            _ => Watched::Original,
        };
        if self.fork.is_none() {
            self.say("there is no fork: x makes one");
        }
        self.stay_with_followed();
    }

    pub(crate) fn drop_fork(&mut self) {
        if self.fork.take().is_none() {
            self.say("there is no fork: x makes one");
        }
        self.watched = Watched::Original;
        self.stay_with_followed();
    }
}
