//! The colours of films: those of the page.

use viewer::painting::{FILLED, GLOW_SHIFT, OWNER_BITS, WRITTEN};
use viewer::seat_look::{Rgb, blend, seat_colour};

/// Whether films have a light or a dark background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    #[default]
    Dark,
}

impl Theme {
    pub(crate) fn back(self) -> Rgb {
        self.choose([0xfc, 0xfc, 0xfa], [0x0e, 0x10, 0x14])
    }

    /// The colour of a spot that nobody wrote.
    pub(crate) fn empty(self) -> Rgb {
        self.choose([0xe6, 0xe7, 0xe3], [0x20, 0x24, 0x2b])
    }

    pub(crate) fn raised(self) -> Rgb {
        self.choose([0xff, 0xff, 0xff], [0x19, 0x1c, 0x22])
    }

    pub(crate) fn fore(self) -> Rgb {
        self.choose([0x16, 0x18, 0x1c], [0xe9, 0xea, 0xec])
    }

    pub(crate) fn quiet(self) -> Rgb {
        self.choose([0x58, 0x5e, 0x67], [0xa3, 0xa9, 0xb2])
    }

    pub(crate) fn line(self) -> Rgb {
        self.choose([0xc6, 0xc9, 0xce], [0x38, 0x3e, 0x47])
    }

    /// The colour of a spot of a [`viewer::painting::Painting`].
    pub(crate) fn spot(self, spot: u16) -> Rgb {
        let is_filled = spot & FILLED != 0;
        let is_written = spot & WRITTEN != 0;
        let colour = match usize::from(spot & OWNER_BITS) {
            0 if is_filled => blend(self.empty(), self.fore(), 45),
            0 => self.empty(),
            owner => {
                let percent = match (is_filled, is_written) {
                    (true, true) => 100,
                    (true, false) => 68,
                    (false, true) => 50,
                    (false, false) => 28,
                };
                blend(self.empty(), seat_colour(owner - 1), percent)
            }
        };
        // Glow fades in a few steps: every step is a change, which makes files larger.
        let glow = u32::from(spot >> GLOW_SHIFT);
        blend(colour, self.fore(), if glow == 7 { 40 } else { glow / 3 * 8 })
    }

    fn choose(self, light: Rgb, dark: Rgb) -> Rgb {
        match self {
            Self::Light => light,
            Self::Dark => dark,
        }
    }
}
