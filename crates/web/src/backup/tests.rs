//! Tests with a folder that looks like a site, and with files that only look like backups.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use accounts::Accounts;
use contests::Failure;
use tar::{Builder, EntryType, Header};

use super::{back_up, back_up_and_keep, restore};

/// A folder with the contents of a site: accounts, a hill with results, locks, drafts and files of
/// other programs.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.write("site/bout.toml", "title = \"Ours\"\n");
        place.write("site/small/hill.toml", "game = \"crash\"\n");
        place.write("site/small/programs/Zoë 2.crash", "crash\n");
        place.write("site/small/results/history.jsonl", "{}\n");
        place.write("site/small/.bout/lock", "");
        place.write("site/small/.bout/records/crash-000000-0.bout", "a record");
        place.write("site/small/programs/.bout-1-2", "a draft");
        place.write("site/.bout/contests/cup/announced.json", "a secret");
        place.write("site/.git/config", "not bout's");
        drop(Accounts::open(&place.path("site/.bout/accounts.db")).unwrap());
        drop(store::Store::open(&place.path("site/small/.bout/hill.db")).unwrap());
        place
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn back_up(&self) -> PathBuf {
        let file = self.path("backup");
        back_up(&self.path("site"), &file).unwrap();
        file
    }

    /// Tries to restore a bad file, and returns why it is refused. Nothing may be left behind.
    fn refused(&self, file: &Path) -> String {
        let site = self.path("elsewhere");
        let before = names(self.folder.path());
        let failure = restore(file, &site).unwrap_err();
        assert!(matches!(failure, Failure::Refused(_)), "{failure}");
        assert_eq!(names(self.folder.path()), before, "{failure}");
        failure.to_string()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Returns the content of all files in a folder, by path.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

#[test]
fn what_belongs_to_a_site_is_restored_and_nothing_else() {
    let place = Place::new();
    let file = place.back_up();
    restore(&file, &place.path("elsewhere")).unwrap();
    let there = content(&place.path("elsewhere"));
    let names: Vec<&str> = there.keys().map(String::as_str).collect();
    let expected = [
        ".bout/accounts.db",
        ".bout/contests/cup/announced.json",
        "bout.toml",
        "small/.bout/hill.db",
        "small/hill.toml",
        "small/programs/Zoë 2.crash",
        "small/results/history.jsonl",
    ];
    assert_eq!(names, expected);
    assert_eq!(there["bout.toml"], b"title = \"Ours\"\n");
    restore(&file, &place.path("again")).unwrap();
    assert_eq!(content(&place.path("again")), there);
    assert_eq!(names_of_drafts(place.folder.path()), [""; 0]);
}

fn names_of_drafts(folder: &Path) -> Vec<String> {
    names(folder).into_iter().filter(|name| name.starts_with('.')).collect()
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_a_backup_and_what_is_private_stays_so() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let secret = "site/.bout/contests/cup/announced.json";
    fs::set_permissions(place.path(secret), fs::Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", place.path("site/small/programs/link.crash")).unwrap();
    let file = place.path("backup");
    let kept = back_up(&place.path("site"), &file).unwrap();
    assert!(kept.left_out.len() == 1 && kept.left_out[0].ends_with("link.crash"), "{:?}", kept.left_out);
    restore(&file, &place.path("elsewhere")).unwrap();
    let mode = |path: &str| fs::metadata(place.path(path)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("backup"), 0o600);
    assert_eq!(mode("elsewhere/.bout/contests/cup/announced.json"), 0o600);
    assert_eq!(mode("elsewhere/.bout/accounts.db"), 0o600);
}

#[test]
fn a_folder_that_is_used_is_left_alone() {
    let place = Place::new();
    let file = place.back_up();
    place.write("used/mine", "mine");
    assert!(matches!(restore(&file, &place.path("used")), Err(Failure::Usage(_))));
    assert_eq!(content(&place.path("used")).len(), 1);
    fs::create_dir(place.path("empty")).unwrap();
    restore(&file, &place.path("empty")).unwrap();
    assert!(place.path("empty/bout.toml").is_file());
}

#[test]
fn what_a_restoration_left_that_was_killed_is_in_no_ones_way() {
    let place = Place::new();
    let file = place.back_up();
    place.write(".elsewhere.bout-restoring/half", "half");
    place.write(".bout-copies-x/lock", "");
    place.write(".bout-copies-x/copy.db", "half");
    restore(&file, &place.path("elsewhere")).unwrap();
    assert!(!place.path("elsewhere/half").exists());
    place.back_up();
    assert_eq!(names_of_drafts(place.folder.path()), [""; 0]);
}

#[test]
fn a_backup_is_kept_elsewhere() {
    let place = Place::new();
    let refused = back_up(&place.path("site"), &place.path("site/small/backup"));
    assert!(matches!(refused, Err(Failure::Usage(_))));
    assert!(!place.path("site/small/backup").exists());
    fs::create_dir(place.path("nothing")).unwrap();
    assert!(matches!(back_up(&place.path("nothing"), &place.path("backup")), Err(Failure::Usage(_))));
}

#[test]
fn the_newest_backups_stay() {
    let place = Place::new();
    for old in ["bout-20200101T000000Z.tar.zst", "bout-20210101T000000Z.tar.zst", "mine.tar.zst"] {
        place.write(&format!("kept/{old}"), "old");
    }
    let kept =
        back_up_and_keep(&place.path("site"), &place.path("kept"), NonZeroUsize::new(2).unwrap()).unwrap();
    let there = names(&place.path("kept"));
    let newest = kept.file.file_name().unwrap().to_str().unwrap();
    assert_eq!(there, ["bout-20210101T000000Z.tar.zst", newest, "mine.tar.zst"]);
    restore(&kept.file, &place.path("elsewhere")).unwrap();
}

#[test]
fn an_earlier_backup_stays_if_another_one_fails() {
    let place = Place::new();
    let file = place.back_up();
    let before = fs::read(&file).unwrap();
    let damaged = place.path("site/small/.bout/hill.db");
    let mut bytes = fs::read(&damaged).unwrap();
    let end = bytes.len();
    bytes[100..end].fill(0x5a);
    fs::write(&damaged, bytes).unwrap();
    assert!(back_up(&place.path("site"), &file).is_err());
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(names_of_drafts(place.folder.path()), [""; 0]);
}

#[test]
fn damaged_files_are_refused() {
    let place = Place::new();
    let file = place.back_up();
    let whole = fs::read(&file).unwrap();
    let damaged = place.path("damaged");
    for length in [0, 3, 4, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&damaged, &whole[..length]).unwrap();
        place.refused(&damaged);
    }
    for at in (0..whole.len()).step_by(whole.len() / 200) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&damaged, &bytes).unwrap();
        // A few bits of the compressed data have no meaning. Flipping them does not change the
        // site.
        if restore(&damaged, &place.path("elsewhere")).is_ok() {
            restore(&file, &place.path("right")).unwrap();
            assert_eq!(content(&place.path("elsewhere")), content(&place.path("right")), "byte {at}");
            fs::remove_dir_all(place.path("elsewhere")).unwrap();
            fs::remove_dir_all(place.path("right")).unwrap();
        } else {
            place.refused(&damaged);
        }
    }
}

