/* The resident: the host's own code in a bot's process.
 *
 * `bout_fork_server` waits for the host's word and forks: a child that answers one question and ends (`fork`), or a
 * worker that answers the questions of a match (`reset`, `fast`). No bot code ever runs in the fork server itself.
 *
 * The host's seccomp filter (`crates/sandbox/src/confined/calls/image.rs`) fixes which code may make which system
 * calls:
 *  - the fork server's calls carry a token in %r9. Only the secret page contains the token, and no child has that page
 *    (MADV_DONTFORK);
 *  - a worker may write one wake byte, then read one byte, then reset its memory: at these three instructions, with
 *    these arguments, and nowhere else. A bot gains nothing by jumping there: from the answer on, the code runs
 *    straight to the reset, and all traces of the bot are gone before the next question is read;
 *  - `exit_group` anywhere. */
#include "resident.h"

#define SYS_read 0
#define SYS_write 1
#define SYS_madvise 28
#define SYS_clone 56
#define SYS_wait4 61
#define SYS_prctl 157
#define SYS_exit_group 231
#define SYS_prlimit64 302
#define MADV_DONTNEED 4
#define ENOMEM 12
#define PR_SET_PDEATHSIG 1
#define RLIMIT_CPU 0
#define SIGKILL 9
#define SIGCHLD 17
#define CLONE_FS 0x200
#define CLONE_FILES 0x400
#define WALL 0x40000000

/* The secret page. */
#define TOKEN (BOUT_SECRET + 0)
#define COMMAND (BOUT_SECRET + 8)
#define REPORT (BOUT_SECRET + 16)        /* 'D', status, rusage: the report that is written when a child has ended */
#define STATUS (BOUT_SECRET + 24)
#define RUSAGE (BOUT_SECRET + 32)
#define QUESTION_WORD (BOUT_SECRET + 248) /* the host's word for a question, for children that answer only one */
#define REPORT_BYTES 48

/* The answer page. */
#define ANSWER (BOUT_ANSWER + 0)
#define WORD (BOUT_ANSWER + 64)
/* A bit of the host's word for a question. It says that memory must not be reset, because the filter would refuse that
 * (`fast`). No answer is in it, and the word that a bot finds does not have it. */
#define KEEP_MEMORY 8

/* The question: who plays, and the board at its end. */
#define QUESTION_BOARD (BOUT_QUESTION_END - 16 * 32 * 4)
#define QUESTION_PLAYER (QUESTION_BOARD - 1)

    .section .rodata
/* The address of the bot's function. The host's linker writes it here. */
    .balign 8
    .globl bout_bot
bout_bot: .quad 0
    .globl bout_probe_at
bout_probe_at: .quad bout_probe
    .globl bout_wake_byte
bout_wake_byte: .byte 'A'
    .balign 64
/* An area in the compacted format of XSAVE. It names no component, so each component gets its initial state. It has 512
 * bytes of x87 and SSE state, which `fxrstor64` reads, too, and the header, whose bit 63 of XCOMP_BV says "compacted".
 * The processor touches only these 576 bytes, whatever components it has. */
    .globl bout_clean_state
bout_clean_state:
    .short 0x37f
    .zero 22
initial_mxcsr:
    .long 0x1f80
    .zero 484
    .quad 0
    .quad 1 << 63
    .zero 48
    .balign 64

    .text

    .macro EXIT code
    mov $\code, %edi
    mov $SYS_exit_group, %eax
    syscall
    ud2
    .endm

/* A worker gets here when its question has come and memory is as at the start. The word says how to reset the
 * processor's state, which differs from machine to machine. So it is overwritten, and no bot can read it. */
call_from_worker:
    movzbl WORD, %r14d
    and $~KEEP_MEMORY, %r14d
    movb $'Q', WORD

/* Calls the bot with every register as at the start of a call. Memory is as the code that jumps here has left it. All
 * kinds of isolation share this code, and nothing that a bot can see tells which kind it is: only the seccomp filter
 * differs. */
    .globl bout_child
bout_child:
call_bot:
    /* The host chooses how to reset the processor's state (`crates/sandbox/src/confined/processor.rs`). %r14 contains
     * 'a' plus twice the number of the way, plus 1 if the bases of fs and gs can be set. `fninit` clears the addresses
     * of the last x87 instruction, which some AMD processors otherwise leave as they were. MXCSR is loaded separately,
     * because in the standard format it comes from the area, which is all zeros. */
    sub $'a', %r14d
    cmp $2, %r14d
    jb 2f
    mov $bout_clean_state, %ecx
    cmp $4, %r14d
    jb 4f
    mov $BOUT_CLEAN, %ecx
4:  mov $-1, %eax
    mov $-1, %edx
    xrstor64 (%rcx)
    jmp 3f
2:  fxrstor64 bout_clean_state
3:  fninit
    ldmxcsr initial_mxcsr
    mov $BOUT_STACK_TOP, %rsp
    push $0x202
    popfq
    xor %eax, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    test $1, %r14d
    jz 1f
    wrfsbase %rax
    wrgsbase %rax
