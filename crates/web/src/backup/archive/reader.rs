//! Reads the file of a backup, which may be damaged or forged by an attacker. This module writes
//! nothing, and never holds the content of a whole site file in memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _};
use std::path::Path;

use contests::Failure;
use serde::de::DeserializeOwned;
use tar::EntryType;

use super::{ABOUT, About, FORMAT, Listed, MANIFEST, Manifest, SITE};
use crate::backup::path::InnerPath;

/// The maximum size of `backup.json`, in bytes.
const MAX_ABOUT_BYTES: u64 = 64 << 10;

/// The maximum size of `manifest.json`, in bytes.
const MAX_MANIFEST_BYTES: u64 = 256 << 20;

/// The maximum length of a path in the archive, in bytes.
const MAX_PATH_BYTES: u64 = 8 << 10;

/// The maximum number of files, including earlier versions of them.
const MAX_FILES: u64 = 4_000_000;

/// Fewer bytes than this may follow the archive in the compressed data: tar fills its last block
/// with zeros.
const MAX_REST_BYTES: u64 = 1 << 20;

/// The magic number of zstd data.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// An entry of an archive.
enum Member<'a> {
    About(&'a mut dyn Read),
    File(InnerPath, u64, &'a mut dyn Read),
    Manifest(&'a mut dyn Read),
}

/// Why reading ends early.
enum Ended {
    /// The file is not a backup, or is damaged.
    Wrong(String),
    /// The caller failed.
    Failed(Failure),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Wrong(format!("it is damaged or not complete ({error})"))
    }
}

/// Reads a whole backup and compares every file with its hash. Returns the list of its files.
///
/// # Errors
///
/// If it is not a backup, is damaged, or was made by a newer bout.
pub(in crate::backup) fn verify(path: &Path) -> Result<Manifest, Failure> {
    verify_file(path, &opened(path)?)
}

/// As [`verify`], for a file that is open. Its path only names it in errors.
pub(in crate::backup) fn verify_file(path: &Path, file: &File) -> Result<Manifest, Failure> {
    let mut found: BTreeMap<InnerPath, (u64, String)> = BTreeMap::new();
    let mut manifest = None;
    let mut is_first = true;
    each_member(path, file, |member| {
        match (member, is_first) {
            (Member::About(text), true) => check_about(text)?,
            (_, true) => return Err(Ended::Wrong("it is not a backup of a site".into())),
            (Member::About(_), false) => return Err(Ended::Wrong("it describes itself twice".into())),
            (Member::File(..), _) if manifest.is_some() => {
                return Err(Ended::Wrong("a file comes after the list of files".into()));
            }
            (Member::File(path, bytes, content), _) => {
                let mut hasher = blake3::Hasher::new();
                hasher.update_reader(content)?;
                found.insert(path, (bytes, hasher.finalize().to_hex().to_string()));
            }
            (Member::Manifest(text), _) => manifest = Some(parsed::<Manifest>(text, MAX_MANIFEST_BYTES)?),
        }
        is_first = false;
        Ok(())
    })?;
    let manifest = manifest.ok_or_else(|| wrong(path, "it has no list of files, so it is not complete"))?;
    for (file, listed) in &manifest {
        if found.get(file) != Some(&(listed.bytes, listed.blake3.clone())) {
            return Err(wrong(path, &format!("{file} is missing or not as the list says")));
        }
    }
    Ok(manifest)
}

/// Reads a verified backup again, and gives every file in the manifest to `take`. If a path occurs
/// more than once, `take` may get earlier versions, too; the last one counts.
pub(in crate::backup) fn read_files(
    path: &Path,
    manifest: &Manifest,
    mut take: impl FnMut(&InnerPath, &Listed, &mut dyn Read) -> Result<(), Failure>,
) -> Result<(), Failure> {
    each_member(path, &opened(path)?, |member| match member {
        Member::File(file, bytes, content) => match manifest.get(&file) {
            // A file of another length is an earlier version, which does not count.
            Some(listed) if listed.bytes == bytes => take(&file, listed, content).map_err(Ended::Failed),
            _ => Ok(()),
        },
        _ => Ok(()),
    })
}

fn opened(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::file(path, "read", &error))
}

