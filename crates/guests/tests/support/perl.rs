//! Plays rounds of snippets in an Array with a real perl.

use game::{AnswerLog, AnyPlayers, Engine as _, PlayersAdapter, Rules, Seat, Unobserved};
use games::RegisteredGame;
use games::perlwar::{Engine, Parameters, PerlWar, RunReport};
use guests::perl::{Factory, Perl};
use guests::{IsolationSettings, WarnOnce};
use referee::Lineup;
use referee::PlayerFactory as _;
use sandbox::{Isolation, IsolationFeatures};

/// Makes a factory for players of snippets.
pub(crate) fn factory(isolation: Isolation) -> Factory {
    let settings = IsolationSettings { isolation, features: IsolationFeatures::available() };
    Factory::new(Perl::find().expect("perl is installed"), settings, WarnOnce::silent())
}

/// Makes the players of a game with these parameters.
pub(crate) fn players(factory: &Factory, rules: &Rules) -> Box<dyn AnyPlayers> {
    let game: &'static dyn RegisteredGame = &PerlWar;
    let anybody = game.read(b"1").program.expect("a snippet");
    let lineup = Lineup::new(game, vec![anybody; 2], rules).expect("two players");
    factory.players(&lineup, 1).expect("perl can be started")
}

/// The results of one round in an Array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    /// The reports of the runs.
    pub(crate) reports: Vec<RunReport>,
    /// The Array afterwards.
    pub(crate) cells: Vec<Option<(Seat, String)>>,
    /// The answers in the form that a record stores.
    pub(crate) log: AnswerLog,
}

/// Plays a round.
pub(crate) fn round(
    parameters: Parameters,
    cells: &[(usize, Seat, &str)],
    players: &mut dyn AnyPlayers,
) -> Round {
    let mut engine = Engine::on_array(parameters, 2, cells);
    let mut log = AnswerLog::default();
    let played = engine.advance(1, &mut PlayersAdapter::new(players, &mut log), &mut Unobserved);
    played.expect("the machinery works");
    let cell = |at| engine.cell(at).map(|(seat, code)| (seat, code.to_owned()));
    Round { reports: engine.last_round().to_vec(), cells: (0..parameters.size).map(cell).collect(), log }
}
