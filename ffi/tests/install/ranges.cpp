// Ranges of glossweave.hpp: the algorithms of the standard library work with each of them.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <new>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "check.hpp"

#if __cplusplus >= 202002L
#include <ranges>
#endif

namespace gw = glossweave;
using std::string_view;

// Allocations of the program. Those of the library are not among them.
static std::size_t allocations = 0;
void *operator new(std::size_t size) {
    allocations++;
    if (void *memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

template <class R, class Tag> constexpr bool has_category = std::is_same_v<
    typename std::iterator_traits<decltype(std::declval<const R &>().begin())>::iterator_category, Tag>;
using Units = decltype(std::declval<const gw::Document &>().units());
static_assert(has_category<Units, std::random_access_iterator_tag>);
static_assert(has_category<gw::Annotations, std::random_access_iterator_tag>);
using Placements = decltype(std::declval<const gw::Reply &>().placements());
static_assert(has_category<Placements, std::random_access_iterator_tag>);
static_assert(has_category<gw::Batch, std::input_iterator_tag>);
static_assert(has_category<gw::CallBatch, std::input_iterator_tag>);
static_assert(std::is_same_v<Units::value_type, GwUnit>);
static_assert(std::is_same_v<gw::Annotations::value_type, gw::Annotation>);
static_assert(std::is_trivially_copyable_v<Units>);

// A range of a temporary object would outlive it.
template <class D, class = void> constexpr bool has_units = false;
template <class D> constexpr bool has_units<D, std::void_t<decltype(std::declval<D>().units().size())>> =
    true;
static_assert(has_units<gw::Document &> && has_units<const gw::Document &>);
static_assert(!has_units<gw::Document> && !has_units<const gw::Document>);

#if __cplusplus >= 202002L
static_assert(std::ranges::random_access_range<Units> && std::ranges::sized_range<Units>);
static_assert(std::ranges::view<Units> && std::ranges::borrowed_range<Units>);
static_assert(std::ranges::random_access_range<const gw::Annotations>);
static_assert(std::ranges::contiguous_range<Placements> && std::ranges::sized_range<Placements>);
static_assert(std::ranges::view<Placements> && std::ranges::borrowed_range<Placements>);
static_assert(std::ranges::input_range<const gw::Batch>);
static_assert(std::ranges::input_range<const gw::CallBatch>);
#endif

// Checks that a range has as many elements as its size, and no more.
template <class R> static void walk(const R &range, std::size_t size) {
    CHECK(range.size() == size && range.empty() == (size == 0));
    CHECK(std::distance(range.begin(), range.end()) == std::ptrdiff_t(size));
    std::size_t count = 0;
    for (const auto &element : range) {
        static_cast<void>(element);
        count++;
    }
    CHECK(count == size);
    CHECK(std::vector<typename R::value_type>(range.begin(), range.end()).size() == size);
    CHECK(thrown([&] { range[size]; }).kind() == GW_STATUS_NOT_FOUND);
}

static void units() {
    const gw::Document page = gw::Document::decode("<p>Cork</p><p lang=ga>Gaillimh</p><p>Sligo</p>", "html");
    const auto units = page.units();
    walk(units, 3);
    const auto irish = std::find_if(units.begin(), units.end(),
                                    [](const GwUnit &unit) { return gw::view(unit.language) == "ga"; });
    CHECK(irish != units.end() && irish - units.begin() == 1);
    CHECK(page.text(irish->bytes) == "Gaillimh" && page.text((*irish).bytes) == "Gaillimh");
    const std::vector<GwUnit> copies(units.begin(), units.end());
    CHECK(copies.size() == 3 && page.text(copies[2].bytes) == "Sligo");

    // Each operator of an iterator.
    auto at = units.begin();
    CHECK(at++ == units.begin() && at == irish && --at == units.begin() && at-- == units.begin());
    CHECK(++at == units.begin() && at + 3 == units.end() && 3 + at == units.end());
    CHECK(units.end() - 2 == irish && (at += 2) == units.end() - 1 && (at -= 2) == units.begin());
    CHECK(at < irish && irish > at && at <= irish && irish >= at && !(at >= irish));
    CHECK(page.text(at[2].bytes) == "Sligo" && std::next(at, 3) == units.end());
    const auto last = std::make_reverse_iterator(units.end());
    CHECK(page.text((*last).bytes) == "Sligo");
    const auto after =
        std::lower_bound(units.begin(), units.end(), irish->bytes.end,
                         [](const GwUnit &unit, std::size_t byte) { return unit.bytes.start < byte; });
    CHECK(page.text(after->bytes) == "Sligo");

    // A walk makes no copies.
    const std::size_t before = allocations;
    std::size_t bytes = 0;
    for (const GwUnit &unit : page.units()) bytes += unit.bytes.end - unit.bytes.start;
    CHECK(bytes == 17 && allocations == before);

#if __cplusplus >= 202002L
    const auto found = std::ranges::find(page.units(), 2U, &GwUnit::id);
    CHECK(found != page.units().end() && found->id == 2);
    CHECK(std::ranges::distance(page.units() | std::views::drop(1)) == 2);
#endif
}

static void lists_of_documents() {
    const gw::Document page = gw::Document::decode("<p>From Cork to Birr", "html");
    walk(page.sections(), 1);
    walk(page.warnings(), 0);
    walk(page.parts(), 0);
    const gw::Dictionary names =
        gw::Dictionary::from_csv("uri,label\nhttp://a.example/cork,Cork\nhttp://a.example/birr,Birr\n");
    gw::Annotations found = names.recognize(page);
    walk(found, 2);
    std::string idents;
    for (const gw::Annotation &name : found) {
        CHECK(name.body == GW_BODY_ENTITY && !name.value("no-such-field") && !name.fields().empty());
        idents += std::string(page.text(name.span)) + " " + std::string(*name.value("ident")) + "\n";
    }
    CHECK(idents == "Cork http://a.example/cork\nBirr http://a.example/birr\n");
    const auto birr = std::find_if(found.begin(), found.end(), [&](const gw::Annotation &name) {
        return page.text(name.span) == "Birr";
    });
    CHECK(birr != found.end() && birr->value("ident") == "http://a.example/birr");
    found.add("term", {0, 4});
    walk(found, 3);
    CHECK(std::count_if(found.begin(), found.end(), [](const gw::Annotation &annotation) {
              return annotation.body == GW_BODY_TERM;
          }) == 1);

    const gw::Reply reply = page.encode(found);
    walk(reply.placements(), 3);
    walk(reply.inserted(), reply.inserted().size());
    // Without the insertions, the reply is the source.
    const std::size_t inserted =
        std::accumulate(reply.inserted().begin(), reply.inserted().end(), std::size_t(0),
                        [](std::size_t sum, const GwSpan &span) { return sum + span.end - span.start; });
    CHECK(reply.bytes().size() - inserted == std::string("<p>From Cork to Birr").size());
    CHECK(std::all_of(reply.placements().begin(), reply.placements().end(),
                      [](const GwPlacement &placement) { return placement.placed != GW_PLACED_NOT; }));
    walk(reply.replaced(), 0);
    walk(reply.parts(), 0);
    walk(reply.segments(), 0);
    walk(reply.failures(), 0);
    walk(reply.skipped(), 0);

    gw::Nif nif = gw::Nif::read(page.to_nif(found, "turtle").view(), "turtle");
    walk(nif.contexts(), 1);
    walk(nif.skipped(), 0);
    for (const gw::NifContext &context : nif.contexts()) {
        CHECK(gw::view(context.text) == page.text() && context.index() == 0);
        CHECK(context.document().text() == page.text() && context.annotations().size() == 3);
    }
    const gw::Its its = gw::Its::analyze("<p translate=no title=y>x", "html", "translate");
    walk(its.nodes(), its.nodes().size());
    const auto node = std::find_if(its.nodes().begin(), its.nodes().end(), [](const GwItsNode &each) {
        return has(gw::view(each.path), "p[1]");
    });
    CHECK(node != its.nodes().end());
    walk(gw::values(*node), 1);
    CHECK(gw::view(gw::values(*node)[0].value) == "no");

    // A range goes on after a move, and an object that was moved from has none.
    gw::Document moved = gw::Document::decode("x", "text");
    const auto kept = moved.units();
    const gw::Document target = std::move(moved);
    CHECK(kept.size() == 1 && target.text(kept[0].bytes) == "x");
    CHECK(moved.units().empty() && moved.units().begin() == moved.units().end());
    CHECK(thrown([&] { moved.units()[0]; }).kind() == GW_STATUS_INVALID);
}

static void lists_of_other_objects() {
    const string_view po =
        "msgid \"\"\nmsgstr \"Language: ga\\n\"\n\nmsgid \"%d towns\"\nmsgstr \"bailte\"\n";
    const gw::Issues issues = gw::Document::decode(po, "po").check_translations({{"source-lang", "en"}});
    CHECK(!issues.all().empty());
    walk(issues.all(), issues.all().size());
    for (const GwIssue &issue : issues.all()) CHECK(!gw::view(issue.comment).empty());

    const gw::Document page = gw::Document::decode("<p>To Cork", "html");
    const gw::Redaction redacted = gw::redact(page, gw::Providers(), {{"deny", "Cork"}});
    walk(redacted.spans(), 1);
    walk(redacted.residue(), 0);
    walk(redacted.removed(), 0);
    walk(redacted.unchecked(), 0);

    const gw::Xslt sheet = gw::Xslt::compile(
        "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
        "<xsl:param name='who' select=\"'you'\"/><xsl:param name='why'/>"
        "<xsl:template match='/'><xsl:message>hm</xsl:message></xsl:template></xsl:stylesheet>");
    walk(sheet.parameters(), 2);
    CHECK(gw::view(sheet.parameters()[0].name) == "who");
    const gw::XsltReply reply = sheet.run("<a/>");
    walk(reply.messages(), 1);
    walk(reply.documents(), 0);
}

static std::optional<gw::Call> call_of(int number) {
    if (number > 4) return std::nullopt;
    return gw::Call{number == 3 ? "/e-nothing" : "/e-entity/places/documents",
                    "To Cork",
                    {},
                    {{"Content-Type", "text/plain"}, {"Accept", "text/turtle"}}};
}

static void results() {
    gw::Providers providers;
    providers.add_dictionary("places", gw::Dictionary::from_csv("uri,label\nhttp://a.example/cork,Cork\n"));
    // A recognizer that reads the pieces of its text.
    std::size_t pieces = 0;
    providers.add_recognizer("pieces", [&](const GwPassage &passage, gw::Annotations &found) {
        CHECK(gw::pieces(passage).size() == passage.piece_count);
        for (const GwSpan &piece : gw::pieces(passage)) {
            if (pieces++ == 0) found.add("entity", piece);
        }
        CHECK(thrown([&] { gw::pieces(passage)[passage.piece_count]; }).kind() == GW_STATUS_NOT_FOUND);
    });
    const gw::Engine engine({}, providers);
    const gw::Session session = engine.session();
    const gw::Document two = gw::Document::decode("<p>To Cork</p><p>To Birr</p>", "html");
    walk(session.recognize_entities("pieces", two), 1);
    CHECK(pieces == 2);

    int number = 0;
    const gw::CallBatch stream = session.call_many([&number] { return call_of(++number); });
    std::vector<gw::Reply> replies;
    std::size_t failures = 0;
    for (gw::CallResult &result : stream) {
        CHECK(result.index == replies.size() + failures);
        if (result.reply) replies.push_back(std::move(*result.reply));
        if (result.failure) failures++;
    }
    CHECK(replies.size() == 3 && failures == 1 && stream.begin() == stream.end());
    CHECK(has(replies[2].bytes(), "http://a.example/cork"));

    // An algorithm stops at the failure, and `next` goes on behind it.
    number = 0;
    const gw::CallBatch again = session.call_many([&number] { return call_of(++number); });
    const auto failed = std::find_if(again.begin(), again.end(),
                                     [](const gw::CallResult &result) { return result.failure.has_value(); });
    CHECK(failed != again.end() && failed->index == 2 && failed->failure->kind() == GW_STATUS_NOT_FOUND);
    CHECK(again.next()->index == 3 && !again.next());

    // An exception of the function comes out of the loop.
    number = 0;
    const gw::CallBatch broken = session.call_many([&number]() -> std::optional<gw::Call> {
        if (++number == 2) throw gw::Error(GW_STATUS_UNAVAILABLE, "no more calls");
        return call_of(number);
    });
    std::size_t answers = 0;
    const gw::Error raised = thrown([&] {
        for (const gw::CallResult &result : broken) answers += result.reply ? 1U : 0U;
    });
    CHECK(raised.kind() == GW_STATUS_UNAVAILABLE && answers == 1);

    gw::Call documents = *call_of(1);
    documents.body = "{\"name\": \"a\", \"content\": \"To Cork\"}\n{\"name\": \"b\"}\n";
    const gw::Batch batch = session.batch(documents, "application/x-ndjson");
    auto at = batch.begin();
    const auto first = at++;
    CHECK(first->name == "a" && first->reply && (*at).name == "b" && at->failure && first != at);
    CHECK(++at == batch.end());
}

void ranges() {
    units();
    lists_of_documents();
    lists_of_other_objects();
    results();
}
