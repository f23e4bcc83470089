/* Runs the cases that it reads in frames, up to a frame `run`, and answers in frames, up to a frame
 * `done`. tests/c.rs makes the ones of the tables of tests/cases and looks at the others. */
#include "frames.h"

enum { DECODE, ENCODE, NIF, WEB, EXPORT, CHUNK, REQUEST, LOAD, PROVIDER, GROUPS, MOST = 256 };
static const char *const GROUP[GROUPS] = {"decode.", "encode.", "nif.",
                                          "web.",    "export.", "chunk.",
                                          "request.", "load.",  "provider."};

struct wanted {
    GwStr body;
    GwSpan chars;
    GwParams *fields;
};

struct work {
    GwStr category, told, step, input, informat, outformat, labels, recognizer, base, path, sort;
    GwStr opened_name, opened_protocol, settings;
    GwParams *params[GROUPS];
    struct wanted wanted[MOST];
    size_t count;
    GwDocument *document;
    GwAnnotations *annotations;
    GwDictionary *dictionary;
    GwProviders *providers;
    GwParams *pair;
    GwEngine *engine;
    GwSession *session;
    GwNif *nif;
    GwReply *reply;
    GwIts *its;
    GwBuffer buffer;
    GwError *error;
};

#define TRY(call)                                                              \
    do {                                                                       \
        if ((call) != GW_STATUS_OK) return;                                    \
    } while (0)

static void put_text(const char *name, GwStr value) {
    if (value.data != NULL) put(name, value);
}

static void put_number(const char *name, double value) {
    char digits[40];
    snprintf(digits, sizeof digits, "%.17g", value);
    put(name, gw_str(digits));
}

static void answer_annotations(struct work *work) {
    static const char *const bodies[] = {"other", "entity", "term", "translation", "metadata"};
    put("annotations", gw_str(""));
    for (size_t i = 0; i < gw_annotations_count(work->annotations); i++) {
        GwAnnotation found;
        GwSpan chars;
        TRY(gw_annotations_at(work->annotations, i, &found, &work->error));
        TRY(gw_document_char_span(work->document, found.span, &chars, &work->error));
        put("body", gw_str(bodies[found.body]));
        put_number("start", (double)chars.start);
        put_number("end", (double)chars.end);
        if (found.confidence >= 0) put_number("confidence", found.confidence);
        for (size_t number = 0;; number++) {
            char shown[64] = "field.";
            GwStr name, value = gw_annotations_field(work->annotations, i, number, &name);
            if (value.data == NULL) break;
            CHECK(name.length < sizeof shown - 6);
            memcpy(shown + 6, name.data, name.length);
            put(shown, value);
        }
    }
}

static void answer_target(struct work *work) {
    GwError *error = NULL;
    GwDocument *target = NULL;
    if (gw_document_target(work->document, &target, &error) != GW_STATUS_OK) {
        CHECK(error->status == GW_STATUS_NOT_FOUND);
        gw_error_free(error);
        return;
    }
    GwStr text = gw_document_text(target);
    for (size_t i = 0; i < gw_document_unit_count(target); i++) {
        GwUnit unit;
        WORKS(gw_document_unit(target, i, &unit, &error));
        GwStr part = {text.data + unit.bytes.start, unit.bytes.end - unit.bytes.start};
        put("target", part);
    }
    gw_document_free(target);
}

static void its(struct work *work) {
    GwBytes input = {work->input.data, work->input.length};
    TRY(gw_its_analyze(input, work->informat, work->category, work->params[DECODE], &work->its,
                       &work->error));
    for (size_t i = 0; i < work->its->node_count; i++) {
        const GwItsNode *node = &work->its->nodes[i];
        put("node", node->path);
        for (size_t number = 0; number < node->value_count; number++) {
            char shown[1024];
            GwStr name = node->values[number].name, value = node->values[number].value;
            int length = snprintf(shown, sizeof shown, "%.*s=%.*s", (int)name.length, name.data,
                                  (int)value.length, value.data);
            CHECK(length < (int)sizeof shown);
            put("value", gw_str(shown));
        }
    }
}

