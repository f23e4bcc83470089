/* HTML pages: features of HTML that libxml2 does not support. */

#include <stdio.h>
#include <string.h>

#include <libxml/HTMLtree.h>
#include <libxml/parserInternals.h>

#include "guard.h"

#define XHTML ((const xmlChar *)"http://www.w3.org/1999/xhtml")

static xmlNodePtr next_of(xmlNodePtr node) {
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
    while (node != NULL && node->next == NULL) {
        node = node->parent;
        if (node == NULL || node->type != XML_ELEMENT_NODE) return NULL;
    }
    return node == NULL ? NULL : node->next;
}

static int is_named(xmlNodePtr node, const char *name) {
    return node->type == XML_ELEMENT_NODE && (node->name[0] | 32) == name[0] && (node->ns == NULL || xmlStrEqual(node->ns->href, XHTML)) &&
           xmlStrcasecmp(node->name, (const xmlChar *)name) == 0;
}

/* Removes the XHTML namespace from elements, because HTML has no prefixes. Declarations are removed
 * last, because descendants refer to them. */
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
            if (xmlStrEqual(one->href, XHTML)) {
                *link = one->next;
                one->next = NULL;
                xmlFreeNs(one);
            } else {
                link = &one->next;
            }
        }
    }
}

static xmlAttrPtr attribute(xmlNodePtr node, const char *name) {
    xmlAttrPtr one;
    for (one = node->properties; one != NULL; one = one->next)
        if (one->ns == NULL && xmlStrcasecmp(one->name, (const xmlChar *)name) == 0) return one;
    return NULL;
}

static int is_content_type(xmlNodePtr node) {
    xmlAttrPtr one = attribute(node, "http-equiv");
    xmlChar *value = one == NULL ? NULL : xmlNodeGetContent((xmlNodePtr)one);
    int is = value != NULL && xmlStrcasecmp(value, (const xmlChar *)"Content-Type") == 0;
    xmlFree(value);
    return is;
}

/* Corrects the encoding in a page that declares an encoding. */
static int say_encoding(xmlDocPtr document, const char *encoding) {
    xmlNodePtr node;
    int says = 0;
    char full[128];
    snprintf(full, sizeof full, "text/html; charset=%.64s", encoding);
    for (node = document->children; node != NULL; node = next_of(node)) {
        xmlAttrPtr charset;
        if (!is_named(node, "meta")) continue;
        charset = attribute(node, "charset");
        if (charset != NULL) {
            xmlSetProp(node, charset->name, (const xmlChar *)encoding);
            says = 1;
        }
        if (is_content_type(node)) {
            xmlAttrPtr content = attribute(node, "content");
            xmlSetProp(node, content == NULL ? (const xmlChar *)"content" : content->name,
                       (const xmlChar *)full);
            says = 1;
        }
    }
    return says;
}

/* Adds a content type, which libxml2 does not add when it is present. */
static void add_content_type(xmlDocPtr document, const char *encoding) {
    xmlNodePtr node, meta;
    char full[128];
    for (node = document->children; node != NULL && !is_named(node, "head"); node = next_of(node)) {}
    if (node == NULL) return;
    meta = xmlNewDocNode(document, node->ns, (const xmlChar *)"meta", NULL);
    if (meta == NULL) return;
    snprintf(full, sizeof full, "text/html; charset=%.64s", encoding);
    xmlNewProp(meta, (const xmlChar *)"http-equiv", (const xmlChar *)"Content-Type");
    xmlNewProp(meta, (const xmlChar *)"content", (const xmlChar *)full);
    if (node->children == NULL) xmlAddChild(node, meta);
    else xmlAddPrevSibling(node->children, meta);
}

/* Replaces `charset` in XHTML by a content type, because libxml2 would add another one otherwise. */
static void turn_charsets(xmlDocPtr document, const char *encoding) {
    xmlNodePtr node;
    char full[128];
    snprintf(full, sizeof full, "text/html; charset=%.64s", encoding);
    for (node = document->children; node != NULL; node = next_of(node)) {
        xmlAttrPtr charset = is_named(node, "meta") ? attribute(node, "charset") : NULL;
        if (charset == NULL || is_content_type(node)) continue;
        xmlRemoveProp(charset);
        xmlNewProp(node, (const xmlChar *)"http-equiv", (const xmlChar *)"Content-Type");
        xmlSetProp(node, (const xmlChar *)"content", (const xmlChar *)full);
    }
}

/* Returns 1 for the void elements that HTML 5 introduced (HTML Standard, 13.1.2). */
static int is_new_and_void(xmlNodePtr node) {
    return node->type == XML_ELEMENT_NODE && node->ns == NULL && node->children == NULL &&
           (is_named(node, "source") || is_named(node, "track") || is_named(node, "wbr"));
}

/* Replaces an element by its start tag, because libxml2 would write an end tag. */
static xmlNodePtr without_end(xmlDocPtr document, xmlNodePtr node) {
    xmlBufferPtr buffer = xmlBufferCreate();
    xmlNodePtr tag = NULL;
    size_t end = strlen((const char *)node->name) + 3;
    if (buffer == NULL) return node;
    if (htmlNodeDump(buffer, document, node) > (int)end && (size_t)xmlBufferLength(buffer) > end)
        tag = xmlNewDocTextLen(document, xmlBufferContent(buffer), xmlBufferLength(buffer) - (int)end);
    xmlBufferFree(buffer);
    if (tag == NULL) return node;
    tag->name = xmlStringTextNoenc;
    xmlReplaceNode(node, tag);
    xmlFreeNode(node);
    return tag;
}

void gwshim_tidy(xmlDocPtr document, const char *encoding, int method, int adds_doctype) {
    xmlNodePtr node, root = xmlDocGetRootElement(document);
    int says;
    if (method == GWSHIM_METHOD_XHTML) {
        if (say_encoding(document, encoding)) turn_charsets(document, encoding);
        return;
    }
    drop_namespace(document);
    says = say_encoding(document, encoding);
    if (!says) add_content_type(document, encoding);
    for (node = document->children; node != NULL; node = next_of(node))
        if (is_new_and_void(node)) node = without_end(document, node);
    if (adds_doctype && document->intSubset == NULL && root != NULL && is_named(root, "html"))
        xmlCreateIntSubset(document, (const xmlChar *)"html", NULL, NULL);
}
