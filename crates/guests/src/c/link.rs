//! Puts a checked object file and the runtime image together into one static executable.
//!
//! The compiler is told to make simple code (no position independence, small addresses), so there are few kinds of
//! relocation; a system linker would be one more foreign program fed with what a bot's author wrote.

use std::collections::BTreeMap;

use object::elf::{
    PF_R, PF_W, PF_X, PT_GNU_STACK, PT_LOAD, ProgramFlags, ProgramType, R_X86_64_32, R_X86_64_32S,
    R_X86_64_64, R_X86_64_PC32, R_X86_64_PC64, R_X86_64_PLT32,
};
use object::read::elf::ElfFile64;
use object::{Endianness, Object as _, ObjectSegment as _, ObjectSymbol as _, SegmentFlags};
use sandbox::calls::{Image, Sites};

use super::object_file::{ObjectFile, Section, Unreadable};

/// Where a bot's code begins.
const BOT_START: u64 = 0x0040_0000;
const PAGE: u64 = 4096;
/// The largest executable: more than the compiler is allowed to write.
const MAX_BOT_BYTES: u64 = 128 << 20;

/// The file that the build made of `runtime/`.
pub(super) const IMAGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.elf"));

/// The resident and the C library, as built with bout.
#[derive(Debug)]
pub(super) struct Runtime {
    segments: Vec<Segment>,
    symbols: BTreeMap<String, u64>,
    entry: u64,
}

/// Memory with its content.
#[derive(Debug, Clone)]
struct Segment {
    address: u64,
    flags: ProgramFlags,
    /// Whole pages.
    content: Vec<u8>,
    /// How many bytes of zeros follow, which no file holds: whole pages, too.
    zeros: u64,
}

impl Runtime {
    /// The one that is part of this program; nothing where bout was built for a machine that cannot run C bots.
    ///
    /// # Panics
    /// Never, if the build was sound: the image is read by a test.
    #[must_use]
    pub(super) fn embedded() -> Option<Self> {
        (!IMAGE.is_empty())
            .then(|| Self::read(IMAGE).expect("the image was built by bout's own build script"))
    }

    fn read(image: &[u8]) -> Result<Self, Unreadable> {
        let file = ElfFile64::<Endianness>::parse(image)?;
        let mut segments = Vec::new();
        for segment in file.segments() {
            let SegmentFlags::Elf { p_flags, .. } = segment.flags() else { continue };
            segments.push(Segment {
                address: segment.address(),
                flags: p_flags,
                content: segment.data()?.to_vec(),
                zeros: 0,
            });
        }
        let mut symbols = BTreeMap::new();
        for symbol in file.symbols().filter(|symbol| symbol.is_global() && !symbol.is_undefined()) {
            symbols.insert(symbol.name()?.to_owned(), symbol.address());
        }
        Ok(Self { segments, symbols, entry: file.entry() })
    }

    pub(super) fn address(&self, name: &str) -> Result<u64, Unreadable> {
        self.symbols.get(name).copied().ok_or_else(|| Unreadable(format!("the runtime has no `{name}`")))
    }

    fn sites(&self) -> Result<Sites, Unreadable> {
        Ok(Sites {
            child: self.address("bout_child")?,
            worker: self.address("bout_worker")?,
            question: self.address("bout_site_question")?,
            answer: self.address("bout_site_answer")?,
            reset: [self.address("bout_site_reset_near")?, self.address("bout_site_reset")?],
            wake_byte: self.address("bout_wake_byte")?,
            clean_state: self.address("bout_clean_state")?,
            data_start: self.address("bout_data_start")?,
        })
    }
}

/// Why there is no executable. Always a failure of ours: what a bot may not be is found before.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The object file or the runtime is not as it should be.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// There is no memory for it.
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
}

/// Links a bot's object file, which was found legal, against the runtime.
///
/// # Errors
/// If the compiler made something that this linker does not know, or there is no memory.
pub(super) fn link(runtime: &Runtime, object: &[u8]) -> Result<Image, LinkError> {
    let file = ObjectFile::read(object)?;
    let layout = Layout::of(runtime, &file)?;
    let mut segments = runtime.segments.clone();
    segments.extend(layout.segments(runtime, &file)?);
    let bot = file.global("bot").ok_or_else(|| Unreadable("there is no `bot`".into()))?;
    let home = bot.section.and_then(|at| layout.places.get(&at));
    let bot = home.ok_or_else(|| Unreadable("`bot` is nowhere".into()))?.wrapping_add(bot.value);
    write_at(&mut segments, runtime.address("bout_bot")?, &bot.to_le_bytes())?;
    Ok(Image::new(&executable(runtime.entry, &segments), runtime.sites()?)?)
}