1:  xor %ebx, %ebx
    xor %ecx, %ecx
    xor %edx, %edx
    xor %esi, %esi
    xor %edi, %edi
    xor %ebp, %ebp
    xor %r8d, %r8d
    xor %r9d, %r9d
    xor %r10d, %r10d
    xor %r11d, %r11d
    xor %r12d, %r12d
    xor %r13d, %r13d
    xor %r14d, %r14d
    xor %r15d, %r15d
    mov $QUESTION_BOARD, %edi
    movsbl QUESTION_PLAYER, %esi
    call *bout_bot
    cltq
    mov %rax, ANSWER

/* Wakes the host and goes on to the next question of the match. In a child that answers only one question, the filter
 * refuses this call, and the child ends. */
    mov $SYS_write, %eax
    mov $1, %edi
    mov $bout_wake_byte, %esi
    mov $1, %edx
    syscall
    .globl bout_site_answer
bout_site_answer:
    cmp $1, %rax
    jne worker_end

    .globl bout_worker
bout_worker:
    mov $SYS_read, %eax
    xor %edi, %edi
    mov $WORD, %esi
    mov $1, %edx
    syscall
    .globl bout_site_question
bout_site_question:
    cmp $1, %rax
    jne worker_end
    cmpb $'E', WORD
    je match_end

/* Resets memory to its state at the start. The end of the stack, which every call uses, is filled with zeros, as it was
 * at first: that costs less than having the kernel take its pages and provide new ones. All other memory is given back
 * in whole pages, which return as they were at first. With `fast`, only the library's state is reset. */
    testb $KEEP_MEMORY, WORD
    jnz reset_library
    mov $BOUT_STACK_TOP - BOUT_STACK_NEAR, %rdi
    xor %eax, %eax
    mov $BOUT_STACK_NEAR / 8, %ecx
    cld
    rep stosq
    mov $SYS_madvise, %eax
    mov $bout_data_start, %edi
    mov $BOUT_STACK_TOP - BOUT_STACK_NEAR, %rsi
    sub %rdi, %rsi
    mov $MADV_DONTNEED, %edx
    syscall
    .globl bout_site_reset
bout_site_reset:
    test %rax, %rax
    jns call_from_worker
    cmp $-ENOMEM, %rax
    je call_from_worker
reset_library:
    mov $BOUT_STACK_TOP, %rsp
    cld
    call bout_reset_library
    jmp call_from_worker

worker_end:
    EXIT 0

/* The host has ended the match: nothing is left in the pipes, and the fork server can be used for another match. No bot
 * can get here between its answer and the host's word. */
match_end:
    EXIT 77

/* The entry point, at which the kernel starts the program. */
    .globl bout_start
bout_start:
    xor %ebp, %ebp
    and $-16, %rsp
    call bout_begin

/* Waits for a command and forks. %r15 contains the address at which the child continues. */
    .globl bout_fork_server
bout_fork_server:
    mov %rdi, %r15
fork_server_turn:
    mov $SYS_read, %eax
    xor %edi, %edi
    mov $COMMAND, %esi
    mov $1, %edx
    mov TOKEN, %r9
    syscall
    cmp $1, %rax
    jne fork_server_end
    /* This command was a question or an end for a worker that has already ended. The host gets the report of its end
     * instead. */
    cmpb $'a', COMMAND
    jae fork_server_turn
    cmpb $'E', COMMAND
    je fork_server_turn
    movzbl QUESTION_WORD, %r14d
    mov $SYS_clone, %eax
    /* A child for one question may make no system call that could affect a file. So it needs no table of files of its
     * own, which the kernel would have to create and destroy. */
    mov $SIGCHLD | CLONE_FS | CLONE_FILES, %edi
    cmpb $'F', COMMAND
    je 1f
    mov $SIGCHLD, %edi
1:  xor %esi, %esi
    xor %edx, %edx
    xor %r10d, %r10d
    xor %r8d, %r8d
    mov TOKEN, %r9
    syscall
    test %rax, %rax
    jz child
    movq $'F', REPORT
    mov %rax, STATUS
    js fork_server_report
    movq $'D', REPORT
    mov %rax, %rdi
    mov $SYS_wait4, %eax
    movq $0, STATUS
    mov $STATUS, %esi
    mov $WALL, %edx
    mov $RUSAGE, %r10d
    mov TOKEN, %r9
    syscall
fork_server_report:
    mov $SYS_write, %eax
    mov $1, %edi
    mov $REPORT, %esi
    mov $REPORT_BYTES, %edx
    mov TOKEN, %r9
    syscall
    jmp fork_server_turn
fork_server_end:
    EXIT 0

/* A child dies with its fork server, even if no namespace ensures this. It also has its own limit of processor time,
 * because the fork server lives as long as its thread. The token is still in %r9. */
child:
    mov $SYS_prctl, %eax
    mov $PR_SET_PDEATHSIG, %edi
    mov $SIGKILL, %esi
    syscall
    mov $SYS_prlimit64, %eax
    xor %edi, %edi
    mov $RLIMIT_CPU, %esi
    mov $BOUT_HEADER_TIME, %edx
    xor %r10d, %r10d
    syscall
    test %rax, %rax
    jnz worker_end
    jmp *%r15

/* `abort`: an exit code that no bot can give in any other allowed way. */
    .globl bout_abort
bout_abort:
    EXIT 134

    .section .note.GNU-stack,"",@progbits
