//! A picture as plain data, in pixels from the top left.

use game::Seat;
use viewer::seat_look::Rgb;

use crate::options::Size;

/// The content of a picture: a background, possibly a board, and items above it, in drawing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// How large it is.
    pub size: Size,
    /// The colour of everything that nothing else covers.
    pub background: Rgb,
    /// The board.
    pub board: Option<BoardPicture>,
    /// The items that are drawn above it.
    pub items: Vec<Item>,
}

/// A board of spots in rows, each of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardPicture {
    /// Its place in the picture.
    pub area: Area,
    /// How many spots a row has.
    pub columns: usize,
    /// The number of rows; the last one may not be full.
    pub rows: usize,
    /// Whether there are gaps between spots.
    pub has_gaps: bool,
    /// The colours of all spots, row after row.
    pub colours: Vec<Rgb>,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Area {
    /// Its left side.
    pub x: i32,
    /// Its upper side.
    pub y: i32,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
}

impl Area {
    /// The area without a margin on every side.
    pub(crate) fn within(self, margin: i32) -> Self {
        let shrunk = |length: i32| (length - 2 * margin).max(1);
        Self {
            x: self.x + margin,
            y: self.y + margin,
            width: shrunk(self.width),
            height: shrunk(self.height),
        }
    }
}

/// Something that is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Item {
    /// A rectangle with round corners.
    Box {
        /// Its place in the picture.
        area: Area,
        /// The radius of its corners.
        radius: i32,
        /// Its colour.
        colour: Rgb,
    },
    /// The shape of a seat in its colour.
    Sign {
        /// The seat.
        seat: Seat,
        /// The middle.
        x: i32,
        /// The middle.
        y: i32,
        /// How far its corners are from the middle.
        radius: i32,
        /// The colour of the line around it.
        line: Rgb,
        /// The colour of a second line around the first, which separates it from the background.
        halo: Rgb,
    },
    /// A cross: somebody died here.
    Cross {
        /// The middle.
        x: i32,
        /// The middle.
        y: i32,
        /// How far its ends are from the middle.
        radius: i32,
        /// Its colour.
        colour: Rgb,
        /// The colour of the line around it.
        line: Rgb,
    },
    /// A line of text.
    Text {
        /// Where it begins, ends or has its middle.
        x: i32,
        /// Its base line.
        y: i32,
        /// The part of the text that is at `x`.
        align: Align,
        /// The size of the font.
        size: i32,
        /// Whether it is bold.
        is_bold: bool,
        /// Its colour.
        colour: Rgb,
        /// The text.
        text: String,
    },
}

/// The part of a text that lies at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Align {
    /// Where it begins.
    Start,
    /// Its middle.
    Middle,
    /// Where it ends.
    End,
}

impl Picture {
    /// The texts, in the order in which they are drawn.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}
