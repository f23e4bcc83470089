/* What a call may take: memory, stack, and the cost of single functions; and what it writes. */

#ifndef GLOSSWEAVE_XSLT_GUARD_H
#define GLOSSWEAVE_XSLT_GUARD_H

#include <libxslt/xsltInternals.h>

#include "pool.h"
#include "shim.h"

/* Lets allocations of libxml2 be counted, for threads on which a call runs. */
void gw_xslt_hook_memory(void);
/* Says which call pays on this thread; its pool gives the small blocks. */
void gw_xslt_budget(gw_xslt_call *call);
/* Puts functions whose cost is a product before those of libxslt that do not look at it. */
void gw_xslt_guard_functions(xsltTransformContextPtr transform);
/* Finds the functions that are guarded, once for the process. */
void gw_xslt_find_functions(void);
/* The call that pays on this thread; NULL where none runs. */
gw_xslt_call *gw_xslt_payer(void);
/* The address below which the stack of this thread is not used for more. */
void *gw_xslt_stack_floor(void);
/* Makes a page of a result: its elements outside of namespaces, its encoding said. */
void gw_xslt_tidy(xmlDocPtr document, const char *encoding, int method, int adds_doctype);
/* Writes a result; 0 where that went well. */
int gw_xslt_write(gw_xslt_call *call, xsltStylesheetPtr stylesheet, xmlDocPtr document, int method,
                  gw_xslt_result *result);

#endif
