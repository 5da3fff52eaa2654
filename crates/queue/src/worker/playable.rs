//! The games that a machine can play, and the environments in which it plays them.

use std::collections::BTreeMap;

use contests::foreign::ForeignCode;
use contests::{Client, Isolation};
use dispatch::{Tools, environment_name};
use games::{REGISTRY, RegisteredGame};

use super::Worker;
use crate::subjects::Channel;

/// A game that this machine can play.
pub(super) struct Playable {
    pub(super) game: &'static dyn RegisteredGame,
    pub(super) foreign: ForeignCode,
    channel: Channel,
}

/// Returns the games that this machine can play. The client hears what is missing for other games.
pub(super) fn playable(version: &str, client: &Client) -> Vec<Playable> {
    let mut playable = Vec::new();
    for &game in REGISTRY {
        match ForeignCode::of(game, Isolation::Reset, client) {
            Ok(foreign) => {
                let environment = dispatch::environment_id(&foreign.environment);
                playable.push(Playable { game, foreign, channel: Channel::new(version, environment) });
            }
            Err(why) => client.note(&format!("note: {why}")),
        }
    }
    playable
}

impl Worker {
    pub(super) fn greeting(&self) -> String {
        let games: Vec<&str> = self.playable.iter().map(|playable| playable.game.info().name).collect();
        let (name, games) = (&self.name, games.join(", "));
        let threads = match self.options.threads {
            1 => "1 thread".into(),
            threads => format!("{threads} threads"),
        };
        format!("note: worker {name} plays {games} on {threads}; Ctrl-C stops it")
    }

    /// Returns the environments of the games that ask foreign code.
    pub(super) fn environments(&self) -> BTreeMap<String, Tools> {
        let asking = self.playable.iter().filter(|playable| !playable.foreign.environment.is_empty());
        asking
            .map(|playable| (playable.game.info().name.into(), playable.foreign.environment.clone()))
            .collect()
    }

    /// Returns sentences about the environments of this machine.
    pub(super) fn environments_in_words(&self) -> Vec<String> {
        let line = |(game, tools): (String, Tools)| {
            let parts: Vec<String> = tools.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let (name, parts) = (environment_name(&tools), parts.join("; "));
            format!("note: the environment of this machine for {game} is {name} ({parts})")
        };
        self.environments().into_iter().map(line).collect()
    }

    pub(super) fn channels(&self) -> Vec<Channel> {
        let mut channels: Vec<Channel> =
            self.playable.iter().map(|playable| playable.channel.clone()).collect();
        channels.sort();
        channels.dedup();
        channels
    }
}
