//! A model of what a disk may contain after a power loss: a command's changes to its folder, up to
//! a cut, without some of the changes that were not synced.
//!
//! Only `fsync` guarantees anything. Writes are split into sectors or pages, and each of these may
//! be lost, in any order. A file may be longer than the content that survived, with zeros in
//! between. Until their folder is synced, changes of names may be lost one by one; only a rename is
//! atomic. Real file systems promise more than this.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};

use super::Choices;

/// The position of a name: the folder's inode number and the name.
type Place = (u64, String);

/// What a command did to its folder.
pub(super) struct Log {
    /// The names and files before the command.
    names: BTreeMap<Place, Node>,
    files: Vec<Vec<u8>>,
    steps: Vec<Step>,
    /// The inode number of the outermost folder.
    root: u64,
}

/// What a name refers to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    /// A file, by its index in the list of files.
    File(usize),
    /// A folder, by its inode number.
    Folder(u64),
}

enum Step {
    Write {
        file: usize,
        at: usize,
        bytes: Vec<u8>,
    },
    Size {
        file: usize,
        bytes: usize,
    },
    /// Names that change together.
    Names(Vec<(Place, Option<Node>)>),
    /// Of the first `before` steps, those that changed this file or folder are on the disk.
    Sync {
        before: usize,
        node: Node,
    },
    /// A step that changes nothing.
    Nothing,
}

/// Which unsynced changes are lost.
#[derive(Debug, Clone, Copy)]
enum Loss {
    /// All.
    All,
    /// Only content; names and lengths survive.
    Content,
    /// Only names.
    Names,
    /// Each part with probability 1/2.
    Some,
    /// Few parts.
    Few,
    /// Most parts.
    Most,
}

const LOSSES: [Loss; 6] = [Loss::All, Loss::Content, Loss::Names, Loss::Some, Loss::Few, Loss::Most];

impl Loss {
    /// Decides whether a part is lost.
    fn takes(self, is_content: bool, choices: &mut Choices) -> bool {
        match self {
            Self::All => true,
            Self::Content => is_content,
            Self::Names => !is_content,
            Self::Some => choices.below(2) == 0,
            Self::Few => choices.below(8) == 0,
            Self::Most => choices.below(8) != 0,
        }
    }
}

/// The sizes of the units in which a disk writes.
const SECTOR: usize = 512;
const PAGE: usize = 4096;

impl Log {
    /// Reads a command's changes from the tracer's lines. `before` is an unchanged copy of the
    /// folder. `inodes` lists the folder in which the command ran, as it was before: the lines
    /// identify files by these numbers.
    pub(super) fn read(text: &str, before: &Path, inodes: &Inodes) -> Self {
        let mut reader = Reader {
            log: Self { names: BTreeMap::new(), files: Vec::new(), steps: Vec::new(), root: inodes.root },
            now: BTreeMap::new(),
            nodes: HashMap::from([(inodes.root, Node::Folder(inodes.root))]),
        };
        for (path, inode, is_folder) in &inodes.all {
            let node = if *is_folder {
                Node::Folder(*inode)
            } else {
                reader.log.files.push(fs::read(before.join(path)).expect("it is there"));
                Node::File(reader.log.files.len() - 1)
            };
            let place = reader.place(&path.to_string_lossy());
            reader.now.insert(place, node);
            reader.nodes.insert(*inode, node);
        }
        reader.log.names = reader.now.clone();
        for line in text.lines().filter(|line| !line.starts_with("calls")) {
            let step = reader.step(line).unwrap_or_else(|| panic!("the log says {line:?}"));
            reader.log.steps.push(step);
        }
        reader.log
    }

    /// Returns the number of cuts: before the first step, between any two, and after the last.
    pub(super) fn cuts(&self) -> u64 {
        self.steps.len() as u64 + 1
    }

    /// Writes a state that is possible after the first `cut` steps into an empty folder, and says
    /// what was lost.
    pub(super) fn write(&self, cut: u64, choices: &mut Choices, folder: &Path) -> String {
        let steps = &self.steps[..usize::try_from(cut).expect("there are few")];
        let loss = LOSSES[choices.pick(LOSSES.len())];
        let part = [SECTOR, PAGE][choices.pick(2)];
        let (mut names, mut files) = (self.names.clone(), self.files.clone());
        for (number, step) in steps.iter().enumerate() {
            let is_kept = is_synced(steps, number, step);
            match step {
                Step::Write { file, at, bytes } => {
                    for (from, piece) in parts(*at, bytes, part) {
                        let is_lost = !is_kept && loss.takes(true, choices);
                        let is_longer = is_lost && (matches!(loss, Loss::Content) || choices.below(4) == 0);
                        put(&mut files[*file], from, piece, is_lost, is_longer);
                    }
                }
                Step::Size { file, bytes } => {
                    if is_kept || !loss.takes(true, choices) {
                        files[*file].resize(*bytes, 0);
                    }
                }
                Step::Names(changes) => {
                    if is_kept || !loss.takes(false, choices) {
                        change(&mut names, changes);
                    }
                }
                Step::Sync { .. } | Step::Nothing => {}
            }
        }
        write_folder(self.root, &names, &files, folder);
        format!("lost {loss:?} in parts of {part} bytes")
    }
}

fn write_folder(number: u64, names: &BTreeMap<Place, Node>, files: &[Vec<u8>], folder: &Path) {
    for ((_, name), node) in names.iter().filter(|((inside, _), _)| *inside == number) {
        let path = folder.join(name);
        match node {
            Node::File(file) => fs::write(path, &files[*file]).unwrap(),
            Node::Folder(inner) => {
                fs::create_dir(&path).unwrap();
                write_folder(*inner, names, files, &path);
            }
        }
    }
}

