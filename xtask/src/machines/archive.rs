//! Writes an archive that the kernel unpacks when it boots, in the cpio format "newc".

use std::collections::BTreeMap;

/// What is at a path.
#[derive(Debug, PartialEq)]
pub(super) enum Entry {
    Folder { mode: u32 },
    Link { target: Vec<u8> },
    File { mode: u32, content: Vec<u8> },
}

/// Files by path, without a leading slash. A folder sorts before its contents.
#[derive(Debug, Default)]
pub(super) struct Archive(BTreeMap<String, Entry>);

const FOLDER: u32 = 0o040_000;
const FILE: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

impl Archive {
    /// Adds an entry unless the path already has one. Returns whether it was added.
    pub(super) fn add(&mut self, path: &str, entry: Entry) -> bool {
        let path = path.trim_start_matches('/');
        if self.0.contains_key(path) {
            return false;
        }
        self.0.insert(path.to_owned(), entry);
        true
    }

    /// Encodes the archive. Everything in it belongs to the superuser.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (number, (path, entry)) in self.0.iter().enumerate() {
            let (mode, content) = match entry {
                Entry::Folder { mode } => (FOLDER | mode, &[] as &[u8]),
                Entry::Link { target } => (LINK | 0o777, target.as_slice()),
                Entry::File { mode, content } => (FILE | mode, content.as_slice()),
            };
            write_entry(&mut bytes, number + 1, mode, path, content);
        }
        write_entry(&mut bytes, 0, 0, "TRAILER!!!", &[]);
        bytes
    }
}

/// Writes a header of 13 fields with eight hexadecimal digits each, the name with a zero byte, and the
/// content. Name and content are padded to a multiple of four bytes.
fn write_entry(bytes: &mut Vec<u8>, number: usize, mode: u32, name: &str, content: &[u8]) {
    const LINKS: usize = 1;
    let mode = usize::try_from(mode).expect("16 bits");
    bytes.extend(b"070701");
    let fields = [number, mode, 0, 0, LINKS, 0, content.len(), 0, 0, 0, 0, name.len() + 1, 0];
    for field in fields {
        bytes.extend(format!("{field:08x}").bytes());
    }
    bytes.extend(name.bytes());
    bytes.push(0);
    fill_up(bytes);
    bytes.extend(content);
    fill_up(bytes);
}

fn fill_up(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The format is described in the kernel's `Documentation/driver-api/early-userspace/buffer-format.rst`.
    #[test]
    fn an_archive_has_the_form_that_the_kernel_reads() {
        let mut archive = Archive::default();
        assert!(archive.add("/a/b", Entry::File { mode: 0o644, content: b"hello".to_vec() }));
        assert!(archive.add("a", Entry::Folder { mode: 0o755 }));
        assert!(!archive.add("/a", Entry::Folder { mode: 0o700 }), "it is there");
        let bytes = archive.bytes();
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!(bytes.len() % 4, 0);
        // The header has 110 bytes. Field 1 is the mode, field 6 the file size, field 11 the length of the
        // name.
        let field = |at: usize, number: usize| {
            usize::from_str_radix(&text[at + 6 + 8 * number..at + 14 + 8 * number], 16).unwrap()
        };
        assert_eq!((field(0, 1), field(0, 6), field(0, 11)), (0o040_755, 0, 2));
        assert_eq!(&text[110..112], "a\0");
        assert_eq!((field(112, 1), field(112, 6), field(112, 11)), (0o100_644, 5, 4));
        assert_eq!(&text[112 + 110..112 + 114], "a/b\0");
        assert_eq!(&text[228..236], "hello\0\0\0");
        assert_eq!(&text[236..242], "070701");
        assert_eq!(&text[236 + 110..236 + 121], "TRAILER!!!\0");
    }
}
