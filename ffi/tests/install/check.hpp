// Checks that the C++ programs share.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <glossweave.hpp>
#include <string>
#include <string_view>
#include <utility>

#define CHECK(that)                                                               \
    do {                                                                          \
        if (!(that)) {                                                            \
            std::fprintf(stderr, "%s, line %d: %s\n", __FILE__, __LINE__, #that); \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// Calls a path of the HTTP interface, and returns the bytes of the reply.
inline std::string call(const glossweave::Session &session, const char *method, std::string path,
                        glossweave::Params parameters = {}, std::string body = {}) {
    const glossweave::Reply reply =
        session.call({std::move(path), std::move(body), std::move(parameters), {}, method});
    return std::string(reply.bytes());
}

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
