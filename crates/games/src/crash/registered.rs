//! What the registry needs for Crash: conformance cases, the manual page, the warnings.

use game::{Breeding, Frame};
use serde_json::{Map, Value};

use super::breeding::Breeder;
use super::words::WORDS;
use super::{Crash, Instruction};
use crate::conformance::{CaseError, outcome_keys, play_match};
use crate::registry::{CasePlayers, RegisteredGame, Warning, Word};

impl RegisteredGame for Crash {
    fn play_case(
        &self,
        case: &Value,
        _: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Map<String, Value>, CaseError> {
        let played = play_match(self, case, "programs", stop)?;
        let mut found = outcome_keys(played.table.outcome().expect("it was played to the end"));
        let frame = played.table.frame();
        for register in ["i", "a", "b"] {
            found.insert(register.into(), frame.register(register).into());
        }
        found.insert("memory".into(), memory(&frame));
        Ok(found)
    }

    fn manual(&self) -> &'static str {
        include_str!("manual.md")
    }

    fn words(&self) -> &'static [Word] {
        WORDS
    }

    fn breeding(&self) -> Option<&'static dyn Breeding> {
        Some(&Breeder)
    }

    fn warnings(&self) -> &'static [Warning] {
        &[
            Warning { code: "leaves-program", about: "a `store` to `i` always leads out of the program" },
            Warning {
                code: "runs-off-end",
                about: "after its last instruction the program runs off its own end",
            },
            Warning { code: "never-reached", about: "an instruction can never be reached" },
        ]
    }
}

/// Every cell that is not `crash`, by address.
fn memory(frame: &Frame) -> Value {
    let crash = Instruction::CRASH.to_string();
    let mut cells = Map::new();
    let mut address = 0;
    for run in &frame.cells {
        if *run.text != crash {
            cells.extend(
                (address..address + run.count).map(|cell| (cell.to_string(), run.text.as_ref().into())),
            );
        }
        address += run.count;
    }
    cells.into()
}
