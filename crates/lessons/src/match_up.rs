//! The players of a check, in the form that the engine needs.

use game::{Census, Participant, Rules};
use games::RegisteredGame;
use referee::Lineup;

use crate::{Fight, FightProgram, MatchUp};

/// The name of the learner's file in matches.
const LEARNER: &str = "mine";

impl MatchUp {
    /// The lineup with this program in the learner's seat, or the reason why there is none.
    pub(crate) fn lineup(
        &self,
        game: &'static dyn RegisteredGame,
        learner: Participant,
    ) -> Result<Lineup<'static>, String> {
        let (programs, rules) = self.programs(game, learner)?;
        Lineup::new(game, programs, &rules).map_err(|error| error.to_string())
    }

    /// The count of all setups, if the game can count them.
    pub(crate) fn census(
        &self,
        game: &'static dyn RegisteredGame,
        learner: Participant,
    ) -> Result<Option<Box<dyn Census>>, String> {
        let (programs, rules) = self.programs(game, learner)?;
        Ok(game.lineup(&programs, &rules).map_err(|error| error.to_string())?.census())
    }

    fn programs(
        &self,
        game: &'static dyn RegisteredGame,
        learner: Participant,
    ) -> Result<(Vec<Participant>, Rules), String> {
        let mut programs = Vec::new();
        for opponent in &self.against {
            programs.push(game.read(opponent.source.as_bytes()).into_program()?);
        }
        programs.insert(self.seat.min(programs.len()), learner);
        let mut rules = Rules::new();
        for (key, value) in &self.rules {
            rules.add(key, *value).map_err(|error| error.to_string())?;
        }
        Ok((programs, rules))
    }

    /// The names of the files in the order of seats.
    pub(crate) fn files(&self, extension: &str) -> Vec<String> {
        let names = self.against.iter().map(|opponent| opponent.name.as_str());
        let mut files: Vec<String> = names.map(|name| format!("{name}.{extension}")).collect();
        files.insert(self.seat.min(files.len()), format!("{LEARNER}.{extension}"));
        files
    }

    /// Describes a match that these programs played.
    pub(crate) fn fight(&self, lineup: &Lineup, source: &str, place: &FightPlace) -> Fight {
        let info = lineup.game().info();
        let mut sources: Vec<&str> = self.against.iter().map(|opponent| opponent.source.as_str()).collect();
        sources.insert(self.seat.min(sources.len()), source);
        let programs = self.files(info.extension).into_iter().zip(sources);
        let programs =
            programs.map(|(file, source)| FightProgram { file, source: source.to_owned() }).collect();
        Fight {
            game: info.name,
            programs,
            seat: self.seat,
            rules: self.rules.iter().map(|(key, value)| (key.clone(), *value)).collect(),
            setup: place.setup.iter().map(|(name, list)| (name.to_owned(), list.to_vec())).collect(),
            seed: place.seed,
            game_number: place.number,
            turn: place.turn,
        }
    }
}

/// Which match of a check to show, and at which turn.
pub(crate) struct FightPlace<'a> {
    pub(crate) setup: &'a game::NamedLists,
    pub(crate) seed: u64,
    pub(crate) number: u64,
    pub(crate) turn: u64,
}
