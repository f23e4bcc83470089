/* What the C tests share. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glossweave.h"

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

/* Ends the program where a call failed, with what `error` says. */
#define WORKS(call)                                                            \
    do {                                                                       \
        if ((call) != GW_STATUS_OK) {                                          \
            GwStr text = gw_error_text(error);                                 \
            fprintf(stderr, "%s:%d: %s: %.*s\n", __FILE__, __LINE__, #call,    \
                    (int)text.length, text.data);                              \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

static inline int same(GwStr found, const char *expected) {
    return found.length == strlen(expected) && memcmp(found.data, expected, found.length) == 0;
}

static inline int contains(GwStr found, const char *part) {
    for (size_t at = 0; at + strlen(part) <= found.length; at++) {
        if (memcmp(found.data + at, part, strlen(part)) == 0) return 1;
    }
    return 0;
}

static inline GwBytes bytes(const char *text) {
    GwBytes bytes = {text, strlen(text)};
    return bytes;
}

static inline GwStr text_of(GwBytes bytes) {
    GwStr text = {(const char *)bytes.data, bytes.length};
    return text;
}

#endif
