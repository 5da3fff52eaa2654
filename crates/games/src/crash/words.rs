//! What each word does, for editors that explain and complete them.

use crate::registry::Word;

pub(super) static WORDS: &[Word] = &[
    Word { text: "crash", about: "The player who executes it loses.", rulings: &["C5"] },
    Word { text: "noop", about: "Does nothing.", rulings: &[] },
    Word {
        text: "store",
        about: "`store VALUE REGISTER` puts a value into the register `i`, `a` or `b`. A `store` to `i` is a jump.",
        rulings: &["C1"],
    },
    Word {
        text: "write",
        about: "`write INSTRUCTION ADDRESS` writes a `crash`, a `noop` or a `store` into the cell at an address.",
        rulings: &["C4"],
    },
    Word {
        text: "i",
        about: "The register with the address of the next instruction. It has already gone up by one when an instruction is executed.",
        rulings: &["C2"],
    },
    Word { text: "a", about: "A register of 12 bits for your own use. It begins with 0.", rulings: &["C1"] },
    Word { text: "b", about: "A register of 12 bits for your own use. It begins with 0.", rulings: &["C1"] },
    Word {
        text: "[i]",
        about: "The address of the next instruction: one more than that of the instruction itself.",
        rulings: &["C2"],
    },
    Word { text: "[a]", about: "The value of the register `a`.", rulings: &["C1"] },
    Word { text: "[b]", about: "The value of the register `b`.", rulings: &["C1"] },
    Word {
        text: "[number]",
        about: "Which instruction the cell with this address holds: 0 for `crash`, 1 for `noop`, 2 for `write`, 3 for `store`.",
        rulings: &["C3"],
    },
];
