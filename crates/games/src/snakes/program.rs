//! Program files: C sources and WebAssembly modules, read without compiling them (S10, S14).

use game::{Diagnostics, Metadata, Program, Reading};

use super::metadata::metadata;

/// The longest source in bytes: 1 MiB. Sources written by hand take kilobytes, and a generated table fits, too. The
/// time and memory that the compiler needs, both limited, grow with the length, many times over.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// First line of the canonical text of a source that is not UTF-8.
const NOT_UTF8: &str = "// bout: not UTF-8; each character below stands for the byte with its number\n";

/// A C source or a WebAssembly module, not compiled yet: so it may still be refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    bytes: Vec<u8>,
}

impl Source {
    /// The file, byte for byte.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Program for Source {
    /// The source itself, comments too: the compiler's errors name its lines, and `assert` and
    /// `__LINE__` see them. [`source_bytes`] gives the bytes back.
    fn canonical(&self) -> String {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) if !text.starts_with(NOT_UTF8) => text.to_owned(),
            _ => NOT_UTF8.chars().chain(self.bytes.iter().map(|&byte| char::from(byte))).collect(),
        }
    }

    /// In bytes.
    fn length(&self) -> usize {
        self.bytes.len()
    }
}

/// Whether these are the bytes, or the canonical text, of a WebAssembly module: it starts with `\0asm`.
#[must_use]
pub fn is_wasm(source: &[u8]) -> bool {
    source.strip_prefix(NOT_UTF8.as_bytes()).unwrap_or(source).starts_with(b"\0asm")
}

/// The bytes of the source with this canonical text.
///
/// A source that is UTF-8 is its own canonical text. The canonical text of any other has a first line that says so,
/// and then each byte as the character with that number. So does that of a source that starts with that very line.
#[must_use]
pub fn source_bytes(canonical: &str) -> Vec<u8> {
    let encoded = canonical.strip_prefix(NOT_UTF8);
    let decoded = encoded.and_then(|text| text.chars().map(|c| u8::try_from(c).ok()).collect());
    decoded.unwrap_or_else(|| canonical.as_bytes().to_vec())
}

/// Reads a program file. It is not compiled here, so only files that cannot be C source are refused.
///
/// ```
/// let reading = games::snakes::read(b"int bot(int board[16][32], char player) { return 'L'; }");
/// assert!(reading.program.is_some());
/// ```
#[must_use]
pub fn read(source: &[u8]) -> Reading<Source> {
    let mut diagnostics = Diagnostics::default();
    check(source, &mut diagnostics);
    diagnostics.sort();
    let program = (!diagnostics.has_errors()).then(|| Source { bytes: source.to_vec() });
    if is_wasm(source) {
        // What a module says of itself is not for people to read. Its name is found where it is run.
        return Reading { program, metadata: Metadata::default(), diagnostics };
    }
    // A source that is far too long is not worth looking through.
    let metadata = metadata(&source[..source.len().min(MAX_SOURCE_BYTES)]);
    Reading { program, metadata, diagnostics }
}

fn check(source: &[u8], diagnostics: &mut Diagnostics) {
    if source.trim_ascii().is_empty() {
        let message = "the file is empty; expected a C source that defines `bot` and `bot_name`";
        diagnostics.error("S10", None, message, "`bout new snakes DIR` writes examples to start from");
    }
    if source.len() > MAX_SOURCE_BYTES {
        let message = format!("the file has {} bytes; a bot has at most {MAX_SOURCE_BYTES}", source.len());
        diagnostics.error("S14", None, message, "shorten the source; tables can be computed in each call");
    }
}

/// Returns the file unchanged: C is not reformatted.
#[must_use]
pub fn format(source: &[u8]) -> Option<Vec<u8>> {
    read(source).program.map(|program| program.bytes)
}
