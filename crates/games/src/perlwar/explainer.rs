//! What decided a match, for its explanation: who lost which snippets to whom, and each player's own segfaults.

use std::collections::BTreeMap;

use game::text::grouped;
use game::{ExplanationStep, ExplanationStepKind, Moment, Outcome, Seat, SeatNames};

use super::engine::SNIPPETS;
use super::reconstruction::{Reconstruction, RoundEvent, retell};
use super::round::RunResult;
use super::setup::{Parameters, Setup};

/// What happened so far.
pub(super) struct Explainer {
    parameters: Parameters,
    seats: usize,
    setup: Setup,
    /// The snippets of each player after each round, from round 1 on.
    snippets: Vec<Vec<u64>>,
    /// Who lost snippets to whom by which instruction: how many, and the first round and cell.
    losses: BTreeMap<(Seat, Seat, LossCause), Count>,
    /// Segfaults by player and reason.
    segfaults: BTreeMap<(Seat, &'static str), Count>,
    /// For each player's cells, the snippets of others that fell to the snippet there.
    damage: BTreeMap<(Seat, usize), Count>,
}

/// How a snippet was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LossCause {
    Nuked,
    Claimed,
    Rewritten,
}

impl LossCause {
    fn word(self) -> &'static str {
        match self {
            Self::Nuked => "emptied",
            Self::Claimed => "claimed",
            Self::Rewritten => "rewrote",
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Count {
    number: u64,
    first_round: u64,
    first_cell: usize,
}

fn count<K: Ord>(counts: &mut BTreeMap<K, Count>, key: K, round: u64, cell: usize) {
    let counted = counts.entry(key).or_insert(Count { number: 0, first_round: round, first_cell: cell });
    counted.number += 1;
}

impl Explainer {
    pub(super) fn new(parameters: Parameters, seats: usize, setup: Setup) -> Self {
        Self {
            parameters,
            seats,
            setup,
            snippets: Vec::new(),
            losses: BTreeMap::new(),
            segfaults: BTreeMap::new(),
            damage: BTreeMap::new(),
        }
    }

    fn note_run(&mut self, run: &Reconstruction, round: u64) {
        let instruction = match &run.result {
            RunResult::Segfault(segfault) => {
                count(&mut self.segfaults, (run.seat, segfault.word()), round, run.cell);
                return;
            }
            RunResult::Nuked { .. } => LossCause::Nuked,
            RunResult::Claimed { .. } => LossCause::Claimed,
            RunResult::Updated { .. } => LossCause::Rewritten,
            RunResult::Noop | RunResult::Copied { .. } | RunResult::Refused { .. } => return,
        };
        for change in &run.changes {
            if let Some((victim, _)) = change.before.as_ref().filter(|(victim, _)| *victim != run.seat) {
                count(&mut self.losses, (*victim, run.seat, instruction), round, change.cell);
                count(&mut self.damage, (run.seat, run.cell), round, change.cell);
            }
        }
    }

    /// The round from which on a player had fewer snippets than another until the end.
    fn behind_since(&self, seat: Seat, other: Seat) -> Option<(u64, u64, u64)> {
        let is_behind = |numbers: &&Vec<u64>| numbers.get(seat) < numbers.get(other);
        let behind = self.snippets.iter().rev().take_while(is_behind).count();
        let at = self.snippets.len() - behind;
        let numbers = self.snippets.get(at)?;
        Some((at as u64 + 1, *numbers.get(seat)?, *numbers.get(other)?))
    }
}

fn times(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{} {what}s", grouped(number)) }
}

impl game::Explainer for Explainer {
    fn note(&mut self, moment: &Moment<'_>) {
        let round = moment.frame.turn;
        self.snippets.push(moment.frame.register(SNIPPETS).to_vec());
        for happening in retell(self.parameters, self.setup, self.seats, moment, usize::MAX) {
            match happening {
                RoundEvent::Ran(run) => self.note_run(&run, round),
                RoundEvent::TooLong { seat, cell } => {
                    count(&mut self.segfaults, (seat, "too-long"), round, cell);
                }
                RoundEvent::Entered { .. } | RoundEvent::Unreadable { .. } => {}
            }
        }
    }

    fn tell(&self, seat: Seat, outcome: &Outcome, names: &SeatNames) -> Vec<ExplanationStep> {
        let own = names.of(seat);
        let mut links = Vec::new();
        let winner = outcome.winner();
        if let Some((winner, (round, fewer, more))) =
            winner.and_then(|winner| Some((winner, self.behind_since(seat, winner)?)))
        {
            let sentence = format!(
                "From round {} on, {own} always had fewer snippets than {}: {} to {} then.",
                grouped(round),
                names.of(winner),
                grouped(fewer),
                grouped(more)
            );
            links.push(ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(round).by(seat));
        }
        let mut losses: Vec<_> = self.losses.iter().filter(|((victim, ..), _)| *victim == seat).collect();
        losses.sort_by_key(|(_, counted)| std::cmp::Reverse(counted.number));
        for ((_, by, instruction), counted) in losses {
            let sentence = format!(
                "{} {} {} of {own}'s, the first in round {} (cell {}).",
                names.of(*by),
                instruction.word(),
                times(counted.number, "snippet"),
                grouped(counted.first_round),
                counted.first_cell
            );
            links.push(counted.link(sentence).by(*by));
        }
        for ((_, reason), counted) in self.segfaults.iter().filter(|((victim, _), _)| *victim == seat) {
            let sentence = format!(
                "{own} lost {} to segfaults ({}), the first in round {} (cell {}).",
                times(counted.number, "snippet"),
                segfault_in_words(reason),
                grouped(counted.first_round),
                counted.first_cell
            );
            links.push(counted.link(sentence).by(seat));
        }
        let most = self.damage.iter().max_by_key(|(key, counted)| (counted.number, std::cmp::Reverse(*key)));
        if let Some(((by, cell), counted)) = most.filter(|(_, counted)| counted.number > 1) {
            let sentence = format!(
                "The snippets of {} in cell {cell} did most damage: {} of others fell to what ran there.",
                names.of(*by),
                times(counted.number, "snippet")
            );
            links.push(
                ExplanationStep::new(ExplanationStepKind::Fact, sentence)
                    .in_turn(counted.first_round)
                    .on_cell(*cell)
                    .by(*by),
            );
        }
        links
    }
}

impl Count {
    fn link(self, sentence: String) -> ExplanationStep {
        ExplanationStep::new(ExplanationStepKind::Fact, sentence)
            .in_turn(self.first_round)
            .on_cell(self.first_cell)
    }
}

fn segfault_in_words(reason: &str) -> &str {
    match reason {
        "too-long" => "too long to run",
        "died" => "it died or did not compile",
        other => other,
    }
}
