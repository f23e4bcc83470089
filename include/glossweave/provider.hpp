// Providers of the library and of the host.

#ifndef GLOSSWEAVE_PROVIDER_HPP
#define GLOSSWEAVE_PROVIDER_HPP

#include "document.hpp"

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

// The description of the file of a model, as JSON.
inline Buffer check_model(std::string_view path) {
    return written(
        [&](GwBuffer *report, GwError **error) { return gw_model_check(str(path), report, error); });
}

// Trains a tagger on annotated text and saves it.
inline void train_tagger(std::string_view corpus, std::string_view path, const Params &params = {},
                         Progress progress = {}) {
    checked([&](GwError **error) {
        return gw_tagger_train(bytes(corpus), params.get(), str(path), told(progress), &progress, error);
    });
}

// Trains a mention model on annotated text and the names of a dictionary, and saves it.
inline void train_mention_model(std::string_view corpus, const Dictionary &names, std::string_view path,
                                const Params &params = {}, Progress progress = {}) {
    checked([&](GwError **error) {
        return gw_mention_model_train(bytes(corpus), names.get(), params.get(), str(path), told(progress),
                                      &progress, error);
    });
}

// Fits the weights of linking to linked texts and a vocabulary in RDF, and saves them.
inline void train_ranking_weights(std::string_view corpus, std::string_view graph,
                                  std::string_view graph_format, std::string_view path,
                                  const Params &params = {}) {
    checked([&](GwError **error) {
        return gw_ranking_weights_train(bytes(corpus), bytes(graph), str(graph_format),
                                        params.get(), str(path), error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_PROVIDER_HPP
