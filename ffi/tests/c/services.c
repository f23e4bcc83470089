/* Rows of tests/cases/service: what is stored first (`kind`, `name`, `param.NAME`, `content` up to
 * `create`, answered by `created` with the JSON), then calls (`path`, `param.NAME`, `header.NAME`, `body`
 * up to `call`, answered by `bytes` with the media type, a line end and the answer, or by `error` with
 * the step, a space, the Kind, a space and the message). */
#include "frames.h"

#define WORD gw_str("correct horse")

static GwSession *session;
static GwParams *params, *headers;
static GwStr kind, name, path, content;

static void add(GwParams **set, const char *key, GwStr value) {
    GwError *error = NULL;
    if (*set == NULL) WORKS(gw_params_new(set, &error));
    WORKS(gw_params_add(*set, gw_str(key), value, &error));
}

static void forget(void) {
    gw_params_free(params);
    gw_params_free(headers);
    params = headers = NULL;
    kind = name = path = content = (GwStr){NULL, 0};
}

static void create(void) {
    GwError *error = NULL;
    Json json = {0};
    GwBytes body = {content.data, content.length};
    WORKS(request(session, "POST", resource_path(kind, name), params, body, &json, &error));
    put("created", json.text);
    json_free(&json);
}

static void call(void) {
    GwError *error = NULL;
    GwReply *reply = NULL;
    GwCall asked = {.path = path, .parameters = params, .headers = headers};
    asked.body = (GwBytes){content.data, content.length};
    if (gw_call(session, &asked, &reply, &error) != GW_STATUS_OK) {
        char said[1024];
        GwStr word = gw_status_name(error->status), message = error->message;
        int length = snprintf(said, sizeof said, "%d %.*s %.*s", (int)error->step,
                              (int)word.length, word.data, (int)message.length, message.data);
        put("error", (GwStr){said, (size_t)length < sizeof said ? (size_t)length : sizeof said - 1});
        gw_error_free(error);
        return;
    }
    GwStr type = reply->media_type;
    GwBytes bytes = reply->bytes;
    char *both = (char *)malloc(type.length + 1 + bytes.length);
    CHECK(both != NULL);
    memcpy(both, type.data, type.length);
    both[type.length] = '\n';
    memcpy(both + type.length + 1, bytes.data, bytes.length);
    put("bytes", (GwStr){both, type.length + 1 + bytes.length});
    free(both);
    gw_reply_free(reply);
}

static void take(const char *word, GwStr value) {
    if (strcmp(word, "kind") == 0) kind = value;
    else if (strcmp(word, "name") == 0) name = value;
    else if (strcmp(word, "path") == 0) path = value;
    else if (strcmp(word, "content") == 0 || strcmp(word, "body") == 0) content = value;
    else if (strncmp(word, "param.", 6) == 0) add(&params, word + 6, value);
    else if (strncmp(word, "header.", 7) == 0) add(&headers, word + 7, value);
    else {
        CHECK(strcmp(word, "create") == 0 || strcmp(word, "call") == 0);
        if (strcmp(word, "create") == 0) create();
        else call();
        forget();
    }
}

int main(void) {
    GwEngine *engine;
    GwSession *nobody;
    GwBuffer token;
    GwError *error = NULL;
    WORKS(gw_engine_open(gw_str(""), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), WORD, &token, &error));
    WORKS(gw_engine_session_of(engine, (GwStr){(const char *)token.data, token.length}, &session, &error));
    gw_buffer_free(&token);
    GwStr value;
    char word[64];
    size_t length;
    char *frames = read_input(&length), *last = frames + length;
    for (char *at = frames; at < last;) {
        at = next_frame(at, last, word, &value);
        take(word, value);
    }
    free(frames);
    gw_session_free(session);
    gw_session_free(nobody);
    gw_engine_free(engine);
    return 0;
}
