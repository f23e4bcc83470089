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

    private static JsonArray array(String json) {
        return JsonParser.parseString(json).getAsJsonArray();
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
            assertTrue(object(session.engines()).getAsJsonArray("recognizers").toString().contains("\"names\""));

            Call call = new Call("/e-entity/names/documents?language=en")
                    .withHeader("Content-Type", "text/html")
                    .withHeader("Accept", "application/ld+json")
                    .withBody("<p>To Cork".getBytes(StandardCharsets.UTF_8));
            assertEquals("application/ld+json", session.call(call).mediaType().split(";")[0]);

            assertKind(ErrorKind.NOT_FOUND, () -> session.call(new Call("/no/such/path")));
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
            byte[] content = sheet.getBytes(StandardCharsets.UTF_8);
            GlossweaveException error = assertThrows(
                    GlossweaveException.class,
                    () -> session.createResource("xsltconverter", "wrong", content, Options.none()));
            assertEquals(Optional.of("compilation-error"), error.code());
            error = assertThrows(GlossweaveException.class, () -> session.readResource("filter", "none"));
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
            JsonObject system = array(session.translationSystems("memory")).get(0).getAsJsonObject();
            assertEquals("houses", system.get("name").getAsString());
            assertTrue(Set.of("available", "standby").contains(system.get("state").getAsString()));
            assertKind(ErrorKind.NOT_FOUND, () -> session.translationSystems("nobody"));
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
            assertThrows(NullPointerException.class, () -> session.users().create("anna", null));
            assertThrows(NullPointerException.class, () -> session.updateResource("filter", null, Options.none()));
            assertThrows(NullPointerException.class, () -> session.loadDataset("a", null, "create", Options.none()));
            assertThrows(NullPointerException.class, () -> session.jobs().waitFor("1", null));
            assertThrows(NullPointerException.class, () -> new Call(null));
        }
    }

    @Test
    void failedLogInsHaveToWait() {
        try (Engine engine = Engine.open(SETTINGS);
                Session session = engine.session()) {
            session.users().create("anna", "correct horse");
            for (int time = 0; time < 5; time++) {
                assertKind(ErrorKind.UNAUTHENTICATED, () -> session.users().authenticate("anna", "wrong password"));
            }
            GlossweaveException error = assertThrows(
                    GlossweaveException.class, () -> session.users().authenticate("anna", "correct horse"));
            assertEquals(ErrorKind.THROTTLED, error.kind());
            assertTrue(error.retryAfter().orElseThrow(() -> error).isPositive());
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
            assertEquals("anna", object(nobody.users().create("anna", "correct horse")).get("username").getAsString());
            assertKind(ErrorKind.CONFLICT, () -> nobody.users().create("anna", "correct horse"));
            assertKind(ErrorKind.UNAUTHENTICATED, () -> nobody.users().authenticate("anna", "wrong password"));
            try (Session anna = engine.session(nobody.users().authenticate("anna", "correct horse"));
                    Session wrong = engine.session("0".repeat(64))) {
                assertKind(ErrorKind.UNAUTHENTICATED, () -> wrong.listResources("dataset", Options.none()));
                byte[] table = TABLE.getBytes(StandardCharsets.UTF_8);
                Options secret = Options.of("visibility", "private");
                anna.createResource("dataset", "places", table, secret);
                assertEquals("anna", object(anna.readResource("dataset", "places")).get("owner").getAsString());
                assertEquals(1, array(anna.listResources("dataset", Options.none())).size());
                assertEquals(0, array(nobody.listResources("dataset", Options.none())).size());

                JsonObject described = object(anna.updateResource(
                        "dataset", "places", Options.of("description", "places in Ireland")));
                assertEquals("places in Ireland", described.get("description").getAsString());
                Call call = new Call("/e-entity/dictionary/documents")
                        .with("dataset", "places")
                        .with("informat", "text")
                        .with("outformat", "turtle")
                        .with("language", "en")
                        .withBody("To Cork");
                assertTrue(new String(anna.call(call).bytes(), StandardCharsets.UTF_8).contains("example.org/cork"));
                assertThrows(GlossweaveException.class, () -> nobody.call(call));

                byte[] other = "uri,label\nhttp://example.org/kerry,Kerry\n".getBytes(StandardCharsets.UTF_8);
                anna.updateResource("dataset", "places", other, Options.of("mode", "replace"));
                assertTrue(!new String(anna.call(call).bytes(), StandardCharsets.UTF_8).contains("example.org/cork"));
                assertKind(
                        ErrorKind.PRECONDITION_FAILED,
                        () -> anna.updateResource("dataset", "places", Options.of("if-revision", 1)));
                anna.deleteResource("dataset", "places", Options.none());
                assertKind(ErrorKind.NOT_FOUND, () -> anna.readResource("dataset", "places"));

                assertKind(ErrorKind.FORBIDDEN, () -> anna.users().list(Options.none()));
                anna.users().setPassword("anna", "another horse");
                nobody.users().authenticate("anna", "another horse");
                try (Session admin = engine.localSession()) {
                    assertEquals(2, array(admin.users().list(Options.none())).size());
                    admin.users().setRole("anna", "ROLE_ADMIN");
                    assertEquals("ROLE_ADMIN", object(anna.users().read("anna")).get("role").getAsString());
                    admin.users().revokeAll("anna");
                    assertKind(ErrorKind.UNAUTHENTICATED, () -> anna.users().read("anna"));
                    String token = admin.users().authenticate("anna", "another horse");
                    try (Session again = engine.session(token)) {
                        byte[] query = "SELECT * { ?s ?p ?o }".getBytes(StandardCharsets.UTF_8);
                        again.createResource("filter", "all", query, Options.none());
                    }
                    admin.users().revoke(token);
                    assertKind(ErrorKind.CONFLICT, () -> admin.users().delete("anna"));
                    admin.users().delete("anna", Options.of("resources", "delete"));
                    assertKind(ErrorKind.NOT_FOUND, () -> admin.readResource("filter", "all"));
                    assertKind(ErrorKind.NOT_FOUND, () -> admin.users().read("anna"));
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
            assertKind(ErrorKind.FORBIDDEN, () -> nobody.users().create("anna", "correct horse"));
            JsonObject invitation = object(admin.users().createInvitation(Options.of("name", "for-anna")));
            String code = invitation.get("code").getAsString();
            assertTrue(!object(admin.users().readInvitation("for-anna")).has("code"));
            nobody.users().createInvited("anna", "correct horse", code);
            assertKind(ErrorKind.FORBIDDEN, () -> nobody.users().createInvited("bert", "correct horse", code));
            admin.users().createInvitation(Options.of("name", "other"));
            assertEquals(1, array(admin.users().listInvitations()).size());
            admin.users().revokeInvitation("other");
            assertKind(ErrorKind.NOT_FOUND, () -> admin.users().readInvitation("other"));

            try (Session anna = engine.session(nobody.users().authenticate("anna", "correct horse"))) {
                Options scopes = Options.of("name", "reader").with("scopes", "read");
                String secret = object(anna.users().createKey("anna", scopes)).get("secret").getAsString();
                try (Session program = engine.session(secret)) {
                    program.listResources("dataset", Options.none());
                    byte[] table = TABLE.getBytes(StandardCharsets.UTF_8);
                    assertKind(
                            ErrorKind.FORBIDDEN,
                            () -> program.createResource("dataset", "places", table, Options.none()));
                    assertEquals("reader", object(anna.users().readKey("anna", "reader")).get("name").getAsString());
                    assertEquals(1, array(anna.users().listKeys("anna")).size());
                    anna.users().revokeKey("anna", "reader");
                    assertKind(
                            ErrorKind.UNAUTHENTICATED,
                            () -> program.listResources("dataset", Options.none()));
                }
            }
            assertTrue(array(admin.users().readAuditLog(Options.none())).size() >= 4);
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
            assertEquals("dataset", object(session.readResource("dataset", "places")).get("kind").getAsString());
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
            String id = object(session.jobs().submit(named("<p>To Cork"), Options.none())).get("id").getAsString();
            JsonObject job = object(session.jobs().waitFor(id, Duration.ofSeconds(60)));
            assertEquals("done", job.get("state").getAsString());
            assertTrue(new String(session.jobs().result(id).bytes(), StandardCharsets.UTF_8).contains("example.org/cork"));
            assertEquals(1, array(session.jobs().list(Options.none())).size());
            assertEquals("done", object(session.jobs().cancel(id)).get("state").getAsString());
            session.jobs().delete(id);
            assertKind(ErrorKind.NOT_FOUND, () -> session.jobs().read(id));
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
            session.createResource(
                    "document", "letter", page.toString().getBytes(StandardCharsets.UTF_8), Options.none());
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
