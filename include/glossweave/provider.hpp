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

#include "dictionary.hpp"

namespace glossweave {

// Finds entities: adds them to the list, in the order of their spans. Several threads may call it at
// once. What it throws is what the caller of the library gets.
using Recognize = std::function<void(const GwPassage &passage, Annotations &found)>;

// A text without a translation is `std::nullopt`. Several threads may call it at once.
using Translate = std::function<std::vector<std::optional<std::string>>(
    std::string_view source, std::string_view target, const std::vector<std::string_view> &texts)>;

// Recognizers, term finders, translators and endpoints under the names that callers use. Each takes the place of what had
// its name.
class Providers {
  public:
    Providers() {
        GwProviders *made = nullptr;
        checked([&](GwError **error) { return gw_providers_new(&made, error); });
        handle_.reset(made);
    }
    // Opens a recognizer, term finder or endpoint by its protocol.
    Providers &open(std::string_view kind, std::string_view name, std::string_view protocol,
                    std::string_view place, const Params &options = {}) {
        return open_with(kind, name, protocol, place, options, nullptr);
    }
    // Opens a translator by its protocol, for the languages that `system` names.
    Providers &open_translator(std::string_view name, std::string_view protocol,
                               std::string_view place, const Params &system,
                               const Params &options = {}) {
        return open_with("translator", name, protocol, place, options, system.get());
    }
    Providers &add_dictionary(std::string_view name, const Dictionary &dictionary) {
        checked([&](GwError **error) {
            return gw_providers_add_dictionary(handle_.get(), str(name), dictionary.get(), error);
        });
        return *this;
    }
    // With `needs_language`, the language of a text is identified before each call unless it is given.
    Providers &add_recognizer(std::string_view name, Recognize function, bool needs_language = false) {
        auto data = std::make_unique<Recognize>(std::move(function));
        const GwRecognize find = [](void *recognize, const GwPassage *passage, GwAnnotations *found,
                                    GwStr *reason) -> std::uint32_t {
            return guarded(reason, [&] {
                // The list belongs to the library.
                struct Lent {
                    Annotations list;
                    ~Lent() { list.release(); }
                } lent{Annotations(found)};
                (*static_cast<Recognize *>(recognize))(*passage, lent.list);
            });
        };
        checked([&](GwError **error) {
            return gw_providers_add_recognizer(handle_.get(), str(name), find, data.get(),
                                               finalize<Recognize>, needs_language, error);
        });
        data.release();
        return *this;
    }
    // `system` names the languages, and may have the other fields of a translation system.
    Providers &add_translator(std::string_view name, const Params &system, Translate function) {
        auto data = std::make_unique<Translate>(std::move(function));
        checked([&](GwError **error) {
            return gw_providers_add_translator(handle_.get(), str(name), system.get(), translate,
                                               data.get(), finalize<Translate>, error);
        });
        data.release();
        return *this;
    }
    const GwProviders *get() const { return handle_.get(); }

  private:
    static std::uint32_t translate(void *data, GwStr source, GwStr target, const GwStr *texts,
                                   std::size_t count, GwTranslations *found, GwStr *reason) {
        return guarded(reason, [&] {
            std::vector<std::string_view> views;
            for (std::size_t i = 0; i < count; i++) views.push_back(view(texts[i]));
            for (const auto &text :
                 (*static_cast<Translate *>(data))(view(source), view(target), views)) {
                const GwStr given = text ? str(*text) : GwStr{nullptr, 0};
                checked([&](GwError **error) { return gw_translations_add(found, given, -1, error); });
            }
        });
    }
    Providers &open_with(std::string_view kind, std::string_view name, std::string_view protocol,
                         std::string_view place, const Params &options, const GwParams *system) {
        checked([&](GwError **error) {
            return gw_providers_open(handle_.get(), str(kind), str(name), str(protocol), str(place),
                                     options.get(), system, error);
        });
        return *this;
    }
    Handle<GwProviders, gw_providers_free> handle_;
};

// The protocols by which providers are opened, as JSON.
inline Buffer protocols() {
    return written([&](GwBuffer *all, GwError **error) { return gw_protocols(all, error); });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_PROVIDER_HPP
