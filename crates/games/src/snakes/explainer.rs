//! What decided a match, for its explanation: the lead, enclosures, and turns in which a bot stayed where it was.

use std::collections::BTreeSet;

use game::text::grouped;
use game::{EventKind, ExplanationStep, ExplanationStepKind, Moment, Outcome, Seat, SeatNames};

use super::board::{BOT, LAND};
use super::engine::{ENCLOSED, TERRITORY};
use super::squares::COLUMNS;

/// At most this many enclosures are told.
const MAX_ENCLOSURES: usize = 3;

/// For a bot that was enclosed, this many turns up to the end are searched for a better move.
const TURNS_BEFORE_DEATH: u64 = 32;

/// This many turns up to each one that may have decided about territory are searched for a better move.
const TURNS_BEFORE_LOSS: u64 = 8;

/// What happened so far.
#[derive(Debug, Default)]
pub(super) struct Explainer {
    /// Both territories after each turn, from turn 1 on.
    territory: Vec<[u64; 2]>,
    enclosures: Vec<Enclosure>,
    /// For each bot, the turns in which it asked for a move and stayed where it was, and the first of them.
    stays: [Stays; 2],
    invalid: [u64; 2],
}

#[derive(Debug, Default, Clone, Copy)]
struct Stays {
    count: u64,
    first: Option<u64>,
}

/// Squares that a bot got in a turn without walking on them.
#[derive(Debug, Clone, Copy)]
struct Enclosure {
    turn: u64,
    seat: Seat,
    squares: u64,
    /// How many of them had been the other's.
    taken: u64,
    cell: usize,
}

impl Explainer {
    /// Squares that change hands in a turn, other than the one that the bot walked on.
    fn enclosure(moment: &Moment<'_>, seat: Seat) -> Option<Enclosure> {
        let enemy = 1 - seat;
        let gained =
            moment.events.iter().filter(|event| event.seat == seat).filter_map(|event| match event.kind {
                EventKind::Write { cell, before, after } => {
                    let is_mine =
                        after == u32::from(LAND[seat]) && before != after && before != u32::from(BOT[seat]);
                    is_mine.then_some((cell, before == u32::from(LAND[enemy])))
                }
                EventKind::Death { .. } => None,
            });
        let gained: Vec<(usize, bool)> = gained.collect();
        let &(cell, _) = gained.first()?;
        let taken = gained.iter().filter(|(_, taken)| *taken).count() as u64;
        Some(Enclosure { turn: moment.frame.turn, seat, squares: gained.len() as u64, taken, cell })
    }

    /// The turn from which on a bot was behind until the end, if it was behind then.
    fn behind_since(&self, seat: Seat) -> Option<(u64, [u64; 2])> {
        let is_behind = |both: &&[u64; 2]| both[seat] < both[1 - seat];
        let behind = self.territory.iter().rev().take_while(is_behind).count();
        let at = self.territory.len() - behind;
        self.territory.get(at).map(|both| (at as u64 + 1, *both))
    }

    /// The largest enclosures of more than a square.
    fn largest_enclosures(&self, seat: Seat) -> Vec<Enclosure> {
        let is_told = |enclosure: &&Enclosure| enclosure.seat == seat && enclosure.squares > 1;
        let mut largest: Vec<Enclosure> = self.enclosures.iter().filter(is_told).copied().collect();
        largest.sort_by_key(|enclosure| std::cmp::Reverse((enclosure.squares, enclosure.turn)));
        largest.truncate(MAX_ENCLOSURES);
        largest
    }
}

/// A square as people name it.
fn square(cell: usize) -> String {
    format!("row {}, column {}", cell / COLUMNS, cell % COLUMNS)
}

fn squares(count: u64) -> String {
    if count == 1 { "1 square".into() } else { format!("{} squares", grouped(count)) }
}