/// An archive made by hand.
struct Forged(Builder<zstd::Encoder<'static, File>>);

impl Forged {
    fn new(path: &Path) -> Self {
        Self(Builder::new(zstd::Encoder::new(File::create(path).unwrap(), 1).unwrap()))
    }

    fn about(mut self, format: u32, accounts_version: usize) -> Self {
        let text = format!(
            "{{\"format\":{format},\"bout\":\"9.9.9\",\"made_s\":1,\"accounts_version\":{accounts_version},\"results_version\":1}}"
        );
        self.add(EntryType::Regular, b"backup.json", text.as_bytes());
        self
    }

    fn file(mut self, name: &str, text: &str) -> Self {
        self.add(EntryType::Regular, name.as_bytes(), text.as_bytes());
        self
    }

    fn manifest(mut self, files: &[(&str, &str)]) -> Self {
        let listed = files.iter().map(|(name, text)| {
            let hash = blake3::hash(text.as_bytes()).to_hex();
            format!(
                "{name:?}:{{\"bytes\":{},\"blake3\":\"{hash}\",\"modified_s\":1,\"private\":false}}",
                text.len()
            )
        });
        let text = format!("{{{}}}", listed.collect::<Vec<_>>().join(","));
        self.add(EntryType::Regular, b"manifest.json", text.as_bytes());
        self
    }

    /// Adds an entry with any name, including those that the library would not write.
    fn add(&mut self, kind: EntryType, name: &[u8], content: &[u8]) {
        let mut header = Header::new_gnu();
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name);
        header.set_entry_type(kind);
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_link_name("/etc/passwd").unwrap();
        header.set_cksum();
        self.0.append(&header, content).unwrap();
    }

    fn finish(self) {
        self.0.into_inner().unwrap().finish().unwrap();
    }
}

