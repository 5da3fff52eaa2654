//! Results from elsewhere: from another database, or from parts of a contest that were played separately.

use std::collections::BTreeMap;

use store::{NewResult, Store};
use tournament::ratings::EloInterval;
use tournament::{CrossTable, Encounter, EncounterResult, Estimate, Ranking, Table};

use super::{Contest, Rating, Results};
use crate::{Failure, ScoreKind};

impl Contest {
    /// Copies the results of games between any two entrants from `from`, unless `to` already has results of the two. Answers of
    /// foreign code are copied only if they distinguish games. Otherwise only records need them, and they take more space than
    /// everything else.
    pub fn copy_known(&self, from: &Store, to: &mut Store) -> Result<(), Failure> {
        let parameters = self.parameters(2)?;
        let mut kept = Vec::new();
        let entrants = self.field.len();
        for members in (0..entrants).flat_map(|one| (one + 1..entrants).map(move |two| [one, two])) {
            let pairing = self.pairing(&members, &parameters);
            let Some(known) = from.find_pairing(pairing.key)? else { continue };
            if to.find_pairing(pairing.key)?.is_some() {
                continue;
            }
            let id = to.pairing(&pairing)?;
            kept.extend(from.blocks(known)?.into_iter().map(|block| NewResult::Block { pairing: id, block }));
            for played in from.matches(known)? {
                let wanted = self.game.info().answers_tell_all;
                let answers = if wanted { from.answers(known, played.game)? } else { None };
                kept.push(NewResult::Match { pairing: id, played, answers: answers.unwrap_or_default() });
            }
        }
        to.keep(&kept)?;
        if self.score == ScoreKind::Sampled { Ok(()) } else { self.copy_censuses(from, to) }
    }

    /// Copies the censuses of any two entrants, in both orders.
    fn copy_censuses(&self, from: &Store, to: &mut Store) -> Result<(), Failure> {
        let entrants = self.field.len();
        let mut kept = Vec::new();
        for (one, two) in (0..entrants).flat_map(|one| (0..entrants).map(move |two| (one, two))) {
            let pairing = self.exact_pairing([one, two])?;
            let known = from.find_pairing(pairing.key)?.map(|id| from.census(id)).transpose()?.flatten();
            if let Some(census) = known {
                kept.push(NewResult::Census { pairing: to.pairing(&pairing)?, census });
            }
        }
        to.keep(&kept).map_err(Failure::from)
    }

    /// Returns the rating of an entrant and its interval after these encounters, as in a contest of only the entrants
    /// in `stay`, which are in the order of the field.
    #[must_use]
    pub fn rated_among(
        &self,
        stay: &[usize],
        entrant: usize,
        played: &[EncounterResult],
    ) -> (f64, EloInterval) {
        let number = |one: usize| stay.binary_search(&one).ok();
        let renumbered = |one: &EncounterResult| {
            let members: Option<Vec<usize>> =
                one.encounter.members.iter().map(|&member| number(member)).collect();
            let encounter = Encounter { members: members?, games: one.encounter.games.clone() };
            Some(EncounterResult { encounter, tally: one.tally.clone() })
        };
        let played: Vec<EncounterResult> = played.iter().filter_map(renumbered).collect();
        let Rating { luck, confidence, seed, .. } = self.rating();
        let estimate = Estimate::new(stay.len(), &played, luck, seed);
        let entrant = number(entrant).expect("the rated entrant stays");
        (estimate.elo(entrant), estimate.interval(entrant, confidence))
    }

    /// Returns the results of these encounters.
    #[must_use]
    pub fn results_of(&self, played: Vec<EncounterResult>) -> Results {
        let entrants = self.field.len();
        Results {
            table: Table::new(entrants, &played, &BTreeMap::new(), &self.scoring, &Ranking::Score),
            cross: CrossTable::new(entrants, &played),
            matches: played.iter().map(|one| one.tally.games + one.tally.voids).sum(),
            void_cause: None,
            voids: played.iter().map(|one| one.tally.voids).sum(),
            played,
            ..self.no_results()
        }
    }
}
