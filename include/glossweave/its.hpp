// Values of ITS 2.0.

#ifndef GLOSSWEAVE_ITS_HPP
#define GLOSSWEAVE_ITS_HPP

#include <string_view>

#include "params.hpp"
#include "range.hpp"

namespace glossweave {

// The values of a data category of ITS for the nodes of a document.
class Its {
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

    // Returns the nodes with their paths: a range of `GwItsNode`.
    [[nodiscard]] auto nodes() const & {
        const GwIts &its = detail::value_of(get());
        return detail::Array<GwItsNode>(its.nodes, its.node_count);
    }
    void nodes() const && = delete;
    // Returns the answer of the C interface.
    [[nodiscard]] const GwIts *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwIts, gw_its_free> handle_;
};

// Returns the values of a node: a range of `GwItsValue`.
[[nodiscard]] inline auto values(const GwItsNode &node) {
    return detail::Array<GwItsValue>(node.values, node.value_count);
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_ITS_HPP
