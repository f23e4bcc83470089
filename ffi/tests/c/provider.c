/* A recognizer of the host: it finds, it fails, its data is freed once. */
#include "check.h"

struct names {
    const char *name;
    int calls, freed, fails;
};

static uint32_t find(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    struct names *names = (struct names *)data;
    GwError *error = NULL;
    GwParams *fields;
    names->calls++;
    if (names->fails) {
        *reason = gw_str("the list is being changed");
        return GW_STATUS_UNAVAILABLE;
    }
    CHECK(same(passage->language, "ga") && passage->piece_count == 2);
    CHECK(passage->pieces[1].end == passage->text.length);
    WORKS(gw_params_new(&fields, &error));
    WORKS(gw_params_add(fields, gw_str("ident"), gw_str("http://example.org/x"), &error));
    for (size_t i = 0; i < passage->piece_count; i++) {
        GwSpan piece = passage->pieces[i];
        for (size_t at = piece.start; at + strlen(names->name) <= piece.end; at++) {
            GwSpan span = {at, at + strlen(names->name)};
            if (memcmp(passage->text.data + at, names->name, span.end - at) != 0) continue;
            WORKS(gw_annotations_add(found, gw_str("entity"), span, fields, &error));
        }
    }
    gw_params_free(fields);
    return GW_STATUS_OK;
}

/* Does not look at what the call returned. */
static uint32_t leave(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    GwSpan outside = {0, passage->text.length + 1};
    GwError *error = NULL;
    (void)data, (void)reason;
    CHECK(gw_annotations_add(found, gw_str("term"), outside, NULL, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "span") && gw_annotations_count(found) == 0);
    gw_error_free(error);
    return 0;
}

/* The first byte of a letter of two bytes. */
static uint32_t divide(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    GwSpan half = {0, 1};
    (void)data, (void)passage, (void)reason;
    return gw_annotations_add(found, gw_str("term"), half, NULL, NULL);
}

static uint32_t garble(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    GwStr body = {"\xFF", 1};
    GwSpan none = {0, 0};
    (void)data, (void)passage;
    *reason = body;
    return gw_annotations_add(found, body, none, NULL, NULL);
}

static uint32_t mumble(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    (void)data, (void)passage, (void)found, (void)reason;
    return 12345;
}

/* Wants to know the language. */
static uint32_t linguist(void *data, const GwPassage *passage, GwAnnotations *found, GwStr *reason) {
    (void)data, (void)found, (void)reason;
    return same(passage->language, "de") ? 0 : GW_STATUS_UNAVAILABLE;
}

static void languages(void) {
    const char *text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten "
                       "Br\xC3\xBC" "cke.";
    GwProviders *providers;
    GwEngine *engine;
    GwSession *session;
    GwAnnotations *found;
    GwDocument *document;
    GwBuffer tag;
    double confidence;
    GwError *error = NULL;
    WORKS(gw_formats(&tag, &error));
    GwStr listed = {(const char *)tag.data, tag.length};
    CHECK(contains(listed, "\"name\":\"html\",\"title\":\"HTML\""));
    gw_buffer_free(&tag);
    WORKS(gw_language_identify(gw_str(text), &tag, &confidence, &error));
    CHECK(tag.length == 2 && memcmp(tag.data, "de", 2) == 0 && confidence > 0.5);
    gw_buffer_free(&tag);
    CHECK(gw_language_identify(gw_str("12"), &tag, &confidence, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_recognizer(providers, gw_str("x"), linguist, NULL, NULL, true, &error));
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    gw_providers_free(providers);
    WORKS(gw_engine_session(engine, &session, &error));
    WORKS(gw_decode(bytes(text), gw_str("text"), NULL, &document, &error));
    WORKS(gw_entities_recognize(session, gw_str("x"), document, NULL, &found, &error));
    gw_annotations_free(found);
    gw_document_free(document);
    WORKS(gw_decode(bytes("Hm."), gw_str("text"), NULL, &document, &error));
    CHECK(gw_entities_recognize(session, gw_str("x"), document, NULL, &found, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "language"));
    gw_error_free(error);
    gw_document_free(document);
    gw_session_free(session);
    gw_engine_free(engine);
}

static void finalize(void *data) { ((struct names *)data)->freed++; }

int main(void) {
    struct names names = {"Corcaigh", 0, 0, 0};
    GwProviders *providers;
    GwEngine *engine;
    GwSession *session;
    GwDocument *document;
    GwAnnotations *found;
    GwAnnotation annotation;
    GwError *error = NULL;
    languages();
    WORKS(gw_providers_new(&providers, &error));
    CHECK(gw_providers_add_recognizer(providers, gw_str("names"), NULL, &names, finalize, false, &error) ==
          GW_STATUS_INVALID);
    CHECK(same(error->parameter, "function") && names.freed == 0);
    gw_error_free(error);
    WORKS(gw_providers_add_recognizer(providers, gw_str("names"), find, &names, finalize, false, &error));
    WORKS(gw_providers_add_recognizer(providers, gw_str("leave"), leave, NULL, NULL, false, &error));
    WORKS(gw_providers_add_recognizer(providers, gw_str("mumble"), mumble, NULL, NULL, false, &error));
    WORKS(gw_providers_add_recognizer(providers, gw_str("divide"), divide, NULL, NULL, false, &error));
    WORKS(gw_providers_add_recognizer(providers, gw_str("garble"), garble, NULL, NULL, false, &error));
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    gw_providers_free(providers);
    gw_engine_free(engine);

    GwBytes page = bytes("<body lang=ga><p>\xC3\x93 Chorcaigh<p>go Corcaigh");
    WORKS(gw_decode(page, gw_str("html"), NULL, &document, &error));
    WORKS(gw_entities_recognize(session, gw_str("names"), document, NULL, &found, &error));
    CHECK(gw_annotations_count(found) == 1 && names.calls == 1);
    WORKS(gw_annotations_at(found, 0, &annotation, &error));
    CHECK(memcmp(gw_document_text(document).data + annotation.span.start, "Corcaigh", 8) == 0);
    gw_annotations_free(found);

    names.fails = 1;
    GwStatus status = gw_entities_recognize(session, gw_str("names"), document, NULL, &found, &error);
    CHECK(status == GW_STATUS_UNAVAILABLE);
    CHECK(contains(error->message, "the list is being changed"));
    gw_error_free(error);
    const char *wrong[][2] = {
        {"leave", "recognizer `leave` returned an invalid annotation: 0..25 is not a span of whole characters"},
        {"divide", "recognizer `divide` returned an invalid annotation: 0..1 is not a span of whole characters"},
        {"garble", "recognizer `garble` returned an invalid annotation: `body` is not UTF-8"},
        {"mumble", "recognizer `mumble`: returned 12345, which is not a status"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        status = gw_entities_recognize(session, gw_str(wrong[i][0]), document, NULL, &found, &error);
        CHECK(status == GW_STATUS_PROVIDER && contains(error->message, wrong[i][1]));
        gw_error_free(error);
    }

    CHECK(names.freed == 0);
    gw_session_free(session);
    CHECK(names.freed == 1);
    gw_document_free(document);
    return 0;
}
