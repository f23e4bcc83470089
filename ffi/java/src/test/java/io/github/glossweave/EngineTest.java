package io.github.glossweave;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Engines: callers, calls, and what is stored. */
class EngineTest {
    private static final String TABLE = "uri,label\nhttp://example.org/cork,Cork\n";
    private static final String SETTINGS = "models.mentions = 'none'";

    private static Call named(String text) {
        return new Call("/e-entity/names/documents")
                .with("informat", "html")
                .with("outformat", "html")
                .with("language", "en")
                .withBody(text);
    }

    private static JsonObject object(String json) {
        return JsonParser.parseString(json).getAsJsonObject();
    }

    private static Call get(String path) {
        return new Call(path).withMethod("GET");
    }

    private static Call put(String path) {
        return new Call(path).withMethod("PUT");
    }

    private static Call delete(String path) {
        return new Call(path).withMethod("DELETE");
    }

    private static Call register(String username, String password) {
        return new Call("/user").with("username", username).with("password", password);
    }

    private static String text(Reply reply) {
        return new String(reply.bytes(), StandardCharsets.UTF_8);
    }

    private static JsonObject object(Session session, Call call) {
        return object(text(session.call(call)));
    }

    private static JsonArray array(Session session, Call call) {
        return JsonParser.parseString(text(session.call(call))).getAsJsonArray();
    }

    private static void assertKind(ErrorKind kind, org.junit.jupiter.api.function.Executable call) {
        assertEquals(kind, assertThrows(GlossweaveException.class, call).kind());
    }

