/* Stylesheets alone and stored: what they tell, what they give, how they fail, many threads. */
#include <pthread.h>

#include "check.h"

#define XSL "xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"

static const char GREET[] =
    "<xsl:stylesheet version='1.0' " XSL ">\n"
    "<xsl:param name='greeting' select=\"'Hello'\"/>\n"
    "<xsl:param name='number' select='count(//name)'/>\n"
    "<xsl:output method='text' encoding='utf-8'/>\n"
    "<xsl:template match='/'>\n"
    "<xsl:message>greeted</xsl:message>\n"
    "<xsl:value-of select='concat($greeting, \", \", //name)'/></xsl:template>\n"
    "</xsl:stylesheet>";

/* Parameters with one pair. */
static GwParams *with(const char *name, const char *value) {
    GwParams *params = NULL;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str(name), gw_str(value), &error));
    return params;
}

/* With time enough for valgrind on a busy machine. */
static GwXslt *compiled(const char *stylesheet) {
    GwParams *params = with("milliseconds", "600000");
    GwXslt *xslt = NULL;
    GwError *error = NULL;
    WORKS(gw_xslt_compile(bytes(stylesheet), params, &xslt, &error));
    gw_params_free(params);
    return xslt;
}

static void a_stylesheet_tells_of_itself(void) {
    GwXslt *xslt = compiled(GREET);
    GwError *error = NULL;
    GwXsltParameter parameter;
    CHECK(same(gw_xslt_version(xslt), "1.0") && same(gw_xslt_processor(xslt), "libxslt"));
    CHECK(gw_xslt_parameter_count(xslt) == 2);
    WORKS(gw_xslt_parameter(xslt, 0, &parameter, &error));
    CHECK(same(parameter.name, "greeting") && same(parameter.usual, "Hello"));
    CHECK(parameter.select.data == NULL && !parameter.required);
    WORKS(gw_xslt_parameter(xslt, 1, &parameter, &error));
    CHECK(parameter.usual.data == NULL && same(parameter.select, "count(//name)"));
    CHECK(gw_xslt_parameter(xslt, 2, &parameter, &error) == GW_STATUS_NOT_FOUND);
    CHECK(same(error->parameter, "index"));
    gw_error_free(error);
    gw_xslt_free(xslt);
}

static void a_reply_outlives_its_stylesheet(void) {
    GwXslt *xslt = compiled(GREET);
    GwParams *params = with("greeting", "So long");
    GwError *error = NULL;
    GwXsltReply *reply;
    GwXsltMessage message;
    WORKS(gw_xslt_run(xslt, bytes("<name>Cork</name>"), params, &reply, &error));
    gw_params_free(params);
    gw_xslt_free(xslt);
    CHECK(same(text_of(reply->bytes), "So long, Cork"));
    CHECK(same(reply->media_type, "text/plain"));
    CHECK(same(reply->method, "text"));
    CHECK(reply->encoding.length == 5);
    CHECK(reply->message_count == 1 && reply->document_count == 0);
    message = reply->messages[0];
    CHECK(same(message.text, "greeted") && message.line == 6 && message.column == 1);
    gw_xslt_reply_free(reply);
}

/* The status of a compilation, with a word of the message, and the code and line where known. */
static void refused(const char *stylesheet, const GwParams *params, GwStatus kind,
                    const char *word, const char *code, uint32_t line) {
    GwXslt *xslt = (GwXslt *)&xslt;
    GwError *error = NULL;
    GwStatus status = gw_xslt_compile(bytes(stylesheet), params, &xslt, &error);
    CHECK(status == kind && error->status == kind);
    CHECK(contains(error->message, word));
    CHECK(code == NULL ? error->code.data == NULL : same(error->code, code));
    CHECK(error->has_location == (line > 0) && error->location.line == line);
    CHECK(xslt == (GwXslt *)&xslt);
    gw_error_free(error);
    CHECK(gw_xslt_compile(bytes(stylesheet), params, &xslt, NULL) == kind);
}

static void stylesheets_are_refused(void) {
    GwParams *unknown = with("colour", "red"), *wrong = with("depth", "deep");
    GwParams *first = with("processor", "libxslt");
    refused("", NULL, GW_STATUS_MALFORMED, "", NULL, 1);
    refused("<a/>", NULL, GW_STATUS_INVALID, "xsl:stylesheet", NULL, 0);
    refused("<a>\n</b>", NULL, GW_STATUS_MALFORMED, "", NULL, 2);
    refused("<xsl:stylesheet version='1.0' " XSL "><xsl:template match='/'>\n"
            "<xsl:value-of select='1 +'/></xsl:template></xsl:stylesheet>",
            NULL, GW_STATUS_INVALID, "", "1207", 2);
    refused("<xsl:stylesheet version='2.0' " XSL "><xsl:template match='/'>\n"
            "<xsl:for-each-group select='*' group-by='.'/></xsl:template></xsl:stylesheet>",
            first, GW_STATUS_UNSUPPORTED, "for-each-group", NULL, 2);
    refused(GREET, unknown, GW_STATUS_INVALID, "processor", NULL, 0);
    refused(GREET, wrong, GW_STATUS_INVALID, "deep", NULL, 0);
    gw_params_free(unknown);
    gw_params_free(wrong);
    gw_params_free(first);
}

