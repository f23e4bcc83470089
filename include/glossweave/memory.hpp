// Translation memories.

#ifndef GLOSSWEAVE_MEMORY_HPP
#define GLOSSWEAVE_MEMORY_HPP

#include <string_view>

#include "reply.hpp"

namespace glossweave {

// Reads a translation memory from TMX or XLIFF (`informat`: `tmx`, `xliff`), and saves it to a file, which
// `Providers::open_translator` opens by the protocol `memory`.
inline void build_memory(std::string_view source, std::string_view informat,
                         std::string_view path) {
    detail::check([&](GwError **error) {
        return gw_memory_build(detail::bytes(source), detail::str(informat), detail::str(path),
                               nullptr, error);
    });
}

// Does the same, but skips wrong units. `skipped` of the reply lists them.
[[nodiscard]] inline Reply build_memory_lenient(std::string_view source, std::string_view informat,
                                                std::string_view path) {
    return detail::make<Reply>([&](GwReply **report, GwError **error) {
        return gw_memory_build(detail::bytes(source), detail::str(informat), detail::str(path),
                               report, error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_MEMORY_HPP
