/* libxslt and libexslt, held to what a call may do. Everything is per call and per thread; what
 * libxslt keeps for the whole process (its loader, its error function, the allocator of libxml2) is
 * handed on to whoever had it before, unless one of our calls runs on the thread. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libexslt/exslt.h>
#include <libxml/HTMLtree.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlsave.h>
#include <libxml/xpathInternals.h>
#include <libxslt/documents.h>
#include <libxslt/imports.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/variables.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>

#include "guard.h"
#include "shim.h"

/* Entities were counted before: what comes here has no external ones, and expands within limits. */
#define SOURCE_OPTIONS (XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_DTDATTR | XML_PARSE_HUGE)

static __thread gw_xslt_call *current;

static xsltDocLoaderFunc loader_before;
static xmlGenericErrorFunc error_before;
static void *error_context_before;
static xsltSecurityPrefsPtr preferences;

/* --- what was said --- */

static size_t place_of(xmlNodePtr node) {
    if (node == NULL || node->type != XML_ELEMENT_NODE) return 0;
    return (size_t)node->_private;
}

static int is_message(xsltTransformContextPtr transform) {
    xmlNodePtr node = transform == NULL ? NULL : transform->inst;
    return node != NULL && node->ns != NULL && xmlStrEqual(node->ns->href, XSLT_NAMESPACE) &&
           xmlStrEqual(node->name, (const xmlChar *)"message");
}

/* An error comes in two pieces, of which the first says where; a message comes in one. */
static void say(gw_xslt_call *call, const char *format, const char *text, size_t length) {
    xsltTransformContextPtr transform = call->transform;
    size_t place = transform == NULL ? 0 : place_of(transform->inst);
    int kind = GW_XSLT_ERROR;
    if (length == 1 && text[0] == '\n') return;
    if (strncmp(format, "%s: ", 4) == 0) {
        kind = GW_XSLT_CONTEXT;
    } else if (!call->in_context && is_message(transform)) {
        kind = GW_XSLT_MESSAGE;
    }
    call->in_context = kind == GW_XSLT_CONTEXT;
    call->event(call->data, kind, 0, place, 0, 0, text, length);
}

static void on_error(void *context, const char *format, ...) {
    gw_xslt_call *call = context != NULL ? context : current;
    char small[1024];
    char *large;
    int length;
    va_list arguments;
    if (call == NULL) return;
    va_start(arguments, format);
    length = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    if ((size_t)length < sizeof small) {
        say(call, format, small, (size_t)length);
        return;
    }
    large = malloc((size_t)length + 1);
    if (large == NULL) return;
    va_start(arguments, format);
    vsnprintf(large, (size_t)length + 1, format, arguments);
    va_end(arguments);
    say(call, format, large, (size_t)length);
    free(large);
}

/* The process-wide one: libxslt has no other while it compiles. */
static void on_generic_error(void *context, const char *format, ...) {
    va_list arguments;
    char text[2048];
    if (current == NULL && error_before == NULL) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (current != NULL) {
        say(current, format, text, strlen(text));
    } else {
        error_before(error_context_before != NULL ? error_context_before : context, "%s", text);
    }
}

static void on_structured_error(void *context, const xmlError *error) {
    gw_xslt_call *call = context;
    const char *text = error->message == NULL ? "" : error->message;
    xsltTransformContextPtr transform = call->transform;
    if (error->level == XML_ERR_WARNING || error->level == XML_ERR_NONE) return;
    if (error->domain == XML_FROM_XPATH) {
        char full[1024];
        int length = error->str1 == NULL
                         ? snprintf(full, sizeof full, "%s", text)
                         : snprintf(full, sizeof full, "%.200s\n%.700s", text, error->str1);
        call->event(call->data, GW_XSLT_XPATH, error->code,
                    transform == NULL ? 0 : place_of(transform->inst), 0, error->int1, full,
                    length < 0 ? 0 : strlen(full));
        return;
    }
    call->event(call->data, GW_XSLT_XML, error->code, 0, error->line, error->int2, text,
                strlen(text));
}

