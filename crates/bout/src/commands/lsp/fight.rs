//! A fight against one opponent.

use std::sync::atomic::Ordering;

use contests::foreign::ForeignCode;
use contests::programs::{Entrant, examined};
use contests::{Failure, Isolation};
use game::{Rules, Seat, Verdict, match_seed};
use jobs::{Parallelism, in_order};
use lsp::{ProgramText, Work};
use referee::{Detail, Lineup, MatchError, MatchRunner, play_match};

use super::{file_of, near, quiet_client, refusal};
use crate::limits;

/// The number of games in a fight: half in each order of the programs.
const GAMES: u64 = 100;

/// The number of games in a fight that runs foreign code, which is slower.
const GAMES_OF_FOREIGN_CODE: u64 = 10;

/// The seed of fights: the default of `--seed`.
const SEED: u64 = 1;

/// How a game ended.
#[derive(Debug, Clone, Copy)]
enum GameEnd {
    WonBy(Seat),
    Drawn,
    Void,
}

/// The program's results so far.
#[derive(Debug, Default)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
    void: u64,
}

/// Plays against an opponent, and returns the score as a sentence.
pub(super) fn fight(program: &ProgramText, opponent: &str, work: &Work) -> Result<String, Failure> {
    let path = program.path.as_deref();
    let theirs = near::opponent(program.game, path, opponent);
    let theirs = theirs.ok_or_else(|| {
        Failure::Usage(format!("no program {opponent} is beside the file, and no example has this name"))
    })?;
    let client = quiet_client(work);
    let mut entrants = Vec::new();
    for file in [file_of(program), theirs] {
        let (diagnostics, entrant) = examined(&file, &client)?;
        entrants.push(entrant.ok_or_else(|| refusal(&file.file_name(), &diagnostics))?);
    }
    let foreign = ForeignCode::of(program.game, Isolation::Reset, &client)?;
    let games = if program.game.runs_foreign_code() { GAMES_OF_FOREIGN_CODE } else { GAMES };
    let mut score = Score::default();
    for order in [[0, 1], [1, 0]] {
        let lineup = lineup(program, &entrants, order)?;
        play(&lineup, &foreign, games / 2, work, |result| {
            score.add(result, order[0]);
            let played = score.won + score.drawn + score.lost + score.void;
            work.report(score.text(), u32::try_from(played * 100 / games).unwrap_or(100));
        })?;
    }
    Ok(format!("{} against {}: {} of {games} games", entrants[0].name, entrants[1].name, score.text()))
}

fn lineup(
    program: &ProgramText,
    entrants: &[Entrant],
    order: [usize; 2],
) -> Result<Lineup<'static>, Failure> {
    let programs = order.iter().map(|&at| entrants[at].program.clone()).collect();
    Lineup::new(program.game, programs, &Rules::default()).map_err(|error| Failure::Usage(error.to_string()))
}

/// Plays games, and calls `take` with each result in order.
fn play(
    lineup: &Lineup,
    foreign: &ForeignCode,
    games: u64,
    work: &Work,
    mut take: impl FnMut(GameEnd),
) -> Result<(), Failure> {
    let stop_flag = work.stop_flag();
    let stop = move || stop_flag.load(Ordering::Relaxed);
    let one = |runner: &mut MatchRunner, index: u64| {
        let seed = match_seed(SEED, index);
        let conditions = foreign.conditions(Detail::Result, &stop);
        match play_match(runner, &lineup.draw_setup(seed), seed, &conditions) {
            Ok(attempted) => Some(Ok(match attempted.result.map(|finished| finished.outcome.verdict) {
                Ok(Verdict::Win { winner }) => GameEnd::WonBy(winner),
                Ok(Verdict::Draw { .. }) => GameEnd::Drawn,
                Err(_) => GameEnd::Void,
            })),
            Err(MatchError::Stopped) => None,
            Err(error) => Some(Err(Failure::Machine(error.to_string()))),
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = lineup.threads(limits::threads(cores));
    let parallelism = Parallelism { threads, chunk: 1, stop: &stop };
    let played = in_order(
        0..games,
        parallelism,
        || lineup.runner(),
        one,
        |_, result| {
            take(result?);
            Ok::<_, Failure>(())
        },
    )?;
    if played < games {
        return Err(Failure::Interrupted("it was cancelled".into()));
    }
    Ok(())
}

impl Score {
    /// Adds the result of a game in which the program had the seat `own`.
    fn add(&mut self, end: GameEnd, own: usize) {
        match end {
            GameEnd::WonBy(winner) if winner == own => self.won += 1,
            GameEnd::WonBy(_) => self.lost += 1,
            GameEnd::Drawn => self.drawn += 1,
            GameEnd::Void => self.void += 1,
        }
    }

    fn text(&self) -> String {
        let void = if self.void > 0 { format!(", {} void", self.void) } else { String::new() };
        format!("{} won, {} drawn, {} lost{void}", self.won, self.drawn, self.lost)
    }
}
