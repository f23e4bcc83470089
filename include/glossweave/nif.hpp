// NIF that is read and written.

#ifndef GLOSSWEAVE_NIF_HPP
#define GLOSSWEAVE_NIF_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "document.hpp"

namespace glossweave {

// NIF that was read.
class Nif {
  public:
    static Nif read(std::string_view source, std::string_view format, std::string_view base = {}) {
        GwNif *made = nullptr;
        checked([&](GwError **error) {
            return gw_nif_read(glossweave::bytes(source), str(format), str(base), &made, error);
        });
        return Nif(made);
    }
    // What is wrong is left out, and `skipped` tells it.
    static Nif read_lenient(std::string_view source, std::string_view format,
                            std::string_view base = {}) {
        GwNif *made = nullptr;
        checked([&](GwError **error) {
            return gw_nif_read_lenient(glossweave::bytes(source), str(format), str(base), &made,
                                       error);
        });
        return Nif(made);
    }
    std::vector<GwSkipped> skipped() const {
        return all(get(), gw_nif_skipped_count(get()), gw_nif_skipped);
    }
    // A line for each rule that is broken.
    static Buffer check(std::string_view source, std::string_view format,
                        std::string_view base = {}) {
        return written([&](GwBuffer *findings, GwError **error) {
            return gw_nif_check(glossweave::bytes(source), str(format), str(base), findings, error);
        });
    }
    std::vector<GwContext> contexts() const {
        return all(get(), gw_nif_context_count(get()), gw_nif_context);
    }
    Document document(std::size_t index) const {
        return Document::made([&](GwDocument **document, GwError **error) {
            return gw_nif_document(get(), index, document, error);
        });
    }
    Annotations annotations(std::size_t index) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_nif_annotations(get(), index, found, error);
        });
    }
    Annotations annotations(const Document &document) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_nif_annotations_of(get(), document.get(), found, error);
        });
    }
    void annotate(std::size_t index, const Annotations &annotations) {
        checked([&](GwError **error) {
            return gw_nif_annotate(handle_.get(), index, annotations.get(), error);
        });
    }
    Buffer bytes(std::string_view format) const {
        return written([&](GwBuffer *buffer, GwError **error) {
            return gw_nif_bytes(get(), str(format), buffer, error);
        });
    }
    const GwNif *get() const { return handle_.get(); }

  private:
    explicit Nif(GwNif *taken) : handle_(taken) {}
    Handle<GwNif, gw_nif_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_NIF_HPP
