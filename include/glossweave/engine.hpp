// Engines and sessions: everything that is done on behalf of somebody.

#ifndef GLOSSWEAVE_ENGINE_HPP
#define GLOSSWEAVE_ENGINE_HPP

#include "provider.hpp"
#include "xslt.hpp"

namespace glossweave {

// What is asked of a service or a pipeline, by its path.
struct Call {
    std::string path;
    std::string body;
    Params parameters;
    // `Content-Type` and `Accept` count.
    Params headers;

    GwCall get() const { return {str(path), parameters.get(), headers.get(), bytes(body)}; }
};

// The next call of a stream, or nothing where there is none. It must not throw.
using NextCall = std::function<std::optional<Call>()>;

// An answer of a stream: a reply, or what went wrong with this call.
struct Answer {
    std::size_t index;
    std::optional<Reply> reply;
    std::optional<Error> failure;
};

// A stream of calls that several threads work through.
class Many {
  public:
    explicit Many(GwCallBatch *taken) : handle_(taken) {}

    // Waits for the next answer; nothing where the stream is over.
    std::optional<Answer> next() const {
        GwDone done{};
        call([&](GwError **error) { return gw_call_batch_next(get(), &done, error); });
        if (done.is_over) return std::nullopt;
        Answer answer{done.index, std::nullopt, std::nullopt};
        if (done.reply != nullptr) answer.reply.emplace(done.reply);
        if (done.failure != nullptr) {
            answer.failure.emplace(gw_error_status(done.failure), done.failure);
        }
        return answer;
    }
    void cancel() const { gw_call_batch_cancel(get()); }
    const GwCallBatch *get() const { return handle_.get(); }

  private:
    Handle<GwCallBatch, gw_call_batch_free> handle_;
};

// An engine on behalf of a caller, which it keeps alive. Any number of threads may use it at once.
class Session {
  public:
    explicit Session(GwSession *taken) : handle_(taken) {}

    // Entities.
    Annotations find_entities(std::string_view recognizer, const Document &document,
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
    Reply request(const Call &asked) const {
        const GwCall given = asked.get();
        return replied([&](GwReply **reply, GwError **error) {
            return gw_call(get(), &given, reply, error);
        });
    }
    Many many(NextCall function, const Params &params = {}) const {
        struct Data {
            NextCall function;
            std::optional<Call> now;
        };
        auto data = std::make_unique<Data>(Data{std::move(function), std::nullopt});
        const GwNextCall take = [](void *from, GwCall *asked) -> bool {
            Data *source = static_cast<Data *>(from);
            source->now = source->function();
            if (source->now) *asked = source->now->get();
            return source->now.has_value();
        };
        GwCallBatch *begun = nullptr;
        call([&](GwError **error) {
            return gw_call_batch_new(get(), take, data.get(), finalize<Data>, params.get(), &begun, error);
        });
        data.release();
        return Many(begun);
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
        call([&](GwError **error) {
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
    Buffer create(std::string_view kind, std::string_view name, std::string_view content,
                  const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_create(get(), str(kind), str(name), bytes(content), params.get(), json,
                                      error);
        });
    }
    Buffer read(std::string_view kind, std::string_view name) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_read(get(), str(kind), str(name), json, error);
        });
    }
    Buffer list(std::string_view kind, const Params &params = {}) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_list(get(), str(kind), params.get(), json, error);
        });
    }
    // The content stays where it is `std::nullopt`.
    Buffer update(std::string_view kind, std::string_view name,
                  std::optional<std::string_view> content, const Params &params = {}) const {
        const GwBytes given = content ? bytes(*content) : GwBytes{nullptr, 0};
        return written([&](GwBuffer *json, GwError **error) {
            return gw_resource_update(get(), str(kind), str(name), given, params.get(), json, error);
        });
    }
    void remove(std::string_view kind, std::string_view name, const Params &params = {}) const {
        call([&](GwError **error) {
            return gw_resource_delete(get(), str(kind), str(name), params.get(), error);
        });
    }
    void check_use(std::string_view kind, std::string_view name) const {
        call([&](GwError **error) {
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
        call([&](GwError **error) {
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
        call([&](GwError **error) { return gw_upload_discard(get(), str(name), error); });
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
        call([&](GwError **error) { return gw_model_delete(get(), str(name), error); });
    }
    // Users and tokens.
    Buffer create_user(std::string_view username, std::string_view password) const {
        return written([&](GwBuffer *json, GwError **error) {
            return gw_user_create(get(), str(username), str(password), json, error);
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
    void delete_user(std::string_view username) const {
        call([&](GwError **error) { return gw_user_delete(get(), str(username), error); });
    }
    void revoke_token(std::string_view token) const {
        call([&](GwError **error) { return gw_token_revoke(get(), str(token), error); });
    }
    void revoke_tokens(std::string_view username) const {
        call([&](GwError **error) { return gw_token_revoke_all(get(), str(username), error); });
    }
    // Everything that is stored, as JSON Lines.
    Buffer export_store() const {
        return written([&](GwBuffer *lines, GwError **error) {
            return gw_store_export(get(), lines, error);
        });
    }
    const GwSession *get() const { return handle_.get(); }

  private:
    Handle<GwSession, gw_session_free> handle_;
};

// An engine: settings, recognizers, translation systems. Its sessions may outlive it.
class Engine {
  public:
    explicit Engine(const Params &params = {}, const Recognizers &recognizers = {},
                    const Translators &translators = {}, const Providers &providers = {}) {
        GwEngine *opened = nullptr;
        call([&](GwError **error) {
            return gw_engine_open_providers(params.get(), recognizers.get(), translators.get(),
                                            providers.get(), &opened, error);
        });
        handle_.reset(opened);
    }
    // On behalf of nobody in particular.
    Session session() const {
        GwSession *begun = nullptr;
        call([&](GwError **error) { return gw_engine_session(get(), &begun, error); });
        return Session(begun);
    }
    // On behalf of who holds a token.
    Session session(std::string_view token) const {
        GwSession *begun = nullptr;
        call([&](GwError **error) {
            return gw_engine_session_of(get(), str(token), &begun, error);
        });
        return Session(begun);
    }
    // On behalf of the local user, an admin without a password.
    Session local_session() const {
        GwSession *begun = nullptr;
        call([&](GwError **error) { return gw_engine_local_session(get(), &begun, error); });
        return Session(begun);
    }
    // Removes what has expired, and tells how much that was.
    std::size_t expire() const {
        std::size_t count = 0;
        call([&](GwError **error) { return gw_engine_expire(get(), &count, error); });
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
    call([&](GwError **error) { return gw_store_import(str(folder), bytes(lines), error); });
}

}  // namespace glossweave

#endif  // GLOSSWEAVE_ENGINE_HPP
