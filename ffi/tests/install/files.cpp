// Memories, models and stores, which glossweave.hpp reads from files and writes to files.
#include "check.hpp"

#include <fstream>
#include <string>

#include <stdlib.h>
#include <unistd.h>

namespace gw = glossweave;
using std::string_view;

static const string_view MEMORY =
    "<tmx version='1.4'><header srclang='en' adminlang='en' creationtool='x' creationtoolversion='1'"
    " segtype='sentence' o-tmf='x' datatype='plaintext'/><body>"
    "<tu><tuv xml:lang='en'><seg>Save the file</seg></tuv><tuv xml:lang='de'><seg>Datei sichern</seg></tuv></tu>"
    "</body></tmx>";

static void memories(const std::string &path) {
    const string_view wrong = "<tu><tuv><seg>Open</seg></tuv></tu></body>";
    std::string source(MEMORY);
    source.replace(source.find("</body>"), 7, wrong);
    CHECK(thrown([&] { gw::build_memory(source, "tmx", path); }).kind() == GW_STATUS_MALFORMED);
    const gw::Reply report = gw::build_memory_lenient(source, "tmx", path);
    CHECK(report.skipped().size() == 1 && !gw::view(report.skipped()[0].message).empty());
    gw::build_memory(MEMORY, "tmx", path);

    gw::Providers providers;
    providers.open_translator("memory", "memory", path, {{"source-lang", "en"}, {"target-lang", "de"}});
    const gw::Engine engine({}, providers);
    const gw::Reply reply = engine.session().enrich_translations(
        "memory", "{\"save\": \"Save the file\"}",
        {{"informat", "jsonc"}, {"outformat", "jsonc"}, {"any-format", "yes"}, {"translations", "yes"},
         {"source-lang", "en"}, {"target-lang", "de"}});
    CHECK(reply.bytes() == "{\"save\": \"Datei sichern\"}");
    CHECK(reply.segments().size() == 1 && gw::view(reply.segments()[0].status) == "exact");
    for (const GwReplacement &replaced : reply.replaced()) {
        CHECK(replaced.source.end - replaced.source.start == 13);
        CHECK(replaced.span.end - replaced.span.start == 13);
    }
    CHECK(has(gw::protocols().view(), "\"memory\"") && has(gw::formats().view(), "\"jsonc\""));
}

static void models(const std::string &path) {
    const gw::Dictionary names = gw::Dictionary::from_csv("uri,label\nhttp://a.example/cork,Cork\n");
    std::string corpus;
    for (int sentence = 0; sentence < 20; sentence++) corpus += "To O\nCork B-LOC\n\nThe O\ncork O\n\n";
    const gw::Progress progress = [](std::uint64_t, std::uint64_t, std::uint64_t) { return true; };
    gw::train_mention_model(corpus, names, path, {{"language", "en"}}, progress);
    CHECK(has(gw::check_model(path).view(), "\"kind\""));
    const gw::Document page = gw::Document::decode("To Cork", "text", {{"language", "en"}});
    CHECK(names.with_mention_model(path, {{"threshold", "0"}}).recognize(page).size() == 1);
}

static void stores(const std::string &folder) {
    const gw::Engine engine;
    const gw::Session local = engine.local_session();
    call(local, "POST", "/toolbox/convert/manage/all", {}, "SELECT ?s { ?s ?p ?o }");
    gw::import_store(folder, local.export_store().view());
    const gw::Engine copy("store.location = '" + folder + "'");
    CHECK(has(call(copy.local_session(), "GET", "/toolbox/convert/manage/all"), "\"all\""));
}

void files() {
    // Several programs run at once.
    char folder[] = "/tmp/glossweave-XXXXXX";
    CHECK(mkdtemp(folder) != nullptr);
    const std::string path = folder;
    memories(path + "/memory");
    models(path + "/model");
    stores(path + "/store");
    CHECK(std::system(("rm -r " + path).c_str()) == 0);
}
