// Documents that are returned.

#ifndef GLOSSWEAVE_REPLY_HPP
#define GLOSSWEAVE_REPLY_HPP

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "buffer.hpp"

namespace glossweave {

// A document given back.
class Reply {
  public:
    explicit Reply(GwReply *taken) : handle_(taken) {}

    std::string_view bytes() const { return view(gw_reply_bytes(handle_.get())); }
    // Of `Session::call` and `CallBatch`; empty for others.
    std::string_view media_type() const { return view(gw_reply_media_type(handle_.get())); }
    std::vector<GwPlacement> placements() const {
        return all(get(), gw_reply_placement_count(get()), gw_reply_placement);
    }
    // Where insertions stand in the bytes.
    std::vector<GwSpan> inserted() const {
        return all(get(), gw_reply_inserted_count(get()), gw_reply_inserted);
    }
    // Bytes of the source that translations replaced, and what stands there.
    std::vector<std::pair<GwSpan, GwSpan>> replaced() const {
        std::vector<std::pair<GwSpan, GwSpan>> spans(gw_reply_replaced_count(get()));
        for (std::size_t i = 0; i < spans.size(); i++) {
            checked([&](GwError **error) {
                return gw_reply_replaced(get(), i, &spans[i].first, &spans[i].second, error);
            });
        }
        return spans;
    }
    std::vector<GwPart> parts() const {
        return all(get(), gw_reply_part_count(get()), gw_reply_part);
    }
    // What became of the sentences of a translated document.
    std::vector<GwSegment> segments() const {
        return all(get(), gw_reply_segment_count(get()), gw_reply_segment);
    }
    // The entities for which a template failed.
    std::vector<GwFailure> failures() const {
        return all(get(), gw_reply_failure_count(get()), gw_reply_failure);
    }
    // What was left out of the input, such as strings of NIF that are wrong.
    std::vector<GwSkipped> skipped() const {
        return all(get(), gw_reply_skipped_count(get()), gw_reply_skipped);
    }
    const GwReply *get() const { return handle_.get(); }

  private:
    Handle<GwReply, gw_reply_free> handle_;
};

// The reply that a call makes.
template <class F> Reply replied(F &&function) {
    GwReply *reply = nullptr;
    checked([&](GwError **error) { return function(&reply, error); });
    return Reply(reply);
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_REPLY_HPP
