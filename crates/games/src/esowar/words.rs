//! What each symbol does, for editors that explain them.

use crate::registry::Word;

pub(super) static WORDS: &[Word] = &[
    Word { text: "r", about: "The commander walks one square to the right.", rulings: &["E1"] },
    Word { text: "d", about: "The commander dies, and her player loses.", rulings: &["E6", "E7"] },
    Word {
        text: ">",
        about: "The robot walks one square to the right. Then the commander walks one square to the right.",
        rulings: &["E1"],
    },
    Word {
        text: "<",
        about: "The robot walks one square to the left. Then the commander walks one square to the right.",
        rulings: &["E1"],
    },
    Word {
        text: "+",
        about: "The symbol under the robot becomes the next one of `r d > < + [ ]`; a `]` becomes an `r`. Then the commander walks one square to the right.",
        rulings: &["E5"],
    },
    Word {
        text: "[",
        about: "If the robot is on `r`, the commander walks to the square after the matching `]`. Otherwise she walks one square to the right.",
        rulings: &["E3", "E4"],
    },
    Word {
        text: "]",
        about: "The commander walks left to the matching `[`, and reads it in her next turn.",
        rulings: &["E3", "E2"],
    },
];