static void answer_document(struct work *work) {
    GwStr text = gw_document_text(work->document);
    put("text", text);
    put("encoding", gw_document_encoding(work->document));
    for (size_t i = 0; i < gw_document_unit_count(work->document); i++) {
        GwUnit unit;
        TRY(gw_document_unit(work->document, i, &unit, &work->error));
        GwStr part = {text.data + unit.bytes.start, unit.bytes.end - unit.bytes.start};
        put("unit", part);
        if (i == 0) put_text("language", unit.language);
    }
    for (size_t i = 0; i < gw_document_part_count(work->document); i++) {
        GwPart part;
        TRY(gw_document_part(work->document, i, &part, &work->error));
        put("part", part.name);
    }
    answer_target(work);
    put_number("warnings", (double)gw_document_warning_count(work->document));
    answer_annotations(work);
}

static void answer_reply(struct work *work) {
    put("bytes", text_of(work->reply->bytes));
    for (size_t i = 0; i < work->reply->placement_count; i++) {
        GwPlacement placement = work->reply->placements[i];
        char shown[40];
        snprintf(shown, sizeof shown, "placed %zu", placement.fragments);
        if (placement.placed == GW_PLACED_ON_PARENT) strcpy(shown, "on parent");
        if (placement.placed == GW_PLACED_PRESENT) strcpy(shown, "present");
        if (placement.placed == GW_PLACED_NOT) put("not-placed", placement.rule);
        else put("placement", gw_str(shown));
    }
    for (size_t i = 0; i < work->reply->segment_count; i++) {
        put("status", work->reply->segments[i].status);
    }
}

static void answer_parts(struct work *work) {
    for (size_t i = 0; i < work->reply->part_count; i++) {
        put("part", work->reply->parts[i].name);
    }
}

static void answer_buffer(struct work *work) {
    GwStr bytes = {(const char *)work->buffer.data, work->buffer.length};
    put("bytes", bytes);
}

static void give_back(struct work *work) {
    GwBytes told = {work->told.data, work->told.length};
    TRY(gw_decode((GwBytes){work->input.data, work->input.length}, work->informat,
                  work->params[DECODE], &work->document, &work->error));
    TRY(gw_nif_read(told, gw_str("turtle"), gw_str(""), &work->nif, &work->error));
    TRY(gw_nif_annotations_of(work->nif, work->document, &work->annotations, &work->error));
    TRY(gw_encode(work->document, work->annotations, work->params[ENCODE], &work->reply,
                  &work->error));
    answer_reply(work);
    answer_annotations(work);
}

static void read_web_annotations(struct work *work) {
    GwBytes told = {work->told.data, work->told.length};
    TRY(gw_decode((GwBytes){work->input.data, work->input.length}, work->informat,
                  work->params[DECODE], &work->document, &work->error));
    TRY(gw_web_annotation_read(work->document, told, work->base, &work->annotations, &work->reply,
                               &work->error));
    put_number("warnings", (double)work->reply->skipped_count);
    answer_annotations(work);
}

static void decode(struct work *work) {
    GwBytes input = {work->input.data, work->input.length};
    TRY(gw_decode(input, work->informat, work->params[DECODE], &work->document, &work->error));
    if (same(work->step, "text")) {
        TRY(gw_document_annotations(work->document, &work->annotations, &work->error));
        return;
    }
    TRY(gw_annotations_new(&work->annotations, &work->error));
    for (size_t i = 0; i < work->count; i++) {
        struct wanted *wanted = &work->wanted[i];
        GwSpan span;
        TRY(gw_document_text_span(work->document, wanted->chars, &span, &work->error));
        TRY(gw_annotations_add(work->annotations, wanted->body, span, wanted->fields, &work->error));
    }
}

static void read_nif(struct work *work) {
    GwBytes input = {work->input.data, work->input.length};
    TRY(gw_nif_read(input, work->informat, work->base, &work->nif, &work->error));
    if (gw_nif_context_count(work->nif) == 0) return;
    TRY(gw_nif_document(work->nif, 0, &work->document, &work->error));
    TRY(gw_nif_annotations(work->nif, 0, &work->annotations, &work->error));
    answer_document(work);
}

static void store(struct work *work) {
    GwBytes labels = {work->labels.data, work->labels.length};
    GwStr anna = gw_str("anna"), password = gw_str("correct horse");
    GwBuffer token = {0};
    const GwStr settings = gw_str("models.mentions = 'none'");
    TRY(gw_engine_open(settings, NULL, &work->engine, &work->error));
    TRY(gw_engine_session(work->engine, &work->session, &work->error));
    TRY(create_user(work->session, anna, password, NULL, &work->error));
    TRY(gw_user_authenticate(work->session, anna, password, &token, &work->error));
    GwStr secret = {(const char *)token.data, token.length};
    gw_session_free(work->session);
    work->session = NULL;
    GwStatus status = gw_engine_session_of(work->engine, secret, &work->session, &work->error);
    gw_buffer_free(&token);
    TRY(status);
    TRY(request(work->session, "POST", resource_path(gw_str("dataset"), gw_str("names")), work->params[LOAD], labels, NULL, &work->error));
}

