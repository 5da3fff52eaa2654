//! Snakes: a bot's answers on boards from games between two walkers that move without any aim.

use game::{AnyPlayers, Participant, Reply, Seat, SeededRng, Void, WireFormat as _};
use games::RegisteredGame;
use games::snakes::Answer;

use super::{Behaviour, ROW, SEED, SETUPS, fixed_program, lineup, stopped};
use crate::foreign::ForeignCode;
use crate::program_file::ProgramFile;
use crate::{Client, Failure, Isolation};

/// The turns of a game from which boards are taken.
const MAX_TURNS: u64 = 240;

/// How far a game has got, in hundredths, each time a bot is asked.
const ASKED_AT: [usize; ROW] = [8, 30, 70];

/// The directions in which walkers go.
const DIRECTIONS: [Answer; 4] = [Answer::Left, Answer::Right, Answer::Up, Answer::Down];

/// A program for the walkers' lineup. It is never run.
const NOBODY: &str = "int bot(int board[16][32], char player) { return 0; }\nchar *bot_name = \"Nobody\";\n";

/// A setup: a player, and the questions for it.
#[derive(Debug)]
struct Setup {
    seat: Seat,
    questions: Vec<Vec<u8>>,
}

fn setups(game: &dyn RegisteredGame) -> Result<Vec<Setup>, Failure> {
    let nobody = fixed_program(game, NOBODY);
    let lineup = lineup(game, &nobody, nobody.clone())?;
    let mut played = lineup.new_match();
    let one = |number: usize| {
        let seed = SEED + number as u64;
        let seat = number % 2;
        let mut walkers =
            Walkers { random: SeededRng::for_setup(seed), going: [0; 2], seat, seen: Vec::new() };
        played.begin(&lineup.draw_setup(seed)).map_err(|error| Failure::Machine(error.to_string()))?;
        played.advance(MAX_TURNS, &mut walkers).map_err(|void| Failure::Machine(void.to_string()))?;
        let at = |hundredths: usize| walkers.seen[walkers.seen.len() * hundredths / 100].clone();
        Ok(Setup { seat, questions: ASKED_AT.map(at).to_vec() })
    };
    (0..SETUPS).map(one).collect()
}

/// Two walkers. Each goes straight on for a while and then turns somewhere.
struct Walkers {
    random: SeededRng,
    /// The position of its direction in [`DIRECTIONS`].
    going: [usize; 2],
    /// The seat whose questions are kept.
    seat: Seat,
    seen: Vec<Vec<u8>>,
}

impl AnyPlayers for Walkers {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        if seat == self.seat {
            self.seen.push(question.to_vec());
        }
        if self.random.below(4) == 0 {
            self.going[seat] = self.random.index_below(DIRECTIONS.len());
        }
        let mut bytes = Vec::new();
        DIRECTIONS[self.going[seat]].encode(&mut bytes);
        Ok(Reply::Answer(bytes))
    }
}

pub(super) fn description(game: &dyn RegisteredGame) -> String {
    setups(game).map_or_else(|failure| failure.to_string(), |setups| format!("{setups:?}"))
}

/// Returns the bot's answers on the boards of each setup. If it fails on a setup, there is nothing to compare.
pub(super) fn play(file: &ProgramFile, program: &Participant, client: &Client) -> Result<Behaviour, Failure> {
    let failed = |void: Void| Failure::Machine(void.to_string());
    let factory = ForeignCode::of(file.game, Isolation::Fork, client)?.factory;
    let lineup = lineup(file.game, program, program.clone())?;
    let mut players = factory.players(&lineup, SEED).map_err(failed)?;
    let mut all = Vec::new();
    for Setup { seat, questions } in setups(file.game)? {
        let mut answers = Vec::new();
        for question in &questions {
            if client.wants_to_stop() {
                return Err(stopped());
            }
            match players.ask(seat, question).map_err(failed)? {
                Reply::Answer(answer) => answers.push(answer),
                Reply::Fault(..) => break,
            }
        }
        all.push(answers);
    }
    Ok(Behaviour::of_actions(all))
}
