// Texts and bytes of the C interface, and its version.

#ifndef GLOSSWEAVE_TEXT_HPP
#define GLOSSWEAVE_TEXT_HPP

#include <optional>
#include <string_view>

#include "../glossweave.h"

namespace glossweave {

// Returns a text of a struct of the C interface. It is empty if there is no text, and valid as long as the
// object that the struct was requested from.
[[nodiscard]] inline std::string_view view(GwStr text) {
    return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.length);
}

// Returns bytes of a struct of the C interface, with the same rules.
[[nodiscard]] inline std::string_view view(GwBytes data) {
    return data.data == nullptr
               ? std::string_view()
               : std::string_view(static_cast<const char *>(data.data), data.length);
}

// Returns the version of the library at run time, such as `0.2.0`.
[[nodiscard]] inline std::string_view version() { return view(gw_version()); }

// Returns `true` if the library at run time fits the header that the program was compiled with.
[[nodiscard]] inline bool fits() { return gw_abi_version() == GW_ABI_VERSION; }

}  // namespace glossweave

namespace glossweave::detail {

// Converts a text that the library reads during the call only.
inline GwStr str(std::string_view text) { return {text.data(), text.size()}; }

// Converts bytes that the library reads during the call only. The pointer is never NULL, because an empty
// source is a source, too.
inline GwBytes bytes(std::string_view data) {
    return {data.data() == nullptr ? "" : data.data(), data.size()};
}

// Returns a text of the library, or nothing if there is no text.
inline std::optional<std::string_view> optional_view(GwStr text) {
    if (text.data == nullptr) return std::nullopt;
    return std::string_view(text.data, text.length);
}

}  // namespace glossweave::detail

#endif  // GLOSSWEAVE_TEXT_HPP
