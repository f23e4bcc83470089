// Models: training and checks.

#ifndef GLOSSWEAVE_TRAINING_HPP
#define GLOSSWEAVE_TRAINING_HPP

#include <string_view>

#include "dictionary.hpp"

namespace glossweave {

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

#endif  // GLOSSWEAVE_TRAINING_HPP
