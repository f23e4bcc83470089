// Documents that are returned.

#ifndef GLOSSWEAVE_REPLY_HPP
#define GLOSSWEAVE_REPLY_HPP

#include <string_view>

#include "handle.hpp"
#include "range.hpp"

namespace glossweave {

// A document that is returned. Its bytes, texts and ranges are valid as long as the reply: keep it in a variable.
// Ranges of a temporary reply do not compile.
class Reply {
  public:
    // Takes over a reply of the C interface.
    explicit Reply(GwReply *taken) : handle_(taken) {}

    // Returns the bytes of the document.
    [[nodiscard]] std::string_view bytes() const { return view(value().bytes); }
    // Returns the media type of replies of `Session::call` and `CallBatch`; it is empty for others.
    [[nodiscard]] std::string_view media_type() const { return view(value().media_type); }
    // Returns the result for each annotation, in their order: a range of `GwPlacement`.
    [[nodiscard]] auto placements() const & {
        return detail::Array<GwPlacement>(value().placements, value().placement_count);
    }
    void placements() const && = delete;
    // Returns the spans of insertions in the bytes: a range of `GwSpan`.
    [[nodiscard]] auto inserted() const & {
        return detail::Array<GwSpan>(value().inserted, value().inserted_count);
    }
    void inserted() const && = delete;
    // Returns the spans that translations replaced: a range of `GwReplacement`.
    [[nodiscard]] auto replaced() const & {
        return detail::Array<GwReplacement>(value().replaced, value().replaced_count);
    }
    void replaced() const && = delete;
    // Returns the files of a package with their spans: a range of `GwPart`.
    [[nodiscard]] auto parts() const & {
        return detail::Array<GwPart>(value().parts, value().part_count);
    }
    void parts() const && = delete;
    // Returns the status of each sentence of a translated document: a range of `GwSegment`.
    [[nodiscard]] auto segments() const & {
        return detail::Array<GwSegment>(value().segments, value().segment_count);
    }
    void segments() const && = delete;
    // Returns the entities for which a template failed: a range of `GwFailure`.
    [[nodiscard]] auto failures() const & {
        return detail::Array<GwFailure>(value().failures, value().failure_count);
    }
    void failures() const && = delete;
    // Returns the parts of the input that were skipped because they are wrong: a range of `GwSkipped`.
    [[nodiscard]] auto skipped() const & {
        return detail::Array<GwSkipped>(value().skipped, value().skipped_count);
    }
    void skipped() const && = delete;
    // Returns the reply of the C interface.
    [[nodiscard]] const GwReply *get() const noexcept { return handle_.get(); }

  private:
    const GwReply &value() const { return detail::value_of(get()); }

    detail::Handle<GwReply, gw_reply_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_REPLY_HPP
