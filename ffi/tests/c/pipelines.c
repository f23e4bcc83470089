/* Services by their paths, pipelines, and streams of calls. */

#include "check.h"

static GwSession *session;
static GwError *error;

static GwStr str(const char *text) { return gw_str(text); }

static GwParams *pairs(const char *name, const char *value) {
    GwParams *params = NULL;
    WORKS(gw_params_new(&params, &error));
    if (name) WORKS(gw_params_add(params, str(name), str(value), &error));
    return params;
}

static void a_service(void) {
    const char *page = "<p>To Cork!";
    GwParams *headers = pairs("Accept", "text/html");
    GwCall call = {.path = str("/e-entity/places/documents?informat=html"), .headers = headers, .body = bytes(page)};
    GwReply *reply = NULL;
    WORKS(gw_call(session, &call, &reply, &error));
    GwBytes bytes = reply->bytes;
    GwStr type = reply->media_type;
    CHECK(same(type, "text/html"));
    CHECK(bytes.length > 20 && memcmp(bytes.data, "<p>To <span its-ta-", 19) == 0);
    gw_reply_free(reply);
    gw_params_free(headers);

    call.path = str("/e-nothing");
    call.headers = NULL;
    CHECK(gw_call(session, &call, &reply, &error) == GW_STATUS_NOT_FOUND);
    CHECK(error->step == -1);
    gw_error_free(error);
    error = NULL;
}

static void a_pipeline(void) {
    const char *requests =
        "[{\"method\": \"POST\", \"endpoint\": \"/e-entity/$WHO$/documents\", \"body\": \"Cork\"},"
        " {\"method\": \"POST\", \"endpoint\": \"/e-link/documents\"}]";
    GwParams *who = pairs("WHO", "places");
    GwCall call = {.path = str("/pipelining/chain"), .parameters = who, .body = bytes(requests)};
    GwReply *reply = NULL;
    CHECK(gw_call(session, &call, &reply, &error) == GW_STATUS_INVALID);
    CHECK(error->step == 1);
    gw_error_free(error);
    error = NULL;
    gw_params_free(who);
}

struct stream {
    int next, ended;
    char text[32];
};

static bool next(void *data, GwCall *call) {
    struct stream *stream = data;
    if (stream->next == 40) return false;
    int number = stream->next++;
    call->path = str("/e-entity/places/documents");
    snprintf(stream->text, sizeof stream->text, number % 10 == 7 ? "" : "Cork %d", number);
    call->body.data = stream->text;
    call->body.length = strlen(stream->text);
    return true;
}

static void end(void *data) { ((struct stream *)data)->ended++; }

static void a_stream(void) {
    struct stream stream = {0, 0, ""};
    GwParams *params = pairs("threads", "3");
    GwCallBatch *many = NULL;
    WORKS(gw_call_batch_new(session, next, &stream, end, params, &many, &error));
    size_t count = 0;
    for (;;) {
        GwDone done;
        WORKS(gw_call_batch_next(many, &done, &error));
        if (done.is_over) break;
        CHECK(done.index == count);
        CHECK((done.reply == NULL) == (count % 10 == 7) && (done.failure == NULL) != (count % 10 == 7));
        gw_reply_free(done.reply);
        gw_error_free(done.failure);
        count++;
    }
    CHECK(count == 40);
    gw_call_batch_free(many);
    CHECK(stream.ended == 1);

    struct stream stopped = {0, 0, ""};
    WORKS(gw_call_batch_new(session, next, &stopped, end, params, &many, &error));
    GwDone done;
    WORKS(gw_call_batch_next(many, &done, &error));
    gw_reply_free(done.reply);
    gw_error_free(done.failure);
    gw_call_batch_cancel(many);
    for (;;) {
        WORKS(gw_call_batch_next(many, &done, &error));
        if (done.is_over) break;
        gw_reply_free(done.reply);
        gw_error_free(done.failure);
    }
    gw_call_batch_free(many);
    CHECK(stopped.ended == 1 && stopped.next < 40);
    gw_params_free(params);

    params = pairs("order", "upside-down");
    CHECK(gw_call_batch_new(session, next, &stopped, end, params, &many, &error) == GW_STATUS_INVALID);
    gw_error_free(error);
    error = NULL;
    CHECK(stopped.ended == 1);
    gw_params_free(params);
}

static void a_batch(void) {
    const char *lines =
        "{\"name\": \"a.html\", \"content\": \"<p>To Cork!\"}\n"
        "{\"name\": \"b.txt\"}\n"
        "{\"name\": \"c.txt\", \"content\": \"Cork\"}\n";
    GwCall call = {.path = str("/e-entity/places/documents"), .body = bytes(lines)};
    GwBatch *batch = NULL;
    WORKS(gw_batch_new(session, &call, str("application/x-ndjson"), NULL, &batch, &error));
    const char *names[] = {"a.html", "b.txt", "c.txt"};
    size_t count = 0;
    for (;;) {
        GwBatchResult result;
        WORKS(gw_batch_next(batch, &result, &error));
        if (result.is_over) break;
        CHECK(result.index == count && same(result.name, names[count]));
        CHECK((result.reply == NULL) == (count == 1) && (result.failure == NULL) != (count == 1));
        gw_reply_free(result.reply);
        gw_error_free(result.failure);
        count++;
    }
    CHECK(count == 3);
    gw_batch_free(batch);
    // One that is not over is stopped.
    WORKS(gw_batch_new(session, &call, str("application/x-ndjson"), NULL, &batch, &error));
    gw_batch_free(batch);
    CHECK(gw_batch_new(session, &call, str("text/html"), NULL, &batch, &error) == GW_STATUS_UNSUPPORTED);
    gw_error_free(error);
    error = NULL;
}

int main(void) {
    const char *table = "uri,label\nhttp://example.org/Cork,Cork\n";
    GwDictionary *dictionary = NULL;
    WORKS(gw_dictionary_from_csv(bytes(table), &dictionary, &error));
    GwProviders *providers = NULL;
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_dictionary(providers, str("places"), dictionary, &error));
    GwEngine *engine = NULL;
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    a_service();
    a_pipeline();
    a_stream();
    a_batch();
    gw_session_free(session);
    gw_engine_free(engine);
    gw_providers_free(providers);
    gw_dictionary_free(dictionary);
    return 0;
}
