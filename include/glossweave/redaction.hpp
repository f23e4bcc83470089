// Redaction and pseudonyms.

#ifndef GLOSSWEAVE_REDACTION_HPP
#define GLOSSWEAVE_REDACTION_HPP

#include <cstddef>
#include <string_view>

#include "document.hpp"
#include "provider.hpp"
#include "range.hpp"

namespace glossweave::detail {

// The names of parts of packages, which are read as texts.
inline std::size_t removed_count(const GwRedaction *redaction) {
    return value_of(redaction).removed_count;
}
inline std::string_view removed_at(const GwRedaction *redaction, std::size_t index) {
    return view(Array<GwStr>(redaction->removed, redaction->removed_count)[index]);
}
inline std::size_t unchecked_count(const GwRedaction *redaction) {
    return value_of(redaction).unchecked_count;
}
inline std::string_view unchecked_at(const GwRedaction *redaction, std::size_t index) {
    return view(Array<GwStr>(redaction->unchecked, redaction->unchecked_count)[index]);
}

}  // namespace glossweave::detail

namespace glossweave {

// A redacted document. Its bytes, texts and ranges are valid as long as the redaction.
class Redaction {
  public:
    // Takes over a redaction of the C interface.
    explicit Redaction(GwRedaction *taken) : handle_(taken) {}

    // Returns the bytes of the redacted document.
    [[nodiscard]] std::string_view bytes() const { return view(value().bytes); }
    // Returns the key of pseudonyms in JSON; it is empty for other methods.
    [[nodiscard]] std::string_view key() const { return view(value().key); }
    // Returns the spans that were redacted: a range of `GwRedactedSpan`.
    [[nodiscard]] auto spans() const & {
        return detail::Array<GwRedactedSpan>(value().spans, value().span_count);
    }
    void spans() const && = delete;
    // Returns the spans of redacted strings that remain: a range of `GwRedactedSpan`.
    [[nodiscard]] auto residue() const & {
        return detail::Array<GwRedactedSpan>(value().residue, value().residue_count);
    }
    void residue() const && = delete;
    // Returns the names of parts of a package that were removed, such as thumbnails: a range of texts.
    [[nodiscard]] auto removed() const & {
        return detail::Range<detail::removed_count, detail::removed_at>(get());
    }
    void removed() const && = delete;
    // Returns the names of parts of a package that were not searched, such as pictures: a range of texts.
    [[nodiscard]] auto unchecked() const & {
        return detail::Range<detail::unchecked_count, detail::unchecked_at>(get());
    }
    void unchecked() const && = delete;
    // Returns the redaction of the C interface.
    [[nodiscard]] const GwRedaction *get() const noexcept { return handle_.get(); }

  private:
    const GwRedaction &value() const { return detail::value_of(get()); }

    detail::Handle<GwRedaction, gw_redaction_free> handle_;
};

// Redacts what the recognizers of `providers` find, and what `params` name.
[[nodiscard]] inline Redaction redact(const Document &document, const Providers &providers,
                                      const Params &params = {}) {
    return detail::make<Redaction>([&](GwRedaction **redaction, GwError **error) {
        return gw_redact(document.get(), providers.get(), params.get(), redaction, error);
    });
}

// Generates a key of pseudonyms, as JSON for the parameter `key` of a redaction.
[[nodiscard]] inline Buffer generate_pseudonym_key(bool reversible = true) {
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
[[nodiscard]] inline Buffer restore_text(std::string_view text, std::string_view key) {
    return detail::write_buffer([&](GwBuffer *restored, GwError **error) {
        return gw_redaction_restore_text(detail::str(text), detail::bytes(key), restored, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_REDACTION_HPP
