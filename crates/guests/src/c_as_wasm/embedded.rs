//! The files that the compiler needs: the C library's sources and headers, which are part of bout.

use std::fs;
use std::io;
use std::path::Path;

use game::{Canonical, Digest};

macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_str!(concat!("../../runtime/", $path)))),*]
    };
}

/// The headers that a bot may include beside the compiler's own.
const HEADERS: &[(&str, &str)] = files! {
    "include/alloca.h" "include/assert.h" "include/complex.h" "include/ctype.h" "include/errno.h" "include/fenv.h"
    "include/inttypes.h" "include/locale.h" "include/malloc.h" "include/math.h" "include/setjmp.h" "include/signal.h"
    "include/stdio.h" "include/stdlib.h" "include/string.h" "include/strings.h" "include/threads.h" "include/time.h"
    "include/uchar.h" "include/unistd.h" "include/wchar.h" "include/wctype.h"
};

/// The library's own headers.
const OWN_HEADERS: &[(&str, &str)] =
    files! { "library/derived.h" "library/library.h" "library/words.h" "wasm/resident.h" };

/// What is compiled for each bot's module. (`extended.c` is for x86 only.)
pub(super) const SOURCES: &[(&str, &str)] = files! {
    "library/characters.c" "library/classes.c" "library/floats.c" "library/heap.c" "library/integers.c" "library/memory.c"
    "library/numbers.c" "library/search.c" "library/sort.c" "library/state.c" "library/strings.c" "wasm/numbers.c"
    "wasm/start.c" "wasm/wide.c"
};

fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    [HEADERS, OWN_HEADERS, SOURCES].into_iter().flatten()
}

/// Writes all files below a folder.
pub(super) fn unpack(folder: &Path) -> io::Result<()> {
    for part in ["include", "library", "wasm"] {
        fs::create_dir_all(folder.join(part))?;
    }
    all().try_for_each(|(path, text)| fs::write(folder.join(path), text))
}

/// A digest of all files.
pub(super) fn digest() -> Digest {
    let mut canonical = Canonical::new("library in WebAssembly");
    for (path, text) in all() {
        canonical.text("path", path);
        canonical.text("file", text);
    }
    canonical.finish()
}
