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
    GwBuffer token;
    Json out;
    GwError *error = NULL;
    const char *const page[] = {"after", "anna", "limit", "1", NULL};
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(create_user(nobody, gw_str("anna"), WORD, &out, &error));
    CHECK(contains(out.text, "{\"username\":\"anna\",\"role\":\"ROLE_USER\",\"created\":\""));
    json_free(&out);
    GwStatus status = create_user(nobody, gw_str("anna"), WORD, NULL, &error);
    CHECK(status == GW_STATUS_CONFLICT && error->retry_after == 0);
    gw_error_free(error);
    status = create_user(nobody, gw_str("bert"), gw_str("short"), NULL, &error);
    CHECK(status == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "password") && !contains(error->text, "short"));
    gw_error_free(error);
    CHECK(request(nobody, "GET", path_to("/user", gw_str("anna")), NULL, bytes(""), &out, NULL) == GW_STATUS_UNAUTHENTICATED);

    token = log_in(engine, "root", &root);
    GwParams *options = params(page);
    WORKS(request(root, "GET", "/user", options, bytes(""), &out, &error));
    CHECK(contains(out.text, "[{\"username\":\"root\"") && out.text.data[out.text.length - 1] == ']');
    CHECK(!contains(out.text, "anna"));
    json_free(&out);
    gw_params_free(options);
    CHECK(update_user(root, gw_str("anna"), "role", gw_str("king"), NULL, NULL) == GW_STATUS_INVALID);
    CHECK(request(root, "DELETE", path_to("/user", gw_str("root")), NULL, bytes(""), NULL, NULL) == GW_STATUS_CONFLICT);
    WORKS(update_user(root, gw_str("anna"), "role", gw_str("ROLE_ADMIN"), &out, &error));
    CHECK(contains(out.text, "\"ROLE_ADMIN\""));
    json_free(&out);
    WORKS(gw_token_revoke(root, text(token), &error));
    CHECK(request(root, "GET", "/user", NULL, bytes(""), &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_buffer_free(&token);
    gw_session_free(root);
    gw_session_free(nobody);
}

static void keys_act_for_their_users(const GwEngine *engine) {
    GwSession *anna, *program;
    GwBuffer token = log_in(engine, "anna", &anna);
    Json out;
    Json key;
    GwError *error = NULL;
    const char *const options[] = {"name", "nightly", "scopes", "read", NULL};
    const char *const wrong[] = {"name", "nightly", "scopes", "all", NULL};
    GwParams *some = params(wrong);
    GwStatus status = request(anna, "POST", keys_of(gw_str("anna"), gw_str(NULL)), some, bytes(""), &key, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "scopes"));
    gw_error_free(error);
    gw_params_free(some);
    some = params(options);
    WORKS(request(anna, "POST", keys_of(gw_str("anna"), gw_str(NULL)), some, bytes(""), &key, &error));
    CHECK(contains(key.text, "{\"name\":\"nightly\",\"scopes\":[\"read\"],\"created\":\""));
    /* The secret is the last field. */
    GwStr secret = {key.text.data + key.text.length - 66, 64};
    CHECK(contains(key.text, "\"expires\":null,\"last_used\":null,\"secret\":\""));
    WORKS(gw_engine_session_of(engine, secret, &program, &error));
    WORKS(request(program, "GET", path_to("/user", gw_str("anna")), NULL, bytes(""), &out, &error));
    json_free(&out);
    status = request(program, "GET", keys_of(gw_str("anna"), gw_str(NULL)), NULL, bytes(""), &out, &error);
    CHECK(status == GW_STATUS_FORBIDDEN);
    gw_error_free(error);
    WORKS(request(anna, "GET", keys_of(gw_str("anna"), gw_str("nightly")), NULL, bytes(""), &out, &error));
    CHECK(!contains(out.text, "secret") && !contains(out.text, "\"last_used\":null"));
    json_free(&out);
    WORKS(request(anna, "GET", keys_of(gw_str("anna"), gw_str(NULL)), NULL, bytes(""), &out, &error));
    CHECK(contains(out.text, "[{\"name\":\"nightly\""));
    json_free(&out);
    WORKS(request(anna, "DELETE", keys_of(gw_str("anna"), gw_str("nightly")), NULL, bytes(""), NULL, &error));
    CHECK(request(anna, "DELETE", keys_of(gw_str("anna"), gw_str("nightly")), NULL, bytes(""), NULL, NULL) == GW_STATUS_NOT_FOUND);
    CHECK(request(program, "GET", path_to("/user", gw_str("anna")), NULL, bytes(""), &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    json_free(&key);
    gw_buffer_free(&token);
    gw_params_free(some);
    gw_session_free(program);
    gw_session_free(anna);
}

static GwStr id_of(Json job) {
    /* The first field: `{"id":"…",`. */
    GwStr id = {job.text.data + 7, 0};
    while (id.data[id.length] != '"') id.length++;
    return id;
}

static void jobs_run_later(const GwEngine *engine) {
    static const char path[] = "/e-entity/names/documents?language=en&async=true";
    GwSession *anna, *nobody;
    GwBuffer ended, token = log_in(engine, "anna", &anna);
    Json job, out;
    GwError *error = NULL;
    const char *const webhook[] = {"webhook", "https://example.org/", NULL};
    GwParams *some = params(webhook);
    const GwBytes text_to_read = bytes("To Cork");
    WORKS(request(anna, "POST", path, NULL, text_to_read, &job, &error));
    CHECK(contains(job.text, "\"owner\":\"anna\",\"path\":\"/e-entity/names/documents\""));
    WORKS(gw_job_wait(anna, id_of(job), 60000, &ended, &error));
    CHECK(contains(text(ended), "\"state\":\"done\"") && contains(text(ended), "\"attempts\":1"));
    gw_buffer_free(&ended);
    const char *at = path_to("/jobs", id_of(job));
    WORKS(request(anna, "GET", path_to(at, gw_str("result")), NULL, bytes(""), &out, &error));
    CHECK(same(out.reply->media_type, "text/turtle"));
    CHECK(contains(out.text, "http://a.example/c"));
    json_free(&out);
    WORKS(request(anna, "GET", "/jobs", NULL, bytes(""), &out, &error));
    CHECK(contains(out.text, "[{\"id\":\""));
    json_free(&out);
    WORKS(request(anna, "POST", path_to(at, gw_str("cancel")), NULL, bytes(""), NULL, &error));
    WORKS(request(anna, "GET", at, NULL, bytes(""), &out, &error));
    CHECK(contains(out.text, "\"state\":\"done\""));
    json_free(&out);
    WORKS(request(anna, "DELETE", at, NULL, bytes(""), NULL, &error));
    CHECK(request(anna, "GET", at, NULL, bytes(""), &out, NULL) == GW_STATUS_NOT_FOUND);
    /* Only services and pipelines can be jobs. */
    GwStatus status = request(anna, "POST", "/user?async=true", NULL, bytes(""), &out, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "async"));
    gw_error_free(error);
    status = request(anna, "POST", path, some, text_to_read, &out, &error);
    CHECK(status == GW_STATUS_UNSUPPORTED && same(error->parameter, "webhook"));
    gw_error_free(error);
    WORKS(gw_engine_session(engine, &nobody, &error));
    status = request(nobody, "POST", path, NULL, text_to_read, &out, NULL);
    CHECK(status == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(nobody);
    gw_params_free(some);
    json_free(&job);
    gw_buffer_free(&token);
    gw_session_free(anna);
}

/* Removes the user `cleo`, who owns a filter. */
static void delete_with_resources(const GwSession *root) {
    GwError *error = NULL;
    GwParams *wrong, *params;
    WORKS(gw_params_new(&wrong, &error));
    WORKS(gw_params_add(wrong, gw_str("resources"), gw_str("keep"), &error));
    CHECK(request(root, "DELETE", path_to("/user", gw_str("cleo")), wrong, bytes(""), NULL, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "resources"));
    gw_error_free(error);
    gw_params_free(wrong);
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("owner"), gw_str("cleo"), &error));
    WORKS(request(root, "POST", resource_path(gw_str("filter"), gw_str("hers")), NULL, bytes("SELECT * { ?s ?p ?o }"), NULL, &error));
    WORKS(request(root, "PUT", resource_path(gw_str("filter"), gw_str("hers")), params, (GwBytes){NULL, 0}, NULL, &error));
    gw_params_free(params);
    CHECK(request(root, "DELETE", path_to("/user", gw_str("cleo")), NULL, bytes(""), NULL, &error) == GW_STATUS_CONFLICT);
    CHECK(same(error->parameter, "resources"));
    gw_error_free(error);
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str("resources"), gw_str("delete"), &error));
    WORKS(request(root, "DELETE", path_to("/user", gw_str("cleo")), params, bytes(""), NULL, &error));
    CHECK(gw_resource_check_use(root, gw_str("filter"), gw_str("hers"), NULL) == GW_STATUS_NOT_FOUND);
    gw_params_free(params);
}

