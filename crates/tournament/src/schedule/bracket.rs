//! Brackets: duels whose winners and losers continue in other duels.

use super::history::History;
use crate::{Encounter, EncounterResult, EntrantIndex, Points, Scoring};

/// How often a duel that is level is played on.
pub const MAX_EXTRA: usize = 4;

/// Where one side of a duel comes from. Duels are numbered, and come after those they need.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    /// The draw; nobody where the field does not fill the bracket.
    Draw(Option<EntrantIndex>),
    WinnerOf(usize),
    LoserOf(usize),
    /// The loser, if it came from the first side; otherwise nobody.
    FirstSideIfLoserOf(usize),
}

#[derive(Debug, Clone)]
struct BracketMatch {
    sides: [Source; 2],
    /// How far an entrant has come that is out after this duel.
    stage: u32,
}

/// A bracket: duels, and those that were handed out.
#[derive(Debug, Clone)]
pub(super) struct Bracket {
    duels: Vec<BracketMatch>,
    /// The duel of each encounter that was handed out.
    handed_out: Vec<usize>,
    /// The place of each entrant in the drawn order.
    drawn: Vec<usize>,
    games: u64,
    scoring: Scoring,
}

/// Who stands somewhere in the bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It is not known yet.
    Open,
    /// Nobody: an opponent has a bye.
    NoPlayers,
    Taken(EntrantIndex),
}

/// What is known about a duel.
#[derive(Debug, Clone, Copy)]
struct State {
    sides: [Place; 2],
    /// The side that won, if that is known.
    winner: Option<usize>,
}

impl State {
    fn winner(&self) -> Place {
        self.winner.map_or(Place::Open, |side| self.sides[side])
    }

    fn loser(&self) -> Place {
        self.winner.map_or(Place::Open, |side| self.sides[1 - side])
    }
}

impl Bracket {
    /// No duels yet. `drawn` has the place of each entrant in the drawn order.
    pub(super) fn new(drawn: Vec<usize>, games: u64, scoring: Scoring) -> Self {
        Self { duels: Vec::new(), handed_out: Vec::new(), drawn, games, scoring }
    }

    /// Adds a duel and returns its number.
    pub(super) fn add(&mut self, sides: [Source; 2], stage: u32) -> usize {
        self.duels.push(BracketMatch { sides, stage });
        self.duels.len() - 1
    }

    pub(super) fn entrants(&self) -> usize {
        self.drawn.len()
    }

    /// The games of an encounter.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// The next encounter of every duel that is not decided, waits for no result, and has both its sides.
    pub(super) fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        let mut history = History::of(played);
        let mut waiting = vec![false; self.duels.len()];
        self.handed_out.iter().skip(played.len()).for_each(|&duel| waiting[duel] = true);
        let mut encounters = Vec::new();
        for (duel, state) in self.states(played).iter().enumerate().filter(|&(duel, _)| !waiting[duel]) {
            if let (None, [Place::Taken(one), Place::Taken(other)]) = (state.winner, state.sides) {
                encounters.push(history.meet(vec![one, other], self.games));
                self.handed_out.push(duel);
            }
        }
        encounters
    }

    /// For each entrant how far it came, if `losses` put one out: 0 for everybody who is still in.
    pub(super) fn stages(&self, played: &[EncounterResult], losses: u32) -> Vec<u32> {
        let mut lost = vec![0; self.entrants()];
        let mut stages = vec![0; self.entrants()];
        for (duel, state) in self.duels.iter().zip(self.states(played)) {
            if let (Place::Taken(_), Place::Taken(loser)) = (state.winner(), state.loser()) {
                lost[loser] += 1;
                if lost[loser] >= losses {
                    stages[loser] = duel.stage;
                }
            }
        }
        stages
    }

    fn states(&self, played: &[EncounterResult]) -> Vec<State> {
        let mut series: Vec<Vec<&EncounterResult>> = vec![Vec::new(); self.duels.len()];
        for (&duel, encounter) in self.handed_out.iter().zip(played) {
            series[duel].push(encounter);
        }
        let mut states = Vec::with_capacity(self.duels.len());
        for (duel, series) in self.duels.iter().zip(&series) {
            let sides = duel.sides.map(|source| place(source, &states));
            states.push(State { sides, winner: self.winner(sides, series) });
        }
        states
    }

    /// The side that won. An entrant without an opponent goes on; if the duel stays level too long, the better drawn
    /// one does.
    fn winner(&self, sides: [Place; 2], series: &[&EncounterResult]) -> Option<usize> {
        let (one, other) = match sides {
            [Place::Open, _] | [_, Place::Open] => return None,
            [_, Place::NoPlayers] => return Some(0),
            [Place::NoPlayers, _] => return Some(1),
            [Place::Taken(one), Place::Taken(other)] => (one, other),
        };
        let points = |entrant| series.iter().map(|played| self.points(played, entrant)).sum::<Points>();
        let (mine, theirs) = (points(one), points(other));
        if mine != theirs {
            return Some(usize::from(mine < theirs));
        }
        (series.len() > MAX_EXTRA).then(|| usize::from(self.drawn[one] > self.drawn[other]))
    }

    fn points(
        &self,
        EncounterResult { encounter, tally }: &EncounterResult,
        entrant: EntrantIndex,
    ) -> Points {
        let member = encounter.members.iter().position(|&member| member == entrant);
        member.map_or(Points::default(), |member| tally.points(member, &self.scoring))
    }
}

fn place(source: Source, states: &[State]) -> Place {
    match source {
        Source::Draw(None) => Place::NoPlayers,
        Source::Draw(Some(entrant)) => Place::Taken(entrant),
        Source::WinnerOf(duel) => states[duel].winner(),
        Source::LoserOf(duel) => states[duel].loser(),
        Source::FirstSideIfLoserOf(duel) => match states[duel].winner {
            Some(0) => Place::NoPlayers,
            _ => states[duel].loser(),
        },
    }
}
