// Dictionaries and public vocabularies.

#ifndef GLOSSWEAVE_DICTIONARY_HPP
#define GLOSSWEAVE_DICTIONARY_HPP

#include <string_view>
#include <utility>

#include "document.hpp"
#include "progress.hpp"

namespace glossweave {

// A list of names that finds its names in text. Any number of threads may use it at once.
class Dictionary {
  public:
    // Builds a dictionary from CSV or TSV with the columns `uri` and `label`.
    [[nodiscard]] static Dictionary from_csv(std::string_view table) {
        return detail::make<Dictionary>([&](GwDictionary **dictionary, GwError **error) {
            return gw_dictionary_from_csv(detail::bytes(table), dictionary, error);
        });
    }
    // Does the same, and reports its progress.
    [[nodiscard]] static Dictionary from_csv(std::string_view table, Progress progress) {
        return detail::make<Dictionary>([&](GwDictionary **dictionary, GwError **error) {
            return gw_dictionary_from_csv_watched(detail::bytes(table),
                                                  detail::progress_function(progress), &progress,
                                                  dictionary, error);
        });
    }
    // Builds a dictionary from the files of a public vocabulary, such as `geonames`. `summary` receives as text what
    // was read and skipped.
    [[nodiscard]] static Dictionary from_vocabulary(std::string_view vocabulary,
                                                    const Params &params, Progress progress = {},
                                                    Buffer *summary = nullptr) {
        Buffer text;
        Dictionary made = detail::make<Dictionary>([&](GwDictionary **dictionary, GwError **error) {
            return gw_dictionary_from_vocabulary(detail::str(vocabulary), params.get(),
                                                 detail::progress_function(progress), &progress,
                                                 dictionary, text.get(), error);
        });
        if (summary != nullptr) *summary = std::move(text);
        return made;
    }
    // Opens a file that `save` wrote.
    [[nodiscard]] static Dictionary open(std::string_view path) {
        return detail::make<Dictionary>([&](GwDictionary **dictionary, GwError **error) {
            return gw_dictionary_open(detail::str(path), dictionary, error);
        });
    }
    // Takes over a dictionary of the C interface.
    explicit Dictionary(GwDictionary *taken) : handle_(taken) {}

    // Saves the dictionary to a file.
    void save(std::string_view path) const {
        detail::check(
            [&](GwError **error) { return gw_dictionary_save(get(), detail::str(path), error); });
    }
    // Returns a dictionary of the same names that finds them where the mention model of a file expects an entity.
    [[nodiscard]] Dictionary with_mention_model(std::string_view path,
                                                const Params &params = {}) const {
        return detail::make<Dictionary>([&](GwDictionary **dictionary, GwError **error) {
            return gw_dictionary_with_mention_model(get(), detail::str(path), params.get(),
                                                    dictionary, error);
        });
    }
    // Finds the names in a document.
    [[nodiscard]] Annotations recognize(const Document &document) const {
        return detail::make<Annotations>([&](GwAnnotations **annotations, GwError **error) {
            return gw_dictionary_recognize(get(), document.get(), annotations, error);
        });
    }
    // Returns the dictionary of the C interface.
    [[nodiscard]] const GwDictionary *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwDictionary, gw_dictionary_free> handle_;
};

// Writes the entries of a public vocabulary to a file as a table in CSV, which datasets read. Returns a summary.
inline Buffer write_vocabulary_table(std::string_view vocabulary, const Params &params,
                                     std::string_view table, Progress progress = {}) {
    return detail::write_buffer([&](GwBuffer *summary, GwError **error) {
        return gw_vocabulary_write_table(detail::str(vocabulary), params.get(), detail::str(table),
                                         detail::progress_function(progress), &progress, summary,
                                         error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_DICTIONARY_HPP
