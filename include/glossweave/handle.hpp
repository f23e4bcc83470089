// Handles of the C interface.

#ifndef GLOSSWEAVE_HANDLE_HPP
#define GLOSSWEAVE_HANDLE_HPP

#include <memory>
#include <type_traits>
#include <utility>

#include "error.hpp"

namespace glossweave::detail {

// Frees a handle with its own function.
template <class T, void (*Free)(T *)> struct Deleter {
    void operator()(T *handle) const noexcept { Free(handle); }
};
template <class T, void (*Free)(T *)> using Handle = std::unique_ptr<T, Deleter<T, Free>>;

// Returns the object whose handle a call writes.
template <class T, class F> T make(F &&call) {
    using Pointer = decltype(std::declval<const T &>().get());
    std::remove_const_t<std::remove_pointer_t<Pointer>> *handle = nullptr;
    check([&](GwError **error) { return call(&handle, error); });
    return T(handle);
}

// Deletes the data of a function of the host, as the `finalize` of the C interface.
template <class T> void destroy(void *data) { delete static_cast<T *>(data); }

}  // namespace glossweave::detail

#endif  // GLOSSWEAVE_HANDLE_HPP
