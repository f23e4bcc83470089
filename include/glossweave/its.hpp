// Values of ITS 2.0.

#ifndef GLOSSWEAVE_ITS_HPP
#define GLOSSWEAVE_ITS_HPP

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "params.hpp"

namespace glossweave {

// What holds for the nodes of a document in a data category of ITS.
class Its {
  public:
    static Its analyze(std::string_view source, std::string_view format, std::string_view category,
                       const Params &params = {}) {
        GwIts *made = nullptr;
        checked([&](GwError **error) {
            return gw_its_analyze(bytes(source), str(format), str(category), params.get(), &made,
                                  error);
        });
        return Its(made);
    }
    std::size_t size() const { return gw_its_count(get()); }
    std::string_view path(std::size_t index) const { return view(gw_its_path(get(), index)); }
    std::vector<std::pair<std::string_view, std::string_view>> values(std::size_t index) const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        for (;;) {
            GwStr name{};
            const GwStr value = gw_its_value(get(), index, found.size(), &name);
            if (value.data == nullptr) return found;
            found.emplace_back(view(name), view(value));
        }
    }
    const GwIts *get() const { return handle_.get(); }

  private:
    explicit Its(GwIts *taken) : handle_(taken) {}
    Handle<GwIts, gw_its_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_ITS_HPP
