/* What a call may take: memory, stack, and the cost of single functions; and what it writes. */

#ifndef GLOSSWEAVE_XSLT_GUARD_H
#define GLOSSWEAVE_XSLT_GUARD_H

#include <libxslt/xsltInternals.h>

#include "pool.h"
#include "shim.h"

/* Lets allocations of libxml2 be counted, for threads on which a call runs. */
void gwshim_hook_memory(void);
/* Says which call pays on this thread; its pool gives the small blocks. */
void gwshim_budget(gwshim_call *call);
/* Puts functions whose cost is a product before those of libxslt that do not look at it. */
void gwshim_guard_functions(xsltTransformContextPtr transform);
/* Finds the functions that are guarded, once for the process. */
void gwshim_find_functions(void);
/* The call that pays on this thread; NULL where none runs. */
gwshim_call *gwshim_payer(void);
/* Gives blocks of a pool back to it, outside of calls. */
void gwshim_use_pool(void *pool);
/* The address below which the stack of this thread is not used for more. */
void *gwshim_stack_floor(void);
/* Makes a page of a result: its elements outside of namespaces, its encoding said. */
void gwshim_tidy(xmlDocPtr document, const char *encoding, int method, int adds_doctype);
/* Writes a result; 0 where that went well. */
int gwshim_write(gwshim_call *call, xsltStylesheetPtr stylesheet, xmlDocPtr document, int method,
                  gwshim_result *result);

#endif
