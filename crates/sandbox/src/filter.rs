//! Seccomp filters: which system calls a process may make, from where, with which arguments.
//!
//! `seccompiler` makes filters by number and arguments only. Ours also look at the address of the call: a worker may
//! ask the kernel for something at three instructions of the resident and nowhere else.

use libc::sock_filter;

/// What is compared with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Number,
    Architecture,
    Low(u32),
    High(u32),
}

/// Offsets into `struct seccomp_data`.
const INSTRUCTION_POINTER: u32 = 8;
const ARGUMENTS: u32 = 16;

/// `AUDIT_ARCH_X86_64`: calls of 32-bit programs have other numbers and are never allowed.
const ARCHITECTURE: u32 = 0xc000_003e;

const LOAD: u16 = 0x20;
const JUMP_EQUAL: u16 = 0x15;
const RETURN: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;
/// Fails with EPERM.
const REFUSE: u32 = 0x0005_0001;
/// Fails with ENOSYS.
const NO_SUCH_CALL: u32 = 0x0005_0026;
const KILL_PROCESS: u32 = 0x8000_0000;

/// What becomes of a call that no rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// The process is killed.
    Kill,
    /// It fails as a call does that the kernel does not have. Those of other architectures kill.
    NoSuchCall,
}

/// One allowed kind of call: all of its conditions hold.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    number: u32,
    /// 64-bit conditions: the offset of the value in `seccomp_data`, and what it must be.
    conditions: Vec<(u32, u64)>,
    action: u32,
}

impl Rule {
    /// The call with this number, whatever its arguments.
    #[must_use]
    pub(crate) fn call(number: libc::c_long) -> Self {
        Self {
            number: u32::try_from(number).expect("system calls have small numbers"),
            conditions: Vec::new(),
            action: ALLOW,
        }
    }

    /// Such a call is not allowed but fails with EPERM, and the process lives on.
    #[must_use]
    pub(crate) fn refused(mut self) -> Self {
        self.action = REFUSE;
        self
    }

    /// Only where the instruction after the call lies at this address.
    #[must_use]
    pub(crate) fn at(mut self, address: u64) -> Self {
        self.conditions.push((INSTRUCTION_POINTER, address));
        self
    }

    /// Only where argument `index` (0 to 5) has this value.
    #[must_use]
    pub(crate) fn with(mut self, index: u32, value: u64) -> Self {
        self.conditions.push((ARGUMENTS + 8 * index, value));
        self
    }
}

/// A filter that allows what its rules say, in the order in which they are looked at.
#[must_use]
pub(crate) fn filter(rules: &[Rule], otherwise: Otherwise) -> Vec<sock_filter> {
    let mut program =
        vec![load(Field::Architecture), jump_unless(ARCHITECTURE, 0), ret(KILL_PROCESS), load(Field::Number)];
    // `jump_unless(value, n)` skips n instructions where the value differs; for the architecture the sense is the
    // other way round: equal jumps over the kill.
    program[1] = sock_filter { code: JUMP_EQUAL, jt: 1, jf: 0, k: ARCHITECTURE };
    for rule in rules {
        let body = body(rule);
        let length = u8::try_from(body.len()).expect("a rule has few conditions");
        program.push(jump_unless(rule.number, length));
        program.extend(body);
    }
    program.push(ret(match otherwise {
        Otherwise::Kill => KILL_PROCESS,
        Otherwise::NoSuchCall => NO_SUCH_CALL,
    }));
    program
}

/// The conditions of a rule; where one does not hold, to the number again and on to the next rule.
fn body(rule: &Rule) -> Vec<sock_filter> {
    if rule.conditions.is_empty() {
        return vec![ret(rule.action)];
    }
    let mut body = Vec::new();
    let total = rule.conditions.len() * 4 + 1;
    for (offset, value) in &rule.conditions {
        for (field, half) in [(Field::Low(*offset), *value), (Field::High(*offset), *value >> 32)] {
            body.push(load(field));
            let left = u8::try_from(total - body.len() - 1).expect("a rule has few conditions");
            body.push(jump_unless(low_half(half), left));
        }
    }
    body.push(ret(rule.action));
    body.push(load(Field::Number));
    body
}

fn low_half(value: u64) -> u32 {
    u32::try_from(value & 0xffff_ffff).expect("half of 64 bits")
}

fn load(field: Field) -> sock_filter {
    let offset = match field {
        Field::Number => 0,
        Field::Architecture => 4,
        Field::Low(offset) => offset,
        Field::High(offset) => offset + 4,
    };
    sock_filter { code: LOAD, jt: 0, jf: 0, k: offset }
}

fn jump_unless(value: u32, skip: u8) -> sock_filter {
    sock_filter { code: JUMP_EQUAL, jt: 0, jf: skip, k: value }
}

fn ret(action: u32) -> sock_filter {
    sock_filter { code: RETURN, jt: 0, jf: 0, k: action }
}
