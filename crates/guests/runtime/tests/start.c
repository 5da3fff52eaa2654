/* Runs a test program with the runtime image. It maps the image named by the first argument to its address. It also
 * maps the header page and the heap, which the resident would otherwise provide for the library. */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "check.h"
#include "resident.h"

extern int main(int argc, char **argv);

__asm__(".text\n"
        ".globl _start\n"
        "_start:\n"
        "xor %ebp, %ebp\n"
        "mov %rsp, %rdi\n"
        "and $-16, %rsp\n"
        "call begin_on_image\n"
        "ud2\n");

static void *map(unsigned long at, unsigned long bytes, int protection, int file, unsigned long offset)
{
    int flags = MAP_PRIVATE | MAP_FIXED_NOREPLACE | (file < 0 ? MAP_ANONYMOUS : 0);
    long got = kernel(9, at, bytes, protection, flags, file, offset);
    if (got != (long)at) {
        say("the test cannot map its memory\n");
        leave(3);
    }
    return (void *)at;
}

__attribute__((used)) void begin_on_image(long *stack)
{
    int argc = (int)stack[0];
    char **argv = (char **)(stack + 1);
    char *beginning = (char *)map(0x20000000, 4096, PROT_READ | PROT_WRITE, -1, 0);
    long file = argc < 2 ? -1 : kernel(2, (long)argv[1], O_RDONLY, 0, 0, 0, 0);
    if (file < 0 || kernel(0, file, (long)beginning, 4096, 0, 0, 0) < 64) {
        say("the test cannot read the image\n");
        leave(3);
    }
    Elf64_Ehdr *header = (Elf64_Ehdr *)beginning;
    Elf64_Phdr *segment = (Elf64_Phdr *)(beginning + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++, segment++) {
        if (segment->p_type != PT_LOAD) continue;
        int protection = (segment->p_flags & PF_R ? PROT_READ : 0) | (segment->p_flags & PF_W ? PROT_WRITE : 0) |
                         (segment->p_flags & PF_X ? PROT_EXEC : 0);
        map(segment->p_vaddr, segment->p_memsz, protection, (int)file, segment->p_offset);
    }
    kernel(3, file, 0, 0, 0, 0, 0);
    map(BOUT_HEADER, BOUT_QUESTION_END - BOUT_HEADER, PROT_READ | PROT_WRITE, -1, 0);
    unsigned char **start = (unsigned char **)&bout_heap.start, **end = (unsigned char **)&bout_heap.end;
    *start = map(BOUT_HEAP_START, HEAP_BYTES, PROT_READ | PROT_WRITE, -1, 0);
    *end = *start + HEAP_BYTES;
    leave(main(argc, argv));
}
