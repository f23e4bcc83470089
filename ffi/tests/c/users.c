/* Users, tokens and stored resources, in a folder that outlives the engine. */
#include "check.h"

#include <unistd.h>

#define WORD gw_str("correct horse")

static const char QUERY[] = "SELECT ?s WHERE { ?s ?p ?o }";

/* Options from name, value, …, NULL. */
static GwParams *params(const char *const *pairs) {
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    for (; *pairs != NULL; pairs += 2) {
        WORKS(gw_params_add(params, gw_str(pairs[0]), gw_str(pairs[1]), &error));
    }
    return params;
}

static GwStr text(GwBuffer buffer) {
    GwStr text = {(const char *)buffer.data, buffer.length};
    return text;
}

static GwEngine *engine_in(const char *folder) {
    char settings[512];
    snprintf(settings, sizeof settings,
             "store.location = '%s'\nlimits.query = 1000\n"
             "admin = {create = true, username = 'root', password = 'correct horse'}\n", folder);
    GwDictionary *names;
    GwProviders *providers;
    GwEngine *engine, *second;
    GwError *error = NULL;
    WORKS(gw_dictionary_from_csv(bytes("uri,label\nhttp://a.example/c,Cork\n"), &names, &error));
    WORKS(gw_providers_new(&providers, &error));
    WORKS(gw_providers_add_dictionary(providers, gw_str("names"), names, &error));
    WORKS(gw_engine_open(gw_str(settings), providers, &engine, &error));
    gw_providers_free(providers);
    gw_dictionary_free(names);
    GwStatus status = gw_engine_open(gw_str(settings), NULL, &second, &error);
    CHECK(status == GW_STATUS_STORAGE);
    gw_error_free(error);
    return engine;
}

static void remove_folder(const char *folder) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

static GwBuffer log_in(const GwEngine *engine, const char *name, GwSession **session) {
    GwBuffer token;
    GwError *error = NULL;
    WORKS(gw_engine_session(engine, session, &error));
    WORKS(gw_user_authenticate(*session, gw_str(name), WORD, &token, &error));
    gw_session_free(*session);
    WORKS(gw_engine_session_of(engine, text(token), session, &error));
    return token;
}

