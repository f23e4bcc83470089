// Annotations.

#ifndef GLOSSWEAVE_ANNOTATION_HPP
#define GLOSSWEAVE_ANNOTATION_HPP

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "params.hpp"
#include "range.hpp"

namespace glossweave {

// An annotation of a list: its kind (`body`), its `span` in bytes of the text, its `confidence`, and its fields. It
// is valid until the list changes or is closed.
class Annotation : public GwAnnotation {
  public:
    // Reads an annotation of a list of the C interface, by its index.
    Annotation(const GwAnnotations *list, std::size_t index)
        : GwAnnotation(detail::read(gw_annotations_at, list, index)), list_(list), index_(index) {}

    // Returns the value of a field, such as `ident`. A field with several values has a `number` for each.
    [[nodiscard]] std::optional<std::string_view> value(std::string_view field,
                                                        std::size_t number = 0) const {
        return detail::optional_view(
            gw_annotations_value(list_, index_, detail::str(field), number));
    }
    // Returns the names and values of all fields, without the confidence.
    [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> fields() const {
        return detail::named_values(gw_annotations_field, list_, index_);
    }

  private:
    const GwAnnotations *list_;
    std::size_t index_;
};

}  // namespace glossweave

namespace glossweave::detail {

inline Annotation annotation_at(const GwAnnotations *list, std::size_t index) {
    return {list, index};
}

}  // namespace glossweave::detail

namespace glossweave {

// A list of annotations, and a range of `Annotation`.
class Annotations : public detail::List<Annotations, gw_annotations_count, detail::annotation_at> {
  public:
    // Makes an empty list.
    Annotations() {
        GwAnnotations *list = nullptr;
        detail::check([&](GwError **error) { return gw_annotations_new(&list, error); });
        handle_.reset(list);
    }
    // Takes over a list of the C interface.
    explicit Annotations(GwAnnotations *taken) : handle_(taken) {}

    // Returns the value of a field of an annotation, as `Annotation::value` does, or nothing if there is none.
    [[nodiscard]] std::optional<std::string_view> value(std::size_t index, std::string_view field,
                                                        std::size_t number = 0) const {
        return detail::optional_view(
            gw_annotations_value(get(), index, detail::str(field), number));
    }
    // Returns all fields of an annotation, as `Annotation::fields` does.
    [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> fields(
        std::size_t index) const {
        return detail::named_values(gw_annotations_field, get(), index);
    }
    // Adds an annotation at the end. `body` is `entity`, `term`, `translation` or `metadata`.
    Annotations &add(std::string_view body, GwSpan span, const Params &fields = {}) {
        detail::check([&](GwError **error) {
            return gw_annotations_add(get(), detail::str(body), span, fields.get(), error);
        });
        return *this;
    }
    // Returns the list of the C interface, which the caller frees with `gw_annotations_free`.
    [[nodiscard]] GwAnnotations *release() noexcept { return handle_.release(); }
    // Returns the list of the C interface.
    [[nodiscard]] GwAnnotations *get() noexcept { return handle_.get(); }
    [[nodiscard]] const GwAnnotations *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwAnnotations, gw_annotations_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_ANNOTATION_HPP
