// Glossweave for C++17: a header-only wrapper of the C interface. The comments of glossweave.h describe each function and
// its parameters, and docs/c.md describes the rules. Objects close themselves; they can be moved but not copied. Errors
// are thrown as `glossweave::Error`. Names in `glossweave::detail` may change in each version.

#ifndef GLOSSWEAVE_HPP
#define GLOSSWEAVE_HPP

#include "glossweave/annotation.hpp"
#include "glossweave/batch.hpp"
#include "glossweave/buffer.hpp"
#include "glossweave/dictionary.hpp"
#include "glossweave/document.hpp"
#include "glossweave/engine.hpp"
#include "glossweave/error.hpp"
#include "glossweave/handle.hpp"
#include "glossweave/its.hpp"
#include "glossweave/log.hpp"
#include "glossweave/memory.hpp"
#include "glossweave/nif.hpp"
#include "glossweave/params.hpp"
#include "glossweave/progress.hpp"
#include "glossweave/provider.hpp"
#include "glossweave/range.hpp"
#include "glossweave/redaction.hpp"
#include "glossweave/reply.hpp"
#include "glossweave/text.hpp"
#include "glossweave/training.hpp"
#include "glossweave/xslt.hpp"

#endif  // GLOSSWEAVE_HPP