/* --- reading --- */

static void on_start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int spaces, const xmlChar **space, int attributes, int defaults,
                     const xmlChar **attribute) {
    xmlParserCtxtPtr parser = context;
    gw_xslt_call *call = parser->_private;
    if (parser->nameNr >= call->depth) gw_xslt_stop(call, GW_XSLT_DEPTH);
    if (call->stopped != GW_XSLT_RUNS) {
        xmlStopParser(parser);
        return;
    }
    xmlSAX2StartElementNs(context, name, prefix, uri, spaces, space, attributes, defaults, attribute);
    if (call->keeps_places && parser->inputNr == 1 && parser->node != NULL) {
        const xmlChar *at = parser->input->cur;
        while (at > parser->input->base && *at != '<') at--;
        if (*at == '<') {
            size_t place = parser->input->consumed + (size_t)(at - parser->input->base);
            parser->node->_private = (void *)(place + 1);
        }
    }
}

static void on_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                      const xmlChar *system_id, xmlChar *content) {
    if (type == XML_INTERNAL_GENERAL_ENTITY || type == XML_INTERNAL_PARAMETER_ENTITY ||
        type == XML_INTERNAL_PREDEFINED_ENTITY)
        xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
}

static void on_subset(void *context, const xmlChar *name, const xmlChar *external,
                      const xmlChar *system) {
    (void)context, (void)name, (void)external, (void)system;
}

static xmlDocPtr parse(gw_xslt_call *call, const char *text, size_t length, const char *uri,
                       xmlDictPtr dict) {
    xmlDocPtr document;
    xmlParserCtxtPtr parser;
    if (length > 0x7fffffff) {
        gw_xslt_stop(call, GW_XSLT_MEMORY);
        return NULL;
    }
    parser = xmlNewParserCtxt();
    if (parser == NULL) return NULL;
    if (dict != NULL) {
        xmlDictFree(parser->dict);
        parser->dict = dict;
        xmlDictReference(dict);
    }
    parser->_private = call;
    parser->sax->startElementNs = on_start;
    parser->sax->entityDecl = on_entity;
    parser->sax->externalSubset = on_subset;
    document = xmlCtxtReadMemory(parser, text, (int)length, uri, "UTF-8", SOURCE_OPTIONS);
    if (document != NULL && (!parser->wellFormed || call->stopped != GW_XSLT_RUNS)) {
        xmlFreeDoc(document);
        document = NULL;
    }
    xmlFreeParserCtxt(parser);
    return document;
}

static xmlDocPtr on_load(const xmlChar *uri, xmlDictPtr dict, int options, void *context,
                         xsltLoadType type) {
    const char *text;
    size_t length;
    int keeps_places;
    xmlDocPtr document;
    gw_xslt_call *call = current;
    if (call == NULL)
        return loader_before == NULL ? NULL : loader_before(uri, dict, options, context, type);
    if (!call->load(call->data, (const char *)uri, &text, &length)) return NULL;
    keeps_places = call->keeps_places;
    call->keeps_places = 0;
    document = parse(call, text, length, (const char *)uri, dict);
    call->keeps_places = keeps_places;
    return document;
}

static int may_read(xsltSecurityPrefsPtr of, xsltTransformContextPtr transform, const char *value) {
    const char *text;
    size_t length;
    (void)of, (void)transform;
    return current != NULL && current->load(current->data, value, &text, &length);
}

/* --- the process --- */

static int install(void) {
    if (xsltDocDefaultLoader != on_load) {
        loader_before = xsltDocDefaultLoader;
        xsltSetLoaderFunc(on_load);
    }
    if (xsltGenericError != on_generic_error) {
        error_before = xsltGenericError;
        error_context_before = xsltGenericErrorContext;
        xsltSetGenericErrorFunc(NULL, on_generic_error);
    }
    return 0;
}

