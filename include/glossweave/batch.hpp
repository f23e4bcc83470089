// Calls of services by their paths: a single call, a stream of calls, and the documents of a batch.

#ifndef GLOSSWEAVE_BATCH_HPP
#define GLOSSWEAVE_BATCH_HPP

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "params.hpp"
#include "range.hpp"
#include "reply.hpp"

namespace glossweave {

// A call of a service, a pipeline or another part of the HTTP interface.
struct Call {
    // The path, such as `/e-entity/{engine}/documents` or `/user`.
    std::string path;
    std::string body = {};
    Params parameters = {};
    // Headers, as over HTTP, such as `Content-Type` and `Accept`.
    Params headers = {};
    // `GET`, `POST`, `PUT` or `DELETE`.
    std::string method = "POST";
    // The address of the client, for which failed log-ins are counted. Hosts that serve a network should set it.
    std::string address = {};

    // Returns the call of the C interface, which refers to this one.
    [[nodiscard]] GwCall get() const {
        return {detail::str(path),   parameters.get(),    headers.get(),
                detail::bytes(body), detail::str(method), detail::str(address)};
    }
};

// Returns the next call of a stream, or nothing at its end. An exception that it throws ends the stream and comes
// out of `CallBatch::next`, after the answers of earlier calls. It is called in threads of the library.
using NextCall = std::function<std::optional<Call>()>;

// An answer of a stream: a reply, or the error of this call.
struct CallResult {
    // The index of the call.
    std::size_t index;
    std::optional<Reply> reply;
    std::optional<Error> failure;
};

// The result for a document of a batch: a reply, or its error.
struct BatchResult {
    // The index of the document.
    std::size_t index;
    // The name of the document; it is empty if there is none.
    std::string name;
    std::optional<Reply> reply;
    std::optional<Error> failure;
};

}  // namespace glossweave

namespace glossweave::detail {

// The exception of the function of a stream.
struct StreamException {
    std::mutex mutex;
    std::exception_ptr exception;
};

// Takes over the reply or the error of a result.
inline std::optional<Reply> take_over(GwReply *reply) {
    if (reply == nullptr) return std::nullopt;
    return Reply(reply);
}
inline std::optional<Error> take_over(GwError *failure) {
    if (failure == nullptr) return std::nullopt;
    return Error(failure->status, failure);
}

}  // namespace glossweave::detail

namespace glossweave {

// A stream of calls that several threads process: an input range of `CallResult`, which ends with the stream.
class CallBatch {
  public:
    using iterator = detail::ResultIterator<CallBatch>;

    // Takes over a stream of the C interface.
    explicit CallBatch(GwCallBatch *taken, std::shared_ptr<detail::StreamException> raised = {})
        : handle_(taken), raised_(std::move(raised)) {}

    // Waits for the next answer. Returns nothing if the stream is over.
    std::optional<CallResult> next() const {
        GwDone done{};
        detail::check([&](GwError **error) { return gw_call_batch_next(get(), &done, error); });
        if (done.is_over) {
            std::exception_ptr exception;
            if (raised_) {
                const std::lock_guard<std::mutex> lock(raised_->mutex);
                exception = std::exchange(raised_->exception, nullptr);
            }
            if (exception) std::rethrow_exception(exception);
            return std::nullopt;
        }
        return CallResult{done.index, detail::take_over(done.reply), detail::take_over(done.failure)};
    }
    // Waits for the next answer, which the iterator then has. The range can be walked once.
    [[nodiscard]] iterator begin() const { return iterator(*this); }
    [[nodiscard]] iterator end() const { return iterator(); }
    // Stops the stream. Any thread may call it, also while another thread waits in `next`.
    void cancel() const { gw_call_batch_cancel(get()); }
    // Returns the stream of the C interface.
    [[nodiscard]] const GwCallBatch *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwCallBatch, gw_call_batch_free> handle_;
    std::shared_ptr<detail::StreamException> raised_;
};

// The documents of a body, which several threads process: an input range of `BatchResult`.
class Batch {
  public:
    using iterator = detail::ResultIterator<Batch>;

    // Takes over a batch of the C interface.
    explicit Batch(GwBatch *taken) : handle_(taken) {}

    // Waits for the next result. Returns nothing if the batch is over. One thread at a time may call it.
    std::optional<BatchResult> next() const {
        GwBatchResult done{};
        detail::check([&](GwError **error) { return gw_batch_next(get(), &done, error); });
        if (done.is_over) return std::nullopt;
        return BatchResult{done.index, std::string(view(done.name)), detail::take_over(done.reply),
                           detail::take_over(done.failure)};
    }
    // Waits for the next result, which the iterator then has. The range can be walked once.
    [[nodiscard]] iterator begin() const { return iterator(*this); }
    [[nodiscard]] iterator end() const { return iterator(); }
    // Returns the batch of the C interface.
    [[nodiscard]] const GwBatch *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwBatch, gw_batch_free> handle_;
};

}  // namespace glossweave

#endif  // GLOSSWEAVE_BATCH_HPP