    @Test
    void servicesAreCalledByTheirPaths() {
        Session opened;
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", names).open()) {
            opened = engine.session();
        }
        // A session keeps its engine, which keeps its recognizers.
        try (Session session = opened) {
            Reply reply = session.call(named("<p>To 😀 Cork"));
            assertEquals("text/html", reply.mediaType().split(";")[0]);
            String expected = "<p>To 😀 <span its-ta-ident-ref=\"http://example.org/cork\"";
            assertTrue(new String(reply.bytes(), StandardCharsets.UTF_8).startsWith(expected));
            JsonArray recognizers = object(session, get("/engines")).getAsJsonArray("recognizers");
            assertTrue(recognizers.toString().contains("\"names\""));

            Call call = new Call("/e-entity/names/documents?language=en")
                    .withHeader("Content-Type", "text/html")
                    .withHeader("Accept", "application/ld+json")
                    .withBody("<p>To Cork".getBytes(StandardCharsets.UTF_8));
            assertEquals("application/ld+json", session.call(call).mediaType().split(";")[0]);

            assertKind(ErrorKind.NOT_FOUND, () -> session.call(new Call("/no/such/path")));
            assertKind(ErrorKind.NOT_FOUND, () -> session.call(named("x").withMethod("GET")));
            GlossweaveException method =
                    assertThrows(GlossweaveException.class, () -> session.call(named("x").withMethod("PATCH")));
            assertEquals(Optional.of("method"), method.parameter());
            GlossweaveException error =
                    assertThrows(GlossweaveException.class, () -> session.call(named("x").with("nonsense", "1")));
            assertEquals(Optional.of("nonsense"), error.parameter());
        }
    }

    @Test
    void recognizersOfTheProgramAreCalled() throws Exception {
        int before = Upcalls.kept();
        Recognizer cork = passage -> {
            assertEquals(List.of("To 😀 Cork", "Cork again"), passage.pieces().stream().map(one -> one.of(passage.text())).toList());
            List<Annotation> found = new ArrayList<>();
            int at = passage.text().indexOf("Cork");
            while (at >= 0) {
                found.add(new Annotation.Entity(new Span(at, at + 4), "http://example.org/" + passage.language()));
                at = passage.text().indexOf("Cork", at + 1);
            }
            return found;
        };
        Session opened;
        try (Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", cork).open()) {
            opened = engine.session();
        }
        try (Session session = opened;
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            assertEquals(before + 1, Upcalls.kept());
            List<Callable<Reply>> calls =
                    Collections.nCopies(50, () -> session.call(named("<p>To 😀 <b>Co</b>rk<p>Cork again")));
            for (Future<Reply> reply : threads.invokeAll(calls)) {
                String marked = new String(reply.get().bytes(), StandardCharsets.UTF_8);
                assertEquals(3, marked.split("http://example.org/en").length, marked);
            }
            // In threads of the library.
            String lines = "{\"content\":\"<p>To 😀 Cork<p>Cork again\",\"media_type\":\"text/html\"}\n".repeat(100);
            Call call = new Call("/e-entity/names/documents").with("outformat", "turtle").with("language", "en").withBody(lines);
            try (Batch batch = session.batch(call, "application/x-ndjson", Options.none())) {
                for (Optional<Batch.Result> one = batch.next(); one.isPresent(); one = batch.next()) {
                    assertNull(one.get().failure());
                }
            }
            // An assertion of the recognizer fails.
            GlossweaveException error = assertThrows(GlossweaveException.class, () -> session.call(named("<p>Cork")));
            assertEquals(ErrorKind.PROVIDER, error.kind());
            assertTrue(error.getCause() instanceof AssertionError, String.valueOf(error.getCause()));
        }
        assertEquals(before, Upcalls.kept());
    }

    /** Notes the languages of the texts that it gets, and finds nothing. */
    private record Listener(boolean needsLanguage, List<String> languages) implements Recognizer {
        @Override
        public List<Annotation> recognize(Passage passage) {
            languages.add(String.valueOf(passage.language()));
            return List.of();
        }
    }

    @Test
    void theLanguageIsIdentifiedIfItIsNeeded() {
        for (boolean isNeeded : new boolean[] {false, true}) {
            Listener listener = new Listener(isNeeded, new ArrayList<>());
            try (Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", listener).open();
                    Session session = engine.session()) {
                session.call(new Call("/e-entity/names/documents")
                        .with("informat", "text")
                        .with("outformat", "turtle")
                        .withBody("Der Zug nach Berlin fährt heute leider erst eine Stunde später ab."));
            }
            assertEquals(List.of(isNeeded ? "de" : "null"), listener.languages());
        }
    }

    @Test
    void recognizersOfTheProgramFail() {
        Recognizer late = passage -> {
            throw new GlossweaveException(ErrorKind.UNAVAILABLE, "not now: 😀");
        };
        Recognizer wrong = passage -> List.of(new Annotation.Entity(new Span(0, 400), "http://example.org/x"));
        Recognizer nothing = passage -> null;
        Recognizer deep = new Recognizer() {
            @Override
            public List<Annotation> recognize(Passage passage) throws Exception {
                return recognize(passage);
            }

            @Override
            public boolean needsLanguage() {
                return true;
            }
        };
        Map<Recognizer, ErrorKind> kinds = Map.of(
                late, ErrorKind.UNAVAILABLE, wrong, ErrorKind.PROVIDER, nothing, ErrorKind.PROVIDER, deep, ErrorKind.PROVIDER);
        kinds.forEach((recognizer, kind) -> {
            try (Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", recognizer).open();
                    Session session = engine.session()) {
                GlossweaveException error =
                        assertThrows(GlossweaveException.class, () -> session.call(named("<p>To Cork")));
                assertEquals(kind, error.kind(), error.getMessage());
                assertNotNull(error.getCause());
                if (recognizer == late) assertTrue(error.getMessage().contains("not now: 😀"), error.getMessage());
                // The cause belongs to that error alone.
                assertNull(assertThrows(GlossweaveException.class, () -> session.call(new Call("/none"))).getCause());
            }
        });
        assertKind(ErrorKind.INVALID, () -> Engine.builder().recognizer("x\uD800", late).open());
    }

    @Test
    void aFailedStepOfAPipelineHasItsNumber() {
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", names).open();
                Session session = engine.session()) {
            String steps = "[{\"method\":\"POST\",\"endpoint\":\"/e-entity/names/documents\",\"body\":\"Cork\","
                    + "\"parameters\":{\"informat\":\"text\",\"outformat\":\"turtle\",\"language\":\"en\"}},"
                    + "{\"method\":\"POST\",\"endpoint\":\"/e-entity/nobody/documents\","
                    + "\"parameters\":{\"informat\":\"turtle\",\"outformat\":\"turtle\"}}]";
            Call call = new Call("/pipelining/chain").withHeader("Content-Type", "application/json").withBody(steps);
            GlossweaveException error = assertThrows(GlossweaveException.class, () -> session.call(call));
            assertEquals(ErrorKind.NOT_FOUND, error.kind());
            assertEquals(1, error.step().orElse(-1));
        }
    }

    @Test
    void errorsOfStylesheetsHaveTheCodeOfTheProcessor() {
        try (Engine engine = Engine.builder().settings(SETTINGS).open();
                Session session = engine.localSession()) {
            String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                    + "<xsl:template match='/'><xsl:chose/></xsl:template></xsl:stylesheet>";
            Call wrong = new Call("/toolbox/xslt-converter/manage/wrong").withBody(sheet);
            GlossweaveException error = assertThrows(GlossweaveException.class, () -> session.call(wrong));
            assertEquals(Optional.of("compilation-error"), error.code());
            error = assertThrows(GlossweaveException.class, () -> session.call(get("/toolbox/convert/manage/none")));
            assertEquals(Optional.empty(), error.code());
        }
    }

    @Test
    void translationSystemsHaveAStateAndTermsAreUsed(@TempDir Path folder) throws IOException {
        Path memory = folder.resolve("houses.tmx");
        Files.writeString(memory, "<tmx version='1.4'><header srclang='en'/><body><tu>"
                + "<tuv xml:lang='en'><seg>The bank is wide.</seg></tuv>"
                + "<tuv xml:lang='es'><seg>La ribera es ancha.</seg></tuv></tu></body></tmx>");
        Path terms = folder.resolve("rivers.csv");
        Files.writeString(terms, "en,es\nbank,orilla\n");
        Options languages = Options.of("source-lang", "en").with("target-lang", "es").with("name", "houses");
        Provider translator =
                new Provider("translator", "memory", "memory", memory.toString(), Options.none(), languages);
        Provider finder =
                new Provider("term-finder", "rivers", "termbase", terms.toString(), Options.none(), Options.none());
        try (Engine engine = Engine.builder().settings(SETTINGS).provider(translator).provider(finder).open();
                Session session = engine.session()) {
            JsonObject system = array(session, get("/e-translation/memory/systems")).get(0).getAsJsonObject();
            assertEquals("houses", system.get("name").getAsString());
            assertTrue(Set.of("available", "standby").contains(system.get("state").getAsString()));
            assertKind(ErrorKind.NOT_FOUND, () -> session.call(get("/e-translation/nobody/systems")));
            Call call = new Call("/e-translation/memory")
                    .with("informat", "text").with("outformat", "turtle")
                    .with("source-lang", "en").with("target-lang", "es").withBody("The bank is wide.");
            String plain = new String(session.call(call).bytes(), StandardCharsets.UTF_8);
            assertTrue(plain.contains("La ribera es ancha."), plain);
            // The translation lacks the term, so that it is reported.
            String checked =
                    new String(session.call(call.with("dataset", "rivers")).bytes(), StandardCharsets.UTF_8);
            assertTrue(checked.contains("orilla"), checked);
        }
    }

    @Test
    void nullIsRefused() {
        try (Engine engine = Engine.open(SETTINGS);
                Session session = engine.session()) {
            assertThrows(NullPointerException.class, () -> Engine.open(null));
            assertThrows(NullPointerException.class, () -> engine.session(null));
            assertThrows(NullPointerException.class, () -> session.call(null));
            assertThrows(NullPointerException.class, () -> register("anna", null));
            assertThrows(NullPointerException.class, () -> session.authenticate("anna", null));
            assertThrows(NullPointerException.class, () -> session.revokeToken(null));
            assertThrows(NullPointerException.class, () -> session.revokeAllTokens(null));
            assertThrows(NullPointerException.class, () -> session.loadDataset("a", null, "create", Options.none()));
            assertThrows(NullPointerException.class, () -> session.waitForJob("1", null));
            assertThrows(NullPointerException.class, () -> new Call(null));
            assertThrows(NullPointerException.class, () -> new Call("/user").withMethod(null));
            assertThrows(NullPointerException.class, () -> new Call("/user").withAddress(null));
        }
    }

    @Test
    void failedLogInsHaveToWait() {
        try (Engine engine = Engine.open(SETTINGS);
                Session session = engine.session()) {
            session.call(register("anna", "correct horse"));
            for (int time = 0; time < 5; time++) {
                assertKind(ErrorKind.UNAUTHENTICATED, () -> session.authenticate("anna", "wrong password"));
            }
            GlossweaveException error =
                    assertThrows(GlossweaveException.class, () -> session.authenticate("anna", "correct horse"));
            assertEquals(ErrorKind.THROTTLED, error.kind());
            assertTrue(error.retryAfter().orElseThrow(() -> error).isPositive());
        }
    }

    @Test
    void failedLogInsAreCountedForAnAddress() {
        try (Engine engine = Engine.open(SETTINGS);
                Session session = engine.session()) {
            session.call(register("anna", "correct horse"));
            Call logIn = new Call("/authenticate").withHeader("X-Auth-Username", "anna");
            Call right = logIn.withHeader("X-Auth-Password", "correct horse");
            Call wrong = logIn.withHeader("X-Auth-Password", "wrong password").withAddress("192.0.2.1");
            assertEquals(64, object(session, right.withAddress("192.0.2.2")).get("token").getAsString().length());
            for (int time = 0; time < 5; time++) assertKind(ErrorKind.UNAUTHENTICATED, () -> session.call(wrong));
            assertKind(ErrorKind.THROTTLED, () -> session.call(right.withAddress("192.0.2.1")));
            // The user has logged in there before.
            session.call(right.withAddress("192.0.2.2"));
            GlossweaveException error =
                    assertThrows(GlossweaveException.class, () -> session.call(right.withAddress("here")));
            assertEquals(Optional.of("address"), error.parameter());
        }
    }

    @Test
    void settingsAndProvidersAreChecked() {
        GlossweaveException wrong =
                assertThrows(GlossweaveException.class, () -> Engine.open("no-setting = 1"));
        assertEquals(Optional.of("no-setting"), wrong.parameter());
        Provider provider = new Provider("recognizer", "x", "no-protocol", "", Options.none(), Options.none());
        assertKind(ErrorKind.INVALID, () -> Engine.builder().settings(SETTINGS).provider(provider).open());
        assertTrue(Engine.protocols().contains("\"spotlight\""));
    }

    @Test
    void usersHaveWhatTheyStore() {
        try (Engine engine = Engine.open(SETTINGS);
                Session nobody = engine.session()) {
            Call register = register("anna", "correct horse");
            assertEquals("anna", object(nobody, register).get("username").getAsString());
            assertKind(ErrorKind.CONFLICT, () -> nobody.call(register));
            assertKind(ErrorKind.UNAUTHENTICATED, () -> nobody.authenticate("anna", "wrong password"));
            try (Session anna = engine.session(nobody.authenticate("anna", "correct horse"));
                    Session wrong = engine.session("0".repeat(64))) {
                Call list = get("/e-entity/dictionary/datasets");
                assertKind(ErrorKind.UNAUTHENTICATED, () -> wrong.call(list));
                String places = "/e-entity/dictionary/datasets/places";
                anna.call(new Call(places).with("visibility", "private").withBody(TABLE));
                assertEquals("anna", object(anna, get(places)).get("owner").getAsString());
                assertEquals(1, array(anna, list).size());
                assertEquals(0, array(nobody, list).size());

                JsonObject described = object(anna, put(places).with("description", "places in Ireland"));
                assertEquals("places in Ireland", described.get("description").getAsString());
                Call call = new Call("/e-entity/dictionary/documents")
                        .with("dataset", "places")
                        .with("informat", "text")
                        .with("outformat", "turtle")
                        .with("language", "en")
                        .withBody("To Cork");
                assertTrue(text(anna.call(call)).contains("example.org/cork"));
                assertThrows(GlossweaveException.class, () -> nobody.call(call));

                String other = "uri,label\nhttp://example.org/kerry,Kerry\n";
                anna.call(put(places).with("mode", "replace").withBody(other));
                assertTrue(!text(anna.call(call)).contains("example.org/cork"));
                assertKind(ErrorKind.PRECONDITION_FAILED, () -> anna.call(put(places).with("if-revision", "1")));
                assertEquals(0, anna.call(delete(places)).bytes().length);
                assertKind(ErrorKind.NOT_FOUND, () -> anna.call(get(places)));

                assertKind(ErrorKind.FORBIDDEN, () -> anna.call(get("/user")));
                anna.call(put("/user/anna").with("password", "another horse"));
                nobody.authenticate("anna", "another horse");
                try (Session admin = engine.localSession()) {
                    assertEquals(2, array(admin, get("/user")).size());
                    admin.call(put("/user/anna").with("role", "ROLE_ADMIN"));
                    assertEquals("ROLE_ADMIN", object(anna, get("/user/anna")).get("role").getAsString());
                    admin.revokeAllTokens("anna");
                    assertKind(ErrorKind.UNAUTHENTICATED, () -> anna.call(get("/user/anna")));
                    String token = admin.authenticate("anna", "another horse");
                    String filter = "/toolbox/convert/manage/all";
                    try (Session again = engine.session(token)) {
                        again.call(new Call(filter).withBody("SELECT * { ?s ?p ?o }"));
                    }
                    admin.revokeToken(token);
                    assertKind(ErrorKind.CONFLICT, () -> admin.call(delete("/user/anna")));
                    admin.call(delete("/user/anna").with("resources", "delete"));
                    assertKind(ErrorKind.NOT_FOUND, () -> admin.call(get(filter)));
                    assertKind(ErrorKind.NOT_FOUND, () -> admin.call(get("/user/anna")));
                }
            }
            assertEquals(0, engine.expire());
        }
    }

    @Test
    void keysAndInvitationsAreGivenOnce() {
        try (Engine engine = Engine.open(SETTINGS + "\naccess = {registration = 'invitation', audit = '1 day'}");
                Session nobody = engine.session();
                Session admin = engine.localSession()) {
            assertKind(ErrorKind.FORBIDDEN, () -> nobody.call(register("anna", "correct horse")));
            JsonObject invitation = object(admin, new Call("/invitations").with("name", "for-anna"));
            String code = invitation.get("code").getAsString();
            assertTrue(!object(admin, get("/invitations/for-anna")).has("code"));
            nobody.call(register("anna", "correct horse").with("invitation", code));
            assertKind(
                    ErrorKind.FORBIDDEN,
                    () -> nobody.call(register("bert", "correct horse").with("invitation", code)));
            admin.call(new Call("/invitations").with("name", "other"));
            assertEquals(1, array(admin, get("/invitations")).size());
            admin.call(delete("/invitations/other"));
            assertKind(ErrorKind.NOT_FOUND, () -> admin.call(get("/invitations/other")));

            try (Session anna = engine.session(nobody.authenticate("anna", "correct horse"))) {
                Call create = new Call("/user/anna/keys").with("name", "reader").with("scopes", "read");
                String secret = object(anna, create).get("secret").getAsString();
                try (Session program = engine.session(secret)) {
                    Call list = get("/e-entity/dictionary/datasets");
                    program.call(list);
                    Call places = new Call("/e-entity/dictionary/datasets/places").withBody(TABLE);
                    assertKind(ErrorKind.FORBIDDEN, () -> program.call(places));
                    assertEquals("reader", object(anna, get("/user/anna/keys/reader")).get("name").getAsString());
                    assertEquals(1, array(anna, get("/user/anna/keys")).size());
                    anna.call(delete("/user/anna/keys/reader"));
                    assertKind(ErrorKind.UNAUTHENTICATED, () -> program.call(list));
                }
            }
            assertTrue(array(admin, get("/audit")).size() >= 4);
        }
    }

    @Test
    void datasetsAreLoadedFromFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("names.csv");
        Files.writeString(file, TABLE);
        String store = folder.resolve("store").toString();
        try (Engine engine = Engine.open(SETTINGS + "\nstore.location = '" + store + "'");
                Session session = engine.localSession()) {
            session.loadDataset("places", file, "create", Options.none());
            assertKind(ErrorKind.CONFLICT, () -> session.loadDataset("places", file, "create", Options.none()));
            // One process has the folder.
            assertKind(ErrorKind.STORAGE, () -> Engine.open(SETTINGS + "\nstore.location = '" + store + "'"));
        }
        try (Engine engine = Engine.open(SETTINGS + "\nstore.location = '" + store + "'");
                Session session = engine.localSession()) {
            JsonObject places = object(session, get("/e-entity/dictionary/datasets/places"));
            assertEquals("dataset", places.get("kind").getAsString());
        }
        Path saved = folder.resolve("names.bin");
        try (Dictionary names = Dictionary.fromCsv(TABLE)) {
            names.save(saved);
        }
        try (Dictionary names = Dictionary.open(saved);
                Document document = Document.decode("To Cork", "text")) {
            assertEquals(1, names.recognize(document).size());
        }
        assertKind(ErrorKind.STORAGE, () -> Dictionary.open(file));
    }

    @Test
    void jobsRunLater() {
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", names).open();
                Session session = engine.localSession()) {
            String id = object(session, named("<p>To Cork").with("async", "true")).get("id").getAsString();
            JsonObject job = object(session.waitForJob(id, Duration.ofSeconds(60)));
            assertEquals("done", job.get("state").getAsString());
            assertTrue(text(session.call(get("/jobs/" + id + "/result"))).contains("example.org/cork"));
            assertEquals(1, array(session, get("/jobs")).size());
            Call cancel = new Call("/jobs/" + id + "/cancel");
            assertEquals("done", object(session, cancel).get("state").getAsString());
            session.call(delete("/jobs/" + id));
            assertKind(ErrorKind.NOT_FOUND, () -> session.call(get("/jobs/" + id)));
        }
    }

    @Test
    void batchesGiveAResultForEachDocument() {
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", names).open();
                Session session = engine.session()) {
            String lines = "{\"name\":\"a\",\"content\":\"To Cork\",\"media_type\":\"text/plain\"}\n"
                    + "{\"name\":\"b\",\"content\":\"x\",\"media_type\":\"image/png\"}\n"
                    + "{\"name\":\"c\",\"content\":\"nowhere\",\"media_type\":\"text/plain\"}\n";
            Call call = new Call("/e-entity/names/documents").with("outformat", "turtle").with("language", "en").withBody(lines);
            List<Batch.Result> results = new ArrayList<>();
            try (Batch batch = session.batch(call, "application/x-ndjson", Options.of("order", "kept"))) {
                Optional<Batch.Result> next = batch.next();
                while (next.isPresent()) {
                    results.add(next.get());
                    next = batch.next();
                }
                assertTrue(batch.next().isEmpty());
            }
            assertEquals(List.of(0L, 1L, 2L), results.stream().map(Batch.Result::index).toList());
            assertEquals(List.of("a", "b", "c"), results.stream().map(Batch.Result::name).toList());
            assertTrue(new String(results.get(0).reply().bytes(), StandardCharsets.UTF_8).contains("example.org/cork"));
            assertNull(results.get(1).reply());
            assertNotNull(results.get(1).failure());
            assertNull(results.get(2).failure());
            session.batch(call, "application/x-ndjson", Options.none()).close();
            assertKind(ErrorKind.UNSUPPORTED, () -> session.batch(call, "text/plain", Options.none()));
        }
    }

    @Test
    void threadsShareTheResultsOfABatch() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int index = 0; index < 400; index++) {
            lines.append("{\"name\":\"document-%d\",\"content\":\"To Cork\",\"media_type\":\"text/plain\"}\n".formatted(index));
        }
        Call call = new Call("/e-entity/names/documents").with("outformat", "turtle").with("language", "en").withBody(lines.toString());
        try (Dictionary names = Dictionary.fromCsv(TABLE);
                Engine engine = Engine.builder().settings(SETTINGS).recognizer("names", names).open();
                Session session = engine.session();
                Batch batch = session.batch(call, "application/x-ndjson", Options.of("order", "free"));
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Set<Long> all = ConcurrentHashMap.newKeySet();
            List<Callable<Void>> tasks = Collections.nCopies(4, () -> {
                for (Optional<Batch.Result> one = batch.next(); one.isPresent(); one = batch.next()) {
                    assertEquals("document-" + one.get().index(), one.get().name());
                    assertTrue(all.add(one.get().index()));
                }
                return null;
            });
            for (Future<Void> done : threads.invokeAll(tasks)) done.get();
            assertEquals(400, all.size());
        }
    }

    @Test
    void storedDocumentsAreOpened() {
        try (Engine engine = Engine.open(SETTINGS);
                Session session = engine.localSession()) {
            assertKind(ErrorKind.NOT_FOUND, () -> session.openDocument("none"));
            List<Annotation> found = List.of(
                    new Annotation.Entity(new Span(6, 10), "http://example.org/cork"),
                    new Annotation.Entity(new Span(15, 20), "http://example.org/kerry"));
            byte[] file;
            try (Document document = Document.decode("<p>To 😀 Cork and Kerry", "html")) {
                file = document.export(found, "annotated-document", Options.none()).bytes();
            }
            JsonObject page = object(new String(file, StandardCharsets.UTF_8));
            page.getAsJsonArray("items").get(0).getAsJsonObject().addProperty("schema:creativeWorkStatus", "accepted");
            session.call(new Call("/documents/letter").withBody(page.toString()));
            Session.StoredDocument stored = session.openDocument("letter");
            try (Document document = stored.document()) {
                assertEquals("To 😀 Cork and Kerry", document.text());
                assertEquals(found.subList(0, 1), stored.annotations());
                String marked = new String(document.encode(stored.annotations()).bytes(), StandardCharsets.UTF_8);
                assertTrue(marked.startsWith("<p>To 😀 <span its-ta-ident-ref"), marked);
            }
        }
    }
}
