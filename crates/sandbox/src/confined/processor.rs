//! The processor's state beyond its plain registers, and how it is reset.
//!
//! Between two runs in one process, no register may keep its content: x87, SSE, AVX, AVX-512, protection keys, tiles,
//! and any registers that later processors add. The XSAVE instructions know all of them, so the program need not. The
//! processor says which of these instructions it has and how much memory they may touch (Intel SDM volume 1, chapter
//! 13; AMD APM volume 2, section 11.5).

// An instruction reads the processor's description of itself.
#![allow(unsafe_code)]

use std::arch::x86_64::{__cpuid_count, CpuidResult};

use crate::system;

/// How all registers except the plain ones are reset to their initial state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateReset {
    /// `fxrstor64`: the processor has only x87 and SSE, or the kernel has not enabled more.
    Legacy,
    /// `xrstor64` from an area in the standard format. The processor may touch the whole area. Its size depends on the
    /// processor's features: 2,696 bytes with AVX-512, 11,008 with tiles.
    Standard {
        /// The size of the area, in bytes.
        area_bytes: u64,
    },
    /// `xrstor64` from an area in the compacted format that names no component. Its size is 576 bytes on every
    /// processor: components that the area does not name get their initial state.
    Compacted,
}

/// What a processor and its kernel let programs do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Processor {
    /// How registers go back to their initial state.
    pub reset: StateReset,
    /// Whether programs may set the bases of fs and gs by themselves.
    pub has_fsgsbase: bool,
}

impl Processor {
    /// The processor of this machine.
    #[must_use]
    pub fn of_this_machine() -> Self {
        Self { reset: StateReset::by(cpuid), has_fsgsbase: system::has_fsgsbase() }
    }

    /// The size in bytes that an area in the standard format must have on this machine, even if the compacted format is
    /// used instead. `None` if the machine has no standard format.
    #[must_use]
    pub fn standard_area_bytes() -> Option<u64> {
        standard_area_bytes(cpuid)
    }

    /// The address of the area from which code restores registers; 0 if it needs none. The code has an area in the
    /// compacted format at `compacted`, and maps one in the standard format at `standard`.
    pub(crate) fn area(&self, compacted: u64, standard: u64) -> u64 {
        match self.reset {
            StateReset::Legacy => 0,
            StateReset::Standard { .. } => standard,
            StateReset::Compacted => compacted,
        }
    }

    /// The number of zero bytes that must be mapped for the standard format, in whole pages. 0 for the other ways.
    pub(crate) fn mapped_bytes(&self) -> u64 {
        match self.reset {
            StateReset::Standard { area_bytes } => area_bytes.next_multiple_of(PAGE),
            StateReset::Legacy | StateReset::Compacted => 0,
        }
    }
}

const PAGE: u64 = 4096;

/// The least size of an area in the standard format: the legacy region and the header.
const LEAST_AREA_BYTES: u64 = 576;
/// The size for a processor that has XSAVE but does not describe it. No known processor is like that. The size is
/// larger than any area so far.
const UNDESCRIBED_AREA_BYTES: u64 = 1 << 16;

impl StateReset {
    /// Chooses the way by the processor's description of itself. `cpuid` returns the answer for a leaf and a subleaf.
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

/// The leaf that describes components other than x87 and SSE.
const EXTENDED_STATE: u32 = 0xd;

fn describes_state(cpuid: impl Fn(u32, u32) -> CpuidResult) -> bool {
    cpuid(0, 0).eax >= EXTENDED_STATE
}

/// The size that an area in the standard format must have for the components that are enabled now. `None` if there is
/// no such format.
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
    // SAFETY: every x86-64 processor has the instruction, and returns zeros for leaves that it does not know.
    #[allow(unused_unsafe, reason = "newer compilers call it safe")]
    unsafe {
        __cpuid_count(leaf, subleaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A processor's description of itself, as far as it matters here.
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
            // A leaf that does not exist returns the answer of the highest leaf, which can be anything.
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
