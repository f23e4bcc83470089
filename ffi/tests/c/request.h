/* Requests that the servers of the tests read. */
#ifndef REQUEST_H
#define REQUEST_H

#include <unistd.h>

#include "check.h"

/* Reads a request to its end: the head, and as much as its Content-Length says. */
static inline void read_request(int stream, char *request, size_t capacity) {
    size_t length = 0;
    for (;;) {
        ssize_t got = read(stream, request + length, capacity - 1 - length);
        CHECK(got > 0);
        length += (size_t)got;
        request[length] = 0;
        char *body = strstr(request, "\r\n\r\n"), *said = strstr(request, "ontent-");
        while (said && strncmp(said, "ontent-Length: ", 15) != 0 && strncmp(said, "ontent-length: ", 15) != 0)
            said = strstr(said + 1, "ontent-");
        if (body && said && strlen(body + 4) >= strtoul(said + 15, NULL, 10)) return;
    }
}

#endif
