//! Combines a checked object file and the runtime image into one static executable.
//!
//! The compiler is told to make simple code (no position independence, small addresses), so there are few kinds of relocation.
//! A system linker would be one more foreign program that reads what a bot's author wrote.

use std::collections::BTreeMap;

use object::elf::{
    PF_R, PF_W, PF_X, PT_GNU_STACK, PT_LOAD, ProgramFlags, ProgramType, R_X86_64_32, R_X86_64_32S,
    R_X86_64_PC32, R_X86_64_PC64, R_X86_64_PLT32,
};
use object::read::elf::ElfFile64;
use object::{Endianness, Object as _, ObjectSegment as _, ObjectSymbol as _, SegmentFlags};
use sandbox::calls::{Image, Sites};

use super::object_file::{ObjectFile, Relocation, Section, Unreadable};
use super::object_rules::MAX_BOT_BYTES;

/// Where a bot's code begins.
const BOT_START: u64 = 0x0040_0000;
const PAGE: u64 = 4096;

/// The file that the build made of `runtime/`.
pub(super) const IMAGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/runtime.elf"));

/// The resident and the C library, as built with bout.
#[derive(Debug)]
pub(super) struct Runtime {
    segments: Vec<Segment>,
    symbols: BTreeMap<String, u64>,
    entry: u64,
}

/// Memory and its content.
#[derive(Debug, Clone)]
struct Segment {
    address: u64,
    flags: ProgramFlags,
    /// Whole pages.
    content: Vec<u8>,
    /// How many bytes of zeros follow, in whole pages. No file holds them.
    zeros: u64,
}

impl Runtime {
    /// The runtime that is part of this program; `None` where bout was built for a machine that cannot run C bots.
    ///
    /// # Panics
    /// Never, if the build was sound: a test reads the image.
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
            reset: self.address("bout_site_reset")?,
            wake_byte: self.address("bout_wake_byte")?,
            clean_state: self.address("bout_clean_state")?,
            data_start: self.address("bout_data_start")?,
        })
    }
}

/// Why there is no executable.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The bot cannot be linked, which is its own doing.
    #[error("the bot cannot be linked: {0}")]
    Bot(String),
    /// The object file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The runtime is not as it should be.
    #[error("bout's own runtime cannot be used: {0}")]
    Runtime(String),
    /// There is no memory for it.
    #[error(transparent)]
    Sandbox(#[from] sandbox::SandboxError),
}

/// Links a bot's object file, which has passed the checks, against the runtime.
///
/// # Errors
/// If the bot is too large, or refers to something that does not exist, or there is no memory.
pub(super) fn link(runtime: &Runtime, object: &[u8]) -> Result<Image, LinkError> {
    let executable = link_executable(runtime, object)?;
    let sites = runtime.sites().map_err(|error| LinkError::Runtime(error.0))?;
    Ok(Image::new(&executable, sites)?)
}

/// Links a bot's object file like [`link`], and returns the bytes of the executable file.
pub(super) fn link_executable(runtime: &Runtime, object: &[u8]) -> Result<Vec<u8>, LinkError> {
    let file = ObjectFile::read(object)?;
    let layout = Layout::of(runtime, &file)?;
    let bot = file.global("bot").ok_or_else(|| LinkError::Bot("there is no `bot`".into()))?;
    let home = bot.section.and_then(|at| layout.places.get(&at));
    let bot = home.ok_or_else(|| LinkError::Bot("`bot` is nowhere".into()))?.wrapping_add(bot.value);
    let mut segments = runtime.segments.clone();
    let bot_pointer = runtime.address("bout_bot").map_err(|error| LinkError::Runtime(error.0))?;
    write_at(&mut segments, bot_pointer, &bot.to_le_bytes()).map_err(|error| LinkError::Runtime(error.0))?;
    segments.extend(layout.segments(runtime, &file)?);
    Ok(executable(runtime.entry, &segments))
}

/// The image with bout's own bot, `bout_probe` in the resident.
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

/// The parts that the sections of a bot are grouped into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ImagePart {
    Code,
    Constants,
    Data,
}

impl ImagePart {
    fn of(section: &Section) -> Self {
        match (section.is_executable(), section.is_writable()) {
            (true, _) => Self::Code,
            (false, false) => Self::Constants,
            (false, true) => Self::Data,
        }
    }

    fn rights(self) -> ProgramFlags {
        match self {
            Self::Code => PF_R | PF_X,
            Self::Constants => PF_R,
            Self::Data => PF_R | PF_W,
        }
    }

    /// Whether a section consists of zeros that no file needs to hold. Where a segment is longer than its content in the file,
    /// the kernel gives it memory that can be written to, whatever the segment's rights are. So only data may do this.
    fn leaves_out(self, section: &Section) -> bool {
        self == Self::Data && section.is_zeros()
    }
}

/// The place of every section.
struct Layout {
    /// By the section's index.
    places: BTreeMap<usize, u64>,
    parts: [Range; 3],
}

/// Where the sections of a part lie, in whole pages.
struct Range {
    part: ImagePart,
    from: u64,
    /// From here on there are zeros only.
    zeros_from: u64,
    to: u64,
}

