/* Calls of libxslt and libexslt with limits. All state is per call and per thread. The hooks that
 * libxslt has for the whole process (loader, error function, the allocator of libxml2) call the
 * previous hooks, unless a call of the shim runs on the thread. */

#define _GNU_SOURCE
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libexslt/exslt.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xpathInternals.h>
#include <libxslt/documents.h>
#include <libxslt/extensions.h>
#include <libxslt/imports.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/variables.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>

#include "guard.h"
#include "shim.h"

/* Entities were checked before: there are no external entities, and expansion is within limits. */
#define SOURCE_OPTIONS (XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_DTDATTR | XML_PARSE_HUGE)

static __thread gwshim_call *current;

static xsltDocLoaderFunc loader_before;
static xmlGenericErrorFunc error_before;
static void *error_context_before;
static xsltSecurityPrefsPtr preferences;

/* --- events --- */

static size_t place_of(xmlNodePtr node) {
    if (node == NULL || node->type != XML_ELEMENT_NODE) return 0;
    return (size_t)node->_private;
}

static int is_message(xsltTransformContextPtr transform) {
    xmlNodePtr node = transform == NULL ? NULL : transform->inst;
    return node != NULL && node->ns != NULL && xmlStrEqual(node->ns->href, XSLT_NAMESPACE) &&
           xmlStrEqual(node->name, (const xmlChar *)"message");
}

/* An error consists of two pieces, the first of which is the location. A message is one piece. */
static void say(gwshim_call *call, const char *format, const char *text, size_t length) {
    xsltTransformContextPtr transform = call->transform;
    size_t place = transform == NULL ? 0 : place_of(transform->inst);
    int kind = GWSHIM_ERROR;
    if (length == 1 && text[0] == '\n') return;
    if (strncmp(format, "%s: ", 4) == 0) {
        kind = GWSHIM_CONTEXT;
    } else if (!call->in_context && is_message(transform)) {
        kind = GWSHIM_MESSAGE;
    }
    call->in_context = kind == GWSHIM_CONTEXT;
    call->event(call->data, kind, 0, place, 0, 0, text, length);
}

