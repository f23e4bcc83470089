// Translation memories.

#ifndef GLOSSWEAVE_MEMORY_HPP
#define GLOSSWEAVE_MEMORY_HPP

#include <string_view>

#include "reply.hpp"

namespace glossweave {

// Reads a translation memory from TMX or XLIFF and saves it.
inline void build_memory(std::string_view source, std::string_view informat, std::string_view path) {
    checked([&](GwError **error) {
        return gw_memory_build(bytes(source), str(informat), str(path), nullptr, error);
    });
}

// Saves the units of TMX or XLIFF that are right as a translation memory; `skipped` tells the others.
inline Reply build_memory_lenient(std::string_view source, std::string_view informat,
                                  std::string_view path) {
    return replied([&](GwReply **report, GwError **error) {
        return gw_memory_build(glossweave::bytes(source), str(informat), str(path), report, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_MEMORY_HPP
