//! Changes a compiler's object files into ones that no compiler makes, and checks the executables of accepted
//! ones.

use crate::choices::Choices;

const SECTION_HEADER: usize = 64;
const SYMBOL: usize = 24;
const RELOCATION: usize = 24;
const SHT_SYMTAB: u32 = 2;
const SHT_STRTAB: u32 = 3;
const SHT_RELA: u32 = 4;
/// The largest bot (16 MiB) plus the runtime and the tables of the file (1 MiB).
const MAX_EXECUTABLE: usize = (16 << 20) + (1 << 20);

/// Returns the object file with one to four changes.
pub(crate) fn mutated(object: &[u8], choices: &mut impl Choices) -> Vec<u8> {
    let mut object = object.to_vec();
    for _ in 0..=choices.below(4) {
        match choices.below(16) {
            0..=4 => change_section(&mut object, choices),
            5..=7 => change_entry(&mut object, SHT_SYMTAB, SYMBOL, choices),
            8..=10 => change_entry(&mut object, SHT_RELA, RELOCATION, choices),
            11 => change_name(&mut object, choices),
            12 => copy_section(&mut object, choices),
            13 => multiply_sections(&mut object, choices),
            14 => change_bytes(&mut object, choices),
            _ => {
                if choices.once_in(8) {
                    let length = choices.below(object.len().max(1));
                    object.truncate(length);
                }
            }
        }
    }
    object
}

fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    let mut wide = [0; 8];
    if let Some(found) = bytes.get(at..at + length) {
        wide[..length].copy_from_slice(found);
    }
    u64::from_le_bytes(wide)
}

fn put(bytes: &mut [u8], at: usize, length: usize, number: u64) {
    if let Some(place) = bytes.get_mut(at..at.saturating_add(length)) {
        place.copy_from_slice(&number.to_le_bytes()[..length]);
    }
}

/// Returns a number that is likely to lie at or near a limit that some code checks.
fn number_near(old: u64, choices: &mut impl Choices) -> u64 {
    let bounds =
        [0, 1, 2, 3, 4, 7, 8, 16, 4096, 0xffff, 1 << 20, 16 << 20, 120 << 20, 1 << 31, 1 << 32, 1 << 63];
    match choices.below(6) {
        0 => choices.pick(&bounds),
        1 => choices.pick(&bounds).wrapping_sub(1),
        2 => old.wrapping_add(1 + choices.below(64) as u64),
        3 => old.wrapping_sub(1 + choices.below(64) as u64),
        4 => old ^ 1 << choices.below(64),
        _ => choices.below(1 << 12) as u64,
    }
}

/// Returns the offset of the section headers and their number.
fn table(object: &[u8]) -> (usize, usize) {
    let start = usize::try_from(number(object, 0x28, 8)).unwrap_or(usize::MAX);
    let count = usize::try_from(number(object, 0x3c, 2)).expect("two bytes");
    if start.checked_add(count * SECTION_HEADER).is_none_or(|end| end > object.len()) {
        return (0, 0);
    }
    (start, count)
}

fn change_section(object: &mut [u8], choices: &mut impl Choices) {
    let (start, count) = table(object);
    if count == 0 {
        return;
    }
    // Name, type, flags, address, offset, size, link, info, alignment, size of an entry.
    let fields = [(0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 4), (44, 4), (48, 8), (56, 8)];
    let (at, length) = choices.pick(&fields);
    let at = start + choices.below(count) * SECTION_HEADER + at;
    let new = number_near(number(object, at, length), choices);
    put(object, at, length, new);
}

/// Returns the offset and the length of the contents of a section of this type.
fn contents(object: &[u8], kind: u32, choices: &mut impl Choices) -> Option<(usize, usize)> {
    let (start, count) = table(object);
    let headers = (0..count).map(|index| start + index * SECTION_HEADER);
    let fitting: Vec<usize> = headers.filter(|&at| number(object, at + 4, 4) == u64::from(kind)).collect();
    if fitting.is_empty() {
        return None;
    }
    let header = choices.pick(&fitting);
    let place = |at| usize::try_from(number(object, header + at, 8)).ok();
    let (from, length) = (place(24)?, place(32)?);
    (length > 0 && from.checked_add(length)? <= object.len()).then_some((from, length))
}

