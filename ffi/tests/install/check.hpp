// Checks that the C++ programs share.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <glossweave.hpp>
#include <string_view>

#define CHECK(that)                                                               \
    do {                                                                          \
        if (!(that)) {                                                            \
            std::fprintf(stderr, "%s, line %d: %s\n", __FILE__, __LINE__, #that); \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// Returns the error that a call throws.
template <class F> glossweave::Error thrown(F &&function) {
    try {
        function();
    } catch (const glossweave::Error &error) {
        return error;
    }
    std::fputs("nothing was thrown\n", stderr);
    std::exit(1);
}

#endif  // CHECK_HPP
