// Texts and bytes of the C interface, and its version.

#ifndef GLOSSWEAVE_TEXT_HPP
#define GLOSSWEAVE_TEXT_HPP

#include <optional>
#include <string_view>

#include "../glossweave.h"

namespace glossweave {

// Text handed in. It is read during the call only.
inline GwStr str(std::string_view text) { return {text.data(), text.size()}; }

// Bytes handed in. They are read during the call only. An empty source is one too, so never NULL.
inline GwBytes bytes(std::string_view data) {
    return {data.data() == nullptr ? "" : data.data(), data.size()};
}

// Text handed out; empty where there is none.
inline std::string_view view(GwStr text) {
    return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.length);
}

// Text handed out, where none and an empty one are not the same.
inline std::optional<std::string_view> maybe(GwStr text) {
    if (text.data == nullptr) return std::nullopt;
    return std::string_view(text.data, text.length);
}

// Bytes handed out.
inline std::string_view view(GwBytes data) {
    return data.data == nullptr
               ? std::string_view()
               : std::string_view(static_cast<const char *>(data.data), data.length);
}

// The version of the library that runs, such as `0.1.0`.
inline std::string_view version() { return view(gw_version()); }

// Whether the library that runs serves what was compiled with this header.
inline bool fits() { return gw_abi_version() == GW_ABI_VERSION; }

}  // namespace glossweave

#endif  // GLOSSWEAVE_TEXT_HPP
