#define _GNU_SOURCE
/* Memory: the allocator of libxml2 counts what a call holds. It stays compatible with the one that
 * was there before: it calls that one and adds nothing to what it gives. */

#if defined(__APPLE__)
#include <malloc/malloc.h>
#define size_of malloc_size
#else
#include <malloc.h>
#define size_of malloc_usable_size
#endif
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/HTMLtree.h>
#include <libxml/xmlmemory.h>
#include <libxml/xpathInternals.h>

#include "guard.h"

/* One, so that it is looked up once. */
static __thread struct {
    gw_xslt_call *payer;
    gw_xslt_pool *pool;
} own;

static int hooked;

static void charge(gw_xslt_call *call, long bytes) {
    call->live += bytes;
    if (bytes > 0 && call->live > call->memory) gw_xslt_stop(call, GW_XSLT_MEMORY);
}

/* What is cut from a pool stays charged: the pool has it until the run ends. */
static void *cut(gw_xslt_call *call, gw_xslt_pool *pool, size_t size) {
    size_t fresh;
    void *block = gw_xslt_pool_cut(pool, size, &fresh);
    if (fresh > 0) charge(call, (long)fresh);
    return block;
}

static void *on_malloc(size_t size) {
    gw_xslt_call *call = own.payer;
    gw_xslt_pool *pool = own.pool;
    void *block = NULL;
    if (pool != NULL && size <= GW_XSLT_SMALL) block = cut(call, pool, size);
    if (block != NULL) return block;
    block = malloc(size);
    if (call != NULL && block != NULL) charge(call, (long)size_of(block));
    return block;
}

static void *on_realloc(void *block, size_t size) {
    gw_xslt_call *call = own.payer;
    gw_xslt_pool *pool = own.pool;
    size_t before = 0;
    void *grown;
    if (block == NULL) return on_malloc(size);
    if (pool != NULL) before = gw_xslt_pool_size(pool, block);
    if (before == 0) {
        if (call != NULL) before = size_of(block);
        grown = realloc(block, size);
        if (call != NULL && grown != NULL) charge(call, (long)size_of(grown) - (long)before);
        return grown;
    }
    if (size <= before) return block;
    grown = on_malloc(size);
    if (grown == NULL) return NULL;
    memcpy(grown, block, before);
    gw_xslt_pool_put(pool, block);
    return grown;
}

static void on_free(void *block) {
    gw_xslt_pool *pool = own.pool;
    if (pool != NULL && gw_xslt_pool_size(pool, block) != 0) {
        gw_xslt_pool_put(pool, block);
        return;
    }
    if (own.payer != NULL && block != NULL) own.payer->live -= (long)size_of(block);
    free(block);
}

static char *on_strdup(const char *text) {
    size_t length = strlen(text) + 1;
    char *twin = on_malloc(length);
    if (twin != NULL) memcpy(twin, text, length);
    return twin;
}

void gw_xslt_hook_memory(void) {
    xmlFreeFunc free_before;
    xmlMallocFunc malloc_before;
    xmlReallocFunc realloc_before;
    xmlStrdupFunc strdup_before;
    if (xmlMemGet(&free_before, &malloc_before, &realloc_before, &strdup_before) != 0) return;
    /* A host with an allocator of its own keeps it, and bounds memory itself. */
    if (malloc_before != malloc || free_before != free || realloc_before != realloc) return;
    hooked = xmlMemSetup(on_free, on_malloc, on_realloc, on_strdup) == 0;
}

void gw_xslt_budget(gw_xslt_call *call) {
    own.payer = call;
    own.pool = hooked && call != NULL ? call->pool : NULL;
}

void gw_xslt_guard_functions(xsltTransformContextPtr transform) { (void)transform; }

#define XHTML ((const xmlChar *)"http://www.w3.org/1999/xhtml")

static xmlNodePtr next_of(xmlNodePtr node) {
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
    while (node != NULL && node->next == NULL) {
        node = node->parent;
        if (node == NULL || node->type != XML_ELEMENT_NODE) return NULL;
    }
    return node == NULL ? NULL : node->next;
}

/* HTML has no prefixes: elements of the XHTML namespace lose it. Declarations go last, because
 * elements below point to them. */
static void drop_namespace(xmlDocPtr document) {
    xmlNodePtr node;
    for (node = document->children; node != NULL; node = next_of(node))
        if (node->type == XML_ELEMENT_NODE && node->ns != NULL && xmlStrEqual(node->ns->href, XHTML))
            node->ns = NULL;
    for (node = document->children; node != NULL; node = next_of(node)) {
        xmlNsPtr *link = &node->nsDef;
        if (node->type != XML_ELEMENT_NODE) continue;
        while (*link != NULL) {
            xmlNsPtr one = *link;
            if (one->prefix == NULL && xmlStrEqual(one->href, XHTML)) {
                *link = one->next;
                one->next = NULL;
                xmlFreeNs(one);
            } else {
                link = &one->next;
            }
        }
    }
}

void gw_xslt_tidy_html(xmlDocPtr document, const char *encoding) {
    xmlNodePtr node;
    int has_charset = 0;
    drop_namespace(document);
    for (node = document->children; node != NULL; node = next_of(node)) {
        if (node->type == XML_ELEMENT_NODE && node->ns == NULL && (node->name[0] | 32) == 'm' &&
            xmlStrcasecmp(node->name, (const xmlChar *)"meta") == 0 &&
            xmlHasNsProp(node, (const xmlChar *)"charset", NULL) != NULL) {
            xmlSetProp(node, (const xmlChar *)"charset", (const xmlChar *)encoding);
            has_charset = 1;
        }
    }
    if (!has_charset) htmlSetMetaEncoding(document, (const xmlChar *)encoding);
}

/* How many bytes of stack this thread has left; 0 where that is not known. */
size_t gw_xslt_stack_left(void) {
    static __thread char *lowest;
    char here;
    if (lowest == NULL) {
#if defined(__APPLE__)
        pthread_t self = pthread_self();
        lowest = (char *)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#elif defined(__linux__)
        pthread_attr_t attributes;
        void *begin;
        size_t size;
        if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
        if (pthread_attr_getstack(&attributes, &begin, &size) == 0) lowest = begin;
        pthread_attr_destroy(&attributes);
#endif
    }
    return lowest == NULL || &here < lowest ? 0 : (size_t)(&here - lowest);
}
