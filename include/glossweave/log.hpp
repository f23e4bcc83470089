// The log of the library.

#ifndef GLOSSWEAVE_LOG_HPP
#define GLOSSWEAVE_LOG_HPP

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "handle.hpp"

namespace glossweave {

// Receives an event: its level, the part of the library, and the message. Several threads may call it at once.
using Listen =
    std::function<void(std::string_view level, std::string_view target, std::string_view message)>;

// Passes the events of a level, and of more severe levels, to a function, for the whole process. Exceptions of the
// function are lost.
inline void start_log(std::string_view level, Listen function) {
    auto data = std::make_unique<Listen>(std::move(function));
    const GwListen listen = [](void *listener, GwStr severity, GwStr target, GwStr message) {
        try {
            (*static_cast<Listen *>(listener))(view(severity), view(target), view(message));
        } catch (...) {
        }
    };
    detail::check([&](GwError **error) {
        return gw_log_start(detail::str(level), listen, data.get(), detail::destroy<Listen>, error);
    });
    data.release();
}

// Removes the function of `start_log`.
inline void stop_log() { gw_log_stop(); }

}  // namespace glossweave

#endif  // GLOSSWEAVE_LOG_HPP
