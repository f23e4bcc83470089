// Engines and sessions: everything that is done on behalf of somebody.

#ifndef GLOSSWEAVE_ENGINE_HPP
#define GLOSSWEAVE_ENGINE_HPP

#include "batch.hpp"
#include "provider.hpp"
#include "xslt.hpp"

namespace glossweave {

// An engine on behalf of a caller, which it keeps alive. Any number of threads may use it at once.
class Session {
  public:
    explicit Session(GwSession *taken) : handle_(taken) {}

    // Entities.
    Annotations recognize_entities(std::string_view recognizer, const Document &document,
                              const Params &params = {}) const {
        return annotated([&](GwAnnotations **found, GwError **error) {
            return gw_entities_recognize(get(), str(recognizer), document.get(), params.get(), found,
                                    error);
        });
    }
    Buffer explain_entities(const Document &document, const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_entities_explain(get(), document.get(), params.get(), json, error);
        });
    }
    Reply enrich_entities(std::string_view recognizer, std::string_view input,
                          const Params &params) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_entities_enrich(get(), str(recognizer), bytes(input), params.get(), reply,
                                      error);
        });
    }
    // Links, translations, terms.
    Reply enrich_links(std::string_view input, const Params &params) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_links_enrich(get(), bytes(input), params.get(), reply, error);
        });
    }
    Buffer explore(std::string_view resource, std::string_view endpoint,
                   std::string_view outformat = {}) const {
        return written([&](GwBuffer *rdf, GwError **error) {
            return gw_links_explore(get(), str(resource), str(endpoint), str(outformat), rdf, error);
        });
    }
    Reply enrich_translations(std::string_view provider, std::string_view input,
                              const Params &params) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_translations_enrich(get(), str(provider), bytes(input), params.get(), reply,
                                          error);
        });
    }
    // The recognizers, term finders and translators that the caller may use, as JSON.
    Buffer engines() const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_session_engines(get(), json, error);
        });
    }
    Buffer translation_systems(std::string_view provider) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_translations_systems(get(), str(provider), json, error);
        });
    }
    Reply enrich_terms(std::string_view provider, std::string_view input,
                       const Params &params) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_terms_enrich(get(), str(provider), bytes(input), params.get(), reply, error);
        });
    }
    // Services and pipelines by their paths, one call and a stream of them.
    Reply call(const Call &asked) const {
        const GwCall given = asked.get();
        return replied([&](GwReply **reply, GwError **error) {
            return gw_call(get(), &given, reply, error);
        });
    }
    CallBatch call_many(NextCall function, const Params &params = {}) const {
        struct Data {
            NextCall function;
            std::shared_ptr<RaisedByCalls> raised;
            std::optional<Call> now;
        };
        auto raised = std::make_shared<RaisedByCalls>();
        auto data = std::make_unique<Data>(Data{std::move(function), raised, std::nullopt});
        const GwNextCall take = [](void *from, GwCall *asked) -> bool {
            Data *source = static_cast<Data *>(from);
            try {
                source->now = source->function();
                if (source->now) *asked = source->now->get();
                return source->now.has_value();
            } catch (...) {
                const std::lock_guard<std::mutex> lock(source->raised->mutex);
                source->raised->exception = std::current_exception();
                return false;
            }
        };
        GwCallBatch *begun = nullptr;
        checked([&](GwError **error) {
            return gw_call_batch_new(get(), take, data.get(), finalize<Data>, params.get(), &begun, error);
        });
        data.release();
        return CallBatch(begun, std::move(raised));
    }
    // Calls a service for each document of the body, which is of a media type for batches.
    Batch batch(const Call &asked, std::string_view media_type, const Params &params = {}) const {
        const GwCall given = asked.get();
        GwBatch *begun = nullptr;
        checked([&](GwError **error) {
            return gw_batch_new(get(), &given, str(media_type), params.get(), &begun, error);
        });
        return Batch(begun);
    }
    // Jobs: calls that run after they were submitted.
    Buffer submit_job(const Call &asked, const Params &params = {}) const {
        const GwCall given = asked.get();
        return written([&](GwBuffer *json, GwError **error) {
            return gw_job_submit(get(), &given, params.get(), json, error);
        });
    }
    Buffer read_job(std::string_view id) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_job_read(get(), str(id), json, error);
        });
    }
    Buffer list_jobs(const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_job_list(get(), params.get(), json, error);
        });
    }
    Reply job_result(std::string_view id) const {
        return replied([&](GwReply **reply, GwError **error) {
            return gw_job_result(get(), str(id), reply, error);
        });
    }
    // Waits until the job has ended, or so long.
    Buffer wait_for_job(std::string_view id, std::chrono::milliseconds time) const {
        const std::uint64_t milliseconds = time.count() < 0 ? 0 : std::uint64_t(time.count());
        return written([&](GwBuffer *json, GwError **error) {
            return gw_job_wait(get(), str(id), milliseconds, json, error);
        });
    }
    Buffer cancel_job(std::string_view id) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_job_cancel(get(), str(id), json, error);
        });
    }
    void delete_job(std::string_view id) const {
        checked([&](GwError **error) { return gw_job_delete(get(), str(id), error); });
    }
    // Stored filters and stylesheets.
    Buffer filter(std::string_view name, std::string_view rdf, std::string_view informat,
                  std::string_view outformat = {}) const {
        return written([&](GwBuffer *table, GwError **error) {
            return gw_filter_apply(get(), str(name), bytes(rdf), str(informat), str(outformat), table,
                                   error);
        });
    }
    // A stored document in its own format, and its accepted annotations.
    std::pair<Document, Annotations> open_document(std::string_view name) const {
        GwDocument *document = nullptr;
        GwAnnotations *accepted = nullptr;
        checked([&](GwError **error) {
            return gw_stored_document_open(get(), str(name), &document, &accepted, error);
        });
        return {Document(document), Annotations(accepted)};
    }
    XsltReply convert(std::string_view name, std::string_view input,
                      const Params &params = {}) const {
        return transformed([&](GwXsltReply **reply, GwError **error) {
            return gw_converter_apply(get(), str(name), bytes(input), params.get(), reply, error);
        });
    }
    // What is stored: `template`, `filter`, `pipeline`, `dataset`, `xsltconverter`, `document`, `profile`. The answers are JSON.
    Buffer create_resource(std::string_view kind, std::string_view name, std::string_view content,
                  const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_create(get(), str(kind), str(name), bytes(content), params.get(), json,
                                      error);
        });
    }
    Buffer read_resource(std::string_view kind, std::string_view name) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_read(get(), str(kind), str(name), json, error);
        });
    }
    Buffer list_resources(std::string_view kind, const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_list(get(), str(kind), params.get(), json, error);
        });
    }
    // The content stays where it is `std::nullopt`.
    Buffer update_resource(std::string_view kind, std::string_view name,
                  std::optional<std::string_view> content, const Params &params = {}) const {
        const GwBytes given = content ? bytes(*content) : GwBytes{nullptr, 0};
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_update(get(), str(kind), str(name), given, params.get(), json, error);
        });
    }
    void delete_resource(std::string_view kind, std::string_view name, const Params &params = {}) const {
        checked([&](GwError **error) {
            return gw_resource_delete(get(), str(kind), str(name), params.get(), error);
        });
    }
    void check_use(std::string_view kind, std::string_view name) const {
        checked([&](GwError **error) {
            return gw_resource_check_use(get(), str(kind), str(name), error);
        });
    }
    // Datasets, from files and in pieces.
    Buffer load_dataset(std::string_view name, std::string_view path, std::string_view how,
                        const Params &params = {}, Progress progress = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_dataset_load(get(), str(name), str(path), str(how), params.get(),
                                   told(progress), &progress, json, error);
        });
    }
    // How many bytes are there by now.
    std::uint64_t append_upload(std::string_view name, std::string_view data) const {
        std::uint64_t length = 0;
        checked([&](GwError **error) {
            return gw_upload_append(get(), str(name), bytes(data), &length, error);
        });
        return length;
    }
    Buffer load_upload(std::string_view name, std::string_view how, const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_upload_load(get(), str(name), str(how), params.get(), json, error);
        });
    }
    void discard_upload(std::string_view name) const {
        checked([&](GwError **error) { return gw_upload_discard(get(), str(name), error); });
    }
    // Trained models.
    Buffer train_model(std::string_view name, std::string_view corpus,
                       const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_model_train(get(), str(name), bytes(corpus), params.get(), json, error);
        });
    }
    Buffer read_model(std::string_view name) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_model_read(get(), str(name), json, error);
        });
    }
    Buffer list_models() const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_model_list(get(), json, error);
        });
    }
    void delete_model(std::string_view name) const {
        checked([&](GwError **error) { return gw_model_delete(get(), str(name), error); });
    }
    // Users and tokens.
    Buffer create_user(std::string_view username, std::string_view password) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_create(get(), str(username), str(password), json, error);
        });
    }
    Buffer create_user_invited(std::string_view username, std::string_view password,
                               std::string_view invitation) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_create_invited(get(), str(username), str(password), str(invitation),
                                          json, error);
        });
    }
    // The token.
    Buffer authenticate(std::string_view username, std::string_view password) const {
        return written([&](GwBuffer *token, GwError **error) {
            return gw_user_authenticate(get(), str(username), str(password), token, error);
        });
    }
    Buffer read_user(std::string_view username) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_read(get(), str(username), json, error);
        });
    }
    Buffer list_users(const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_list(get(), params.get(), json, error);
        });
    }
    Buffer set_password(std::string_view username, std::string_view password) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_set_password(get(), str(username), str(password), json, error);
        });
    }
    Buffer set_role(std::string_view username, std::string_view role) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_set_role(get(), str(username), str(role), json, error);
        });
    }
    // With `resources` as `delete`, what the user owns is removed too.
    void delete_user(std::string_view username, const Params &params = {}) const {
        checked([&](GwError **error) {
            return gw_user_delete(get(), str(username), params.get(), error);
        });
    }
    void revoke_token(std::string_view token) const {
        checked([&](GwError **error) { return gw_token_revoke(get(), str(token), error); });
    }
    void revoke_all_tokens(std::string_view username) const {
        checked([&](GwError **error) { return gw_token_revoke_all(get(), str(username), error); });
    }
    Buffer read_audit_log(const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_audit_log_read(get(), params.get(), json, error);
        });
    }
    // API keys of users. `create_key` alone gives the secret.
    Buffer create_key(std::string_view username, const Params &params) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_key_create(get(), str(username), params.get(), json, error);
        });
    }
    Buffer read_key(std::string_view username, std::string_view name) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_key_read(get(), str(username), str(name), json, error);
        });
    }
    Buffer list_keys(std::string_view username) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_key_list(get(), str(username), json, error);
        });
    }
    void revoke_key(std::string_view username, std::string_view name) const {
        checked([&](GwError **error) {
            return gw_key_revoke(get(), str(username), str(name), error);
        });
    }
    // Invitations to register. `create_invitation` alone gives the code.
    Buffer create_invitation(const Params &params) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_invitation_create(get(), params.get(), json, error);
        });
    }
    Buffer read_invitation(std::string_view name) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_invitation_read(get(), str(name), json, error);
        });
    }
    Buffer list_invitations() const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_invitation_list(get(), json, error);
        });
    }
    void revoke_invitation(std::string_view name) const {
        checked([&](GwError **error) { return gw_invitation_revoke(get(), str(name), error); });
    }
    // The Reconciliation Service API over a dataset, as JSON; the preview is HTML.
    Buffer reconciliation_manifest(std::string_view dataset, std::string_view url,
                                   const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_reconciliation_manifest(get(), str(dataset), str(url), params.get(), json,
                                              error);
        });
    }
    Buffer reconciliation_answer(std::string_view dataset, std::string_view queries,
                                 const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_reconciliation_answer(get(), str(dataset), str(queries), params.get(), json,
                                            error);
        });
    }
    Buffer reconciliation_extend(std::string_view dataset, std::string_view query,
                                 const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_reconciliation_extend(get(), str(dataset), str(query), params.get(), json,
                                            error);
        });
    }
    Buffer reconciliation_suggest(std::string_view dataset, std::string_view suggested,
                                  std::string_view prefix, std::string_view skip = {},
                                  const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_reconciliation_suggest(get(), str(dataset), str(suggested), str(prefix),
                                             str(skip), params.get(), json, error);
        });
    }
    Buffer reconciliation_propose(std::string_view dataset, std::string_view class_iri,
                                  std::string_view limit = {}, const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_reconciliation_propose(get(), str(dataset), str(class_iri), str(limit),
                                             params.get(), json, error);
        });
    }
    Buffer reconciliation_preview(std::string_view dataset, std::string_view id,
                                  const Params &params = {}) const {
        return written([&](GwBuffer *html, GwError **error) {
            return gw_reconciliation_preview(get(), str(dataset), str(id), params.get(), html,
                                             error);
        });
    }
    // Everything that is stored, as JSON Lines.
    Buffer export_store() const {
        return written([&](GwBuffer *lines, GwError **error) {
            return gw_store_export(get(), lines, error);
        });
    }
    // Ends the calls of this session in all threads, and those that begin later. Any thread may call it.
    void cancel() const { gw_session_cancel(get()); }
    const GwSession *get() const { return handle_.get(); }

  private:
    Handle<GwSession, gw_session_free> handle_;
};

