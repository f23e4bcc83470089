/* Rows of tests/cases/xslt: frames say what the stylesheet, its input and its parameters are, and in
 * which way to run it; the answer is a frame for each thing that came out, and `end`. */
#include "frames.h"

#define WORD gw_str("correct horse")

static GwEngine *engine;
static GwSession *nobody, *anna, *berta;

/* What the next run takes. */
static GwStr stylesheet, input, visibility;
static GwParams *options, *parameters;

static GwParams *empty(void) {
    GwParams *params;
    GwError *error = NULL;
    WORKS(gw_params_new(&params, &error));
    return params;
}

/* Time enough for valgrind on a busy machine. */
static GwParams *patient(const char *name) {
    GwParams *params = empty();
    GwError *error = NULL;
    WORKS(gw_params_add(params, gw_str(name), gw_str("600000"), &error));
    return params;
}

static void forget(void) {
    gw_params_free(options);
    gw_params_free(parameters);
    options = patient("milliseconds");
    parameters = empty();
}

static GwBytes content(GwStr text) {
    GwBytes bytes = {text.data, text.length};
    return bytes;
}

static void put_place(const char *name, uint32_t line, uint32_t column) {
    char said[64];
    snprintf(said, sizeof said, "%u %u", (unsigned)line, (unsigned)column);
    put(name, gw_str(said));
}

static void refuse(GwError *error) {
    put("kind", gw_status_name(error->status));
    put("message", error->message);
    if (error->code.data) put("code", error->code);
    if (error->parameter.data) put("parameter", error->parameter);
    if (error->has_location) put_place("place", error->location.line, error->location.column);
    gw_error_free(error);
}

static void tell_sheet(const GwXslt *xslt) {
    GwError *error = NULL;
    put("version", gw_xslt_version(xslt));
    put("processor", gw_xslt_processor(xslt));
    for (size_t index = 0; index < gw_xslt_parameter_count(xslt); index++) {
        GwXsltParameter parameter;
        WORKS(gw_xslt_parameter(xslt, index, &parameter, &error));
        put("name", parameter.name);
        put("usual", parameter.usual);
    }
}

static void tell(const GwXsltReply *reply) {
    put("bytes", text_of(reply->bytes));
    put("media-type", reply->media_type);
    put("encoding", reply->encoding);
    put("method", reply->method);
    for (size_t index = 0; index < reply->message_count; index++) {
        GwXsltMessage message;
        message = reply->messages[index];
        put("said", message.text);
        put_place("said-at", message.line, message.column);
    }
    for (size_t index = 0; index < reply->document_count; index++) {
        GwXsltDocument document;
        document = reply->documents[index];
        put("uri", document.uri);
        put("document", text_of(document.bytes));
    }
}

static void run_alone(void) {
    GwError *error = NULL;
    GwXslt *xslt = NULL;
    GwXsltReply *reply = NULL;
    GwStatus status = gw_xslt_compile(content(stylesheet), options, &xslt, &error);
    if (status == GW_STATUS_OK)
        status = gw_xslt_run(xslt, content(input), parameters, &reply, &error);
    if (status == GW_STATUS_OK) {
        tell_sheet(xslt);
        tell(reply);
    } else {
        refuse(error);
    }
    gw_xslt_reply_free(reply);
    gw_xslt_free(xslt);
}

static void run_stored(const GwSession *caller) {
    static int number = 0;
    char name[32];
    GwError *error = NULL;
    GwXsltReply *reply = NULL;
    GwParams *params = empty();
    snprintf(name, sizeof name, "row-%d", number++);
    WORKS(gw_params_add(params, gw_str("visibility"), visibility, &error));
    GwStatus status = request(anna, "POST", resource_path(gw_str("xsltconverter"), gw_str(name)), params, content(stylesheet), NULL, &error);
    if (status == GW_STATUS_OK)
        status = gw_converter_apply(caller, gw_str(name), content(input), parameters, &reply, &error);
    if (status == GW_STATUS_OK) tell(reply);
    else refuse(error);
    gw_xslt_reply_free(reply);
    gw_params_free(params);
}

static GwSession *logged_in(const char *name) {
    GwBuffer token;
    GwSession *session;
    GwError *error = NULL;
    WORKS(create_user(nobody, gw_str(name), WORD, NULL, &error));
    WORKS(gw_user_authenticate(nobody, gw_str(name), WORD, &token, &error));
    GwStr secret = {(const char *)token.data, token.length};
    WORKS(gw_engine_session_of(engine, secret, &session, &error));
    gw_buffer_free(&token);
    return session;
}

/* Runs where the frame is a way. */
static void run(const char *way) {
    if (strcmp(way, "alone") == 0) run_alone();
    else if (strcmp(way, "stored") == 0) run_stored(nobody);
    else if (strcmp(way, "stored-for-another") == 0) run_stored(berta);
    else if (strcmp(way, "stored-for-owner") == 0) run_stored(anna);
    else return;
    put("end", gw_str(""));
    forget();
}

int main(void) {
    GwError *error = NULL;
    GwStr name = gw_str(""), value;
    char word[64];
    size_t length;
    char *frames = read_input(&length), *last = frames + length;
    WORKS(gw_engine_open(gw_str("xslt.time = '10m'"), NULL, &engine, &error));
    WORKS(gw_engine_session(engine, &nobody, &error));
    anna = logged_in("anna");
    berta = logged_in("berta");
    forget();
    for (char *at = frames; at < last;) {
        at = next_frame(at, last, word, &value);
        if (strcmp(word, "stylesheet") == 0) stylesheet = value;
        else if (strcmp(word, "input") == 0) input = value;
        else if (strcmp(word, "visibility") == 0) visibility = value;
        else if (strcmp(word, "name") == 0) name = value;
        else if (strcmp(word, "option") == 0) WORKS(gw_params_add(options, name, value, &error));
        else if (strcmp(word, "parameter") == 0) WORKS(gw_params_add(parameters, name, value, &error));
        else run(word);
    }
    gw_params_free(options);
    gw_params_free(parameters);
    gw_session_free(berta);
    gw_session_free(anna);
    gw_session_free(nobody);
    gw_engine_free(engine);
    free(frames);
    return 0;
}
