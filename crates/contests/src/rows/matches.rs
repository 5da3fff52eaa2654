//! Matches.

use game::Outcome;
use referee::Finished;
use serde::Serialize;
use serde::ser::Serializer;

/// A match that was played, or that stayed void.
#[derive(Debug, Clone, Serialize)]
pub struct MatchRow<'a> {
    /// The game's name.
    pub game: &'static str,
    /// Its number in the command, from 0.
    #[serde(rename = "match")]
    pub index: u64,
    /// The seed of its setup.
    pub seed: u64,
    /// The paths of the programs, by seat.
    pub programs: &'a [String],
    /// `fast` if the match was for practice only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolation: Option<&'static str>,
    outcome: &'static str,
    winner: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    void: Option<&'a str>,
    #[serde(flatten)]
    result: Option<MatchResult<'a>>,
    /// The path of its record, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// How long it took, if this is to be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_us: Option<u64>,
}

/// How a played match ended.
#[derive(Debug, Clone, Serialize)]
struct MatchResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tied: Option<&'a [usize]>,
    reason: &'static str,
    turns: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<&'a [u32]>,
    #[serde(flatten)]
    tallies: Tallies<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultRow<'a>>,
    digest: String,
}

/// Additional counts from the game, under the game's own names.
#[derive(Debug, Clone)]
struct Tallies<'a>(&'a [(&'static str, Vec<u64>)]);

impl Serialize for Tallies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, numbers)| (name, numbers)))
    }
}

/// How a program failed.
#[derive(Debug, Clone, Serialize)]
struct FaultRow<'a> {
    seat: usize,
    kind: &'static str,
    detail: &'a str,
}

impl<'a> MatchRow<'a> {
    /// Creates the row of a match from its result, or from why it stayed void.
    #[must_use]
    pub fn new(
        game: &'static str,
        index: u64,
        seed: u64,
        programs: &'a [String],
        result: &'a Result<Finished, String>,
    ) -> Self {
        let finished = result.as_ref().ok();
        let winner = finished.and_then(|finished| finished.outcome.winner());
        Self {
            game,
            index,
            seed,
            programs,
            isolation: None,
            outcome: match (finished, winner) {
                (None, _) => "void",
                (Some(_), Some(_)) => "win",
                (Some(_), None) => "draw",
            },
            winner,
            void: result.as_ref().err().map(String::as_str),
            result: finished.map(MatchResult::new),
            record: None,
            elapsed_us: None,
        }
    }

    /// Returns the seat and the kind of the fault that ended the match: `1 time`. `None` if no fault did.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let fault = self.result.as_ref()?.fault.as_ref()?;
        Some(format!("{} {}", fault.seat, fault.kind))
    }
}

impl<'a> MatchResult<'a> {
    fn new(Finished { outcome, digest, .. }: &'a Finished) -> Self {
        let Outcome { reason, turns, places, fault, tallies, .. } = outcome;
        Self {
            tied: outcome.winner().is_none().then(|| outcome.tied()),
            reason,
            turns: *turns,
            places: (places.len() > 2).then_some(places),
            tallies: Tallies(tallies),
            fault: fault.as_ref().map(|fault| FaultRow {
                seat: fault.seat,
                kind: fault.kind.word(),
                detail: &fault.detail,
            }),
            digest: digest.to_string(),
        }
    }
}