/// Reads a file from its beginning, and gives every entry to `on_member`.
fn each_member(
    path: &Path,
    mut file: &File,
    mut on_member: impl FnMut(Member<'_>) -> Result<(), Ended>,
) -> Result<(), Failure> {
    let read = |error: io::Error| Failure::file(path, "read", &error);
    file.rewind().map_err(read)?;
    if !file.metadata().map_err(read)?.is_file() {
        return Err(wrong(path, "it is not a file"));
    }
    let mut start = [0; MAGIC.len()];
    match file.read_exact(&mut start) {
        Ok(()) if start == MAGIC => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(read(error)),
        _ => return Err(wrong(path, "it is not a backup of a site")),
    }
    let unpacked = BufReader::new(start.chain(file));
    zstd::Decoder::with_buffer(unpacked)
        .map_err(Ended::from)
        .and_then(|mut unpacked| {
            members(&mut unpacked, &mut on_member)?;
            // Read to the end: zstd checks its checksum only there.
            let rest = io::copy(&mut unpacked.by_ref().take(MAX_REST_BYTES), &mut io::sink())?;
            if rest < MAX_REST_BYTES { Ok(()) } else { Err(Ended::Wrong("something follows its end".into())) }
        })
        .map_err(|ended| match ended {
            Ended::Wrong(why) => wrong(path, &why),
            Ended::Failed(failure) => failure,
        })
}

fn members(
    unpacked: &mut dyn Read,
    on_member: &mut dyn FnMut(Member<'_>) -> Result<(), Ended>,
) -> Result<(), Ended> {
    let mut archive = tar::Archive::new(unpacked);
    let mut long_path = None;
    let mut files = 0;
    // Raw, because otherwise the library would hold paths of any length in memory.
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        match entry.header().entry_type() {
            EntryType::GNULongName if long_path.is_none() => {
                long_path = Some(text_of(&mut entry, MAX_PATH_BYTES)?);
                continue;
            }
            EntryType::Regular => {}
            other => return Err(Ended::Wrong(format!("it has something other than files ({other:?})"))),
        }
        files += 1;
        if files > MAX_FILES {
            return Err(Ended::Wrong(format!("it has more than {MAX_FILES} files")));
        }
        let bytes = entry.header().size()?;
        let own_path = entry.header().path_bytes().into_owned();
        let path = long_path.take().unwrap_or(own_path);
        let path = std::str::from_utf8(&path).map_err(|_| Ended::Wrong("a path is not text".into()))?;
        match path.trim_end_matches('\0') {
            ABOUT => on_member(Member::About(&mut entry))?,
            MANIFEST => on_member(Member::Manifest(&mut entry))?,
            path => {
                let inner = path.strip_prefix(SITE).ok_or_else(|| {
                    Ended::Wrong(format!("it has a file that is not of a site: `{}`", path.escape_debug()))
                })?;
                on_member(Member::File(InnerPath::new(inner).map_err(Ended::Wrong)?, bytes, &mut entry))?;
            }
        }
    }
    Ok(())
}

fn check_about(text: &mut dyn Read) -> Result<(), Ended> {
    // Newer formats may differ in all other fields.
    #[derive(serde::Deserialize)]
    struct Any {
        format: u32,
        #[serde(default)]
        bout: String,
    }
    let text = text_of(text, MAX_ABOUT_BYTES)?;
    let not_one = |error: serde_json::Error| Ended::Wrong(format!("it does not describe itself ({error})"));
    let any: Any = serde_json::from_slice(&text).map_err(not_one)?;
    let newer =
        || Ended::Wrong(format!("bout {} made it, which is newer than this one; use that one", any.bout));
    if any.format > FORMAT {
        return Err(newer());
    }
    let about: About = serde_json::from_slice(&text).map_err(not_one)?;
    if about.accounts_version > accounts::VERSION || about.results_version > store::VERSION {
        return Err(newer());
    }
    Ok(())
}

fn parsed<T: DeserializeOwned>(text: &mut dyn Read, limit: u64) -> Result<T, Ended> {
    serde_json::from_slice(&text_of(text, limit)?)
        .map_err(|error| Ended::Wrong(format!("its list of files cannot be read ({error})")))
}

fn text_of(content: &mut dyn Read, limit: u64) -> Result<Vec<u8>, Ended> {
    let mut text = Vec::new();
    content.take(limit + 1).read_to_end(&mut text)?;
    if text.len() as u64 > limit { Err(Ended::Wrong("a text in it is too long".into())) } else { Ok(text) }
}

fn wrong(path: &Path, why: &str) -> Failure {
    Failure::Refused(format!("{}: this cannot be restored: {why}", path.display()))
}
