// The progress of long calls.

#ifndef GLOSSWEAVE_PROGRESS_HPP
#define GLOSSWEAVE_PROGRESS_HPP

#include <cstdint>
#include <exception>
#include <functional>

#include "error.hpp"

namespace glossweave {

// Receives the progress of a call, with the numbers of `GwProgress`. The call ends if it returns `false` or throws;
// the exception comes out of the call.
using Progress =
    std::function<bool(std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

}  // namespace glossweave

namespace glossweave::detail {

// Returns the function of the C interface that calls a `Progress`, whose address is the data.
inline GwProgress progress_function(const Progress &progress) {
    if (!progress) return nullptr;
    return [](void *data, std::uint64_t done, std::uint64_t total,
              std::uint64_t records) -> std::uint32_t {
        try {
            return (*static_cast<Progress *>(data))(done, total, records) ? 0 : 1;
        } catch (...) {
            host_exception() = {std::current_exception(), "the progress function ended the call"};
            return 1;
        }
    };
}

}  // namespace glossweave::detail

#endif  // GLOSSWEAVE_PROGRESS_HPP
