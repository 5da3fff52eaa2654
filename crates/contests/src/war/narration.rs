//! The events in the rounds of a war: in sentences, and as records for viewers.

use game::{Engine as _, Event, Game as _, Metadata, Observer, SeatNames, StorySentence, Unobserved};
use games::perlwar::{Engine, Parameters, PerlWar, Snippets};
use record::Record;

use super::config::Config;
use super::folder::Folder;
use super::players::WarPlayer;
use super::state::WarState;
use crate::Failure;

impl Folder {
    /// Plays all rounds again with the stored answers. After each, calls `watch` with the sentences that viewers show about it.
    pub fn replay_narrated(
        &self,
        mut watch: impl FnMut(&Engine, &[StorySentence]),
    ) -> Result<WarState, Failure> {
        let programs: Vec<&Snippets> = self.players.iter().map(|player| &player.snippets).collect();
        let scene = PerlWar::scene(&self.config.parameters, &programs, &self.config.setup());
        let mut teller = scene.storyteller(&self.seat_names());
        let mut round = RoundEvents::default();
        self.replay_observed(&mut round, |engine, round| {
            let mut story = Vec::new();
            if !round.0.is_empty() {
                teller.observe_turn(&round.0, &mut story);
                round.0.clear();
            }
            watch(engine, &story);
        })
    }

    fn seat_names(&self) -> SeatNames {
        let of_player =
            |player: &WarPlayer| Metadata { name: Some(player.shown_name.clone()), ..Metadata::default() };
        let about: Vec<Metadata> = self.players.iter().map(of_player).collect();
        let named: Vec<(&Metadata, &str)> = about
            .iter()
            .zip(&self.players)
            .map(|(about, player)| (about, player.shown_name.as_str()))
            .collect();
        SeatNames::new(&named)
    }

    /// Returns the record of the war up to the end of this round; `None` if it was not played. Unless the war is over by then,
    /// the result is the record of a war with this many rounds, without the snippets that enter later.
    pub fn record_until(&self, round: u64) -> Result<Option<Record>, Failure> {
        let Some(rounds) =
            usize::try_from(round).ok().filter(|rounds| (1..=self.rounds.kept.len()).contains(rounds))
        else {
            return Ok(None);
        };
        let whole = self.replay(|_| {})?;
        if let (Some(outcome), true) = (whole.engine.outcome(), whole.rounds() == round) {
            return self.record(&whole, outcome).map(Some);
        }
        let shorter = Self {
            inside: self.inside.clone(),
            config: Config {
                parameters: Parameters { rounds: round, ..self.config.parameters },
                ..self.config
            },
            players: self.players.iter().map(|player| player.until(round)).collect(),
            rounds: self.rounds.first(rounds),
            lock: None,
            client: self.client.clone(),
        };
        let mut state = WarState::new(shorter.before_the_first_round());
        for kept in &shorter.rounds.kept {
            let damaged = |why: String| self.rounds.damaged(kept.round, &why);
            state.play_back(kept.answers().map_err(damaged)?, &mut Unobserved).map_err(damaged)?;
        }
        let outcome = state.engine.outcome().expect("its last round was played");
        shorter.record(&state, outcome).map(Some)
    }
}

/// The events of a round, in order.
#[derive(Default)]
struct RoundEvents(Vec<Event>);

impl Observer for RoundEvents {
    fn event(&mut self, event: Event) {
        self.0.push(event);
    }
}
