/* Translation systems of a function and of nothing, and terms that choose words. */
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#define WORD gw_str("correct horse")

static int freed = 0;

static void finalize(void *data) {
    CHECK(data == &freed);
    freed++;
}

/* Capitals; none for `Nothing.`. */
static uint32_t shout(void *data, GwStr source, GwStr target, const GwStr *texts, size_t count,
                      GwTranslations *found, GwStr *reason) {
    (void)reason;
    CHECK(data == &freed && same(source, "en") && same(target, "es"));
    for (size_t i = 0; i < count; i++) {
        char text[256];
        CHECK(texts[i].length < sizeof text);
        for (size_t at = 0; at < texts[i].length; at++) {
            text[at] = (char)toupper((unsigned char)texts[i].data[at]);
        }
        GwStr given = {text, texts[i].length};
        if (same(texts[i], "Nothing.")) {
            given.data = NULL;
        }
        if (gw_translations_add(found, given, 0.5, NULL) != GW_STATUS_OK) {
            return GW_STATUS_INTERNAL;
        }
    }
    return 0;
}

static uint32_t fails(void *data, GwStr source, GwStr target, const GwStr *texts, size_t count,
                      GwTranslations *found, GwStr *reason) {
    (void)data, (void)source, (void)target, (void)texts, (void)count, (void)found;
    *reason = gw_str("no memory");
    return GW_STATUS_UNAVAILABLE;
}

static void set(GwParams *params, const char *name, const char *value) {
    GwError *error = NULL;
    WORKS(gw_params_add(params, gw_str(name), gw_str(value), &error));
}

static GwParams *languages(void) {
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    set(params, "source-lang", "en");
    set(params, "target-lang", "es");
    return params;
}

