//! A comparison: two versions of a program, and their opponents.

use game::text::one_line;
use game::{Digest, Participant, Rules};
use games::RegisteredGame;
use referee::Lineup;
use tournament::{Seating, pairing_seed};

use crate::contest::refuse_practice;
use crate::foreign::ForeignCode;
use crate::programs::Entrant;
use crate::{Client, Failure, Isolation};

/// Everything that results depend on, except the number of rounds.
pub struct Comparison {
    /// The game.
    pub game: &'static dyn RegisteredGame,
    /// The parameters that were given; the others have their defaults.
    pub rules: Rules,
    /// The seed for drawing setups.
    pub seed: u64,
    /// The new version.
    pub new: Entrant,
    /// The old version.
    pub old: Entrant,
    /// The opponents in the order of their identities, without duplicates.
    pub opponents: Vec<Entrant>,
    /// The identities of the opponents.
    ids: Vec<Digest>,
    /// All parameters by key.
    pub parameters: Vec<(&'static str, u64)>,
    /// Runs foreign code, if the game has any.
    pub foreign: ForeignCode,
    pub(super) client: Client,
}

impl Comparison {
    /// Creates the comparison of a new version and an old one, which must be programs of this game, and their opponents in
    /// any order.
    pub fn new(
        game: &'static dyn RegisteredGame,
        rules: Rules,
        seed: u64,
        [new, old]: [Entrant; 2],
        opponents: Vec<Entrant>,
        isolation: Isolation,
        client: &Client,
    ) -> Result<Self, Failure> {
        refuse_practice(game, isolation)?;
        let (opponents, ids) = without_twins(opponents, client);
        let programs = vec![new.program.clone(), old.program.clone()];
        let lineup =
            Lineup::new(game, programs, &rules).map_err(|error| Failure::Usage(error.to_string()))?;
        let parameters = lineup.parameter_values();
        let foreign = ForeignCode::of(game, isolation, client)?;
        let client = client.clone();
        Ok(Self { game, rules, seed, new, old, opponents, ids, parameters, foreign, client })
    }

    /// Returns true if both versions are the same program.
    #[must_use]
    pub fn is_same_program(&self) -> bool {
        self.new.program.id() == self.old.program.id()
    }

    /// Returns the new version, the old one, and their opponents.
    #[must_use]
    pub fn programs(&self) -> Vec<Participant> {
        [&self.new, &self.old].into_iter().chain(&self.opponents).map(|one| one.program.clone()).collect()
    }

    /// Returns the seed of all games against an opponent. It does not depend on the version, so that both versions play
    /// the same setups.
    #[must_use]
    pub fn seed_of(&self, opponent: usize) -> u64 {
        pairing_seed(self.seed, &[self.ids[opponent]], Seating::default())
    }

    /// Returns distinct names for the two versions.
    #[must_use]
    pub fn versions(&self) -> [String; 2] {
        let [new, old] = [&self.new, &self.old];
        if new.name == old.name {
            return [new, old].map(|one| one_line(&one.path));
        }
        [new, old].map(|one| one.name.clone())
    }
}

/// Returns the opponents in the order of their identities, and the identities. Duplicates count once, because they
/// would only repeat the same games.
fn without_twins(entrants: Vec<Entrant>, client: &Client) -> (Vec<Entrant>, Vec<Digest>) {
    let mut opponents: Vec<(Digest, Entrant)> =
        entrants.into_iter().map(|entrant| (entrant.program.id(), entrant)).collect();
    opponents.sort_by(|(one, a), (other, b)| (one, &a.path).cmp(&(other, &b.path)));
    let (mut ids, mut first) = (Vec::<Digest>::new(), Vec::<Entrant>::new());
    for (id, entrant) in opponents {
        match (ids.last(), first.last()) {
            (Some(last), Some(twin)) if *last == id => {
                client
                    .note(&format!("{} is the same program as {}, and counts once", entrant.path, twin.path));
            }
            _ => {
                ids.push(id);
                first.push(entrant);
            }
        }
    }
    (first, ids)
}
