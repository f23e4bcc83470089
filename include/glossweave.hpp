// Glossweave for C++17: header only, over the C interface, whose comments say what each call does and
// which parameters it takes (glossweave.h). Everything that is opened closes itself, can be moved and
// not be copied; what goes wrong is thrown as `glossweave::Error`. docs/c.md has the rest.

#ifndef GLOSSWEAVE_HPP
#define GLOSSWEAVE_HPP

#include "glossweave/annotation.hpp"
#include "glossweave/batch.hpp"
#include "glossweave/buffer.hpp"
#include "glossweave/dictionary.hpp"
#include "glossweave/document.hpp"
#include "glossweave/engine.hpp"
#include "glossweave/error.hpp"
#include "glossweave/its.hpp"
#include "glossweave/log.hpp"
#include "glossweave/memory.hpp"
#include "glossweave/nif.hpp"
#include "glossweave/params.hpp"
#include "glossweave/progress.hpp"
#include "glossweave/provider.hpp"
#include "glossweave/redaction.hpp"
#include "glossweave/reply.hpp"
#include "glossweave/text.hpp"
#include "glossweave/training.hpp"
#include "glossweave/xslt.hpp"

#endif  // GLOSSWEAVE_HPP
