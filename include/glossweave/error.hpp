// The error of a call that failed, and exceptions of functions of the host.

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

// A call that failed.
class Error : public std::exception {
  public:
    // Takes the error over, which may be NULL.
    Error(GwStatus kind, GwError *error)
        : state_(std::make_shared<State>(kind, error, std::string(view(gw_error_text(error))))) {}
    // One of the host, for a function that it hands in.
    Error(GwStatus kind, std::string message)
        : state_(std::make_shared<State>(kind, nullptr, std::move(message))) {}

    GwStatus kind() const noexcept { return state_->kind; }
    // The name of the kind, such as `Malformed`.
    std::string_view name() const { return view(gw_status_name(state_->kind)); }
    // The message with the location.
    const char *what() const noexcept override { return state_->text.c_str(); }
    // The message without the location.
    std::string_view message() const {
        return state_->error ? view(gw_error_message(state_->error)) : state_->text;
    }
    // The parameter at fault.
    std::optional<std::string_view> parameter() const {
        return maybe(gw_error_parameter(state_->error));
    }
    // The code that the processor of a stylesheet gave.
    std::optional<std::string_view> code() const { return maybe(gw_error_code(state_->error)); }
    // The step of a pipeline that failed, from 0.
    std::optional<std::size_t> step() const {
        const std::int64_t step = gw_error_step(state_->error);
        if (step < 0) return std::nullopt;
        return static_cast<std::size_t>(step);
    }
    std::string_view cause() const { return view(gw_error_cause(state_->error)); }
    // Where in the bytes that were handed in.
    std::optional<GwLocation> location() const {
        GwLocation location;
        if (!gw_error_location(state_->error, &location)) return std::nullopt;
        return location;
    }
    // How long to wait before trying again; 0 where nothing is known.
    std::chrono::milliseconds retry_after() const {
        return std::chrono::milliseconds(gw_error_retry_after(state_->error));
    }

  private:
    struct State {
        State(GwStatus status, GwError *taken, std::string line)
            : kind(status), error(taken), text(std::move(line)) {}
        State(const State &) = delete;
        ~State() { gw_error_free(error); }
        GwStatus kind;
        GwError *error;
        std::string text;
    };
    // An exception is copied without throwing.
    std::shared_ptr<const State> state_;
};

// What a function of the host threw in this thread, and what the library was told of it.
struct Thrown {
    std::exception_ptr what;
    std::string said;
};
inline Thrown &thrown_here() {
    static thread_local Thrown thrown;
    return thrown;
}

// Makes a call and throws what goes wrong. What a function of the host threw in the same thread comes
// out as it was; in another thread it is an `Error` with its message.
template <class F> void checked(F &&function) {
    thrown_here().what = nullptr;
    GwError *error = nullptr;
    const GwStatus status = function(&error);
    const Thrown thrown = std::exchange(thrown_here(), Thrown{});
    if (status == GW_STATUS_OK) return;
    const Error failed(status, error);
    if (thrown.what && failed.message().find(thrown.said) != std::string_view::npos) {
        std::rethrow_exception(thrown.what);
    }
    throw failed;
}

// Runs a function of the host for the library, to which nothing may be thrown.
template <class F> std::uint32_t guarded(GwStr *reason, F &&function) noexcept {
    static thread_local std::string said;
    std::uint32_t status = GW_STATUS_PROVIDER;
    try {
        function();
        return GW_STATUS_OK;
    } catch (const Error &error) {
        if (error.kind() != GW_STATUS_OK) status = error.kind();
        said = error.message();
        thrown_here() = {std::current_exception(), said};
    } catch (const std::exception &error) {
        said = error.what();
        thrown_here() = {std::current_exception(), said};
    } catch (...) {
        said = "a function of the host threw an object that is no exception";
        thrown_here() = {std::current_exception(), said};
    }
    *reason = str(said);
    return status;
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_ERROR_HPP
