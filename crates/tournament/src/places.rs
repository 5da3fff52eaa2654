//! The places of the seats in games, and as compact text for databases.

use std::fmt::{self, Display, Formatter, Write};
use std::ops::Range;

/// Places 1 to 64 in the order of these characters.
const CHARACTERS: &[u8; 64] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/=";

/// The places of all seats in any number of games, all with the same number of seats. As text, one character per seat and
/// game: `12` if the first seat of two won, `21` if the second did, `11` for a draw.
///
/// ```
/// use tournament::Places;
///
/// let mut places = Places::of_game(&[1, 2]);
/// places.push(&[1, 1]);
/// assert_eq!(places.to_string(), "1211");
/// assert_eq!(Places::parse("1211", 2), Ok(places));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    seats: usize,
    places: Vec<u32>,
}

/// Text that is not the places of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacesError;

impl Display for PlacesError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str("these are not the places of matches")
    }
}

impl std::error::Error for PlacesError {}

impl Places {
    /// No games yet.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        Self { seats, places: Vec::new() }
    }

    /// One game.
    ///
    /// # Panics
    /// As [`Places::push`].
    #[must_use]
    pub fn of_game(places: &[u32]) -> Self {
        let mut game = Self::new(places.len());
        game.push(places);
        game
    }

    /// Reads games of `seats` seats each.
    ///
    /// # Errors
    /// If the text is not a list of places of `seats` seats each.
    pub fn parse(text: &str, seats: usize) -> Result<Self, PlacesError> {
        let place = |byte| {
            let at = CHARACTERS.iter().position(|&character| character == byte)?;
            u32::try_from(at + 1).ok().filter(|_| at < seats)
        };
        let places: Vec<u32> = text.bytes().map(place).collect::<Option<_>>().ok_or(PlacesError)?;
        if seats == 0 || !places.len().is_multiple_of(seats) {
            Err(PlacesError)
        } else {
            Ok(Self { seats, places })
        }
    }

    /// Adds a game.
    ///
    /// # Panics
    /// If it does not have a place from 1 to 64 for every seat, as every outcome has.
    pub fn push(&mut self, places: &[u32]) {
        assert_eq!(places.len(), self.seats, "one place per seat");
        assert!(places.iter().all(|place| (1..=64).contains(place)), "places are 1 to 64: {places:?}");
        self.places.extend(places);
    }

    /// Removes all games but the first `games`.
    pub fn truncate(&mut self, games: usize) {
        self.places.truncate(games * self.seats);
    }

    /// The games, each as the places of its seats.
    #[must_use]
    pub fn games(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.places.chunks_exact(self.seats)
    }

    /// Some of the games, counted from 0; `None` if there are not that many.
    #[must_use]
    pub fn part(&self, games: Range<usize>) -> Option<Self> {
        let places = self.places.get(games.start * self.seats..games.end * self.seats)?;
        Some(Self { seats: self.seats, places: places.to_vec() })
    }
}

impl Display for Places {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let characters = self.places.iter().map(|&place| char::from(CHARACTERS[place as usize - 1]));
        characters.into_iter().try_for_each(|character| out.write_char(character))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let many: Vec<u32> = (1..=64).collect();
        let places = Places::of_game(&many);
        assert_eq!(Places::parse(&places.to_string(), 64), Ok(places));
        let games = Places::parse("122111", 2).unwrap();
        assert_eq!(games.games().collect::<Vec<_>>(), [[1, 2], [2, 1], [1, 1]]);
        assert_eq!(games.to_string(), "122111");
        assert_eq!(games.part(1..3).unwrap().to_string(), "2111");
        assert_eq!(games.part(1..4), None);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["1", "13", "1é", "0 "] {
            assert!(Places::parse(text, 2).is_err(), "{text}");
        }
    }
}
