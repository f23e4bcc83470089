// Redaction and pseudonyms.

#ifndef GLOSSWEAVE_REDACTION_HPP
#define GLOSSWEAVE_REDACTION_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "document.hpp"
#include "provider.hpp"

namespace glossweave {

// A redacted document. Texts of spans live as long as it does.
class Redaction {
  public:
    // Redacts what the recognizers of `providers` find, and what `params` name.
    Redaction(const Document &document, const Providers &providers, const Params &params = {}) {
        GwRedaction *made = nullptr;
        checked([&](GwError **error) {
            return gw_redact(document.get(), providers.get(), params.get(), &made, error);
        });
        handle_.reset(made);
    }
    std::string_view bytes() const { return view(gw_redaction_bytes(handle_.get())); }
    // The key of pseudonyms in JSON; empty for another method.
    std::string_view key() const { return view(gw_redaction_key(handle_.get())); }
    std::vector<GwRedactedSpan> spans() const {
        return all(gw_redaction_span_count(handle_.get()), gw_redaction_span);
    }
    std::vector<GwRedactedSpan> residue() const {
        return all(gw_redaction_residue_count(handle_.get()), gw_redaction_residue);
    }

    // The names of parts of a package that were left out, such as thumbnails.
    std::vector<std::string_view> left_out() const {
        return names(gw_redaction_left_out_count(handle_.get()), gw_redaction_left_out);
    }
    // The names of parts of a package that could not be looked into, such as pictures.
    std::vector<std::string_view> unchecked() const {
        return names(gw_redaction_unchecked_count(handle_.get()), gw_redaction_unchecked);
    }

  private:
    std::vector<std::string_view> names(std::size_t count,
                                        GwStr (*get)(const GwRedaction *, std::size_t)) const {
        std::vector<std::string_view> all;
        for (std::size_t index = 0; index < count; index++) {
            all.push_back(view(get(handle_.get(), index)));
        }
        return all;
    }
    std::vector<GwRedactedSpan> all(std::size_t count,
                                    GwStatus (*get)(const GwRedaction *, std::size_t, GwRedactedSpan *,
                                                    GwError **)) const {
        std::vector<GwRedactedSpan> spans(count);
        for (std::size_t index = 0; index < count; index++) {
            checked([&](GwError **error) { return get(handle_.get(), index, &spans[index], error); });
        }
        return spans;
    }
    Handle<GwRedaction, gw_redaction_free> handle_;
};

// A new key of pseudonyms, as JSON for the parameter `key` of a redaction.
inline Buffer pseudonym_key(bool reversible = true) {
    return written([&](GwBuffer *key, GwError **error) {
        return gw_pseudonym_key_generate(reversible, key, error);
    });
}

// The document that was redacted with pseudonyms, by the key of its redaction or a later one.
inline Buffer restore_redacted(std::string_view redacted, std::string_view key) {
    return written([&](GwBuffer *document, GwError **error) {
        return gw_redaction_restore(bytes(redacted), bytes(key), document, error);
    });
}

// A text with the strings that its pseudonyms stand for, by the key of a redaction.
inline Buffer restore_redacted_text(std::string_view text, std::string_view key) {
    return written([&](GwBuffer *restored, GwError **error) {
        return gw_redaction_restore_text(str(text), bytes(key), restored, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_REDACTION_HPP