int gw_xslt_begin(void) {
    if (preferences == NULL) {
        xmlInitParser();
        xsltInit();
        exsltRegisterAll();
        preferences = xsltNewSecurityPrefs();
        if (preferences == NULL) return -1;
        xsltSetSecurityPrefs(preferences, XSLT_SECPREF_READ_FILE, may_read);
        xsltSetSecurityPrefs(preferences, XSLT_SECPREF_READ_NETWORK, may_read);
        xsltSetSecurityPrefs(preferences, XSLT_SECPREF_WRITE_FILE, xsltSecurityForbid);
        xsltSetSecurityPrefs(preferences, XSLT_SECPREF_CREATE_DIRECTORY, xsltSecurityForbid);
        xsltSetSecurityPrefs(preferences, XSLT_SECPREF_WRITE_NETWORK, xsltSecurityForbid);
        gw_xslt_hook_memory();
    }
    return install();
}

typedef struct {
    gw_xslt_call *call;
    xmlStructuredErrorFunc handler;
    void *context;
    xmlGenericErrorFunc printer;
    void *printer_context;
} scope;

/* What libxml2 would print it has told in a structured way too. */
static void on_print(void *context, const char *format, ...) { (void)context, (void)format; }

static void enter(scope *outer, gw_xslt_call *call) {
    outer->call = current;
    outer->handler = xmlStructuredError;
    outer->context = xmlStructuredErrorContext;
    outer->printer = xmlGenericError;
    outer->printer_context = xmlGenericErrorContext;
    current = call;
    gw_xslt_budget(call);
    xmlSetStructuredErrorFunc(call, (xmlStructuredErrorFunc)on_structured_error);
    xmlSetGenericErrorFunc(NULL, on_print);
}

static void leave(const scope *outer) {
    xmlSetGenericErrorFunc(outer->printer_context, outer->printer);
    xmlSetStructuredErrorFunc(outer->context, outer->handler);
    gw_xslt_budget(outer->call);
    current = outer->call;
}

