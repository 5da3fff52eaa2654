//! Finds what no compiler makes of plain C, by reading a bot's code instruction by instruction. It is a second safeguard
//! besides the refusal of assembly, and the one against the compiler's own functions (`__builtin_ia32_…`).
//!
//! Its purpose is that a match can be played again: one seed, one digest. A bot that jumps into the middle of an instruction
//! gets past this check, but gains no rights: the limits of its process hold it.

use iced_x86::{Code, CpuidFeature, Decoder, DecoderOptions, Instruction, Mnemonic};
use object::elf::STT_FUNC;

use super::object_file::{ObjectFile, Section};
use crate::source::{Refusal, refusal};

/// Why an instruction is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RefusalReason {
    /// It reads the clock, a source of chance, or which processor this is.
    Changes,
    /// Its last digits differ between the processors of different makers.
    Approximates,
    /// Some x86-64 processors lack it.
    Beyond,
    /// It talks to the system, or to something that only the system may change.
    System,
    /// It is not an instruction.
    Unknown,
}

/// Finds the first instruction that must not be there.
pub(super) fn check(file: &ObjectFile) -> Option<Refusal> {
    let code = file.sections.iter().filter(|section| section.is_executable());
    code.into_iter().find_map(|section| check_section(file, section))
}

fn check_section(file: &ObjectFile, section: &Section) -> Option<Refusal> {
    let mut instruction = Instruction::default();
    let mut decoder = Decoder::new(64, section.data, DecoderOptions::NONE);
    while decoder.can_decode() {
        let at = decoder.ip();
        decoder.decode_out(&mut instruction);
        if let Some(why) = judge(&instruction) {
            return Some(refused(why, &instruction, function_at(file, section, at), at));
        }
    }
    None
}

fn function_at<'f>(file: &'f ObjectFile, section: &Section, at: u64) -> &'f str {
    let found = file.symbols.iter().find(|symbol| {
        symbol.section == Some(section.index)
            && symbol.kind == STT_FUNC
            && at.checked_sub(symbol.value).is_some_and(|inside| inside < symbol.size)
    });
    found.map_or("", |symbol| symbol.name)
}

fn refused(why: RefusalReason, instruction: &Instruction, function: &str, at: u64) -> Refusal {
    let name = format!("{:?}", instruction.mnemonic()).to_ascii_lowercase();
    let (message, help) = match why {
        RefusalReason::Changes => (
            format!("the instruction `{name}` gives different values each time, or on each machine"),
            "use `rand`, which plays the same on every machine",
        ),
        RefusalReason::Approximates => (
            format!("the instruction `{name}` gives other values on other makers' processors"),
            "divide, or call the functions of math.h; do without `fast-math`",
        ),
        RefusalReason::Beyond => (
            format!(
                "the instruction `{name}`, at {at:#x} of its section, is not on every processor for x86-64"
            ),
            "compile for all of them: no `target`, no `__builtin_ia32_…` beyond SSE2",
        ),
        RefusalReason::System => (
            format!("the instruction `{name}` is privileged, or plain C does not use it"),
            "nothing of the system can be used (S11)",
        ),
        RefusalReason::Unknown => (
            "the code contains bytes that are not a valid instruction".to_owned(),
            "leave sections to the compiler",
        ),
    };
    refusal("S10", function, message, help)
}

fn judge(instruction: &Instruction) -> Option<RefusalReason> {
    of_code(instruction.code())
        .or_else(|| of_mnemonic(instruction.mnemonic()))
        .or_else(|| (!is_on_every_processor(instruction)).then_some(RefusalReason::Beyond))
}

