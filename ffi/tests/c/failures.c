/* A template that fails for some of the entities: who asks for it gets the rest, and is told. */
#include "check.h"

#define WORD gw_str("correct horse")

static void add(GwParams *params, const char *name, const char *value) {
    GwError *error = NULL;
    WORKS(gw_params_add(params, gw_str(name), gw_str(value), &error));
}

int main(void) {
    static const char body[] = "{\"query\":\"CONSTRUCT WHERE { <@@@entity_uri@@@> ?p ?o }\","
                               "\"endpoint\":\"http://127.0.0.1:9/sparql\"}";
    static const char page[] = "<p its-ta-ident-ref=\"http://d.example/Cork\">Cork</p>";
    GwParams *asked;
    GwEngine *engine;
    GwSession *nobody, *session;
    GwBuffer token;
    Json json;
    GwReply *reply;
    GwFailure failure;
    GwError *error = NULL;

    WORKS(gw_engine_open(gw_str("network.private-hosts = '127.0.0.1:9'"), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), WORD, &token, &error));
    GwStr secret = {(const char *)token.data, token.length};
    WORKS(gw_engine_session_of(engine, secret, &session, &error));
    gw_buffer_free(&token);
    WORKS(request(session, "POST", resource_path(gw_str("template"), gw_str("")), NULL, bytes(body), &json, &error));
    /* Six are there from the start. */
    GwStr made = json.text;
    CHECK(contains(made, "\"id\":\"7\""));
    json_free(&json);

    WORKS(gw_params_new(&asked, &error));
    add(asked, "informat", "html");
    add(asked, "templateid", "7");
    CHECK(gw_links_enrich(session, bytes(page), asked, &reply, &error) == GW_STATUS_UNAVAILABLE);
    gw_error_free(error);
    add(asked, "partial", "true");
    WORKS(gw_links_enrich(session, bytes(page), asked, &reply, &error));
    CHECK(reply->failure_count == 1);
    failure = reply->failures[0];
    CHECK(same(failure.entity, "http://d.example/Cork"));
    CHECK(failure.status == GW_STATUS_UNAVAILABLE && contains(failure.message, "127.0.0.1"));
    gw_reply_free(reply);

    GwBuffer out;
    CHECK(gw_links_explore(session, gw_str("http://d.example/Cork"), gw_str("dataset:none"),
                           gw_str("latex"), &out, &error) == GW_STATUS_UNSUPPORTED);
    CHECK(same(error->parameter, "outformat"));
    gw_error_free(error);
    gw_params_free(asked);
    gw_session_free(session);
    gw_session_free(nobody);
    gw_engine_free(engine);
    return 0;
}
