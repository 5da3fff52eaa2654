//! The places of a match as text: one character per seat, to store many matches compactly.

/// Places 1 to 64 in the order of these characters.
const CHARACTERS: &[u8; 64] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/=";

/// Text that is not the places of matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacesError;

impl std::fmt::Display for PlacesError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("these are not the places of matches")
    }
}

impl std::error::Error for PlacesError {}

/// Appends one match: `12` if the first seat of two won, `21` if the second did, `11` for a draw.
///
/// # Panics
/// If a place is not from 1 to 64, which no outcome has.
pub fn write_places(text: &mut String, places: &[u32]) {
    text.extend(places.iter().map(|&place| char::from(CHARACTERS[place as usize - 1])));
}

/// The matches in a text, each the places of `seats` seats.
///
/// # Errors
/// If the text is not a list of places of `seats` seats each.
pub fn read_places(text: &str, seats: usize) -> Result<impl Iterator<Item = Vec<u32>>, PlacesError> {
    let bytes = text.as_bytes();
    let is_legal = |&byte: &u8| place(byte).is_some_and(|place| place as usize <= seats);
    if seats == 0 || !bytes.len().is_multiple_of(seats) || !bytes.iter().all(is_legal) {
        return Err(PlacesError);
    }
    Ok(bytes.chunks_exact(seats).map(|one| one.iter().filter_map(|&byte| place(byte)).collect()))
}

fn place(byte: u8) -> Option<u32> {
    let at = CHARACTERS.iter().position(|&character| character == byte)?;
    Some(u32::try_from(at).ok()? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut text = String::new();
        let many: Vec<u32> = (1..=64).collect();
        write_places(&mut text, &many);
        assert_eq!(read_places(&text, 64).unwrap().collect::<Vec<_>>(), [many]);
        assert_eq!(read_places("122111", 2).unwrap().collect::<Vec<_>>(), [[1, 2], [2, 1], [1, 1]]);
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["1", "13", "1é", "0 "] {
            assert!(read_places(text, 2).is_err(), "{text}");
        }
    }
}
