// Glossweave for C++17: header only, over the C interface, whose comments say what each call does and
// which parameters it takes (glossweave.h). Everything that is opened closes itself, can be moved and
// not be copied; what goes wrong is thrown as `glossweave::Error`. docs/c.md has the rest.

#ifndef GLOSSWEAVE_HPP
#define GLOSSWEAVE_HPP

#include "glossweave/base.hpp"
#include "glossweave/batch.hpp"
#include "glossweave/document.hpp"
#include "glossweave/engine.hpp"
#include "glossweave/provider.hpp"
#include "glossweave/xslt.hpp"

#endif  // GLOSSWEAVE_HPP
