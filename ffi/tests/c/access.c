/* The table of who may do what: runs the rows that it reads in frames, each up to a frame `run`,
 * and answers with a frame for each: `right`, or `fault` with what is wrong.
 * tests/cases/access/README.md says what a row asks for. */
#include "frames.h"

#define WORD gw_str("correct horse")
#define OTHER_WORD gw_str("another one")

enum { ANONYMOUS, WRONG, STRANGER, OWNER, ADMIN, KEYS, ADMIN_KEY = 8, CALLERS, KINDS = 7 };
static const char *const CALLER[CALLERS] = {"anonymous", "wrong token", "stranger",
                                            "owner",     "admin",       "read key",
                                            "enrich key", "write key",  "admin key"};
/* The scopes of the API keys, which the owner has; the last one is the admin's. */
static const char *const SCOPES[CALLERS - KEYS] = {"read", "enrich", "write",
                                                   "read,enrich,write,admin"};

struct world {
    GwEngine *engine;
    GwSession *sessions[CALLERS];
    char kinds[KINDS][32];
    GwStr bodies[KINDS];
    size_t count;
};

struct row {
    GwStr kind, target, action, caller, expect;
    size_t number;
    int is_right;
};

static GwParams *option(const char *name, GwStr value) {
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    WORKS(gw_params_add(params, gw_str(name), value, &error));
    return params;
}

static GwStr seen(GwBuffer buffer) {
    GwStr text = {(const char *)buffer.data, buffer.length};
    return text;
}

static GwStr name_of(GwStatus status) {
    return status == GW_STATUS_OK ? gw_str("ok") : gw_status_name(status);
}

static int equal(GwStr one, GwStr other) {
    if (one.length != other.length) return 0;
    return one.length == 0 || memcmp(one.data, other.data, one.length) == 0;
}

/* What stands behind a part of JSON, up to a character. */
static GwStr behind(GwStr json, const char *part, char end) {
    size_t length = strlen(part);
    for (size_t at = 0; at + length <= json.length; at++) {
        if (memcmp(json.data + at, part, length) != 0) continue;
        GwStr found = {json.data + at + length, 0};
        size_t rest = json.length - at - length;
        while (found.length < rest && found.data[found.length] != end) found.length++;
        return found;
    }
    return gw_str(NULL);
}

static unsigned long revision(Json resource) {
    GwStr digits = behind(resource.text, "\"revision\":", ',');
    return digits.length == 0 ? 0 : strtoul(digits.data, NULL, 10);
}

static GwSession *log_in(GwEngine *engine, const GwSession *nobody, GwStr name) {
    GwBuffer token;
    GwSession *session;
    GwError *error = NULL;
    WORKS(gw_user_authenticate(nobody, name, WORD, &token, &error));
    CHECK(token.length == 64);
    WORKS(gw_engine_session_of(engine, seen(token), &session, &error));
    gw_buffer_free(&token);
    return session;
}

/* A session with a new API key of a user who has logged in. */
static GwSession *with_key(GwEngine *engine, const GwSession *session, GwStr name, int number) {
    Json key;
    GwSession *found;
    GwError *error = NULL;
    const char unique[2] = {(char)('a' + number), 0};
    GwParams *params = option("name", gw_str(unique));
    WORKS(gw_params_add(params, gw_str("scopes"), gw_str(SCOPES[number - KEYS]), &error));
    WORKS(request(session, "POST", keys_of(name, gw_str(NULL)), params, bytes(""), &key, &error));
    WORKS(gw_engine_session_of(engine, behind(key.text, "\"secret\":\"", '"'), &found, &error));
    json_free(&key);
    gw_params_free(params);
    return found;
}