/// The image whose bot is our own: `bout_probe` in the resident.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn probe(runtime: &Runtime) -> Result<Image, LinkError> {
    let mut segments = runtime.segments.clone();
    let probe = runtime.address("bout_probe")?;
    write_at(&mut segments, runtime.address("bout_bot")?, &probe.to_le_bytes())?;
    Ok(Image::new(&executable(runtime.entry, &segments), runtime.sites()?)?)
}

fn write_at(segments: &mut [Segment], address: u64, bytes: &[u8]) -> Result<(), Unreadable> {
    let nowhere = || Unreadable(format!("nothing lies at {address:#x}"));
    let inside = |segment: &&mut Segment| {
        (segment.address..segment.address + segment.content.len() as u64).contains(&address)
    };
    let segment = segments.iter_mut().find(inside).ok_or_else(nowhere)?;
    let at = usize::try_from(address - segment.address).map_err(|_| nowhere())?;
    segment.content.get_mut(at..at + bytes.len()).ok_or_else(nowhere)?.copy_from_slice(bytes);
    Ok(())
}

/// Where every section comes to lie.
struct Layout {
    /// By the section's index.
    places: BTreeMap<usize, u64>,
    /// Code, constants and data.
    ranges: [Part; 3],
}

/// Where sections of a kind lie: first those with content, then those that are all zeros.
struct Part {
    from: u64,
    zeros_from: u64,
    to: u64,
    rights: ProgramFlags,
}

impl Layout {
    fn of(runtime: &Runtime, file: &ObjectFile) -> Result<Self, Unreadable> {
        let mut places = BTreeMap::new();
        let mut lay = |start: u64, rights, belongs: &dyn Fn(&Section) -> bool| {
            let (mut at, mut zeros_from) = (start, start);
            let sections = || file.sections.iter().filter(|section| belongs(section));
            let (with_content, zeros) = (|one: &&Section| !one.is_zeros(), |one: &&Section| one.is_zeros());
            for section in sections().filter(with_content).chain(sections().filter(zeros)) {
                let aligned = at.checked_next_multiple_of(section.align);
                at = aligned.ok_or_else(|| Unreadable("a section's alignment is no alignment".into()))?;
                places.insert(section.index, at);
                at = at.saturating_add(section.size);
                if !section.is_zeros() {
                    zeros_from = at;
                }
                if at > start.saturating_add(MAX_BOT_BYTES) {
                    return Err(Unreadable("it is larger than the compiler may write".into()));
                }
            }
            Ok(Part { from: start, zeros_from, to: at, rights })
        };
        let code = lay(BOT_START, PF_R | PF_X, &|section| section.is_executable())?;
        let after_code = code.to.next_multiple_of(PAGE);
        let constants = lay(after_code, PF_R, &|section| !section.is_executable() && !section.is_writable())?;
        let data_start = runtime.address("bout_data_end")?.next_multiple_of(PAGE);
        let data =
            lay(data_start, PF_R | PF_W, &|section| !section.is_executable() && section.is_writable())?;
        Ok(Self { places, ranges: [code, constants, data] })
    }

    fn segments(&self, runtime: &Runtime, file: &ObjectFile) -> Result<Vec<Segment>, Unreadable> {
        let mut segments = Vec::new();
        for &Part { from, zeros_from, to, rights } in &self.ranges {
            if from == to {
                continue;
            }
            // A page with content is one of a file's to its end: so it comes again as it was when it is given back.
            let (with_content, all) =
                ((zeros_from - from).next_multiple_of(PAGE), (to - from).next_multiple_of(PAGE));
            let mut content = vec![0; usize::try_from(with_content).expect("bots are small")];
            for section in file.sections.iter().filter(|section| !section.is_zeros()) {
                let Some(place) = self.places.get(&section.index).filter(|place| (from..to).contains(place))
                else {
                    continue;
                };
                let at = usize::try_from(place - from).expect("bots are small");
                content[at..at + section.data.len()].copy_from_slice(section.data);
            }
            segments.push(Segment { address: from, flags: rights, content, zeros: all - with_content });
        }
        for section in &file.sections {
            for relocation in &section.relocations {
                let Some(place) = self.places.get(&section.index) else { continue };
                let (address, bytes, length) =
                    self.relocated(runtime, file, place.wrapping_add(relocation.offset), relocation)?;
                write_at(&mut segments, address, &bytes[..length])?;
            }
        }
        Ok(segments)
    }

