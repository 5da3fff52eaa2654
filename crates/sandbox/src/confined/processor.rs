//! The processor's state beyond its plain registers, and how it is reset.
//!
//! Between two runs in one process nothing may stay in any register: x87, SSE, AVX, AVX-512, protection keys, tiles, and
//! whatever a later processor adds. The XSAVE instructions know them all; a program needs not. Which of these instructions
//! there are, and how much memory they may touch, is asked of the processor (Intel SDM volume 1, chapter 13; AMD APM
//! volume 2, section 11.5).

// Reading the processor's own description is an instruction.
#![allow(unsafe_code)]

use std::arch::x86_64::{__cpuid_count, CpuidResult};

use crate::system;

/// How all registers but the plain ones are reset to their initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateReset {
    /// `fxrstor64`: there is nothing but x87 and SSE, or the kernel has not enabled more.
    Legacy,
    /// `xrstor64` from an area in the standard format. The processor may touch all of the area, whose size grows with what
    /// it has: 2,696 bytes with AVX-512, 11,008 with tiles.
    Standard {
        /// The size of the area, in bytes.
        area_bytes: u64,
    },
    /// `xrstor64` from an area in the compacted format that names no component. Its size is 576 bytes on every processor,
    /// whatever that has: a component that is not named has its initial state.
    Compacted,
}

/// What a processor, under its kernel, lets programs do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Processor {
    /// How registers go back to their initial state.
    pub reset: StateReset,
    /// Whether programs may set the bases of fs and gs by themselves.
    pub has_fsgsbase: bool,
}

impl Processor {
    /// The one that this runs on.
    #[must_use]
    pub fn of_this_machine() -> Self {
        Self { reset: StateReset::by(cpuid), has_fsgsbase: system::has_fsgsbase() }
    }

    /// How large an area in the standard format must be on this machine, in bytes, also where the compacted format is used
    /// instead; `None` where there is no such format.
    #[must_use]
    pub fn standard_area_bytes() -> Option<u64> {
        standard_area_bytes(cpuid)
    }

    /// Where code that resets registers finds the area to restore from, if that code has one for the compacted format at
    /// `compacted` and maps one for the standard format at `standard`; 0 if it needs none.
    pub(crate) fn area(&self, compacted: u64, standard: u64) -> u64 {
        match self.reset {
            StateReset::Legacy => 0,
            StateReset::Standard { .. } => standard,
            StateReset::Compacted => compacted,
        }
    }

    /// How many bytes of zeros must be mapped for the standard format: whole pages, none for the other ways.
    pub(crate) fn mapped_bytes(&self) -> u64 {
        match self.reset {
            StateReset::Standard { area_bytes } => area_bytes.next_multiple_of(PAGE),
            StateReset::Legacy | StateReset::Compacted => 0,
        }
    }
}

const PAGE: u64 = 4096;

/// What an area of the standard format has at least: the legacy region and the header.
const LEAST_AREA_BYTES: u64 = 576;
/// Where a processor has XSAVE and does not describe it, which none does: more than any area so far.
const UNDESCRIBED_AREA_BYTES: u64 = 1 << 16;

impl StateReset {
    /// What a processor can do by what it says of itself: `cpuid` answers for a leaf and a subleaf.
    #[must_use]
    pub fn by(cpuid: impl Fn(u32, u32) -> CpuidResult) -> Self {
        const XSAVEC: u32 = 1 << 1;
        let Some(area_bytes) = standard_area_bytes(&cpuid) else { return Self::Legacy };
        if describes_state(&cpuid) && cpuid(EXTENDED_STATE, 1).eax & XSAVEC != 0 {
            return Self::Compacted;
        }
        Self::Standard { area_bytes }
    }
}

/// The leaf of components beyond x87 and SSE.
const EXTENDED_STATE: u32 = 0xd;

fn describes_state(cpuid: impl Fn(u32, u32) -> CpuidResult) -> bool {
    cpuid(0, 0).eax >= EXTENDED_STATE
}

/// How large an area in the standard format must be for the components that are enabled now; `None` where there is no such
/// format.
fn standard_area_bytes(cpuid: impl Fn(u32, u32) -> CpuidResult) -> Option<u64> {
    const FEATURES: u32 = 1;
    // Set once the kernel has enabled XSAVE for programs.
    const OSXSAVE: u32 = 1 << 27;
    if cpuid(FEATURES, 0).ecx & OSXSAVE == 0 {
        return None;
    }
    if !describes_state(&cpuid) {
        return Some(UNDESCRIBED_AREA_BYTES);
    }
    Some(u64::from(cpuid(EXTENDED_STATE, 0).ebx).max(LEAST_AREA_BYTES))
}