static void begin(struct world *world) {
    static const char wrong[] = "0000000000000000000000000000000000000000000000000000000000000000";
    GwError *error = NULL;
    char settings[256];
    snprintf(settings, sizeof settings, "admin = {create = true, username = 'admin', password = '%.*s'}",
             (int)WORD.length, WORD.data);
    WORKS(gw_engine_open(gw_str(settings), NULL, &world->engine, &error));
    GwSession **all = world->sessions;
    WORKS(gw_engine_session(world->engine, &all[ANONYMOUS], &error));
    WORKS(gw_engine_session_of(world->engine, gw_str(wrong), &all[WRONG], &error));
    WORKS(create_user(all[ANONYMOUS], gw_str("owner"), WORD, NULL, &error));
    WORKS(create_user(all[ANONYMOUS], gw_str("stranger"), WORD, NULL, &error));
    for (int i = STRANGER; i < KEYS; i++) {
        all[i] = log_in(world->engine, all[ANONYMOUS], gw_str(CALLER[i]));
    }
    for (int i = KEYS; i < CALLERS; i++) {
        int user = i == ADMIN_KEY ? ADMIN : OWNER;
        all[i] = with_key(world->engine, all[user], gw_str(CALLER[user]), i);
    }
}

static void end(struct world *world) {
    for (int i = 0; i < CALLERS; i++) gw_session_free(world->sessions[i]);
    gw_engine_free(world->engine);
}

static const GwSession *caller(const struct world *world, const struct row *row) {
    for (int i = 0; i < CALLERS; i++) {
        if (same(row->caller, CALLER[i])) return world->sessions[i];
    }
    CHECK(!"a caller");
    return NULL;
}

static GwBytes body(const struct world *world, const struct row *row) {
    for (size_t i = 0; i < world->count; i++) {
        if (!same(row->kind, world->kinds[i])) continue;
        GwBytes content = {world->bodies[i].data, world->bodies[i].length};
        return content;
    }
    CHECK(!"a kind");
    return bytes("");
}

static void fault(struct row *row, const char *what, GwStr found) {
    char text[512] = "";
    const GwStr parts[] = {row->kind, row->target, row->action, row->caller, gw_str(what), found};
    for (size_t i = 0, at = 0; i < sizeof parts / sizeof *parts && at < sizeof text; i++) {
        const char *part = parts[i].length == 0 ? "" : parts[i].data;
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%.*s", i == 0 ? "" : ", ",
                               (int)parts[i].length, part);
    }
    put("fault", gw_str(text));
    row->is_right = 0;
}

static void compare(struct row *row, GwStr found) {
    char what[80];
    snprintf(what, sizeof what, "expected %.*s", (int)row->expect.length, row->expect.data);
    if (!equal(row->expect, found)) fault(row, what, found);
}

static int is_given(const struct row *row) {
    return same(row->kind, "template") || same(row->kind, "pipeline");
}

/* Stores what the row is about and writes its name. */
static void prepare(const struct world *world, const struct row *row, char name[64]) {
    Json made;
    GwError *error = NULL;
    int given = is_given(row);
    snprintf(name, 64, "made-%zu", row->number);
    if (same(row->target, "absent")) {
        if (given) strcpy(name, "999999999");
        return;
    }
    GwParams *params = option("visibility", row->target);
    WORKS(request(world->sessions[OWNER], "POST", resource_path(row->kind, gw_str(given ? NULL : name)), params, body(world, row), &made, &error));
    GwStr found = behind(made.text, given ? "\"id\":\"" : "\"name\":\"", '"');
    CHECK(given || same(found, name));
    snprintf(name, 64, "%.*s", (int)found.length, found.data);
    json_free(&made);
    gw_params_free(params);
}

static GwStatus look(const struct world *world, const struct row *row, GwStr name, Json *out) {
    GwStatus status = request(world->sessions[ADMIN], "GET", resource_path(row->kind, name), NULL, bytes(""), out, NULL);
    CHECK(status == GW_STATUS_OK || status == GW_STATUS_NOT_FOUND);
    return status;
}

/* Whether a list has a resource; the status where there is none. */
static GwStr listed(const struct world *world, const struct row *row, const char *name) {
    Json all;
    char part[96];
    GwParams *page = option("limit", gw_str("1000"));
    GwStatus status = request(caller(world, row), "GET", resource_path(row->kind, gw_str(NULL)), page, bytes(""), &all, NULL);
    gw_params_free(page);
    if (status != GW_STATUS_OK) return name_of(status);
    snprintf(part, sizeof part, "\"%s\":\"%s\"", is_given(row) ? "id" : "name", name);
    int shown = contains(all.text, part);
    json_free(&all);
    return gw_str(shown ? "shown" : "hidden");
}

