/* Recognizers elsewhere: a server in a thread of its own answers two of them. */
#include "check.h"

#include <pthread.h>

#include "request.h"

static const char JSON[] =
    "{\"@text\":\"To Cork\",\"Resources\":[{\"@URI\":\"http://dbpedia.org/resource/Cork\",\"@types\":\"\","
    "\"@surfaceForm\":\"Cork\",\"@offset\":\"3\",\"@similarityScore\":\"0.5\"}]}";
static const char TURTLE[] =
    "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
    "<http://example.org/glossweave/#char=3,7> nif:referenceContext <http://example.org/glossweave/#char=0,7> ;\n"
    " <http://www.w3.org/2005/11/its/rdf#taIdentRef> <http://dbpedia.org/resource/Cork> .\n";

/* What the first and the second call have in them. */
static const char *wanted[] = {"POST /rest/annotate ", "POST /nif "};
static const char *option[] = {"confidence=0.4", "-key: 4711"};

static void *serve(void *data) {
    int listener = *(int *)data;
    for (int i = 0; i < 2; i++) {
        static char request[65536];
        int stream = accept(listener, NULL, NULL);
        read_request(stream, request, sizeof request);
        CHECK(strstr(request, wanted[i]));
        CHECK(strstr(request, option[i]) || (i == 1 && strstr(request, "-Key: 4711")));
        write_response(stream, i == 0 ? "application/json" : "text/turtle", i == 0 ? JSON : TURTLE);
    }
    return NULL;
}

int main(void) {
    int port, listener = listen_on_loopback(&port);
    pthread_t server;
    char spotlight[64], nif[64];
    GwParams *params;
    GwEngine *engine;
    GwSession *session;
    GwDocument *document;
    GwAnnotations *found;
    GwAnnotation annotation;
    GwError *error = NULL;

    snprintf(spotlight, sizeof spotlight, "http://127.0.0.1:%d/rest", port);
    snprintf(nif, sizeof nif, "http://127.0.0.1:%d/nif", port);
    CHECK(pthread_create(&server, NULL, serve, &listener) == 0);

    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("confidence"), gw_str("0.4"), &error));
    GwProviders *providers;
    WORKS(gw_providers_new(&providers, &error));
    const GwStr kind = gw_str("recognizer"), called = gw_str("spotlight");
    WORKS(gw_providers_open(providers, kind, called, called, gw_str(spotlight), params, NULL, &error));
    CHECK(gw_providers_open(providers, kind, called, gw_str("none"), gw_str(spotlight), NULL, NULL, &error) ==
          GW_STATUS_INVALID);
    CHECK(same(error->parameter, "protocol"));
    gw_error_free(error);
    WORKS(gw_providers_open(providers, kind, gw_str("other"), called, gw_str(spotlight), params, NULL, &error));
    CHECK(gw_providers_open(providers, kind, gw_str("nif"), gw_str("nif"), gw_str(nif), params, NULL, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "confidence"));
    gw_error_free(error);
    gw_params_free(params);
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("header"), gw_str("X-Key: 4711"), &error));
    WORKS(gw_providers_open(providers, kind, gw_str("nif"), gw_str("nif"), gw_str(nif), params, NULL, &error));
    CHECK(gw_providers_open(providers, kind, gw_str("no"), gw_str("nif"), gw_str("file:///etc/passwd"), NULL, NULL, &error) ==
          GW_STATUS_INVALID);
    CHECK(same(error->parameter, "url"));
    gw_error_free(error);
    gw_params_free(params);
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    gw_providers_free(providers);
    Json json;
    WORKS(request(session, "GET", "/engines", NULL, bytes(""), &json, &error));
    GwStr shown = json.text;
    CHECK(contains(shown, "\"name\":\"spotlight\"") && !contains(shown, "4711"));
    json_free(&json);
    GwBuffer protocols;
    WORKS(gw_protocols(&protocols, &error));
    shown = (GwStr){(const char *)protocols.data, protocols.length};
    CHECK(contains(shown, "\"parameters\":[{\"name\":\"header\""));
    CHECK(contains(shown, "\"name\":\"disambiguator\""));
    gw_buffer_free(&protocols);
    gw_engine_free(engine);

    WORKS(gw_decode(bytes("To Cork"), gw_str("text"), NULL, &document, &error));
    const char *names[] = {"spotlight", "nif"};
    for (int i = 0; i < 2; i++) {
        WORKS(gw_entities_recognize(session, gw_str(names[i]), document, NULL, &found, &error));
        CHECK(gw_annotations_count(found) == 1);
        WORKS(gw_annotations_at(found, 0, &annotation, &error));
        CHECK(annotation.span.start == 3 && annotation.span.end == 7);
        gw_annotations_free(found);
    }
    pthread_join(server, NULL);
    close(listener);
    CHECK(gw_entities_recognize(session, gw_str("nif"), document, NULL, &found, &error) == GW_STATUS_UNAVAILABLE);
    gw_error_free(error);
    gw_document_free(document);
    gw_session_free(session);
    return 0;
}
