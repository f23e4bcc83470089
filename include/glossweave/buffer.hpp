// Handles of the library, and bytes that it wrote.

#ifndef GLOSSWEAVE_BUFFER_HPP
#define GLOSSWEAVE_BUFFER_HPP

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "error.hpp"

namespace glossweave {

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

template <class F> void finalize(void *data) { delete static_cast<F *>(data); }

}  // namespace glossweave

#endif  // GLOSSWEAVE_BUFFER_HPP