/// Whether all x86-64 processors have it, from the first ones on.
fn is_on_every_processor(instruction: &Instruction) -> bool {
    use CpuidFeature as F;
    const BASELINE: [CpuidFeature; 18] = [
        F::INTEL8086,
        F::INTEL186,
        F::INTEL286,
        F::INTEL386,
        F::INTEL486,
        F::X64,
        F::CMOV,
        F::CX8,
        F::FPU,
        F::FPU287,
        F::FPU387,
        F::FXSR,
        F::MMX,
        F::SSE,
        F::SSE2,
        F::MULTIBYTENOP,
        F::PAUSE,
        F::CPUID,
    ];
    let is_baseline = || instruction.cpuid_features().iter().all(|feature| BASELINE.contains(feature));
    match instruction.mnemonic() {
        // `endbr64` is a nop where branches are not tracked; compilers of some distributions put it before every function.
        // Newer processors take gcc's `rep bsf` for `tzcnt`, and older ones take it for `bsf`. Both give the same result for
        // every number except 0, for which C leaves the value open.
        Mnemonic::Endbr64 | Mnemonic::Tzcnt => true,
        // The first x86-64 processors lacked these two.
        Mnemonic::Lahf | Mnemonic::Sahf => false,
        _ => is_baseline(),
    }
}

/// Instructions that share their names with harmless ones: jumps and calls into other segments, and moves of registers that are
/// not for computing.
fn of_code(code: Code) -> Option<RefusalReason> {
    use Code as C;
    match code {
        C::INVALID => Some(RefusalReason::Unknown),
        C::Mov_rm16_Sreg
        | C::Mov_r32m16_Sreg
        | C::Mov_r64m16_Sreg
        | C::Mov_Sreg_rm16
        | C::Mov_Sreg_r32m16
        | C::Mov_Sreg_r64m16
        | C::Mov_r64_cr
        | C::Mov_cr_r64
        | C::Mov_r64_dr
        | C::Mov_dr_r64
        | C::Jmp_m1616
        | C::Jmp_m1632
        | C::Jmp_m1664
        | C::Call_m1616
        | C::Call_m1632
        | C::Call_m1664
        | C::Pushw_FS
        | C::Pushq_FS
        | C::Popw_FS
        | C::Popq_FS
        | C::Pushw_GS
        | C::Pushq_GS
        | C::Popw_GS
        | C::Popq_GS => Some(RefusalReason::System),
        _ => None,
    }
}

