// Sockets, and memory that others share.
#include "probes.h"

#include <netinet/in.h>
#include <stddef.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

// A port on 127.0.0.1.
int tcp(char **arguments) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[0]))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM, 0);
    return verdict(file >= 0 && connect(file, (struct sockaddr *)&to, sizeof to) == 0);
}

static int reach(const char *name, int is_abstract) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = strlen(name);
    if (length + 2 > sizeof to.sun_path) return BROKEN;
    memcpy(to.sun_path + is_abstract, name, length + 1);
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + is_abstract + length;
    return verdict(file >= 0 && connect(file, (struct sockaddr *)&to, size) == 0);
}

// The name of a socket that has no file.
int abstract_socket(char **arguments) {
    return reach(arguments[0], 1);
}

// The path of a socket.
int named_socket(char **arguments) {
    return reach(arguments[0], 0);
}

// The number of a segment that begins with `secret`.
int shared_memory(char **arguments) {
    char *at = shmat(atoi(arguments[0]), NULL, SHM_RDONLY);
    return verdict(at != (char *)-1 && !memcmp(at, "secret", 6));
}
