/* What the library tells, for the log of the host; the data is freed once, when another takes over. */
#include "check.h"

struct log {
    int told, freed;
    char last[200];
};

static void listen(void *data, GwStr level, GwStr target, GwStr message) {
    struct log *log = (struct log *)data;
    log->told++;
    CHECK(same(level, "info") || same(level, "debug"));
    CHECK(same(target, "dataset") || same(target, "engine"));
    snprintf(log->last, sizeof log->last, "%.*s", (int)message.length, message.data);
}

static void finalize(void *data) {
    ((struct log *)data)->freed++;
}

static void load(const GwSession *session, const char *name) {
    GwError *error = NULL;
    WORKS(request(session, "POST", resource_path(gw_str("dataset"), gw_str(name)), NULL, bytes("uri,label\nhttp://ex.org/Cork,Cork\n"), NULL, &error));
}

int main(void) {
    struct log first = {0, 0, ""}, second = {0, 0, ""};
    GwStr info = gw_str("info"), anna = gw_str("anna"), word = gw_str("correct horse"), token;
    GwEngine *engine;
    GwSession *nobody, *session;
    GwBuffer buffer;
    GwError *error = NULL;
    CHECK(gw_log_start(gw_str("loud"), listen, &first, finalize, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "level") && first.freed == 0);
    gw_error_free(error);
    CHECK(gw_log_start(info, NULL, &first, finalize, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "function") && first.freed == 0);
    gw_error_free(error);
    error = NULL;
    WORKS(gw_log_start(info, listen, &first, finalize, &error));

    WORKS(gw_engine_open(gw_str(""), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, anna, word, NULL, &error));
    WORKS(gw_user_authenticate(nobody, anna, word, &buffer, &error));
    token.data = (const char *)buffer.data;
    token.length = buffer.length;
    WORKS(gw_engine_session_of(engine, token, &session, &error));
    load(session, "one");
    CHECK(first.told == 1 && strstr(first.last, "loaded a dataset of `anna` in ") == first.last);

    WORKS(gw_log_start(gw_str("warn"), listen, &second, finalize, &error));
    CHECK(first.freed == 1);
    load(session, "two");
    CHECK(first.told == 1 && second.told == 0);
    WORKS(gw_log_start(info, listen, &first, NULL, &error));
    CHECK(second.freed == 1);
    load(session, "three");
    CHECK(first.told == 2 && first.freed == 1);
    gw_log_stop();
    gw_log_stop();
    load(session, "four");
    CHECK(first.told == 2 && second.told == 0 && first.freed == 1 && second.freed == 1);

    gw_buffer_free(&buffer);
    gw_session_free(nobody);
    gw_session_free(session);
    gw_engine_free(engine);
    return 0;
}
