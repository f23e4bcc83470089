// Models: training and checks.

#ifndef GLOSSWEAVE_TRAINING_HPP
#define GLOSSWEAVE_TRAINING_HPP

#include <string_view>

#include "dictionary.hpp"

namespace glossweave {

// Returns the description of the file of a model, as JSON.
[[nodiscard]] inline Buffer check_model(std::string_view path) {
    return detail::write_buffer([&](GwBuffer *report, GwError **error) {
        return gw_model_check(detail::str(path), report, error);
    });
}

// Trains a tagger on annotated text, and saves it to a file.
inline void train_tagger(std::string_view corpus, std::string_view path, const Params &params = {},
                         Progress progress = {}) {
    detail::check([&](GwError **error) {
        return gw_tagger_train(detail::bytes(corpus), params.get(), detail::str(path),
                               detail::progress_function(progress), &progress, error);
    });
}

// Trains a mention model on annotated text and the names of a dictionary, and saves it to a file.
inline void train_mention_model(std::string_view corpus, const Dictionary &names,
                                std::string_view path, const Params &params = {},
                                Progress progress = {}) {
    detail::check([&](GwError **error) {
        return gw_mention_model_train(detail::bytes(corpus), names.get(), params.get(),
                                      detail::str(path), detail::progress_function(progress),
                                      &progress, error);
    });
}

// Fits the weights of linking to linked texts and a vocabulary in RDF, and saves them to a file.
inline void train_ranking_weights(std::string_view corpus, std::string_view graph,
                                  std::string_view graph_format, std::string_view path,
                                  const Params &params = {}) {
    detail::check([&](GwError **error) {
        return gw_ranking_weights_train(detail::bytes(corpus), detail::bytes(graph),
                                        detail::str(graph_format), params.get(), detail::str(path),
                                        error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_TRAINING_HPP
