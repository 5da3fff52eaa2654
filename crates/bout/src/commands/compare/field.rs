//! The field of a comparison: two versions of a program, and their opponents.

use std::path::{Path, PathBuf};

use game::{Digest, Participant, Rules};
use games::RegisteredGame;
use referee::Lineup;
use tournament::pairing_seed;

use crate::cli::CompareArgs;
use crate::contest::refuse_practice;
use crate::failure::Failure;
use crate::foreign::Foreign;
use crate::input::{self, Named};
use crate::output::note;
use crate::programs::{Entrant, entrants};

/// Everything that results depend on, except the number of rounds.
pub(super) struct Field {
    pub(super) game: &'static dyn RegisteredGame,
    pub(super) rules: Rules,
    pub(super) seed: u64,
    pub(super) new: Entrant,
    pub(super) old: Entrant,
    /// In the order of their identities, without duplicates.
    pub(super) opponents: Vec<Entrant>,
    /// The identities of the opponents.
    ids: Vec<Digest>,
    /// All parameters by key.
    pub(super) parameters: Vec<(&'static str, u64)>,
    /// Runs foreign code, if the game has any.
    pub(super) foreign: Foreign,
}

impl Field {
    /// Reads the programs given by the arguments.
    pub(super) fn read(args: &CompareArgs) -> Result<Self, Failure> {
        let Wanted { game, versions, opponents } = wanted(args)?;
        refuse_practice(game, args.playing.isolation)?;
        let rules = args.playing.rules()?;
        let files: Vec<_> = versions.iter().chain(&opponents).map(Named::read).collect::<Result<_, _>>()?;
        let mut entrants = entrants(&files)?.into_iter();
        let (Some(new), Some(old)) = (entrants.next(), entrants.next()) else {
            return Err(Failure::Usage("`bout compare` compares two versions of a program".into()));
        };
        let (opponents, ids) = without_twins(entrants.collect());
        let programs = vec![new.program.clone(), old.program.clone()];
        let lineup =
            Lineup::new(game, programs, &rules).map_err(|error| Failure::Usage(error.to_string()))?;
        let parameters = lineup.parameter_values();
        let foreign = Foreign::of(game, args.playing.isolation)?;
        Ok(Self { game, rules, seed: args.playing.seed, new, old, opponents, ids, parameters, foreign })
    }

    /// Returns true if both versions are the same program.
    pub(super) fn is_same_program(&self) -> bool {
        self.new.program.id() == self.old.program.id()
    }

    /// Returns the new version, the old one, and their opponents.
    pub(super) fn programs(&self) -> Vec<Participant> {
        [&self.new, &self.old].into_iter().chain(&self.opponents).map(|one| one.program.clone()).collect()
    }

    /// Returns the seed of all games against an opponent. It does not depend on the version, so that both versions play
    /// the same setups.
    pub(super) fn seed_of(&self, opponent: usize) -> u64 {
        pairing_seed(self.seed, &[self.ids[opponent]])
    }

    /// Returns distinct names for the two versions.
    pub(super) fn versions(&self) -> [String; 2] {
        let [new, old] = [&self.new, &self.old];
        if new.name == old.name {
            return [new, old].map(|one| crate::output::shown(&one.path));
        }
        [new, old].map(|one| one.name.clone())
    }
}

/// The files given by the arguments.
struct Wanted {
    game: &'static dyn RegisteredGame,
    /// The new version and the old version.
    versions: Vec<Named>,
    opponents: Vec<Named>,
}

fn wanted(args: &CompareArgs) -> Result<Wanted, Failure> {
    for version in [&args.new, &args.old] {
        if version.is_dir() {
            let why = "is a folder, but `bout compare` compares two programs: give two files, \
                       and the folder of opponents after --against";
            return Err(Failure::Usage(format!("{}: {why}", version.display())));
        }
    }
    let is_folder = |path: &&PathBuf| path.is_dir();
    let (folders, files): (Vec<&PathBuf>, Vec<&PathBuf>) = args.against.iter().partition(is_folder);
    let files: Vec<PathBuf> = [&args.new, &args.old].into_iter().chain(files).cloned().collect();
    let mut versions = input::programs(&files, args.game.get())?;
    let game = input::common_game(&versions)?;
    let mut opponents = versions.split_off(2);
    for folder in folders {
        // The game of the versions selects the programs of the folder.
        opponents.extend(input::programs(&[Path::to_path_buf(folder)], Some(game))?);
    }
    Ok(Wanted { game, versions, opponents })
}

/// Returns the opponents in the order of their identities, and the identities. Duplicates count once, because they
/// would only repeat the same games.
fn without_twins(entrants: Vec<Entrant>) -> (Vec<Entrant>, Vec<Digest>) {
    let mut opponents: Vec<(Digest, Entrant)> =
        entrants.into_iter().map(|entrant| (entrant.program.id(), entrant)).collect();
    opponents.sort_by(|(one, a), (other, b)| (one, &a.path).cmp(&(other, &b.path)));
    let (mut ids, mut first) = (Vec::<Digest>::new(), Vec::<Entrant>::new());
    for (id, entrant) in opponents {
        match (ids.last(), first.last()) {
            (Some(last), Some(twin)) if *last == id => {
                note(&format!("{} is the same program as {}, and counts once", entrant.path, twin.path));
            }
            _ => {
                ids.push(id);
                first.push(entrant);
            }
        }
    }
    (first, ids)
}