impl game::Explainer for Explainer {
    fn note(&mut self, moment: &Moment<'_>) {
        let both = |name| -> Option<[u64; 2]> { moment.frame.register(name).try_into().ok() };
        self.territory.extend(both("territory"));
        let invalid = both("invalid").unwrap_or(self.invalid);
        for seat in [0, 1] {
            self.enclosures.extend(Self::enclosure(moment, seat));
            let was_asked = moment.asked.iter().any(|asked| asked.seat == seat);
            let has_moved = moment.events.iter().any(|event| {
                let own = u32::from(BOT[seat]);
                event.seat == seat && matches!(event.kind, EventKind::Write { after, .. } if after == own)
            });
            if was_asked && !has_moved {
                let stays = &mut self.stays[seat];
                stays.count += 1;
                stays.first.get_or_insert(moment.frame.turn);
            }
        }
        self.invalid = invalid;
    }

    fn tell(&self, seat: Seat, outcome: &Outcome, names: &SeatNames) -> Vec<ExplanationStep> {
        let Some(enemy) = 1_usize.checked_sub(seat) else { return Vec::new() };
        let (own, other) = (names.of(seat), names.of(enemy));
        let mut links = Vec::new();
        if let Some(both) = self.territory.last() {
            let sentence =
                format!("At the end {own} had {} and {other} {}.", squares(both[seat]), squares(both[enemy]));
            links.push(ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(outcome.turns));
        }
        if let Some((turn, both)) = self.behind_since(seat).filter(|_| outcome.winner() == Some(enemy)) {
            let (turn_shown, score) = (grouped(turn), format!("{} to {}", both[seat], squares(both[enemy])));
            let sentence = if turn == self.territory.len() as u64 {
                format!("{own} fell behind in turn {turn_shown}, the last one, with {score}.")
            } else {
                format!("{own} was behind from turn {turn_shown} on, with {score}, and never caught up.")
            };
            links.push(ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(turn).by(seat));
        }
        for Enclosure { turn, seat: by, squares: count, taken, cell } in self.largest_enclosures(enemy) {
            let whose = match taken {
                0 => String::new(),
                taken => format!(", {} of them {own}'s", grouped(taken)),
            };
            let sentence = format!(
                "In turn {}, {other} enclosed {}{whose}, the first at {}.",
                grouped(turn),
                squares(count),
                square(cell)
            );
            links.push(
                ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(turn).on_cell(cell).by(by),
            );
        }
        links.extend(self.stays_of(seat, &own));
        links
    }

    /// The turns up to the end, if the bot was enclosed there; otherwise those up to the turn from which on it was behind, and up
    /// to the other bot's largest enclosures.
    fn turns_to_review(&self, seat: Seat, outcome: &Outcome) -> Vec<u64> {
        let Some(enemy) = outcome.winner().filter(|winner| *winner != seat) else { return Vec::new() };
        let up_to = |turn: u64, count: u64| turn.saturating_sub(count - 1).max(1)..=turn;
        let turns: BTreeSet<u64> = match outcome.reason {
            ENCLOSED => up_to(outcome.turns, TURNS_BEFORE_DEATH).collect(),
            TERRITORY => {
                let behind = self.behind_since(seat).map(|(turn, _)| turn);
                let enclosures = self.largest_enclosures(enemy).into_iter().map(|one| one.turn);
                behind.into_iter().chain(enclosures).flat_map(|turn| up_to(turn, TURNS_BEFORE_LOSS)).collect()
            }
            _ => BTreeSet::new(),
        };
        turns.into_iter().collect()
    }
}

impl Explainer {
    fn stays_of(&self, seat: Seat, own: &str) -> Option<ExplanationStep> {
        let Stays { count, first } = self.stays[seat];
        let first = first?;
        let times = if count == 1 { "one turn".into() } else { format!("{} turns", grouped(count)) };
        let invalid = match self.invalid[seat] {
            0 => String::new(),
            invalid => format!("; {} answers were invalid", grouped(invalid)),
        };
        let sentence = format!(
            "{own} stayed where it was in {times}, first in turn {}: its answer led nowhere{invalid}.",
            grouped(first)
        );
        Some(ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(first).by(seat))
    }
}