static GwStatus create_another(const struct world *world, const struct row *row) {
    char name[64];
    snprintf(name, sizeof name, "more-%zu", row->number);
    GwParams *params = option("visibility", row->target);
    GwStr chosen = gw_str(is_given(row) ? NULL : name);
    GwStatus status = request(caller(world, row), "POST", resource_path(row->kind, chosen), params, body(world, row), NULL, NULL);
    gw_params_free(params);
    return status;
}

static GwStatus change(const struct world *world, const struct row *row, GwStr name,
                       const char *what, const char *value) {
    GwParams *params = option(what, gw_str(value));
    GwBytes none = {NULL, 0};
    GwStatus status =
        request(caller(world, row), "PUT", resource_path(row->kind, name), params, none, NULL, NULL);
    gw_params_free(params);
    return status;
}

static GwStatus act(const struct world *world, const struct row *row, GwStr name,
                    const char *other) {
    const GwSession *session = caller(world, row);
    if (same(row->action, "create")) return create_another(world, row);
    if (same(row->action, "use")) return gw_resource_check_use(session, row->kind, name, NULL);
    if (same(row->action, "change owner")) return change(world, row, name, "newOwner", "stranger");
    if (same(row->action, "change visibility")) {
        return change(world, row, name, "visibility", other);
    }
    if (same(row->action, "delete")) {
        return request(session, "DELETE", resource_path(row->kind, name), NULL, bytes(""), NULL, NULL);
    }
    if (same(row->action, "update")) {
        return request(session, "PUT", resource_path(row->kind, name), NULL, body(world, row), NULL, NULL);
    }
    CHECK(same(row->action, "read"));
    Json found = {gw_str(NULL), NULL};
    GwStatus status = request(session, "GET", resource_path(row->kind, name), NULL, bytes(""), &found, NULL);
    json_free(&found);
    return status;
}

/* Whether what is there afterwards is what the row leads to. */
static int holds(const struct row *row, GwStatus status, Json before, Json after,
                 const char *other) {
    char part[64];
    int done = status == GW_STATUS_OK;
    if (done && same(row->action, "update")) return revision(after) > revision(before);
    if (done && same(row->action, "delete")) return after.reply == NULL;
    if (done && same(row->action, "change owner")) {
        return contains(after.text, "\"owner\":\"stranger\"");
    }
    if (done && same(row->action, "change visibility")) {
        snprintf(part, sizeof part, "\"visibility\":\"%s\"", other);
        return contains(after.text, part);
    }
    return equal(before.text, after.text);
}

static void resource(const struct world *world, struct row *row) {
    char name[64];
    Json before = {gw_str(NULL), NULL}, after = before;
    const char *other = same(row->target, "public") ? "private" : "public";
    prepare(world, row, name);
    GwStatus found = look(world, row, gw_str(name), &before);
    CHECK((found != GW_STATUS_OK) == same(row->target, "absent"));
    if (same(row->action, "list")) {
        compare(row, listed(world, row, name));
    } else {
        GwStatus status = act(world, row, gw_str(name), other);
        compare(row, name_of(status));
        look(world, row, gw_str(name), &after);
        if (!holds(row, status, before, after, other)) fault(row, "wrong afterwards", after.text);
    }
    json_free(&before);
    json_free(&after);
}

static GwStatus act_on_user(const GwSession *session, const struct row *row, GwStr name) {
    Json out = {gw_str(NULL), NULL};
    GwStatus status;
    if (same(row->action, "create")) return create_user(session, name, WORD, NULL, NULL);
    if (same(row->action, "delete")) return request(session, "DELETE", path_to("/user", name), NULL, bytes(""), NULL, NULL);
    if (same(row->action, "set password")) {
        return update_user(session, name, "password", OTHER_WORD, NULL, NULL);
    }
    if (same(row->action, "set role")) {
        return update_user(session, name, "role", gw_str("ROLE_ADMIN"), NULL, NULL);
    }
    if (same(row->action, "read")) status = request(session, "GET", path_to("/user", name), NULL, bytes(""), &out, NULL);
    else if (same(row->action, "list")) status = request(session, "GET", "/user", NULL, bytes(""), &out, NULL);
    else {
        CHECK(same(row->action, "log in"));
        GwBuffer token = {NULL, 0, 0};
        status = gw_user_authenticate(session, name, WORD, &token, NULL);
        gw_buffer_free(&token);
    }
    json_free(&out);
    return status;
}

