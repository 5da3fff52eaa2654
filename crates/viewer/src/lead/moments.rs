//! The moments of a match that mattered.

use game::text::grouped;
use game::{NotableKind, Seat, StoryKind, StoryNames, StorySentence};

use super::{LeadCurve, Standing};
use crate::Replay;

/// At most this many moments are told, the weightiest ones.
pub const MAX_MOMENTS: usize = 40;

/// What the story gives at least this weight is a moment.
const GREAT_WEIGHT: u8 = 60;

/// A turn that mattered, in a sentence without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchMoment {
    /// The turn.
    pub turn: u64,
    /// Who did it.
    pub seat: Seat,
    /// The cell where viewers should look, if there is one.
    pub cell: Option<usize>,
    /// What happened.
    pub text: String,
}

/// The moments of a match that was looked through, by turn: deaths, what else its story gives weight to, and the turn from which
/// on one is ahead until the end of the curve.
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

/// From when on one is ahead at all points that follow. That it is so from the first or only at the last point tells nothing.
fn ahead_for_good(curve: &LeadCurve, standings: &[Standing], names: &StoryNames) -> Option<MatchMoment> {
    let seat = standings.last()?.leader()?;
    let ahead = standings.iter().rev().take_while(|standing| standing.leader() == Some(seat)).count();
    let at = standings.len() - ahead;
    if at == 0 || ahead < 2 {
        return None;
    }
    let shares = &standings[at].shares;
    let others = |numbers: &[u64]| {
        let others = numbers.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, number)| *number).max().unwrap_or(0)
    };
    let name = names.of(seat);
    let text = if curve.of.is_some() {
        let percent = |share: u64| format!("{}%", share / 10);
        let (own, other) = (percent(shares[seat]), percent(others(shares)));
        format!(
            "at every point of the curve from here on, more of {name}'s code is as it was than of any other's, {own} to {other} now"
        )
    } else {
        let numbers = &curve.points[at].1;
        let (own, other) = (grouped(numbers[seat]), grouped(others(numbers)));
        format!(
            "at every point of the curve from here on, {name} has the most {}, {own} to {other} now",
            curve.what
        )
    };
    Some(MatchMoment { turn: standings[at].turn, seat, cell: None, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Death;
    use game::{Metadata, SeatNames};

    fn curve(of: Option<Vec<u64>>, points: &[(u64, [u64; 2])]) -> LeadCurve {
        let points = points.iter().map(|(turn, numbers)| (*turn, numbers.to_vec())).collect();
        LeadCurve { what: "squares", points, of }
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
            "at every point of the curve from here on, ann has the most squares, 9 to 8 now".to_owned();
        assert_eq!(told(&changes, &[]), Some((30, expected)));
        let from_the_start = curve(None, &[(0, [6, 5]), (10, [8, 5])]);
        assert_eq!(told(&from_the_start, &[]), None);
        let level = curve(None, &[(0, [5, 6]), (10, [8, 8])]);
        assert_eq!(told(&level, &[]), None);
    }

    #[test]
    fn code_is_compared_by_shares_and_the_dead_have_none() {
        // Both have all of their code at first, however long it is; then ann has half of hers and bob three quarters.
        let points = [(0, [10, 4]), (10, [5, 3]), (20, [5, 3])];
        let intact = curve(Some(vec![10, 4]), &points);
        let text =
            "at every point of the curve from here on, more of bob's code is as it was than of any other's, 75% to 50% now".to_owned();
        assert_eq!(told(&intact, &[]), Some((10, text)));
        let dead = [Death { turn: 9, seat: 1 }];
        assert_eq!(intact.standings(&dead)[1].shares, [500, 0]);
        assert_eq!(intact.standings(&dead)[1].leader(), Some(0));
    }
}
