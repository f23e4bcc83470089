/* An engine with a dictionary answers requests; NIF is read, annotated and written; a dictionary is
 * saved and opened again. */
#include <unistd.h>

#include "check.h"

static const char NAMES[] = "uri,label,language\nhttp://example.org/Dublin,Dublin,en\n"
                            "http://example.org/Cork,Cork,\n";

static GwParams *params(const char *const *pairs) {
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    for (; pairs[0] != NULL; pairs += 2) {
        WORKS(gw_params_add(params, gw_str(pairs[0]), gw_str(pairs[1]), &error));
    }
    return params;
}

static void requests_are_answered(const GwSession *session) {
    const char *const html[] = {"informat", "html", "outformat", "html", NULL};
    const char *const nif[] = {"informat", "text", "prefix", "http://a.example/x", NULL};
    const char *const none[] = {"outformat", "html", NULL};
    GwReply *reply;
    GwPlacement placement;
    GwError *error = NULL;
    GwParams *options = params(html);
    WORKS(gw_entities_enrich(session, gw_str("names"), bytes("<p>To Cork"), options, &reply, &error));
    CHECK(contains(text_of(reply->bytes), "<span its-ta-ident-ref=\"http://example.org/Cork"));
    placement = reply->placements[0];
    CHECK(placement.placed == GW_PLACED_ELEMENTS && reply->placement_count == 1);
    gw_reply_free(reply);
    GwStatus status = gw_entities_enrich(session, gw_str("nobody"), bytes("x"), options, &reply, &error);
    CHECK(status == GW_STATUS_NOT_FOUND && contains(error->message, "names"));
    gw_error_free(error);
    gw_params_free(options);

    options = params(nif);
    WORKS(gw_entities_enrich(session, gw_str("names"), bytes("To Cork"), options, &reply, &error));
    CHECK(contains(text_of(reply->bytes), "<http://a.example/x#char=3,7>"));
    gw_reply_free(reply);
    gw_params_free(options);

    options = params(none);
    status = gw_entities_enrich(session, gw_str("names"), bytes("x"), options, &reply, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "informat"));
    gw_error_free(error);
    gw_params_free(options);
}

