//! The worker's side of practice: checks programs, and plays games until the budget is used up.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use contests::foreign::{self, Checked, ForeignCode};
use contests::program_file::ProgramFile;
use contests::rows::FileRow;
use contests::{Client, Failure, Isolation};
use game::{Diagnostics, Outcome, Participant, Rules, display_name, match_seed};
use games::{RegisteredGame, registry};
use referee::{Detail, Finished, Lineup, MatchError, Provenance, Source, play_match};
use serde_json::{Value, json};

use super::budget::Budget;
use super::orders::{
    GameResult, Keep, PracticeGameResult, PracticeGames, PracticeProgramResult, PracticeResult, SentProgram,
};

/// The largest record that the worker returns, in bytes.
pub(super) const MAX_RECORD_BYTES: usize = 8 << 20;

/// Carries out an order for games, as long as the budget lasts.
pub(crate) fn play(
    order: &PracticeGames,
    budget: &Budget,
    client: &Client,
) -> Result<PracticeResult, Failure> {
    let game = game_of(&order.game)?;
    let program = file_of(game, &order.program)?;
    let mut practised = PracticeResult {
        diagnostics: json!([]),
        opponent_diagnostics: json!([]),
        ..PracticeResult::default()
    };
    let (diagnostics, legal) = examined(&program, client)?;
    practised.diagnostics = rows(&program, &diagnostics);
    let Some(legal) = legal else { return Ok(practised) };
    practised.program = Some(described(&program, &legal));
    let Some(opponent) = &order.opponent else { return Ok(practised) };
    let opponent = file_of(game, opponent)?;
    let other = match accepted(&opponent, client)? {
        Ok(other) => other,
        Err(diagnostics) => {
            practised.opponent_diagnostics = rows(&opponent, &diagnostics);
            return Ok(practised);
        }
    };
    let table = Table::of(game, order, [(program, legal), (opponent, other)], client)?;
    table.play(order, budget, &mut practised)?;
    Ok(practised)
}

/// Returns the game with this name.
pub(super) fn game_of(name: &str) -> Result<&'static dyn RegisteredGame, Failure> {
    registry::by_name(name).ok_or_else(|| Failure::Usage(format!("no game is called {name}")))
}

/// Decodes a source that was sent in base64.
pub(super) fn bytes_of(source: &str) -> Result<Vec<u8>, Failure> {
    BASE64_STANDARD.decode(source).map_err(|error| Failure::Usage(error.to_string()))
}

fn file_of(game: &'static dyn RegisteredGame, sent: &SentProgram) -> Result<ProgramFile, Failure> {
    Ok(ProgramFile { path: sent.file.as_str().into(), bytes: bytes_of(&sent.source)?, game })
}

fn rows(file: &ProgramFile, diagnostics: &Diagnostics) -> Value {
    json!(FileRow::new(file, diagnostics).diagnostics)
}

fn described(file: &ProgramFile, program: &Participant) -> PracticeProgramResult {
    PracticeProgramResult {
        name: display_name(&program.metadata, &file.file_name()),
        length: program.length,
        id: program.id().to_string(),
    }
}

/// Checks a program as `bout check` does. Returns the diagnostics, and the program if it is legal.
fn examined(file: &ProgramFile, client: &Client) -> Result<(Diagnostics, Option<Participant>), Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else { return Ok((reading.diagnostics, None)) };
    Ok(match foreign::examine(file, client)? {
        Checked::NotForeign => (reading.diagnostics, Some(program)),
        Checked::Accepted(checked) => (checked.diagnostics, Some(program)),
        Checked::Refused(reasons) => (reasons, None),
    })
}

/// Returns a program if it is legal, or the reasons why not.
fn accepted(file: &ProgramFile, client: &Client) -> Result<Result<Participant, Diagnostics>, Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else { return Ok(Err(reading.diagnostics)) };
    Ok(match foreign::accept(file, client)? {
        Checked::NotForeign | Checked::Accepted(_) => Ok(program),
        Checked::Refused(reasons) => Err(reasons),
    })
}

/// Two programs that play against each other.
struct Table {
    lineup: Lineup<'static>,
    sources: [Source; 2],
    foreign: ForeignCode,
}

impl Table {
    /// Assigns the seats to the program and its opponent, and loads the foreign code of the game.
    fn of(
        game: &'static dyn RegisteredGame,
        order: &PracticeGames,
        mut players: [(ProgramFile, Participant); 2],
        client: &Client,
    ) -> Result<Self, Failure> {
        if order.seat == 1 {
            players.reverse();
        }
        let sources =
            players.each_ref().map(|(file, _)| Source { file: file.file_name(), bytes: file.bytes.clone() });
        let programs = players.map(|(_, program)| program);
        let lineup = Lineup::new(game, programs.to_vec(), &Rules::new());
        let lineup = lineup.map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Self { lineup, sources, foreign: ForeignCode::of(game, Isolation::Reset, client)? })
    }

    /// Plays the games of an order as long as the budget lasts. The setups are those of `bout play`.
    fn play(
        &self,
        order: &PracticeGames,
        budget: &Budget,
        practised: &mut PracticeResult,
    ) -> Result<(), Failure> {
        let detail = match order.keep {
            Keep::Results => Detail::Result,
            Keep::Record => Detail::Record,
        };
        let stop = || budget.is_spent();
        let conditions = self.foreign.conditions(detail, &stop);
        let mut runner = self.lineup.runner();
        for number in order.from..order.from.saturating_add(order.games) {
            if !practised.games.is_empty() && !budget.begins_another() {
                practised.cut_short = Some("these games took long enough: ask for the rest".into());
                break;
            }
            let seed = match_seed(order.seed, number);
            match play_match(&mut runner, &self.lineup.draw_setup(seed), seed, &conditions) {
                Ok(attempted) => {
                    let finished = attempted.result.map_err(|void| Failure::Machine(void.cause))?;
                    practised.games.push(PracticeGameResult {
                        game: number,
                        result: result_for(order.seat, &finished.outcome),
                        turns: finished.outcome.turns,
                    });
                    if order.keep == Keep::Record {
                        self.keep(seed, number, &finished, practised);
                    }
                }
                Err(MatchError::Stopped) => {
                    practised.cut_short = Some(budget.why(number));
                    break;
                }
                Err(error) => return Err(Failure::Machine(error.to_string())),
            }
        }
        Ok(())
    }

    fn keep(&self, seed: u64, number: u64, finished: &Finished, practised: &mut PracticeResult) {
        let environment = &self.foreign.environment;
        let provenance =
            Provenance { sources: &self.sources, seed: Some(seed), match_index: number, environment };
        let record = record::write(&self.lineup.record(finished, provenance));
        if record.len() <= MAX_RECORD_BYTES {
            practised.record = Some(BASE64_STANDARD.encode(record));
        } else {
            practised.cut_short = Some(format!("the record of game {number} is too large for a page"));
        }
    }
}

fn result_for(seat: usize, outcome: &Outcome) -> GameResult {
    match outcome.winner() {
        Some(winner) if winner == seat => GameResult::Won,
        Some(_) => GameResult::Lost,
        None => GameResult::Drawn,
    }
}
