// Everything that glossweave.hpp covers, used once.
#include "check.hpp"

#include <cctype>
#include <chrono>
#include <stdexcept>
#include <type_traits>

#include <stdlib.h>
#include <unistd.h>

namespace gw = glossweave;
using std::string_view;

static const string_view NAMES = "uri,label\nhttp://a.example/cork,Cork\n";
static const string_view PAGE = "<p lang=en>To <b>Co</b>rk</p>";

int second_file();
void ranges();
void files();

template <class T> constexpr bool moves_only() {
    return std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
           !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;
}
static_assert(moves_only<gw::Document>() && moves_only<gw::Annotations>());
static_assert(moves_only<gw::Engine>() && moves_only<gw::Session>() && moves_only<gw::Reply>());
static_assert(moves_only<gw::Buffer>() && moves_only<gw::Xslt>() && moves_only<gw::Params>());
static_assert(std::is_nothrow_copy_constructible_v<gw::Error>);
static_assert(GW_VERSION_AT_LEAST(0, 1, 0) && !GW_VERSION_AT_LEAST(1000, 0, 0));

static void versions() {
    CHECK(gw::fits() && second_file() == 0);
    const std::string header = std::to_string(GW_VERSION_MAJOR) + "." +
                               std::to_string(GW_VERSION_MINOR) + "." +
                               std::to_string(GW_VERSION_PATCH);
    CHECK(gw::version() == header);
}

static void documents() {
    gw::Document page = gw::Document::decode(PAGE, "html");
    gw::Document moved = std::move(page);
    CHECK(page.get() == nullptr && page.text().empty());
    CHECK(moved.text() == "To Cork" && !moved.encoding().empty());
    CHECK(moved.units().size() == 1 && gw::view(moved.units()[0].language) == "en");
    gw::Dictionary names = gw::Dictionary::from_csv(NAMES);
    gw::Annotations found = names.recognize(moved);
    CHECK(found.size() == 1 && moved.text(found[0].span) == "Cork");
    CHECK(found.value(0, "ident") == "http://a.example/cork" && !found.value(0, "class"));
    CHECK(!found.fields(0).empty() && moved.source_span(found[0].span).start > 3);
    CHECK(moved.text_span(moved.char_span(found[0].span)).end == 7);
    CHECK(has(moved.marked_text(moved.units()[0].bytes).view(), "<1>Co</1>"));
    found.add("term", {0, 2}, {{"info", "a preposition"}});
    gw::Reply reply = moved.encode(found);
    CHECK(has(reply.bytes(), "its-ta-ident-ref=\"http://a.example/cork\""));
    CHECK(reply.placements().size() == 2 && !reply.inserted().empty() && reply.replaced().empty());
    gw::Buffer turtle = moved.to_nif(found, "turtle");
    gw::Nif nif = gw::Nif::read(turtle.view(), "turtle");
    CHECK(nif.contexts().size() == 1 && nif.document(0).text() == "To Cork");
    CHECK(nif.annotations(0).size() == 2 && nif.annotations_of(moved).size() == 2);
    CHECK(gw::Nif::check(nif.bytes("json-ld").view(), "json-ld").view().empty());
    CHECK(has(moved.nif_skeleton("turtle").view(), "wasConvertedFrom"));
    gw::Its its = gw::Its::analyze("<p translate=no>x", "html", "translate");
    CHECK(!its.nodes().empty() && !gw::values(its.nodes()[0]).empty());
    CHECK(has(gw::view(its.nodes()[its.nodes().size() - 1].path), "p[1]"));
}

static void errors() {
    const gw::Error csv = thrown([] { return gw::Dictionary::from_csv("uri,label\nhttp://a.example/\n"); });
    CHECK(csv.kind() == GW_STATUS_MALFORMED && csv.name() == "Malformed");
    CHECK(csv.location() && csv.location()->line == 2 && has(csv.what(), csv.message()));
    const gw::Error option =
        thrown([] { return gw::Document::decode("x", "text", {{"colour", "red"}}); });
    CHECK(option.kind() == GW_STATUS_INVALID && option.parameter() == "colour" && !option.location());
    CHECK(thrown([] { return gw::Dictionary::open("/nowhere"); }).kind() == GW_STATUS_STORAGE);
}