static void user_is_right(const struct world *world, struct row *row, GwStr name, int done) {
    GwBuffer token;
    Json after;
    int present = same(row->target, "present");
    int there = done && same(row->action, "create") ? 1 : present;
    if (done && same(row->action, "delete")) there = 0;
    GwStatus status = request(world->sessions[ADMIN], "GET", path_to("/user", name), NULL, bytes(""), &after, NULL);
    if ((status == GW_STATUS_OK) != there) fault(row, "is it there afterwards", name_of(status));
    if (status != GW_STATUS_OK) return;
    const char *role = done && same(row->action, "set role") ? "\"ROLE_ADMIN\"" : "\"ROLE_USER\"";
    GwStr word = done && same(row->action, "set password") ? OTHER_WORD : WORD;
    if (!contains(after.text, role)) fault(row, "wrong afterwards", after.text);
    json_free(&after);
    status = gw_user_authenticate(world->sessions[ANONYMOUS], name, word, &token, NULL);
    if (status != GW_STATUS_OK) fault(row, "no log-in afterwards", name_of(status));
    else gw_buffer_free(&token);
}

static void user(const struct world *world, struct row *row) {
    char name[64];
    GwError *error = NULL;
    GwSession *owner = NULL;
    const GwSession *nobody = world->sessions[ANONYMOUS];
    snprintf(name, sizeof name, "user-%zu", row->number);
    if (same(row->target, "present")) {
        WORKS(create_user(nobody, gw_str(name), WORD, NULL, &error));
        if (same(row->caller, "owner")) owner = log_in(world->engine, nobody, gw_str(name));
        for (int i = KEYS; i < ADMIN_KEY; i++) {
            if (!same(row->caller, CALLER[i])) continue;
            GwSession *user = log_in(world->engine, nobody, gw_str(name));
            owner = with_key(world->engine, user, gw_str(name), i);
            gw_session_free(user);
        }
    }
    const GwSession *session = owner == NULL ? caller(world, row) : owner;
    GwStatus status = act_on_user(session, row, gw_str(name));
    compare(row, name_of(status));
    user_is_right(world, row, gw_str(name), status == GW_STATUS_OK);
    gw_session_free(owner);
}

static void take(struct world *world, struct row *row, const char *name, GwStr value) {
    if (strncmp(name, "body.", 5) == 0) {
        CHECK(world->count < KINDS && strlen(name + 5) < sizeof world->kinds[0]);
        strcpy(world->kinds[world->count], name + 5);
        world->bodies[world->count++] = value;
    } else if (strcmp(name, "kind") == 0) row->kind = value;
    else if (strcmp(name, "target") == 0) row->target = value;
    else if (strcmp(name, "action") == 0) row->action = value;
    else if (strcmp(name, "caller") == 0) row->caller = value;
    else if (strcmp(name, "expect") == 0) row->expect = value;
    else {
        CHECK(strcmp(name, "run") == 0);
        if (world->engine == NULL) begin(world);
        row->is_right = 1;
        row->number++;
        if (same(row->kind, "user")) user(world, row);
        else resource(world, row);
        if (row->is_right) put("right", gw_str(""));
    }
}

int main(void) {
    static struct world world;
    struct row row;
    size_t length;
    char name[64], *frames = read_input(&length), *last = frames + length;
    GwStr value;
    memset(&row, 0, sizeof row);
    for (char *at = frames; at < last;) {
        at = next_frame(at, last, name, &value);
        take(&world, &row, name, value);
    }
    end(&world);
    free(frames);
    return 0;
}
