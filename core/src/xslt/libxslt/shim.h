/* What Rust and the shim share; `call.rs` has the same declarations. */

#ifndef GLOSSWEAVE_XSLT_SHIM_H
#define GLOSSWEAVE_XSLT_SHIM_H

#include <stddef.h>

/* The C door has functions of these names. */
#define gw_xslt_compile gw_shim_compile
#define gw_xslt_free gw_shim_free
#define gw_xslt_run gw_shim_run

/* Kinds of events. */
enum {
    GW_XSLT_XML = 0,     /* XML that is not well-formed: line and column */
    GW_XSLT_XPATH = 1,   /* an XPath expression: libxml2's code */
    GW_XSLT_CONTEXT = 2, /* where the next error happened, in words */
    GW_XSLT_ERROR = 3,   /* an error of libxslt, in words */
    GW_XSLT_MESSAGE = 4  /* an xsl:message */
};

/* Why a call was stopped. */
enum {
    GW_XSLT_RUNS = 0,
    GW_XSLT_TIME = 1,
    GW_XSLT_MEMORY = 2,
    GW_XSLT_DEPTH = 3,
    GW_XSLT_OUTPUT = 4,
    GW_XSLT_COST = 5,
    GW_XSLT_STACK = 6
};

/* Output methods. */
enum { GW_XSLT_OWN = 0, GW_XSLT_METHOD_XML, GW_XSLT_METHOD_HTML, GW_XSLT_METHOD_XHTML, GW_XSLT_METHOD_TEXT };

/* What a compilation or a run is given, and what stops it. The callbacks must not unwind. `place` is
 * the byte at which the instruction begins in the stylesheet, plus one; 0 where it is not known. */
typedef struct gw_xslt_call {
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
    void *pool;
} gw_xslt_call;

typedef struct gw_xslt_result {
    int method;
    char encoding[64];
    char media_type[128];
    /* The engine's state: 0 done, 1 error, 2 stopped. */
    int state;
} gw_xslt_result;

int gw_xslt_begin(void);
/* Whether there is an extension function of that name. */
int gw_xslt_knows(const char *name, const char *space);
/* A stylesheet, or NULL; what was wrong went to `event`. */
void *gw_xslt_compile(gw_xslt_call *call, const char *text, size_t length, const char *uri);
void gw_xslt_free(void *stylesheet);
/* 0 where there is a result. `parameters` are names and values in turn and end with NULL. */
int gw_xslt_run(gw_xslt_call *call, void *stylesheet, const char *text, size_t length,
                const char *uri, const char **parameters, int method, gw_xslt_result *result);
/* Ends a run soon. Another thread may call it while the run is known to go on. */
void gw_xslt_stop(gw_xslt_call *call, int reason);
/* How many bytes of stack this thread has left; 0 where that is not known. */
size_t gw_xslt_stack_left(void);

#endif
