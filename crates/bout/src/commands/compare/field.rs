//! Who takes part: two versions of a program, and their opponents.

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

/// Everything that results depend on, but the number of rounds.
pub(super) struct Field {
    pub(super) game: &'static dyn RegisteredGame,
    pub(super) rules: Rules,
    pub(super) seed: u64,
    pub(super) new: Entrant,
    pub(super) old: Entrant,
    /// In the order of their identities, no program twice.
    pub(super) opponents: Vec<Entrant>,
    /// The identities of the opponents.
    ids: Vec<Digest>,
    /// All parameters by key.
    pub(super) parameters: Vec<(&'static str, u64)>,
    /// Where foreign code is asked.
    pub(super) foreign: Foreign,
}

impl Field {
    /// Reads the programs that the arguments name.
    pub(super) fn read(args: &CompareArgs) -> Result<Self, Failure> {
        let Wanted { game, versions, opponents } = wanted(args)?;
        refuse_practice(game, args.playing.isolation)?;
        let rules = args.playing.rules()?;
        let files: Vec<_> = versions.iter().chain(&opponents).map(Named::read).collect::<Result<_, _>>()?;
        let mut entrants = entrants(&files)?.into_iter();
        let (Some(new), Some(old)) = (entrants.next(), entrants.next()) else {
            return Err(Failure::Usage("two versions of a program are compared".into()));
        };
        let (opponents, ids) = without_twins(entrants.collect());
        let programs = vec![new.program.clone(), old.program.clone()];
        let lineup =
            Lineup::new(game, programs, &rules).map_err(|error| Failure::Usage(error.to_string()))?;
        let parameters = lineup.parameter_values();
        let foreign = Foreign::of(game, args.playing.isolation)?;
        Ok(Self { game, rules, seed: args.playing.seed, new, old, opponents, ids, parameters, foreign })
    }

    /// Whether there is nothing to compare.
    pub(super) fn is_same_program(&self) -> bool {
        self.new.program.id() == self.old.program.id()
    }

    /// The new version, the old one, and their opponents.
    pub(super) fn programs(&self) -> Vec<Participant> {
        [&self.new, &self.old].into_iter().chain(&self.opponents).map(|one| one.program.clone()).collect()
    }

    /// The seed of all games against an opponent. The two versions have no say in it, so that they play the same
    /// setups.
    pub(super) fn seed_of(&self, opponent: usize) -> u64 {
        pairing_seed(self.seed, &[self.ids[opponent]])
    }

    /// What the two versions are called, each different from the other.
    pub(super) fn versions(&self) -> [String; 2] {
        let [new, old] = [&self.new, &self.old];
        if new.name == old.name {
            return [new, old].map(|one| crate::output::shown(&one.path));
        }
        [new, old].map(|one| one.name.clone())
    }
}

/// The programs that the arguments name.
struct Wanted {
    game: &'static dyn RegisteredGame,
    /// The new one and the old one.
    versions: Vec<Named>,
    opponents: Vec<Named>,
}

fn wanted(args: &CompareArgs) -> Result<Wanted, Failure> {
    for version in [&args.new, &args.old] {
        if version.is_dir() {
            let why = "is a folder, but one program is compared with one: name two files, \
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
        // The versions say which programs of the folder are meant.
        opponents.extend(input::programs(&[Path::to_path_buf(folder)], Some(game))?);
    }
    Ok(Wanted { game, versions, opponents })
}

/// The opponents in the order of their identities, and these. The same program again would play the same games
/// again, and nothing would be learned from them: it counts once.
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
