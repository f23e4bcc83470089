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
            GwStr text = error->text;                                          \
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

/* What a call of the HTTP interface returns. Free it with `json_free`. */
typedef struct {
    GwStr text;
    GwReply *reply;
} Json;

static inline void json_free(Json *json) {
    gw_reply_free(json->reply);
    json->reply = NULL;
}

/* Calls a path of the HTTP interface. `out` may be NULL. */
static inline GwStatus request(const GwSession *session, const char *method, const char *path,
                            const GwParams *params, GwBytes body, Json *out, GwError **error) {
    GwCall call = {.path = gw_str(path), .parameters = params, .body = body,
                   .method = gw_str(method)};
    GwReply *reply = NULL;
    GwStatus status = gw_call(session, &call, &reply, error);
    if (status != GW_STATUS_OK) return status;
    if (out == NULL) {
        gw_reply_free(reply);
        return status;
    }
    out->reply = reply;
    out->text = text_of(reply->bytes);
    return status;
}

/* A path with a name at its end, unless that is empty. Four paths are valid at a time. */
static inline const char *path_to(const char *collection, GwStr name) {
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s%s%.*s", collection, name.length > 0 ? "/" : "",
             (int)name.length, name.data == NULL ? "" : name.data);
    return path;
}

/* The path of stored resources of a kind, or of one of them. */
static inline const char *resource_path(GwStr kind, GwStr name) {
    static const char *const kinds[][2] = {{"template", "/e-link/templates"},
                                           {"filter", "/toolbox/convert/manage"},
                                           {"pipeline", "/pipelining/templates"},
                                           {"dataset", "/e-entity/dictionary/datasets"},
                                           {"xsltconverter", "/toolbox/xslt-converter/manage"},
                                           {"document", "/documents"},
                                           {"profile", "/profiles"}};
    for (size_t at = 0; at < sizeof kinds / sizeof *kinds; at++) {
        if (same(kind, kinds[at][0])) return path_to(kinds[at][1], name);
    }
    CHECK(!"a kind");
    return "";
}

static inline const char *keys_of(GwStr user, GwStr name) {
    return path_to(path_to(path_to("/user", user), gw_str("keys")), name);
}

static inline GwStatus create_invited(const GwSession *session, GwStr name, GwStr password,
                                      GwStr invitation, Json *out, GwError **error) {
    GwParams *params;
    GwStatus status = gw_params_new(&params, error);
    if (status != GW_STATUS_OK) return status;
    CHECK(gw_params_add(params, gw_str("username"), name, NULL) == GW_STATUS_OK);
    CHECK(gw_params_add(params, gw_str("password"), password, NULL) == GW_STATUS_OK);
    if (invitation.length > 0) {
        CHECK(gw_params_add(params, gw_str("invitation"), invitation, NULL) == GW_STATUS_OK);
    }
    status = request(session, "POST", "/user", params, bytes(""), out, error);
    gw_params_free(params);
    return status;
}

/* Sets `password` or `role` of a user. */
static inline GwStatus update_user(const GwSession *session, GwStr name, const char *what,
                                   GwStr value, Json *out, GwError **error) {
    GwParams *params;
    GwStatus status = gw_params_new(&params, error);
    if (status != GW_STATUS_OK) return status;
    CHECK(gw_params_add(params, gw_str(what), value, NULL) == GW_STATUS_OK);
    status = request(session, "PUT", path_to("/user", name), params, bytes(""), out, error);
    gw_params_free(params);
    return status;
}

static inline GwStatus create_user(const GwSession *session, GwStr name, GwStr password, Json *out,
                                   GwError **error) {
    return create_invited(session, name, password, gw_str(NULL), out, error);
}

#endif
