/* Requests that the servers of the tests read. */
#ifndef REQUEST_H
#define REQUEST_H

#include <arpa/inet.h>
#include <sys/socket.h>
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

/* Listens on a free port of loopback, which `port` gets. */
static inline int listen_on_loopback(int *port) {
    struct sockaddr_in place = {0};
    socklen_t size = sizeof place;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(bind(listener, (struct sockaddr *)&place, sizeof place) == 0 && listen(listener, 4) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&place, &size) == 0);
    *port = ntohs(place.sin_port);
    return listener;
}

/* Writes a whole response with a body, and closes the connection. */
static inline void write_response(int stream, const char *type, const char *body) {
    char head[256];
    size_t length = strlen(body);
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
                        type, length);
    CHECK(write(stream, head, (size_t)size) == size);
    CHECK(write(stream, body, length) == (ssize_t)length);
    close(stream);
}

#endif
