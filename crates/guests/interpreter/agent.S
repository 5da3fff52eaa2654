/* The agent's entry, and the only path from the end of a run to the beginning of the next.
 *
 * An interpreter calls the entry at two places: where its snapshot is taken, and at the end of every run. From the
 * system call that tells the host about an answer, this code runs straight through to the next run: it waits for the
 * host's word, restores memory, and sets every register. On this path it uses nothing that a run could have written. */
#include "agent.h"

    .section .entry, "ax"
    .globl agent_entry
agent_entry:
    jmp begin_or_end
    .balign 16
    /* The host finds here the addresses that its filter names: the instruction after each system call. */
    .quad site_wake
    .quad site_wait
    .quad site_heap
    .quad site_fs
    .quad wake_byte
    .quad site_let_use
    .quad clean_state
    .quad site_word
    .quad site_clone
    .quad site_reap
    .quad site_report
    .quad site_parent
    .quad site_limit

    .text
begin_or_end:
    push %rbx
    push %rbp
    push %r12
    push %r13
    push %r14
    push %r15
    movabs $AGENT_MEMORY, %rax
    cmpq $0, FIXED_MODE(%rax)
    jne ended
    mov %rsp, FIXED_STACK(%rax)
    stmxcsr FIXED_MXCSR(%rax)
    movabs $AGENT_STACK_TOP, %rsp
    call agent_begin
    /* Only children return here. A child for one run begins it, and a worker waits for its first run. Wipe the stack,
     * because its content tells of other children. */
    movabs $AGENT_OWN, %rdi
    xor %eax, %eax
    mov $AGENT_OWN_BYTES, %ecx
    rep stosb
    movabs $AGENT_MEMORY, %rax
    cmpq $'W', FIXED_MODE(%rax)
    je wait
    jmp resume

ended:
    movabs $AGENT_STACK_TOP, %rsp
    cmpq $'W', FIXED_MODE(%rax)
    je wake
    call agent_end_of_child
    ud2

wake:
    mov $1, %eax
    mov $1, %edi
    movabs $wake_byte, %rsi
    mov $1, %edx
    syscall
site_wake:
wait:
    xor %eax, %eax
    xor %edi, %edi
    movabs $AGENT_WORD, %rsi
    mov $1, %edx
    syscall
site_wait:
    /* A run may have set any flag: single steps, alignment, direction. */
    movabs $AGENT_STACK_TOP, %rsp
    pushq $2
    popfq
    mov %rax, %rbx
    movabs $AGENT_OWN, %rdi
    movzbl (%rdi), %ebp
    xor %eax, %eax
    mov $AGENT_OWN_BYTES, %ecx
    rep stosb
    mov %rbx, %rdi
    mov %ebp, %esi
    call agent_put_back
    /* Give the heap that a run got beyond the snapshot back to the kernel. */
    movabs $AGENT_MEMORY, %r12
    mov $12, %eax
    mov FIXED_HEAP_END(%r12), %rdi
    syscall
site_heap:
    cmp FIXED_HEAP_END(%r12), %rax
    je resume
    ud2

resume:
    /* Set all state of the processor besides its plain registers to that of a new process. The host chooses the way
     * (`crates/sandbox/src/confined/processor.rs`): `xrstor64` from an area in memory, which knows every component that
     * the kernel has enabled, or `fxrstor64` if there are only x87 and SSE. `fninit` clears the addresses of the last
     * x87 instruction, which some AMD processors otherwise leave as they were. */
    movabs $AGENT_MEMORY, %r12
    mov FIXED_CLEAN(%r12), %rcx
    test %rcx, %rcx
    jz restore_legacy
    mov $-1, %eax
    mov $-1, %edx
    xrstor64 (%rcx)
    jmp restored
restore_legacy:
    movabs $clean_state, %rcx
    fxrstor64 (%rcx)
restored:
    fninit
    xor %eax, %eax
    mov %eax, %ds
    mov %eax, %es
    mov %eax, %fs
    mov %eax, %gs
    mov FIXED_FS(%r12), %rsi
    cmpq $0, FIXED_HAS_FSGSBASE(%r12)
    je fs_by_call
    wrfsbase %rsi
    wrgsbase %rax
    jmp fs_set
fs_by_call:
    mov $158, %eax
    mov $0x1002, %edi
    syscall