static void on_error(void *context, const char *format, ...) {
    gwshim_call *call = context != NULL ? context : current;
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

/* The error function of the process, because libxslt uses no other when it compiles. */
static void on_generic_error(void *context, const char *format, ...) {
    va_list arguments;
    char *text;
    int length;
    if (current == NULL && error_before == NULL) return;
    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    if (current != NULL) {
        say(current, format, text, (size_t)length);
    } else {
        error_before(error_context_before != NULL ? error_context_before : context, "%s", text);
    }
    free(text);
}

static void on_structured_error(void *context, const xmlError *error) {
    gwshim_call *call = context;
    const char *text = error->message == NULL ? "" : error->message;
    xsltTransformContextPtr transform = call->transform;
    if (error->level == XML_ERR_WARNING || error->level == XML_ERR_NONE) return;
    if (error->domain == XML_FROM_XPATH) {
        char full[1024];
        int length = error->str1 == NULL
                         ? snprintf(full, sizeof full, "%s", text)
                         : snprintf(full, sizeof full, "%.200s\n%.700s", text, error->str1);
        call->event(call->data, GWSHIM_XPATH, error->code,
                    transform == NULL ? 0 : place_of(transform->inst), 0, error->int1, full,
                    length < 0 ? 0 : strlen(full));
        return;
    }
    call->event(call->data, GWSHIM_XML, error->code, 0, error->line, error->int2, text,
                strlen(text));
}

/* --- reading --- */

static void on_start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int spaces, const xmlChar **space, int attributes, int defaults,
                     const xmlChar **attribute) {
    xmlParserCtxtPtr parser = context;
    gwshim_call *call = parser->_private;
    if (parser->nameNr >= call->deepest) call->deepest = parser->nameNr + 1;
    if (call->deepest > call->depth) gwshim_stop(call, GWSHIM_DEPTH);
    if (call->stopped != GWSHIM_RUNS) {
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
    /* The entity is empty, so that a reference to it is not an error. */
    if (type == XML_EXTERNAL_PARAMETER_ENTITY)
        xmlSAX2EntityDecl(context, name, XML_INTERNAL_PARAMETER_ENTITY, NULL, NULL,
                          (xmlChar *)"");
}

static void on_subset(void *context, const xmlChar *name, const xmlChar *external,
                      const xmlChar *system) {
    (void)context, (void)name, (void)external, (void)system;
}

/* Returns 1 if matching patterns takes limited time. libxslt tries all ways to match a pattern with
 * the ancestors of a node, and does not check if the run was stopped. */
static int has_patience(const gwshim_call *call) {
    double ways = 1;
    int at;
    for (at = 1; at <= call->descents; at++) ways *= (double)(call->deepest - at + 1) / at;
    return call->descents < 2 || ways <= (double)call->cost;
}

static xmlDocPtr parse(gwshim_call *call, const char *text, size_t length, const char *uri,
                       xmlDictPtr dict) {
    xmlDocPtr document;
    xmlParserCtxtPtr parser;
    if (length > 0x7fffffff) {
        gwshim_stop(call, GWSHIM_MEMORY);
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
    if (!has_patience(call)) gwshim_stop(call, GWSHIM_COST);
    if (document != NULL && (!parser->wellFormed || call->stopped != GWSHIM_RUNS)) {
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
    gwshim_call *call = current;
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

int gwshim_begin(void) {
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
        gwshim_find_functions();
        gwshim_hook_memory();
    }
    return install();
}

int gwshim_knows(const char *name, const char *space) {
    return xsltExtModuleFunctionLookup((const xmlChar *)name, (const xmlChar *)space) != NULL;
}

typedef struct {
    gwshim_call *call;
    xmlStructuredErrorFunc handler;
    void *context;
    xmlGenericErrorFunc printer;
    void *printer_context;
} scope;

/* Ignored, because libxml2 also reports the message as a structured error. */
static void on_print(void *context, const char *format, ...) { (void)context, (void)format; }

static void enter(scope *outer, gwshim_call *call) {
    outer->call = current;
    outer->handler = xmlStructuredError;
    outer->context = xmlStructuredErrorContext;
    outer->printer = xmlGenericError;
    outer->printer_context = xmlGenericErrorContext;
    current = call;
    call->floor = gwshim_stack_floor();
    gwshim_budget(call);
    xmlSetStructuredErrorFunc(call, (xmlStructuredErrorFunc)on_structured_error);
    xmlSetGenericErrorFunc(NULL, on_print);
}

static void leave(const scope *outer) {
    /* libxml2 stores the last error, whose texts may be long. */
    xmlResetLastError();
    xmlSetGenericErrorFunc(outer->printer_context, outer->printer);
    xmlSetStructuredErrorFunc(outer->context, outer->handler);
    gwshim_budget(outer->call);
    current = outer->call;
}

void gwshim_stop(gwshim_call *call, int reason) {
    xsltTransformContextPtr transform;
    int runs = GWSHIM_RUNS;
    __atomic_compare_exchange_n(&call->stopped, &runs, reason, 0, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    /* The run does not free its context until this is 0. */
    __atomic_add_fetch(&call->stopping, 1, __ATOMIC_SEQ_CST);
    transform = __atomic_load_n(&call->transform, __ATOMIC_SEQ_CST);
    if (transform != NULL) {
        __atomic_store_n((int *)&transform->state, (int)XSLT_STATE_STOPPED, __ATOMIC_SEQ_CST);
        __atomic_store_n(&transform->opLimit, 1, __ATOMIC_SEQ_CST);
        if (transform->xpathCtxt != NULL)
            __atomic_store_n(&transform->xpathCtxt->opLimit, 1, __ATOMIC_SEQ_CST);
    }
    __atomic_sub_fetch(&call->stopping, 1, __ATOMIC_SEQ_CST);
}

static void hide(gwshim_call *call) {
    __atomic_store_n(&call->transform, NULL, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&call->stopping, __ATOMIC_SEQ_CST) != 0) sched_yield();
}

/* --- compiling --- */

/* Returns 1 if the output encoding is known, because libxslt would write UTF-8 otherwise. */
static int is_writable(gwshim_call *call, xsltStylesheetPtr stylesheet) {
    const xmlChar *encoding;
    char said[200];
    size_t place = 0;
    xmlNodePtr root, node;
    xmlCharEncodingHandlerPtr handler;
    XSLT_GET_IMPORT_PTR(encoding, stylesheet, encoding)
    if (encoding == NULL) return 1;
    handler = xmlFindCharEncodingHandler((const char *)encoding);
    if (handler != NULL) {
        xmlCharEncCloseFunc(handler);
        return 1;
    }
    root = xmlDocGetRootElement(stylesheet->doc);
    for (node = root == NULL ? NULL : root->children; node != NULL; node = node->next)
        if (node->type == XML_ELEMENT_NODE && xmlStrEqual(node->name, (const xmlChar *)"output"))
            place = place_of(node);
    snprintf(said, sizeof said, "there is no encoding `%.100s` to write the result in",
             (const char *)encoding);
    call->event(call->data, GWSHIM_ERROR, 0, place, 0, 0, said, strlen(said));
    return 0;
}

/* Extensions store data in a stylesheet when it is first run, for example functions of modules. This
 * is done here, because the memory of a run is freed when the run ends. */
static void settle(xsltStylesheetPtr stylesheet) {
    xmlDocPtr nothing = xmlNewDoc((const xmlChar *)"1.0");
    xsltTransformContextPtr transform;
    if (nothing == NULL) return;
    transform = xsltNewTransformContext(stylesheet, nothing);
    if (transform != NULL) xsltFreeTransformContext(transform);
    xmlFreeDoc(nothing);
}

void *gwshim_compile(gwshim_call *call, const char *text, size_t length, const char *uri) {
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
        } else if (stylesheet->errors != 0 || !is_writable(call, stylesheet)) {
            xsltFreeStylesheet(stylesheet);
            stylesheet = NULL;
        } else {
            settle(stylesheet);
        }
    }
    leave(&outer);
    return stylesheet;
}

void gwshim_free(void *stylesheet) { xsltFreeStylesheet(stylesheet); }

void gwshim_free_pooled(void *stylesheet, void *pool) {
    gwshim_use_pool(pool);
    xsltFreeStylesheet(stylesheet);
    gwshim_use_pool(NULL);
    /* If there are blocks in use, the pool is not released, so that pointers into it remain valid. */
    if (gwshim_pool_is_clear(pool)) gwshim_pool_give(pool);
}

/* --- running --- */

int gwshim_run(gwshim_call *call, void *opaque, const char *text, size_t length, const char *uri,
                const char **parameters, int method, gwshim_result *result) {
    scope outer;
    xsltStylesheetPtr stylesheet = opaque;
    xmlDocPtr source = NULL, document = NULL;
    xsltTransformContextPtr transform = NULL;
    int status = -1;
    memset(result, 0, sizeof *result);
    /* Frees the last error of the thread before the allocator changes. */
    xmlResetLastError();
    call->pool = call->is_plain ? NULL : gwshim_pool_take();
    enter(&outer, call);
    source = parse(call, text, length, uri, NULL);
    if (source == NULL) goto end;
    transform = xsltNewTransformContext(stylesheet, source);
    if (transform == NULL) goto end;
    xsltSetTransformErrorFunc(transform, call, on_error);
    if (xsltSetCtxtSecurityPrefs(preferences, transform) != 0) goto end;
    transform->maxTemplateDepth = call->levels;
    transform->maxTemplateVars = call->levels > 10000000 ? 100000000 : call->levels * 10;
    transform->opLimit = (unsigned long)-1;
    transform->xpathCtxt->opLimit = (unsigned long)-1;
    gwshim_guard_functions(transform);
    if (xsltQuoteUserParams(transform, parameters) != 0) goto end;
    __atomic_store_n(&call->transform, transform, __ATOMIC_SEQ_CST);
    /* The call may have been stopped before its context was visible. */
    if (__atomic_load_n(&call->stopped, __ATOMIC_SEQ_CST) != GWSHIM_RUNS)
        gwshim_stop(call, call->stopped);
    document = xsltApplyStylesheetUser(stylesheet, source, NULL, NULL, NULL, transform);
    result->state = transform->state;
    hide(call);
    if (document != NULL && transform->state == XSLT_STATE_OK && call->stopped == GWSHIM_RUNS)
        status = gwshim_write(call, stylesheet, document, method, result);
end:
    if (document != NULL) xmlFreeDoc(document);
    if (transform != NULL) xsltFreeTransformContext(transform);
    if (source != NULL) xmlFreeDoc(source);
    xmlResetLastError();
    leave(&outer);
    if (gwshim_pool_is_clear(call->pool)) {
        gwshim_pool_give(call->pool);
        call->pool = NULL;
    }
    return call->stopped == GWSHIM_RUNS ? status : -1;
}
