// The log of the library.

#ifndef GLOSSWEAVE_LOG_HPP
#define GLOSSWEAVE_LOG_HPP

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "buffer.hpp"

namespace glossweave {

// What gets what the library tells: `level`, part of the library, message.
using Listen =
    std::function<void(std::string_view level, std::string_view target, std::string_view message)>;

// Hands what the library tells to a function from now on: what is of a level, or graver. What it throws
// is lost.
inline void start_log(std::string_view level, Listen function) {
    auto data = std::make_unique<Listen>(std::move(function));
    checked([&](GwError **error) {
        return gw_log_start(
            str(level),
            [](void *listen, GwStr grave, GwStr target, GwStr message) {
                try {
                    (*static_cast<Listen *>(listen))(view(grave), view(target), view(message));
                } catch (...) {
                }
            },
            data.get(), finalize<Listen>, error);
    });
    data.release();
}

// Hands it to nobody any more.
inline void stop_log() { gw_log_stop(); }

}  // namespace glossweave

#endif  // GLOSSWEAVE_LOG_HPP
