/* The limits of a call: memory, stack, and the cost of single functions. Also the output of results. */

#ifndef GLOSSWEAVE_XSLT_GUARD_H
#define GLOSSWEAVE_XSLT_GUARD_H

#include <libxslt/xsltInternals.h>

#include "pool.h"
#include "shim.h"

/* Counts allocations of libxml2 on threads on which a call runs. */
void gwshim_hook_memory(void);
/* Sets the call that is charged on this thread. Small blocks are allocated from its pool. */
void gwshim_budget(gwshim_call *call);
/* Replaces functions of libxslt whose unchecked cost is a product of sizes. */
void gwshim_guard_functions(xsltTransformContextPtr transform);
/* Finds the original functions, once for the process. */
void gwshim_find_functions(void);
/* Returns the call that is charged on this thread, or NULL if no call runs. */
gwshim_call *gwshim_payer(void);
/* Sets the pool to which blocks are returned outside of calls. */
void gwshim_use_pool(void *pool);
/* Returns the address at which the stack of this thread counts as exhausted. */
void *gwshim_stack_floor(void);
/* Turns a result into an HTML page: removes namespaces and declares the encoding. */
void gwshim_tidy(xmlDocPtr document, const char *encoding, int method, int adds_doctype);
/* Writes a result. Returns 0 on success. */
int gwshim_write(gwshim_call *call, xsltStylesheetPtr stylesheet, xmlDocPtr document, int method,
                  gwshim_result *result);

#endif