fn cpuid(leaf: u32, subleaf: u32) -> CpuidResult {
    // SAFETY: every x86-64 processor has the instruction, and answers zeros for what it does not know.
    #[allow(unused_unsafe, reason = "newer compilers call it safe")]
    unsafe {
        __cpuid_count(leaf, subleaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a processor says of itself, as far as it matters here.
    #[derive(Default)]
    struct Described {
        max_leaf: u32,
        /// Leaf 1, ECX.
        features: u32,
        /// Leaf 0xD, subleaf 0, EBX.
        area_bytes: u32,
        /// Leaf 0xD, subleaf 1, EAX.
        instructions: u32,
    }

    const XSAVE_ENABLED: u32 = 1 << 26 | 1 << 27;
    const XSAVE_NOT_ENABLED: u32 = 1 << 26;
    const XSAVEOPT: u32 = 1;
    const XSAVEC: u32 = 2;

    fn reset(described: &Described) -> StateReset {
        let nothing = CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
        StateReset::by(|leaf, subleaf| match (leaf, subleaf) {
            (0, _) => CpuidResult { eax: described.max_leaf, ..nothing },
            (1, _) => CpuidResult { ecx: described.features, ..nothing },
            (0xd, 0) if described.max_leaf >= 0xd => CpuidResult { ebx: described.area_bytes, ..nothing },
            (0xd, 1) if described.max_leaf >= 0xd => CpuidResult { eax: described.instructions, ..nothing },
            // A leaf that is not there answers as the highest one does: anything.
            _ => CpuidResult { eax: u32::MAX, ebx: u32::MAX, ecx: u32::MAX, edx: u32::MAX },
        })
    }

    #[test]
    fn processors_without_xsave_reset_what_they_have() {
        let conroe = Described { max_leaf: 10, ..Described::default() };
        assert_eq!(reset(&conroe), StateReset::Legacy);
        let kernel_without_xsave =
            Described { max_leaf: 0x20, features: XSAVE_NOT_ENABLED, area_bytes: 11_008, instructions: 0xf };
        assert_eq!(reset(&kernel_without_xsave), StateReset::Legacy);
    }

    #[test]
    fn the_area_is_as_large_as_the_processor_says() {
        let cases = [
            ("Sandy Bridge", 0, 832, 832),
            ("Haswell", XSAVEOPT, 832, 832),
            ("Knights Landing, AVX-512", XSAVEOPT, 2_696, 2_696),
            ("Sapphire Rapids whose hypervisor hides XSAVEC", XSAVEOPT, 11_008, 11_008),
            ("a later one", XSAVEOPT, 100_000, 100_000),
            ("one that says nothing of its size", XSAVEOPT, 0, 576),
        ];
        for (name, instructions, says, area_bytes) in cases {
            let described =
                Described { max_leaf: 0xd, features: XSAVE_ENABLED, area_bytes: says, instructions };
            assert_eq!(reset(&described), StateReset::Standard { area_bytes }, "{name}");
            let processor = Processor { reset: reset(&described), has_fsgsbase: false };
            assert!(processor.mapped_bytes() >= area_bytes && processor.mapped_bytes().is_multiple_of(PAGE));
            assert_eq!(processor.area(1, 2), 2, "{name}");
        }
    }

    #[test]
    fn where_the_compacted_format_is_the_size_does_not_matter() {
        for (name, area_bytes) in [
            ("Zen", 832),
            ("Skylake server", 2_696),
            ("Sapphire Rapids with tiles", 11_008),
            ("a later one", 1 << 20),
        ] {
            let described = Described {
                max_leaf: 0x20,
                features: XSAVE_ENABLED,
                area_bytes,
                instructions: XSAVEOPT | XSAVEC,
            };
            assert_eq!(reset(&described), StateReset::Compacted, "{name}");
            let processor = Processor { reset: StateReset::Compacted, has_fsgsbase: true };
            assert_eq!((processor.mapped_bytes(), processor.area(1, 2)), (0, 1));
        }
    }

    #[test]
    fn a_processor_that_hides_the_description_gets_more_than_it_can_need() {
        let hidden = Described { max_leaf: 7, features: XSAVE_ENABLED, area_bytes: 0, instructions: XSAVEC };
        assert_eq!(reset(&hidden), StateReset::Standard { area_bytes: 1 << 16 });
    }

    #[test]
    fn this_machine_can_say_what_it_has() {
        let processor = Processor::of_this_machine();
        if let StateReset::Standard { area_bytes } = processor.reset {
            assert!((576..1 << 20).contains(&area_bytes), "{processor:?}");
        }
    }
}
