//! The exact score of a pair: all setups are counted, as `bout exact` does.

use game::{Census, Counts};
use serde_json::{Value, json};

use crate::fight::{Fight, FightError};

/// A count of all setups of a pair, part by part.
pub struct Exact {
    census: Box<dyn Census>,
    seat: usize,
    next_part: u64,
    counts: Counts,
}

impl Exact {
    /// Prepares the count for a pair. `seat` is the seat of the program that somebody is writing. `None` if the setups of this
    /// game are not counted.
    ///
    /// # Errors
    /// If the programs cannot play each other.
    pub fn new(fight: &Fight, seat: usize) -> Result<Option<Self>, FightError> {
        let census = fight.census()?;
        Ok(census.map(|census| Self { census, seat, next_part: 0, counts: Counts::default() }))
    }

    /// The approximate time of the whole count as machine code, in milliseconds: [`Census::estimated_ms`].
    #[must_use]
    pub fn estimated_ms(&self) -> u64 {
        self.census.estimated_ms()
    }

    /// Counts one more part. Returns whether all parts are counted.
    pub fn work(&mut self) -> bool {
        if !self.is_done()
            && let Some(counts) = self.census.count(self.next_part, &|| false)
        {
            self.counts += counts;
            self.next_part += 1;
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.next_part == self.census.parts()
    }

    /// The counts so far as JSON: setups won, drawn and lost, and the progress of the count, from 0 to 1.
    #[must_use]
    pub fn summary(&self) -> Value {
        let Counts { wins, draws } = self.counts;
        let [won, lost] = [wins[self.seat], wins[1 - self.seat]];
        let parts = self.census.parts().max(1);
        #[expect(clippy::cast_precision_loss, reason = "a count has some thousand parts")]
        let done = self.next_part as f64 / parts as f64;
        json!({
            "setups": self.census.setups(),
            "won": won,
            "drawn": draws,
            "lost": lost,
            "done": done,
            "is_done": self.is_done(),
        })
    }
}
