//! How viewers distinguish the seats of a match: the same in films, in the terminal and on the page.
//!
//! The colours are those of Okabe and Ito (2008), which colour-blind people can tell apart. Colour is never the only
//! difference: seats also have shapes, letters or numbers. The first two colours also differ much in lightness, because most
//! matches have two players, and some people see no colours at all.

use game::Seat;

/// A colour as red, green and blue.
pub type Rgb = [u8; 3];

/// The number of seats that have their own colour; after them the colours start again.
pub const SEAT_COLOURS: usize = 2 * LIGHT.len();

/// The colours of the first seats.
const LIGHT: [Rgb; 8] = [
    [0xf2, 0xa9, 0x00],
    [0x0a, 0x7a, 0xc2],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0x56, 0xb4, 0xe9],
    [0xd5, 0x5e, 0x00],
    [0xf0, 0xe4, 0x42],
    [0x99, 0x99, 0x99],
];

/// The colours nearest to those, and to the darker ones of the next seats, among the 256 that nearly every terminal has; no
/// two are the same.
const INDEXED: [u8; SEAT_COLOURS] = [214, 31, 35, 175, 74, 166, 221, 246, 94, 24, 23, 95, 60, 58, 100, 59];

/// How much darker the next seats are.
const DARKER: u32 = 40;

/// Returns the colour of a seat.
#[must_use]
pub fn seat_colour(seat: Seat) -> Rgb {
    let colour = LIGHT[seat % LIGHT.len()];
    if seat % SEAT_COLOURS < LIGHT.len() { colour } else { blend(colour, [0; 3], DARKER) }
}

/// Returns the colour of a seat as one of the 256 that nearly every terminal has.
#[must_use]
pub fn indexed_seat_colour(seat: Seat) -> u8 {
    INDEXED[seat % INDEXED.len()]
}

/// Returns a colour between two others, `percent` of the way from the first to the second.
#[must_use]
pub fn blend(one: Rgb, other: Rgb, percent: u32) -> Rgb {
    let percent = percent.min(100);
    let part = |at: usize| {
        let mixed = u32::from(one[at]) * (100 - percent) + u32::from(other[at]) * percent;
        u8::try_from((mixed + 50) / 100).unwrap_or(u8::MAX)
    };
    [part(0), part(1), part(2)]
}

/// Returns the corners of the shape of a seat, around 0 and at a distance of about 1; none for a circle. Neighbouring seats
/// have different shapes: circle, square, triangle, pentagon.
#[must_use]
pub fn seat_corners(seat: Seat) -> &'static [(f32, f32)] {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const SQUARE: [(f32, f32); 4] = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)];
    const TRIANGLE: [(f32, f32); 3] = [(0.0, -1.0), (0.8660, 0.5), (-0.8660, 0.5)];
    const PENTAGON: [(f32, f32); 5] =
        [(0.0, -1.0), (0.9511, -0.3090), (0.5878, 0.8090), (-0.5878, 0.8090), (-0.9511, -0.3090)];
    match seat % 4 {
        0 => &[],
        1 => &SQUARE,
        2 => &TRIANGLE,
        _ => &PENTAGON,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The script of the page has the same colours.
    #[test]
    fn the_page_has_these_colours() {
        let script = include_str!("../../page/web/colours.js");
        let line = script.lines().find(|line| line.starts_with("export const SEAT_COLOURS")).expect("a list");
        let of_page: Vec<&str> = line.split('"').filter(|part| part.starts_with('#')).collect();
        let ours = LIGHT.map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}"));
        assert_eq!(of_page, ours);
    }

    #[test]
    fn terminals_have_the_nearest_colours() {
        let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * i32::from(step) };
        let shown = |index: u8| match index {
            232.. => [8 + 10 * i32::from(index - 232); 3],
            _ => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(level),
        };
        let distance = |seat, index| -> i32 {
            seat_colour(seat)
                .iter()
                .zip(shown(index))
                .map(|(&part, other)| (i32::from(part) - other).pow(2))
                .sum()
        };
        let mut taken = Vec::new();
        for seat in 0..SEAT_COLOURS {
            // Only colours that no seat before it has.
            let free = (16..=255).filter(|index| !taken.contains(index));
            let nearest = free.min_by_key(|index| distance(seat, *index)).expect("some are left");
            assert_eq!(indexed_seat_colour(seat), nearest, "{seat}");
            taken.push(nearest);
        }
    }

    #[test]
    fn neighbours_differ_in_shape() {
        for seat in 0..8 {
            assert_ne!(seat_corners(seat).len(), seat_corners(seat + 1).len());
        }
    }
}