    /// The bytes that belong at a relocated place.
    fn relocated(
        &self,
        runtime: &Runtime,
        file: &ObjectFile,
        address: u64,
        relocation: &super::object_file::Relocation,
    ) -> Result<(u64, [u8; 8], usize), Unreadable> {
        let target = self.target(runtime, file, relocation.symbol)?;
        let value = target.wrapping_add_signed(relocation.addend);
        let (value, length) = match relocation.kind {
            R_X86_64_64 => (value, 8),
            R_X86_64_PC64 => (value.wrapping_sub(address), 8),
            R_X86_64_32 | R_X86_64_32S => (value, 4),
            R_X86_64_PC32 | R_X86_64_PLT32 => (value.wrapping_sub(address), 4),
            kind => return Err(Unreadable(format!("relocation {kind} is unknown to bout's linker"))),
        };
        let fits = match relocation.kind {
            R_X86_64_32 => u32::try_from(value).is_ok(),
            R_X86_64_32S | R_X86_64_PC32 | R_X86_64_PLT32 => i32::try_from(value.cast_signed()).is_ok(),
            _ => true,
        };
        // A bot may well compute an address that is none; it will not get far with it.
        if !fits {
            return Err(Unreadable(format!("the address {value:#x} at {address:#x} is too far away")));
        }
        Ok((address, value.to_le_bytes(), length))
    }

    fn target(&self, runtime: &Runtime, file: &ObjectFile, symbol: usize) -> Result<u64, Unreadable> {
        let symbol =
            file.symbols.get(symbol).ok_or_else(|| Unreadable("a relocation has no symbol".into()))?;
        if let Some(section) = symbol.section {
            let place = self.places.get(&section);
            return Ok(place
                .ok_or_else(|| Unreadable(format!("`{}` is nowhere", symbol.name)))?
                .wrapping_add(symbol.value));
        }
        if symbol.is_undefined {
            return match runtime.address(symbol.name) {
                Err(_) if symbol.is_weak => Ok(0),
                address => address,
            };
        }
        Ok(symbol.value)
    }
}

/// An executable file with these segments.
fn executable(entry: u64, segments: &[Segment]) -> Vec<u8> {
    const HEADER: usize = 64;
    const PROGRAM_HEADER: usize = 56;
    let count = u16::try_from(segments.len() + 1).expect("there are few segments");
    let mut file = Vec::new();
    file.extend_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for half in [2_u16, 62] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    file.extend_from_slice(&1_u32.to_le_bytes());
    for word in [entry, HEADER as u64, 0] {
        file.extend_from_slice(&word.to_le_bytes());
    }
    file.extend_from_slice(&0_u32.to_le_bytes());
    for half in [64, 56, count, 64, 0, 0] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    let mut at = (HEADER + PROGRAM_HEADER * usize::from(count)).next_multiple_of(4096);
    let mut header = |kind: ProgramType, flags: ProgramFlags, numbers: [u64; 6]| {
        file.extend_from_slice(&kind.0.to_le_bytes());
        file.extend_from_slice(&flags.0.to_le_bytes());
        for number in numbers {
            file.extend_from_slice(&number.to_le_bytes());
        }
    };
    let mut offsets = Vec::new();
    for segment in segments {
        let (address, length) = (segment.address, segment.content.len() as u64);
        header(PT_LOAD, segment.flags, [at as u64, address, address, length, length + segment.zeros, PAGE]);
        offsets.push(at);
        at = (at + segment.content.len()).next_multiple_of(4096);
    }
    header(PT_GNU_STACK, PF_R | PF_W, [0, 0, 0, 0, 0, 16]);
    for (segment, offset) in segments.iter().zip(offsets) {
        file.resize(offset, 0);
        file.extend_from_slice(&segment.content);
    }
    file.resize(file.len().next_multiple_of(4096), 0);
    file
}