static void users_are_told_apart(const GwEngine *engine) {
    GwSession *nobody, *root;
    GwBuffer out, token;
    GwError *error = NULL;
    const char *const page[] = {"after", "anna", "limit", "1", NULL};
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(gw_user_create(nobody, gw_str("anna"), WORD, &out, &error));
    CHECK(contains(text(out), "{\"username\":\"anna\",\"role\":\"ROLE_USER\",\"created\":\""));
    gw_buffer_free(&out);
    GwStatus status = gw_user_create(nobody, gw_str("anna"), WORD, NULL, &error);
    CHECK(status == GW_STATUS_CONFLICT && gw_error_retry_after(error) == 0);
    gw_error_free(error);
    status = gw_user_create(nobody, gw_str("bert"), gw_str("short"), NULL, &error);
    CHECK(status == GW_STATUS_INVALID);
    CHECK(same(gw_error_parameter(error), "password") && !contains(gw_error_text(error), "short"));
    gw_error_free(error);
    CHECK(gw_user_read(nobody, gw_str("anna"), &out, NULL) == GW_STATUS_UNAUTHENTICATED);

    token = log_in(engine, "root", &root);
    GwParams *options = params(page);
    WORKS(gw_user_list(root, options, &out, &error));
    CHECK(contains(text(out), "[{\"username\":\"root\"") && out.data[out.length - 1] == ']');
    CHECK(!contains(text(out), "anna"));
    gw_buffer_free(&out);
    gw_params_free(options);
    CHECK(gw_user_set_role(root, gw_str("anna"), gw_str("king"), NULL, NULL) == GW_STATUS_INVALID);
    CHECK(gw_user_delete(root, gw_str("root"), NULL, NULL) == GW_STATUS_CONFLICT);
    WORKS(gw_user_set_role(root, gw_str("anna"), gw_str("ROLE_ADMIN"), &out, &error));
    CHECK(contains(text(out), "\"ROLE_ADMIN\""));
    gw_buffer_free(&out);
    WORKS(gw_token_revoke(root, text(token), &error));
    CHECK(gw_user_list(root, NULL, &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_buffer_free(&token);
    gw_session_free(root);
    gw_session_free(nobody);
}

static void keys_act_for_their_users(const GwEngine *engine) {
    GwSession *anna, *program;
    GwBuffer key, out, token = log_in(engine, "anna", &anna);
    GwError *error = NULL;
    const char *const options[] = {"name", "nightly", "scopes", "read", NULL};
    const char *const wrong[] = {"name", "nightly", "scopes", "all", NULL};
    GwParams *some = params(wrong);
    GwStatus status = gw_key_create(anna, gw_str("anna"), some, &key, &error);
    CHECK(status == GW_STATUS_INVALID && same(gw_error_parameter(error), "scopes"));
    gw_error_free(error);
    gw_params_free(some);
    some = params(options);
    WORKS(gw_key_create(anna, gw_str("anna"), some, &key, &error));
    CHECK(contains(text(key), "{\"name\":\"nightly\",\"scopes\":[\"read\"],\"created\":\""));
    /* The secret is the last field. */
    GwStr secret = {(const char *)key.data + key.length - 66, 64};
    CHECK(contains(text(key), "\"expires\":null,\"last_used\":null,\"secret\":\""));
    WORKS(gw_engine_session_of(engine, secret, &program, &error));
    WORKS(gw_user_read(program, gw_str("anna"), &out, &error));
    gw_buffer_free(&out);
    status = gw_key_list(program, gw_str("anna"), &out, &error);
    CHECK(status == GW_STATUS_FORBIDDEN);
    gw_error_free(error);
    WORKS(gw_key_read(anna, gw_str("anna"), gw_str("nightly"), &out, &error));
    CHECK(!contains(text(out), "secret") && !contains(text(out), "\"last_used\":null"));
    gw_buffer_free(&out);
    WORKS(gw_key_list(anna, gw_str("anna"), &out, &error));
    CHECK(contains(text(out), "[{\"name\":\"nightly\""));
    gw_buffer_free(&out);
    WORKS(gw_key_revoke(anna, gw_str("anna"), gw_str("nightly"), &error));
    CHECK(gw_key_revoke(anna, gw_str("anna"), gw_str("nightly"), NULL) == GW_STATUS_NOT_FOUND);
    CHECK(gw_user_read(program, gw_str("anna"), &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_buffer_free(&key);
    gw_buffer_free(&token);
    gw_params_free(some);
    gw_session_free(program);
    gw_session_free(anna);
}

static GwStr id_of(GwBuffer job) {
    /* The first field: `{"id":"…",`. */
    GwStr id = {(const char *)job.data + 7, 0};
    while (id.data[id.length] != '"') id.length++;
    return id;
}

static void jobs_run_later(const GwEngine *engine) {
    GwSession *anna, *bert;
    GwBuffer job, out, token = log_in(engine, "anna", &anna);
    GwReply *reply;
    GwError *error = NULL;
    const char *const webhook[] = {"webhook", "https://example.org/", NULL};
    GwParams *some = params(webhook);
    GwCall call = {gw_str("/e-entity/names/documents?language=en"), NULL, NULL, bytes("To Cork")};
    GwCall nowhere = {gw_str("/user"), NULL, NULL, bytes("")};
    WORKS(gw_job_submit(anna, &call, NULL, &job, &error));
    CHECK(contains(text(job), "\"owner\":\"anna\",\"path\":\"/e-entity/names/documents\""));
    WORKS(gw_job_wait(anna, id_of(job), 60000, &out, &error));
    CHECK(contains(text(out), "\"state\":\"done\"") && contains(text(out), "\"attempts\":1"));
    gw_buffer_free(&out);
    WORKS(gw_job_result(anna, id_of(job), &reply, &error));
    CHECK(same(gw_reply_media_type(reply), "text/turtle"));
    CHECK(contains(text_of(gw_reply_bytes(reply)), "http://a.example/c"));
    gw_reply_free(reply);
    WORKS(gw_job_list(anna, NULL, &out, &error));
    CHECK(contains(text(out), "[{\"id\":\""));
    gw_buffer_free(&out);
    WORKS(gw_job_cancel(anna, id_of(job), NULL, &error));
    WORKS(gw_job_read(anna, id_of(job), &out, &error));
    CHECK(contains(text(out), "\"state\":\"done\""));
    gw_buffer_free(&out);
    WORKS(gw_job_delete(anna, id_of(job), &error));
    CHECK(gw_job_read(anna, id_of(job), &out, NULL) == GW_STATUS_NOT_FOUND);
    CHECK(gw_job_submit(anna, &nowhere, NULL, &out, NULL) == GW_STATUS_NOT_FOUND);
    GwStatus status = gw_job_submit(anna, &call, some, &out, &error);
    CHECK(status == GW_STATUS_UNSUPPORTED && same(gw_error_parameter(error), "webhook"));
    gw_error_free(error);
    WORKS(gw_engine_session(engine, &bert, &error));
    CHECK(gw_job_submit(bert, &call, NULL, &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(bert);
    gw_params_free(some);
    gw_buffer_free(&job);
    gw_buffer_free(&token);
    gw_session_free(anna);
}

/* Removes the user `cleo`, who owns a filter. */
static void delete_with_resources(const GwSession *root) {
    GwError *error = NULL;
    GwParams *wrong, *params;
    WORKS(gw_params_new(&wrong, &error));
    WORKS(gw_params_add(wrong, gw_str("resources"), gw_str("keep"), &error));
    CHECK(gw_user_delete(root, gw_str("cleo"), wrong, &error) == GW_STATUS_INVALID);
    CHECK(same(gw_error_parameter(error), "resources"));
    gw_error_free(error);
    gw_params_free(wrong);
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("owner"), gw_str("cleo"), &error));
    WORKS(gw_resource_create(root, gw_str("filter"), gw_str("hers"),
                             bytes("SELECT * { ?s ?p ?o }"), NULL, NULL, &error));
    WORKS(gw_resource_update(root, gw_str("filter"), gw_str("hers"), (GwBytes){NULL, 0}, params, NULL,
                             &error));
    gw_params_free(params);
    CHECK(gw_user_delete(root, gw_str("cleo"), NULL, &error) == GW_STATUS_CONFLICT);
    CHECK(same(gw_error_parameter(error), "resources"));
    gw_error_free(error);
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("resources"), gw_str("delete"), &error));
    WORKS(gw_user_delete(root, gw_str("cleo"), params, &error));
    CHECK(gw_resource_check_use(root, gw_str("filter"), gw_str("hers"), NULL) == GW_STATUS_NOT_FOUND);
    gw_params_free(params);
}

static void invitations_make_one_user(const GwEngine *engine) {
    GwSession *root, *nobody;
    GwBuffer made, out, token = log_in(engine, "root", &root);
    GwError *error = NULL;
    const char *const options[] = {"name", "cleo", "role", "ROLE_USER", NULL};
    GwParams *some = params(options);
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(gw_invitation_create(root, some, &made, &error));
    CHECK(contains(text(made), "{\"name\":\"cleo\",\"role\":\"ROLE_USER\",\"created\":\""));
    /* The code is the last field. */
    GwStr code = {(const char *)made.data + made.length - 66, 64};
    CHECK(gw_invitation_create(root, some, &out, NULL) == GW_STATUS_CONFLICT);
    CHECK(gw_invitation_list(nobody, &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    WORKS(gw_invitation_list(root, &out, &error));
    CHECK(contains(text(out), "[{\"name\":\"cleo\"") && !contains(text(out), "code"));
    gw_buffer_free(&out);
    WORKS(gw_invitation_read(root, gw_str("cleo"), &out, &error));
    gw_buffer_free(&out);
    WORKS(gw_user_create_invited(nobody, gw_str("cleo"), WORD, code, &out, &error));
    CHECK(contains(text(out), "\"cleo\""));
    gw_buffer_free(&out);
    GwStatus status =
        gw_user_create_invited(nobody, gw_str("dora"), WORD, code, NULL, &error);
    CHECK(status == GW_STATUS_FORBIDDEN && same(gw_error_parameter(error), "invitation"));
    gw_error_free(error);
    WORKS(gw_invitation_create(root, some, &out, &error));
    gw_buffer_free(&out);
    WORKS(gw_invitation_revoke(root, gw_str("cleo"), &error));
    CHECK(gw_invitation_revoke(root, gw_str("cleo"), NULL) == GW_STATUS_NOT_FOUND);
    delete_with_resources(root);
    gw_buffer_free(&made);
    gw_buffer_free(&token);
    gw_params_free(some);
    gw_session_free(nobody);
    gw_session_free(root);
}

static void guessing_takes_long(const GwEngine *engine) {
    GwSession *nobody;
    GwBuffer token;
    GwError *error = NULL;
    WORKS(gw_engine_session(engine, &nobody, &error));
    for (int i = 0; i < 5; i++) {
        GwStatus status = gw_user_authenticate(nobody, gw_str("carl"), WORD, &token, NULL);
        CHECK(status == GW_STATUS_UNAUTHENTICATED);
    }
    GwStatus status = gw_user_authenticate(nobody, gw_str("carl"), WORD, &token, &error);
    CHECK(status == GW_STATUS_THROTTLED);
    CHECK(gw_error_retry_after(error) > 0 && gw_error_retry_after(error) <= 1000);
    gw_error_free(error);
    gw_session_free(nobody);
}

static void resources_change(const GwSession *anna) {
    const char *const old[] = {"if-revision", "1", NULL};
    const char *const hidden[] = {"visibility", "private", "description", "all of them", NULL};
    const char *const wrong[] = {"persist", "true", NULL};
    const GwStr kind = gw_str("filter"), name = gw_str("subjects");
    const GwBytes query = bytes(QUERY), none = {NULL, 0};
    GwBuffer out;
    GwError *error = NULL;
    GwParams *options = params(hidden);
    WORKS(gw_resource_create(anna, kind, name, query, options, &out, &error));
    CHECK(contains(text(out), "{\"name\":\"subjects\",\"kind\":\"filter\",\"owner\":\"anna\","));
    CHECK(contains(text(out), "\"visibility\":\"private\",\"description\":\"all of them\""));
    gw_buffer_free(&out);
    WORKS(gw_resource_update(anna, kind, name, none, NULL, &out, &error));
    CHECK(contains(text(out), QUERY));
    gw_buffer_free(&out);
    GwStatus status = gw_resource_update(anna, kind, name, bytes(""), NULL, NULL, &error);
    CHECK(status == GW_STATUS_MALFORMED);
    gw_error_free(error);
    gw_params_free(options);

    options = params(old);
    status = gw_resource_delete(anna, kind, name, options, &error);
    CHECK(status == GW_STATUS_PRECONDITION_FAILED);
    CHECK(same(gw_error_parameter(error), "if-revision"));
    gw_error_free(error);
    gw_params_free(options);
    options = params(wrong);
    status = gw_resource_update(anna, kind, name, none, options, NULL, &error);
    CHECK(status == GW_STATUS_INVALID && same(gw_error_parameter(error), "persist"));
    gw_error_free(error);
    gw_params_free(options);
    CHECK(gw_resource_read(anna, gw_str("cat"), name, &out, &error) == GW_STATUS_INVALID);
    CHECK(same(gw_error_parameter(error), "kind"));
    gw_error_free(error);
}

static void filters_are_applied(const GwSession *anna) {
    const GwBytes turtle = bytes("<http://a.example/> <http://a.example/p> 'x' .");
    const GwStr name = gw_str("subjects"), csv = gw_str("csv"), from = gw_str("turtle");
    const char *const request[] = {"informat",  "text", "filter", "subjects",
                                   "outformat", "json", NULL};
    GwBuffer out;
    GwReply *reply;
    GwError *error = NULL;
    WORKS(gw_filter_apply(anna, name, turtle, from, csv, &out, &error));
    CHECK(same(text(out), "s\r\nhttp://a.example/\r\n"));
    gw_buffer_free(&out);
    WORKS(gw_filter_apply(anna, name, turtle, from, gw_str(NULL), &out, &error));
    CHECK(same(text(out), "s\r\nhttp://a.example/\r\n"));
    gw_buffer_free(&out);
    GwStatus status = gw_filter_apply(anna, name, turtle, from, gw_str("html"), &out, &error);
    CHECK(status == GW_STATUS_UNSUPPORTED && same(gw_error_parameter(error), "outformat"));
    gw_error_free(error);
    status = gw_filter_apply(anna, name, bytes("<a"), from, csv, &out, &error);
    CHECK(status == GW_STATUS_MALFORMED && gw_error_location(error, NULL));
    gw_error_free(error);
    status = gw_filter_apply(anna, gw_str("others"), turtle, from, csv, &out, NULL);
    CHECK(status == GW_STATUS_NOT_FOUND);
    GwParams *options = params(request);
    WORKS(gw_entities_enrich(anna, gw_str("names"), bytes("To Cork"), options, &reply, &error));
    CHECK(contains(text_of(gw_reply_bytes(reply)), "\"bindings\""));
    CHECK(contains(text_of(gw_reply_bytes(reply)), "#char=3,7\""));
    gw_reply_free(reply);
    gw_params_free(options);
}

/* `anna` is an admin; her token is good for the copy too. */
static void a_store_is_copied(const GwSession *anna, GwStr token) {
    char folder[] = "/tmp/glossweave-XXXXXX";
    GwBuffer lines;
    GwEngine *copy;
    GwSession *there;
    GwError *error = NULL;
    CHECK(mkdtemp(folder) != NULL);
    WORKS(gw_store_export(anna, &lines, &error));
    GwBytes all = {lines.data, lines.length}, cut = {lines.data, lines.length / 2};
    CHECK(gw_store_import(gw_str(folder), cut, NULL) == GW_STATUS_MALFORMED);
    WORKS(gw_store_import(gw_str(folder), all, &error));
    CHECK(gw_store_import(gw_str(folder), all, NULL) == GW_STATUS_CONFLICT);
    gw_buffer_free(&lines);
    copy = engine_in(folder);
    WORKS(gw_engine_session(copy, &there, &error));
    CHECK(gw_store_export(there, &lines, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(there);
    WORKS(gw_engine_session_of(copy, token, &there, &error));
    WORKS(gw_resource_check_use(there, gw_str("filter"), gw_str("subjects"), &error));
    gw_session_free(there);
    gw_engine_free(copy);
    remove_folder(folder);
}

static void models_are_stored(GwEngine *engine, const GwSession *anna) {
    const char *const once[] = {"rounds", "1", NULL};
    const GwBytes corpus = bytes("To O\nCork B-LOC\n");
    GwSession *nobody;
    GwBuffer out;
    GwError *error = NULL;
    GwParams *options = params(once);
    WORKS(gw_model_train(anna, gw_str("towns"), corpus, options, &out, &error));
    CHECK(contains(text(out), "{\"name\":\"towns\",\"kind\":\"tagger\",\"revision\":\""));
    gw_buffer_free(&out);
    CHECK(gw_model_train(anna, gw_str("all"), corpus, options, NULL, NULL) == GW_STATUS_INVALID);
    gw_params_free(options);
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(gw_model_read(nobody, gw_str("towns"), &out, &error));
    CHECK(contains(text(out), "ontology#Location"));
    gw_buffer_free(&out);
    CHECK(gw_model_check(gw_str("/no/such/model"), &out, NULL) == GW_STATUS_STORAGE);
    CHECK(gw_model_delete(nobody, gw_str("towns"), NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(nobody);
    WORKS(gw_model_delete(anna, gw_str("towns"), &error));
    WORKS(gw_model_list(anna, &out, &error));
    CHECK(same(text(out), "[]"));
    gw_buffer_free(&out);
    CHECK(gw_model_read(anna, gw_str("towns"), &out, NULL) == GW_STATUS_NOT_FOUND);
}

static void changes_are_logged(void) {
    static const char settings[] =
        "{\"access.audit\": \"30 days\", \"admin\": {\"create\": true, \"username\": \"chief\", "
        "\"password\": \"battery staple\"}}";
    GwEngine *engine;
    GwError *error = NULL;
    GwSession *nobody, *chief;
    GwBuffer token, out;
    WORKS(gw_engine_open(gw_str(settings), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("chief"), gw_str("battery staple"), &token, &error));
    WORKS(gw_engine_session_of(engine, text(token), &chief, &error));
    WORKS(gw_resource_create(chief, gw_str("filter"), gw_str("all"), bytes(QUERY), NULL, NULL, &error));
    const char *const part[] = {"limit", "3", NULL};
    GwParams *page = params(part);
    WORKS(gw_audit_log_read(chief, page, &out, &error));
    CHECK(contains(text(out), "\"user\":\"chief\",\"api_key\":null,\"action\":\"create\""));
    CHECK(contains(text(out), "\"kind\":\"filter\",\"name\":\"all\""));
    gw_buffer_free(&out);
    CHECK(gw_audit_log_read(nobody, page, &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_params_free(page);
    gw_buffer_free(&token);
    gw_session_free(chief);
    gw_session_free(nobody);
    gw_engine_free(engine);
}

static void sizes_have_bounds(const GwSession *anna) {
    static char query[1100];
    memset(query, ' ', sizeof query - 1);
    memcpy(query, QUERY, strlen(QUERY));
    GwStatus status =
        gw_resource_create(anna, gw_str("filter"), gw_str("long"), bytes(query), NULL, NULL, NULL);
    CHECK(status == GW_STATUS_TOO_LARGE);
}

int main(void) {
    char folder[] = "/tmp/glossweave-XXXXXX";
    GwBuffer token, out;
    GwSession *anna;
    GwError *error = NULL;
    size_t expired = 1;
    CHECK(mkdtemp(folder) != NULL);
    GwEngine *engine = engine_in(folder);
    users_are_told_apart(engine);
    jobs_run_later(engine);
    keys_act_for_their_users(engine);
    invitations_make_one_user(engine);
    changes_are_logged();
    guessing_takes_long(engine);
    token = log_in(engine, "anna", &anna);
    resources_change(anna);
    filters_are_applied(anna);
    sizes_have_bounds(anna);
    models_are_stored(engine, anna);
    a_store_is_copied(anna, text(token));
    WORKS(gw_engine_expire(engine, &expired, &error));
    CHECK(expired == 0);
    gw_session_free(anna);
    gw_engine_free(engine);

    engine = engine_in(folder);
    WORKS(gw_engine_session_of(engine, text(token), &anna, &error));
    gw_engine_free(engine);
    WORKS(gw_resource_check_use(anna, gw_str("filter"), gw_str("subjects"), &error));
    WORKS(gw_resource_list(anna, gw_str("filter"), NULL, &out, &error));
    CHECK(contains(text(out), "\"subjects\"") && !contains(text(out), "\"query\""));
    gw_buffer_free(&out);
    const char *const whole[] = {"contents", "true", NULL};
    GwParams *wanted = params(whole);
    WORKS(gw_resource_list(anna, gw_str("filter"), wanted, &out, &error));
    CHECK(contains(text(out), "\"query\""));
    gw_params_free(wanted);
    gw_buffer_free(&out);
    WORKS(gw_resource_delete(anna, gw_str("filter"), gw_str("subjects"), NULL, &error));
    WORKS(gw_token_revoke_all(anna, gw_str("anna"), &error));
    CHECK(gw_user_delete(anna, gw_str("anna"), NULL, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(anna);
    gw_buffer_free(&token);
    remove_folder(folder);
    return 0;
}