#[rustfmt::skip]
fn of_mnemonic(mnemonic: Mnemonic) -> Option<RefusalReason> {
    use Mnemonic as M;
    match mnemonic {
        // Chance, clocks, counters, and which processor this is. Aborted transactions and waits reveal the time, too.
        M::Rdrand | M::Rdseed | M::Xstore | M::Rdtsc | M::Rdtscp | M::Rdpmc | M::Rdpru | M::Rdpid | M::Cpuid
        | M::Xgetbv | M::Lsl | M::Lar | M::Verr | M::Verw | M::Sgdt | M::Sidt | M::Sldt | M::Str | M::Smsw
        | M::Xbegin | M::Xabort | M::Xend | M::Xtest | M::Umonitor | M::Umwait | M::Tpause | M::Monitor | M::Mwait
        | M::Monitorx | M::Mwaitx | M::Rdsspd | M::Rdsspq | M::Rdpkru | M::Fxsave | M::Fxsave64 | M::Xsave
        | M::Xsave64 | M::Xsavec | M::Xsavec64 | M::Xsaveopt | M::Xsaveopt64
        // Where the last x87 instruction was and what it read. Some processors keep more of this than others.
        | M::Fnstenv | M::Fstenv | M::Fnsave | M::Fsave => Some(RefusalReason::Changes),
        M::Rcpss | M::Rcpps | M::Rsqrtss | M::Rsqrtps | M::Vrcpss | M::Vrcpps | M::Vrsqrtss | M::Vrsqrtps
        | M::Vrcp14ss | M::Vrcp14sd | M::Vrcp14ps | M::Vrcp14pd | M::Vrsqrt14ss | M::Vrsqrt14sd | M::Vrsqrt14ps
        | M::Vrsqrt14pd | M::Fsin | M::Fcos | M::Fsincos | M::Fptan | M::Fpatan | M::F2xm1 | M::Fyl2x
        | M::Fyl2xp1 => Some(RefusalReason::Approximates),
        // Calls into the system, and what only it may change.
        M::Syscall | M::Sysenter | M::Sysret | M::Sysretq | M::Sysexit | M::Sysexitq | M::Int | M::Int1 | M::Into
        | M::Iret | M::Iretd | M::Iretq | M::Retf | M::In | M::Out | M::Insb | M::Insw | M::Insd | M::Outsb | M::Outsw
        | M::Outsd | M::Hlt | M::Cli | M::Sti | M::Clts | M::Lgdt | M::Lidt | M::Lldt | M::Ltr | M::Lmsw | M::Invd
        | M::Wbinvd | M::Wbnoinvd | M::Invlpg | M::Invpcid | M::Rdmsr | M::Wrmsr | M::Swapgs | M::Rdfsbase | M::Rdgsbase
        | M::Wrfsbase | M::Wrgsbase | M::Lfs | M::Lgs | M::Lss | M::Wrpkru | M::Xsetbv | M::Xsaves | M::Xsaves64
        | M::Xrstor | M::Xrstor64 | M::Xrstors | M::Xrstors64 | M::Fxrstor | M::Fxrstor64 | M::Incsspd | M::Incsspq
        | M::Saveprevssp | M::Rstorssp | M::Wrssd | M::Wrssq | M::Wrussd | M::Wrussq | M::Setssbsy | M::Clrssbsy
        | M::Encls | M::Enclu | M::Enclv | M::Getsec | M::Vmcall | M::Vmlaunch | M::Vmresume | M::Vmxoff | M::Vmxon
        | M::Vmfunc | M::Vmread | M::Vmwrite | M::Vmptrld | M::Vmptrst | M::Vmclear | M::Vmrun | M::Vmmcall
        | M::Vmload | M::Vmsave | M::Invept | M::Invvpid | M::Stgi | M::Clgi | M::Skinit | M::Invlpga | M::Senduipi
        | M::Uiret | M::Testui | M::Clui | M::Stui | M::Pconfig | M::Ptwrite | M::Enqcmd | M::Enqcmds | M::Hreset
        | M::Llwpcb | M::Slwpcb | M::Lwpins | M::Lwpval => Some(RefusalReason::System),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(bytes: &[u8]) -> Option<RefusalReason> {
        judge(&Decoder::new(64, bytes, DecoderOptions::NONE).decode())
    }

    #[test]
    fn instructions_are_told_apart_by_their_bytes() {
        // By the encodings in the makers' manuals.
        let cases: [(&[u8], Option<RefusalReason>); 50] = [
            (&[0x0f, 0xc7, 0xf0], Some(RefusalReason::Changes)), // rdrand eax
            (&[0x48, 0x0f, 0xc7, 0xf9], Some(RefusalReason::Changes)), // rdseed rcx
            (&[0xf3, 0x0f, 0xc7, 0xf8], Some(RefusalReason::Changes)), // rdpid rax
            (&[0x0f, 0x31], Some(RefusalReason::Changes)),       // rdtsc
            (&[0x0f, 0x01, 0xf9], Some(RefusalReason::Changes)), // rdtscp
            (&[0x0f, 0x01, 0xfd], Some(RefusalReason::Changes)), // rdpru
            (&[0x0f, 0xa2], Some(RefusalReason::Changes)),       // cpuid
            (&[0x0f, 0x01, 0xd0], Some(RefusalReason::Changes)), // xgetbv
            (&[0xf3, 0x0f, 0x53, 0xc1], Some(RefusalReason::Approximates)), // rcpss
            (&[0xd9, 0xfe], Some(RefusalReason::Approximates)),  // fsin
            (&[0x0f, 0x05], Some(RefusalReason::System)),        // syscall
            (&[0x0f, 0x34], Some(RefusalReason::System)),        // sysenter
            (&[0xcd, 0x80], Some(RefusalReason::System)),        // int 0x80
            (&[0xe4, 0x40], Some(RefusalReason::System)),        // in al, 0x40
            (&[0xf4], Some(RefusalReason::System)),              // hlt
            (&[0xf3, 0x48, 0x0f, 0xae, 0xd0], Some(RefusalReason::System)), // wrfsbase rax
            (&[0x8e, 0xe0], Some(RefusalReason::System)),        // mov fs, eax
            (&[0xcb], Some(RefusalReason::System)),              // retf
            (&[0x06], Some(RefusalReason::Unknown)),             // push es, before 64 bits
            (&[0x0f, 0x0b], None),                               // ud2, a trap of the compiler's
            (&[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00], None),       // a nop of six bytes
            (&[0x0f, 0xae, 0x14, 0x24], None),                   // ldmxcsr [rsp]
            (&[0xd9, 0x30], Some(RefusalReason::Changes)),       // fnstenv [rax]
            (&[0x9b, 0xd9, 0x30], None),                         // fwait, of which the rest is the line above
            (&[0xdd, 0x30], Some(RefusalReason::Changes)),       // fnsave [rax]
            (&[0x0f, 0xae, 0x00], Some(RefusalReason::Changes)), // fxsave [rax]
            // What some x86-64 processors lack.
            (&[0xf3, 0x0f, 0xbd, 0xc1], Some(RefusalReason::Beyond)), // lzcnt eax, ecx
            (&[0xf3, 0x0f, 0xb8, 0xc1], Some(RefusalReason::Beyond)), // popcnt eax, ecx
            (&[0xc4, 0xe2, 0x70, 0xf2, 0xc2], Some(RefusalReason::Beyond)), // andn eax, ecx, edx
            (&[0xc4, 0xe2, 0x73, 0xf5, 0xc2], Some(RefusalReason::Beyond)), // pdep eax, ecx, edx
            (&[0xc5, 0xf4, 0x58, 0xc2], Some(RefusalReason::Beyond)), // vaddps ymm0, ymm1, ymm2
            (&[0xc5, 0xf5, 0xfe, 0xc2], Some(RefusalReason::Beyond)), // vpaddd ymm0, ymm1, ymm2
            (&[0xc4, 0xe2, 0xf1, 0xb8, 0xc2], Some(RefusalReason::Beyond)), // vfmadd231pd xmm0, xmm1, xmm2
            (&[0x62, 0xf1, 0x74, 0x48, 0x58, 0xc2], Some(RefusalReason::Beyond)), // vaddps zmm0, zmm1, zmm2
            (&[0xf2, 0x0f, 0x7c, 0xc1], Some(RefusalReason::Beyond)), // haddps xmm0, xmm1 (SSE3)
            (&[0x66, 0x0f, 0x38, 0x00, 0xc1], Some(RefusalReason::Beyond)), // pshufb xmm0, xmm1 (SSSE3)
            (&[0x66, 0x0f, 0x3a, 0x0b, 0xc1, 0], Some(RefusalReason::Beyond)), // roundsd xmm0, xmm1, 0 (SSE4.1)
            (&[0xf2, 0x0f, 0x38, 0xf1, 0xc1], Some(RefusalReason::Beyond)),    // crc32 eax, ecx
            (&[0x66, 0x0f, 0x38, 0xdc, 0xc1], Some(RefusalReason::Beyond)),    // aesenc xmm0, xmm1
            (&[0x48, 0x0f, 0xc7, 0x08], Some(RefusalReason::Beyond)),          // cmpxchg16b [rax]
            (&[0x0f, 0x38, 0xf0, 0x00], Some(RefusalReason::Beyond)),          // movbe eax, [rax]
            (&[0x0f, 0x0f, 0xc1, 0x96], Some(RefusalReason::Beyond)),          // pfrcp mm0, mm1
            (&[0x0f, 0x0d, 0x08], Some(RefusalReason::Beyond)),                // prefetchw [rax]
            (&[0x9f], Some(RefusalReason::Beyond)),                            // lahf
            // What all of them have.
            (&[0xf3, 0x0f, 0x1e, 0xfa], None), // endbr64
            (&[0xf3, 0x0f, 0xbc, 0xc1], None), // rep bsf eax, ecx
            (&[0x0f, 0x44, 0xc1], None),       // cmove eax, ecx
            (&[0xf2, 0x0f, 0x51, 0xc1], None), // sqrtsd xmm0, xmm1
            (&[0xdb, 0xf1], None),             // fcomi st, st(1)
            (&[0x66, 0x0f, 0x6f, 0xc1], None), // movdqa xmm0, xmm1
        ];
        for (bytes, expected) in cases {
            assert_eq!(judged(bytes), expected, "{bytes:02x?}");
        }
    }
}
