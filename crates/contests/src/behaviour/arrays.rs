//! `PerlWar`: what snippets do to fixed Arrays.

use std::sync::Arc;

use game::{Participant, Reply, SeededRng, Void, WireFormat as _};
use games::perlwar::{Answer, Code, Instruction, Question, Run, places};

use super::{Behaviour, ROW, SEED, SETUPS, lineup, stopped};
use crate::foreign::ForeignCode;
use crate::program_file::ProgramFile;
use crate::{Client, Failure, Isolation};

/// The other snippets in the Arrays: code and comments, short and long.
const OTHERS: [&str; 6] = [
    "\":1\"",
    "\"!\" . (1 + int rand $#_)",
    "$_[1] = \"die\"; \"~1\"",
    "@e = grep !$_[$_], 1..$#_; \":$e[rand @e]\"",
    "$p = 7; s/\\d+/$& % $#_ + 1/e; \"^$p\" # a borg, which counts in its own code",
    "die",
];

const SIZE: usize = 100;
const MAX_LEN: u32 = 100;
const ROUNDS: u32 = 100;

/// The rounds in which each Array is shown.
const SHOWN_IN: [u32; ROW] = [2, 40, 95];

/// The content of a cell.
#[derive(Debug, Clone, Copy)]
enum Cell {
    Empty,
    /// A copy of the snippet that runs.
    Own,
    /// One of [`OTHERS`].
    Other(usize),
}

/// A setup: an Array, counted from the running snippet, and the seed of `rand` in each run.
#[derive(Debug)]
struct Setup {
    cells: Vec<Cell>,
    seeds: [u32; ROW],
}

fn setups() -> Vec<Setup> {
    let mut random = SeededRng::for_setup(SEED);
    let one = |number: usize| {
        // Some Arrays are nearly empty, some are nearly full, and each has more or fewer friends.
        let taken = [4, 25, 60, 97][number % 4];
        let own = [10, 50, 90][number % 3];
        let mut cell = |_| {
            if random.below(100) >= taken {
                Cell::Empty
            } else if random.below(100) < own {
                Cell::Own
            } else {
                Cell::Other(random.index_below(OTHERS.len()))
            }
        };
        let mut cells: Vec<Cell> = (0..SIZE).map(&mut cell).collect();
        cells[0] = Cell::Own;
        let seeds = SHOWN_IN.map(|_| u32::try_from(random.below(1 << 32)).unwrap_or_default());
        Setup { cells, seeds }
    };
    (0..SETUPS).map(one).collect()
}

pub(super) fn description() -> String {
    format!("{OTHERS:?} {SIZE} {MAX_LEN} {ROUNDS} {SHOWN_IN:?} {:?}", setups())
}

/// Returns what the snippets do to each Array. A run that does nothing or dies leaves nothing to compare.
pub(super) fn play(file: &ProgramFile, program: &Participant, client: &Client) -> Result<Behaviour, Failure> {
    let failed = |void: Void| Failure::Machine(void.to_string());
    let factory = ForeignCode::of(file.game, Isolation::Fork, client)?.factory;
    let lineup = lineup(file.game, program, program.clone())?;
    let mut players = factory.players(&lineup, SEED).map_err(failed)?;
    let snippets = snippets(&file.bytes);
    let mut all = Vec::new();
    for setup in setups() {
        let mut actions = Vec::new();
        for (round, seed) in SHOWN_IN.into_iter().zip(setup.seeds) {
            let Some(own) = in_round(&snippets, round) else { continue };
            let Some(seen) = seen(&setup.cells, own, round, seed) else { continue };
            if client.wants_to_stop() {
                return Err(stopped());
            }
            let mut question = Vec::new();
            seen.encode(&mut question);
            let answer = match players.ask(0, &question).map_err(failed)? {
                Reply::Answer(bytes) => Answer::decode(&bytes),
                Reply::Fault(..) => None,
            };
            actions.extend(answer.and_then(|answer| action(&answer, own)));
        }
        all.push(actions);
    }
    Ok(Behaviour::of_actions(all))
}

/// Returns the snippets of a player, each with the round in which it enters.
fn snippets(source: &[u8]) -> Vec<(u64, Code)> {
    let snippet = |(round, place): (u64, game::Span)| {
        let text = std::str::from_utf8(&source[place.start..place.end]).ok()?;
        Some((round, Code::new(Arc::from(text))?))
    };
    places(source).into_iter().filter_map(snippet).collect()
}

/// Returns the newest snippet that has entered by this round.
fn in_round(snippets: &[(u64, Code)], round: u32) -> Option<&Code> {
    snippets.iter().rev().find(|(entered, _)| *entered <= round.into()).map(|(_, code)| code)
}

fn seen(cells: &[Cell], own: &Code, round: u32, rand_seed: u32) -> Option<Question> {
    let code = |cell: &Cell| match cell {
        Cell::Empty => None,
        Cell::Own => Some(own.clone()),
        Cell::Other(number) => Code::new(Arc::from(OTHERS[*number])),
    };
    Question::from_runner(rand_seed, [MAX_LEN, ROUNDS, round], cells.iter().map(code).collect())
}

/// Returns what a run does to the Array; `None` if it dies or does nothing. Of changes to the snippet's own text, only the fact
/// of a change counts.
fn action(answer: &Answer, own: &Code) -> Option<Vec<u8>> {
    let Answer::Ran(Run { own: becomes, cell, returned }) = answer else { return None };
    let instruction = Instruction::parse(returned, SIZE);
    if instruction.is_none() && becomes.is_none() {
        return None;
    }
    let left = cell.as_deref().map(|text| if text == own.text() { "its own" } else { text });
    Some(format!("{instruction:?} {} {left:?}", becomes.is_some()).into_bytes())
}
