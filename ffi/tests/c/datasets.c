/* Datasets and taggers: loaded from files that are watched, uploaded in parts, found in texts with
 * reasons; a tagger learns from columns. */
#include <unistd.h>

#include "check.h"

#define WORD gw_str("correct horse")

static const char TABLE[] =
    "uri,label,type,weight,description\n"
    "http://ex.org/fish,bass,http://ex.org/Animal,1,a fish that lives in lakes and rivers\n"
    "http://ex.org/voice,bass,http://ex.org/Sound,3,the lowest voice of a choir\n";

static GwParams *params(const char *const *pairs) {
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    for (; pairs[0] != NULL; pairs += 2)
        WORKS(gw_params_add(params, gw_str(pairs[0]), gw_str(pairs[1]), &error));
    return params;
}

static GwStr buffer(GwBuffer buffer) {
    GwStr text = {(const char *)buffer.data, buffer.length};
    return text;
}

/* A session of somebody new. */
static GwSession *session_of(const GwEngine *engine) {
    GwSession *nobody, *session;
    GwBuffer token;
    GwError *error = NULL;
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), WORD, &token, &error));
    WORKS(gw_engine_session_of(engine, buffer(token), &session, &error));
    gw_buffer_free(&token);
    gw_session_free(nobody);
    return session;
}

static void write_file(const char *path, const char *content) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    CHECK(fwrite(content, 1, strlen(content), file) == strlen(content));
    CHECK(fclose(file) == 0);
}

struct watch {
    uint32_t answer;
    uint64_t calls, done, total, records;
};

static uint32_t watched(void *data, uint64_t done, uint64_t total, uint64_t records) {
    struct watch *watch = (struct watch *)data;
    watch->calls++;
    watch->done = done;
    watch->total = total;
    watch->records = records;
    return watch->answer;
}

static void files_are_loaded(const GwSession *session, const char *path) {
    struct watch watch = {1, 0, 0, 0, 0};
    GwBuffer json;
    GwError *error = NULL;
    GwStr name = gw_str("things"), create = gw_str("create");
    GwBytes none = bytes("");
    CHECK(gw_dataset_load(session, name, gw_str(path), create, NULL, watched, &watch, &json, &error) ==
          GW_STATUS_UNAVAILABLE);
    CHECK(watch.calls == 1);
    gw_error_free(error);
    CHECK(request(session, "GET", resource_path(gw_str("dataset"), name), NULL, none, NULL, &error) ==
          GW_STATUS_NOT_FOUND);
    gw_error_free(error);

    watch.answer = 0;
    WORKS(gw_dataset_load(session, name, gw_str(path), create, NULL, watched, &watch, &json, &error));
    CHECK(watch.records >= 2 && watch.done == strlen(TABLE) && watch.total == strlen(TABLE));
    CHECK(contains(buffer(json), "\"labels\":2"));
    gw_buffer_free(&json);
    CHECK(gw_dataset_load(session, name, gw_str(path), create, NULL, NULL, NULL, NULL, &error) ==
          GW_STATUS_CONFLICT);
    gw_error_free(error);
    CHECK(gw_dataset_load(session, name, gw_str("/none"), gw_str("update"), NULL, NULL, NULL, NULL,
                          &error) == GW_STATUS_UNAVAILABLE);
    gw_error_free(error);
}

