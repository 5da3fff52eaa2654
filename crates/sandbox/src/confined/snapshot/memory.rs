//! The memory of which a snapshot is taken, and which of its pages are hot.

use std::ops::Range;

use super::layout::{AGENTS, LARGE_PAGE, MAX_AREAS, MAX_CLOCKS, MAX_HOT_RANGES, MAX_TEXTS, PAGE};
use crate::SandboxError;

/// The areas of a snapshot and, page by page, whether they are hot.
#[derive(Debug)]
pub(super) struct Memory {
    areas: Vec<Range<u64>>,
    is_hot: Vec<bool>,
    /// The page above which the stack would grow. It stays cold, so that a run that needs more stack is for a child.
    stack_end: Option<usize>,
    /// Where the kernel shows the process the time.
    clocks: Vec<Range<u64>>,
    /// Large pages that hold nothing but code and constants.
    texts: Vec<Range<u64>>,
}

impl Memory {
    /// What a process can write to and shares with nobody, without the agent's own: read from its `/proc/PID/maps`.
    pub(super) fn of(pid: libc::pid_t) -> Result<Self, SandboxError> {
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps"))
            .map_err(|cause| SandboxError::System { doing: "look at a process's memory", cause })?;
        let memory = Self::read(&maps);
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

    fn read(maps: &str) -> Self {
        let mut memory = Self {
            areas: Vec::new(),
            is_hot: Vec::new(),
            stack_end: None,
            clocks: Vec::new(),
            texts: texts(maps),
        };
        for line in maps.lines() {
            let mut fields = line.split_whitespace();
            let range = fields.next().and_then(range);
            // `[vdso]` is code, `[vvar]` and, on some kernels, `[vvar_vclock]` what it reads.
            if line.ends_with("[vdso]") || line.contains("[vvar") {
                memory.clocks.extend(range);
                continue;
            }
            let is_writable =
                fields.next().is_some_and(|access| access.starts_with("rw") && access.ends_with('p'));
            let Some(range) = range.filter(|range| is_writable && !AGENTS.contains(&range.start)) else {
                continue;
            };
            if line.ends_with("[stack]") {
                memory.stack_end = Some(memory.is_hot.len());
            }
            let pages = usize::try_from((range.end - range.start) / PAGE).expect("memory fits into memory");
            memory.is_hot.resize(memory.is_hot.len() + pages, false);
            memory.areas.push(range);
        }
        memory
    }

    pub(super) fn areas(&self) -> &[Range<u64>] {
        &self.areas
    }

    /// Where the kernel shows the process the time.
    pub(super) fn clocks(&self) -> &[Range<u64>] {
        &self.clocks
    }

    /// Large pages that hold nothing but code and constants, each as a range of its own.
    pub(super) fn texts(&self) -> &[Range<u64>] {
        &self.texts
    }

    pub(super) fn pages(&self) -> usize {
        self.is_hot.len()
    }

    /// Makes those pages hot, too, of which `written` says so by a number other than 0. False if nothing is new, or they
    /// would become more than `most`.
    pub(super) fn heat(&mut self, written: &[u8], most: usize) -> bool {
        let mut hotter = self.is_hot.clone();
        for (is_hot, written) in hotter.iter_mut().zip(written) {
            *is_hot |= *written != 0;
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

    /// The hot pages as ranges of addresses, in order, each inside of one area.
    pub(super) fn hot_ranges(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let mut first_page = 0;
        for area in &self.areas {
            let pages = usize::try_from((area.end - area.start) / PAGE).expect("memory fits into memory");
            let address = |page: usize| area.start + PAGE * (page - first_page) as u64;
            let runs = (first_page..first_page + pages).collect::<Vec<_>>();
            let runs = runs.chunk_by(|&left, &right| self.is_hot[left] == self.is_hot[right]);
            ranges.extend(
                runs.filter(|run| self.is_hot[run[0]])
                    .map(|run| address(run[0])..address(run[run.len() - 1] + 1)),
            );
            first_page += pages;
        }
        // More ranges than the agent can keep are no ranges: then every run is for a child.
        if ranges.len() > MAX_HOT_RANGES { Vec::new() } else { ranges }
    }
}

/// The large pages that lie wholly inside read-only mappings of one file: the first [`MAX_TEXTS`] of them.
fn texts(maps: &str) -> Vec<Range<u64>> {
    let mut mapped: Vec<(Range<u64>, &str)> = Vec::new();
    for line in maps.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [addresses, access, _, _, _, path, ..] = fields[..] else { continue };
        let Some(addresses) = range(addresses).filter(|range| !AGENTS.contains(&range.start)) else {
            continue;
        };
        if !path.starts_with('/') || !access.starts_with("r-") || !access.ends_with('p') {
            continue;
        }
        match mapped.last_mut() {
            Some((before, of)) if before.end == addresses.start && *of == path => before.end = addresses.end,
            _ => mapped.push((addresses, path)),
        }
    }
    let large_pages = mapped.into_iter().flat_map(|(range, _)| {
        let first = range.start.next_multiple_of(LARGE_PAGE);
        let starts = std::iter::successors(Some(first), |start| Some(start + LARGE_PAGE));
        starts.map(|start| start..start + LARGE_PAGE).take_while(move |page| page.end <= range.end)
    });
    large_pages.take(MAX_TEXTS).collect()
}

/// `start-end` in hexadecimal.
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

    #[test]
    fn areas_are_what_the_process_alone_writes_to() {
        let memory = Memory::read(MAPS);
        assert_eq!(
            memory.areas,
            [0x60_0000..0x60_4000, 0x70_0000..0x70_2000, 0x7fff_fffd_d000..0x7fff_fffe_0000]
        );
        assert_eq!((memory.pages(), memory.stack_end), (9, Some(6)));
        let clocks = [
            0x7fff_fffe_1000..0x7fff_fffe_5000,
            0x7fff_fffe_5000..0x7fff_fffe_6000,
            0x7fff_fffe_6000..0x7fff_fffe_8000,
        ];
        assert_eq!(memory.clocks, clocks, "the system calls' page cannot be taken away, and is filtered");
    }

    #[test]
    fn code_and_constants_of_one_file_fill_large_pages() {
        let maps = "\
555555554000-555555600000 r--p 00000000 fe:00 1 /usr/bin/perl
555555600000-555555732000 r-xp 000ac000 fe:00 1 /usr/bin/perl
555555732000-555555a01000 r--p 001de000 fe:00 1 /usr/bin/perl
555555a01000-555555c00000 rw-p 004ad000 fe:00 1 /usr/bin/perl
10000000000-10000400000 r-xp 00000000 00:01 9 /memfd:bout-agent (deleted)
7ffff7800000-7ffff7900000 r-xp 00000000 fe:00 2 /lib/libc.so.6
7ffff7900000-7ffff7b00000 r-xp 00000000 fe:00 3 /lib/libm.so.6
7ffff7c00000-7ffff7e00000 r-xp 00000000 00:00 0
7ffff8000000-7ffff8400000 r--s 00000000 fe:00 4 /a/file
7ffff8600000-7ffff8a00000 r-xp 00000000 fe:00 4 /a/library
";
        let expected = [
            0x5555_5560_0000..0x5555_5580_0000,
            0x5555_5580_0000..0x5555_55a0_0000,
            0x7fff_f860_0000..0x7fff_f880_0000,
            0x7fff_f880_0000..0x7fff_f8a0_0000,
        ];
        assert_eq!(texts(maps), expected);
        assert_eq!(Memory::read(maps).texts(), expected);
        assert!(texts(MAPS).is_empty());
    }

    #[test]
    fn hot_pages_become_ranges_that_keep_to_their_areas() {
        let mut memory = Memory::read(MAPS);
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