static void dataset(struct work *work) {
    GwBytes input = {work->input.data, work->input.length};
    store(work);
    if (work->error != NULL) return;
    if (same(work->step, "terms")) {
        TRY(gw_terms_enrich(work->session, work->recognizer, input, work->params[REQUEST],
                            &work->reply, &work->error));
    } else {
        TRY(gw_entities_enrich(work->session, gw_str("dictionary"), input, work->params[REQUEST],
                               &work->reply, &work->error));
    }
    answer_reply(work);
}

static void add(GwParams **params, const char *name, GwStr value) {
    GwError *error = NULL;
    if (*params == NULL) WORKS(gw_params_new(params, &error));
    WORKS(gw_params_add(*params, gw_str(name), value, &error));
}

static void translate(struct work *work) {
    GwBytes input = {work->input.data, work->input.length};
    GwBytes labels = {work->labels.data, work->labels.length};
    GwStr provider = work->recognizer, informat = gw_str("tmx");
    add(&work->pair, "source-lang", gw_str("en"));
    add(&work->pair, "target-lang", gw_str("es"));
    TRY(gw_providers_new(&work->providers, &work->error));
    const GwStr translator = gw_str("translator"), memory = gw_str("memory");
    if (same(provider, "apertium")) {
        TRY(gw_providers_open(work->providers, translator, provider, provider, gw_str("eng-spa"), NULL,
                              work->pair, &work->error));
    } else {
        if (work->sort.data != NULL) informat = work->sort;
        TRY(gw_memory_build(labels, informat, work->path, NULL, &work->error));
        TRY(gw_providers_open(work->providers, translator, memory, memory, work->path, NULL,
                              work->pair, &work->error));
    }
    TRY(gw_engine_open(gw_str(""), work->providers, &work->engine, &work->error));
    TRY(gw_engine_session(work->engine, &work->session, &work->error));
    TRY(gw_translations_enrich(work->session, provider, input, work->params[REQUEST], &work->reply,
                               &work->error));
    answer_reply(work);
}

/* Opens a provider of the row, and drops its options. */
static void open_provider(struct work *work, GwStr place) {
    GwError *error = NULL;
    if (work->providers == NULL) WORKS(gw_providers_new(&work->providers, &error));
    if (work->error == NULL) {
        GwStatus status = gw_providers_open(work->providers, gw_str("recognizer"), work->opened_name,
                                            work->opened_protocol, place, work->params[PROVIDER], NULL,
                                            &work->error);
        CHECK((status == GW_STATUS_OK) == (work->error == NULL));
    }
    gw_params_free(work->params[PROVIDER]);
    work->params[PROVIDER] = NULL;
}

static void recognize(struct work *work) {
    GwBytes input = {work->input.data, work->input.length};
    GwBytes labels = {work->labels.data, work->labels.length};
    GwStr name = gw_str("names");
    if (work->error != NULL) return;
    TRY(gw_dictionary_from_csv(labels, &work->dictionary, &work->error));
    if (work->providers == NULL) TRY(gw_providers_new(&work->providers, &work->error));
    TRY(gw_providers_add_dictionary(work->providers, name, work->dictionary, &work->error));
    TRY(gw_engine_open(work->settings, work->providers, &work->engine, &work->error));
    TRY(gw_engine_session(work->engine, &work->session, &work->error));
    TRY(gw_entities_enrich(work->session, work->recognizer, input, work->params[REQUEST],
                           &work->reply, &work->error));
    answer_reply(work);
}

