/* Serialization of a result by its output method. */

#include <string.h>
#include <stdlib.h>

#include <libxml/HTMLtree.h>
#include <libxml/xmlsave.h>
#include <libxslt/imports.h>
#include <libxslt/xsltutils.h>

#include "guard.h"

static int on_write(void *context, const char *bytes, int length) {
    gwshim_call *call = context;
    if (__atomic_load_n(&call->stopped, __ATOMIC_RELAXED) != GWSHIM_RUNS) return -1;
    if (length < 0 || call->write(call->data, bytes, (size_t)length) < 0) {
        gwshim_stop(call, GWSHIM_OUTPUT);
        return -1;
    }
    return length;
}

static int on_close(void *context) {
    (void)context;
    return 0;
}

static void copy(char *target, size_t size, const xmlChar *text) {
    size_t length = text == NULL ? 0 : strlen((const char *)text);
    if (length >= size) length = 0;
    if (length > 0) memcpy(target, text, length);
    target[length] = 0;
}

static int own_method(xmlDocPtr document, const xmlChar *method) {
    if (method == NULL)
        return document->type == XML_HTML_DOCUMENT_NODE ? GWSHIM_METHOD_HTML : GWSHIM_METHOD_XML;
    if (xmlStrEqual(method, (const xmlChar *)"html")) return GWSHIM_METHOD_HTML;
    if (xmlStrEqual(method, (const xmlChar *)"xhtml")) return GWSHIM_METHOD_XHTML;
    if (xmlStrEqual(method, (const xmlChar *)"text")) return GWSHIM_METHOD_TEXT;
    return GWSHIM_METHOD_XML;
}

static int write_xhtml(gwshim_call *call, xmlDocPtr document, const char *encoding, int omits) {
    int options = XML_SAVE_XHTML | (omits ? XML_SAVE_NO_DECL : 0);
    xmlSaveCtxtPtr save = xmlSaveToIO(on_write, on_close, call, encoding, options);
    if (save == NULL) return -1;
    gwshim_tidy(document, encoding, GWSHIM_METHOD_XHTML, 0);
    if (xmlSaveDoc(save, document) < 0) {
        xmlSaveClose(save);
        return -1;
    }
    return xmlSaveClose(save) < 0 ? -1 : 0;
}

/* Returns 1 for HTML 5 or later without a declared document type, for which libxslt would write a
 * document type of HTML 4. */
static int is_fifth(xsltStylesheetPtr stylesheet, xmlDocPtr document) {
    const xmlChar *version, *public_id, *system_id;
    XSLT_GET_IMPORT_PTR(version, stylesheet, version)
    XSLT_GET_IMPORT_PTR(public_id, stylesheet, doctypePublic)
    XSLT_GET_IMPORT_PTR(system_id, stylesheet, doctypeSystem)
    if (version == NULL || atoi((const char *)version) < 5 || public_id != NULL || system_id != NULL)
        return 0;
    if (document->intSubset != NULL) {
        xmlDtdPtr subset = document->intSubset;
        xmlUnlinkNode((xmlNodePtr)subset);
        xmlFreeDtd(subset);
    }
    return 1;
}

static void write_html(xmlOutputBufferPtr out, xmlDocPtr document, const char *encoding, int indent,
                       int adds_doctype) {
    gwshim_tidy(document, encoding, GWSHIM_METHOD_HTML, adds_doctype);
    /* Without an encoding, characters outside ASCII would be written as references. */
    if (document->encoding == NULL) document->encoding = xmlStrdup((const xmlChar *)encoding);
    htmlDocContentDumpFormatOutput(out, document, encoding, indent);
}

/* Writes XML for a stylesheet that declares another method. */
static void write_xml(xmlOutputBufferPtr out, xmlDocPtr document, const char *encoding, int indent) {
    xmlNodePtr node;
    xmlOutputBufferWriteString(out, "<?xml version=\"1.0\" encoding=\"");
    xmlOutputBufferWriteString(out, encoding);
    xmlOutputBufferWriteString(out, "\"?>\n");
    for (node = document->children; node != NULL; node = node->next) {
        xmlNodeDumpOutput(out, document, node, 0, indent == 1, encoding);
        if (node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE ||
            node->type == XML_DTD_NODE)
            xmlOutputBufferWriteString(out, "\n");
    }
    xmlOutputBufferWriteString(out, "\n");
}

int gwshim_write(gwshim_call *call, xsltStylesheetPtr stylesheet, xmlDocPtr document, int method,
                  gwshim_result *result) {
    const xmlChar *said, *encoding, *media_type;
    int indent, omits, own, asked = method != GWSHIM_OWN, status = 0;
    xmlCharEncodingHandlerPtr handler = NULL;
    xmlOutputBufferPtr out;
    XSLT_GET_IMPORT_PTR(said, stylesheet, method)
    XSLT_GET_IMPORT_PTR(encoding, stylesheet, encoding)
    XSLT_GET_IMPORT_PTR(media_type, stylesheet, mediaType)
    XSLT_GET_IMPORT_INT(indent, stylesheet, indent)
    XSLT_GET_IMPORT_INT(omits, stylesheet, omitXmlDeclaration)
    own = own_method(document, said);
    if (method == GWSHIM_OWN) method = own;
    result->method = method;
    if (encoding == NULL) encoding = (const xmlChar *)"UTF-8";
    copy(result->encoding, sizeof result->encoding, encoding);
    if (method == own) copy(result->media_type, sizeof result->media_type, media_type);
    if (method == GWSHIM_METHOD_XHTML)
        return write_xhtml(call, document, (const char *)encoding, omits == 1);
    handler = xmlFindCharEncodingHandler((const char *)encoding);
    if (handler == NULL) return -1;
    if (xmlStrcasecmp((const xmlChar *)handler->name, (const xmlChar *)"UTF-8") == 0) {
        xmlCharEncCloseFunc(handler);
        handler = NULL;
    }
    out = xmlOutputBufferCreateIO(on_write, on_close, call, handler);
    if (out == NULL) {
        if (handler != NULL) xmlCharEncCloseFunc(handler);
        return -1;
    }
    if (method == GWSHIM_METHOD_HTML) {
        if (indent == -1) indent = method == own;
        write_html(out, document, (const char *)encoding, indent,
                   asked || (method == own && is_fifth(stylesheet, document)));
    } else if (method == own) {
        status = xsltSaveResultTo(out, document, stylesheet) < 0 ? -1 : 0;
    } else if (method == GWSHIM_METHOD_TEXT) {
        xmlChar *text = xmlNodeGetContent((xmlNodePtr)document);
        if (text != NULL) xmlOutputBufferWriteString(out, (const char *)text);
        xmlFree(text);
    } else {
        write_xml(out, document, (const char *)encoding, indent);
    }
    if (xmlOutputBufferClose(out) < 0) status = -1;
    return status;
}
