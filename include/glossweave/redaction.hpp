// Redaction and pseudonyms.

#ifndef GLOSSWEAVE_REDACTION_HPP
#define GLOSSWEAVE_REDACTION_HPP

#include <string_view>

#include "document.hpp"
#include "provider.hpp"
#include "range.hpp"

namespace glossweave {

// A redacted document. Its bytes, texts and ranges are valid as long as the redaction.
class Redaction {
  public:
    // Redacts what the recognizers of `providers` find, and what `params` name.
    Redaction(const Document &document, const Providers &providers, const Params &params = {}) {
        GwRedaction *redaction = nullptr;
        detail::check([&](GwError **error) {
            return gw_redact(document.get(), providers.get(), params.get(), &redaction, error);
        });
        handle_.reset(redaction);
    }
    // Takes over a redaction of the C interface.
    explicit Redaction(GwRedaction *taken) : handle_(taken) {}

    // Returns the bytes of the redacted document.
    [[nodiscard]] std::string_view bytes() const { return view(gw_redaction_bytes(get())); }
    // Returns the key of pseudonyms in JSON; it is empty for other methods.
    [[nodiscard]] std::string_view key() const { return view(gw_redaction_key(get())); }
    // Returns the spans that were redacted: a range of `GwRedactedSpan`.
    [[nodiscard]] auto spans() const & {
        return detail::Range<gw_redaction_span_count, gw_redaction_span>(get());
    }
    void spans() const && = delete;
    // Returns the spans of redacted strings that remain: a range of `GwRedactedSpan`.
    [[nodiscard]] auto residue() const & {
        return detail::Range<gw_redaction_residue_count, gw_redaction_residue>(get());
    }
    void residue() const && = delete;
    // Returns the names of parts of a package that were removed, such as thumbnails: a range of texts.
    [[nodiscard]] auto left_out() const & {
        return detail::Range<gw_redaction_left_out_count, gw_redaction_left_out>(get());
    }
    void left_out() const && = delete;
    // Returns the names of parts of a package that were not searched, such as pictures: a range of texts.
    [[nodiscard]] auto unchecked() const & {
        return detail::Range<gw_redaction_unchecked_count, gw_redaction_unchecked>(get());
    }
    void unchecked() const && = delete;
    // Returns the redaction of the C interface.
    [[nodiscard]] const GwRedaction *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwRedaction, gw_redaction_free> handle_;
};

// Generates a key of pseudonyms, as JSON for the parameter `key` of a redaction.
[[nodiscard]] inline Buffer pseudonym_key(bool reversible = true) {
    return detail::write_buffer([&](GwBuffer *key, GwError **error) {
        return gw_pseudonym_key_generate(reversible, key, error);
    });
}

// Restores a document that was redacted with pseudonyms, by the key of its redaction or a later key.
[[nodiscard]] inline Buffer restore_redacted(std::string_view redacted, std::string_view key) {
    return detail::write_buffer([&](GwBuffer *document, GwError **error) {
        return gw_redaction_restore(detail::bytes(redacted), detail::bytes(key), document, error);
    });
}

// Replaces the pseudonyms in a text by the strings that they stand for, by the key of a redaction.
[[nodiscard]] inline Buffer restore_redacted_text(std::string_view text, std::string_view key) {
    return detail::write_buffer([&](GwBuffer *restored, GwError **error) {
        return gw_redaction_restore_text(detail::str(text), detail::bytes(key), restored, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_REDACTION_HPP
