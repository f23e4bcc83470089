// Documents, formats and languages.

#ifndef GLOSSWEAVE_DOCUMENT_HPP
#define GLOSSWEAVE_DOCUMENT_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "annotation.hpp"
#include "buffer.hpp"
#include "params.hpp"
#include "range.hpp"
#include "reply.hpp"

namespace glossweave {

// Returns the formats as JSON: `name`, `title`, `media_types`, `extensions` and `abilities` of each.
[[nodiscard]] inline Buffer formats() {
    return detail::write_buffer(
        [](GwBuffer *json, GwError **error) { return gw_formats(json, error); });
}

// Returns the likely language of a text, and its probability, from 0 to 1.
[[nodiscard]] inline std::pair<std::string, double> identify_language(std::string_view text) {
    double confidence = 0;
    const Buffer tag = detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
        return gw_language_identify(detail::str(text), buffer, &confidence, error);
    });
    return {tag.str(), confidence};
}

// The issues of translations. Their texts are valid as long as this object.
class Issues {
  public:
    // Takes over issues of the C interface.
    explicit Issues(GwIssues *taken) : handle_(taken) {}

    // Returns the issues: a range of `GwIssue`.
    [[nodiscard]] auto all() const & {
        const GwIssues &issues = detail::value_of(get());
        return detail::Array<GwIssue>(issues.issues, issues.count);
    }
    void all() const && = delete;
    // Returns the issues of the C interface.
    [[nodiscard]] const GwIssues *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwIssues, gw_issues_free> handle_;
};

// A document. Its texts and ranges are valid as long as the document: keep it in a variable. Ranges of a temporary
// document do not compile.
class Document {
  public:
    // Reads a document. `format` is a name, such as `html`, or a media type.
    [[nodiscard]] static Document decode(std::string_view source, std::string_view format,
                                         const Params &params = {}) {
        return detail::make<Document>([&](GwDocument **document, GwError **error) {
            return gw_decode(detail::bytes(source), detail::str(format), params.get(), document,
                             error);
        });
    }
    // Takes over a document of the C interface.
    explicit Document(GwDocument *taken) : handle_(taken) {}

