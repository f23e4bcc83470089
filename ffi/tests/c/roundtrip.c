/* A page is read, annotated, written as NIF and given back. */
#include "check.h"

static const char PAGE[] = "<!doctype html>\r\n<p lang=en><b>From Dub</b>lin to &Eacute;ire"
                           "<p>\xF0\x9F\x98\x80 <span its-term=yes>Term</span>\r\n";

static void units_have_places(const GwDocument *document) {
    GwStr text = gw_document_text(document);
    GwUnit unit;
    GwSpan span;
    GwError *error = NULL;
    CHECK(gw_document_unit_count(document) == 2);
    WORKS(gw_document_unit(document, 0, &unit, &error));
    CHECK(same(unit.language, "en") && unit.bytes.start == 0);
    WORKS(gw_document_unit(document, 1, &unit, &error));
    CHECK(unit.bytes.end == text.length && unit.chars.end < unit.bytes.end);
    CHECK(memcmp(text.data + unit.bytes.start, "\xF0\x9F\x98\x80 Term", 9) == 0);
    WORKS(gw_document_text_span(document, unit.chars, &span, &error));
    CHECK(span.start == unit.bytes.start && span.end == unit.bytes.end);
    WORKS(gw_document_char_span(document, unit.bytes, &span, &error));
    CHECK(span.start == unit.chars.start && span.end == unit.chars.end);

    GwSpan dublin = {5, 11};
    WORKS(gw_document_source_span(document, dublin, &span, &error));
    CHECK(memcmp(PAGE + span.start, "Dub</b>lin", span.end - span.start) == 0);
    GwSpan outside = {0, text.length + 1};
    CHECK(gw_document_source_span(document, outside, &span, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    CHECK(gw_document_unit(document, 2, &unit, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
}

static void markup_has_annotations(const GwDocument *document) {
    GwAnnotations *present;
    GwAnnotation term;
    GwError *error = NULL;
    WORKS(gw_document_annotations(document, &present, &error));
    CHECK(gw_annotations_count(present) == 1);
    WORKS(gw_annotations_at(present, 0, &term, &error));
    CHECK(term.body == GW_BODY_TERM && term.confidence < 0);
    CHECK(gw_annotations_value(present, 0, gw_str("info"), 0).data == NULL);
    CHECK(gw_annotations_at(present, 1, &term, &error) == GW_STATUS_NOT_FOUND);
    gw_error_free(error);
    gw_annotations_free(present);
}

static GwAnnotations *annotations(void) {
    GwAnnotations *list;
    GwParams *fields;
    GwError *error = NULL;
    GwSpan dublin = {5, 11}, from = {0, 4};
    WORKS(gw_annotations_new(&list, &error));
    WORKS(gw_params_new(&fields, &error));
    WORKS(gw_params_add(fields, gw_str("ident"), gw_str("http://example.org/Dublin"), &error));
    WORKS(gw_params_add(fields, gw_str("ident"), gw_str("http://example.org/dub"), &error));
    WORKS(gw_params_add(fields, gw_str("class"), gw_str("http://schema.org/City"), &error));
    WORKS(gw_params_add(fields, gw_str("confidence"), gw_str("0.5"), &error));
    WORKS(gw_params_add(fields, gw_str("annotator"), gw_str("http://example.org/tool"), &error));
    WORKS(gw_annotations_add(list, gw_str("entity"), dublin, fields, &error));
    CHECK(gw_annotations_add(list, gw_str("term"), dublin, fields, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "ident"));
    gw_error_free(error);
    gw_params_free(fields);

    WORKS(gw_params_new(&fields, &error));
    WORKS(gw_params_add(fields, gw_str("text"), gw_str("von"), &error));
    CHECK(gw_annotations_add(list, gw_str("translation"), from, fields, &error) != GW_STATUS_OK);
    CHECK(same(error->parameter, "language"));
    gw_error_free(error);
    WORKS(gw_params_add(fields, gw_str("language"), gw_str("de"), &error));
    WORKS(gw_annotations_add(list, gw_str("translation"), from, fields, &error));
    gw_params_free(fields);
    CHECK(gw_annotations_add(list, gw_str("verb"), from, NULL, &error) == GW_STATUS_INVALID);
    gw_error_free(error);

    GwAnnotation found;
    CHECK(gw_annotations_count(list) == 2);
    WORKS(gw_annotations_at(list, 0, &found, &error));
    CHECK(found.body == GW_BODY_ENTITY && found.span.end == 11 && found.confidence == 0.5);
    CHECK(same(gw_annotations_value(list, 0, gw_str("ident"), 1), "http://example.org/dub"));
    CHECK(gw_annotations_value(list, 0, gw_str("ident"), 2).data == NULL);
    CHECK(same(gw_annotations_value(list, 1, gw_str("language"), 0), "de"));
    return list;
}

static void the_page_comes_back(const GwDocument *document, const GwAnnotations *list) {
    GwReply *reply;
    GwPlacement placement;
    GwSpan span;
    GwError *error = NULL;
    WORKS(gw_encode(document, NULL, NULL, &reply, &error));
    CHECK(same(text_of(reply->bytes), PAGE));
    CHECK(reply->placement_count == 0 && reply->inserted_count == 0);
    gw_reply_free(reply);

    WORKS(gw_encode(document, list, NULL, &reply, &error));
    GwBytes woven = reply->bytes;
    CHECK(contains(text_of(woven), "its-ta-ident-ref=\"http://example.org/Dublin\""));
    CHECK(reply->placement_count == 2);
    placement = reply->placements[0];
    CHECK(placement.placed == GW_PLACED_ELEMENTS && placement.fragments == 2);
    CHECK(placement.rule.data == NULL);
    placement = reply->placements[1];
    CHECK(placement.placed == GW_PLACED_NOT && placement.rule.length > 0);

    size_t from = 0, kept = 0;
    for (size_t i = 0; i < reply->inserted_count; i++) {
        span = reply->inserted[i];
        CHECK(memcmp(PAGE + kept, (const char *)woven.data + from, span.start - from) == 0);
        kept += span.start - from;
        from = span.end;
    }
    CHECK(kept + woven.length - from == strlen(PAGE));
    gw_reply_free(reply);
}

static void nif_is_written(const GwDocument *document, const GwAnnotations *list) {
    GwParams *params;
    GwBuffer turtle;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("prefix"), gw_str("http://example.org/page"), &error));
    WORKS(gw_nif_write(document, list, gw_str("text/turtle"), params, &turtle, &error));
    GwStr text = {(const char *)turtle.data, turtle.length};
    CHECK(contains(text, "<http://example.org/page#char=5,11>"));
    gw_buffer_free(&turtle);
    CHECK(turtle.data == NULL && turtle.length == 0);
    gw_buffer_free(&turtle);
    WORKS(gw_params_add(params, gw_str("nif-version"), gw_str("2.1"), &error));
    WORKS(gw_nif_write(document, list, gw_str("json-ld"), params, &turtle, &error));
    text = (GwStr){(const char *)turtle.data, turtle.length};
    CHECK(contains(text, "http://example.org/page#offset_5_11"));
    gw_buffer_free(&turtle);
    WORKS(gw_nif_skeleton(document, gw_str("turtle"), params, &turtle, &error));
    text = (GwStr){(const char *)turtle.data, turtle.length};
    CHECK(contains(text, "wasConvertedFrom"));
    gw_buffer_free(&turtle);
    gw_params_free(params);
}

int main(void) {
    GwDocument *document;
    GwError *error = NULL;
    WORKS(gw_decode(bytes(PAGE), gw_str("text/html; charset=utf-8"), NULL, &document, &error));
    CHECK(gw_document_encoding(document).length > 0);
    units_have_places(document);
    markup_has_annotations(document);
    GwAnnotations *list = annotations();
    the_page_comes_back(document, list);
    nif_is_written(document, list);
    gw_annotations_free(list);
    gw_document_free(document);
    return 0;
}
