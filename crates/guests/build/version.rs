//! Identifies the C library by what it is made of, not by who compiled it.

use std::fs;
use std::path::{Path, PathBuf};

/// Sixteen digits that stand for the contents of these files and folders, and for the version of libm.
pub(super) fn of(folder: &Path, parts: &[&str]) -> String {
    let mut hash = Fnv::default();
    hash.add(super::math::version_of_libm().as_bytes());
    for part in parts {
        for file in files(&folder.join(part)) {
            let name = file.file_name().expect("a file has a name");
            hash.add(name.as_encoded_bytes());
            hash.add(&fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
        }
    }
    format!("{:016x}", hash.0)
}

/// A file, or the files in a folder in order of their names.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut files =
        entries.map(|entry| entry.expect("a folder of the sources can be read").path()).collect::<Vec<_>>();
    files.sort();
    files
}

/// FNV-1a of 64 bits. Each piece counts with its length, so that pieces cannot run into each other.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, piece: &[u8]) {
        let length = u64::try_from(piece.len()).expect("lengths fit").to_le_bytes();
        for byte in length.iter().chain(piece) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