static void runs_fail(void) {
    const char stop[] = "<xsl:stylesheet version='1.0' " XSL "><xsl:template match='/'>\n"
                        "<xsl:message terminate='yes'>no more</xsl:message>"
                        "</xsl:template></xsl:stylesheet>";
    GwXslt *xslt = compiled(stop);
    GwParams *params = with("informat", "odt");
    GwXsltReply *reply = (GwXsltReply *)&reply;
    GwError *error = NULL;
    CHECK(gw_xslt_run(xslt, bytes("<a/>"), NULL, &reply, &error) == GW_STATUS_INVALID);
    CHECK(same(error->code, "terminated"));
    CHECK(contains(error->message, "no more"));
    CHECK(error->has_location && error->location.line == 2 && error->location.column == 1);
    gw_error_free(error);
    CHECK(gw_xslt_run(xslt, bytes("<a>"), NULL, &reply, &error) == GW_STATUS_MALFORMED);
    CHECK(error->has_location && error->location.line == 1);
    gw_error_free(error);
    CHECK(gw_xslt_run(xslt, bytes("<a/>"), params, &reply, &error) == GW_STATUS_UNSUPPORTED);
    CHECK(same(error->parameter, "informat"));
    gw_error_free(error);
    CHECK(gw_xslt_run(xslt, bytes("<a/>"), NULL, NULL, NULL) == GW_STATUS_INVALID);
    CHECK(gw_xslt_run(NULL, bytes("<a/>"), NULL, &reply, NULL) == GW_STATUS_INVALID);
    CHECK(reply == (GwXsltReply *)&reply);
    gw_params_free(params);
    gw_xslt_free(xslt);
}

static void limits_hold(void) {
    GwParams *params = with("recursion", "50");
    GwXslt *xslt;
    GwXsltReply *reply;
    GwError *error = NULL;
    const char endless[] = "<xsl:stylesheet version='1.0' " XSL "><xsl:template match='/' name='t'>"
                           "<xsl:call-template name='t'/></xsl:template></xsl:stylesheet>";
    WORKS(gw_params_add(params, gw_str("milliseconds"), gw_str("600000"), &error));
    WORKS(gw_params_add(params, gw_str("output"), gw_str("100"), &error));
    WORKS(gw_xslt_compile(bytes(endless), params, &xslt, &error));
    CHECK(gw_xslt_run(xslt, bytes("<a/>"), NULL, &reply, &error) == GW_STATUS_TOO_LARGE);
    gw_error_free(error);
    gw_xslt_free(xslt);
    gw_params_free(params);
}

static void a_converter_is_applied(void) {
    GwEngine *engine;
    GwSession *nobody, *anna;
    GwBuffer token;
    Json stored;
    GwXsltReply *reply;
    GwError *error = NULL;
    const GwStr kind = gw_str("xsltconverter"), word = gw_str("correct horse");
    WORKS(gw_engine_open(gw_str("xslt.time = '10m'"), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), word, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("anna"), word, &token, &error));
    WORKS(gw_engine_session_of(engine, (GwStr){(const char *)token.data, token.length}, &anna, &error));
    gw_buffer_free(&token);
    GwParams *params = with("description", "greets");
    WORKS(request(anna, "POST", resource_path(kind, gw_str("greet")), params, bytes(GREET), &stored, &error));
    gw_params_free(params);
    GwStr json = stored.text;
    CHECK(contains(json, "\"version\":\"1.0\"") && contains(json, "\"greets\""));
    CHECK(contains(json, "\"name\":\"greeting\",\"default\":\"Hello\""));
    json_free(&stored);

    WORKS(gw_converter_apply(nobody, gw_str("greet"), bytes("<name>Cork</name>"), NULL, &reply, &error));
    CHECK(same(text_of(reply->bytes), "Hello, Cork"));
    gw_xslt_reply_free(reply);
    GwStatus status = request(anna, "PUT", resource_path(kind, gw_str("greet")), NULL, bytes("<a/>"), NULL, &error);
    CHECK(status == GW_STATUS_INVALID);
    gw_error_free(error);
    WORKS(gw_converter_apply(anna, gw_str("greet"), bytes("<name>Cobh</name>"), NULL, &reply, &error));
    CHECK(same(text_of(reply->bytes), "Hello, Cobh"));
    gw_xslt_reply_free(reply);
    status = gw_converter_apply(nobody, gw_str("none"), bytes("<a/>"), NULL, &reply, &error);
    CHECK(status == GW_STATUS_NOT_FOUND || status == GW_STATUS_UNAUTHENTICATED);
    gw_error_free(error);
    gw_session_free(anna);
    gw_session_free(nobody);
    gw_engine_free(engine);
}

/* Half of the stylesheets is shared, half is the thread's own. */
static void *work(void *data) {
    const GwXslt *shared = (const GwXslt *)data;
    GwError *error = NULL;
    for (int turn = 0; turn < 5; turn++) {
        GwXslt *own = compiled(GREET);
        for (int half = 0; half < 2; half++) {
            const GwXslt *xslt = half == 0 ? shared : own;
            GwXsltReply *reply;
            WORKS(gw_xslt_run(xslt, bytes("<name>Cork</name>"), NULL, &reply, &error));
            CHECK(same(text_of(reply->bytes), "Hello, Cork"));
            CHECK(reply->message_count == 1);
            gw_xslt_reply_free(reply);
            CHECK(gw_xslt_run(xslt, bytes("<name>"), NULL, &reply, NULL) == GW_STATUS_MALFORMED);
        }
        gw_xslt_free(own);
    }
    return NULL;
}

static void threads_share_a_stylesheet(void) {
    GwXslt *xslt = compiled(GREET);
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) CHECK(pthread_create(&threads[i], NULL, work, xslt) == 0);
    for (int i = 0; i < 8; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    gw_xslt_free(xslt);
}

int main(void) {
    a_stylesheet_tells_of_itself();
    a_reply_outlives_its_stylesheet();
    stylesheets_are_refused();
    runs_fail();
    limits_hold();
    a_converter_is_applied();
    threads_share_a_stylesheet();
    return 0;
}
