//! The memory of an interpreter, and the pages of it that runs use.

use std::ops::Range;

use super::layout::{AGENTS, LARGE_PAGE, MAX_AREAS, MAX_CLOCKS, MAX_HOT_RANGES, MAX_TEXTS, PAGE};
use crate::{Isolation, SandboxError};

/// Areas of memory and, for each page, whether it is hot, which means that runs use it.
///
/// If memory is restored after a run, the areas are those that the process can write to, and a run uses a page if it
/// writes to it. If every run has a child of its own, the areas contain code but not the stack, and a run uses a page
/// if it reads it or writes to it.
#[derive(Debug)]
pub(super) struct Memory {
    areas: Vec<Area>,
    is_hot: Vec<bool>,
    /// The last page before the stack would have to grow. It stays cold, so that a child does any run that needs more
    /// stack.
    stack_end: Option<usize>,
    /// Where the kernel shows the process the time.
    clocks: Vec<Range<u64>>,
    /// Code and constants that a large page could hold.
    texts: Vec<Range<u64>>,
}

/// An area of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Area {
    /// Its addresses.
    pub(super) at: Range<u64>,
    /// How runs may use it.
    pub(super) access: Access,
}

/// How runs may use an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// They may read it and write to it.
    Write,
    /// They may read and execute it.
    Execute,
}

impl Access {
    /// The access in the kernel's flags.
    pub(super) fn protection(self) -> u64 {
        let bit = if self == Self::Write { libc::PROT_WRITE } else { libc::PROT_EXEC };
        (libc::PROT_READ | bit).unsigned_abs().into()
    }
}

/// A line of `/proc/PID/maps`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mapping<'a> {
    at: Range<u64>,
    access: &'a str,
    path: &'a str,
    /// Whether the kernel says that nothing has written to it.
    is_untouched: bool,
}

impl Mapping<'_> {
    /// `[vdso]` is code. `[vvar]` and, on some kernels, `[vvar_vclock]` are the data that this code reads.
    fn shows_time(&self) -> bool {
        self.path == "[vdso]" || self.path.starts_with("[vvar")
    }

    /// Whether the process can write to it and does not share it, and it does not belong to the agent.
    fn is_writable(&self) -> bool {
        self.access.starts_with("rw") && self.access.ends_with('p') && !AGENTS.contains(&self.at.start)
    }

    fn is_stack(&self) -> bool {
        self.path == "[stack]"
    }
}

impl Memory {
    /// The memory of a process.
    pub(super) fn of(pid: libc::pid_t, isolation: Isolation) -> Result<Self, SandboxError> {
        let read = |name| std::fs::read_to_string(format!("/proc/{pid}/{name}"));
        // `smaps` says for every mapping whether it was written to. Kernels can be built without it.
        let maps = match isolation {
            Isolation::Fork => read("smaps").or_else(|_| read("maps")),
            Isolation::Reset | Isolation::Fast => read("maps"),
        };
        let maps =
            maps.map_err(|cause| SandboxError::System { doing: "look at a process's memory", cause })?;
        let memory = Self::read(&mappings(&maps), isolation);
        if memory.areas.len() > MAX_AREAS || memory.areas.is_empty() {
            let count = memory.areas.len();
            return Err(SandboxError::Resident(format!(
                "its memory has {count} areas, not 1 to {MAX_AREAS}"
            )));
        }
        if memory.clocks.len() > MAX_CLOCKS {
            let count = memory.clocks.len();
            return Err(SandboxError::Resident(format!(
                "it has {count} clocks in memory, not up to {MAX_CLOCKS}"
            )));
        }
        Ok(memory)
    }

