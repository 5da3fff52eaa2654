//! Attempts to do what foreign code must not do. Each probe is a function that runs in a confined child (see
//! [`crate::table`]). It therefore makes plain system calls only, and uses data that the parent prepared beforehand.

// Children of a program with threads can only make plain system calls.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::ptr;

use libc::c_int;

/// The targets of the probes. All of them can be reached unless an isolation feature prevents it.
pub(crate) struct Targets {
    /// A file that everybody may read.
    pub(crate) public: CString,
    /// A file that only our own user may read.
    pub(crate) private: CString,
    /// The path of a socket that has a listener.
    pub(crate) socket: libc::sockaddr_un,
    /// A port of this machine that has a listener, in network byte order.
    pub(crate) port: u16,
    /// A segment of shared memory that everybody may read.
    pub(crate) segment: c_int,
    /// Our own process.
    pub(crate) host: libc::pid_t,
    /// A byte in our memory.
    pub(crate) byte: *const u8,
}

/// Limits of a probe's process ([`crate::Limits`]). The probes of these limits try to use twice as much.
pub(crate) const FILE_BYTES: u64 = 1 << 20;
pub(crate) const MEMORY_BYTES: u64 = 8 << 30;
pub(crate) const PROCESSES: u64 = 8;

/// An attempt at something that foreign code must not do.
pub(crate) struct Probe {
    pub(crate) name: &'static str,
    /// Whether the attempt succeeded.
    pub(crate) gets_through: fn(&Targets) -> bool,
}

pub(crate) const PROBES: [Probe; 14] = [
    Probe { name: "make a network socket", gets_through: makes_socket },
    Probe { name: "gain rights by a set-user-ID program", gets_through: may_gain_privileges },
    Probe { name: "take more memory than is allowed", gets_through: takes_memory },
    Probe { name: "write more to a file than is allowed", gets_through: writes_much },
    Probe { name: "have more processes than are allowed", gets_through: has_many_processes },
    Probe { name: "read a file that everybody may read", gets_through: reads_public },
    Probe { name: "read a file that only bout's user may read", gets_through: reads_private },
    Probe { name: "connect to a socket by its path", gets_through: connects_by_path },
    Probe { name: "connect to a server on this machine", gets_through: connects_by_port },
    Probe { name: "attach to others' shared memory", gets_through: attaches },
    Probe { name: "read bout's own memory", gets_through: reads_memory },
    Probe { name: "send a signal to bout", gets_through: signals },
    Probe { name: "use a right of the superuser (priority)", gets_through: raises_priority },
    Probe { name: "become the superuser again", gets_through: becomes_root },
];

/// Makes a socket of this family. Negative if that failed.
fn socket(family: c_int) -> c_int {
    // SAFETY: plain numbers.
    unsafe { libc::socket(family, libc::SOCK_STREAM | libc::SOCK_CLOEXEC, 0) }
}

/// A socket family in the type that addresses use.
pub(crate) fn family(number: c_int) -> libc::sa_family_t {
    libc::sa_family_t::try_from(number).unwrap_or(0)
}

fn makes_socket(_: &Targets) -> bool {
    socket(libc::AF_INET) >= 0
}

/// Asks the kernel whether it would let a program gain rights.
fn may_gain_privileges(_: &Targets) -> bool {
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 }
}

fn takes_memory(_: &Targets) -> bool {
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    let much = usize::try_from(2 * MEMORY_BYTES).unwrap_or(usize::MAX);
    // SAFETY: a new mapping. Nothing uses it, and it ends with this process.
    unsafe { libc::mmap(ptr::null_mut(), much, libc::PROT_READ, kind, -1, 0) != libc::MAP_FAILED }
}

/// File 0 is a file in memory.
fn writes_much(_: &Targets) -> bool {
    static PIECE: [u8; 1 << 12] = [b'x'; 1 << 12];
    // SAFETY: the kernel reads the piece.
    let put = || unsafe { libc::write(0, PIECE.as_ptr().cast(), PIECE.len()) };
    (0..2 * FILE_BYTES / PIECE.len() as u64).all(|_| put() == PIECE.len().cast_signed())
}

/// A process that has ended still counts until its parent waits for it. This probe never waits.
fn has_many_processes(_: &Targets) -> bool {
    // These are the flags of the C library's `fork`, which filters allow.
    let flags = libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID | libc::SIGCHLD;
    let mut number: libc::pid_t = 0;
    (0..2 * PROCESSES).all(|_| {
        // SAFETY: without a stack of its own this is `fork`; the child ends at once.
        unsafe {
            let child = libc::syscall(
                libc::SYS_clone,
                libc::c_long::from(flags),
                0_usize,
                0_usize,
                &raw mut number,
                0_usize,
            );
            if child == 0 {
                libc::_exit(0);
            }
            child > 0
        }
    })
}

fn reads(path: &CString) -> bool {
    let mut byte = 0_u8;
    // SAFETY: the text ends in NUL; the kernel writes one byte.
    unsafe {
        let file = libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        file >= 0 && libc::read(file, (&raw mut byte).cast(), 1) == 1
    }
}

fn reads_public(targets: &Targets) -> bool {
    reads(&targets.public)
}

fn reads_private(targets: &Targets) -> bool {
    reads(&targets.private)
}

/// Connects to an address, which is one of the kernel's address structures.
fn connects<A>(family: c_int, address: &A) -> bool {
    let length = libc::socklen_t::try_from(size_of::<A>()).unwrap_or(0);
    // SAFETY: the kernel reads an address of this length.
    unsafe { libc::connect(socket(family), ptr::from_ref(address).cast(), length) == 0 }
}

fn connects_by_path(targets: &Targets) -> bool {
    connects(libc::AF_UNIX, &targets.socket)
}

fn connects_by_port(targets: &Targets) -> bool {
    let address = libc::sockaddr_in {
        sin_family: family(libc::AF_INET),
        sin_port: targets.port,
        sin_addr: libc::in_addr { s_addr: libc::INADDR_LOOPBACK.to_be() },
        sin_zero: [0; 8],
    };
    connects(libc::AF_INET, &address)
}

fn attaches(targets: &Targets) -> bool {
    // SAFETY: the kernel chooses the address, and nothing uses the memory.
    unsafe { libc::shmat(targets.segment, ptr::null(), libc::SHM_RDONLY).addr() != usize::MAX }
}

fn reads_memory(targets: &Targets) -> bool {
    let mut byte = 0_u8;
    let here = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let there = libc::iovec { iov_base: targets.byte.cast_mut().cast(), iov_len: 1 };
    // SAFETY: the kernel writes one byte here. It only reads from the other process.
    unsafe { libc::process_vm_readv(targets.host, &raw const here, 1, &raw const there, 1, 0) == 1 }
}

fn signals(targets: &Targets) -> bool {
    // SAFETY: plain numbers. Signal 0 only asks whether a signal could be sent.
    unsafe { libc::kill(targets.host, 0) == 0 }
}

fn raises_priority(_: &Targets) -> bool {
    // SAFETY: plain numbers. The call is about this process's own priority.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, -1) == 0 }
}

fn becomes_root(_: &Targets) -> bool {
    // SAFETY: plain numbers.
    unsafe { libc::syscall(libc::SYS_setresuid, 0, 0, 0) == 0 }
}
