//! Lineups: programs in the order of their seats, and parameters.

use game::{
    AnyGame, AnyLineup, AnyMatch, Canonical, Digest, Game, LineupError, NamedLists, Outcome, Participant,
    Rules, Scene, SeatNames, SeededRng, SetupError, Void,
};
use record::{MAX_SOURCE_BYTES, Record, RecordedProgram};

use crate::{Finished, MatchRunner};

/// The memory that all runners together may take up. The largest boards of Esowar on many threads would not fit into a
/// machine.
pub const MAX_MATCHES_BYTES: usize = 4 << 30;

/// Where a program came from, for records.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file's name, without its folder.
    pub file: String,
    /// The file's bytes.
    pub bytes: Vec<u8>,
}

/// What a record says about a match in addition to how it was played.
#[derive(Debug, Clone, Copy)]
pub struct Provenance<'a> {
    /// The programs' files in the order of seats.
    pub sources: &'a [Source],
    /// The seed that the setup was drawn from, if it was drawn.
    pub seed: Option<u64>,
    /// The number of the match in its command or contest, from 0.
    pub match_index: u64,
    /// What the answers of foreign code depended on besides the programs, by name; empty if no program was asked.
    pub environment: &'a [(String, String)],
}

/// Programs of one game that play with fixed parameters: everything about their matches except the setup.
pub struct Lineup<'g> {
    game: &'g dyn AnyGame,
    programs: Vec<Participant>,
    erased: Box<dyn AnyLineup>,
    /// The canonical bytes of everything except setup, answers and outcome.
    digest_prefix: Canonical,
}

impl<'g> Lineup<'g> {
    /// A lineup of these programs in this order.
    ///
    /// # Errors
    /// If the game is for another number of programs, or a parameter is not legal.
    pub fn new(
        game: &'g dyn AnyGame,
        programs: Vec<Participant>,
        rules: &Rules,
    ) -> Result<Self, LineupError> {
        let erased = game.lineup(&programs, rules)?;
        let digest_prefix = digest_prefix(game, &programs, erased.as_ref());
        Ok(Self { game, programs, erased, digest_prefix })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g dyn AnyGame {
        self.game
    }

    /// The programs in the order of their seats.
    #[must_use]
    pub fn programs(&self) -> &[Participant] {
        &self.programs
    }

    /// The names that people use for the programs, which came from these files.
    #[must_use]
    pub fn names<'a>(&self, files: impl IntoIterator<Item = &'a str>) -> SeatNames {
        let programs = self.programs.iter().map(|program| program.metadata.as_ref()).zip(files);
        SeatNames::new(&programs.collect::<Vec<_>>())
    }

    /// All parameters by key.
    #[must_use]
    pub fn parameter_values(&self) -> Vec<(&'static str, u64)> {
        self.erased.parameter_values()
    }

    /// The checked parameters, with their types.
    ///
    /// # Errors
    /// If this is a lineup of a game other than `G`.
    pub fn parameters<G: Game>(&self) -> Result<&G::Parameters, Void> {
        let wrong = || {
            let (wanted, found) = (G::INFO.name, self.game.info().name);
            Void { cause: format!("these are players of {wanted}, but the match is one of {found}") }
        };
        self.erased.parameters().downcast_ref().ok_or_else(wrong)
    }

    /// The setup of the match with this seed.
    #[must_use]
    pub fn draw_setup(&self, seed: u64) -> NamedLists {
        self.erased.draw_setup(SeededRng::for_setup(seed))
    }

    /// Checks a requested setup.
    ///
    /// # Errors
    /// If the setup is not legal. The error says why.
    pub fn check_setup(&self, wished: &NamedLists) -> Result<NamedLists, SetupError> {
        self.erased.check_setup(wished)
    }