    fn read(mappings: &[Mapping<'_>], isolation: Isolation) -> Self {
        let forks = isolation == Isolation::Fork;
        let clocks = mappings.iter().filter(|one| one.shows_time()).map(|one| one.at.clone()).collect();
        let is_area = |one: &&Mapping<'_>| one.is_writable() && !(forks && one.is_stack());
        let writable: Vec<&Mapping<'_>> = mappings.iter().filter(is_area).collect();
        let mut areas: Vec<Area> =
            writable.iter().map(|one| Area { at: one.at.clone(), access: Access::Write }).collect();
        let stack = writable.iter().position(|one| one.is_stack());
        let stack_end = stack.map(|stack| pages_of(&areas[..stack]));
        let mut texts = Vec::new();
        if forks {
            let code = code(mappings);
            texts = large_pages(mappings, &code);
            areas.extend(code.into_iter().map(|at| Area { at, access: Access::Execute }));
            // Areas that are left out stay as they are.
            areas.truncate(MAX_AREAS);
        }
        Self { is_hot: vec![false; pages_of(&areas)], areas, stack_end, clocks, texts }
    }

    pub(super) fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The total size in bytes of the writable areas.
    pub(super) fn writable_bytes(&self) -> u64 {
        let writable = self.areas.iter().filter(|area| area.access == Access::Write);
        writable.map(|area| area.at.end - area.at.start).sum()
    }

    /// Where the kernel shows the process the time.
    pub(super) fn clocks(&self) -> &[Range<u64>] {
        &self.clocks
    }

    /// Parts of code and constants. Each part lies in the range of one large page, and nothing else lies there.
    pub(super) fn texts(&self) -> &[Range<u64>] {
        &self.texts
    }

    pub(super) fn pages(&self) -> usize {
        self.is_hot.len()
    }

    /// Adds the pages whose number in `used` is not 0 to the hot pages. False, without a change, if this adds no page,
    /// or if there would be more than `most` hot pages.
    pub(super) fn heat(&mut self, used: &[u8], most: usize) -> bool {
        let mut hotter = self.is_hot.clone();
        for (is_hot, used) in hotter.iter_mut().zip(used) {
            *is_hot |= *used != 0;
        }
        if let Some(page) = self.stack_end {
            hotter[page] = false;
        }
        let count = hotter.iter().filter(|is_hot| **is_hot).count();
        if hotter == self.is_hot || count > most {
            return false;
        }
        self.is_hot = hotter;
        true
    }

    /// The hot pages as ranges of addresses, in order. Each range lies inside one area.
    pub(super) fn hot_ranges(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let mut first_page = 0;
        for area in &self.areas {
            let pages = pages_of(std::slice::from_ref(area));
            let address = |page: usize| area.at.start + PAGE * (page - first_page) as u64;
            let runs = (first_page..first_page + pages).collect::<Vec<_>>();
            let runs = runs.chunk_by(|&left, &right| self.is_hot[left] == self.is_hot[right]);
            ranges.extend(
                runs.filter(|run| self.is_hot[run[0]])
                    .map(|run| address(run[0])..address(run[run.len() - 1] + 1)),
            );
            first_page += pages;
        }
        // If there are more ranges than the agent can keep, it gets none. Then a child does every run.
        if ranges.len() > MAX_HOT_RANGES { Vec::new() } else { ranges }
    }
}

fn pages_of(areas: &[Area]) -> usize {
    let pages = areas.iter().map(|area| (area.at.end - area.at.start) / PAGE).sum::<u64>();
    usize::try_from(pages).expect("memory fits into memory")
}

/// Reads `/proc/PID/maps` or `/proc/PID/smaps`.
fn mappings(text: &str) -> Vec<Mapping<'_>> {
    let mut mappings: Vec<Mapping<'_>> = Vec::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        match (&fields[..], mappings.last_mut()) {
            (["Anonymous:", bytes, ..], Some(mapping)) => mapping.is_untouched = *bytes == "0",
            ([addresses, access, _offset, _device, _node, path @ ..], _) => {
                let path = path.first().copied().unwrap_or_default();
                let mapping = |at| Mapping { at, access, path, is_untouched: false };
                mappings.extend(range(addresses).map(mapping));
            }
            _ => {}
        }
    }
    mappings
}

/// The ranges of code and its constants that nothing has written to.
fn code(mappings: &[Mapping<'_>]) -> Vec<Range<u64>> {
    let is_as_in_its_file = |mapping: &&Mapping<'_>| {
        mapping.is_untouched
            && mapping.path.starts_with('/')
            && matches!(mapping.access, "r--p" | "r-xp")
            && !AGENTS.contains(&mapping.at.start)
    };
    let files: Vec<&Mapping<'_>> = mappings.iter().filter(is_as_in_its_file).collect();
    let areas = files.chunk_by(|one, next| one.at.end == next.at.start && one.path == next.path);
    let areas = areas.filter(|parts| parts.iter().any(|part| part.access.contains('x')));
    areas.map(|parts| parts[0].at.start..parts[parts.len() - 1].at.end).collect()
}

