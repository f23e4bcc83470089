/* Compiles a stylesheet and runs it with a parameter; then a user stores it, and anybody applies it
 * by its name. Everything is kept in memory: run it as `xslt`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glossweave.h"

static const char STYLESHEET[] =
    "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'\n"
    "    xmlns:h='http://www.w3.org/1999/xhtml' exclude-result-prefixes='h'>\n"
    "  <xsl:output method='xml' omit-xml-declaration='yes' indent='yes'/>\n"
    "  <xsl:param name='title' select=\"'Headings'\"/>\n"
    "  <xsl:template match='/'>\n"
    "    <xsl:message><xsl:value-of select='count(//h:h2)'/> found</xsl:message>\n"
    "    <list title='{$title}'>\n"
    "      <xsl:for-each select='//h:h2'><item><xsl:value-of select='.'/></item></xsl:for-each>\n"
    "    </list>\n"
    "  </xsl:template>\n"
    "</xsl:stylesheet>\n";

static const char PAGE[] = "<title>Ireland</title><h2>Dublin</h2><p>text<h2>Cork</h2>";

static void check(GwStatus status, GwError **error) {
    if (status == GW_STATUS_OK) return;
    GwStr text = (*error)->text, code = (*error)->code;
    fprintf(stderr, "xslt: %.*s %.*s\n", (int)code.length, code.data, (int)text.length, text.data);
    gw_error_free(*error);
    exit(1);
}

static GwBytes bytes(const char *text) {
    GwBytes bytes = {text, strlen(text)};
    return bytes;
}

static void print(const char *what, GwStr text) {
    printf("%s: %.*s\n", what, (int)text.length, text.data);
}

/* What a run gave. Frees it. */
static void show(GwXsltReply *reply) {
    GwBytes result = reply->bytes;
    print("media type", reply->media_type);
    for (size_t index = 0; index < reply->message_count; index++) {
        print("message", reply->messages[index].text);
    }
    fwrite(result.data, 1, result.length, stdout);
    gw_xslt_reply_free(reply);
}

/* A stylesheet on its own. */
static void run_alone(const GwParams *params) {
    GwError *error = NULL;
    GwXslt *xslt;
    GwXsltReply *reply;
    check(gw_xslt_compile(bytes(STYLESHEET), NULL, &xslt, &error), &error);
    print("version", gw_xslt_version(xslt));
    print("processor", gw_xslt_processor(xslt));
    for (size_t index = 0; index < gw_xslt_parameter_count(xslt); index++) {
        GwXsltParameter parameter;
        check(gw_xslt_parameter(xslt, index, &parameter, &error), &error);
        print("parameter", parameter.name);
    }
    check(gw_xslt_run(xslt, bytes(PAGE), params, &reply, &error), &error);
    show(reply);
    gw_xslt_free(xslt);
}

/* The same one, stored. */
static void run_stored(const GwParams *params) {
    GwError *error = NULL;
    GwEngine *engine;
    GwSession *nobody, *owner;
    GwXsltReply *reply;
    GwReply *stored;
    GwCall call = {.path = gw_str("/toolbox/xslt-converter/manage/headings"),
                   .body = bytes(STYLESHEET)};
    check(gw_engine_open(gw_str(""), NULL, &engine, &error), &error);
    check(gw_engine_session(engine, &nobody, &error), &error);
    check(gw_engine_local_session(engine, &owner, &error), &error);
    check(gw_call(owner, &call, &stored, &error), &error);
    gw_reply_free(stored);
    check(gw_converter_apply(nobody, gw_str("headings"), bytes(PAGE), params, &reply, &error), &error);
    show(reply);
    gw_session_free(owner);
    gw_session_free(nobody);
    gw_engine_free(engine);
}

int main(void) {
    GwError *error = NULL;
    GwParams *params;
    check(gw_params_new(&params, &error), &error);
    check(gw_params_add(params, gw_str("informat"), gw_str("html"), &error), &error);
    check(gw_params_add(params, gw_str("title"), gw_str("Cities"), &error), &error);
    run_alone(params);
    run_stored(params);
    gw_params_free(params);
    return 0;
}
