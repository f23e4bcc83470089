// Parameters of calls.

#ifndef GLOSSWEAVE_PARAMS_HPP
#define GLOSSWEAVE_PARAMS_HPP

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "buffer.hpp"

namespace glossweave {

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

}  // namespace glossweave

#endif  // GLOSSWEAVE_PARAMS_HPP
