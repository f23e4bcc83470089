/* Replacements for functions of XPath, XSLT and EXSLT whose time is a product of sizes, or whose
 * results are large, and that never check if the run was stopped. They check their arguments and
 * then call the function of the library, or use another algorithm. */

#include <ctype.h>
#include <string.h>

#include <libexslt/exslt.h>
#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <libxslt/functions.h>

#include "guard.h"

#define STRINGS ((const xmlChar *)"http://exslt.org/strings")
#define SETS ((const xmlChar *)"http://exslt.org/sets")

/* Products below this value are not checked. */
#define CHEAP (1UL << 18)
/* The approximate size of a node in a result, in bytes. */
#define NODE 256UL

/* Returns the argument at a position, counted from the last argument. */
static xmlXPathObjectPtr *argument(xmlXPathParserContextPtr context, int from_last) {
    if (from_last >= context->valueNr) return NULL;
    return &context->valueTab[context->valueNr - 1 - from_last];
}

/* Converts the last arguments to strings. Returns 0 if an argument is missing. */
static int make_strings(xmlXPathParserContextPtr context, int count) {
    int at;
    for (at = 0; at < count; at++) {
        xmlXPathObjectPtr *one = argument(context, at);
        if (one == NULL || *one == NULL) return 0;
        if ((*one)->type != XPATH_STRING) {
            *one = xmlXPathConvertString(*one);
            if (*one == NULL || (*one)->stringval == NULL) return 0;
            if (at == 0) context->value = *one;
        }
    }
    return 1;
}

static const char *text(xmlXPathParserContextPtr context, int from_last) {
    return (const char *)(*argument(context, from_last))->stringval;
}

static unsigned long nodes(xmlXPathParserContextPtr context, int from_last) {
    xmlXPathObjectPtr *one = argument(context, from_last);
    if (one == NULL || *one == NULL) return 0;
    if ((*one)->type != XPATH_NODESET && (*one)->type != XPATH_XSLT_TREE) return 0;
    return (*one)->nodesetval == NULL ? 0 : (unsigned long)(*one)->nodesetval->nodeNr;
}

static void drop(xmlXPathParserContextPtr context, int count) {
    while (count-- > 0) xmlXPathFreeObject(valuePop(context));
}

/* Stops the run. The library frees the values on the stack. */
static void refuse(xmlXPathParserContextPtr context, int reason) {
    gwshim_call *call = gwshim_payer();
    if (call != NULL) gwshim_stop(call, reason);
    xmlXPathErr(context, XPATH_EXPR_ERROR);
}

/* Returns 1 if a product is within the limit, and stops the run otherwise. */
static int affordable(xmlXPathParserContextPtr context, unsigned long one, unsigned long other) {
    gwshim_call *call = gwshim_payer();
    if (call == NULL || one == 0 || other <= (unsigned long)call->cost / one) return 1;
    refuse(context, GWSHIM_COST);
    return 0;
}

/* Returns 1 if there is enough memory for a result, and stops the run otherwise. */
static int fits(xmlXPathParserContextPtr context, unsigned long count, unsigned long each) {
    gwshim_call *call = gwshim_payer();
    unsigned long left;
    if (call == NULL || each == 0) return 1;
    left = call->memory > call->live ? (unsigned long)(call->memory - call->live) : 0;
    if (count <= left / each) return 1;
    refuse(context, GWSHIM_MEMORY);
    return 0;
}

static int is_stopped(void) {
    gwshim_call *call = gwshim_payer();
    return call != NULL && __atomic_load_n(&call->stopped, __ATOMIC_RELAXED) != GWSHIM_RUNS;
}

/* --- searching --- */

/* Unlike libxml2, the C library searches in linear time. */
static const char *search(xmlXPathParserContextPtr context, int nargs) {
    if (nargs != 2 || !make_strings(context, 2)) return NULL;
    if (strlen(text(context, 0)) < 8 || strlen(text(context, 1)) < 1024) return NULL;
    return text(context, 1);
}

