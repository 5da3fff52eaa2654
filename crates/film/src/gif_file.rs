//! Writes a film as GIF, which chats and forums play automatically.

use std::collections::HashMap;
use std::io::Write;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use viewer::painting::{FILLED, GLOW_SHIFT, WRITTEN};
use viewer::seat_look::{Rgb, SEAT_COLOURS, blend, seat_colour};

use crate::film::{Film, FilmError};
use crate::options::Size;
use crate::raster::Raster;
use crate::theme::Theme;

/// The most colours that a GIF can have. The last one marks pixels that stay as they were.
const COLOURS: usize = 256;
const UNCHANGED: u8 = u8::MAX;

/// Writes a film as a GIF that plays in a loop.
///
/// # Errors
/// If it is stopped or cannot be written.
pub fn write_gif(film: &mut Film<'_, '_>, to: &mut dyn Write) -> Result<(), FilmError> {
    let Size { width, height } = film.size();
    let mut palette = Palette::new(film.theme(), film.seats());
    let mut encoder = Encoder::new(to, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut raster = Raster::default();
    let mut before: Option<Vec<u8>> = None;
    for (index, hundredths) in film.durations().into_iter().enumerate() {
        let pixels = raster.pixels(&film.picture(index)?);
        let shown = palette.indices(&pixels);
        let delay = u16::try_from(hundredths).unwrap_or(u16::MAX);
        encoder.write_frame(&changes(before.as_deref(), &shown, width.into(), delay)).map_err(failed)?;
        before = Some(shown);
    }
    Ok(())
}

fn failed(error: EncodingError) -> FilmError {
    match error {
        EncodingError::Io(error) => FilmError::Write(error),
        other => FilmError::Write(std::io::Error::other(other)),
    }
}

/// The smallest rectangle that contains all changes. Unchanged pixels in it are transparent.
fn changes(before: Option<&[u8]>, now: &[u8], width: usize, delay: u16) -> Frame<'static> {
    let height = now.len() / width;
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    for (y, row) in now.chunks_exact(width).enumerate() {
        let old = before.map(|before| &before[y * width..(y + 1) * width]);
        if old == Some(row) {
            continue;
        }
        let differs = |x: &usize| old.is_none_or(|old| old[*x] != row[*x]);
        let (first, last) = ((0..width).find(differs), (0..width).rfind(differs));
        (left, right) = (left.min(first.unwrap_or(width)), right.max(last.unwrap_or(0) + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if right <= left {
        // Nothing changes: one pixel that stays as it was.
        (left, right, top, bottom) = (0, 1, 0, 1);
    }
    let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
    for y in top..bottom {
        for at in y * width + left..y * width + right {
            let is_same = before.is_some_and(|before| before[at] == now[at]);
            buffer.push(if is_same { UNCHANGED } else { now[at] });
        }
    }
    let short = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(UNCHANGED),
        left: short(left),
        top: short(top),
        width: short(right - left),
        height: short(bottom - top),
        buffer: buffer.into(),
        ..Frame::default()
    }
}

/// The colours of a film, which depend on its theme and on the number of seats.
struct Palette {
    colours: Vec<Rgb>,
    nearest: HashMap<Rgb, u8>,
}

impl Palette {
    fn new(theme: Theme, seats: usize) -> Self {
        let mut colours =
            vec![theme.back(), theme.empty(), theme.raised(), theme.fore(), theme.quiet(), theme.line()];
        // The edges of letters.
        for (ground, steps) in [(theme.back(), 12), (theme.raised(), 12), (theme.empty(), 3)] {
            colours.extend((1..steps).map(|step| blend(ground, theme.fore(), step * 100 / steps)));
        }
        colours.extend((1..6).map(|step| blend(theme.back(), theme.quiet(), step * 100 / 6)));
        colours.extend((1..6).map(|step| blend(theme.raised(), theme.quiet(), step * 100 / 6)));
        // The colours of the spots on boards; those without an owner first.
        for owner in 0..=seats.min(SEAT_COLOURS) {
            let owner = u16::try_from(owner).unwrap_or(0);
            for state in [FILLED | WRITTEN, WRITTEN, 0, FILLED] {
                for glow in [0, 7, 4, 2] {
                    if state & WRITTEN != 0 || glow == 0 {
                        colours.push(theme.spot(owner | state | glow << GLOW_SHIFT));
                    }
                }
            }
        }
        // The edges of signs.
        for seat in 0..seats.min(SEAT_COLOURS) {
            let colour = seat_colour(seat);
            colours.extend([blend(colour, theme.fore(), 50), blend(colour, theme.back(), 50)]);
        }
        let mut seen = std::collections::HashSet::new();
        colours.retain(|colour| seen.insert(*colour));
        colours.truncate(COLOURS - 1);
        Self { colours, nearest: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flatten().copied().collect();
        bytes.resize(3 * COLOURS, 0);
        bytes
    }

    fn indices(&mut self, pixels: &[u8]) -> Vec<u8> {
        let (mut before, mut index) = (None, 0);
        let one = |pixel: &[u8]| {
            let colour = [pixel[0], pixel[1], pixel[2]];
            if before != Some(colour) {
                before = Some(colour);
                index = self.index(colour);
            }
            index
        };
        pixels.chunks_exact(3).map(one).collect()
    }

    /// The index of the nearest colour; among equally near ones, the first.
    fn index(&mut self, colour: Rgb) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance = |other: &Rgb| -> u32 {
                let weights = [3, 6, 1];
                let parts = colour.iter().zip(other).zip(weights);
                parts.map(|((&one, &other), weight)| weight * u32::from(one.abs_diff(other)).pow(2)).sum()
            };
            let nearest = colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
            nearest.and_then(|(place, _)| u8::try_from(place).ok()).unwrap_or(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_fit_and_those_of_boards_are_exact() {
        for theme in [Theme::Light, Theme::Dark] {
            for seats in [2, 6, 18, 64] {
                let mut palette = Palette::new(theme, seats);
                assert!(palette.colours.len() < COLOURS);
                for seat in 0..seats.min(8) {
                    let owner = u16::try_from(seat + 1).unwrap();
                    let spot = theme.spot(owner | FILLED | WRITTEN);
                    let index = palette.index(spot);
                    assert_eq!(palette.colours[usize::from(index)], spot, "{seats}");
                }
            }
        }
    }

    #[test]
    fn a_frame_has_what_changes_and_nothing_else() {
        let before = [0; 12];
        let mut now = before;
        (now[5], now[10]) = (1, 2);
        let frame = changes(Some(&before), &now, 4, 10);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (1, 1, 2, 2));
        assert_eq!(*frame.buffer, [1, UNCHANGED, UNCHANGED, 2]);
        let same = changes(Some(&before), &before, 4, 10);
        assert_eq!((same.width, same.height, &*same.buffer), (1, 1, &[UNCHANGED][..]));
        let first = changes(None, &before, 4, 10);
        assert_eq!((first.width, first.height, &*first.buffer), (4, 3, &before[..]));
    }
}