void gw_xslt_stop(gw_xslt_call *call, int reason) {
    xsltTransformContextPtr transform;
    int runs = GW_XSLT_RUNS;
    __atomic_compare_exchange_n(&call->stopped, &runs, reason, 0, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    transform = __atomic_load_n(&call->transform, __ATOMIC_SEQ_CST);
    if (transform == NULL) return;
    __atomic_store_n((int *)&transform->state, (int)XSLT_STATE_STOPPED, __ATOMIC_SEQ_CST);
    __atomic_store_n(&transform->opLimit, 1, __ATOMIC_SEQ_CST);
    if (transform->xpathCtxt != NULL)
        __atomic_store_n(&transform->xpathCtxt->opLimit, 1, __ATOMIC_SEQ_CST);
}

/* --- compiling --- */

void *gw_xslt_compile(gw_xslt_call *call, const char *text, size_t length, const char *uri) {
    scope outer;
    xmlDocPtr document;
    xsltStylesheetPtr stylesheet = NULL;
    enter(&outer, call);
    call->keeps_places = 1;
    document = parse(call, text, length, uri, NULL);
    if (document != NULL) {
        stylesheet = xsltParseStylesheetDoc(document);
        if (stylesheet == NULL) {
            xmlFreeDoc(document);
        } else if (stylesheet->errors != 0) {
            xsltFreeStylesheet(stylesheet);
            stylesheet = NULL;
        }
    }
    leave(&outer);
    return stylesheet;
}

void gw_xslt_free(void *stylesheet) { xsltFreeStylesheet(stylesheet); }

/* --- writing --- */

static int on_write(void *context, const char *bytes, int length) {
    gw_xslt_call *call = context;
    if (length < 0 || call->write(call->data, bytes, (size_t)length) < 0) {
        gw_xslt_stop(call, GW_XSLT_OUTPUT);
        return -1;
    }
    return length;
}

static int on_close(void *context) {
    (void)context;
    return 0;
}

static void copy(char *target, size_t size, const xmlChar *text) {
    size_t length = text == NULL ? 0 : strlen((const char *)text);
    if (length >= size) length = 0;
    if (length > 0) memcpy(target, text, length);
    target[length] = 0;
}

static int own_method(xmlDocPtr document, const xmlChar *method) {
    if (method == NULL)
        return document->type == XML_HTML_DOCUMENT_NODE ? GW_XSLT_METHOD_HTML : GW_XSLT_METHOD_XML;
    if (xmlStrEqual(method, (const xmlChar *)"html")) return GW_XSLT_METHOD_HTML;
    if (xmlStrEqual(method, (const xmlChar *)"xhtml")) return GW_XSLT_METHOD_XHTML;
    if (xmlStrEqual(method, (const xmlChar *)"text")) return GW_XSLT_METHOD_TEXT;
    return GW_XSLT_METHOD_XML;
}

static int write_xhtml(xmlDocPtr document, const char *encoding, int no_declaration,
                       gw_xslt_call *call) {
    int options = XML_SAVE_XHTML | (no_declaration ? XML_SAVE_NO_DECL : 0);
    xmlSaveCtxtPtr save = xmlSaveToIO(on_write, on_close, call, encoding, options);
    if (save == NULL) return -1;
    if (xmlSaveDoc(save, document) < 0) {
        xmlSaveClose(save);
        return -1;
    }
    return xmlSaveClose(save) < 0 ? -1 : 0;
}

static int write_markup(xmlOutputBufferPtr out, xmlDocPtr document, int method, const char *encoding,
                        int indent) {
    xmlNodePtr node;
    if (method == GW_XSLT_METHOD_HTML) {
        const char *name = encoding == NULL ? "UTF-8" : encoding;
        gw_xslt_tidy_html(document, name);
        /* Without it, what is not ASCII would be written as references. */
        if (document->encoding == NULL) document->encoding = xmlStrdup((const xmlChar *)name);
        htmlDocContentDumpFormatOutput(out, document, encoding, indent);
        return 0;
    }
    xmlOutputBufferWriteString(out, "<?xml version=\"1.0\" encoding=\"");
    xmlOutputBufferWriteString(out, encoding == NULL ? "UTF-8" : encoding);
    xmlOutputBufferWriteString(out, "\"?>\n");
    for (node = document->children; node != NULL; node = node->next) {
        xmlNodeDumpOutput(out, document, node, 0, indent == 1, encoding);
        if (node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE ||
            node->type == XML_DTD_NODE)
            xmlOutputBufferWriteString(out, "\n");
    }
    xmlOutputBufferWriteString(out, "\n");
    return 0;
}

static int write_result(gw_xslt_call *call, xsltStylesheetPtr stylesheet, xmlDocPtr document,
                        int method, gw_xslt_result *result) {
    const xmlChar *own, *encoding, *media_type;
    int indent, omits, status = 0;
    xmlCharEncodingHandlerPtr handler = NULL;
    xmlOutputBufferPtr out;
    XSLT_GET_IMPORT_PTR(own, stylesheet, method)
    XSLT_GET_IMPORT_PTR(encoding, stylesheet, encoding)
    XSLT_GET_IMPORT_PTR(media_type, stylesheet, mediaType)
    XSLT_GET_IMPORT_INT(indent, stylesheet, indent)
    XSLT_GET_IMPORT_INT(omits, stylesheet, omitXmlDeclaration)
    result->method = own_method(document, own);
    if (encoding != NULL) {
        handler = xmlFindCharEncodingHandler((const char *)encoding);
        if (handler == NULL) encoding = NULL;
        else if (xmlStrcasecmp((const xmlChar *)handler->name, (const xmlChar *)"UTF-8") == 0)
            handler = NULL;
    }
    copy(result->encoding, sizeof result->encoding,
         encoding == NULL ? (const xmlChar *)"UTF-8" : encoding);
    copy(result->media_type, sizeof result->media_type, media_type);
    if (method == GW_XSLT_OWN) method = result->method;
    if (method == GW_XSLT_METHOD_XHTML) {
        result->method = method;
        return write_xhtml(document, result->encoding, omits == 1, call);
    }
    out = xmlOutputBufferCreateIO(on_write, on_close, call, handler);
    if (out == NULL) return -1;
    if (method == result->method && method != GW_XSLT_METHOD_HTML) {
        status = xsltSaveResultTo(out, document, stylesheet) < 0 ? -1 : 0;
    } else if (method == GW_XSLT_METHOD_TEXT) {
        xmlChar *text = xmlNodeGetContent((xmlNodePtr)document);
        if (text != NULL) xmlOutputBufferWriteString(out, (const char *)text);
        xmlFree(text);
    } else {
        status = write_markup(out, document, method, handler == NULL && encoding == NULL ? NULL : (const char *)encoding,
                              indent == -1 ? method == GW_XSLT_METHOD_HTML && method == result->method : indent);
        result->media_type[0] = 0;
    }
    result->method = method;
    if (xmlOutputBufferClose(out) < 0) status = -1;
    return status;
}

/* --- running --- */

int gw_xslt_run(gw_xslt_call *call, void *opaque, const char *text, size_t length, const char *uri,
                const char **parameters, int method, gw_xslt_result *result) {
    scope outer;
    xsltStylesheetPtr stylesheet = opaque;
    xmlDocPtr source = NULL, document = NULL;
    xsltTransformContextPtr transform = NULL;
    int status = -1;
    memset(result, 0, sizeof *result);
    /* The last error of the thread belongs to whoever made it: the C library or the pool. */
    xmlResetLastError();
    call->pool = gw_xslt_pool_take();
    enter(&outer, call);
    source = parse(call, text, length, uri, NULL);
    if (source == NULL) goto end;
    transform = xsltNewTransformContext(stylesheet, source);
    if (transform == NULL) goto end;
    xsltSetTransformErrorFunc(transform, call, on_error);
    if (xsltSetCtxtSecurityPrefs(preferences, transform) != 0) goto end;
    transform->maxTemplateDepth = call->recursion;
    transform->maxTemplateVars = call->recursion > 10000000 ? 100000000 : call->recursion * 10;
    transform->opLimit = (unsigned long)-1;
    transform->xpathCtxt->opLimit = (unsigned long)-1;
    gw_xslt_guard_functions(transform);
    if (xsltQuoteUserParams(transform, parameters) != 0) goto end;
    __atomic_store_n(&call->transform, transform, __ATOMIC_SEQ_CST);
    /* What was stopped before it could be seen. */
    if (__atomic_load_n(&call->stopped, __ATOMIC_SEQ_CST) != GW_XSLT_RUNS)
        gw_xslt_stop(call, call->stopped);
    document = xsltApplyStylesheetUser(stylesheet, source, NULL, NULL, NULL, transform);
    result->state = transform->state;
    __atomic_store_n(&call->transform, NULL, __ATOMIC_SEQ_CST);
    if (document != NULL && transform->state == XSLT_STATE_OK && call->stopped == GW_XSLT_RUNS)
        status = write_result(call, stylesheet, document, method, result);
end:
    if (document != NULL) xmlFreeDoc(document);
    if (transform != NULL) xsltFreeTransformContext(transform);
    if (source != NULL) xmlFreeDoc(source);
    xmlResetLastError();
    leave(&outer);
    gw_xslt_pool_give(call->pool);
    call->pool = NULL;
    return call->stopped == GW_XSLT_RUNS ? status : -1;
}
