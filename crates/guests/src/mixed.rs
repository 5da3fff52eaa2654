//! Matches whose programs are of different substrates.

use std::time::Duration;

use game::{Guests, Reply, Seat, Void};
use games::snakes::is_wasm;
use referee::GuestHouse;
use referee::Lineup;

use crate::wasm;

/// Sends each program to the house of its substrate.
pub(crate) struct House {
    /// Where C is asked; or why it cannot be on this machine.
    pub(crate) c: Result<Box<dyn GuestHouse>, String>,
    pub(crate) wasm: wasm::House,
}

impl GuestHouse for House {
    fn guests(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn Guests>, Void> {
        self.seated(lineup, seed, |house| house.guests(lineup, seed))
    }

    fn plain_guests(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn Guests>, Void> {
        self.seated(lineup, seed, |house| house.plain_guests(lineup, seed))
    }
}

impl House {
    /// Guests of both substrates, as far as they are needed; those in C as `c` makes them.
    fn seated(
        &self,
        lineup: &Lineup,
        seed: u64,
        c: impl Fn(&dyn GuestHouse) -> Result<Box<dyn Guests>, Void>,
    ) -> Result<Box<dyn Guests>, Void> {
        let is_wasm: Vec<bool> =
            lineup.programs().iter().map(|program| is_wasm(program.canonical.as_bytes())).collect();
        let c = || match &self.c {
            Ok(house) => c(house.as_ref()),
            Err(why) => Err(Void { cause: why.clone() }),
        };
        match (is_wasm.contains(&true), is_wasm.contains(&false)) {
            (false, _) => c(),
            (true, false) => self.wasm.guests(lineup, seed),
            (true, true) => Ok(Box::new(Mixed { is_wasm, c: c()?, wasm: self.wasm.guests(lineup, seed)? })),
        }
    }
}

/// The bots of a match of both substrates.
struct Mixed {
    is_wasm: Vec<bool>,
    c: Box<dyn Guests>,
    wasm: Box<dyn Guests>,
}

impl Guests for Mixed {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let guests = if self.is_wasm[seat] { &mut self.wasm } else { &mut self.c };
        guests.ask(seat, question)
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        let guests = if self.is_wasm[seat] { &self.wasm } else { &self.c };
        guests.processor_time(seat)
    }
}
