//! Bots for Snakes, and a check for files that they must not leave behind.

use std::fs;
use std::path::Path;

use super::Sandbox;

/// Never moves: it heads into its own corner.
pub(crate) const STILL: &str = r#"
int bot(int board[16][32], char player)
{
    (void)board;
    return player == 'X' ? 'L' : 'R';
}
const char *bot_name = "Still";
"#;

/// Goes wherever `rand` says.
pub(crate) const RANDOM: &str = r#"
#include <stdlib.h>
int bot(int board[16][32], char player)
{
    (void)board, (void)player;
    return "LRUD"[rand() >> 29];
}
const char *bot_name = "Random";
"#;

/// Answers with an invalid move.
pub(crate) const INVALID: &str = r#"
int bot(int board[16][32], char player)
{
    (void)board, (void)player;
    return 'l';
}
const char *bot_name = "Invalid";
"#;

/// Prints something when it is asked with `bout ask`.
pub(crate) const PRINTS: &str = r#"
#ifdef BOUT_ASK
#include <stdio.h>
#endif
int bot(int board[16][32], char player)
{
#ifdef BOUT_ASK
    printf("I am %c, and the corner is %c\n", player, board[0][0]);
    fprintf(stderr, "and \033]0;EVIL\007 this\n");
#endif
    return player == 'X' && board[0][0] ? 'R' : 'q';
}
const char *bot_name = "Prints";
"#;

/// Machine code in a constant, for faults that plain C cannot cause. The first byte is the number
/// of the system call.
macro_rules! machine_code {
    ($call:literal) => {
        concat!(
            "__attribute__((noinline, used)) static unsigned long code(void) { return 0xc3050f000000",
            $call,
            "b8ul; }\n",
            "int bot(int board[16][32], char player)\n",
            "{\n",
            "    (void)board, (void)player;\n",
            "    long (*volatile run)(void) = (long (*)(void))((char *)code + 2);\n",
            "    return run() > 0 ? 'L' : 'R';\n",
            "}\n",
            "const char *bot_name = \"Machine\";\n"
        )
    };
}

/// Bots that break each rule: file name, kind of fault, detail, source. (Kept state is missing:
/// only `--isolation fast` can find it, and elsewhere it does not last.)
pub(crate) const FAULTY: [(&str, &str, &str, &str); 9] = [
    (
        "board.c",
        "signal",
        "SIGSEGV",
        "int bot(int board[16][32], char player) { board[3][3] = player; return 'L'; }\nconst char *bot_name = \"Board\";\n",
    ),
    (
        "null.c",
        "signal",
        "SIGSEGV",
        "int bot(int board[16][32], char player) { (void)board; volatile char *p = 0; return p[(int)player]; }\nconst char *bot_name = \"Null\";\n",
    ),
    (
        "stack.c",
        "signal",
        "SIGSEGV",
        "static int deep(volatile int n) { volatile char big[65536]; big[n & 65535] = 1; return n < 0 ? 0 : deep(n + 1) + big[0]; }\nint bot(int board[16][32], char player) { (void)board; return deep(player); }\nconst char *bot_name = \"Deep\";\n",
    ),
    (
        "divide.c",
        "signal",
        "SIGFPE",
        "int bot(int board[16][32], char player) { volatile int zero = board[0][0] - board[0][0]; return player / zero; }\nconst char *bot_name = \"Divide\";\n",
    ),
    (
        "abort.c",
        "signal",
        "SIGABRT",
        "#include <assert.h>\nint bot(int board[16][32], char player) { assert(board[0][0] == player + 1); return 'L'; }\nconst char *bot_name = \"Assert\";\n",
    ),
    (
        "trap.c",
        "signal",
        "SIGILL",
        "int bot(int board[16][32], char player) { (void)board, (void)player; __builtin_trap(); }\nconst char *bot_name = \"Trap\";\n",
    ),
    (
        "loop.c",
        "time",
        "more than 100 ms of processor time",
        "int bot(int board[16][32], char player) { (void)board, (void)player; for (volatile int i = 1; i;) { } return 'L'; }\nconst char *bot_name = \"Loop\";\n",
    ),
    ("system.c", "syscall", "it called into the system", machine_code!("27")),
    ("exit.c", "exit", "it ended without an answer (code 0)", machine_code!("e7")),
];

/// Looks for what its last call left on the stack.
pub(crate) const REMEMBERS: &str = r#"
__attribute__((noinline)) static int look(int value)
{
    volatile int deep[1000];
    int found = deep[500];
    deep[500] = value;
    return found;
}
int bot(int board[16][32], char player)
{
    (void)board, (void)player;
    return look(12345) == 12345 ? 'L' : 'U';
}
const char *bot_name = "Remembers";
"#;

/// Returns a bot that walks these paths, one letter per move, and then repeats the last letter. It
/// keeps no state: as long as it only enters new squares, the number of its squares tells how far
/// it has got.
pub(crate) fn walker(name: &str, as_x: &str, as_o: &str) -> String {
    format!(
        r#"#include <string.h>
int bot(int board[16][32], char player)
{{
    int self = player == 'X' ? '*' : '@', squares = 0;
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 32; column++)
            squares += board[row][column] == player || board[row][column] == self;
    const char *way = player == 'X' ? "{as_x}" : "{as_o}";
    int length = (int)strlen(way);
    return length == 0 ? (player == 'X' ? 'L' : 'R') : way[squares < length ? squares - 1 : length - 1];
}}
const char *bot_name = "{name}";
"#
    )
}

impl Sandbox {
    /// Creates a sandbox with `still.c`, `random.c`, `invalid.c`, and `walker.c`, which walks the
    /// path of the manual's log.
    pub(crate) fn with_bots() -> Self {
        let sandbox = Self::new();
        for (name, text) in [("still.c", STILL), ("random.c", RANDOM), ("invalid.c", INVALID)] {
            sandbox.file(name, text);
        }
        sandbox.file("walker.c", walker("Walker", "DDDDDRRRRRUUUUU", "LLLLLUUUUURRRRR"));
        sandbox
    }

    /// Adds every faulty bot and `remembers.c`.
    pub(crate) fn with_faulty_bots() -> Self {
        let sandbox = Self::with_bots();
        for (name, _, _, text) in FAULTY {
            sandbox.file(name, text);
        }
        sandbox.file("remembers.c", REMEMBERS);
        sandbox
    }
}

/// Returns the names of files in a folder that should have been removed.
pub(crate) fn leftovers(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_left_over = |name: &String| {
        name != "CACHEDIR.TAG" && Path::new(name).extension().is_none_or(|ending| ending != "bot")
    };
    names.filter(is_left_over).collect()
}