impl Layout {
    /// Code and constants lie below the runtime. Data lies behind the runtime's data, so that both are reset together.
    fn of(runtime: &Runtime, file: &ObjectFile) -> Result<Self, LinkError> {
        let mut places = BTreeMap::new();
        let mut left = MAX_BOT_BYTES;
        let mut lay = |part: ImagePart, start: u64| {
            let (mut at, mut zeros_from) = (start, start);
            let of_part = || file.sections.iter().filter(|section| ImagePart::of(section) == part);
            let with_content = of_part().filter(|section| !part.leaves_out(section));
            for section in with_content.chain(of_part().filter(|section| part.leaves_out(section))) {
                let place = at.checked_next_multiple_of(section.align);
                let end = place.and_then(|place| place.checked_add(section.size));
                let (Some(place), Some(end)) = (place, end.filter(|end| end - start <= left)) else {
                    let most = MAX_BOT_BYTES >> 20;
                    return Err(LinkError::Bot(format!(
                        "its code and constants take up more than {most} MiB"
                    )));
                };
                places.insert(section.index, place);
                at = end;
                if !part.leaves_out(section) {
                    zeros_from = end.next_multiple_of(PAGE);
                }
            }
            let to = at.next_multiple_of(PAGE);
            left = left.saturating_sub(to - start);
            Ok(Range { part, from: start, zeros_from, to })
        };
        let code = lay(ImagePart::Code, BOT_START)?;
        let constants = lay(ImagePart::Constants, code.to)?;
        let data_end = runtime.address("bout_data_end").map_err(|error| LinkError::Runtime(error.0))?;
        let data = lay(ImagePart::Data, data_end.next_multiple_of(PAGE))?;
        let runtime_start = runtime.segments.iter().map(|segment| segment.address).min().unwrap_or_default();
        if constants.to > runtime_start.min(sandbox::calls::QUESTION_END - PAGE) {
            return Err(LinkError::Runtime("it lies where bots are to lie".into()));
        }
        Ok(Self { places, parts: [code, constants, data] })
    }

    fn segments(&self, runtime: &Runtime, file: &ObjectFile) -> Result<Vec<Segment>, LinkError> {
        let mut segments = Vec::new();
        for &Range { part, from, zeros_from, to } in &self.parts {
            if from == to {
                continue;
            }
            // A page with content comes from the file as a whole, so that it has its original content again after it is given
            // back.
            let length = usize::try_from(zeros_from - from).expect("bots are bounded");
            let mut content = vec![0; length];
            let with_content =
                file.sections.iter().filter(|one| ImagePart::of(one) == part && !part.leaves_out(one));
            for section in with_content {
                let at = usize::try_from(self.places[&section.index] - from).expect("bots are bounded");
                content[at..at + section.data.len()].copy_from_slice(section.data);
                for relocation in &section.relocations {
                    let length = usize::try_from(relocation.length()?).expect("eight at most");
                    let inside = at + usize::try_from(relocation.offset).expect("it lies within its section");
                    let bytes = self.relocated(runtime, file, from + inside as u64, relocation)?;
                    content[inside..inside + length].copy_from_slice(&bytes[..length]);
                }
            }
            segments.push(Segment { address: from, flags: part.rights(), content, zeros: to - zeros_from });
        }
        Ok(segments)
    }

    /// The bytes that belong at a relocated place.
    fn relocated(
        &self,
        runtime: &Runtime,
        file: &ObjectFile,
        address: u64,
        relocation: &Relocation,
    ) -> Result<[u8; 8], LinkError> {
        let target = self.target(runtime, file, relocation.symbol)?;
        let value = target.wrapping_add_signed(relocation.addend);
        let is_relative = [R_X86_64_PC32, R_X86_64_PC64, R_X86_64_PLT32].contains(&relocation.kind);
        let value = if is_relative { value.wrapping_sub(address) } else { value };
        let fits = match relocation.kind {
            R_X86_64_32 => u32::try_from(value).is_ok(),
            R_X86_64_32S | R_X86_64_PC32 | R_X86_64_PLT32 => i32::try_from(value.cast_signed()).is_ok(),
            _ => true,
        };
        // A bot may compute an invalid address, and will fail when it uses it; here, the address only has to fit.
        if !fits {
            return Err(LinkError::Bot(format!("the address {value:#x} at {address:#x} is too far away")));
        }
        Ok(value.to_le_bytes())
    }

    fn target(&self, runtime: &Runtime, file: &ObjectFile, symbol: usize) -> Result<u64, LinkError> {
        let symbol = &file.symbols[symbol];
        let nowhere = || LinkError::Bot(format!("`{}` is nowhere", symbol.name));
        if let Some(section) = symbol.section {
            return Ok(self.places.get(&section).ok_or_else(nowhere)?.wrapping_add(symbol.value));
        }
        match runtime.address(symbol.name) {
            Ok(address) if symbol.is_undefined => Ok(address),
            _ if symbol.is_undefined && symbol.is_weak => Ok(0),
            _ => Err(nowhere()),
        }
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
