// What all other parts stand on: text, errors, bytes, parameters.

#ifndef GLOSSWEAVE_BASE_HPP
#define GLOSSWEAVE_BASE_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

template <class T, void (*Free)(T *)> struct Freed {
    void operator()(T *handle) const noexcept { Free(handle); }
};
// Something of the library, freed with its own function. `get()` leads to the C interface.
template <class T, void (*Free)(T *)> using Handle = std::unique_ptr<T, Freed<T, Free>>;

// Everything that is asked for by a number, from 0 to `count`.
template <class T, class H>
std::vector<T> all(const H *from, std::size_t count,
                   GwStatus (*at)(const H *, std::size_t, T *, GwError **)) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; i++) {
        checked([&](GwError **error) { return at(from, i, &values[i], error); });
    }
    return values;
}

// Bytes that the library wrote.
class Buffer {
  public:
    Buffer() = default;
    Buffer(Buffer &&other) noexcept : buffer_(std::exchange(other.buffer_, GwBuffer{})) {}
    Buffer &operator=(Buffer &&other) noexcept {
        std::swap(buffer_, other.buffer_);
        return *this;
    }
    ~Buffer() { gw_buffer_free(&buffer_); }

    std::string_view view() const {
        return {reinterpret_cast<const char *>(buffer_.data), buffer_.length};
    }
    std::string str() const { return std::string(view()); }
    GwBuffer *get() { return &buffer_; }

  private:
    GwBuffer buffer_{};
};

// The bytes that a call writes.
template <class F> Buffer written(F &&function) {
    Buffer buffer;
    checked([&](GwError **error) { return function(buffer.get(), error); });
    return buffer;
}

// Opens the file that a document refers to; nothing if it may not be read. What it throws is what the
// caller of the library gets.
using Resolve =
    std::function<std::optional<std::string>(std::string_view reference, std::string_view base)>;

// Names with values: `{{"language", "en"}, {"rule-set", "its"}}`.
class Params {
  public:
    using Pair = std::pair<std::string_view, std::string_view>;

    Params() = default;
    Params(std::initializer_list<Pair> pairs) {
        for (const Pair &pair : pairs) add(pair.first, pair.second);
    }
    Params &add(std::string_view name, std::string_view value) {
        checked([&](GwError **error) {
            return gw_params_add(made(), glossweave::str(name), glossweave::str(value), error);
        });
        return *this;
    }
    // The function may be called by several threads at once.
    Params &resolve(Resolve function);
    // NULL where there are none.
    const GwParams *get() const { return handle_.get(); }

  private:
    GwParams *made() {
        if (!handle_) {
            GwParams *params = nullptr;
            checked([&](GwError **error) { return gw_params_new(&params, error); });
            handle_.reset(params);
        }
        return handle_.get();
    }
    Handle<GwParams, gw_params_free> handle_;
};

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

template <class F> void finalize(void *data) { delete static_cast<F *>(data); }

inline Params &Params::resolve(Resolve function) {
    auto data = std::make_unique<Resolve>(std::move(function));
    const GwResolve open = [](void *resolve, GwStr reference, GwStr base, GwBytes *found,
                              GwStr *reason) -> std::uint32_t {
        static thread_local std::optional<std::string> content;
        return guarded(reason, [&] {
            content = (*static_cast<Resolve *>(resolve))(view(reference), view(base));
            if (content) *found = bytes(*content);
        });
    };
    checked([&](GwError **error) {
        return gw_params_resolve(made(), open, data.get(), finalize<Resolve>, error);
    });
    data.release();
    return *this;
}

// What gets what the library tells: `level`, part of the library, message.
using Listen =
    std::function<void(std::string_view level, std::string_view target, std::string_view message)>;

// The formats as JSON: `name`, `title`, `media_types`, `extensions` and `abilities` of each.
inline Buffer formats() {
    return written([](GwBuffer *json, GwError **error) { return gw_formats(json, error); });
}

// The language that a text is likely in, and how sure that is, from 0 to 1.
inline std::pair<std::string, double> identify_language(std::string_view text) {
    double confidence = 0;
    Buffer tag = written([&](GwBuffer *buffer, GwError **error) {
        return gw_language_identify(str(text), buffer, &confidence, error);
    });
    return {tag.str(), confidence};
}

// Reads a translation memory from TMX or XLIFF and saves it.
inline void build_memory(std::string_view source, std::string_view informat, std::string_view path) {
    checked([&](GwError **error) {
        return gw_memory_build(bytes(source), str(informat), str(path), nullptr, error);
    });
}

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

#endif  // GLOSSWEAVE_BASE_HPP
