// Bytes that the library wrote.

#ifndef GLOSSWEAVE_BUFFER_HPP
#define GLOSSWEAVE_BUFFER_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "error.hpp"

namespace glossweave {

// Bytes that the library wrote, such as RDF or JSON.
class Buffer {
  public:
    // Makes an empty buffer.
    Buffer() = default;
    Buffer(Buffer &&other) noexcept : buffer_(std::exchange(other.buffer_, GwBuffer{})) {}
    Buffer &operator=(Buffer &&other) noexcept {
        std::swap(buffer_, other.buffer_);
        return *this;
    }
    ~Buffer() { gw_buffer_free(&buffer_); }

    // Returns the bytes, which are valid as long as the buffer.
    [[nodiscard]] std::string_view view() const noexcept {
        return {reinterpret_cast<const char *>(buffer_.data), buffer_.length};
    }
    // Returns a copy of the bytes.
    [[nodiscard]] std::string str() const { return std::string(view()); }
    // Returns the number of bytes.
    [[nodiscard]] std::size_t size() const noexcept { return buffer_.length; }
    // Returns `true` if there are no bytes.
    [[nodiscard]] bool empty() const noexcept { return buffer_.length == 0; }
    // Returns the buffer of the C interface.
    [[nodiscard]] GwBuffer *get() noexcept { return &buffer_; }
    [[nodiscard]] const GwBuffer *get() const noexcept { return &buffer_; }

  private:
    GwBuffer buffer_{};
};

}  // namespace glossweave

namespace glossweave::detail {

// Returns the bytes that a call writes.
template <class F> Buffer write_buffer(F &&call) {
    Buffer buffer;
    check([&](GwError **error) { return call(buffer.get(), error); });
    return buffer;
}

}  // namespace glossweave::detail

#endif  // GLOSSWEAVE_BUFFER_HPP