/// The parts of code that a large page could hold, because nothing else is mapped in its range. Returns the first
/// [`MAX_TEXTS`] parts.
fn large_pages(mappings: &[Mapping<'_>], code: &[Range<u64>]) -> Vec<Range<u64>> {
    let parts = code.iter().flat_map(|area| {
        let first = area.start / LARGE_PAGE * LARGE_PAGE;
        let starts = std::iter::successors(Some(first), |start| Some(start + LARGE_PAGE));
        let pages = starts.take_while(|start| *start < area.end).map(|start| start..start + LARGE_PAGE);
        pages.map(|page| (area.start.max(page.start)..area.end.min(page.end), page))
    });
    let shares = |mapping: &Mapping<'_>, other: &Range<u64>| {
        mapping.at.start.max(other.start) < mapping.at.end.min(other.end)
    };
    let is_alone = |(part, page): &(Range<u64>, Range<u64>)| {
        let others = [page.start..part.start, part.end..page.end];
        !mappings.iter().any(|mapping| others.iter().any(|other| shares(mapping, other)))
    };
    parts.filter(is_alone).map(|(part, _)| part).take(MAX_TEXTS).collect()
}

/// Reads `start-end` in hexadecimal.
fn range(text: &str) -> Option<Range<u64>> {
    let (start, end) = text.split_once('-')?;
    Some(u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: &str = "\
00400000-00401000 r-xp 00000000 fe:00 1 /usr/bin/perl
00600000-00604000 rw-p 00000000 fe:00 1 /usr/bin/perl
00700000-00702000 rw-p 00000000 00:00 0 [heap]
10000000000-10000002000 r-xp 00000000 00:01 9 /memfd:bout-agent (deleted)
10000100000-10000160000 rw-p 00000000 00:00 0
11000000000-11000300000 r--s 00000000 00:01 10 /memfd:bout-mail (deleted)
7ffff0000000-7ffff0001000 rw-s 00000000 00:01 11 /memfd:other
7ffffffdd000-7ffffffe0000 rw-p 00000000 00:00 0 [stack]
7ffffffe1000-7ffffffe5000 r--p 00000000 00:00 0 [vvar]
7ffffffe5000-7ffffffe6000 r--p 00000000 00:00 0 [vvar_vclock]
7ffffffe6000-7ffffffe8000 r-xp 00000000 00:00 0 [vdso]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0 [vsyscall]
";

    fn read(maps: &str, isolation: Isolation) -> Memory {
        Memory::read(&mappings(maps), isolation)
    }

    fn addresses(memory: &Memory, access: Access) -> Vec<Range<u64>> {
        let areas = memory.areas.iter().filter(|area| area.access == access);
        areas.map(|area| area.at.clone()).collect()
    }

    #[test]
    fn areas_are_what_the_process_alone_writes_to() {
        let memory = read(MAPS, Isolation::Reset);
        let areas = [0x60_0000..0x60_4000, 0x70_0000..0x70_2000, 0x7fff_fffd_d000..0x7fff_fffe_0000];
        assert_eq!(addresses(&memory, Access::Write), areas);
        assert_eq!(addresses(&memory, Access::Execute), []);
        assert_eq!((memory.pages(), memory.stack_end), (9, Some(6)));
        assert_eq!(memory.writable_bytes(), 9 * PAGE);
        let clocks = [
            0x7fff_fffe_1000..0x7fff_fffe_5000,
            0x7fff_fffe_5000..0x7fff_fffe_6000,
            0x7fff_fffe_6000..0x7fff_fffe_8000,
        ];
        assert_eq!(memory.clocks, clocks, "the system calls' page cannot be taken away, and is filtered");
    }

    #[test]
    fn where_every_run_has_a_child_its_stack_is_its_own() {
        // No line says that nothing has written to the code.
        let memory = read(MAPS, Isolation::Fork);
        assert_eq!(addresses(&memory, Access::Write), [0x60_0000..0x60_4000, 0x70_0000..0x70_2000]);
        assert_eq!(addresses(&memory, Access::Execute), []);
        assert_eq!((memory.pages(), memory.stack_end, memory.texts()), (6, None, &[][..]));
    }

    #[test]
    fn code_is_what_is_as_in_its_file() {
        let smaps = "\
555555554000-555555600000 r--p 00000000 fe:00 1 /usr/bin/perl
Size:                688 kB
Anonymous:             0 kB
VmFlags: rd mr mw me
555555600000-555555732000 r-xp 000ac000 fe:00 1 /usr/bin/perl
Anonymous:             0 kB
555555732000-555555901000 r--p 001de000 fe:00 1 /usr/bin/perl
Anonymous:             0 kB
555555901000-555555903000 r--p 003ad000 fe:00 1 /usr/bin/perl
Anonymous:             8 kB
555555903000-555555904000 rw-p 003af000 fe:00 1 /usr/bin/perl
Anonymous:             4 kB
10000000000-10000400000 r-xp 00000000 00:01 9 /memfd:bout-agent (deleted)
Anonymous:             0 kB
7ffff7900000-7ffff7a80000 r-xp 00000000 fe:00 3 /lib/libm.so.6
Anonymous:             0 kB
7ffff7a80000-7ffff7b00000 r--p 00000000 fe:00 5 /lib/locale
Anonymous:             0 kB
7ffff7c00000-7ffff7e00000 r-xp 00000000 00:00 0
Anonymous:             0 kB
7ffff8000000-7ffff8400000 r--s 00000000 fe:00 4 /a/file
Anonymous:             0 kB
7ffff8600000-7ffff8a00000 r-xp 00000000 fe:00 4 /a/library
Anonymous:             0 kB
7ffff8a00000-7ffff8b00000 r-xp 00000000 fe:00 4 /a/patched
Anonymous:             4 kB
7ffff8b80000-7ffff8d80000 r-xp 00000000 fe:00 6 /a/library between others
Anonymous:             0 kB
";
        let memory = read(smaps, Isolation::Fork);
        let data = 0x5555_5590_3000..0x5555_5590_4000;
        assert_eq!(addresses(&memory, Access::Write), std::slice::from_ref(&data));
        let code = [
            0x5555_5555_4000..0x5555_5590_1000,
            0x7fff_f790_0000..0x7fff_f7a8_0000,
            0x7fff_f860_0000..0x7fff_f8a0_0000,
            0x7fff_f8b8_0000..0x7fff_f8d8_0000,
        ];
        assert_eq!(addresses(&memory, Access::Execute), code);
        // Code gets no large page if something else lies in its range: memory that was written to, or memory that is
        // not code.
        let texts = [
            0x5555_5555_4000..0x5555_5560_0000,
            0x5555_5560_0000..0x5555_5580_0000,
            0x7fff_f790_0000..0x7fff_f7a0_0000,
            0x7fff_f860_0000..0x7fff_f880_0000,
            0x7fff_f880_0000..0x7fff_f8a0_0000,
            0x7fff_f8c0_0000..0x7fff_f8d8_0000,
        ];
        assert_eq!(memory.texts(), texts);
    }

    #[test]
    fn hot_pages_become_ranges_that_keep_to_their_areas() {
        let mut memory = read(MAPS, Isolation::Reset);
        assert!(memory.hot_ranges().is_empty());
        assert!(memory.heat(&[1, 0, 0, 1, 1, 0, 1, 1, 0], 4));
        let hot = [0x60_0000..0x60_1000, 0x60_3000..0x60_4000, 0x70_0000..0x70_1000];
        let stack = 0x7fff_fffd_e000..0x7fff_fffd_f000;
        assert_eq!(memory.hot_ranges(), [&hot[..], std::slice::from_ref(&stack)].concat());
        assert!(
            !memory.heat(&[1, 0, 0, 0, 0, 0, 1, 0, 0], 9),
            "the stack's end stays cold, and all else is known"
        );
        assert!(memory.heat(&[0, 0, 1, 0, 0, 1, 0, 0, 0], 6));
        assert_eq!(
            memory.hot_ranges(),
            [0x60_0000..0x60_1000, 0x60_2000..0x60_4000, 0x70_0000..0x70_2000, stack]
        );
    }
}
