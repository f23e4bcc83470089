/* Frames of `NAME LENGTH`, a line end, so many bytes and a line end: what the C tests read and
 * write, since C has no JSON. */
#ifndef FRAMES_H
#define FRAMES_H

#include "check.h"

static inline void put(const char *name, GwStr value) {
    printf("%s %zu\n", name, value.length);
    if (value.length > 0) fwrite(value.data, 1, value.length, stdout);
    putchar('\n');
}

/* The Kind of an error and its message, parted by a space, as a frame `error`; frees the error. */
static inline void put_error(GwError *error) {
    char said[1024];
    GwStr kind = gw_status_name(error->status), message = error->message;
    int length = snprintf(said, sizeof said, "%.*s %.*s", (int)kind.length, kind.data,
                          (int)message.length, message.data);
    GwStr text = {said, (size_t)length < sizeof said ? (size_t)length : sizeof said - 1};
    put("error", text);
    gw_error_free(error);
}

/* All of standard input, with a zero behind it; the caller frees it. */
static inline char *read_input(size_t *length) {
    size_t capacity = 1 << 16, more;
    char *input = (char *)malloc(capacity + 1);
    CHECK(input != NULL);
    *length = 0;
    while ((more = fread(input + *length, 1, capacity - *length, stdin)) > 0) {
        *length += more;
        if (*length == capacity) {
            input = (char *)realloc(input, 2 * capacity + 1);
            CHECK(input != NULL);
            capacity *= 2;
        }
    }
    input[*length] = '\0';
    return input;
}

/* Takes a frame off the front, and gives where the next one begins. */
static inline char *next_frame(char *at, const char *end, char name[64], GwStr *value) {
    int head = 0;
    size_t size = 0;
    CHECK(sscanf(at, "%63s %zu%n", name, &size, &head) == 2);
    *value = (GwStr){at + head + 1, size};
    CHECK(value->data + size < end);
    return at + head + 1 + size + 1;
}

#endif