static void invitations_make_one_user(const GwEngine *engine) {
    GwSession *root, *nobody;
    GwBuffer token = log_in(engine, "root", &root);
    Json out;
    Json made;
    GwError *error = NULL;
    const char *const options[] = {"name", "cleo", "role", "ROLE_USER", NULL};
    GwParams *some = params(options);
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(request(root, "POST", "/invitations", some, bytes(""), &made, &error));
    CHECK(contains(made.text, "{\"name\":\"cleo\",\"role\":\"ROLE_USER\",\"created\":\""));
    /* The code is the last field. */
    GwStr code = {made.text.data + made.text.length - 66, 64};
    CHECK(request(root, "POST", "/invitations", some, bytes(""), &out, NULL) == GW_STATUS_CONFLICT);
    CHECK(request(nobody, "GET", "/invitations", NULL, bytes(""), &out, NULL) == GW_STATUS_UNAUTHENTICATED);
    WORKS(request(root, "GET", "/invitations", NULL, bytes(""), &out, &error));
    CHECK(contains(out.text, "[{\"name\":\"cleo\"") && !contains(out.text, "code"));
    json_free(&out);
    WORKS(request(root, "GET", path_to("/invitations", gw_str("cleo")), NULL, bytes(""), &out, &error));
    json_free(&out);
    WORKS(create_invited(nobody, gw_str("cleo"), WORD, code, &out, &error));
    CHECK(contains(out.text, "\"cleo\""));
    json_free(&out);
    GwStatus status =
        create_invited(nobody, gw_str("dora"), WORD, code, NULL, &error);
    CHECK(status == GW_STATUS_FORBIDDEN && same(error->parameter, "invitation"));
    gw_error_free(error);
    WORKS(request(root, "POST", "/invitations", some, bytes(""), &out, &error));
    json_free(&out);
    WORKS(request(root, "DELETE", path_to("/invitations", gw_str("cleo")), NULL, bytes(""), NULL, &error));
    CHECK(request(root, "DELETE", path_to("/invitations", gw_str("cleo")), NULL, bytes(""), NULL, NULL) == GW_STATUS_NOT_FOUND);
    delete_with_resources(root);
    json_free(&made);
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
    CHECK(error->retry_after > 0 && error->retry_after <= 1000);
    gw_error_free(error);
    gw_session_free(nobody);
}

