// A second file with the same headers: what they define is defined once in the program.
#include <glossweave.hpp>
#include <glossweave.hpp>

int second_file() { return glossweave::fits() ? 0 : 1; }
