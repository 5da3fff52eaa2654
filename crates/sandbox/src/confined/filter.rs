//! Seccomp filters: which system calls a process may make, from where, with which arguments.
//!
//! `seccompiler` makes filters that test only the number and the arguments of a call. Our filters also test the address
//! of the call: a worker may make system calls only at a few instructions of ours, and end itself anywhere.

use std::ops::Range;

use libc::sock_filter;

/// The value that a filter compares with a constant.
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

/// `AUDIT_ARCH_X86_64`: 32-bit programs use other call numbers, and their calls are never allowed.
const ARCHITECTURE: u32 = 0xc000_003e;

/// The smallest call number of the x32 kind, which has the same calls under other numbers.
const X32: u32 = 0x4000_0000;

const LOAD: u16 = 0x20;
const JUMP_EQUAL: u16 = 0x15;
const JUMP_GREATER: u16 = 0x25;
const JUMP_AT_LEAST: u16 = 0x35;
const RETURN: u16 = 0x06;
const ALLOW: u32 = 0x7fff_0000;
/// Fails with EPERM.
const REFUSE: u32 = 0x0005_0001;
/// Does nothing and returns 0.
const NOTHING: u32 = 0x0005_0000;
/// Fails with ENOSYS.
const NO_SUCH_CALL: u32 = 0x0005_0026;
const KILL_PROCESS: u32 = 0x8000_0000;

/// What happens to a call that matches no rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DefaultAction {
    /// The process is killed.
    Kill,
    /// The call fails as if the kernel did not have it. Calls of other architectures kill the process.
    NoSuchCall,
    /// The call is allowed, unless its number is of the x32 kind. No rule would match such a number, so the call fails
    /// with EPERM. Calls of other architectures kill the process.
    Allow,
}

/// A test of a 64-bit value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArgumentTest {
    Equal(u64),
    BeAtLeast(u64),
    BeBelow(u64),
}

/// One kind of call. A call matches if all conditions hold.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    number: u32,
    /// The offset of each value in `seccomp_data`, and the test that the value must pass.
    conditions: Vec<(u32, ArgumentTest)>,
    action: u32,
}

impl Rule {
    /// The call with this number and any arguments.
    #[must_use]
    pub(crate) fn call(number: libc::c_long) -> Self {
        Self {
            number: u32::try_from(number).expect("system calls have small numbers"),
            conditions: Vec::new(),
            action: ALLOW,
        }
    }

    /// A matching call fails with EPERM, and the process continues.
    #[must_use]
    pub(crate) fn refused(mut self) -> Self {
        self.action = REFUSE;
        self
    }

    /// A matching call does nothing and returns 0, as if it had succeeded.
    #[must_use]
    pub(crate) fn ignored(mut self) -> Self {
        self.action = NOTHING;
        self
    }

    /// A matching call kills the process.
    #[must_use]
    pub(crate) fn kills(mut self) -> Self {
        self.action = KILL_PROCESS;
        self
    }

    /// Matches only if the instruction after the call lies at this address.
    #[must_use]
    pub(crate) fn at(mut self, address: u64) -> Self {
        self.conditions.push((INSTRUCTION_POINTER, ArgumentTest::Equal(address)));
        self
    }

    /// Matches only if argument `index` (0 to 5) has this value.
    #[must_use]
    pub(crate) fn with(mut self, index: u32, value: u64) -> Self {
        self.conditions.push((ARGUMENTS + 8 * index, ArgumentTest::Equal(value)));
        self
    }

    /// Matches only if argument `index` lies in `range`.
    #[must_use]
    pub(crate) fn within(mut self, index: u32, range: Range<u64>) -> Self {
        let at = ARGUMENTS + 8 * index;
        self.conditions
            .extend([(at, ArgumentTest::BeAtLeast(range.start)), (at, ArgumentTest::BeBelow(range.end))]);
        self
    }
}

