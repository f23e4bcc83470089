/* Rows of the case table with the steps `link` and `explore`: for each up to a frame `run` loads the
 * data, stores the template and asks, and answers with a frame for what came out: `bytes`, or `error`
 * with the Kind and the message, parted by a space. */
#include "frames.h"

#define WORD gw_str("correct horse")

struct row {
    GwStr step, data, template, input, resource, outformat;
    GwParams *params;
};

#define TRY(call)                                                              \
    do {                                                                       \
        GwStatus status = (call);                                              \
        if (status != GW_STATUS_OK) return status;                             \
    } while (0)

static GwStatus load(const GwSession *owner, GwStr data, GwError **error) {
    GwParams *params = NULL;
    GwBytes turtle = {(const uint8_t *)data.data, data.length};
    TRY(gw_params_new(&params, error));
    TRY(gw_params_add(params, gw_str("informat"), gw_str("turtle"), error));
    GwStatus status = request(owner, "POST", resource_path(gw_str("dataset"), gw_str("facts")), params, turtle, NULL, error);
    gw_params_free(params);
    return status;
}

/* The number that the store gave, out of the JSON of a template. */
static void number_of(Json json, char number[8]) {
    const char *text = json.text.data, *end = text + json.text.length;
    const char key[] = "\"id\":\"";
    for (; text + sizeof key < end; text++) {
        if (memcmp(text, key, sizeof key - 1) != 0) continue;
        text += sizeof key - 1;
        size_t length = 0;
        while (text[length] != '"' && length < 7) length++;
        memcpy(number, text, length);
        number[length] = '\0';
        return;
    }
    CHECK(0);
}

static GwStatus ask(const GwSession *owner, const GwSession *nobody, struct row *row,
                    GwError **error) {
    Json json = {0};
    GwReply *reply = NULL;
    char number[8];
    GwBytes body = {(const uint8_t *)row->template.data, row->template.length};
    GwBytes input = {(const uint8_t *)row->input.data, row->input.length};
    GwStatus status = request(owner, "POST", resource_path(gw_str("template"), (GwStr){NULL, 0}), NULL, body, &json, error);
    if (status != GW_STATUS_OK) return status;
    number_of(json, number);
    json_free(&json);
    TRY(gw_params_add(row->params, gw_str("templateid"), gw_str(number), error));
    status = gw_links_enrich(nobody, input, row->params, &reply, error);
    if (status != GW_STATUS_OK) return status;
    CHECK(reply->failure_count == 0);
    GwBytes bytes = reply->bytes;
    GwStr text = {(const char *)bytes.data, bytes.length};
    put("bytes", text);
    gw_reply_free(reply);
    return GW_STATUS_OK;
}

static void run(struct row *row) {
    GwEngine *engine;
    GwSession *nobody, *owner;
    GwBuffer token, out = {0};
    GwError *error = NULL;
    WORKS(gw_engine_open(gw_str(""), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), WORD, &token, &error));
    GwStr secret = {(const char *)token.data, token.length};
    WORKS(gw_engine_session_of(engine, secret, &owner, &error));
    gw_buffer_free(&token);
    GwStatus status = load(owner, row->data, &error);
    if (status == GW_STATUS_OK && same(row->step, "explore")) {
        status = gw_links_explore(owner, row->resource, gw_str("dataset:facts"), row->outformat, &out,
                                  &error);
        GwStr text = {(const char *)out.data, out.length};
        if (status == GW_STATUS_OK) put("bytes", text);
        if (status == GW_STATUS_OK) gw_buffer_free(&out);
    } else if (status == GW_STATUS_OK) {
        status = ask(owner, nobody, row, &error);
    }
    if (status != GW_STATUS_OK) put_error(error);
    gw_params_free(row->params);
    gw_session_free(owner);
    gw_session_free(nobody);
    gw_engine_free(engine);
    memset(row, 0, sizeof *row);
}

static void take(struct row *row, const char *name, GwStr value) {
    GwError *error = NULL;
    if (strcmp(name, "step") == 0) row->step = value;
    else if (strcmp(name, "data") == 0) row->data = value;
    else if (strcmp(name, "template") == 0) row->template = value;
    else if (strcmp(name, "input") == 0) row->input = value;
    else if (strcmp(name, "resource") == 0) row->resource = value;
    else if (strcmp(name, "run") == 0) run(row);
    else {
        CHECK(strncmp(name, "param.", 6) == 0);
        if (strcmp(name, "param.outformat") == 0) row->outformat = value;
        if (row->params == NULL) WORKS(gw_params_new(&row->params, &error));
        WORKS(gw_params_add(row->params, gw_str(name + 6), value, &error));
    }
}

int main(void) {
    static struct row row;
    GwStr value;
    char name[64];
    size_t length;
    char *frames = read_input(&length), *last = frames + length;
    for (char *at = frames; at < last;) {
        at = next_frame(at, last, name, &value);
        take(&row, name, value);
    }
    free(frames);
    return 0;
}
