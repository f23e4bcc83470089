/* Rows of the case table with the step `filter`: for each up to a frame `run` stores the query and
 * applies it, and answers with a frame for what came out: `bytes`, or `error` with the Kind and the
 * message, parted by a space. */
#include "frames.h"

#define WORD gw_str("correct horse")

static void run(const GwSession *owner, const GwSession *nobody, const GwStr row[4], size_t number) {
    char name[32];
    GwBuffer out;
    GwError *error = NULL;
    GwBytes query = {(const uint8_t *)row[0].data, row[0].length};
    GwBytes input = {(const uint8_t *)row[1].data, row[1].length};
    snprintf(name, sizeof name, "row-%zu", number);
    GwStatus status =
        request(owner, "POST", resource_path(gw_str("filter"), gw_str(name)), NULL, query, NULL, &error);
    if (status == GW_STATUS_OK)
        status = gw_filter_apply(nobody, gw_str(name), input, row[2], row[3], &out, &error);
    if (status != GW_STATUS_OK) {
        put_error(error);
        return;
    }
    GwStr bytes = {(const char *)out.data, out.length};
    put("bytes", bytes);
    gw_buffer_free(&out);
}

int main(void) {
    static const char *const names[] = {"query", "input", "informat", "outformat"};
    GwStr row[4], value;
    GwEngine *engine;
    GwSession *nobody, *owner;
    GwBuffer token;
    GwError *error = NULL;
    char name[64];
    size_t length, number = 0;
    char *frames = read_input(&length), *last = frames + length;
    WORKS(gw_engine_open(gw_str(""), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), WORD, &token, &error));
    GwStr secret = {(const char *)token.data, token.length};
    WORKS(gw_engine_session_of(engine, secret, &owner, &error));
    gw_buffer_free(&token);
    for (char *at = frames; at < last;) {
        at = next_frame(at, last, name, &value);
        if (strcmp(name, "run") == 0) run(owner, nobody, row, number++);
        for (size_t index = 0; index < 4; index++)
            if (strcmp(name, names[index]) == 0) row[index] = value;
    }
    gw_session_free(owner);
    gw_session_free(nobody);
    gw_engine_free(engine);
    free(frames);
    return 0;
}