/// Makes a filter from rules. The filter tests the rules in their order.
#[must_use]
pub(crate) fn filter(rules: &[Rule], otherwise: DefaultAction) -> Vec<sock_filter> {
    let mut program =
        vec![load(Field::Architecture), jump_unless(ARCHITECTURE, 0), ret(KILL_PROCESS), load(Field::Number)];
    // `jump_unless(value, n)` skips n instructions if the value differs. The test of the architecture works the other
    // way round: it jumps over the kill if the value is equal.
    program[1] = sock_filter { code: JUMP_EQUAL, jt: 1, jf: 0, k: ARCHITECTURE };
    if otherwise == DefaultAction::Allow {
        let is_x32 = sock_filter { code: JUMP_AT_LEAST, jt: 0, jf: 1, k: X32 };
        program.extend([is_x32, ret(REFUSE)]);
    }
    for rule in rules {
        let body = body(rule);
        let length = u8::try_from(body.len()).expect("a rule has few conditions");
        program.push(jump_unless(rule.number, length));
        program.extend(body);
    }
    program.push(ret(match otherwise {
        DefaultAction::Kill => KILL_PROCESS,
        DefaultAction::NoSuchCall => NO_SUCH_CALL,
        DefaultAction::Allow => ALLOW,
    }));
    program
}

/// The tests of a rule's conditions. If one does not hold, the filter loads the call number again and goes on to the
/// next rule.
fn body(rule: &Rule) -> Vec<sock_filter> {
    if rule.conditions.is_empty() {
        return vec![ret(rule.action)];
    }
    let total = rule.conditions.iter().map(|(_, must)| length(*must)).sum::<usize>() + 1;
    let mut body = Vec::new();
    for &(offset, must) in &rule.conditions {
        test(&mut body, offset, must, total);
    }
    body.push(ret(rule.action));
    body.push(load(Field::Number));
    body
}

/// The number of instructions that [`test`] adds.
fn length(must: ArgumentTest) -> usize {
    match must {
        ArgumentTest::Equal(_) => 4,
        ArgumentTest::BeAtLeast(_) | ArgumentTest::BeBelow(_) => 5,
    }
}

