//! Plays the games of a search on all cores.

use evolve::{Request, WinDrawLoss};
use game::{
    AnyLineup, AnyMatch, Census, NoPlayers, Outcome, Participant, Rules, SeededRng, match_seed, play_to_end,
};
use games::RegisteredGame;
use jobs::{Parallelism, in_order};

use crate::Client;
use crate::contest::{SHORT_MS, parts_at_once};

/// The opponents, and the rules of the games against them.
pub struct MatchEvaluator<'a> {
    /// The game.
    pub game: &'static dyn RegisteredGame,
    /// The opponents.
    pub opponents: &'a [Participant],
    /// The parameters of the games.
    pub rules: &'a Rules,
    /// The number of threads.
    pub threads: usize,
    /// Can stop play.
    pub client: &'a Client,
}

impl evolve::Evaluator for MatchEvaluator<'_> {
    fn opponents(&self) -> usize {
        self.opponents.len()
    }

    fn play(&self, requests: &[Request]) -> Option<Vec<Vec<WinDrawLoss>>> {
        let opponents = self.opponents.len();
        let encounters = (requests.len() * opponents) as u64;
        let parallelism = Parallelism { threads: self.threads, chunk: 4, stop: self.client.stop() };
        let mut tallies: Vec<Vec<WinDrawLoss>> = vec![Vec::with_capacity(opponents); requests.len()];
        let at = |encounter: u64| {
            let encounter = usize::try_from(encounter).expect("they lie in the memory");
            (encounter / opponents, encounter % opponents)
        };
        let work = |(): &mut (), encounter| {
            let (request, opponent) = at(encounter);
            self.encounter(&requests[request], &self.opponents[opponent])
        };
        let take = |encounter, tally| -> Result<(), std::convert::Infallible> {
            tallies[at(encounter).0].push(tally);
            Ok(())
        };
        let Ok(done) = in_order(0..encounters, parallelism, || (), work, take);
        (done == encounters).then_some(tallies)
    }

    fn count(&self, program: &str) -> Option<Vec<Option<WinDrawLoss>>> {
        let count = |opponent: &Participant| match self.soon_counted(program, opponent) {
            None => Some(None),
            Some(orders) => self.all_games(&orders).map(Some),
        };
        self.opponents.iter().map(count).collect()
    }
}

impl MatchEvaluator<'_> {
    /// Plays all games of a request against one opponent. Returns `None` if the client stopped it.
    fn encounter(&self, request: &Request, opponent: &Participant) -> Option<WinDrawLoss> {
        let mut tally = WinDrawLoss::default();
        let Some(contests) = self.both_orders(request.program, opponent) else {
            // A program that does not fit on the board with its opponent is useless.
            tally.losses = 2 * (request.pairs.end - request.pairs.start);
            return Some(tally);
        };
        let mut seats = contests.map(|contest| Order { table: contest.new_match(), contest });
        for pair in request.pairs.clone() {
            for (seat, order) in seats.iter_mut().enumerate() {
                // Index 0 would be the seed itself, which another stream uses.
                let setup = SeededRng::for_setup(match_seed(request.setups, pair + 1));
                match order.play(setup, self.client)?.winner() {
                    None => tally.draws += 1,
                    Some(winner) if winner == seat => tally.wins += 1,
                    Some(_) => tally.losses += 1,
                }
            }
        }
        Some(tally)
    }

    /// Returns all matches against an opponent in both orders, if counting them is cheap enough.
    fn soon_counted(&self, program: &str, opponent: &Participant) -> Option<[Box<dyn Census>; 2]> {
        let [first, second] = self.both_orders(program, opponent)?.map(|contest| contest.census());
        let orders = [first?, second?];
        orders.iter().all(|census| census.estimated_ms() < SHORT_MS).then_some(orders)
    }

    /// Counts all matches in both orders. Returns `None` if the client stopped it.
    fn all_games(&self, orders: &[Box<dyn Census>; 2]) -> Option<WinDrawLoss> {
        let mut tally = WinDrawLoss::default();
        for (seat, census) in orders.iter().enumerate() {
            let chunk = parts_at_once(census.parts(), census.estimated_ms());
            let parallelism = Parallelism { threads: self.threads, chunk, stop: self.client.stop() };
            let counts = jobs::count(census.as_ref(), parallelism, |_| ())?;
            tally.wins += counts.wins[seat];
            tally.draws += counts.draws;
            tally.losses += counts.wins[1 - seat];
        }
        Some(tally)
    }

    /// Creates the contests of a program with an opponent in both orders; `None` if they do not fit these rules.
    fn both_orders(&self, program: &str, opponent: &Participant) -> Option<[Box<dyn AnyLineup>; 2]> {
        let program = self.game.read(program.as_bytes()).program?;
        let contest = |programs: &[Participant]| self.game.lineup(programs, self.rules).ok();
        Some([contest(&[program.clone(), opponent.clone()])?, contest(&[opponent.clone(), program])?])
    }
}

/// A match of two programs in one order, and the memory to play it.
struct Order {
    contest: Box<dyn AnyLineup>,
    table: Box<dyn AnyMatch>,
}

impl Order {
    /// Plays from drawn setups. Returns `None` if the client stopped it.
    fn play(&mut self, rng: SeededRng, client: &Client) -> Option<&Outcome> {
        self.table.begin(&self.contest.draw_setup(rng)).ok()?;
        let ended = play_to_end(self.table.as_mut(), client.stop(), |played, until| {
            played.advance(until, &mut NoPlayers)
        });
        self.table.outcome().filter(|_| ended == Ok(true))
    }
}
