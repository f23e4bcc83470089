/* The interface between Rust and the shim. `call.rs` contains the same declarations. */

#ifndef GLOSSWEAVE_XSLT_SHIM_H
#define GLOSSWEAVE_XSLT_SHIM_H

#include <stddef.h>

/* Kinds of events. */
enum {
    GWSHIM_XML = 0,     /* XML that is not well-formed: line and column */
    GWSHIM_XPATH = 1,   /* an XPath expression: libxml2's code */
    GWSHIM_CONTEXT = 2, /* the location of the next error, as text */
    GWSHIM_ERROR = 3,   /* an error of libxslt, as text */
    GWSHIM_MESSAGE = 4  /* an xsl:message */
};

/* The reason for which a call was stopped. */
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

/* The callbacks, limits and state of a compilation or a run. The callbacks must not unwind. `place` is
 * the offset at which the instruction begins in the stylesheet, plus one, or 0 if unknown. */
typedef struct gwshim_call {
    void *data;
    void (*event)(void *data, int kind, int code, size_t place, int line, int column,
                  const char *text, size_t length);
    /* Lends the text of a module or document until the call ends. Returns 0 if it must not be read. */
    int (*load)(void *data, const char *uri, const char **text, size_t *length);
    /* Takes a part of the result. Returns a negative number if the result is too large. */
    int (*write)(void *data, const char *bytes, size_t length);
    int depth;
    /* The maximum nesting of instructions in templates that call each other. */
    int levels;
    /* The maximum number of `//` in a pattern. */
    int descents;
    /* The nesting depth of the documents that were read. Set by the shim, like `live` and `stopped`. */
    int deepest;
    long memory;
    /* The maximum number of steps of a function that does not check if the run was stopped. */
    long cost;
    long live;
    int stopped;
    int stopping;
    int keeps_places;
    int in_context;
    /* Set by the shim. */
    void *transform;
    void *floor;
    /* After a run: the pool of blocks that the run left in the stylesheet, or NULL. */
    void *pool;
    /* 1 if the C library allocates all blocks of a run. */
    int is_plain;
} gwshim_call;

typedef struct gwshim_result {
    int method;
    char encoding[64];
    char media_type[128];
    /* The state of libxslt: 0 done, 1 error, 2 stopped. */
    int state;
} gwshim_result;

int gwshim_begin(void);
/* Returns 1 if there is an extension function with this name. */
int gwshim_knows(const char *name, const char *space);
/* Returns a stylesheet, or NULL. Errors are passed to `event`. */
void *gwshim_compile(gwshim_call *call, const char *text, size_t length, const char *uri);
void gwshim_free(void *stylesheet);
/* Frees a stylesheet in which a run left blocks of its pool. */
void gwshim_free_pooled(void *stylesheet, void *pool);
/* Returns 0 if there is a result. `parameters` are alternating names and values and end with NULL. */
int gwshim_run(gwshim_call *call, void *stylesheet, const char *text, size_t length,
                const char *uri, const char **parameters, int method, gwshim_result *result);
/* Stops a run soon. Another thread may call it while the run is known to be active. */
void gwshim_stop(gwshim_call *call, int reason);
/* Returns the remaining stack of this thread in bytes, or 0 if unknown. */
size_t gwshim_stack_left(void);

#endif