static void answer(struct work *work) {
    if (same(work->step, "read")) {
        read_nif(work);
    } else if (same(work->step, "translate")) {
        translate(work);
    } else if (same(work->step, "dataset") || same(work->step, "terms")) {
        dataset(work);
    } else if (same(work->step, "recognize")) {
        recognize(work);
    } else if (same(work->step, "its")) {
        its(work);
    } else if (same(work->step, "return")) {
        give_back(work);
    } else if (same(work->step, "read-web-annotation")) {
        read_web_annotations(work);
    } else {
        decode(work);
        if (work->error != NULL) return;
        if (same(work->step, "text")) {
            answer_document(work);
        } else if (same(work->step, "annotate")) {
            TRY(gw_encode(work->document, work->annotations, work->params[ENCODE], &work->reply,
                          &work->error));
            answer_reply(work);
            answer_parts(work);
        } else if (same(work->step, "web-annotation")) {
            TRY(gw_web_annotation_write(work->document, work->annotations, work->params[WEB],
                                        &work->buffer, &work->error));
            answer_buffer(work);
        } else if (same(work->step, "export")) {
            TRY(gw_export(work->document, work->annotations, work->outformat, work->params[EXPORT],
                          &work->reply, &work->error));
            answer_reply(work);
        } else if (same(work->step, "chunks")) {
            TRY(gw_chunks_write(work->document, work->annotations, work->params[CHUNK], &work->buffer,
                                &work->error));
            answer_buffer(work);
        } else {
            CHECK(same(work->step, "nif"));
            TRY(gw_nif_write(work->document, work->annotations, work->outformat, work->params[NIF],
                             &work->buffer, &work->error));
            answer_buffer(work);
        }
    }
}

static void run(struct work *work) {
    answer(work);
    if (work->error != NULL) {
        put("error", gw_status_name(work->error->status));
        put("message", work->error->message);
        if (work->error->has_location) {
            put_number("line", work->error->location.line);
            put_number("column", work->error->location.column);
        }
    }
    put("done", gw_str(""));
    for (size_t i = 0; i < GROUPS; i++) gw_params_free(work->params[i]);
    for (size_t i = 0; i < work->count; i++) gw_params_free(work->wanted[i].fields);
    gw_reply_free(work->reply);
    gw_its_free(work->its);
    gw_buffer_free(&work->buffer);
    gw_nif_free(work->nif);
    gw_session_free(work->session);
    gw_engine_free(work->engine);
    gw_providers_free(work->providers);
    gw_params_free(work->pair);
    gw_dictionary_free(work->dictionary);
    gw_annotations_free(work->annotations);
    gw_document_free(work->document);
    gw_error_free(work->error);
    memset(work, 0, sizeof *work);
}

static void take(struct work *work, const char *name, GwStr value) {
    struct wanted *last = work->count > 0 ? &work->wanted[work->count - 1] : NULL;
    if (strcmp(name, "step") == 0) work->step = value;
    else if (strcmp(name, "category") == 0) work->category = value;
    else if (strcmp(name, "nif") == 0) work->told = value;
    else if (strcmp(name, "input") == 0) work->input = value;
    else if (strcmp(name, "informat") == 0) work->informat = value;
    else if (strcmp(name, "outformat") == 0) work->outformat = value;
    else if (strcmp(name, "labels") == 0) work->labels = value;
    else if (strcmp(name, "recognizer") == 0) work->recognizer = value;
    else if (strcmp(name, "base") == 0) work->base = value;
    else if (strcmp(name, "path") == 0) work->path = value;
    else if (strcmp(name, "settings") == 0) work->settings = value;
    else if (strcmp(name, "sort") == 0) work->sort = value;
    else if (strcmp(name, "opened-name") == 0) work->opened_name = value;
    else if (strcmp(name, "opened-protocol") == 0) work->opened_protocol = value;
    else if (strcmp(name, "opened-place") == 0) open_provider(work, value);
    else if (strcmp(name, "annotation") == 0) {
        CHECK(work->count < MOST);
        work->wanted[work->count++].body = value;
    } else if (strcmp(name, "start") == 0) last->chars.start = strtoul(value.data, NULL, 10);
    else if (strcmp(name, "end") == 0) last->chars.end = strtoul(value.data, NULL, 10);
    else if (strncmp(name, "field.", 6) == 0) add(&last->fields, name + 6, value);
    else if (strcmp(name, "run") == 0) run(work);
    else {
        size_t group = 0;
        while (group < GROUPS && strncmp(name, GROUP[group], strlen(GROUP[group])) != 0) group++;
        CHECK(group < GROUPS);
        add(&work->params[group], name + strlen(GROUP[group]), value);
    }
}

int main(void) {
    static struct work work;
    size_t length;
    char name[64], *frames = read_input(&length), *end = frames + length;
    GwStr value;
    for (char *at = frames; at < end;) {
        at = next_frame(at, end, name, &value);
        take(&work, name, value);
    }
    free(frames);
    return 0;
}
