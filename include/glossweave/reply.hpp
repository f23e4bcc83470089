// Documents that are returned.

#ifndef GLOSSWEAVE_REPLY_HPP
#define GLOSSWEAVE_REPLY_HPP

#include <cstddef>
#include <string_view>
#include <utility>

#include "handle.hpp"
#include "range.hpp"

namespace glossweave::detail {

// The spans of a translation: bytes of the source, and bytes of the reply.
inline std::pair<GwSpan, GwSpan> replaced_at(const GwReply *reply, std::size_t index) {
    std::pair<GwSpan, GwSpan> spans{};
    check([&](GwError **error) {
        return gw_reply_replaced(reply, index, &spans.first, &spans.second, error);
    });
    return spans;
}

}  // namespace glossweave::detail

namespace glossweave {

// A document that is returned. Its bytes, texts and ranges are valid as long as the reply: keep it in a variable.
// Ranges of a temporary reply do not compile.
class Reply {
  public:
    // Takes over a reply of the C interface.
    explicit Reply(GwReply *taken) : handle_(taken) {}

    // Returns the bytes of the document.
    [[nodiscard]] std::string_view bytes() const { return view(gw_reply_bytes(get())); }
    // Returns the media type of replies of `Session::call` and `CallBatch`; it is empty for others.
    [[nodiscard]] std::string_view media_type() const { return view(gw_reply_media_type(get())); }
    // Returns the result for each annotation, in their order: a range of `GwPlacement`.
    [[nodiscard]] auto placements() const & {
        return detail::Range<gw_reply_placement_count, gw_reply_placement>(get());
    }
    void placements() const && = delete;
    // Returns the spans of insertions in the bytes: a range of `GwSpan`.
    [[nodiscard]] auto inserted() const & {
        return detail::Range<gw_reply_inserted_count, gw_reply_inserted>(get());
    }
    void inserted() const && = delete;
    // Returns the spans that translations replaced: a range of pairs of `GwSpan`, in the source and in the bytes.
    [[nodiscard]] auto replaced() const & {
        return detail::Range<gw_reply_replaced_count, detail::replaced_at>(get());
    }
    void replaced() const && = delete;
    // Returns the files of a package with their spans: a range of `GwPart`.
    [[nodiscard]] auto parts() const & {
        return detail::Range<gw_reply_part_count, gw_reply_part>(get());
    }
    void parts() const && = delete;
    // Returns the status of each sentence of a translated document: a range of `GwSegment`.
    [[nodiscard]] auto segments() const & {
        return detail::Range<gw_reply_segment_count, gw_reply_segment>(get());
    }
    void segments() const && = delete;
    // Returns the entities for which a template failed: a range of `GwFailure`.
    [[nodiscard]] auto failures() const & {
        return detail::Range<gw_reply_failure_count, gw_reply_failure>(get());
    }
    void failures() const && = delete;
    // Returns the parts of the input that were skipped because they are wrong: a range of `GwSkipped`.
    [[nodiscard]] auto skipped() const & {
        return detail::Range<gw_reply_skipped_count, gw_reply_skipped>(get());
    }
    void skipped() const && = delete;
    // Returns the reply of the C interface.
    [[nodiscard]] const GwReply *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwReply, gw_reply_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_REPLY_HPP
