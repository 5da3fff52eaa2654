//! The sentences that tell learners what a check required and what happened.

use game::text::grouped;
use game::{AnyMatch, Outcome, Participant, SeatNames};
use games::RegisteredGame;

use crate::lesson::{Limits, OpponentProgram, SingleMatch, Static, WantedResult};
use crate::tally::{Score, SeatResult, seat_result};

/// The names of the opponents, as they stand in the middle of a sentence.
pub(crate) fn names_of(game: &dyn RegisteredGame, opponents: &[OpponentProgram]) -> String {
    let name = |opponent: &OpponentProgram| {
        let metadata = game.read(opponent.source.as_bytes()).metadata;
        game::display_name(&metadata, &opponent.name)
    };
    opponents.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Judges whether the text of a program meets the requirements.
pub(crate) fn of_program(wanted: &Static, program: &Participant, warning: Option<&str>) -> (bool, String) {
    if let Some(warning) = warning.filter(|_| wanted.no_warnings) {
        return (false, format!("There must be no warnings, but there is one. {warning}"));
    }
    if let Some(most) = wanted.max_length.filter(|most| program.length > *most) {
        let found = grouped(program.length as u64);
        return (
            false,
            format!("The length of your program is {found}; it may be {} at most.", grouped(most as u64)),
        );
    }
    if let Some(missing) = wanted.contains.iter().find(|text| !program.canonical.contains(text.as_str())) {
        return (false, format!("Your program must contain `{missing}`, but does not."));
    }
    if let Some(found) = wanted.lacks.iter().find(|text| program.canonical.contains(text.as_str())) {
        return (false, format!("Your program contains `{found}`, which is not allowed here."));
    }
    (true, format!("Your program is as asked; its length is {}.", grouped(program.length as u64)))
}

/// Judges whether a score is within limits. `games` is the word for matches: "games", "placements".
pub(crate) fn of_score(limits: &Limits, score: Score, against: &str, games: &str) -> (bool, String) {
    let all = score.games();
    let needed = |percent: u64| share(percent, all, u64::div_ceil);
    let allowed = |percent: u64| share(percent, all, |product, whole| product / whole);
    let (total, wins, draws) = (grouped(all), grouped(score.wins), grouped(score.draws));
    let (losses, of_all) = (grouped(score.losses), format!("of {} {games} against {against}", grouped(all)));
    if let Some(percent) = limits.min_wins_percent.filter(|percent| score.wins < needed(*percent)) {
        let what = format!("You won {wins} {of_all}; you need {}.", grouped(needed(percent)));
        return (false, format!("{what} {draws} were drawn, {losses} lost."));
    }
    let half_points = 2 * score.wins + score.draws;
    let needed_halves = |percent: u64| share(percent, 2 * all, u64::div_ceil);
    if let Some(percent) = limits.min_points_percent.filter(|percent| half_points < needed_halves(*percent)) {
        let (made, need) = (halves(half_points), halves(needed_halves(percent)));
        let what = format!("You made {made} points in {total} {games} against {against}; you need {need}.");
        return (false, format!("{what} You won {wins}, drew {draws} and lost {losses}."));
    }
    if let Some(percent) = limits.max_losses_percent.filter(|percent| score.losses > allowed(*percent)) {
        let what = match allowed(percent) {
            0 => "you may lose none".to_owned(),
            most => format!("you may lose {} at most", grouped(most)),
        };
        return (false, format!("You lost {losses} {of_all}; {what}. You won {wins} and drew {draws}."));
    }
    (true, format!("You won {wins} {of_all}, drew {draws} and lost {losses}."))
}

/// `percent` of `whole`, rounded by `divide`.
fn share(percent: u64, whole: u64, divide: impl Fn(u64, u64) -> u64) -> u64 {
    divide(percent.saturating_mul(whole), 100)
}

/// A number of turns, in words.
fn turns(number: u64) -> String {
    format!("{} {}", grouped(number), if number == 1 { "turn" } else { "turns" })
}

/// A number of half points, in points.
fn halves(half_points: u64) -> String {
    let half = if half_points % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", grouped(half_points / 2))
}

/// A match at the turn at which it is judged.
pub(crate) struct Seen<'a> {
    pub(crate) game: &'static dyn RegisteredGame,
    pub(crate) table: &'a dyn AnyMatch,
    pub(crate) names: &'a SeatNames,
}