// An exception of the host.
struct Bug : std::runtime_error {
    Bug() : std::runtime_error("a bug") {}
    int number = 7;
};

static void long_calls() {
    std::uint64_t last = 0;
    const gw::Dictionary names = gw::Dictionary::from_csv(
        NAMES, [&](std::uint64_t done, std::uint64_t total, std::uint64_t records) {
            CHECK(total == NAMES.size() && records <= 1);
            last = done;
            return true;
        });
    CHECK(last == NAMES.size());
    const auto end = [](std::uint64_t, std::uint64_t, std::uint64_t) { return false; };
    const auto fail = [](std::uint64_t, std::uint64_t, std::uint64_t) -> bool { throw Bug(); };
    CHECK(thrown([&] { return gw::Dictionary::from_csv(NAMES, end); }).kind() == GW_STATUS_UNAVAILABLE);
    const string_view path = "none.tagger";
    CHECK(thrown([&] { gw::train_tagger("To O\nCork B-LOC\n", path, {}, end); }).kind() ==
          GW_STATUS_UNAVAILABLE);
    int number = 0;
    try {
        gw::train_tagger("To O\nCork B-LOC\n", path, {}, fail);
    } catch (const Bug &bug) {
        number = bug.number;
    }
    CHECK(number == 7);
}

// Returns true if a call throws the exception of the host as it was.
template <class F> static bool throws_bug(F &&function) {
    try {
        function();
    } catch (const Bug &bug) {
        return bug.number == 7 && has(bug.what(), "a bug");
    }
    return false;
}

static void links() {
    const string_view linked =
        "<doc xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>"
        "<its:rules version='2.0' xlink:type='simple' xlink:href='rules.xml'/>To Cork</doc>";
    const auto read = [&](gw::Resolve resolve) {
        gw::Params params;
        params.resolve(std::move(resolve));
        return gw::Document::decode(linked, "xml", params);
    };
    CHECK(throws_bug([&] {
        read([](string_view, string_view) -> std::optional<std::string> { throw Bug(); });
    }));
    const gw::Error offline = thrown([&] {
        read([](string_view, string_view) -> std::optional<std::string> {
            throw gw::Error(GW_STATUS_UNAVAILABLE, "no network");
        });
    });
    CHECK(offline.kind() == GW_STATUS_UNAVAILABLE && has(offline.what(), "no network"));
    const gw::Error none =
        thrown([&] { read([](string_view, string_view) { return std::nullopt; }); });
    CHECK(none.kind() == GW_STATUS_NOT_FOUND);
}

// A recognizer of C++: it finds, throws, and is freed once.
struct Finder {
    std::shared_ptr<int> alive;
    void operator()(const GwPassage &passage, gw::Annotations &found) const {
        const string_view text = gw::view(passage.text);
        if (has(text, "busy")) throw gw::Error(GW_STATUS_UNAVAILABLE, "come back later");
        if (has(text, "fine")) throw gw::Error(GW_STATUS_OK, "all is well");
        if (has(text, "broken")) throw Bug();
        if (has(text, "beyond")) found.add("entity", {0, 90});
        const std::size_t at = text.find("Cobh");
        if (at != text.npos) found.add("entity", {at, at + 4}, {{"ident", "http://a.example/cobh"}});
    }
};

static std::vector<std::optional<std::string>> shout(string_view, string_view target,
                                                     const std::vector<string_view> &texts) {
    CHECK(target == "es");
    std::vector<std::optional<std::string>> translations;
    for (string_view text : texts) {
        std::string given(text);
        for (char &letter : given) letter = static_cast<char>(std::toupper(letter));
        translations.emplace_back(given);
    }
    return translations;
}

