//! What the registry needs for Esowar: conformance cases, the manual page, the warnings.

use game::{Breeding, Event, EventKind, Frame, Run};
use serde_json::{Map, Value, json};

use super::Esowar;
use super::breeding::Breeder;
use super::words::WORDS;
use crate::conformance::{CaseError, outcome_keys, play_match};
use crate::registry::{CasePlayers, RegisteredGame, Warning, Word};

impl RegisteredGame for Esowar {
    fn play_case(
        &self,
        case: &Value,
        _: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Map<String, Value>, CaseError> {
        let played = play_match(self, case, "bases", stop)?;
        let outcome = played.table.outcome().expect("it was played to the end");
        let mut found = outcome_keys(outcome);
        let frame = played.table.frame();
        found.insert("deaths".into(), deaths(&played.events));
        found.insert("commanders".into(), frame.register("commanders").into());
        found.insert("robots".into(), frame.register("robots").into());
        found.insert("board".into(), board(&frame).into());
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
            Warning { code: "unmatched-bracket", about: "a bracket has no partner in its own base" },
            Warning {
                code: "certain-death",
                about: "the commander walks straight from her start onto a `d`",
            },
        ]
    }
}

fn deaths(events: &[Event]) -> Value {
    let death = |event: &Event| match event.kind {
        EventKind::Death { reason } => {
            Some(json!({"player": event.seat, "turn": event.turn, "reason": reason}))
        }
        EventKind::Write { .. } => None,
    };
    events.iter().filter_map(death).collect()
}

/// The board run by run: `SYMBOL` or `SYMBOL*COUNT`, with spaces between.
fn board(frame: &Frame) -> String {
    let run =
        |Run { text, count }: &Run| if *count == 1 { text.to_string() } else { format!("{text}*{count}") };
    frame.cells.iter().map(run).collect::<Vec<_>>().join(" ")
}