impl Seen<'_> {
    /// Judges whether the match met the requirements.
    pub(crate) fn judge(&self, single: &SingleMatch) -> (bool, String) {
        let happened = self.what_happened(single.players.seat);
        match self.what_is_missing(single) {
            Some(asked) => (false, format!("{happened} {asked}")),
            None => (true, happened),
        }
    }

    /// How the match ended, or that it did not.
    fn what_happened(&self, seat: usize) -> String {
        let turn = grouped(self.table.turn());
        let Some(outcome) = self.table.outcome() else {
            return format!("After turn {turn}, your program is still in the match.");
        };
        let why = self.game.why_in_words(outcome, self.names);
        let result = match seat_result(outcome, seat) {
            SeatResult::Win => "You won".to_owned(),
            SeatResult::Draw => "The match was drawn".to_owned(),
            SeatResult::Loss => format!("You lost. {} won", self.winner(outcome)),
        };
        format!("{result} in turn {turn}: {why}.")
    }

    fn winner(&self, outcome: &Outcome) -> String {
        let winner = outcome.winner().or_else(|| outcome.tied().first().copied());
        winner.map_or_else(|| "the others".to_owned(), |seat| self.names.of(seat).into_owned())
    }

    /// The requirement that was not met.
    fn what_is_missing(&self, single: &SingleMatch) -> Option<String> {
        let (expected, turn) = (&single.expected, self.table.turn());
        let result = self
            .table
            .outcome()
            .map_or(SeatResult::Draw, |outcome| seat_result(outcome, single.players.seat));
        let missing_result = expected.result.filter(|wanted| !wanted.allows(result)).map(|wanted| {
            let until = single.until.map_or_else(String::new, |turn| format!(" by turn {}", grouped(turn)));
            match wanted {
                WantedResult::Win => format!("You must win{until}."),
                WantedResult::Draw => "It must end in a draw.".to_owned(),
                WantedResult::NoLoss => format!("You must not lose{until}."),
            }
        });
        let reason = self.table.outcome().map(|outcome| outcome.reason);
        let wrong_reason = || {
            let wanted = expected.reason.as_deref().filter(|wanted| reason != Some(*wanted))?;
            Some(format!("It must end like this: {}.", self.game.reason_in_words(wanted)))
        };
        let too_short = || {
            let least = expected.min_turns.filter(|least| turn < *least)?;
            Some(format!("It must last {} at least.", turns(least)))
        };
        let too_long = || {
            let most = expected.max_turns.filter(|most| turn > *most)?;
            Some(format!("It may take {} at most.", turns(most)))
        };
        missing_result
            .or_else(wrong_reason)
            .or_else(too_short)
            .or_else(too_long)
            .or_else(|| self.wrong_cell(single))
            .or_else(|| self.too_few_cells(single))
            .or_else(|| self.wrong_register(single))
    }

    fn wrong_cell(&self, single: &SingleMatch) -> Option<String> {
        single.expected.cells.iter().find_map(|(cell, wanted)| {
            let found = self.table.cell_text(*cell);
            let found = found.as_deref().unwrap_or("nothing");
            let number = grouped(*cell as u64);
            (found != wanted).then(|| format!("Cell {number} must hold `{wanted}`, but holds `{found}`."))
        })
    }

    fn too_few_cells(&self, single: &SingleMatch) -> Option<String> {
        if single.expected.min_cells.is_empty() {
            return None;
        }
        let frame = self.table.frame();
        single.expected.min_cells.iter().find_map(|(text, least)| {
            let runs = frame.cells.iter().filter(|run| run.text == text.as_str());
            let found: usize = runs.map(|run| run.count).sum();
            let (shown, wanted) = (grouped(found as u64), grouped(*least as u64));
            (found < *least)
                .then(|| format!("There must be {wanted} cells with `{text}`, but there are {shown}."))
        })
    }

    fn wrong_register(&self, single: &SingleMatch) -> Option<String> {
        let registers = self.table.registers();
        let value = |name: &str| {
            let (_, values) = registers.iter().find(|(known, _)| *known == name)?;
            values.get(single.players.seat).copied()
        };
        let low = single.expected.min_registers.iter().find_map(|(name, least)| {
            let found = value(name).filter(|found| found < least)?;
            Some(format!("Your {name} must be {} at least, but is {}.", grouped(*least), grouped(found)))
        });
        low.or_else(|| {
            single.expected.max_registers.iter().find_map(|(name, most)| {
                let found = value(name).filter(|found| found > most)?;
                Some(format!("Your {name} may be {} at most, but is {}.", grouped(*most), grouped(found)))
            })
        })
    }
}

impl WantedResult {
    fn allows(self, result: SeatResult) -> bool {
        match self {
            Self::Win => result == SeatResult::Win,
            Self::Draw => result == SeatResult::Draw,
            Self::NoLoss => result != SeatResult::Loss,
        }
    }
}