    /// Allocates the memory for matches, which are played one after the other.
    #[must_use]
    pub fn runner(&self) -> MatchRunner<'_> {
        MatchRunner::new(self, self.erased.new_match())
    }

    /// Allocates the memory of a single match, for callers that view it turn by turn.
    #[must_use]
    pub fn new_match(&self) -> Box<dyn AnyMatch> {
        self.erased.new_match()
    }

    /// The approximate memory of a match, in bytes.
    #[must_use]
    pub fn match_bytes(&self) -> usize {
        self.erased.match_bytes()
    }

    /// How matches with this setup are shown.
    ///
    /// # Errors
    /// If the setup is not legal.
    pub fn scene(&self, setup: &NamedLists) -> Result<Box<dyn Scene>, SetupError> {
        self.erased.scene(setup)
    }

    /// The number of threads, from 1 to `wanted`, that can each have a runner without exceeding
    /// [`MAX_MATCHES_BYTES`] together.
    #[must_use]
    pub fn threads(&self, wanted: usize) -> usize {
        wanted.min(MAX_MATCHES_BYTES / self.erased.match_bytes().max(1)).max(1)
    }

    /// The digest of a match of this lineup: blake3 over the canonical bytes of game, rules version, parameters,
    /// programs, setup, answers and outcome. The manual's chapter on records (`crates/bout/manual/records.md`) lists
    /// the bytes.
    #[must_use]
    pub fn digest(&self, setup: &NamedLists, answers: &game::AnswerLog, outcome: &Outcome) -> Digest {
        let mut canonical = self.digest_prefix.clone();
        for (name, numbers) in setup.iter() {
            canonical.text("list", name);
            canonical.numbers("numbers", numbers);
        }
        answers.add_to(&mut canonical);
        canonical.numbers("winner", &seats(outcome.winner().as_slice()));
        canonical.numbers("tied", &seats(outcome.tied()));
        canonical.text("reason", outcome.reason);
        canonical.number("turns", outcome.turns);
        canonical.finish()
    }

    /// The record of a finished match.
    #[must_use]
    pub fn record(&self, finished: &Finished, provenance: Provenance) -> Record {
        let programs = self.programs.iter().zip(provenance.sources);
        Record {
            game: self.game.info().name.into(),
            rules_version: self.game.info().rules_version,
            parameters: self.parameter_values().into_iter().map(|(key, value)| (key.into(), value)).collect(),
            programs: programs.map(|(program, source)| recorded(self.game, program, source)).collect(),
            seed: provenance.seed,
            match_index: provenance.match_index,
            setup: finished.setup.clone(),
            outcome: (&finished.outcome).into(),
            answers: finished.answers.clone(),
            environment: provenance.environment.to_vec(),
            digest: finished.digest,
            state_hash: finished.state_hash,
        }
    }
}

fn recorded(game: &dyn AnyGame, program: &Participant, source: &Source) -> RecordedProgram {
    // A program whose code is its source has no shorter form.
    let is_shorter = program.canonical.len() < source.bytes.len();
    let bytes = if source.bytes.len() > MAX_SOURCE_BYTES && is_shorter {
        // The program's metadata is kept. If comments are code, its canonical text has the metadata already.
        let header = if game.info().comments_are_code { String::new() } else { program.metadata.header() };
        (header + &program.canonical).into_bytes()
    } else {
        source.bytes.clone()
    };
    RecordedProgram { file: source.file.clone(), source: bytes }
}

fn digest_prefix(game: &dyn AnyGame, programs: &[Participant], erased: &dyn AnyLineup) -> Canonical {
    let mut canonical = Canonical::new("match");
    canonical.text("game", game.info().name);
    canonical.number("rules_version", game.info().rules_version.into());
    for (key, value) in erased.parameter_values() {
        canonical.text("parameter", key);
        canonical.number("value", value);
    }
    for program in programs {
        canonical.text("program", &program.canonical);
    }
    canonical
}

fn seats(seats: &[usize]) -> Vec<u64> {
    seats.iter().map(|&seat| seat as u64).collect()
}