static void translate(const GwSession *session) {
    GwReply *reply;
    GwError *error = NULL;
    GwParams *params = languages();
    set(params, "informat", "html");
    set(params, "outformat", "html");
    set(params, "translations", "yes");
    set(params, "keep", "iPhone");
    WORKS(gw_translations_enrich(session, gw_str("shout"), bytes("<p>One <b>two</b>.<p>My iPhone"),
                                 params, &reply, &error));
    GwBytes page = reply->bytes;
    CHECK(contains((GwStr){(const char *)page.data, page.length}, "<p>MY iPhone"));
    CHECK(contains((GwStr){(const char *)page.data, page.length}, "ONE"));
    gw_reply_free(reply);
    CHECK(gw_translations_enrich(session, gw_str("fails"), bytes("Hello"), params, &reply, &error) ==
          GW_STATUS_UNAVAILABLE);
    CHECK(contains(error->message, "no memory"));
    gw_error_free(error);
    set(params, "target-lang", "de");
    CHECK(gw_translations_enrich(session, gw_str("shout"), bytes("Hello"), params, &reply, &error) ==
          GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    gw_params_free(params);
}

static void list(const GwSession *session) {
    Json json;
    GwError *error = NULL;
    WORKS(request(session, "GET", "/e-translation/shout/systems", NULL, bytes(""), &json, &error));
    GwStr text = json.text;
    CHECK(contains(text, "\"state\":\"standby\"") && contains(text, "\"target\":\"es\""));
    CHECK(!contains(text, "secret"));
    json_free(&json);
}

static void terms(const GwSession *anna) {
    const char *table = "uri,term,language\nhttp://c.example/bank,bank,en\n"
                        "http://c.example/bank,ribera,es\n";
    GwReply *found, *reply;
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    set(params, "type", "terms");
    WORKS(request(anna, "POST", resource_path(gw_str("dataset"), gw_str("rivers")), params, bytes(table), NULL, &error));
    gw_params_free(params);
    params = languages();
    set(params, "informat", "text");
    set(params, "dataset", "rivers");
    WORKS(gw_terms_enrich(anna, gw_str("termbase"), bytes("Two banks."), params, &found, &error));
    gw_params_free(params);
    params = languages();
    set(params, "informat", "turtle");
    WORKS(gw_translations_enrich(anna, gw_str("shout"), found->bytes, params, &reply,
                                 &error));
    GwBytes nif = reply->bytes;
    CHECK(contains((GwStr){(const char *)nif.data, nif.length}, "\"TWO ribera.\"@es"));
    gw_reply_free(reply);
    gw_reply_free(found);
    gw_params_free(params);
}

/* Units of a memory that are wrong are an error, or left out and told. */
static void builds_a_memory(void) {
    static const char tmx[] =
        "<tmx version=\"1.4\"><header srclang=\"en\"/><body>\n"
        "<tu><tuv><seg>No</seg></tuv></tu>\n"
        "<tu><tuv xml:lang=\"en\"><seg>Yes</seg></tuv><tuv xml:lang=\"es\"><seg>Si</seg></tuv></tu>\n"
        "</body></tmx>";
    char place[] = "/tmp/glossweave-memory-XXXXXX";
    int file = mkstemp(place);
    CHECK(file >= 0 && close(file) == 0);
    GwStr name = gw_str("tmx"), path = gw_str(place);
    GwReply *report;
    GwSkipped skipped;
    GwError *error = NULL;
    CHECK(gw_memory_build(bytes(tmx), name, path, NULL, &error) == GW_STATUS_MALFORMED);
    gw_error_free(error);
    WORKS(gw_memory_build(bytes(tmx), name, path, &report, &error));
    CHECK(report->skipped_count == 1 && report->bytes.length == 0);
    skipped = report->skipped[0];
    CHECK(same(skipped.subject, "tu 1") && skipped.line == 2 && contains(skipped.message, "xml:lang"));
    gw_reply_free(report);
    CHECK(remove(place) == 0);
}

/* A document goes out as XLIFF, and its translation comes back into it. */
static void exchanges_xliff(void) {
    const char *page = "<p>The <b>red</b> house", *source = "<source>The <pc id=\"1\">red</pc> house</source>";
    const char *target = "<target>La maison <pc id=\"1\">rouge</pc></target>";
    GwParams *params = NULL, *write = NULL;
    GwDocument *document, *embedded, *other;
    GwAnnotations *found;
    GwBuffer file;
    GwReply *reply;
    GwError *error = NULL;
    char returned[4096];
    WORKS(gw_decode(bytes(page), gw_str("html"), NULL, &document, &error));
    CHECK(gw_xliff_write(document, NULL, &file, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "target-lang"));
    gw_error_free(error);
    WORKS(gw_params_new(&params, &error));
    set(params, "target-lang", "fr");
    set(params, "source-lang", "en");
    WORKS(gw_xliff_write(document, params, &file, &error));
    CHECK(file.length + strlen(target) < sizeof returned);
    memcpy(returned, file.data, file.length);
    returned[file.length] = '\0';
    char *end = strstr(returned, source);
    CHECK(end != NULL);
    end += strlen(source);
    memmove(end + strlen(target), end, strlen(end) + 1);
    memcpy(end, target, strlen(target));

    WORKS(gw_embedded_document(bytes(returned), NULL, &embedded, &error));
    CHECK(same(gw_document_text(embedded), "The red house"));
    WORKS(gw_xliff_merge(embedded, bytes(returned), &found, &error));
    WORKS(gw_params_new(&write, &error));
    set(write, "translations", "yes");
    WORKS(gw_encode(embedded, found, write, &reply, &error));
    GwBytes result = reply->bytes;
    CHECK(same((GwStr){(const char *)result.data, result.length}, "<p>La maison <b>rouge</b>"));
    gw_reply_free(reply);
    gw_annotations_free(found);

    WORKS(gw_decode(bytes("<p>Another"), gw_str("html"), NULL, &other, &error));
    CHECK(gw_xliff_merge(other, bytes(returned), &found, &error) == GW_STATUS_CONFLICT);
    gw_error_free(error);
    gw_buffer_free(&file);
    set(params, "embed", "no");
    WORKS(gw_xliff_write(document, params, &file, &error));
    GwBytes view = {file.data, file.length};
    CHECK(gw_embedded_document(view, NULL, &other, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    CHECK(gw_embedded_document(bytes("<tmx/>"), NULL, &other, &error) == GW_STATUS_MALFORMED);
    gw_error_free(error);
    gw_buffer_free(&file);
    gw_params_free(write);
    gw_params_free(params);
    gw_document_free(other);
    gw_document_free(embedded);
    gw_document_free(document);
}

/* The translations in a file are checked. */
static void checks_translations(void) {
    const char *po = "msgid \"\"\nmsgstr \"Language: es\\n\"\n\nmsgid \"{count} files in 2026\"\nmsgstr \"{cuenta} archivos en 2025\"\n";
    GwParams *params;
    GwDocument *document, *page;
    GwIssues *issues;
    GwIssue issue;
    GwError *error = NULL;
    WORKS(gw_decode(bytes(po), gw_str("po"), NULL, &document, &error));
    WORKS(gw_translations_check(document, NULL, &issues, &error));
    CHECK(issues->count == 4);
    issue = issues->issues[0];
    CHECK(same(issue.issue_type, "markup") && issue.severity == 100 && issue.unit == 1);
    CHECK(same(issue.comment, "`{cuenta}` is not in the text"));
    CHECK(issue.line == 5 && issue.column == 9);
    gw_issues_free(issues);
    WORKS(gw_params_new(&params, &error));
    set(params, "min-severity", "100");
    WORKS(gw_translations_check(document, params, &issues, &error));
    CHECK(issues->count == 2);
    gw_issues_free(issues);
    set(params, "leave-out", "spelling");
    CHECK(gw_translations_check(document, params, &issues, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "leave-out"));
    gw_error_free(error);
    WORKS(gw_decode(bytes("<p>Cork"), gw_str("html"), NULL, &page, &error));
    CHECK(gw_translations_check(page, NULL, &issues, &error) == GW_STATUS_UNSUPPORTED);
    gw_error_free(error);
    gw_params_free(params);
    gw_document_free(page);
    gw_document_free(document);
}

int main(void) {
    builds_a_memory();
    exchanges_xliff();
    checks_translations();
    GwProviders *providers;
    GwEngine *engine;
    GwSession *nobody, *anna;
    GwBuffer token;
    GwError *error = NULL;
    GwParams *params = languages();
    const GwStr translator = gw_str("translator"), memory = gw_str("memory");
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_translator(providers, gw_str("shout"), params, shout, &freed, finalize,
                                      &error));
    WORKS(gw_providers_add_translator(providers, gw_str("fails"), params, fails, NULL, NULL, &error));
    set(params, "key", "secret");
    WORKS(gw_providers_open(providers, translator, gw_str("shout"), gw_str("libretranslate"),
                            gw_str("http://localhost:1"), NULL, params, &error));
    CHECK(gw_providers_open(providers, translator, memory, memory, gw_str("/nowhere"), NULL, params,
                            &error) == GW_STATUS_STORAGE);
    gw_error_free(error);
    CHECK(gw_providers_open(providers, translator, gw_str("apertium"), gw_str("apertium"),
                            gw_str("a/b"), NULL, params, &error) == GW_STATUS_INVALID);
    gw_error_free(error);
    gw_params_free(params);
    WORKS(gw_engine_open(gw_str(""), providers, &engine, &error));
    gw_providers_free(providers);
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), WORD, &token, &error));
    WORKS(gw_engine_session_of(engine, (GwStr){(const char *)token.data, token.length}, &anna, &error));
    gw_buffer_free(&token);
    list(nobody);
    translate(nobody);
    terms(anna);
    gw_session_free(anna);
    gw_session_free(nobody);
    gw_engine_free(engine);
    CHECK(freed == 1);
    return 0;
}