static void parts_are_uploaded(const GwSession *session) {
    const char *const said[] = {"mode", "replace", "language", "en", NULL};
    GwParams *replace = params(said);
    GwStr name = gw_str("places"), create = gw_str("create"), update = gw_str("update");
    GwBytes head = bytes("uri,label\n"), row = bytes("http://ex.org/Cork,Cork\n"), none = {NULL, 0};
    uint64_t length = 7;
    GwBuffer json;
    Json stored;
    GwError *error = NULL;
    WORKS(gw_upload_append(session, name, row, NULL, &error));
    WORKS(gw_upload_discard(session, name, &error));
    WORKS(gw_upload_append(session, name, none, &length, &error));
    CHECK(length == 0);
    CHECK(gw_upload_load(session, name, create, NULL, NULL, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    WORKS(gw_upload_append(session, name, head, &length, &error));
    CHECK(length == head.length);
    WORKS(gw_upload_append(session, name, row, &length, &error));
    CHECK(length == head.length + row.length);

    CHECK(gw_upload_load(session, name, gw_str("anyhow"), NULL, NULL, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "how"));
    gw_error_free(error);
    WORKS(gw_upload_load(session, name, create, NULL, NULL, &error));

    WORKS(gw_upload_append(session, name, head, NULL, &error));
    WORKS(gw_upload_append(session, name, bytes("http://ex.org/a,a\nhttp://ex.org/b,b\n"), NULL, &error));
    CHECK(gw_upload_load(session, name, create, NULL, NULL, &error) == GW_STATUS_CONFLICT);
    gw_error_free(error);
    WORKS(gw_upload_load(session, name, update, replace, &json, &error));
    CHECK(contains(buffer(json), "\"labels\":2") && contains(buffer(json), "\"language\":\"en\""));
    gw_buffer_free(&json);
    CHECK(gw_upload_load(session, name, update, replace, NULL, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    WORKS(request(session, "GET", resource_path(gw_str("dataset"), name), NULL, none, &stored, &error));
    CHECK(contains(stored.text, "\"labels\":2"));
    json_free(&stored);
    gw_params_free(replace);
}

static void names_are_reconciled(const GwSession *session) {
    static const char path[] = "/reconcile/things", draft[] = "/reconcile/things/1.0/reconcile";
    static const char queries[] = "{\"q\": {\"query\": \"bass\", \"type\": \"http://ex.org/Sound\"}}";
    static const char conditions[] =
        "{\"queries\": [{\"conditions\": [{\"matchType\": \"name\", \"v\": \"bass\"}]}]}";
    static const char values[] = "{\"ids\": [\"http://ex.org/fish\"], \"properties\": [{\"id\": "
                                 "\"http://www.w3.org/1999/02/22-rdf-syntax-ns#type\"}]}";
    const char *const asked[] = {"queries", queries, NULL}, *const extended[] = {"extend", values, NULL};
    const char *const start[] = {"prefix", "so", NULL}, *const beyond[] = {"prefix", "", "cursor", "x", NULL};
    const char *const one[] = {"limit", "1", NULL}, *const fish[] = {"id", "http://ex.org/fish", NULL};
    const struct {
        const char *method, *path;
        const char *const *pairs;
        const char *body, *expected;
    } calls[] = {
        {"GET", path, NULL, "", "\"versions\":[\"0.2\"]"},
        {"GET", path, asked, "", "http://ex.org/voice"},
        {"POST", draft, NULL, conditions, "{\"results\":[{\"candidates\":["},
        {"GET", path, extended, "", "[{\"str\":\"http://ex.org/Animal\"}]"},
        {"GET", "/reconcile/things/suggest/type", start, "", "\"name\":\"Sound\""},
        {"GET", "/reconcile/things/extend/propose", one, "", "\"limit\":1"},
        {"GET", "/reconcile/things/preview", fish, "", "<h1>bass</h1>"},
    };
    Json out;
    GwError *error = NULL;
    for (size_t at = 0; at < sizeof calls / sizeof *calls; at++) {
        GwParams *given = calls[at].pairs == NULL ? NULL : params(calls[at].pairs);
        WORKS(request(session, calls[at].method, calls[at].path, given, bytes(calls[at].body), &out,
                      &error));
        CHECK(contains(out.text, calls[at].expected));
        CHECK(calls[at].pairs != asked || !contains(out.text, "http://ex.org/fish"));
        json_free(&out);
        gw_params_free(given);
    }
    GwStatus status = request(session, "GET", "/reconcile/things/2", NULL, bytes(""), &out, NULL);
    CHECK(status == GW_STATUS_NOT_FOUND);
    GwParams *wrong = params(beyond);
    status = request(session, "GET", "/reconcile/things/suggest/type", wrong, bytes(""), &out, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "cursor"));
    gw_error_free(error);
    gw_params_free(wrong);
}

static void context_chooses_and_says_why(const GwSession *session) {
    static const char *const texts[] = {"She caught a bass, the largest fish of the lake.",
                                        "The choir needs a bass."};
    static const char *const idents[] = {"http://ex.org/fish", "http://ex.org/voice"};
    const char *const said[] = {"dataset", "things", NULL}, *const wrong[] = {"numLinks", "9", NULL};
    GwParams *wanted = params(said), *unknown = params(wrong);
    GwDocument *document;
    GwAnnotations *found;
    GwBuffer why;
    GwError *error = NULL;
    for (int i = 0; i < 2; i++) {
        WORKS(gw_decode(bytes(texts[i]), gw_str("text"), NULL, &document, &error));
        WORKS(gw_entities_recognize(session, gw_str("dictionary"), document, wanted, &found, &error));
        CHECK(gw_annotations_count(found) == 1);
        CHECK(same(gw_annotations_value(found, 0, gw_str("ident"), 0), idents[i]));
        gw_annotations_free(found);
        WORKS(gw_entities_explain(session, document, wanted, &why, &error));
        CHECK(contains(buffer(why), "\"text\":\"bass\"") && contains(buffer(why), "\"features\":[{"));
        CHECK(contains(buffer(why), idents[0]) && contains(buffer(why), idents[1]));
        gw_buffer_free(&why);
        CHECK(gw_entities_recognize(session, gw_str("dictionary"), document, unknown, &found, &error) ==
              GW_STATUS_INVALID);
        CHECK(same(error->parameter, "numLinks"));
        gw_error_free(error);
        gw_document_free(document);
    }
    gw_params_free(wanted);
    gw_params_free(unknown);
}

static void taggers_learn(const char *path) {
    static const char *const towns[] = {"Cork", "Dublin", "Galway", "Sligo", "Athlone"};
    const char *const said[] = {"rounds", "8", "iri", "Town=http://ex.org/Town", NULL};
    const char *const wrong[] = {"rounds", "some", NULL};
    char columns[1024] = "", sentence[128];
    struct watch watch = {1, 0, 0, 0, 0};
    GwParams *training = params(said), *unknown = params(wrong);
    GwProviders *providers;
    GwEngine *engine;
    GwSession *session;
    GwDocument *document;
    GwAnnotations *found;
    GwAnnotation first;
    GwError *error = NULL;
    for (int i = 0; i < 5; i++) {
        snprintf(sentence, sizeof sentence, "We O\nwent O\nto O\n%s B-Town\n. O\n\n", towns[i]);
        strcat(columns, sentence);
    }
    CHECK(gw_tagger_train(bytes(columns), unknown, gw_str(path), NULL, NULL, &error) ==
          GW_STATUS_INVALID);
    CHECK(same(error->parameter, "rounds"));
    gw_error_free(error);
    CHECK(gw_tagger_train(bytes("Cork\n"), NULL, gw_str(path), NULL, NULL, &error) ==
          GW_STATUS_MALFORMED);
    gw_error_free(error);
    CHECK(gw_tagger_train(bytes(columns), training, gw_str(path), watched, &watch, &error) ==
          GW_STATUS_UNAVAILABLE);
    CHECK(watch.calls == 1);
    gw_error_free(error);
    watch.answer = 0;
    WORKS(gw_tagger_train(bytes(columns), training, gw_str(path), watched, &watch, &error));
    CHECK(watch.done > 0 && watch.done <= watch.total && watch.records > 0);
    gw_params_free(training);
    gw_params_free(unknown);

    GwBuffer report;
    WORKS(gw_model_check(gw_str(path), &report, &error));
    CHECK(contains(buffer(report), "{\"kind\":\"tagger\",\"file\":"));
    gw_buffer_free(&report);

    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_open(providers, gw_str("recognizer"), gw_str("towns"), gw_str("tagger"), gw_str(path), NULL, NULL, &error));
    CHECK(gw_providers_open(providers, gw_str("recognizer"), gw_str("no"), gw_str("tagger"), gw_str("/none"), NULL, NULL, &error) ==
          GW_STATUS_STORAGE);
    gw_error_free(error);
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    WORKS(gw_engine_session(engine, &session, &error));
    WORKS(gw_decode(bytes("We went to Limerick."), gw_str("text"), NULL, &document, &error));
    WORKS(gw_entities_recognize(session, gw_str("towns"), document, NULL, &found, &error));
    CHECK(gw_annotations_count(found) == 1);
    WORKS(gw_annotations_at(found, 0, &first, &error));
    CHECK(first.span.start == 11 && first.span.end == 19);
    CHECK(same(gw_annotations_value(found, 0, gw_str("class"), 0), "http://ex.org/Town"));
    gw_annotations_free(found);
    gw_document_free(document);
    gw_session_free(session);
    gw_engine_free(engine);
    gw_providers_free(providers);
}

static void refuse_model(GwDictionary *names, const char *path, const char *name, const char *value,
                         GwStatus status) {
    const char *const said[] = {name, value, NULL};
    GwParams *options = params(said);
    GwDictionary *likely = NULL;
    GwError *error = NULL;
    CHECK(gw_dictionary_with_mention_model(names, gw_str(path), options, &likely, &error) == status);
    CHECK(likely == NULL && same(error->parameter, name));
    gw_error_free(error);
    gw_params_free(options);
}

/* The number of names in a document that a mention model with these options leaves. */
static size_t likely_names(GwDictionary *names, const char *path, const char *const *said,
                           GwDocument *document) {
    GwParams *options = said ? params(said) : NULL;
    GwDictionary *likely;
    GwAnnotations *found;
    GwError *error = NULL;
    WORKS(gw_dictionary_with_mention_model(names, gw_str(path), options, &likely, &error));
    WORKS(gw_dictionary_recognize(likely, document, &found, &error));
    size_t count = gw_annotations_count(found);
    gw_annotations_free(found);
    gw_dictionary_free(likely);
    gw_params_free(options);
    return count;
}

static void mention_models_learn(const char *path) {
    const char *const said[] = {"language", "en", "rounds", "4", NULL};
    const char *const wrong[] = {"informat", "turtel", NULL};
    char columns[2048] = "", tagger[4096];
    GwParams *training = params(said), *unknown = params(wrong);
    GwDictionary *names, *likely = NULL;
    GwDocument *document;
    GwAnnotations *found;
    GwError *error = NULL;
    for (int i = 0; i < 20; i++)
        strcat(columns, "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n");
    WORKS(gw_dictionary_from_csv(bytes("uri,label\nhttp://ex.org/nice,Nice\n"), &names, &error));
    CHECK(gw_mention_model_train(bytes(columns), names, unknown, gw_str(path), NULL, NULL, &error) ==
          GW_STATUS_UNSUPPORTED);
    CHECK(same(error->parameter, "informat"));
    gw_error_free(error);
    WORKS(gw_mention_model_train(bytes(columns), names, training, gw_str(path), NULL, NULL, &error));
    CHECK(gw_dictionary_with_mention_model(names, gw_str("/none"), NULL, &likely, &error) ==
          GW_STATUS_STORAGE);
    CHECK(likely == NULL);
    gw_error_free(error);
    refuse_model(names, path, "tagger", "/none", GW_STATUS_STORAGE);
    refuse_model(names, path, "threshold", "1.5", GW_STATUS_INVALID);
    strcat(strcpy(tagger, path), ".tagger");
    WORKS(gw_tagger_train(bytes(columns), NULL, gw_str(tagger), NULL, NULL, &error));
    WORKS(gw_decode(bytes("Nice people. We went to Nice."), gw_str("text"), NULL, &document, &error));
    WORKS(gw_dictionary_recognize(names, document, &found, &error));
    CHECK(gw_annotations_count(found) == 2);
    gw_annotations_free(found);
    CHECK(likely_names(names, path, NULL, document) == 1);
    const char *const all[] = {"threshold", "0", NULL}, *const both[] = {"tagger", tagger, NULL};
    CHECK(likely_names(names, path, all, document) == 2);
    CHECK(likely_names(names, path, both, document) == 1);
    CHECK(unlink(tagger) == 0);
    gw_document_free(document);
    gw_dictionary_free(names);
    gw_params_free(training);
    gw_params_free(unknown);
}

static void weights_are_fitted(const char *path) {
    const char *graph = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
                        "<http://ex.org/city> rdfs:label 'Cork' ; rdfs:comment 'a harbour of Ireland' .\n"
                        "<http://ex.org/bark> rdfs:label 'Cork' ; rdfs:comment 'the bark of an oak' .\n";
    const char *columns = "Harbour O\nof O\nCork B-http://ex.org/city\n";
    const char *const wrong[] = {"rounds", "3", NULL};
    GwParams *unknown = params(wrong);
    char settings[256];
    GwEngine *engine = NULL;
    GwError *error = NULL;
    CHECK(gw_ranking_weights_train(bytes(columns), bytes(graph), gw_str("turtle"), unknown, gw_str(path), &error) ==
          GW_STATUS_INVALID);
    CHECK(same(error->parameter, "rounds"));
    gw_error_free(error);
    WORKS(gw_ranking_weights_train(bytes(columns), bytes(graph), gw_str("turtle"), NULL, gw_str(path), &error));
    snprintf(settings, sizeof settings, "models.ranking-weights = '%s'", path);
    WORKS(gw_engine_open(gw_str(settings), NULL, &engine, &error));
    gw_engine_free(engine);
    gw_params_free(unknown);
}

int main(void) {
    char folder[] = "/tmp/glossweave-XXXXXX", path[64];
    GwEngine *engine;
    GwError *error = NULL;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/things.csv", folder);
    write_file(path, TABLE);
    WORKS(gw_engine_open(gw_str(""), NULL, &engine, &error));
    GwSession *session = session_of(engine);
    files_are_loaded(session, path);
    parts_are_uploaded(session);
    names_are_reconciled(session);
    context_chooses_and_says_why(session);
    taggers_learn(path);
    mention_models_learn(path);
    weights_are_fitted(path);
    gw_session_free(session);
    gw_engine_free(engine);
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
    return 0;
}