#[test]
fn hostile_archives_are_refused() {
    let place = Place::new();
    let file = place.path("forged");
    let new = || Forged::new(&file).about(1, 1);
    new().file("site/a", "x").manifest(&[("a", "x")]).finish();
    restore(&file, &place.path("forged-site")).unwrap();

    new().file("site/../a", "x").manifest(&[("../a", "x")]).finish();
    place.refused(&file);
    new().file("site//a", "x").manifest(&[("/a", "x")]).finish();
    place.refused(&file);
    new().file("/tmp/a", "x").manifest(&[]).finish();
    place.refused(&file);
    new().file("site/a", "x").manifest(&[("a", "y")]).finish();
    assert!(place.refused(&file).contains("not as the list says"));
    new().manifest(&[("a", "x")]).finish();
    place.refused(&file);
    new().file("site/a", "x").finish();
    assert!(place.refused(&file).contains("no list of files"));
    new().manifest(&[]).file("site/a", "x").finish();
    place.refused(&file);
    Forged::new(&file).file("site/a", "x").manifest(&[("a", "x")]).finish();
    place.refused(&file);
    for kind in
        [EntryType::Symlink, EntryType::Link, EntryType::Directory, EntryType::Fifo, EntryType::XHeader]
    {
        let mut forged = new();
        forged.add(kind, b"site/a", b"");
        forged.file("site/b", "x").manifest(&[("b", "x")]).finish();
        place.refused(&file);
    }
    let mut forged = new();
    forged.add(EntryType::GNULongName, b"././@LongLink", &vec![b'a'; 1 << 20]);
    forged.file("site/b", "x").manifest(&[("b", "x")]).finish();
    place.refused(&file);
    // Files that are not in the manifest do not count.
    new().file("site/evil", "x").file("site/a", "x").file("site/a", "y").manifest(&[("a", "y")]).finish();
    restore(&file, &place.path("listed")).unwrap();
    assert_eq!(content(&place.path("listed")), BTreeMap::from([("a".into(), b"y".to_vec())]));
}

#[test]
fn backups_of_a_newer_bout_are_refused() {
    let place = Place::new();
    let file = place.path("newer");
    for (format, version) in [(2, 1), (1, accounts::VERSION + 1)] {
        Forged::new(&file).about(format, version).manifest(&[]).finish();
        let why = place.refused(&file);
        assert!(why.contains("bout 9.9.9 made it, which is newer"), "{why}");
    }
}

#[test]
fn other_files_are_no_backups() {
    let place = Place::new();
    for text in ["", "text", "PK\u{3}\u{4}"] {
        place.write("other", text);
        assert!(place.refused(&place.path("other")).contains("not a backup"));
    }
    assert!(matches!(restore(&place.path("absent"), &place.path("elsewhere")), Err(Failure::File(_))));
}