/// Whether a step is guaranteed to be on the disk.
fn is_synced(steps: &[Step], number: usize, step: &Step) -> bool {
    steps[number..].iter().any(|later| {
        let Step::Sync { before, node } = later else { return false };
        number < *before
            && match step {
                Step::Write { file, .. } | Step::Size { file, .. } => *node == Node::File(*file),
                Step::Names(changes) => changes.iter().any(|((folder, _), _)| *node == Node::Folder(*folder)),
                Step::Sync { .. } | Step::Nothing => true,
            }
    })
}

/// Splits a write at sector or page boundaries. Returns the position and bytes of each piece.
fn parts(at: usize, bytes: &[u8], part: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let to = bytes.len().min((at + from) / part * part + part - at);
        let piece = (from < to).then(|| (at + from, &bytes[from..to]));
        from = to;
        piece
    })
}

fn put(file: &mut Vec<u8>, at: usize, bytes: &[u8], is_lost: bool, is_longer: bool) {
    let end = at + bytes.len();
    if file.len() < end && (!is_lost || is_longer) {
        file.resize(end, 0);
    }
    if !is_lost {
        file[at..end].copy_from_slice(bytes);
    }
}

fn change(names: &mut BTreeMap<Place, Node>, changes: &[(Place, Option<Node>)]) {
    for (place, node) in changes {
        match node {
            Some(node) => names.insert(place.clone(), *node),
            None => names.remove(place),
        };
    }
}

/// The content of a folder with inode numbers. Folders come before their content.
pub(super) struct Inodes {
    root: u64,
    all: Vec<(PathBuf, u64, bool)>,
}

impl Inodes {
    pub(super) fn of(folder: &Path) -> Self {
        let mut all = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(inner) = folders.pop() {
            for entry in fs::read_dir(folder.join(&inner)).unwrap() {
                let entry = entry.unwrap();
                let path = inner.join(entry.file_name());
                let about = entry.metadata().unwrap();
                if about.is_dir() {
                    folders.push(path.clone());
                }
                all.push((path, about.ino(), about.is_dir()));
            }
        }
        Self { root: fs::metadata(folder).unwrap().ino(), all }
    }
}

/// The log so far, and the state of the folder at this point.
struct Reader {
    log: Log,
    now: BTreeMap<Place, Node>,
    nodes: HashMap<u64, Node>,
}

impl Reader {
    fn step(&mut self, line: &str) -> Option<Step> {
        let mut words = line.split('\t');
        let mut word = || words.next();
        Some(match word()? {
            "open" => {
                let (path, inode, empties) = (word()?, word()?.parse().ok()?, word()? == "1");
                self.open(path, inode, empties)?
            }
            "write" => {
                let (file, at) = (self.file(word()?)?, word()?.parse().ok()?);
                Step::Write { file, at, bytes: unhex(word()?)? }
            }
            "size" => Step::Size { file: self.file(word()?)?, bytes: word()?.parse().ok()? },
            "sync" => {
                let before = word()?.parse().ok()?;
                Step::Sync { before, node: *self.nodes.get(&word()?.parse().ok()?)? }
            }
            "mkdir" => {
                let (path, inode) = (word()?, word()?.parse().ok()?);
                self.nodes.insert(inode, Node::Folder(inode));
                self.name(vec![(self.place(path), Some(Node::Folder(inode)))])
            }
            "remove" => self.name(vec![(self.place(word()?), None)]),
            "rename" => {
                let (from, to) = (self.place(word()?), self.place(word()?));
                let node = *self.now.get(&from)?;
                self.name(vec![(from, None), (to, Some(node))])
            }
            "link" => {
                let (from, to) = (self.place(word()?), self.place(word()?));
                let node = *self.now.get(&from)?;
                self.name(vec![(to, Some(node))])
            }
            _ => return None,
        })
    }

    /// Opens a file that exists, or creates it.
    fn open(&mut self, path: &str, inode: u64, empties: bool) -> Option<Step> {
        let place = self.place(path);
        match self.now.get(&place) {
            Some(Node::File(file)) if empties => Some(Step::Size { file: *file, bytes: 0 }),
            Some(Node::File(_)) => Some(Step::Nothing),
            Some(Node::Folder(_)) => None,
            None => {
                self.log.files.push(Vec::new());
                let node = Node::File(self.log.files.len() - 1);
                self.nodes.insert(inode, node);
                Some(self.name(vec![(place, Some(node))]))
            }
        }
    }

    fn name(&mut self, changes: Vec<(Place, Option<Node>)>) -> Step {
        change(&mut self.now, &changes);
        Step::Names(changes)
    }

    fn file(&self, inode: &str) -> Option<usize> {
        match self.nodes.get(&inode.parse().ok()?)? {
            Node::File(file) => Some(*file),
            Node::Folder(_) => None,
        }
    }

    /// Resolves a path. An unknown folder would not belong to the log.
    fn place(&self, path: &str) -> Place {
        let mut at = self.log.root;
        let mut names: Vec<&str> = Vec::new();
        for part in Path::new(path).components() {
            match part {
                Component::Normal(name) => names.push(name.to_str().expect("names are text")),
                Component::ParentDir => drop(names.pop()),
                _ => {}
            }
        }
        let name = names.pop().unwrap_or_default();
        for folder in names {
            match self.now.get(&(at, folder.to_owned())) {
                Some(Node::Folder(inner)) => at = *inner,
                _ => panic!("{path}: {folder} is no folder"),
            }
        }
        (at, name.to_owned())
    }
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}