/// Adds a test of a value. The filter goes on if the value passes, and otherwise jumps to instruction `out` of the
/// body.
fn test(body: &mut Vec<sock_filter>, offset: u32, must: ArgumentTest, out: usize) {
    let first = body.len();
    let to_out = |at: usize| u8::try_from(out - (first + at) - 1).expect("a rule has few conditions");
    let jump = |code, value, jt, jf| sock_filter { code, jt, jf, k: low_half(value) };
    let (low, high) = (load(Field::Low(offset)), load(Field::High(offset)));
    match must {
        ArgumentTest::Equal(value) => body.extend([
            low,
            jump(JUMP_EQUAL, value, 0, to_out(1)),
            high,
            jump(JUMP_EQUAL, value >> 32, 0, to_out(3)),
        ]),
        // The high half decides, unless it is equal.
        ArgumentTest::BeAtLeast(value) => body.extend([
            high,
            jump(JUMP_GREATER, value >> 32, 3, 0),
            jump(JUMP_EQUAL, value >> 32, 0, to_out(2)),
            low,
            jump(JUMP_AT_LEAST, value, 0, to_out(4)),
        ]),
        ArgumentTest::BeBelow(value) => body.extend([
            high,
            jump(JUMP_GREATER, value >> 32, to_out(1), 0),
            jump(JUMP_EQUAL, value >> 32, 0, 2),
            low,
            jump(JUMP_AT_LEAST, value, to_out(4), 0),
        ]),
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the kernel shows to a filter: `struct seccomp_data`.
    #[derive(Debug, Clone)]
    struct SystemCall {
        number: u32,
        architecture: u32,
        instruction_pointer: u64,
        arguments: [u64; 6],
    }

    impl SystemCall {
        fn bytes(&self) -> Vec<u8> {
            let mut bytes = [self.number, self.architecture].map(u32::to_le_bytes).concat();
            bytes.extend(self.instruction_pointer.to_le_bytes());
            bytes.extend(self.arguments.map(u64::to_le_bytes).concat());
            bytes
        }

        /// The value at one of the offsets that rules use.
        fn value(&self, offset: u32) -> u64 {
            match offset {
                8 => self.instruction_pointer,
                _ => self.arguments[(offset as usize - 16) / 8],
            }
        }
    }

    /// The kernel's machine, as far as filters need it: loads of words, one jump, one return. Like the kernel, it
    /// rejects a program that jumps or runs past its own end, or reads outside the data.
    fn run(program: &[sock_filter], asked: &SystemCall) -> u32 {
        let data = asked.bytes();
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = program[at];
            at += 1;
            match code {
                // BPF_LD | BPF_W | BPF_ABS
                0x20 => {
                    assert_eq!(k % 4, 0, "the kernel takes only whole words");
                    let from = k as usize;
                    accumulator = u32::from_le_bytes(data[from..from + 4].try_into().expect("4 bytes"));
                }
                // BPF_JMP | BPF_JEQ | BPF_K
                0x15 => at += usize::from(if accumulator == k { jt } else { jf }),
                // BPF_JMP | BPF_JGT | BPF_K, and BPF_JGE
                0x25 => at += usize::from(if accumulator > k { jt } else { jf }),
                0x35 => at += usize::from(if accumulator >= k { jt } else { jf }),
                // BPF_RET | BPF_K
                0x06 => return k,
                _ => panic!("no such instruction: {code:#x}"),
            }
        }
    }

    /// The expected verdict, computed without a filter program: the action of the first rule whose conditions all hold.
    fn expected(rules: &[Rule], otherwise: DefaultAction, asked: &SystemCall) -> u32 {
        // SECCOMP_RET_KILL_PROCESS, and SECCOMP_RET_ERRNO with ENOSYS.
        const KILL: u32 = 0x8000_0000;
        const LACKING: u32 = 0x0005_0000 + 38;
        if asked.architecture != 0xc000_003e {
            return KILL;
        }
        if otherwise == DefaultAction::Allow && asked.number >= 0x4000_0000 {
            // SECCOMP_RET_ERRNO with EPERM.
            return 0x0005_0001;
        }
        let holds = |rule: &&Rule| {
            rule.number == asked.number
                && rule.conditions.iter().all(|&(offset, must)| match must {
                    ArgumentTest::Equal(value) => asked.value(offset) == value,
                    ArgumentTest::BeAtLeast(value) => asked.value(offset) >= value,
                    ArgumentTest::BeBelow(value) => asked.value(offset) < value,
                })
        };
        match (rules.iter().find(holds), otherwise) {
            (Some(rule), _) => rule.action,
            (None, DefaultAction::Kill) => KILL,
            (None, DefaultAction::NoSuchCall) => LACKING,
            // SECCOMP_RET_ALLOW.
            (None, DefaultAction::Allow) => 0x7fff_0000,
        }
    }

    /// A few values, so that they are often equal. Some share a half, and some look negative.
    fn value() -> impl Strategy<Value = u64> {
        prop_oneof![
            4 => prop::sample::select(vec![0, 1, 1 << 32, (1 << 32) | 1, u64::MAX, u64::from(u32::MAX), 1 << 63]),
            1 => any::<u64>(),
        ]
    }

    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![
            8 => 0..4_u32,
            // These are the numbers of the same calls in x32 programs.
            1 => 0x4000_0000..0x4000_0004_u32,
            1 => any::<u32>(),
        ]
    }

    fn rule() -> impl Strategy<Value = Rule> {
        let address = prop::option::of(value());
        let arguments = prop::collection::vec((0..6_u32, value()), 0..4);
        let ranges = prop::collection::vec((0..6_u32, value(), value()), 0..3);
        (0..4_i64, address, arguments, ranges, 0..4_u8).prop_map(
            |(number, address, arguments, ranges, action)| {
                let rule = address.into_iter().fold(Rule::call(number), Rule::at);
                let rule = arguments.into_iter().fold(rule, |rule, (index, value)| rule.with(index, value));
                let within =
                    |rule: Rule, (index, one, other): (u32, u64, u64)| rule.within(index, one..other);
                let rule = ranges.into_iter().fold(rule, within);
                match action {
                    0 => rule.refused(),
                    1 => rule.ignored(),
                    2 => rule.kills(),
                    _ => rule,
                }
            },
        )
    }

    fn asked() -> impl Strategy<Value = SystemCall> {
        let architecture = prop_oneof![
            8 => Just(0xc000_003e),
            // i386, and 64-bit ARM.
            1 => prop::sample::select(vec![0x4000_0003, 0xc000_00b7]),
            1 => any::<u32>(),
        ];
        (number(), architecture, value(), prop::array::uniform6(value())).prop_map(
            |(number, architecture, instruction_pointer, arguments)| SystemCall {
                number,
                architecture,
                instruction_pointer,
                arguments,
            },
        )
    }

    /// A call that matches a rule, except for at most one bit.
    fn nearly(rule: &Rule, mut asked: SystemCall, changed: Option<(usize, u32)>) -> SystemCall {
        asked.architecture = 0xc000_003e;
        asked.number = rule.number;
        for &(offset, must) in &rule.conditions {
            let value = match must {
                ArgumentTest::Equal(value) | ArgumentTest::BeAtLeast(value) => value,
                ArgumentTest::BeBelow(value) => value.wrapping_sub(1),
            };
            match offset {
                8 => asked.instruction_pointer = value,
                _ => asked.arguments[(offset as usize - 16) / 8] = value,
            }
        }
        match changed {
            Some((0, bit)) => asked.number ^= 1 << (bit % 32),
            Some((1, bit)) => asked.architecture ^= 1 << (bit % 32),
            Some((2, bit)) => asked.instruction_pointer ^= 1 << bit,
            Some((index, bit)) => asked.arguments[index - 3] ^= 1 << bit,
            None => {}
        }
        asked
    }

    fn otherwise() -> impl Strategy<Value = DefaultAction> {
        prop::sample::select(vec![DefaultAction::Kill, DefaultAction::NoSuchCall, DefaultAction::Allow])
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_call_is_allowed_exactly_when_a_rule_says_so(
            rules in prop::collection::vec(rule(), 0..12),
            otherwise in otherwise(),
            asked in asked(),
        ) {
            let program = filter(&rules, otherwise);
            prop_assert_eq!(run(&program, &asked), expected(&rules, otherwise, &asked));
        }

        #[test]
        fn one_bit_makes_a_difference(
            rules in prop::collection::vec(rule(), 1..12),
            otherwise in otherwise(),
            which in any::<prop::sample::Index>(),
            asked in asked(),
            changed in prop::option::of((0..9_usize, 0..64_u32)),
        ) {
            let asked = nearly(which.get(&rules), asked, changed);
            let program = filter(&rules, otherwise);
            prop_assert_eq!(run(&program, &asked), expected(&rules, otherwise, &asked));
        }

        #[test]
        fn the_kernel_would_take_every_program(rules in prop::collection::vec(rule(), 0..40)) {
            let program = filter(&rules, DefaultAction::Kill);
            prop_assert!(program.len() <= 4096, "BPF_MAXINSNS");
            for (at, instruction) in program.iter().enumerate() {
                match instruction.code {
                    0x20 => prop_assert!(instruction.k % 4 == 0 && instruction.k < 64),
                    0x15 | 0x25 | 0x35 => {
                        let furthest = at + 1 + usize::from(instruction.jt.max(instruction.jf));
                        prop_assert!(furthest < program.len());
                    }
                    code => prop_assert_eq!(code, 0x06),
                }
            }
            prop_assert_eq!(program.last().map(|last| last.code), Some(0x06));
        }
    }

    #[test]
    fn the_constants_are_the_kernels() {
        assert_eq!(ALLOW, libc::SECCOMP_RET_ALLOW);
        assert_eq!(REFUSE, libc::SECCOMP_RET_ERRNO | libc::EPERM.unsigned_abs());
        assert_eq!(NOTHING, libc::SECCOMP_RET_ERRNO);
        assert_eq!(NO_SUCH_CALL, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs());
        assert_eq!(KILL_PROCESS, libc::SECCOMP_RET_KILL_PROCESS);
        assert_eq!(
            usize::try_from(INSTRUCTION_POINTER),
            Ok(std::mem::offset_of!(libc::seccomp_data, instruction_pointer))
        );
        assert_eq!(usize::try_from(ARGUMENTS), Ok(std::mem::offset_of!(libc::seccomp_data, args)));
        assert_eq!(u32::from(LOAD), libc::BPF_LD | libc::BPF_W | libc::BPF_ABS);
        assert_eq!(u32::from(JUMP_EQUAL), libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K);
        assert_eq!(u32::from(JUMP_GREATER), libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K);
        assert_eq!(u32::from(JUMP_AT_LEAST), libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K);
        assert_eq!(u32::from(RETURN), libc::BPF_RET | libc::BPF_K);
    }
}
