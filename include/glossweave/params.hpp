// Parameters of calls.

#ifndef GLOSSWEAVE_PARAMS_HPP
#define GLOSSWEAVE_PARAMS_HPP

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "handle.hpp"

namespace glossweave {

// Opens the file that a document refers to by `reference`, and returns its bytes, or nothing if it may not be read.
// `base` is the option of that name, or the reference that led there. Several threads may call it at once. An
// exception that it throws comes out of the call of the library.
using Resolve =
    std::function<std::optional<std::string>(std::string_view reference, std::string_view base)>;

// Names with values, for example `{{"language", "en"}, {"rule-set", "dita"}}`.
class Params {
  public:
    // A name and its value.
    using Pair = std::pair<std::string_view, std::string_view>;

    // Makes an empty set.
    Params() = default;
    // Makes a set of these pairs.
    Params(std::initializer_list<Pair> pairs) {
        for (const Pair &pair : pairs) add(pair.first, pair.second);
    }
    // Adds a name with its value.
    Params &add(std::string_view name, std::string_view value) {
        detail::check([&](GwError **error) {
            return gw_params_add(handle(), detail::str(name), detail::str(value), error);
        });
        return *this;
    }
    // Opens the files that documents refer to by a function, instead of `rules-folder`.
    Params &resolve(Resolve function) {
        auto data = std::make_unique<Resolve>(std::move(function));
        const GwResolve open = [](void *resolve, GwStr reference, GwStr base, GwBytes *found,
                                  GwStr *reason) -> std::uint32_t {
            static thread_local std::optional<std::string> content;
            return detail::guard(reason, [&] {
                content = (*static_cast<Resolve *>(resolve))(view(reference), view(base));
                if (content) *found = detail::bytes(*content);
            });
        };
        detail::check([&](GwError **error) {
            return gw_params_resolve(handle(), open, data.get(), detail::destroy<Resolve>, error);
        });
        data.release();
        return *this;
    }
    // Returns the set of the C interface; NULL if it is empty.
    [[nodiscard]] const GwParams *get() const noexcept { return handle_.get(); }

  private:
    GwParams *handle() {
        if (!handle_) {
            GwParams *params = nullptr;
            detail::check([&](GwError **error) { return gw_params_new(&params, error); });
            handle_.reset(params);
        }
        return handle_.get();
    }
    detail::Handle<GwParams, gw_params_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_PARAMS_HPP