static gw::Engine engine(const std::shared_ptr<int> &alive) {
    gw::Providers providers;
    const gw::Recognize polyglot = Finder{alive};
    providers.add_recognizer("polyglot", polyglot, true).add_recognizer("finder", Finder{alive});
    providers.add_dictionary("places", gw::Dictionary::from_csv(NAMES));
    const gw::Translate translate = shout;
    providers.add_translator("shout", {{"source-lang", "en"}, {"target-lang", "es"}}, translate);
    return gw::Engine("prefix = 'http://a.example/doc/'\naccess.audit = '1 day'", providers);
}

static void enrichment(const gw::Session &session) {
    gw::Reply page = session.enrich_entities("places", PAGE,
                                             {{"informat", "html"}, {"outformat", "html"}});
    CHECK(has(page.bytes(), "http://a.example/cork"));
    gw::Document cobh = gw::Document::decode("To Cobh", "text");
    CHECK(session.recognize_entities("finder", cobh)[0].span.start == 3);
    const gw::Error busy = thrown([&] {
        return session.recognize_entities("finder", gw::Document::decode("busy", "text"));
    });
    CHECK(busy.kind() == GW_STATUS_UNAVAILABLE && has(busy.message(), "come back later"));
    // An error without a fault is one, too.
    const gw::Error fine = thrown([&] {
        return session.recognize_entities("finder", gw::Document::decode("fine", "text"));
    });
    CHECK(has(fine.message(), "all is well"));
    CHECK(cobh.text({3, 7}) == "Cobh");
    CHECK(thrown([&] { return cobh.text({3, 99}); }).kind() == GW_STATUS_INVALID);
    // What the host threw is what it gets.
    CHECK(throws_bug(
        [&] { return session.recognize_entities("finder", gw::Document::decode("broken", "text")); }));
    const gw::Error beyond = thrown(
        [&] { return session.recognize_entities("finder", gw::Document::decode("beyond", "text")); });
    CHECK(beyond.kind() == GW_STATUS_INVALID && beyond.parameter() == "span");
    CHECK(thrown([&] { return session.recognize_entities("nobody", cobh); }).kind() ==
          GW_STATUS_NOT_FOUND);
    gw::Reply shouted = session.enrich_translations(
        "shout", "<p>To Cork.",
        {{"informat", "html"}, {"outformat", "html"}, {"translations", "yes"},
         {"source-lang", "en"}, {"target-lang", "es"}});
    CHECK(shouted.segments().size() == 1);
    const auto language = gw::identify_language("The station is right behind the old bridge.");
    CHECK(language.first == "en" && language.second > 0);
    std::vector<std::string> told;
    const gw::Listen listen = [&](string_view, string_view target, string_view) { told.emplace_back(target); };
    gw::start_log("info", listen);
    gw::stop_log();
    CHECK(told.empty());
    CHECK(has(shouted.bytes(), "<p>TO CORK.") && has(call(session, "GET", "/e-translation/shout/systems"), "es"));
}

static gw::Call to_cork(const char *path) {
    return {path, "To Cork", {}, {{"Content-Type", "text/plain"}, {"Accept", "text/turtle"}}};
}

static void services(const gw::Session &session) {
    gw::Reply reply = session.call(to_cork("/e-entity/places/documents"));
    CHECK(reply.media_type() == "text/turtle" && has(reply.bytes(), "http://a.example/cork"));
    const gw::Error nowhere = thrown([&] { session.call(to_cork("/e-nothing")); });
    CHECK(nowhere.kind() == GW_STATUS_NOT_FOUND && !nowhere.step());
    int left = 5;
    const gw::NextCall next = [&left]() -> std::optional<gw::Call> {
        if (left-- == 0) return std::nullopt;
        return to_cork(left == 2 ? "/e-nothing" : "/e-entity/places/documents");
    };
    gw::CallBatch many = session.call_many(next, {{"threads", "2"}});
    std::size_t answers = 0, failures = 0;
    while (std::optional<gw::CallResult> answer = many.next()) {
        CHECK(answer->index == answers++ && answer->reply.has_value() != answer->failure.has_value());
        failures += answer->failure ? 1 : 0;
    }
    CHECK(answers == 5 && failures == 1);

    // What the function throws comes out after the answers of earlier calls, once.
    int calls = 0;
    gw::CallBatch broken = session.call_many([&calls]() -> std::optional<gw::Call> {
        if (calls++ == 2) throw Bug();
        return to_cork("/e-entity/places/documents");
    });
    CHECK(broken.next()->reply && broken.next()->reply);
    CHECK(throws_bug([&] { broken.next(); }) && !broken.next() && calls == 3);
}

