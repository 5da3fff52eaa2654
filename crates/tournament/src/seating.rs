//! Who sits where in a game.

/// The order in which members take their seats.
///
/// With `n` members, the games `n·k` to `n·k + n - 1` share one setup, and the seats move on by one from each to the
/// next: everybody plays every setup from every seat, so that luck cancels. Of two members both orders are the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Seating {
    /// In every setup the same members follow each other. Older versions played free-for-alls like this.
    Rotating,
    /// In every second setup the seats are taken in reverse order: who followed somebody then comes before.
    #[default]
    Reversing,
}

impl Seating {
    /// The member, as an index into [`Encounter::members`](crate::Encounter::members), at each seat of a game.
    ///
    /// # Panics
    /// Without seats.
    #[must_use]
    pub fn members(self, seats: usize, game: u64) -> Vec<usize> {
        (0..seats).map(|seat| self.member(seats, game, seat)).collect()
    }

    /// A number of the order of the members in a game, below [`Seating::orders`]: games with the same number have the same
    /// order.
    ///
    /// # Panics
    /// Without seats.
    #[must_use]
    pub fn order(self, seats: usize, game: u64) -> usize {
        let turned = turned(seats, game);
        if self.is_reversed(seats, game) { seats + turned } else { turned }
    }

    /// How many orders there are.
    #[must_use]
    pub fn orders(self, seats: usize) -> usize {
        match self {
            Self::Reversing if seats > 2 => 2 * seats,
            _ => seats,
        }
    }

    /// The member at one seat.
    pub(crate) fn member(self, seats: usize, game: u64, seat: usize) -> usize {
        let turned = turned(seats, game);
        if self.is_reversed(seats, game) { (turned + seats - seat) % seats } else { (turned + seat) % seats }
    }

    fn is_reversed(self, seats: usize, game: u64) -> bool {
        self == Self::Reversing && seats > 2 && (game / seats as u64) % 2 == 1
    }
}

/// By how many seats the members have moved on in a game.
fn turned(seats: usize, game: u64) -> usize {
    usize::try_from(game % seats as u64).expect("it is below the seats")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_and_the_order_turns_round_with_every_setup() {
        let orders = |seating: Seating| (0..9).map(|game| seating.members(3, game)).collect::<Vec<_>>();
        let [forward, backward] = [[[0, 1, 2], [1, 2, 0], [2, 0, 1]], [[0, 2, 1], [1, 0, 2], [2, 1, 0]]];
        assert_eq!(orders(Seating::Rotating), [forward, forward, forward].concat());
        assert_eq!(orders(Seating::Reversing), [forward, backward, forward].concat());
    }

    #[test]
    fn two_sit_as_they_always_did() {
        for game in 0..8 {
            let usual = if game % 2 == 0 { [0, 1] } else { [1, 0] };
            for seating in [Seating::Rotating, Seating::Reversing] {
                assert_eq!(seating.members(2, game), usual);
                assert_eq!(u64::try_from(seating.order(2, game)), Ok(game % 2));
            }
        }
    }

    #[test]
    fn each_member_follows_each_other_equally_often_among_three() {
        let mut follows = [[0; 3]; 3];
        for game in 0..6 {
            let members = Seating::Reversing.members(3, game);
            for seat in 0..3 {
                follows[members[seat]][members[(seat + 1) % 3]] += 1;
            }
        }
        assert_eq!(follows, [[0, 3, 3], [3, 0, 3], [3, 3, 0]]);
    }

    #[test]
    fn orders_are_numbered() {
        for seating in [Seating::Rotating, Seating::Reversing] {
            for seats in 1..6 {
                let mut known = vec![None; seating.orders(seats)];
                for game in 0..4 * seats as u64 {
                    let members = seating.members(seats, game);
                    let before = known[seating.order(seats, game)].replace(members.clone());
                    assert!(before.is_none_or(|before| before == members));
                }
                assert!(known.iter().all(Option::is_some));
            }
        }
    }
}
