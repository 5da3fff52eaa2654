//! Object files that no assembler makes: they come from a damaged disk. They must be refused, and must never cause a panic.

use super::build::compile;
use super::compiler::Compiler;
use super::inspect::inspect;
use super::link::{Runtime, link};

const SOURCE: &[u8] = b"#include <string.h>\n#include <stdlib.h>\nstatic const char *const names[] = {\"a\", \"b\"};\n\
    static int more(int a) { switch (a) { case 1: return 2; case 2: return 7; case 3: return 9; case 4: return 1; \
    case 5: return 3; } return abs(a); }\n\
    const char *bot_name = \"damaged\";\nint bot(int board[16][32], char player) { \
    return more(board[0][0]) + (int)strlen(names[player & 1]); }\n";

/// Numbers that look random, the same in every run.
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

fn look(object: &[u8], runtime: &Runtime) {
    if let Ok(Ok(_)) = inspect(object) {
        // An object file that the checker lets in may be linked, or not; it must not cause a panic.
        let _ = link(runtime, object);
    }
}

#[test]
fn damaged_objects_are_refused_without_a_panic() {
    let compiler = Compiler::find().expect("the tests need a compiler");
    let runtime = Runtime::embedded().expect("the tests run on x86-64 Linux");
    let object = compile(compiler, &runtime, SOURCE).expect("the source is legal").object;
    assert!(inspect(&object).expect("it is an object").is_ok());
    link(&runtime, &object).expect("it can be linked");
    let mut noise = Noise(1);
    for _ in 0..20_000 {
        let mut damaged = object.clone();
        for _ in 0..=noise.below(4) {
            let at = noise.below(damaged.len());
            damaged[at] = match noise.below(3) {
                0 => 0xff,
                1 => damaged[at] ^ (1 << noise.below(8)),
                _ => u8::try_from(noise.below(256)).expect("a byte"),
            };
        }
        if noise.below(8) == 0 {
            damaged.truncate(noise.below(object.len()));
        }
        look(&damaged, &runtime);
    }
}