// A field of an object in JSON whose value is a text.
static std::string field(string_view json, const std::string &name) {
    const std::string head = "\"" + name + "\":\"";
    const std::size_t at = json.find(head);
    CHECK(at != json.npos);
    const std::size_t start = at + head.size();
    return std::string(json.substr(start, json.find('"', start) - start));
}

static void batches(const gw::Session &session) {
    gw::Call all = to_cork("/e-entity/places/documents");
    all.body = "{\"name\": \"a.txt\", \"content\": \"To Cork\"}\n{\"name\": \"b\"}\n";
    gw::Batch batch = session.batch(all, "application/x-ndjson", {{"threads", "1"}});
    const std::optional<gw::BatchResult> first = batch.next();
    CHECK(first && first->index == 0 && first->name == "a.txt" && !first->failure);
    CHECK(has(first->reply->bytes(), "http://a.example/cork"));
    const std::optional<gw::BatchResult> second = batch.next();
    CHECK(second && !second->reply && second->failure->kind() == GW_STATUS_MALFORMED);
    CHECK(!batch.next());
}

static void jobs(const gw::Session &anna) {
    gw::Call later = to_cork("/e-entity/places/documents");
    later.parameters.add("async", "true");
    const gw::Reply job = anna.call(later);
    const std::string id = field(job.bytes(), "id"), path = "/jobs/" + id;
    CHECK(has(anna.wait_for_job(id, std::chrono::minutes(1)).view(), "\"done\""));
    CHECK(has(call(anna, "GET", path + "/result"), "http://a.example/cork"));
    CHECK(has(call(anna, "GET", path), id) && has(call(anna, "GET", "/jobs"), id));
    CHECK(has(call(anna, "POST", path + "/cancel"), "\"done\""));
    call(anna, "DELETE", path);
    CHECK(thrown([&] { return call(anna, "GET", path); }).kind() == GW_STATUS_NOT_FOUND);
}

static void secrets(const gw::Engine &engine, const gw::Session &anna) {
    const std::string key =
        call(anna, "POST", "/user/anna/keys", {{"name", "ci"}, {"scopes", "read"}});
    CHECK(has(call(engine.session(field(key, "secret")), "GET", "/user/anna"), "anna"));
    CHECK(has(call(anna, "GET", "/user/anna/keys/ci"), "read"));
    CHECK(has(call(anna, "GET", "/user/anna/keys"), "ci"));
    call(anna, "DELETE", "/user/anna/keys/ci");
    const gw::Session root = engine.local_session();
    const std::string invitation = call(root, "POST", "/invitations", {{"name", "friend"}});
    CHECK(has(call(root, "GET", "/invitations/friend"), "friend"));
    CHECK(has(call(root, "GET", "/invitations"), "friend"));
    call(engine.session(), "POST", "/user",
         {{"username", "bert"}, {"password", "correct horse"}, {"invitation", field(invitation, "code")}});
    call(root, "POST", "/invitations", {{"name", "other"}});
    call(root, "DELETE", "/invitations/other");
    CHECK(has(call(root, "GET", "/audit"), "\"bert\""));
    const gw::Session bert =
        engine.session(root.authenticate("bert", "correct horse").view());
    call(bert, "POST", "/toolbox/convert/manage/his", {}, "SELECT ?s { ?s ?p ?o }");
    CHECK(thrown([&] { call(root, "DELETE", "/user/bert"); }).kind() == GW_STATUS_CONFLICT);
    call(root, "DELETE", "/user/bert", {{"resources", "delete"}});
    bert.cancel();
    const gw::Error ended = thrown([&] { return call(bert, "GET", "/toolbox/convert/manage"); });
    CHECK(ended.kind() == GW_STATUS_UNAVAILABLE && has(ended.message(), "cancelled"));
}