site_fs:
fs_set:
    ldmxcsr FIXED_MXCSR(%r12)
    mov FIXED_STACK(%r12), %rsp
    xor %eax, %eax
    xor %ecx, %ecx
    xor %edx, %edx
    xor %esi, %esi
    xor %edi, %edi
    xor %r8d, %r8d
    xor %r9d, %r9d
    xor %r10d, %r10d
    xor %r11d, %r11d
    pop %r15
    pop %r14
    pop %r13
    pop %r12
    pop %rbp
    pop %rbx
    ret

    /* Gives the page at the first argument the access in the second argument. */
    .globl agent_let_use
agent_let_use:
    mov $10, %eax
    mov %rsi, %rdx
    mov $4096, %esi
    syscall
site_let_use:
    ret

    /* The process that forks a child for every run and does nothing else. Its children inherit its filter, so no child
     * needs to set one, which takes the kernel longer than all the rest of a fork. It makes the system calls that its
     * children must not make from this page. No child has this page or can map one here, so no child can make system
     * calls from these addresses. The process uses no stack, since pages that it writes to between two forks would be
     * copied. */
    .section .fork_server, "ax"
    .globl agent_fork_server
agent_fork_server:
    movabs $AGENT_OWN, %rdi
    xor %eax, %eax
    mov $AGENT_OWN_BYTES, %ecx
    rep stosb
    movabs $AGENT_FORK_SERVER, %rbx
next_word:
    xor %eax, %eax
    xor %edi, %edi
    mov %rbx, %rsi
    mov $1, %edx
    syscall
site_word:
    cmp $1, %rax
    jne no_more_words
    cmpb $'F', (%rbx)
    jne next_word
    jmp fork
forked:
    /* The report to the host: its kind, a status, and the processor time. */
    movq $'F', 16(%rbx)
    mov %rax, 24(%rbx)
    mov %rax, %rbp
    test %rax, %rax
    js report
    movq $'D', 16(%rbx)
    movq $0, 24(%rbx)
reap:
    mov $61, %eax
    mov %rbp, %rdi
    lea 24(%rbx), %rsi
    xor %edx, %edx
    lea 32(%rbx), %r10
    syscall
site_reap:
    cmp %rbp, %rax
    jne reap
report:
    mov $1, %eax
    mov $1, %edi
    lea 16(%rbx), %rsi
    mov $48, %edx
    syscall
site_report:
    jmp next_word
no_more_words:
    mov $231, %eax
    xor %edi, %edi
    syscall
    ud2
    /* The page ends with the call that forks. Parent and child both continue at the next page, which the children have.
     * They share the table of files, because the children cannot change it. */
    .org agent_fork_server + AGENT_PAGE - 22
fork:
    mov $56, %eax
    mov $AGENT_FORK_FLAGS, %edi
    xor %esi, %esi
    xor %edx, %edx
    xor %r10d, %r10d
    xor %r8d, %r8d
    syscall

    .section .forked, "ax"
    .globl site_clone
site_clone:
    test %rax, %rax
    jnz forked
    /* This is the child. Making these calls again would change nothing. */
    mov $157, %eax
    mov $1, %edi
    mov $9, %esi
    syscall
site_parent:
    mov $210, %edi
    test %rax, %rax
    jnz no_child
    mov $302, %eax
    xor %edi, %edi
    xor %esi, %esi
    movabs $AGENT_MEMORY + FIXED_LIMIT, %rdx
    xor %r10d, %r10d
    syscall
site_limit:
    mov $211, %edi
    test %rax, %rax
    jnz no_child
    jmp resume
no_child:
    mov $231, %eax
    syscall
    ud2

    .text
    /* The address to which a signal handler returns. */
    .globl agent_after_signal
agent_after_signal:
    mov $15, %eax
    syscall
    ud2

    .section .rodata
wake_byte:
    .byte 'A'
    .balign 64
/* An area in the compacted format of XSAVE. It names no component, so each component gets its initial state. It has 512
 * bytes of x87 and SSE state, which `fxrstor64` reads, too, and the header, whose bit 63 of XCOMP_BV says "compacted".
 * The processor touches only these 576 bytes, whatever components it has. */
clean_state:
    .short 0x37f
    .zero 22
    .long 0x1f80
    .zero 484
    .quad 0
    .quad 1 << 63
    .zero 48

    .section .note.GNU-stack, "", @progbits
