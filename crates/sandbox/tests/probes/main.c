// All probes in one program: its first argument says which.
#include "probes.h"

#define PROBES(X) \
    X(read_file) X(write_file) X(change_mode) X(read_descriptor) X(environment) X(inherits) X(large_file) \
    X(core_dump) X(see_processes) X(read_environment) X(signal_host) X(signal_otherwise) X(own_signals) \
    X(limit_host) X(trace_host) X(read_memory) X(memory_file) X(fork_bomb) X(memory_together) X(much_memory) \
    X(spin) X(tcp) X(abstract_socket) X(named_socket) X(shared_memory) X(mounts) X(new_users) X(keys) X(bpf) \
    X(io_uring) X(page_faults) X(old_calls) X(x32_calls) X(back_to_root) \
    X(copy) X(flood) X(deaf) X(closed) X(exits) X(dies) X(makes) X(daemonise) X(orphan) X(family) X(numbers) \
    X(unbound)

#define DECLARE(name) probe name;
PROBES(DECLARE)

int main(int count, char **arguments) {
#define TRY(name) if (count > 1 && !strcmp(arguments[1], #name)) return name(arguments + 2);
    PROBES(TRY)
    fprintf(stderr, "no such probe\n");
    return BROKEN;
}
