//! Writes the file of a backup.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use super::{ABOUT, About, FORMAT, Listed, MANIFEST, Manifest, SITE};
use crate::backup::path::InnerPath;
use crate::backup::tree::Stamp;
use crate::times;

/// The compression level of zstd.
const LEVEL: i32 = 3;

/// A backup that is being written.
pub(in crate::backup) struct Writer<'a> {
    tar: tar::Builder<zstd::Encoder<'static, BufWriter<&'a File>>>,
    listed: Manifest,
}

impl<'a> Writer<'a> {
    pub(in crate::backup) fn new(file: &'a File) -> io::Result<Self> {
        let mut packer = zstd::Encoder::new(BufWriter::new(file), LEVEL)?;
        packer.include_checksum(true)?;
        let mut writer = Self { tar: tar::Builder::new(packer), listed: Manifest::new() };
        let about = About {
            format: FORMAT,
            bout: env!("CARGO_PKG_VERSION").into(),
            made_s: times::now(),
            accounts_version: accounts::VERSION,
            results_version: store::VERSION,
        };
        writer.add_text(ABOUT, &serde_json::to_vec_pretty(&about)?)?;
        Ok(writer)
    }

    /// Adds a file, which replaces an earlier one of this path. Returns false if the file is
    /// shorter than its stamp says, because something is changing it; zeros fill the rest.
    pub(in crate::backup) fn add(&mut self, path: &InnerPath, stamp: &Stamp, file: File) -> io::Result<bool> {
        let modified_s = times::since_1970(stamp.modified);
        let mut header = header(stamp.bytes, modified_s, if stamp.is_private { 0o600 } else { 0o644 });
        let mut reader = Counted { file, left: stamp.bytes, hasher: blake3::Hasher::new(), is_short: false };
        self.tar.append_data(&mut header, format!("{SITE}{path}"), &mut reader)?;
        let listed = Listed {
            bytes: stamp.bytes,
            blake3: reader.hasher.finalize().to_hex().to_string(),
            modified_s,
            private: stamp.is_private,
        };
        self.listed.insert(path.clone(), listed);
        Ok(!reader.is_short)
    }

    /// Removes the file from the manifest, so it no longer counts.
    pub(in crate::backup) fn forget(&mut self, path: &InnerPath) {
        self.listed.remove(path);
    }

    /// Completes the file, and returns its manifest.
    pub(in crate::backup) fn finish(mut self) -> io::Result<Manifest> {
        let text = serde_json::to_vec(&self.listed)?;
        self.add_text(MANIFEST, &text)?;
        self.tar.into_inner()?.finish()?.flush()?;
        Ok(self.listed)
    }

    fn add_text(&mut self, name: &str, text: &[u8]) -> io::Result<()> {
        self.tar.append_data(&mut header(text.len() as u64, times::now(), 0o600), name, text)
    }
}

fn header(bytes: u64, modified_s: u64, mode: u32) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mtime(modified_s);
    header.set_mode(mode);
    header
}

/// Reads exactly `left` bytes of a file, and hashes them.
struct Counted {
    file: File,
    left: u64,
    hasher: blake3::Hasher,
    /// True if the file ended early.
    is_short: bool,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let buffer = &mut buffer[..most];
        let mut count = if self.is_short { 0 } else { self.file.read(buffer)? };
        if count == 0 && most > 0 {
            self.is_short = true;
            buffer.fill(0);
            count = most;
        }
        self.hasher.update(&buffer[..count]);
        self.left -= count as u64;
        Ok(count)
    }
}
