// Documents, formats and languages.

#ifndef GLOSSWEAVE_DOCUMENT_HPP
#define GLOSSWEAVE_DOCUMENT_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "annotation.hpp"
#include "params.hpp"
#include "reply.hpp"

namespace glossweave {

// The formats as JSON: `name`, `title`, `media_types`, `extensions` and `abilities` of each.
inline Buffer formats() {
    return written([](GwBuffer *json, GwError **error) { return gw_formats(json, error); });
}

// The language that a text is likely in, and how sure that is, from 0 to 1.
inline std::pair<std::string, double> identify_language(std::string_view text) {
    double confidence = 0;
    Buffer tag = written([&](GwBuffer *buffer, GwError **error) {
        return gw_language_identify(str(text), buffer, &confidence, error);
    });
    return {tag.str(), confidence};
}

// The issues of translations. Their texts live as long as it does.
class Issues {
  public:
    explicit Issues(GwIssues *taken) : handle_(taken) {}

    std::vector<GwIssue> all() const {
        return glossweave::all(get(), gw_issue_count(get()), gw_issue);
    }
    const GwIssues *get() const { return handle_.get(); }

  private:
    Handle<GwIssues, gw_issues_free> handle_;
};

// A document. What it hands out lives as long as it does.
class Document {
  public:
    static Document decode(std::string_view source, std::string_view format,
                           const Params &params = {}) {
        return made([&](GwDocument **document, GwError **error) {
            return gw_decode(glossweave::bytes(source), str(format), params.get(), document, error);
        });
    }
    // The document that is in a file in XLIFF that was made from it.
    static Document from_xliff(std::string_view xliff, const Params &params = {}) {
        return made([&](GwDocument **document, GwError **error) {
            return gw_xliff_document(glossweave::bytes(xliff), params.get(), document, error);
        });
    }
    explicit Document(GwDocument *taken) : handle_(taken) {}

    std::string_view text() const { return view(gw_document_text(get())); }
    std::string_view text(GwSpan span) const {
        const std::string_view all = text();
        if (span.start > span.end || span.end > all.size()) {
            throw Error(GW_STATUS_INVALID, "the span is beyond the text");
        }
        return all.substr(span.start, span.end - span.start);
    }
    std::string_view encoding() const { return view(gw_document_encoding(get())); }
    std::vector<GwUnit> units() const {
        return all(get(), gw_document_unit_count(get()), gw_document_unit);
    }
    std::vector<GwSection> sections() const {
        return all(get(), gw_document_section_count(get()), gw_document_section);
    }
    std::vector<GwWarning> warnings() const {
        return all(get(), gw_document_warning_count(get()), gw_document_warning);
    }
    std::vector<GwPart> parts() const {
        return all(get(), gw_document_part_count(get()), gw_document_part);
    }
    // What the markup says.
    Annotations annotations() const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_document_annotations(get(), found, error);
        });
    }
    GwSpan source_span(GwSpan text) const { return led(gw_document_source_span, text); }
    GwSpan char_span(GwSpan text) const { return led(gw_document_char_span, text); }
    GwSpan text_span(GwSpan chars) const { return led(gw_document_text_span, chars); }
    Buffer marked_text(GwSpan text) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_document_marked_text(get(), text, buffer, error);
        });
    }
    // The translations that the source gives.
    Document target() const {
        return made([&](GwDocument **target, GwError **error) {
            return gw_document_target(get(), target, error);
        });
    }
    std::size_t target_unit(std::size_t index) const {
        std::size_t target = 0;
        checked([&](GwError **error) { return gw_document_target_unit(get(), index, &target, error); });
        return target;
    }
    // Gives the document back with annotations woven in.
    Reply encode(const Annotations &annotations, const Params &params = {}) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_encode(get(), annotations.get(), params.get(), reply, error);
        });
    }
    Reply exported(const Annotations &annotations, std::string_view format,
                   const Params &params = {}) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_export(get(), annotations.get(), str(format), params.get(), reply, error);
        });
    }
    Buffer nif(const Annotations &annotations, std::string_view format,
               const Params &params = {}) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_write(get(), annotations.get(), str(format), params.get(), buffer, error);
        });
    }
    Buffer skeleton(std::string_view format, const Params &params = {}) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_skeleton(get(), str(format), params.get(), buffer, error);
        });
    }
    Buffer web_annotations(const Annotations &annotations, const Params &params) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_web_annotation_write(get(), annotations.get(), params.get(), buffer, error);
        });
    }
    // Reads Web Annotations of this document; `source` is its IRI, or empty.
    Annotations read_web_annotations(std::string_view json, std::string_view source = {}) const {
        GwAnnotations *found = nullptr;
        checked([&](GwError **error) {
            return gw_web_annotation_read(get(), glossweave::bytes(json), str(source), &found,
                                          nullptr, error);
        });
        return Annotations(found);
    }
    // The texts without a translation as a file in XLIFF to translate.
    Buffer xliff(const Params &params) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_xliff_write(get(), params.get(), buffer, error);
        });
    }
    // The translations of a file in XLIFF that was made from this document.
    Annotations merge_xliff(std::string_view xliff) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_xliff_merge(get(), glossweave::bytes(xliff), found, error);
        });
    }
    // The faults of the translations that the source gives.
    Issues check_translations(const Params &params = {}) const {
        GwIssues *issues = nullptr;
        checked([&](GwError **error) {
            return gw_translations_check(get(), params.get(), &issues, error);
        });
        return Issues(issues);
    }
    Buffer chunks(const Annotations &annotations, const Params &params) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_chunks_write(get(), annotations.get(), params.get(), buffer, error);
        });
    }
    const GwDocument *get() const { return handle_.get(); }

  private:
    friend class Nif;
    template <class F> static Document made(F &&function) {
        GwDocument *document = nullptr;
        checked([&](GwError **error) { return function(&document, error); });
        return Document(document);
    }
    GwSpan led(GwStatus (*lead)(const GwDocument *, GwSpan, GwSpan *, GwError **),
               GwSpan from) const {
        GwSpan to;
        checked([&](GwError **error) { return lead(get(), from, &to, error); });
        return to;
    }
    Handle<GwDocument, gw_document_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_DOCUMENT_HPP
