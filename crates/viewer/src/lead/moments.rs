//! The moments of a match that mattered.

use game::text::grouped;
use game::{NotableKind, Seat, StoryKind, StoryNames, StorySentence};

use super::{LeadCurve, Standing};
use crate::Replay;

/// At most this many moments are listed, those with the greatest weight.
pub const MAX_MOMENTS: usize = 40;

/// An entry of the story with at least this weight is a moment.
const GREAT_WEIGHT: u8 = 60;

/// A turn that mattered, in a sentence without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchMoment {
    /// The turn.
    pub turn: u64,
    /// The seat that did it.
    pub seat: Seat,
    /// The cell where viewers should look, if there is one.
    pub cell: Option<usize>,
    /// What happened.
    pub text: String,
}

/// The moments of a surveyed match, in order of turns: deaths, other weighty entries of its story, and the turn from which on
/// one seat is ahead until the end of the curve.
#[must_use]
pub fn moments(replay: &Replay<'_>, curve: &LeadCurve) -> Vec<MatchMoment> {
    let is_death = |told: &StorySentence| told.kind == StoryKind::Notable(NotableKind::Death);
    let mut weighty: Vec<&StorySentence> =
        replay.story().iter().filter(|told| is_death(told) || told.weight >= GREAT_WEIGHT).collect();
    weighty.sort_by_key(|told| std::cmp::Reverse(told.weight));
    weighty.truncate(MAX_MOMENTS);
    let told = |told: &&StorySentence| MatchMoment {
        turn: told.turn,
        seat: told.seat,
        cell: told.cell,
        text: told.text.clone(),
    };
    let mut moments: Vec<MatchMoment> = weighty.iter().map(told).collect();
    let standings = curve.standings(replay.timeline().deaths());
    moments.extend(ahead_for_good(curve, &standings, &StoryNames::new(replay.names())));
    moments.sort_by_key(|moment| moment.turn);
    moments
}

/// The turn from which on one seat is ahead at all later points. `None` if that begins at the first or only at the last point,
/// because it says nothing.
fn ahead_for_good(curve: &LeadCurve, standings: &[Standing], names: &StoryNames) -> Option<MatchMoment> {
    let seat = standings.last()?.leader()?;
    let ahead = standings.iter().rev().take_while(|standing| standing.leader() == Some(seat)).count();
    let at = standings.len() - ahead;
    if at == 0 || ahead < 2 {
        return None;
    }
    let numbers = &curve.points[at].1;
    let others = numbers.iter().enumerate().filter(|(other, _)| *other != seat);
    let other = others.map(|(_, number)| *number).max().unwrap_or(0);
    let text = format!(
        "from here on {} is ahead at every point of the curve, now by {} to {} {}",
        names.of(seat),
        grouped(numbers[seat]),
        grouped(other),
        curve.what
    );
    Some(MatchMoment { turn: standings[at].turn, seat, cell: None, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Death;
    use game::{Metadata, SeatNames};

    fn curve(winner: Option<Seat>, points: &[(u64, [u64; 2])]) -> LeadCurve {
        let points = points.iter().map(|(turn, numbers)| (*turn, numbers.to_vec())).collect();
        LeadCurve { what: "squares", points, winner }
    }

    fn told(curve: &LeadCurve, deaths: &[Death]) -> Option<(u64, String)> {
        let nameless = Metadata::default();
        let names = SeatNames::new(&[(&nameless, "ann"), (&nameless, "bob")]);
        let moment = ahead_for_good(curve, &curve.standings(deaths), &StoryNames::new(&names));
        moment.map(|moment| (moment.turn, moment.text))
    }

    #[test]
    fn the_lead_for_good_begins_after_the_last_change() {
        let changes = curve(None, &[(0, [5, 5]), (10, [8, 5]), (20, [5, 8]), (30, [9, 8]), (40, [12, 8])]);
        let expected =
            "from here on ann is ahead at every point of the curve, now by 9 to 8 squares".to_owned();
        assert_eq!(told(&changes, &[]), Some((30, expected)));
        let from_the_start = curve(None, &[(0, [6, 5]), (10, [8, 5])]);
        assert_eq!(told(&from_the_start, &[]), None);
        let level = curve(None, &[(0, [5, 6]), (10, [8, 8])]);
        assert_eq!(told(&level, &[]), None);
    }

    #[test]
    fn the_dead_and_who_is_beaten_at_the_end_have_nothing() {
        let points = [(0, [6, 2]), (10, [6, 2]), (20, [0, 2])];
        let shares = |curve: &LeadCurve, deaths: &[Death]| -> Vec<Vec<u64>> {
            curve.standings(deaths).into_iter().map(|standing| standing.shares).collect()
        };
        assert_eq!(shares(&curve(None, &points), &[]), [[750, 250], [750, 250], [0, 1000]]);
        let dead = [Death { turn: 9, seat: 1 }];
        assert_eq!(shares(&curve(None, &points), &dead), [[750, 250], [1000, 0], [0, 0]]);
        // Territory decided the match for ann, whatever she could still reach.
        assert_eq!(shares(&curve(Some(0), &points), &[]), [[750, 250], [750, 250], [1000, 0]]);
    }
}
