/* A language model as recognizer: a server in a thread of its own plays it, and names what is not there. */
#include "check.h"

#include <pthread.h>

#include "request.h"

static const char ANSWER[] =
    "{\"choices\":[{\"message\":{\"content\":\"{\\\"mentions\\\":["
    "{\\\"id\\\":1,\\\"text\\\":\\\"Cork\\\",\\\"type\\\":\\\"town\\\",\\\"confidence\\\":0.5},"
    "{\\\"id\\\":1,\\\"text\\\":\\\"Paris\\\",\\\"type\\\":\\\"town\\\",\\\"confidence\\\":1}]}\"}}]}";

static void *serve(void *data) {
    static char request[65536];
    int stream = accept(*(int *)data, NULL, NULL);
    read_request(stream, request, sizeof request);
    CHECK(strstr(request, "POST /v1/chat/completions ") && strstr(request, "Bearer 4711"));
    CHECK(strstr(request, "json_schema") && strstr(request, "To Cork we went."));
    write_response(stream, "application/json", ANSWER);
    return NULL;
}

int main(void) {
    int port, listener = listen_on_loopback(&port);
    pthread_t server;
    char url[64];
    GwProviders *providers;
    GwParams *params;
    GwEngine *engine;
    GwSession *session;
    GwReply *reply;
    GwSkipped skipped;
    GwError *error = NULL;

    snprintf(url, sizeof url, "http://127.0.0.1:%d/v1", port);
    CHECK(pthread_create(&server, NULL, serve, &listener) == 0);

    const GwStr kind = gw_str("recognizer"), protocol = gw_str("chat-completions");
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_params_new(&params, &error));
    CHECK(gw_providers_open(providers, kind, gw_str("model"), protocol, gw_str(url), params, NULL, &error) ==
          GW_STATUS_INVALID);
    CHECK(same(error->parameter, "model"));
    gw_error_free(error);
    WORKS(gw_params_add(params, gw_str("model"), gw_str("tiny"), &error));
    WORKS(gw_params_add(params, gw_str("key"), gw_str("4711"), &error));
    WORKS(gw_params_add(params, gw_str("type"), gw_str("town <http://schema.org/City>"), &error));
    WORKS(gw_providers_open(providers, kind, gw_str("model"), protocol, gw_str(url), params, NULL, &error));
    gw_params_free(params);
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    gw_providers_free(providers);

    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("informat"), gw_str("text"), &error));
    WORKS(gw_entities_enrich(session, gw_str("model"), bytes("To Cork we went."), params, &reply, &error));
    GwStr turtle = text_of(reply->bytes);
    CHECK(contains(turtle, "char=3,7") && contains(turtle, "http://schema.org/City"));
    CHECK(!contains(turtle, "Paris"));
    CHECK(reply->skipped_count == 1);
    skipped = reply->skipped[0];
    CHECK(same(skipped.subject, "Paris"));
    CHECK(same(skipped.message, "the text does not contain this name: `Paris`"));
    GwBuffer usage;
    WORKS(gw_engine_token_usage(engine, &usage, &error));
    GwStr shown = {(const char *)usage.data, usage.length};
    CHECK(contains(shown, "{\"kind\":\"recognizer\",\"name\":\"model\",\"calls\":1,\"cached\":0,"));
    gw_buffer_free(&usage);
    pthread_join(server, NULL);
    gw_reply_free(reply);
    gw_params_free(params);
    gw_session_free(session);
    gw_engine_free(engine);
    close(listener);
    return 0;
}