static void contains(xmlXPathParserContextPtr context, int nargs) {
    const char *in = search(context, nargs);
    int found;
    if (in == NULL) {
        xmlXPathContainsFunction(context, nargs);
        return;
    }
    found = strstr(in, text(context, 0)) != NULL;
    drop(context, 2);
    valuePush(context, xmlXPathNewBoolean(found));
}

static void push_part(xmlXPathParserContextPtr context, const char *from, size_t length) {
    xmlChar *part = xmlStrndup((const xmlChar *)from, (int)length);
    drop(context, 2);
    valuePush(context, part == NULL ? xmlXPathNewCString("") : xmlXPathWrapString(part));
}

static void substring_before(xmlXPathParserContextPtr context, int nargs) {
    const char *in = search(context, nargs), *found;
    if (in == NULL) {
        xmlXPathSubstringBeforeFunction(context, nargs);
        return;
    }
    found = strstr(in, text(context, 0));
    push_part(context, in, found == NULL ? 0 : (size_t)(found - in));
}

static void substring_after(xmlXPathParserContextPtr context, int nargs) {
    const char *in = search(context, nargs), *found;
    if (in == NULL) {
        xmlXPathSubstringAfterFunction(context, nargs);
        return;
    }
    found = strstr(in, text(context, 0));
    if (found == NULL) {
        push_part(context, in, 0);
        return;
    }
    found += strlen(text(context, 0));
    push_part(context, found, strlen(found));
}

/* --- building --- */

static void translate(xmlXPathParserContextPtr context, int nargs) {
    if (nargs == 3) {
        if (!make_strings(context, 3)) return;
        if (!affordable(context, strlen(text(context, 2)),
                        strlen(text(context, 1)) + strlen(text(context, 0))))
            return;
    }
    xmlXPathTranslateFunction(context, nargs);
}

static void concat(xmlXPathParserContextPtr context, int nargs) {
    size_t sum = 0, filled = 0;
    xmlChar *whole;
    int at;
    if (nargs < 2 || !make_strings(context, nargs)) {
        xmlXPathConcatFunction(context, nargs);
        return;
    }
    for (at = 0; at < nargs; at++) sum += strlen(text(context, at));
    if (!fits(context, sum, 1)) return;
    whole = xmlMalloc(sum + 1);
    if (whole == NULL) {
        xmlXPathErr(context, XPATH_MEMORY_ERROR);
        return;
    }
    for (at = nargs - 1; at >= 0; at--) {
        size_t length = strlen(text(context, at));
        memcpy(whole + filled, text(context, at), length);
        filled += length;
    }
    whole[filled] = 0;
    drop(context, nargs);
    valuePush(context, xmlXPathWrapString(whole));
}

static xmlXPathFunction str_tokenize, str_split, str_replace, str_concat;

static void tokenize(xmlXPathParserContextPtr context, int nargs) {
    if (nargs == 1 || nargs == 2) {
        const char *of, *at, *by = "\t\r\n ";
        unsigned long tokens = 1;
        if (!make_strings(context, nargs)) return;
        of = text(context, nargs - 1);
        if (nargs == 2) by = text(context, 0);
        if (!affordable(context, strlen(of), strlen(by))) return;
        if (*by == 0) {
            tokens = strlen(of);
        } else {
            for (at = of; *(at += strcspn(at, by)) != 0; at++) tokens++;
        }
        if (!fits(context, tokens, NODE)) return;
    }
    str_tokenize(context, nargs);
}

static void split(xmlXPathParserContextPtr context, int nargs) {
    if (nargs == 1 || nargs == 2) {
        const char *of, *at, *by = " ";
        unsigned long tokens = 1;
        if (!make_strings(context, nargs)) return;
        of = text(context, nargs - 1);
        if (nargs == 2) by = text(context, 0);
        if (!affordable(context, strlen(of), strlen(by))) return;
        for (at = of; *at != 0; at++)
            tokens += *by == 0 || tolower((unsigned char)*at) == tolower((unsigned char)*by);
        if (!fits(context, tokens, NODE)) return;
    }
    str_split(context, nargs);
}

