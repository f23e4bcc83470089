// NIF that is read and written.

#ifndef GLOSSWEAVE_NIF_HPP
#define GLOSSWEAVE_NIF_HPP

#include <cstddef>
#include <string_view>

#include "document.hpp"
#include "range.hpp"

namespace glossweave {

// A text that NIF states (`nif:Context`): its `iri`, `text` and `language`. It is valid until the NIF changes or is
// closed.
class NifContext : public GwContext {
  public:
    // Reads a text of the C interface, by its index.
    NifContext(const GwNif *nif, std::size_t index)
        : GwContext(detail::read(gw_nif_context, nif, index)), nif_(nif), index_(index) {}

    // Returns the index, for `Nif::annotate`.
    [[nodiscard]] std::size_t index() const noexcept { return index_; }
    // Returns the text as a document.
    [[nodiscard]] Document document() const {
        return detail::make<Document>([&](GwDocument **document, GwError **error) {
            return gw_nif_document(nif_, index_, document, error);
        });
    }
    // Returns the annotations of the text. Their spans count bytes of the text.
    [[nodiscard]] Annotations annotations() const {
        return detail::make<Annotations>([&](GwAnnotations **annotations, GwError **error) {
            return gw_nif_annotations(nif_, index_, annotations, error);
        });
    }

  private:
    const GwNif *nif_;
    std::size_t index_;
};

}  // namespace glossweave

namespace glossweave::detail {

inline NifContext nif_context_at(const GwNif *nif, std::size_t index) { return {nif, index}; }

}  // namespace glossweave::detail

namespace glossweave {

// NIF that was read. Its texts and ranges are valid until it changes or is closed.
class Nif {
  public:
    // Reads NIF in a notation of RDF. Relative IRIs are resolved against `base`.
    [[nodiscard]] static Nif read(std::string_view source, std::string_view format,
                                  std::string_view base = {}) {
        return detail::make<Nif>([&](GwNif **nif, GwError **error) {
            return gw_nif_read(detail::bytes(source), detail::str(format), detail::str(base), nif,
                               error);
        });
    }
    // Does the same, but skips wrong strings and texts. `skipped` lists them.
    [[nodiscard]] static Nif read_lenient(std::string_view source, std::string_view format,
                                          std::string_view base = {}) {
        return detail::make<Nif>([&](GwNif **nif, GwError **error) {
            return gw_nif_read_lenient(detail::bytes(source), detail::str(format),
                                       detail::str(base), nif, error);
        });
    }
    // Checks RDF against the rules of NIF. Returns a line for each broken rule.
    [[nodiscard]] static Buffer check(std::string_view source, std::string_view format,
                                      std::string_view base = {}) {
        return detail::write_buffer([&](GwBuffer *findings, GwError **error) {
            return gw_nif_check(detail::bytes(source), detail::str(format), detail::str(base),
                                findings, error);
        });
    }
    // Takes over NIF of the C interface.
    explicit Nif(GwNif *taken) : handle_(taken) {}

    // Returns the texts: a range of `NifContext`.
    [[nodiscard]] auto contexts() const & {
        return detail::Range<gw_nif_context_count, detail::nif_context_at>(get());
    }
    void contexts() const && = delete;
    // Returns the strings and texts that were skipped: a range of `GwSkipped`.
    [[nodiscard]] auto skipped() const & {
        return detail::Range<gw_nif_skipped_count, gw_nif_skipped>(get());
    }
    void skipped() const && = delete;
    // Returns a text as a document, by its index.
    [[nodiscard]] Document document(std::size_t index) const {
        return NifContext(get(), index).document();
    }
    // Returns the annotations of a text, by its index.
    [[nodiscard]] Annotations annotations(std::size_t index) const {
        return NifContext(get(), index).annotations();
    }
    // Returns the annotations of the text of a document, or of the texts of its sections.
    [[nodiscard]] Annotations annotations_of(const Document &document) const {
        return detail::make<Annotations>([&](GwAnnotations **annotations, GwError **error) {
            return gw_nif_annotations_of(get(), document.get(), annotations, error);
        });
    }
    // Adds annotations of a text, by its index.
    void annotate(std::size_t index, const Annotations &annotations) {
        detail::check([&](GwError **error) {
            return gw_nif_annotate(handle_.get(), index, annotations.get(), error);
        });
    }
    // Writes all statements in a notation of RDF.
    [[nodiscard]] Buffer bytes(std::string_view format) const {
        return detail::write_buffer([&](GwBuffer *bytes, GwError **error) {
            return gw_nif_bytes(get(), detail::str(format), bytes, error);
        });
    }
    // Returns the NIF of the C interface.
    [[nodiscard]] const GwNif *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwNif, gw_nif_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_NIF_HPP
