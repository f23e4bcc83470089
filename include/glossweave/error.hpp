// The exception of a failed call.

#ifndef GLOSSWEAVE_ERROR_HPP
#define GLOSSWEAVE_ERROR_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "text.hpp"

namespace glossweave {

// The exception that a failed call throws. Its texts are valid as long as a copy of it exists.
class Error : public std::exception {
  public:
    // Takes over an error of the C interface, which may be NULL.
    Error(GwStatus kind, GwError *error)
        : state_(std::make_shared<State>(kind, error, std::string(error ? view(error->text) : std::string_view()))) {}
    // Makes an error that your own function throws, for example a recognizer.
    Error(GwStatus kind, std::string message)
        : state_(std::make_shared<State>(kind, nullptr, std::move(message))) {}

    // Returns the kind, for example `GW_STATUS_MALFORMED`.
    [[nodiscard]] GwStatus kind() const noexcept { return state_->kind; }
    // Returns the name of the kind, for example `Malformed`.
    [[nodiscard]] std::string_view name() const noexcept {
        return view(gw_status_name(state_->kind));
    }
    // Returns the message with the location.
    [[nodiscard]] const char *what() const noexcept override { return state_->text.c_str(); }
    // Returns the message without the location.
    [[nodiscard]] std::string_view message() const noexcept {
        return state_->error ? view(state_->error->message) : state_->text;
    }
    // Returns the name of the parameter at fault.
    [[nodiscard]] std::optional<std::string_view> parameter() const noexcept {
        return state_->error ? detail::optional_view(state_->error->parameter) : std::nullopt;
    }
    // Returns the code that the processor of a stylesheet gave.
    [[nodiscard]] std::optional<std::string_view> code() const noexcept {
        return state_->error ? detail::optional_view(state_->error->code) : std::nullopt;
    }
    // Returns the index of the step of a pipeline that failed.
    [[nodiscard]] std::optional<std::size_t> step() const noexcept {
        if (!state_->error || state_->error->step < 0) return std::nullopt;
        return static_cast<std::size_t>(state_->error->step);
    }
    // Returns the causes, separated by colons. It is empty if none is known.
    [[nodiscard]] std::string_view cause() const noexcept {
        return state_->error ? view(state_->error->cause) : std::string_view();
    }
    // Returns the location in the source.
    [[nodiscard]] std::optional<GwLocation> location() const noexcept {
        if (!state_->error || !state_->error->has_location) return std::nullopt;
        return state_->error->location;
    }
    // Returns the time to wait before a retry; 0 if it is not known.
    [[nodiscard]] std::chrono::milliseconds retry_after() const noexcept {
        return std::chrono::milliseconds(state_->error ? state_->error->retry_after : 0);
    }

  private:
    struct State {
        State(GwStatus status, GwError *taken, std::string line)
            : kind(status), error(taken), text(std::move(line)) {}
        State(const State &) = delete;
        State &operator=(const State &) = delete;
        ~State() { gw_error_free(error); }
        GwStatus kind;
        GwError *error;
        std::string text;
    };
    // Shared, because copies of an exception must not throw.
    std::shared_ptr<const State> state_;
};

}  // namespace glossweave

namespace glossweave::detail {

// The exception of a function of the host, and the message that the library got for it.
struct HostException {
    std::exception_ptr exception;
    std::string message;
};

// Returns the exception that a function of the host threw in this thread.
inline HostException &host_exception() {
    static thread_local HostException exception;
    return exception;
}

// Makes a call, and throws its error. An exception that a function of the host threw in this thread is thrown
// unchanged.
template <class F> void check(F &&call) {
    host_exception().exception = nullptr;
    GwError *error = nullptr;
    const GwStatus status = call(&error);
    const HostException host = std::exchange(host_exception(), HostException{});
    if (status == GW_STATUS_OK) return;
    const Error failure(status, error);
    if (host.exception && failure.message().find(host.message) != std::string_view::npos) {
        std::rethrow_exception(host.exception);
    }
    throw failure;
}

// Calls a function of the host for the library, through which no exception may pass.
template <class F> std::uint32_t guard(GwStr *reason, F &&function) noexcept {
    static thread_local std::string message;
    std::uint32_t status = GW_STATUS_PROVIDER;
    try {
        function();
        return GW_STATUS_OK;
    } catch (const Error &error) {
        if (error.kind() != GW_STATUS_OK) status = error.kind();
        message = error.message();
        host_exception() = {std::current_exception(), message};
    } catch (const std::exception &error) {
        message = error.what();
        host_exception() = {std::current_exception(), message};
    } catch (...) {
        message = "a function of the host threw an object that is no exception";
        host_exception() = {std::current_exception(), message};
    }
    *reason = str(message);
    return status;
}

}  // namespace glossweave::detail

#endif  // GLOSSWEAVE_ERROR_HPP
