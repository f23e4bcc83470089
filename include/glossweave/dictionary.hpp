// Dictionaries and public vocabularies.

#ifndef GLOSSWEAVE_DICTIONARY_HPP
#define GLOSSWEAVE_DICTIONARY_HPP

#include <string_view>
#include <utility>

#include "document.hpp"
#include "progress.hpp"

namespace glossweave {

// A list of names that finds its names in text.
class Dictionary {
  public:
    static Dictionary from_csv(std::string_view table) {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) { return gw_dictionary_from_csv(bytes(table), &made, error); });
        return Dictionary(made);
    }
    // The same for a large table.
    static Dictionary from_csv(std::string_view table, Progress progress) {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) {
            return gw_dictionary_from_csv_watched(bytes(table), told(progress), &progress, &made, error);
        });
        return Dictionary(made);
    }
    // Built from the files of a public vocabulary; `summary` tells what was taken and left out.
    static Dictionary from_vocabulary(std::string_view vocabulary, const Params &params,
                                      Progress progress = {}, Buffer *summary = nullptr) {
        GwDictionary *made = nullptr;
        Buffer text;
        checked([&](GwError **error) {
            return gw_dictionary_from_vocabulary(str(vocabulary), params.get(), told(progress),
                                                 &progress, &made, text.get(), error);
        });
        if (summary != nullptr) *summary = std::move(text);
        return Dictionary(made);
    }
    static Dictionary open(std::string_view path) {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) { return gw_dictionary_open(str(path), &made, error); });
        return Dictionary(made);
    }
    void save(std::string_view path) const {
        checked([&](GwError **error) { return gw_dictionary_save(get(), str(path), error); });
    }
    // A dictionary of the same names, which finds them where the mention model of a file says. Parameters: `threshold`,
    // `tagger`.
    Dictionary with_mention_model(std::string_view path, const Params &params = {}) const {
        GwDictionary *made = nullptr;
        checked([&](GwError **error) {
            return gw_dictionary_with_mention_model(get(), str(path), params.get(), &made, error);
        });
        return Dictionary(made);
    }
    Annotations recognize(const Document &document) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_dictionary_recognize(get(), document.get(), found, error);
        });
    }
    const GwDictionary *get() const { return handle_.get(); }

  private:
    explicit Dictionary(GwDictionary *taken) : handle_(taken) {}
    Handle<GwDictionary, gw_dictionary_free> handle_;
};

// Writes the entries of a public vocabulary as a table in CSV, which datasets read, to a file. The summary.
inline Buffer write_vocabulary_table(std::string_view vocabulary, const Params &params,
                                     std::string_view table, Progress progress = {}) {
    return written([&](GwBuffer *summary, GwError **error) {
        return gw_vocabulary_write_table(str(vocabulary), params.get(), str(table), told(progress),
                                         &progress, summary, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_DICTIONARY_HPP
