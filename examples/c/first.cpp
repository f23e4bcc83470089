// The same as first.c in C++17: finds the names of a list in a page, prints them as NIF, and prints the page with
// the names marked up. Run it as `first [PAGE.html NAMES.csv]` from the root of the tree.
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <glossweave.hpp>

namespace gw = glossweave;

static std::string read_file(const char *path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw std::runtime_error(std::string(path) + " cannot be read");
    return bytes;
}

int main(int count, char **arguments) try {
    if (count != 1 && count != 3) {
        std::cerr << "usage: first [PAGE.html NAMES.csv]\n";
        return 2;
    }
    const std::string page = read_file(count == 3 ? arguments[1] : "examples/data/dublin.html");
    const std::string names = read_file(count == 3 ? arguments[2] : "examples/data/places.csv");

    const gw::Document document = gw::Document::decode(page, "html");
    const gw::Dictionary dictionary = gw::Dictionary::from_csv(names);
    const gw::Annotations found = dictionary.recognize(document);
    std::cout << document.to_nif(found, "turtle").view() << document.encode(found).bytes();
    return std::cout.flush() ? 0 : 1;
} catch (const gw::Error &error) {
    std::cerr << "first: " << error.name() << ": " << error.what() << '\n';
    return 1;
} catch (const std::exception &error) {
    std::cerr << "first: " << error.what() << '\n';
    return 1;
}