static void resources_change(const GwSession *anna) {
    const char *const old[] = {"if-revision", "1", NULL};
    const char *const hidden[] = {"visibility", "private", "description", "all of them", NULL};
    const char *const wrong[] = {"persist", "true", NULL};
    const GwStr kind = gw_str("filter"), name = gw_str("subjects");
    const GwBytes query = bytes(QUERY), none = {NULL, 0};
    Json out;
    GwError *error = NULL;
    GwParams *options = params(hidden);
    WORKS(request(anna, "POST", resource_path(kind, name), options, query, &out, &error));
    CHECK(contains(out.text, "{\"name\":\"subjects\",\"kind\":\"filter\",\"owner\":\"anna\","));
    CHECK(contains(out.text, "\"visibility\":\"private\",\"description\":\"all of them\""));
    json_free(&out);
    WORKS(request(anna, "PUT", resource_path(kind, name), NULL, none, &out, &error));
    CHECK(contains(out.text, QUERY));
    json_free(&out);
    gw_params_free(options);

    options = params(old);
    GwStatus status = request(anna, "DELETE", resource_path(kind, name), options, bytes(""), NULL, &error);
    CHECK(status == GW_STATUS_PRECONDITION_FAILED);
    CHECK(same(error->parameter, "if-revision"));
    gw_error_free(error);
    gw_params_free(options);
    options = params(wrong);
    status = request(anna, "PUT", resource_path(kind, name), options, none, NULL, &error);
    CHECK(status == GW_STATUS_INVALID && same(error->parameter, "persist"));
    gw_error_free(error);
    gw_params_free(options);
    CHECK(gw_resource_check_use(anna, gw_str("cat"), name, &error) == GW_STATUS_INVALID);
    CHECK(same(error->parameter, "kind"));
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
    CHECK(status == GW_STATUS_UNSUPPORTED && same(error->parameter, "outformat"));
    gw_error_free(error);
    status = gw_filter_apply(anna, name, bytes("<a"), from, csv, &out, &error);
    CHECK(status == GW_STATUS_MALFORMED && error->has_location);
    gw_error_free(error);
    status = gw_filter_apply(anna, gw_str("others"), turtle, from, csv, &out, NULL);
    CHECK(status == GW_STATUS_NOT_FOUND);
    GwParams *options = params(request);
    WORKS(gw_entities_enrich(anna, gw_str("names"), bytes("To Cork"), options, &reply, &error));
    CHECK(contains(text_of(reply->bytes), "\"bindings\""));
    CHECK(contains(text_of(reply->bytes), "#char=3,7\""));
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
    GwBuffer report;
    Json out;
    GwError *error = NULL;
    GwParams *options = params(once);
    WORKS(request(anna, "POST", path_to("/models", gw_str("towns")), options, corpus, &out, &error));
    CHECK(contains(out.text, "{\"name\":\"towns\",\"kind\":\"tagger\",\"revision\":\""));
    json_free(&out);
    CHECK(request(anna, "POST", path_to("/models", gw_str("all")), options, corpus, NULL, NULL) == GW_STATUS_INVALID);
    gw_params_free(options);
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(request(nobody, "GET", path_to("/models", gw_str("towns")), NULL, bytes(""), &out, &error));
    CHECK(contains(out.text, "ontology#Location"));
    json_free(&out);
    CHECK(gw_model_check(gw_str("/no/such/model"), &report, NULL) == GW_STATUS_STORAGE);
    CHECK(request(nobody, "DELETE", path_to("/models", gw_str("towns")), NULL, bytes(""), NULL, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(nobody);
    WORKS(request(anna, "DELETE", path_to("/models", gw_str("towns")), NULL, bytes(""), NULL, &error));
    WORKS(request(anna, "GET", "/models", NULL, bytes(""), &out, &error));
    CHECK(same(out.text, "[]"));
    json_free(&out);
    CHECK(request(anna, "GET", path_to("/models", gw_str("towns")), NULL, bytes(""), &out, NULL) == GW_STATUS_NOT_FOUND);
}

static void changes_are_logged(void) {
    static const char settings[] =
        "{\"access.audit\": \"30 days\", \"admin\": {\"create\": true, \"username\": \"chief\", "
        "\"password\": \"battery staple\"}}";
    GwEngine *engine;
    GwError *error = NULL;
    GwSession *nobody, *chief;
    GwBuffer token;
    Json out;
    WORKS(gw_engine_open(gw_str(settings), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    WORKS(gw_user_authenticate(nobody, gw_str("chief"), gw_str("battery staple"), &token, &error));
    WORKS(gw_engine_session_of(engine, text(token), &chief, &error));
    WORKS(request(chief, "POST", resource_path(gw_str("filter"), gw_str("all")), NULL, bytes(QUERY), NULL, &error));
    const char *const part[] = {"limit", "3", NULL};
    GwParams *page = params(part);
    WORKS(request(chief, "GET", "/audit", page, bytes(""), &out, &error));
    CHECK(contains(out.text, "\"user\":\"chief\",\"api_key\":null,\"action\":\"create\""));
    CHECK(contains(out.text, "\"kind\":\"filter\",\"name\":\"all\""));
    json_free(&out);
    CHECK(request(nobody, "GET", "/audit", page, bytes(""), &out, NULL) == GW_STATUS_UNAUTHENTICATED);
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
        request(anna, "POST", resource_path(gw_str("filter"), gw_str("long")), NULL, bytes(query), NULL, NULL);
    CHECK(status == GW_STATUS_TOO_LARGE);
}

int main(void) {
    char folder[] = "/tmp/glossweave-XXXXXX";
    GwBuffer token;
    Json out;
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
    WORKS(request(anna, "GET", resource_path(gw_str("filter"), gw_str(NULL)), NULL, bytes(""), &out, &error));
    CHECK(contains(out.text, "\"subjects\"") && !contains(out.text, "\"query\""));
    json_free(&out);
    const char *const whole[] = {"contents", "true", NULL};
    GwParams *wanted = params(whole);
    WORKS(request(anna, "GET", resource_path(gw_str("filter"), gw_str(NULL)), wanted, bytes(""), &out, &error));
    CHECK(contains(out.text, "\"query\""));
    gw_params_free(wanted);
    json_free(&out);
    WORKS(request(anna, "DELETE", resource_path(gw_str("filter"), gw_str("subjects")), NULL, bytes(""), NULL, &error));
    WORKS(gw_token_revoke_all(anna, gw_str("anna"), &error));
    CHECK(request(anna, "DELETE", path_to("/user", gw_str("anna")), NULL, bytes(""), NULL, NULL) == GW_STATUS_UNAUTHENTICATED);
    gw_session_free(anna);
    gw_buffer_free(&token);
    remove_folder(folder);
    return 0;
}
