//! The options for a film.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::theme::Theme;

/// The smallest sides of a film, in pixels.
pub const MIN_SIZE: Size = Size { width: 320, height: 240 };
/// The largest sides of a film, in pixels.
pub const MAX_SIZE: Size = Size { width: 1920, height: 1440 };
/// The shortest films, in seconds.
pub const MIN_SECONDS: u32 = 8;
/// The longest films, in seconds.
pub const MAX_SECONDS: u32 = 60;

/// The options for a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The size of its pictures.
    pub size: Size,
    /// The longest duration, in seconds.
    pub seconds: u32,
    /// Light or dark.
    pub theme: Theme,
    /// How fast pictures follow each other.
    pub pace: Pace,
}

/// How fast pictures follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Ten pictures per second and many spots: for formats that compress pictures.
    Smooth,
    /// Some six pictures per second and few spots: for SVG, which keeps every change.
    Sparse,
}

impl Pace {
    /// The shortest time for which a picture is shown, in hundredths of a second.
    pub(crate) fn frame(self) -> u32 {
        match self {
            Self::Smooth => 10,
            Self::Sparse => 15,
        }
    }

    /// The most spots of a board.
    pub(crate) fn most_spots(self) -> usize {
        match self {
            Self::Smooth => 24_000,
            Self::Sparse => 5_000,
        }
    }
}

/// Width and height in pixels. Both are even, as video formats require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// From left to right.
    pub width: u16,
    /// From top to bottom.
    pub height: u16,
}

/// A text that is not a valid size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a valid size: expected WIDTHxHEIGHT in pixels, both even, from {MIN_SIZE} to {MAX_SIZE}"
)]
pub struct OptionsError {
    text: String,
}

impl Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let side = |text: &str, least: u16, most: u16| {
            let side: Option<u16> = text.parse().ok();
            side.filter(|side| (least..=most).contains(side) && side % 2 == 0)
        };
        let read = || {
            let (width, height) = text.split_once('x')?;
            let width = side(width, MIN_SIZE.width, MAX_SIZE.width)?;
            Some(Self { width, height: side(height, MIN_SIZE.height, MAX_SIZE.height)? })
        };
        read().ok_or_else(|| OptionsError { text: text.to_owned() })
    }
}