/* Returns the length of a text after a replacement. */
static unsigned long grown(const char *in, const char *what, const char *by) {
    size_t length = strlen(what), more = strlen(by);
    unsigned long sum = strlen(in);
    if (length == 0) return more == 0 ? sum : sum * (more + 1);
    if (more > length)
        for (; (in = strstr(in, what)) != NULL; in += length) sum += more - length;
    return sum;
}

static void replace(xmlXPathParserContextPtr context, int nargs) {
    xmlXPathObjectPtr *what = argument(context, 1), *by = argument(context, 0);
    if (nargs == 3 && what != NULL && *what != NULL && *by != NULL && argument(context, 2) != NULL) {
        unsigned long count = nodes(context, 1), sum = 0, at, work = 0;
        xmlXPathObjectPtr *in = argument(context, 2);
        const char *of;
        if (*in == NULL) return;
        if ((*in)->type != XPATH_STRING) *in = xmlXPathConvertString(*in);
        if (*in == NULL || (*in)->stringval == NULL) return;
        of = (const char *)(*in)->stringval;
        if (((*what)->type == XPATH_STRING) && ((*by)->type == XPATH_STRING)) {
            work = strlen(text(context, 1));
            sum = affordable(context, strlen(of), work) ? grown(of, text(context, 1), text(context, 0)) : 0;
        } else {
            xmlNodeSetPtr with = nodes(context, 0) > 0 ? (*by)->nodesetval : NULL;
            if (!affordable(context, strlen(of), count)) return;
            for (at = 0; at < count && !is_stopped(); at++) {
                xmlChar *one = xmlXPathCastNodeToString((*what)->nodesetval->nodeTab[at]);
                xmlChar *other = NULL;
                if (with != NULL && at < (unsigned long)with->nodeNr)
                    other = xmlXPathCastNodeToString(with->nodeTab[at]);
                else if ((*by)->type == XPATH_STRING && at == 0)
                    other = xmlStrdup((*by)->stringval);
                if (one != NULL) {
                    work += strlen((char *)one);
                    sum += grown(of, (char *)one, other == NULL ? "" : (char *)other) - strlen(of);
                }
                xmlFree(one);
                xmlFree(other);
            }
            sum += strlen(of);
            if (!affordable(context, strlen(of), work)) return;
        }
        if (is_stopped() || !fits(context, sum, 2)) return;
    }
    str_replace(context, nargs);
}

/* The text of a node includes its descendants, so that nested nodes have much text in total. */
static void concat_nodes(xmlXPathParserContextPtr context, int nargs) {
    unsigned long count = nodes(context, 0), at;
    xmlBufferPtr buffer;
    if (nargs != 1 || count < 64 || (buffer = xmlBufferCreate()) == NULL) {
        str_concat(context, nargs);
        return;
    }
    xmlBufferSetAllocationScheme(buffer, XML_BUFFER_ALLOC_DOUBLEIT);
    for (at = 0; at < count && !is_stopped(); at++) {
        xmlChar *one = xmlXPathCastNodeToString(context->value->nodesetval->nodeTab[at]);
        xmlBufferCat(buffer, one);
        xmlFree(one);
    }
    drop(context, 1);
    valuePush(context, xmlXPathWrapString(xmlBufferDetach(buffer)));
    xmlBufferFree(buffer);
}

/* --- sets of nodes --- */

static xmlXPathFunction set_difference, set_intersection, set_has_same_node;

static int may_compare(xmlXPathParserContextPtr context, int nargs) {
    return nargs != 2 || affordable(context, nodes(context, 0), nodes(context, 1));
}

static void difference(xmlXPathParserContextPtr context, int nargs) {
    if (may_compare(context, nargs)) set_difference(context, nargs);
}

static void intersection(xmlXPathParserContextPtr context, int nargs) {
    if (may_compare(context, nargs)) set_intersection(context, nargs);
}

static void has_same_node(xmlXPathParserContextPtr context, int nargs) {
    if (may_compare(context, nargs)) set_has_same_node(context, nargs);
}