// An engine: settings and providers. Its sessions may outlive it.
class Engine {
  public:
    // `settings` is the text of a file of settings, in TOML or JSON (docs/settings.md).
    explicit Engine(std::string_view settings = {}, const Providers &providers = {}) {
        GwEngine *opened = nullptr;
        checked([&](GwError **error) {
            return gw_engine_open(str(settings), providers.get(), &opened, error);
        });
        handle_.reset(opened);
    }
    // On behalf of nobody in particular.
    Session session() const {
        GwSession *begun = nullptr;
        checked([&](GwError **error) { return gw_engine_session(get(), &begun, error); });
        return Session(begun);
    }
    // On behalf of who holds a token.
    Session session(std::string_view token) const {
        GwSession *begun = nullptr;
        checked([&](GwError **error) {
            return gw_engine_session_of(get(), str(token), &begun, error);
        });
        return Session(begun);
    }
    // On behalf of the local user, an admin without a password.
    Session local_session() const {
        GwSession *begun = nullptr;
        checked([&](GwError **error) { return gw_engine_local_session(get(), &begun, error); });
        return Session(begun);
    }
    // Removes what has expired, and tells how much that was.
    std::size_t expire() const {
        std::size_t count = 0;
        checked([&](GwError **error) { return gw_engine_expire(get(), &count, error); });
        return count;
    }
    // The use of each language model since the engine was opened, as JSON.
    Buffer token_usage() const {
        return written([&](GwBuffer *json, GwError **error) { return gw_engine_token_usage(get(), json, error); });
    }
    const GwEngine *get() const { return handle_.get(); }

  private:
    Handle<GwEngine, gw_engine_free> handle_;
};

// Reads what `export_store` wrote into a folder that is empty or not there.
inline void import_store(std::string_view folder, std::string_view lines) {
    checked([&](GwError **error) { return gw_store_import(str(folder), bytes(lines), error); });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_ENGINE_HPP
