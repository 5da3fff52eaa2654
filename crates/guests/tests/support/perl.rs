//! Snippets in an Array, run by a real perl.

use game::{AnswerLog, Engine as _, Guests, GuestsAdapter, Rules, Seat, Unobserved};
use games::RegisteredGame;
use games::perlwar::{Engine, Parameters, PerlWar, RunReport};
use guests::perl::{House, Perl};
use guests::{Notices, Settings};
use referee::GuestHouse as _;
use referee::Lineup;
use sandbox::{Isolation, Walls};

/// A house for snippets.
pub(crate) fn house(isolation: Isolation) -> House {
    let settings = Settings { isolation, walls: Walls::available() };
    House::new(Perl::find().expect("perl is installed"), settings, Notices::unheard())
}

/// Guests for a game by these parameters.
pub(crate) fn guests(house: &House, rules: &Rules) -> Box<dyn Guests> {
    let game: &'static dyn RegisteredGame = &PerlWar;
    let anybody = game.read(b"1").program.expect("a snippet");
    let lineup = Lineup::new(game, vec![anybody; 2], rules).expect("two players");
    house.guests(&lineup, 1).expect("perl can be started")
}

/// What one round in an Array came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Round {
    /// What every run came to.
    pub(crate) reports: Vec<RunReport>,
    /// The Array afterwards.
    pub(crate) cells: Vec<Option<(Seat, String)>>,
    /// The answers, as a record keeps them.
    pub(crate) log: AnswerLog,
}

/// Plays a round.
pub(crate) fn round(parameters: Parameters, cells: &[(usize, Seat, &str)], guests: &mut dyn Guests) -> Round {
    let mut engine = Engine::on_array(parameters, 2, cells);
    let mut log = AnswerLog::default();
    let played = engine.advance(1, &mut GuestsAdapter::new(guests, &mut log), &mut Unobserved);
    played.expect("the machinery works");
    let cell = |at| engine.cell(at).map(|(seat, code)| (seat, code.to_owned()));
    Round { reports: engine.last_round().to_vec(), cells: (0..parameters.size).map(cell).collect(), log }
}
