// Ranges: the lists of an object, and the results of a batch.

#ifndef GLOSSWEAVE_RANGE_HPP
#define GLOSSWEAVE_RANGE_HPP

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#endif

#include "error.hpp"

namespace glossweave::detail {

// Returns an element of a list of the C interface, by its index.
template <class T, class H> T read(GwStatus (*at)(const H *, std::size_t, T *, GwError **),
                                   const H *object, std::size_t index) {
    T element{};
    GwError *error = nullptr;
    const GwStatus status = at(object, index, &element, &error);
    if (status != GW_STATUS_OK) throw Error(status, error);
    return element;
}
template <class H>
std::string_view read(GwStr (*at)(const H *, std::size_t), const H *object, std::size_t index) {
    const GwStr text = at(object, index);
    if (text.data == nullptr) throw Error(GW_STATUS_NOT_FOUND, "no element has this index");
    return view(text);
}
template <class T, class H>
T read(T (*at)(const H *, std::size_t), const H *object, std::size_t index) {
    return at(object, index);
}

// Returns the names and values of an element. They are a copy and not a range, because the C interface does not
// count them.
template <class H> std::vector<std::pair<std::string_view, std::string_view>> named_values(
    GwStr (*at)(const H *, std::size_t, std::size_t, GwStr *), const H *object, std::size_t index) {
    std::vector<std::pair<std::string_view, std::string_view>> values;
    for (;;) {
        GwStr name{};
        const GwStr value = at(object, index, values.size(), &name);
        if (value.data == nullptr) return values;
        values.emplace_back(view(name), view(value));
    }
}

// Names the object that the elements of a list are read from.
template <class T, class H>
const H *object_of(GwStatus (*)(const H *, std::size_t, T *, GwError **));
template <class T, class H> const H *object_of(T (*)(const H *, std::size_t));

// Walks a list that the function `At` of the C interface reads by index. Elements are made when they are read:
// `reference` is a value, as in `std::vector<bool>`.
template <auto At> class IndexIterator {
    using Object = decltype(object_of(At));

  public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = decltype(read(At, Object(), std::size_t()));
    using difference_type = std::ptrdiff_t;
    using reference = value_type;
    // Holds an element while a member of it is read.
    class pointer {
      public:
        explicit pointer(value_type element) : element_(std::move(element)) {}
        const value_type *operator->() const { return &element_; }

      private:
        value_type element_;
    };

    IndexIterator() = default;
    IndexIterator(Object object, std::size_t index)
        : object_(object), index_(static_cast<difference_type>(index)) {}

    value_type operator*() const { return read(At, object_, static_cast<std::size_t>(index_)); }
    pointer operator->() const { return pointer(**this); }
    value_type operator[](difference_type distance) const { return *(*this + distance); }
    IndexIterator &operator++() { return *this += 1; }
    IndexIterator &operator--() { return *this -= 1; }
    IndexIterator operator++(int) { return std::exchange(*this, *this + 1); }
    IndexIterator operator--(int) { return std::exchange(*this, *this - 1); }
    IndexIterator &operator+=(difference_type distance) {
        index_ += distance;
        return *this;
    }
    IndexIterator &operator-=(difference_type distance) { return *this += -distance; }

    friend IndexIterator operator+(IndexIterator at, difference_type distance) {
        return at += distance;
    }
    friend IndexIterator operator+(difference_type distance, IndexIterator at) {
        return at += distance;
    }
    friend IndexIterator operator-(IndexIterator at, difference_type distance) {
        return at -= distance;
    }
    friend difference_type operator-(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ - b.index_;
    }
    friend bool operator==(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ == b.index_;
    }
    friend bool operator!=(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ != b.index_;
    }
    friend bool operator<(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ < b.index_;
    }
    friend bool operator>(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ > b.index_;
    }
    friend bool operator<=(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ <= b.index_;
    }
    friend bool operator>=(const IndexIterator &a, const IndexIterator &b) {
        return a.index_ >= b.index_;
    }

  private:
    Object object_ = nullptr;
    difference_type index_ = 0;
};

// A list of an object, which is valid as long as the object. It holds a pointer alone, and copies no elements.
template <auto Count, auto At> class Range {
    using Object = decltype(object_of(At));

  public:
    using iterator = IndexIterator<At>;
    using const_iterator = iterator;
    using value_type = typename iterator::value_type;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;

    Range() = default;
    explicit Range(Object object) : object_(object) {}

    // Returns the number of elements.
    [[nodiscard]] std::size_t size() const { return Count(object_); }
    // Returns `true` if there are no elements.
    [[nodiscard]] bool empty() const { return size() == 0; }
    // Returns an element. Throws `NotFound` if there is none.
    value_type operator[](std::size_t index) const { return read(At, object_, index); }
    [[nodiscard]] iterator begin() const { return iterator(object_, 0); }
    [[nodiscard]] iterator end() const { return iterator(object_, size()); }

  private:
    Object object_ = nullptr;
};

// An array of a structure of the C interface, which is valid as long as the structure.
template <class T> class Array {
  public:
    using iterator = const T *;
    using const_iterator = const T *;
    using value_type = T;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;

    Array() = default;
    Array(const T *first, std::size_t size) : first_(first), size_(size) {}

    // Returns the number of elements.
    [[nodiscard]] std::size_t size() const { return size_; }
    // Returns `true` if there are no elements.
    [[nodiscard]] bool empty() const { return size_ == 0; }
    // Returns an element. Throws `NotFound` if there is none.
    const T &operator[](std::size_t index) const {
        if (index >= size_) throw Error(GW_STATUS_NOT_FOUND, "no element has this index");
        return first_[index];
    }
    [[nodiscard]] iterator begin() const { return first_; }
    [[nodiscard]] iterator end() const { return first_ + size_; }

  private:
    const T *first_ = nullptr;
    std::size_t size_ = 0;
};

// Returns the structure, or one without values if the object was moved away.
template <class T> const T &value_of(const T *structure) {
    static const T none{};
    return structure ? *structure : none;
}

// The members of an object that is a list itself.
template <class Owner, auto Count, auto At> class List {
  public:
    using iterator = IndexIterator<At>;
    using const_iterator = iterator;
    using value_type = typename iterator::value_type;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;

    // Returns the number of elements.
    [[nodiscard]] std::size_t size() const { return range().size(); }
    // Returns `true` if there are no elements.
    [[nodiscard]] bool empty() const { return range().empty(); }
    // Returns an element. Throws `NotFound` if there is none.
    value_type operator[](std::size_t index) const { return range()[index]; }
    [[nodiscard]] iterator begin() const { return range().begin(); }
    [[nodiscard]] iterator end() const { return range().end(); }

  private:
    Range<Count, At> range() const {
        return Range<Count, At>(static_cast<const Owner &>(*this).get());
    }
};

// Takes the results of a batch, each once, by its `next`. A result can be moved out of the iterator.
template <class Source> class ResultIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = typename decltype(std::declval<const Source &>().next())::value_type;
    using difference_type = std::ptrdiff_t;
    using reference = value_type &;
    using pointer = value_type *;