static void reconciliation(const gw::Session &anna) {
    const std::string path = "/reconcile/towns";
    CHECK(has(call(anna, "GET", path), "versions"));
    const char *query = "{\"q0\": {\"query\": \"Sligo\"}}";
    CHECK(has(call(anna, "POST", path, {{"queries", query}}), "http://a.example/sligo"));
    CHECK(has(call(anna, "GET", path + "/suggest/entity", {{"prefix", "Sli"}}), "Sligo"));
    CHECK(has(call(anna, "GET", path + "/preview", {{"id", "http://a.example/sligo"}}), "Sligo"));
    CHECK(has(call(anna, "GET", path + "/extend/propose"), "properties"));
    const char *extend = "{\"ids\": [\"http://a.example/sligo\"], \"properties\": [{\"id\": \"a\"}]}";
    CHECK(has(call(anna, "POST", path, {{"extend", extend}}), "http://a.example/sligo"));
}

static void translators_files() {
    gw::Document page = gw::Document::decode(PAGE, "html");
    const gw::Buffer file = page.to_xliff({{"target-lang", "ga"}, {"embed", "yes"}});
    CHECK(has(file.view(), "<source") && gw::embedded_document(file.view()).text() == "To Cork");
    CHECK(page.merge_xliff(file.view()).size() == 0);
    const string_view po = "msgid \"\"\nmsgstr \"Language: ga\\n\"\n\nmsgid \"%d towns\"\nmsgstr \"bailte\"\n";
    const gw::Issues issues = gw::Document::decode(po, "po").check_translations({{"source-lang", "en"}});
    CHECK(!issues.all().empty() && !gw::view(issues.all()[0].comment).empty());
}

static void redaction() {
    gw::Document page = gw::Document::decode("<p>To Cork", "html");
    gw::Providers none;
    gw::Redaction redacted = gw::redact(page, none, {{"deny", "Cork"}, {"method", "pseudonym"}});
    CHECK(!has(redacted.bytes(), "Cork") && redacted.spans().size() == 1);
    CHECK(redacted.removed().empty() && redacted.unchecked().empty());
    const std::string pseudonym(gw::view(redacted.spans()[0].replacement));
    CHECK(has(gw::generate_pseudonym_key().view(), "{") && gw::generate_pseudonym_key().str() != gw::generate_pseudonym_key().str());
    CHECK(gw::restore_text("In " + pseudonym, redacted.key()).view() == "In Cork");
    CHECK(gw::restore_redacted(redacted.bytes(), redacted.key()).view() == "<p>To Cork");
}

static void vocabularies() {
    // Several programs run at once.
    char folder[] = "/tmp/glossweave-XXXXXX";
    CHECK(mkdtemp(folder) != nullptr);
    const std::string table = std::string(folder) + "/names.csv", out = std::string(folder) + "/out.csv";
    std::FILE *file = std::fopen(table.c_str(), "w");
    CHECK(file != nullptr);
    CHECK(std::fwrite(NAMES.data(), 1, NAMES.size(), file) == NAMES.size() && std::fclose(file) == 0);
    gw::Buffer summary;
    const gw::Dictionary names =
        gw::Dictionary::from_vocabulary("csv", {{"file", table}}, {}, &summary);
    CHECK(!summary.view().empty());
    CHECK(names.recognize(gw::Document::decode(PAGE, "html")).size() == 1);
    CHECK(!gw::write_vocabulary_table("csv", {{"file", table}}, out).view().empty());
    const gw::Error untrained =
        thrown([&] { gw::train_ranking_weights("", "", "turtle", out, {}); });
    CHECK(untrained.kind() == GW_STATUS_INVALID);
    std::remove(table.c_str());
    std::remove(out.c_str());
    CHECK(rmdir(folder) == 0);
}

