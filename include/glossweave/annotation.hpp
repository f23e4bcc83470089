// Annotations.

#ifndef GLOSSWEAVE_ANNOTATION_HPP
#define GLOSSWEAVE_ANNOTATION_HPP

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "params.hpp"

namespace glossweave {

// A list of annotations.
class Annotations {
  public:
    Annotations() {
        GwAnnotations *made = nullptr;
        checked([&](GwError **error) { return gw_annotations_new(&made, error); });
        handle_.reset(made);
    }
    explicit Annotations(GwAnnotations *taken) : handle_(taken) {}

    std::size_t size() const { return gw_annotations_count(handle_.get()); }
    GwAnnotation operator[](std::size_t index) const {
        GwAnnotation annotation;
        checked([&](GwError **error) {
            return gw_annotations_at(handle_.get(), index, &annotation, error);
        });
        return annotation;
    }
    // A field by its name, such as `ident`, and the number of the value.
    std::optional<std::string_view> value(std::size_t index, std::string_view field,
                                          std::size_t number = 0) const {
        return maybe(gw_annotations_value(handle_.get(), index, str(field), number));
    }
    std::vector<std::pair<std::string_view, std::string_view>> fields(std::size_t index) const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        for (;;) {
            GwStr name{};
            const GwStr value = gw_annotations_field(handle_.get(), index, found.size(), &name);
            if (value.data == nullptr) return found;
            found.emplace_back(view(name), view(value));
        }
    }
    Annotations &add(std::string_view body, GwSpan span, const Params &fields = {}) {
        checked([&](GwError **error) {
            return gw_annotations_add(handle_.get(), str(body), span, fields.get(), error);
        });
        return *this;
    }
    // Gives the list away, which is then to be freed with `gw_annotations_free`.
    GwAnnotations *release() { return handle_.release(); }
    GwAnnotations *get() { return handle_.get(); }
    const GwAnnotations *get() const { return handle_.get(); }

  private:
    Handle<GwAnnotations, gw_annotations_free> handle_;
};

// The list that a call makes.
template <class F> Annotations annotated(F &&function) {
    GwAnnotations *found = nullptr;
    checked([&](GwError **error) { return function(&found, error); });
    return Annotations(found);
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_ANNOTATION_HPP
