// Values of ITS 2.0.

#ifndef GLOSSWEAVE_ITS_HPP
#define GLOSSWEAVE_ITS_HPP

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "params.hpp"
#include "range.hpp"

namespace glossweave {

// An element or attribute, and the values that hold for it. It is valid as long as the `Its` that it is read from.
class ItsNode {
  public:
    // Refers to a node of the C interface, by its index.
    ItsNode(const GwIts *its, std::size_t index) : its_(its), index_(index) {}

    // Returns the path, such as `/html/body[1]/p[2]/@title`.
    [[nodiscard]] std::string_view path() const { return view(gw_its_path(its_, index_)); }
    // Returns the names and values, such as `locNote`.
    [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> values() const {
        return detail::named_values(gw_its_value, its_, index_);
    }

  private:
    const GwIts *its_;
    std::size_t index_;
};

}  // namespace glossweave

namespace glossweave::detail {

inline ItsNode its_node_at(const GwIts *its, std::size_t index) {
    if (index >= gw_its_count(its)) throw Error(GW_STATUS_NOT_FOUND, "no node has this index");
    return {its, index};
}

}  // namespace glossweave::detail

namespace glossweave {

// The values of a data category of ITS for the nodes of a document, and a range of `ItsNode`.
class Its : public detail::List<Its, gw_its_count, detail::its_node_at> {
  public:
    // Reads markup. `category` is an identifier of ITS 2.0, such as `translate`.
    [[nodiscard]] static Its analyze(std::string_view source, std::string_view format,
                                     std::string_view category, const Params &params = {}) {
        return detail::make<Its>([&](GwIts **its, GwError **error) {
            return gw_its_analyze(detail::bytes(source), detail::str(format), detail::str(category),
                                  params.get(), its, error);
        });
    }
    // Takes over an answer of the C interface.
    explicit Its(GwIts *taken) : handle_(taken) {}

    // Returns the path of a node; it is empty if there is no such node.
    [[nodiscard]] std::string_view path(std::size_t index) const {
        return view(gw_its_path(get(), index));
    }
    // Returns the names and values of a node, as `ItsNode::values` does.
    [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> values(
        std::size_t index) const {
        return detail::named_values(gw_its_value, get(), index);
    }
    // Returns the answer of the C interface.
    [[nodiscard]] const GwIts *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwIts, gw_its_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_ITS_HPP