/* Processes the nodes of an argument one by one, so that the run can be stopped between them. */
static void each_node(xmlXPathParserContextPtr context, int nargs, xmlXPathFunction original) {
    xmlXPathObjectPtr set, key = NULL, found;
    xmlNodeSetPtr all;
    int at;
    if (nodes(context, 0) < 64) {
        original(context, nargs);
        return;
    }
    set = valuePop(context);
    if (nargs == 2) key = valuePop(context);
    all = xmlXPathNodeSetCreate(NULL);
    for (at = 0; at < set->nodesetval->nodeNr && !is_stopped() && context->error == 0; at++) {
        if (nargs == 2) valuePush(context, xmlXPathObjectCopy(key));
        valuePush(context, xmlXPathWrapString(xmlXPathCastNodeToString(set->nodesetval->nodeTab[at])));
        original(context, nargs);
        found = valuePop(context);
        if (found != NULL && found->type == XPATH_NODESET)
            all = xmlXPathNodeSetMerge(all, found->nodesetval);
        xmlXPathFreeObject(found);
    }
    xmlXPathFreeObject(set);
    xmlXPathFreeObject(key);
    valuePush(context, xmlXPathWrapNodeSet(all));
}

static void key(xmlXPathParserContextPtr context, int nargs) {
    if (nargs == 2) {
        each_node(context, nargs, xsltKeyFunction);
    } else {
        xsltKeyFunction(context, nargs);
    }
}

static void id(xmlXPathParserContextPtr context, int nargs) {
    if (nargs == 1 && context->value != NULL && context->value->type == XPATH_STRING &&
        context->value->stringval != NULL) {
        /* Each element of the result is compared with all previous ones. */
        unsigned long names = strlen((char *)context->value->stringval) / 2;
        if (names > 512 && !affordable(context, names, names)) return;
    }
    if (nargs == 1) {
        each_node(context, nargs, xmlXPathIdFunction);
    } else {
        xmlXPathIdFunction(context, nargs);
    }
}

/* --- finding them --- */

static const struct {
    const char *name;
    xmlXPathFunction guard;
} core[] = {
    {"concat", concat},
    {"contains", contains},
    {"id", id},
    {"key", key},
    {"substring-after", substring_after},
    {"substring-before", substring_before},
    {"translate", translate},
};

static const struct {
    const xmlChar *space;
    const char *name;
    xmlXPathFunction guard;
    xmlXPathFunction *original;
} further[] = {
    {STRINGS, "concat", concat_nodes, &str_concat},
    {STRINGS, "replace", replace, &str_replace},
    {STRINGS, "split", split, &str_split},
    {STRINGS, "tokenize", tokenize, &str_tokenize},
    {SETS, "difference", difference, &set_difference},
    {SETS, "has-same-node", has_same_node, &set_has_same_node},
    {SETS, "intersection", intersection, &set_intersection},
};

#define LENGTH(table) (sizeof table / sizeof *table)

void gwshim_find_functions(void) {
    size_t at;
    for (at = 0; at < LENGTH(further); at++)
        *further[at].original = xsltExtModuleFunctionLookup((const xmlChar *)further[at].name, further[at].space);
}

/* libxml2 stores the result in the expression, so that it must be the same for all runs. */
static xmlXPathFunction look_up(void *context, const xmlChar *name, const xmlChar *space) {
    size_t at;
    if (space == NULL || *space == 0) {
        for (at = 0; at < LENGTH(core); at++)
            if (strcmp((const char *)name, core[at].name) == 0) return core[at].guard;
    } else {
        for (at = 0; at < LENGTH(further); at++)
            if (*further[at].original != NULL && strcmp((const char *)name, further[at].name) == 0 &&
                xmlStrEqual(space, further[at].space))
                return further[at].guard;
    }
    return xsltXPathFunctionLookup(context, name, space);
}

void gwshim_guard_functions(xsltTransformContextPtr transform) {
    xmlXPathRegisterFuncLookup(transform->xpathCtxt, look_up, transform->xpathCtxt);
}