    // Returns the text.
    [[nodiscard]] std::string_view text() const { return view(gw_document_text(get())); }
    // Returns the text of a span. Throws `Invalid` if the span leaves the text.
    [[nodiscard]] std::string_view text(GwSpan span) const {
        const std::string_view all = text();
        if (span.start > span.end || span.end > all.size()) {
            throw Error(GW_STATUS_INVALID, "the span is beyond the text");
        }
        return all.substr(span.start, span.end - span.start);
    }
    // Returns the encoding in which the bytes were read.
    [[nodiscard]] std::string_view encoding() const { return view(gw_document_encoding(get())); }
    // Returns the runs of text that belong together, such as paragraphs: a range of `GwUnit`.
    [[nodiscard]] auto units() const & {
        return detail::Range<gw_document_unit_count, gw_document_unit>(get());
    }
    void units() const && = delete;
    // Returns the sections, such as files of XLIFF: a range of `GwSection`.
    [[nodiscard]] auto sections() const & {
        return detail::Range<gw_document_section_count, gw_document_section>(get());
    }
    void sections() const && = delete;
    // Returns the warnings about the source: a range of `GwWarning`.
    [[nodiscard]] auto warnings() const & {
        return detail::Range<gw_document_warning_count, gw_document_warning>(get());
    }
    void warnings() const && = delete;
    // Returns the files of a package with their spans: a range of `GwPart`.
    [[nodiscard]] auto parts() const & {
        return detail::Range<gw_document_part_count, gw_document_part>(get());
    }
    void parts() const && = delete;
    // Returns the annotations of the markup.
    [[nodiscard]] Annotations annotations() const {
        return detail::make<Annotations>([&](GwAnnotations **found, GwError **error) {
            return gw_document_annotations(get(), found, error);
        });
    }
    // Converts bytes of the text to bytes of the source.
    [[nodiscard]] GwSpan source_span(GwSpan text) const {
        return convert(gw_document_source_span, text);
    }
    // Converts bytes of the text to code points of the text.
    [[nodiscard]] GwSpan char_span(GwSpan text) const {
        return convert(gw_document_char_span, text);
    }
    // Converts code points of the text to bytes of the text.
    [[nodiscard]] GwSpan text_span(GwSpan chars) const {
        return convert(gw_document_text_span, chars);
    }
    // Returns the text of a span with a marker for each inline element, such as `<1>bold</1>`.
    [[nodiscard]] Buffer marked_text(GwSpan text) const {
        return detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
            return gw_document_marked_text(get(), text, buffer, error);
        });
    }
    // Returns the translations in the source, as a document.
    [[nodiscard]] Document target() const {
        return detail::make<Document>([&](GwDocument **target, GwError **error) {
            return gw_document_target(get(), target, error);
        });
    }
    // Returns the index of the unit of `target` that is the translation of a unit.
    [[nodiscard]] std::size_t target_unit(std::size_t index) const {
        std::size_t target = 0;
        detail::check(
            [&](GwError **error) { return gw_document_target_unit(get(), index, &target, error); });
        return target;
    }
    // Returns the document with annotations inserted.
    [[nodiscard]] Reply encode(const Annotations &annotations, const Params &params = {}) const {
        return detail::make<Reply>([&](GwReply **reply, GwError **error) {
            return gw_encode(get(), annotations.get(), params.get(), reply, error);
        });
    }
    // Writes the document as a new file of another format, with its annotations.
    [[nodiscard]] Reply export_as(const Annotations &annotations, std::string_view format,
                                  const Params &params = {}) const {
        return detail::make<Reply>([&](GwReply **reply, GwError **error) {
            return gw_export(get(), annotations.get(), detail::str(format), params.get(), reply,
                             error);
        });
    }
    // Writes the document with its annotations as NIF, in a notation of RDF such as `turtle`.
    [[nodiscard]] Buffer to_nif(const Annotations &annotations, std::string_view format,
                                const Params &params = {}) const {
        return detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_write(get(), annotations.get(), detail::str(format), params.get(), buffer,
                                error);
        });
    }
    // Writes the skeleton as NIF: text, units and markup without annotations.
    [[nodiscard]] Buffer nif_skeleton(std::string_view format, const Params &params = {}) const {
        return detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_skeleton(get(), detail::str(format), params.get(), buffer, error);
        });
    }
    // Writes the annotations as Web Annotations. `params` has `source`, the IRI of the document.
    [[nodiscard]] Buffer to_web_annotation(const Annotations &annotations,
                                           const Params &params) const {
        return detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
            return gw_web_annotation_write(get(), annotations.get(), params.get(), buffer, error);
        });
    }
    // Reads Web Annotations of this document. `source` is its IRI, or empty.
    [[nodiscard]] Annotations read_web_annotations(std::string_view json,
                                                   std::string_view source = {}) const {
        return detail::make<Annotations>([&](GwAnnotations **found, GwError **error) {
            return gw_web_annotation_read(get(), detail::bytes(json), detail::str(source), found,
                                          nullptr, error);
        });
    }
    // Writes the texts without a translation as XLIFF. `params` has `target-lang`.
    [[nodiscard]] Buffer to_xliff(const Params &params) const {
        return detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
            return gw_xliff_write(get(), params.get(), buffer, error);
        });
    }
    // Returns the translations of a file that `to_xliff` wrote.
    [[nodiscard]] Annotations merge_xliff(std::string_view xliff) const {
        return detail::make<Annotations>([&](GwAnnotations **found, GwError **error) {
            return gw_xliff_merge(get(), detail::bytes(xliff), found, error);
        });
    }
    // Checks the translations in the source.
    [[nodiscard]] Issues check_translations(const Params &params = {}) const {
        return detail::make<Issues>([&](GwIssues **issues, GwError **error) {
            return gw_translations_check(get(), params.get(), issues, error);
        });
    }
    // Divides the text into chunks, and writes them as JSON Lines.
    [[nodiscard]] Buffer chunk_lines(const Annotations &annotations,
                                     const Params &params = {}) const {
        return detail::write_buffer([&](GwBuffer *buffer, GwError **error) {
            return gw_chunks_write(get(), annotations.get(), params.get(), buffer, error);
        });
    }
    // Returns the document of the C interface.
    [[nodiscard]] const GwDocument *get() const noexcept { return handle_.get(); }

  private:
    GwSpan convert(GwStatus (*function)(const GwDocument *, GwSpan, GwSpan *, GwError **),
                   GwSpan from) const {
        GwSpan to{};
        detail::check([&](GwError **error) { return function(get(), from, &to, error); });
        return to;
    }
    detail::Handle<GwDocument, gw_document_free> handle_;
};

// Reads the document in a file in XLIFF that `Document::to_xliff` wrote.
[[nodiscard]] inline Document embedded_document(std::string_view xliff, const Params &params = {}) {
    return detail::make<Document>([&](GwDocument **document, GwError **error) {
        return gw_embedded_document(detail::bytes(xliff), params.get(), document, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_DOCUMENT_HPP
