// Engines and sessions.

#ifndef GLOSSWEAVE_ENGINE_HPP
#define GLOSSWEAVE_ENGINE_HPP

#include "batch.hpp"
#include "provider.hpp"
#include "xslt.hpp"

namespace glossweave {

// An engine that acts for a caller. It keeps the engine open. Any number of threads may use it at once.
class Session {
  public:
    // Takes over a session of the C interface.
    explicit Session(GwSession *taken) : handle_(taken) {}

    // Finds the entities of a document.
    [[nodiscard]] Annotations recognize_entities(std::string_view recognizer,
                                                 const Document &document,
                                                 const Params &params = {}) const {
        return detail::make<Annotations>([&](GwAnnotations **found, GwError **error) {
            return gw_entities_recognize(get(), detail::str(recognizer), document.get(),
                                         params.get(), found, error);
        });
    }
    // Explains the disambiguation of each name of datasets in a document, as JSON.
    [[nodiscard]] Buffer explain_entities(const Document &document,
                                          const Params &params = {}) const {
        return detail::write_buffer([&](GwBuffer *json, GwError **error) {
            return gw_entities_explain(get(), document.get(), params.get(), json, error);
        });
    }
    // Finds the entities of a document or of NIF, and returns it in the requested format.
    [[nodiscard]] Reply enrich_entities(std::string_view recognizer, std::string_view input,
                                        const Params &params) const {
        return detail::make<Reply>([&](GwReply **reply, GwError **error) {
            return gw_entities_enrich(get(), detail::str(recognizer), detail::bytes(input),
                                      params.get(), reply, error);
        });
    }
    // Adds the results of a stored template for the entities of a document or of NIF.
    [[nodiscard]] Reply enrich_links(std::string_view input, const Params &params) const {
        return detail::make<Reply>([&](GwReply **reply, GwError **error) {
            return gw_links_enrich(get(), detail::bytes(input), params.get(), reply, error);
        });
    }
    // Returns the statements about a resource, and the names of the resources that they mention, as RDF.
    [[nodiscard]] Buffer explore(std::string_view resource, std::string_view endpoint,
                                 std::string_view outformat = {}) const {
        return detail::write_buffer([&](GwBuffer *rdf, GwError **error) {
            return gw_links_explore(get(), detail::str(resource), detail::str(endpoint),
                                    detail::str(outformat), rdf, error);
        });
    }
    // Translates a document or NIF by a system of a provider.
    [[nodiscard]] Reply enrich_translations(std::string_view provider, std::string_view input,
                                            const Params &params) const {
        return detail::make<Reply>([&](GwReply **reply, GwError **error) {
            return gw_translations_enrich(get(), detail::str(provider), detail::bytes(input),
                                          params.get(), reply, error);
        });
    }
    // Finds the terms of a document or of NIF by a provider, such as `termbase` or `extraction`.
    [[nodiscard]] Reply enrich_terms(std::string_view provider, std::string_view input,
                                     const Params &params) const {
        return detail::make<Reply>([&](GwReply **reply, GwError **error) {
            return gw_terms_enrich(get(), detail::str(provider), detail::bytes(input), params.get(),
                                   reply, error);
        });
    }
    // Calls a service, a pipeline or another part of the HTTP interface, such as `/user`, by its method and path.
    Reply call(const Call &call) const {
        const GwCall given = call.get();
        return detail::make<Reply>(
            [&](GwReply **reply, GwError **error) { return gw_call(get(), &given, reply, error); });
    }
    // Begins to process a stream of calls on several threads.
    [[nodiscard]] CallBatch call_many(NextCall function, const Params &params = {}) const {
        struct Data {
            NextCall function;
            std::shared_ptr<detail::StreamException> raised;
            std::optional<Call> now;
        };
        auto raised = std::make_shared<detail::StreamException>();
        auto data = std::make_unique<Data>(Data{std::move(function), raised, std::nullopt});
        const GwNextCall take = [](void *from, GwCall *call) -> bool {
            Data *source = static_cast<Data *>(from);
            try {
                source->now = source->function();
                if (source->now) *call = source->now->get();
                return source->now.has_value();
            } catch (...) {
                const std::lock_guard<std::mutex> lock(source->raised->mutex);
                source->raised->exception = std::current_exception();
                return false;
            }
        };
        GwCallBatch *stream = nullptr;
        detail::check([&](GwError **error) {
            return gw_call_batch_new(get(), take, data.get(), detail::destroy<Data>, params.get(),
                                     &stream, error);
        });
        data.release();
        return CallBatch(stream, std::move(raised));
    }
    // Calls a service for each document of the body, which is of a media type for batches.
    [[nodiscard]] Batch batch(const Call &call, std::string_view media_type,
                              const Params &params = {}) const {
        const GwCall given = call.get();
        return detail::make<Batch>([&](GwBatch **batch, GwError **error) {
            return gw_batch_new(get(), &given, detail::str(media_type), params.get(), batch, error);
        });
    }
    // Waits until a job has ended, for no longer than `time`, and returns it as JSON.
    Buffer wait_for_job(std::string_view id, std::chrono::milliseconds time) const {
        const std::uint64_t milliseconds = time.count() < 0 ? 0 : std::uint64_t(time.count());
        return detail::write_buffer([&](GwBuffer *json, GwError **error) {
            return gw_job_wait(get(), detail::str(id), milliseconds, json, error);
        });
    }
    // Applies a stored filter to RDF.
    [[nodiscard]] Buffer apply_filter(std::string_view name, std::string_view rdf,
                                      std::string_view informat,
                                      std::string_view outformat = {}) const {
        return detail::write_buffer([&](GwBuffer *table, GwError **error) {
            return gw_filter_apply(get(), detail::str(name), detail::bytes(rdf),
                                   detail::str(informat), detail::str(outformat), table, error);
        });
    }
    // Opens a stored document in its own format, with its accepted annotations.
    [[nodiscard]] std::pair<Document, Annotations> open_document(std::string_view name) const {
        GwDocument *document = nullptr;
        GwAnnotations *accepted = nullptr;
        detail::check([&](GwError **error) {
            return gw_stored_document_open(get(), detail::str(name), &document, &accepted, error);
        });
        return {Document(document), Annotations(accepted)};
    }
    // Transforms a document by a stored stylesheet.
    [[nodiscard]] XsltReply apply_converter(std::string_view name, std::string_view input,
                                            const Params &params = {}) const {
        return detail::make<XsltReply>([&](GwXsltReply **reply, GwError **error) {
            return gw_converter_apply(get(), detail::str(name), detail::bytes(input), params.get(),
                                      reply, error);
        });
    }
    // Throws an error if the caller may not use a resource.
    void check_use(std::string_view kind, std::string_view name) const {
        detail::check([&](GwError **error) {
            return gw_resource_check_use(get(), detail::str(kind), detail::str(name), error);
        });
    }
    // Loads a dataset from a file. `how` is `create` or `update`.
    Buffer load_dataset(std::string_view name, std::string_view path, std::string_view how,
                        const Params &params = {}, Progress progress = {}) const {
        return detail::write_buffer([&](GwBuffer *json, GwError **error) {
            return gw_dataset_load(get(), detail::str(name), detail::str(path), detail::str(how),
                                   params.get(), detail::progress_function(progress), &progress,
                                   json, error);
        });
    }
    // Adds bytes to an upload, and returns its number of bytes.
    std::uint64_t append_upload(std::string_view name, std::string_view data) const {
        std::uint64_t length = 0;
        detail::check([&](GwError **error) {
            return gw_upload_append(get(), detail::str(name), detail::bytes(data), &length, error);
        });
        return length;
    }
    // Loads an upload as a dataset, and removes the upload.
    Buffer load_upload(std::string_view name, std::string_view how,
                       const Params &params = {}) const {
        return detail::write_buffer([&](GwBuffer *json, GwError **error) {
            return gw_upload_load(get(), detail::str(name), detail::str(how), params.get(), json,
                                  error);
        });
    }
    // Discards an upload.
    void discard_upload(std::string_view name) const {
        detail::check(
            [&](GwError **error) { return gw_upload_discard(get(), detail::str(name), error); });
    }
    // Returns a token for the password of a user.
    [[nodiscard]] Buffer authenticate(std::string_view username, std::string_view password) const {
        return detail::write_buffer([&](GwBuffer *token, GwError **error) {
            return gw_user_authenticate(get(), detail::str(username), detail::str(password), token,
                                        error);
        });
    }
    // Revokes a token or an API key.
    void revoke_token(std::string_view token) const {
        detail::check(
            [&](GwError **error) { return gw_token_revoke(get(), detail::str(token), error); });
    }
    // Revokes all tokens and API keys of a user.
    void revoke_all_tokens(std::string_view username) const {
        detail::check([&](GwError **error) {
            return gw_token_revoke_all(get(), detail::str(username), error);
        });
    }
    // Returns the whole store as JSON Lines, for admins.
    [[nodiscard]] Buffer export_store() const {
        return detail::write_buffer(
            [&](GwBuffer *lines, GwError **error) { return gw_store_export(get(), lines, error); });
    }
    // Cancels the calls of this session in all threads, and all later calls. Any thread may call it.
    void cancel() const { gw_session_cancel(get()); }
    // Returns the session of the C interface.
    [[nodiscard]] const GwSession *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwSession, gw_session_free> handle_;
};

// An engine: settings and providers. Its sessions may outlive it.
class Engine {
  public:
    // Opens an engine. `settings` is the text of a file of settings, in TOML or JSON.
    explicit Engine(std::string_view settings = {}, const Providers &providers = {}) {
        GwEngine *opened = nullptr;
        detail::check([&](GwError **error) {
            return gw_engine_open(detail::str(settings), providers.get(), &opened, error);
        });
        handle_.reset(opened);
    }
    // Opens an anonymous session.
    [[nodiscard]] Session session() const {
        return detail::make<Session>([&](GwSession **session, GwError **error) {
            return gw_engine_session(get(), session, error);
        });
    }
    // Opens a session for the holder of a token or an API key. Calls throw `Unauthenticated` if it is invalid.
    [[nodiscard]] Session session(std::string_view token) const {
        return detail::make<Session>([&](GwSession **session, GwError **error) {
            return gw_engine_session_of(get(), detail::str(token), session, error);
        });
    }
    // Opens a session for the local user, an admin without a password.
    [[nodiscard]] Session local_session() const {
        return detail::make<Session>([&](GwSession **session, GwError **error) {
            return gw_engine_local_session(get(), session, error);
        });
    }
    // Removes expired resources, and returns their number.
    std::size_t expire() const {
        std::size_t count = 0;
        detail::check([&](GwError **error) { return gw_engine_expire(get(), &count, error); });
        return count;
    }
    // Returns the use of each language model since the engine was opened, as JSON.
    [[nodiscard]] Buffer token_usage() const {
        return detail::write_buffer([&](GwBuffer *json, GwError **error) {
            return gw_engine_token_usage(get(), json, error);
        });
    }
    // Returns the engine of the C interface.
    [[nodiscard]] const GwEngine *get() const noexcept { return handle_.get(); }

  private:
    detail::Handle<GwEngine, gw_engine_free> handle_;
};

// Reads what `export_store` wrote into a folder that is empty or missing.
inline void import_store(std::string_view folder, std::string_view lines) {
    detail::check([&](GwError **error) {
        return gw_store_import(detail::str(folder), detail::bytes(lines), error);
    });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_ENGINE_HPP
