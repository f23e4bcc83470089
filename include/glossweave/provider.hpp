// Providers of the library and of the host.

#ifndef GLOSSWEAVE_PROVIDER_HPP
#define GLOSSWEAVE_PROVIDER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "annotation.hpp"
#include "dictionary.hpp"
#include "range.hpp"

namespace glossweave::detail {

inline std::size_t piece_count(const GwPassage *passage) { return passage->piece_count; }
inline GwSpan piece_at(const GwPassage *passage, std::size_t index) {
    if (index >= passage->piece_count) throw Error(GW_STATUS_NOT_FOUND, "no piece has this index");
    return passage->pieces[index];
}

}  // namespace glossweave::detail

namespace glossweave {

// Returns the runs of a text that belong together, in bytes of the text: a range of `GwSpan`.
[[nodiscard]] inline auto pieces(const GwPassage &passage) {
    return detail::Range<detail::piece_count, detail::piece_at>(&passage);
}

// Finds the entities of a text, and adds them to `found` in the order of their spans. Several threads may call it at
// once. An exception that it throws comes out of the call of the library.
using Recognize = std::function<void(const GwPassage &passage, Annotations &found)>;

// Returns the translation of each text, or `std::nullopt` for a text without one. Several threads may call it at once.
// An exception that it throws comes out of the call of the library.
using Translate = std::function<std::vector<std::optional<std::string>>(
    std::string_view source, std::string_view target, const std::vector<std::string_view> &texts)>;

// Recognizers, term finders, translators and endpoints under the names that callers use. A new provider replaces an
// earlier provider of the same name.
class Providers {
  public:
    // Makes an empty set.
    Providers() {
        GwProviders *providers = nullptr;
        detail::check([&](GwError **error) { return gw_providers_new(&providers, error); });
        handle_.reset(providers);
    }
    // Opens a provider by its protocol. `kind` is `recognizer`, `term-finder` or `endpoint`; for translators use
    // `open_translator`. `protocols` lists the protocols, and what `place` is.
    Providers &open(std::string_view kind, std::string_view name, std::string_view protocol,
                    std::string_view place, const Params &options = {}) {
        return open_with(kind, name, protocol, place, options, nullptr);
    }
    // Opens a translator by its protocol. `system` has `source-lang` and `target-lang`.
    Providers &open_translator(std::string_view name, std::string_view protocol,
                               std::string_view place, const Params &system,
                               const Params &options = {}) {
        return open_with("translator", name, protocol, place, options, system.get());
    }
    // Adds a dictionary as a recognizer.
    Providers &add_dictionary(std::string_view name, const Dictionary &dictionary) {
        detail::check([&](GwError **error) {
            return gw_providers_add_dictionary(handle_.get(), detail::str(name), dictionary.get(),
                                               error);
        });
        return *this;
    }
    // Adds a function that finds entities. If it needs the language of a text, the language is identified
    // before each call unless it is given.
    Providers &add_recognizer(std::string_view name, Recognize function,
                              bool needs_language = false) {
        auto data = std::make_unique<Recognize>(std::move(function));
        const GwRecognize find = [](void *recognize, const GwPassage *passage, GwAnnotations *found,
                                    GwStr *reason) -> std::uint32_t {
            return detail::guard(reason, [&] {
                // The list belongs to the library.
                struct Lent {
                    Annotations list;
                    ~Lent() { static_cast<void>(list.release()); }
                } lent{Annotations(found)};
                (*static_cast<Recognize *>(recognize))(*passage, lent.list);
            });
        };
        detail::check([&](GwError **error) {
            return gw_providers_add_recognizer(handle_.get(), detail::str(name), find, data.get(),
                                               detail::destroy<Recognize>, needs_language, error);
        });
        data.release();
        return *this;
    }
    // Adds a function that translates. `system` has `source-lang` and `target-lang`.
    Providers &add_translator(std::string_view name, const Params &system, Translate function) {
        auto data = std::make_unique<Translate>(std::move(function));
        detail::check([&](GwError **error) {
            return gw_providers_add_translator(handle_.get(), detail::str(name), system.get(),
                                               translate, data.get(), detail::destroy<Translate>,
                                               error);
        });
        data.release();
        return *this;
    }
    // Returns the set of the C interface.
    [[nodiscard]] const GwProviders *get() const noexcept { return handle_.get(); }

  private:
    static std::uint32_t translate(void *data, GwStr source, GwStr target, const GwStr *texts,
                                   std::size_t count, GwTranslations *found, GwStr *reason) {
        return detail::guard(reason, [&] {
            std::vector<std::string_view> views;
            views.reserve(count);
            for (std::size_t i = 0; i < count; i++) views.push_back(view(texts[i]));
            for (const auto &text :
                 (*static_cast<Translate *>(data))(view(source), view(target), views)) {
                const GwStr given = text ? detail::str(*text) : GwStr{nullptr, 0};
                detail::check(
                    [&](GwError **error) { return gw_translations_add(found, given, -1, error); });
            }
        });
    }
    Providers &open_with(std::string_view kind, std::string_view name, std::string_view protocol,
                         std::string_view place, const Params &options, const GwParams *system) {
        detail::check([&](GwError **error) {
            return gw_providers_open(handle_.get(), detail::str(kind), detail::str(name),
                                     detail::str(protocol), detail::str(place), options.get(),
                                     system, error);
        });
        return *this;
    }
    detail::Handle<GwProviders, gw_providers_free> handle_;
};

// Returns the protocols by which providers are opened, as JSON.
[[nodiscard]] inline Buffer protocols() {
    return detail::write_buffer(
        [&](GwBuffer *json, GwError **error) { return gw_protocols(json, error); });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_PROVIDER_HPP