static void nif_is_annotated(const GwSession *session) {
    static const char source[] =
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
        "<http://a.example/#char=0,9> a nif:Context ; nif:isString \"In Dublin\"@en .\n";
    GwNif *nif;
    GwContext context;
    GwDocument *document;
    GwAnnotations *found;
    GwBuffer out;
    GwError *error = NULL;
    WORKS(gw_nif_read(bytes(source), gw_str("turtle"), gw_str(NULL), &nif, &error));
    CHECK(gw_nif_context_count(nif) == 1);
    WORKS(gw_nif_context(nif, 0, &context, &error));
    CHECK(same(context.text, "In Dublin") && same(context.language, "en"));
    CHECK(same(context.iri, "http://a.example/#char=0,9"));
    WORKS(gw_nif_document(nif, 0, &document, &error));
    WORKS(gw_entities_recognize(session, gw_str("names"), document, NULL, &found, &error));
    WORKS(gw_nif_annotate(nif, 0, found, &error));
    gw_annotations_free(found);
    gw_document_free(document);
    WORKS(gw_nif_annotations(nif, 0, &found, &error));
    CHECK(same(gw_annotations_value(found, 0, gw_str("ident"), 0), "http://example.org/Dublin"));
    gw_annotations_free(found);
    WORKS(gw_nif_bytes(nif, gw_str("n-triples"), &out, &error));
    GwStr text = {(const char *)out.data, out.length};
    CHECK(contains(text, "taIdentRef> <http://example.org/Dublin>"));
    gw_buffer_free(&out);
    CHECK(gw_nif_context(nif, 1, &context, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    gw_nif_free(nif);

    WORKS(gw_nif_check(bytes(source), gw_str("turtle"), gw_str(NULL), &out, &error));
    text = (GwStr){(const char *)out.data, out.length};
    CHECK(contains(text, "\thttp://a.example/#char=0,9\t") && text.data[text.length - 1] == '\n');
    gw_buffer_free(&out);
    GwStatus status = gw_nif_read(bytes("<a> <b\n"), gw_str("turtle"), gw_str(NULL), &nif, &error);
    CHECK(status == GW_STATUS_MALFORMED && error->has_location);
    gw_error_free(error);
}

static void wrong_strings_are_skipped(const GwSession *session) {
    static const char source[] =
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
        "<http://a.example/#char=0,9> a nif:Context ; nif:isString \"In Dublin\"@en .\n"
        "<http://a.example/#char=3,9> nif:referenceContext <http://a.example/#char=0,9> ;\n"
        "    nif:anchorOf \"Dubln\" .\n";
    const char *const options[] = {"informat", "turtle", NULL};
    const char *const strict[] = {"informat", "turtle", "strict", "yes", NULL};
    GwNif *nif;
    GwSkipped skipped;
    GwReply *reply;
    GwError *error = NULL;
    CHECK(gw_nif_read(bytes(source), gw_str("turtle"), gw_str(NULL), &nif, &error) ==
          GW_STATUS_MALFORMED);
    gw_error_free(error);
    WORKS(gw_nif_read_lenient(bytes(source), gw_str("turtle"), gw_str(NULL), &nif, &error));
    CHECK(gw_nif_skipped_count(nif) == 1);
    WORKS(gw_nif_skipped(nif, 0, &skipped, &error));
    CHECK(same(skipped.subject, "http://a.example/#char=3,9") && skipped.line == 3);
    CHECK(contains(skipped.message, "`Dubln`"));
    gw_nif_free(nif);

    GwParams *asked = params(options);
    WORKS(gw_entities_enrich(session, gw_str("names"), bytes(source), asked, &reply, &error));
    gw_params_free(asked);
    CHECK(reply->skipped_count == 1);
    skipped = reply->skipped[0];
    CHECK(contains(skipped.message, "`Dubln`"));
    gw_reply_free(reply);

    // So is what a document refers to and nobody reads.
    const char *const xml[] = {"informat", "xml", NULL};
    static const char page[] = "<!DOCTYPE a SYSTEM 'a.dtd'><a>In Dublin,\n&eau;</a>";
    asked = params(xml);
    WORKS(gw_entities_enrich(session, gw_str("names"), bytes(page), asked, &reply, &error));
    gw_params_free(asked);
    CHECK(reply->skipped_count == 1);
    skipped = reply->skipped[0];
    CHECK(same(skipped.subject, "eau") && skipped.line == 2 && skipped.column == 1);
    gw_reply_free(reply);
    asked = params(strict);
    CHECK(gw_entities_enrich(session, gw_str("names"), bytes(source), asked, &reply, &error) ==
          GW_STATUS_MALFORMED);
    gw_error_free(error);
    gw_params_free(asked);
}

static void a_dictionary_is_saved(const GwDictionary *dictionary) {
    char path[] = "/tmp/glossweave-XXXXXX";
    GwDictionary *opened;
    GwDocument *document;
    GwAnnotations *found;
    GwError *error = NULL;
    int file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0);
    WORKS(gw_dictionary_save(dictionary, gw_str(path), &error));
    WORKS(gw_dictionary_open(gw_str(path), &opened, &error));
    WORKS(gw_decode(bytes("To Cork"), gw_str("text"), NULL, &document, &error));
    WORKS(gw_dictionary_recognize(opened, document, &found, &error));
    CHECK(gw_annotations_count(found) == 1);
    gw_annotations_free(found);
    gw_document_free(document);
    gw_dictionary_free(opened);
    CHECK(unlink(path) == 0);
}

int main(void) {
    GwDictionary *dictionary;
    GwProviders *providers;
    GwEngine *engine;
    GwSession *session;
    GwError *error = NULL;
    WORKS(gw_dictionary_from_csv(bytes(NAMES), &dictionary, &error));
    a_dictionary_is_saved(dictionary);
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_dictionary(providers, gw_str("names"), dictionary, &error));
    gw_dictionary_free(dictionary);
    const GwStr wrong = gw_str("limits.source = 'many'");
    CHECK(gw_engine_open(wrong, providers, &engine, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "limits.source"));
    gw_error_free(error);
    WORKS(gw_engine_open(gw_str("limits.source = 1000"), providers, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    requests_are_answered(session);
    nif_is_annotated(session);
    wrong_strings_are_skipped(session);
    gw_session_free(session);
    gw_engine_free(engine);
    gw_providers_free(providers);
    return 0;
}