fn change_entry(object: &mut [u8], kind: u32, size: usize, choices: &mut impl Choices) {
    let Some((from, length)) = contents(object, kind, choices) else { return };
    if length < size {
        return;
    }
    let fields: &[(usize, usize)] = if kind == SHT_SYMTAB {
        &[(0, 4), (4, 1), (5, 1), (6, 2), (8, 8), (16, 8)]
    } else {
        &[(0, 8), (8, 4), (12, 4), (16, 8)]
    };
    let (at, length) = (choices.below(length / size) * size, choices.pick(fields));
    let (at, length) = (from + at + length.0, length.1);
    let new = number_near(number(object, at, length), choices);
    put(object, at, length, new);
}

fn change_name(object: &mut [u8], choices: &mut impl Choices) {
    let Some((from, length)) = contents(object, SHT_STRTAB, choices) else { return };
    let letters = b"\0\n\x1b\x80\xff;%.@$ a";
    object[from + choices.below(length)] = choices.pick(letters);
}

fn copy_section(object: &mut [u8], choices: &mut impl Choices) {
    let (start, count) = table(object);
    if count > 0 {
        let from = start + choices.below(count) * SECTION_HEADER;
        let to = start + choices.below(count) * SECTION_HEADER;
        object.copy_within(from..from + SECTION_HEADER, to);
    }
}

/// Appends copies of one section header; there may be thousands of them.
fn multiply_sections(object: &mut Vec<u8>, choices: &mut impl Choices) {
    let (start, count) = table(object);
    if count == 0 || !choices.once_in(16) {
        return;
    }
    let headers = object[start..start + count * SECTION_HEADER].to_vec();
    let from = choices.below(count) * SECTION_HEADER;
    let one = headers[from..from + SECTION_HEADER].to_vec();
    let copies = choices.pick(&[1, 10, 1000, 5000]);
    put(object, 0x28, 8, 0);
    let new = object.len() as u64;
    object.extend_from_slice(&headers);
    for _ in 0..copies {
        object.extend_from_slice(&one);
    }
    put(object, 0x28, 8, new);
    put(object, 0x3c, 2, (count + copies) as u64);
}

fn change_bytes(object: &mut [u8], choices: &mut impl Choices) {
    if object.is_empty() {
        return;
    }
    let at = choices.below(object.len());
    object[at] = u8::try_from(choices.below(256)).expect("a byte");
}

/// Checks that an executable can be started: its size is bounded, and its segments consist of whole pages and
/// do not overlap. No segment may be both writable and executable.
pub(crate) fn check_executable(executable: &[u8]) -> Result<(), String> {
    if executable.len() > MAX_EXECUTABLE {
        return Err(format!("{} bytes are too many", executable.len()));
    }
    let count = usize::try_from(number(executable, 56, 2)).expect("two bytes");
    let mut ranges = Vec::new();
    for header in (0..count).map(|index| 64 + 56 * index) {
        if number(executable, header, 4) != 1 {
            continue;
        }
        let [offset, address, _, in_file, in_memory] =
            [8, 16, 24, 32, 40].map(|at| number(executable, header + at, 8));
        if [offset, address, in_file, in_memory].iter().any(|number| number % 4096 != 0) {
            return Err(format!("the segment at {address:#x} is not of whole pages"));
        }
        // A segment may be longer in memory than in the file only if it is writable.
        let flags = number(executable, header + 4, 4);
        if in_file > in_memory
            || in_file < in_memory && flags & 2 == 0
            || offset + in_file > executable.len() as u64
        {
            return Err(format!("the segment at {address:#x} is not in the file"));
        }
        ranges.push((address, address + in_memory, flags));
    }
    ranges.sort_unstable();
    for two in ranges.windows(2) {
        if two[0].1 > two[1].0 {
            return Err(format!("{two:#x?} lie on each other"));
        }
    }
    if ranges.iter().any(|range| range.2 & 3 == 3) {
        return Err("a segment is code that can be written".into());
    }
    Ok(())
}
