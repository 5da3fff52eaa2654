//! Matches between programs of different substrates.

use std::time::Duration;

use game::{AnyPlayers, Reply, Seat, Void};
use games::snakes::is_wasm;
use referee::Lineup;
use referee::PlayerFactory;

use crate::wasm;

/// Sends each program to the factory of its substrate.
pub(crate) struct Factory {
    /// The factory for bots in C, or why this machine cannot run them.
    pub(crate) c: Result<Box<dyn PlayerFactory>, String>,
    pub(crate) wasm: wasm::Factory,
}

impl PlayerFactory for Factory {
    fn players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        self.seated(lineup, seed, |factory| factory.players(lineup, seed))
    }

    fn plain_players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        self.seated(lineup, seed, |factory| factory.plain_players(lineup, seed))
    }
}

impl Factory {
    /// Players of both substrates, as far as they are needed; `c` makes those in C.
    fn seated(
        &self,
        lineup: &Lineup,
        seed: u64,
        c: impl Fn(&dyn PlayerFactory) -> Result<Box<dyn AnyPlayers>, Void>,
    ) -> Result<Box<dyn AnyPlayers>, Void> {
        let is_wasm: Vec<bool> =
            lineup.programs().iter().map(|program| is_wasm(program.canonical.as_bytes())).collect();
        let c = || match &self.c {
            Ok(factory) => c(factory.as_ref()),
            Err(why) => Err(Void { cause: why.clone() }),
        };
        match (is_wasm.contains(&true), is_wasm.contains(&false)) {
            (false, _) => c(),
            (true, false) => self.wasm.players(lineup, seed),
            (true, true) => Ok(Box::new(Mixed { is_wasm, c: c()?, wasm: self.wasm.players(lineup, seed)? })),
        }
    }
}

/// The bots of a match of both substrates.
struct Mixed {
    is_wasm: Vec<bool>,
    c: Box<dyn AnyPlayers>,
    wasm: Box<dyn AnyPlayers>,
}

impl AnyPlayers for Mixed {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let players = if self.is_wasm[seat] { &mut self.wasm } else { &mut self.c };
        players.ask(seat, question)
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        let players = if self.is_wasm[seat] { &self.wasm } else { &self.c };
        players.processor_time(seat)
    }
}
