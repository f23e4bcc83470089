/* What Rust and the shim share; `call.rs` has the same declarations. */

#ifndef GLOSSWEAVE_XSLT_SHIM_H
#define GLOSSWEAVE_XSLT_SHIM_H

#include <stddef.h>

/* Kinds of events. */
enum {
    GWSHIM_XML = 0,     /* XML that is not well-formed: line and column */
    GWSHIM_XPATH = 1,   /* an XPath expression: libxml2's code */
    GWSHIM_CONTEXT = 2, /* where the next error happened, in words */
    GWSHIM_ERROR = 3,   /* an error of libxslt, in words */
    GWSHIM_MESSAGE = 4  /* an xsl:message */
};

/* Why a call was stopped. */
enum {
    GWSHIM_RUNS = 0,
    GWSHIM_TIME = 1,
    GWSHIM_MEMORY = 2,
    GWSHIM_DEPTH = 3,
    GWSHIM_OUTPUT = 4,
    GWSHIM_COST = 5,
    GWSHIM_STACK = 6
};

/* Output methods. */
enum { GWSHIM_OWN = 0, GWSHIM_METHOD_XML, GWSHIM_METHOD_HTML, GWSHIM_METHOD_XHTML, GWSHIM_METHOD_TEXT };

/* What a compilation or a run is given, and what stops it. The callbacks must not unwind. `place` is
 * the byte at which the instruction begins in the stylesheet, plus one; 0 where it is not known. */
typedef struct gwshim_call {
    void *data;
    void (*event)(void *data, int kind, int code, size_t place, int line, int column,
                  const char *text, size_t length);
    /* Lends the text of a module or document until the call ends; 0 where it may not be read. */
    int (*load)(void *data, const char *uri, const char **text, size_t *length);
    /* Takes a part of the result; negative where it is too much. */
    int (*write)(void *data, const char *bytes, size_t length);
    int depth;
    /* How deep instructions may nest, over all templates that call each other. */
    int levels;
    /* The most `//` within a pattern. */
    int descents;
    /* How deep what was read nests. Set by the shim, as `live` and `stopped`. */
    int deepest;
    long memory;
    /* How many steps a function may take that does not look whether the run has ended. */
    long cost;
    long live;
    int stopped;
    int stopping;
    int keeps_places;
    int in_context;
    /* Set by the shim. */
    void *transform;
    void *floor;
    /* After a run: the memory of blocks that it left in the stylesheet, or NULL. */
    void *pool;
    /* Whether a run has every block from the C library. */
    int is_plain;
} gwshim_call;

typedef struct gwshim_result {
    int method;
    char encoding[64];
    char media_type[128];
    /* The engine's state: 0 done, 1 error, 2 stopped. */
    int state;
} gwshim_result;

int gwshim_begin(void);
/* Whether there is an extension function of that name. */
int gwshim_knows(const char *name, const char *space);
/* A stylesheet, or NULL; what was wrong went to `event`. */
void *gwshim_compile(gwshim_call *call, const char *text, size_t length, const char *uri);
void gwshim_free(void *stylesheet);
/* The same for one in which a run left blocks of its pool. */
void gwshim_free_pooled(void *stylesheet, void *pool);
/* 0 where there is a result. `parameters` are names and values in turn and end with NULL. */
int gwshim_run(gwshim_call *call, void *stylesheet, const char *text, size_t length,
                const char *uri, const char **parameters, int method, gwshim_result *result);
/* Ends a run soon. Another thread may call it while the run is known to go on. */
void gwshim_stop(gwshim_call *call, int reason);
/* How many bytes of stack this thread has left; 0 where that is not known. */
size_t gwshim_stack_left(void);

#endif