    // The end of all batches.
    ResultIterator() = default;
    // Waits for the next result.
    explicit ResultIterator(const Source &source) : source_(&source) { take(); }

    reference operator*() const { return **result_; }
    pointer operator->() const { return &**result_; }
    ResultIterator &operator++() {
        take();
        return *this;
    }
    // The iterator that is returned keeps its result.
    ResultIterator operator++(int) {
        ResultIterator before = *this;
        result_ = nullptr;
        take();
        return before;
    }

    friend bool operator==(const ResultIterator &a, const ResultIterator &b) {
        return a.result_ == b.result_;
    }
    friend bool operator!=(const ResultIterator &a, const ResultIterator &b) { return !(a == b); }

  private:
    void take() {
        std::optional<value_type> next = source_->next();
        if (!next) {
            result_ = nullptr;
        } else if (result_) {
            *result_ = std::move(next);
        } else {
            result_ = std::make_shared<std::optional<value_type>>(std::move(next));
        }
    }

    const Source *source_ = nullptr;
    // Shared, because iterators are copied and results are not.
    std::shared_ptr<std::optional<value_type>> result_;
};

}  // namespace glossweave::detail

#if __cplusplus >= 202002L
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<glossweave::detail::Array<T>> = true;
template <class T>
inline constexpr bool std::ranges::enable_view<glossweave::detail::Array<T>> = true;
template <auto Count, auto At>
inline constexpr bool std::ranges::enable_borrowed_range<glossweave::detail::Range<Count, At>> =
    true;
template <auto Count, auto At>
inline constexpr bool std::ranges::enable_view<glossweave::detail::Range<Count, At>> = true;
#endif

#endif  // GLOSSWEAVE_RANGE_HPP
