// Calls of services by their paths: one, a stream of them, and the documents of a batch.

#ifndef GLOSSWEAVE_BATCH_HPP
#define GLOSSWEAVE_BATCH_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "params.hpp"
#include "reply.hpp"

namespace glossweave {

// What is asked of a service or a pipeline, by its path.
struct Call {
    std::string path;
    std::string body = {};
    Params parameters = {};
    // `Content-Type` and `Accept` count.
    Params headers = {};

    GwCall get() const { return {str(path), parameters.get(), headers.get(), bytes(body)}; }
};

// Returns the next call of a stream, or nothing if there is none. What it throws ends the stream and comes
// out of `CallBatch::next`, after the answers of earlier calls. It is called in threads of the library.
using NextCall = std::function<std::optional<Call>()>;

// What the function of a stream threw.
struct RaisedByCalls {
    std::mutex mutex;
    std::exception_ptr exception;
};

// The reply or the error of a result, which is taken over; nothing for NULL.
inline std::optional<Reply> taken(GwReply *reply) {
    if (reply == nullptr) return std::nullopt;
    return Reply(reply);
}
inline std::optional<Error> taken(GwError *failure) {
    if (failure == nullptr) return std::nullopt;
    return Error(gw_error_status(failure), failure);
}

// An answer of a stream: a reply, or the error of this call.
struct CallResult {
    std::size_t index;
    std::optional<Reply> reply;
    std::optional<Error> failure;
};

// A stream of calls that several threads work through.
class CallBatch {
  public:
    explicit CallBatch(GwCallBatch *taken, std::shared_ptr<RaisedByCalls> raised = {})
        : handle_(taken), raised_(std::move(raised)) {}

    // Waits for the next answer; nothing if the stream is over.
    std::optional<CallResult> next() const {
        GwDone done{};
        checked([&](GwError **error) { return gw_call_batch_next(get(), &done, error); });
        if (done.is_over) {
            std::exception_ptr exception;
            if (raised_) {
                const std::lock_guard<std::mutex> lock(raised_->mutex);
                exception = std::exchange(raised_->exception, nullptr);
            }
            if (exception) std::rethrow_exception(exception);
            return std::nullopt;
        }
        return CallResult{done.index, taken(done.reply), taken(done.failure)};
    }
    // Any thread may call it, also while another one waits in `next`.
    void cancel() const { gw_call_batch_cancel(get()); }
    const GwCallBatch *get() const { return handle_.get(); }

  private:
    Handle<GwCallBatch, gw_call_batch_free> handle_;
    std::shared_ptr<RaisedByCalls> raised_;
};

// The result for a document of a batch: a reply, or its error.
struct BatchResult {
    std::size_t index;
    // Empty if it has none.
    std::string name;
    std::optional<Reply> reply;
    std::optional<Error> failure;
};

// The documents of a body, which several threads work through.
class Batch {
  public:
    explicit Batch(GwBatch *taken) : handle_(taken) {}

    // Waits for the next result; nothing if the batch is over. Not for several threads at once.
    std::optional<BatchResult> next() const {
        GwBatchResult done{};
        checked([&](GwError **error) { return gw_batch_next(get(), &done, error); });
        if (done.is_over) return std::nullopt;
        return BatchResult{done.index, std::string(view(done.name)), taken(done.reply),
                           taken(done.failure)};
    }
    const GwBatch *get() const { return handle_.get(); }

  private:
    Handle<GwBatch, gw_batch_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_BATCH_HPP