static void storage(const gw::Engine &engine, const gw::Session &nobody) {
    call(nobody, "POST", "/user", {{"username", "anna"}, {"password", "correct horse"}});
    gw::Session anna = engine.session(nobody.authenticate("anna", "correct horse").view());
    CHECK(has(call(anna, "GET", "/user/anna"), "ROLE_USER"));
    const std::string filters = "/toolbox/convert/manage", all = filters + "/all";
    call(anna, "POST", all, {}, "SELECT ?s { ?s <http://a.example/p> ?o }");
    gw::Buffer table = nobody.apply_filter("all", "<urn:s> <http://a.example/p> 1 .", "turtle");
    CHECK(has(table.view(), "urn:s") && has(call(nobody, "GET", filters), "\"all\""));
    call(anna, "PUT", all, {{"description", "what has p"}});
    CHECK(has(call(anna, "GET", all), "what has p"));
    call(anna, "DELETE", all);
    CHECK(thrown([&] { anna.check_use("filter", "all"); }).kind() == GW_STATUS_NOT_FOUND);
    call(anna, "POST", "/e-entity/dictionary/datasets/towns", {},
         "uri,label\nhttp://a.example/sligo,Sligo\n");
    CHECK(anna.append_upload("more", "uri,label\n") == 10);
    CHECK(anna.append_upload("more", "http://a.example/birr,Birr\n") == 37);
    anna.load_upload("more", "create");
    gw::Document text = gw::Document::decode("From Sligo to Birr", "text");
    CHECK(anna.recognize_entities("dictionary", text, {{"dataset", "towns,more"}}).size() == 2);
    CHECK(has(anna.explain_entities(text, {{"dataset", "towns"}}).view(), "choices"));
    call(anna, "POST", "/e-entity/dictionary/datasets/words", {{"type", "terms"}},
         "uri,term,language\nhttp://a.example/bank,bank,en\n");
    gw::Reply terms = anna.enrich_terms("termbase", "A bank.",
                                        {{"informat", "text"}, {"dataset", "words"}, {"source-lang", "en"}});
    CHECK(has(terms.bytes(), "http://a.example/bank"));
    CHECK(engine.expire() == 0);
    jobs(anna);
    reconciliation(anna);
    secrets(engine, anna);
}

static void stylesheets() {
    const string_view sheet =
        "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
        "<xsl:param name='who' select=\"'you'\"/><xsl:output method='text'/>"
        "<xsl:template match='/'><xsl:message>hm</xsl:message>to <xsl:value-of select='$who'/>"
        "</xsl:template></xsl:stylesheet>";
    gw::Xslt compiled = gw::Xslt::compile(sheet);
    CHECK(compiled.version() == "1.0" && compiled.parameters().size() == 1);
    gw::XsltReply reply = compiled.run("<a/>", {{"who", "me"}});
    CHECK(reply.bytes() == "to me" && reply.method() == "text" && reply.messages().size() == 1);
    CHECK(thrown([] { return gw::Xslt::compile("<a"); }).kind() == GW_STATUS_MALFORMED);
}

int main() {
    versions();
    ranges();
    files();
    documents();
    errors();
    long_calls();
    links();
    translators_files();
    redaction();
    vocabularies();
    stylesheets();
    auto alive = std::make_shared<int>(0);
    {
        gw::Engine opened = engine(alive);
        gw::Session nobody = opened.session();
        enrichment(nobody);
        services(nobody);
        batches(nobody);
        storage(opened, nobody);
        CHECK(alive.use_count() == 3);
    }
    CHECK(alive.use_count() == 1);
    std::puts("everything held");
    return 0;
}
