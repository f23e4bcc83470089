// The progress of long calls.

#ifndef GLOSSWEAVE_PROGRESS_HPP
#define GLOSSWEAVE_PROGRESS_HPP

#include <cstdint>
#include <functional>

#include "error.hpp"

namespace glossweave {

// Is told how far a call is, as `GwProgress` says; false ends it. What it throws ends it too, and comes
// out as it was.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

// What tells it, with its address as data.
inline GwProgress told(const Progress &progress) {
    if (!progress) return nullptr;
    return [](void *data, std::uint64_t done, std::uint64_t total,
              std::uint64_t records) -> std::uint32_t {
        try {
            return (*static_cast<Progress *>(data))(done, total, records) ? 0 : 1;
        } catch (...) {
            thrown_here() = {std::current_exception(), "who watches ended the call"};
            return 1;
        }
    };
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_PROGRESS_HPP
